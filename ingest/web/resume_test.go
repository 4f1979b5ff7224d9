package web

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/vault"
)

// TestCrawlProcess is the process that TestKill kills; by itself it does nothing.
func TestCrawlProcess(t *testing.T) {
	seed := os.Getenv("ASSAY_TEST_CRAWL")
	if seed == "" {
		t.Skip("run by TestKill")
	}
	crawlWithJournal(t, seed, os.Getenv("ASSAY_TEST_JOURNAL"))
}

func crawlWithJournal(t *testing.T, seed, path string) (*Result, map[string]Page) {
	g := mustGraph(t, seed, Limits{Depth: 20, Pages: 5000})
	j, err := OpenJournal(path, g.Digest())
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]Page{}
	r, err := Crawl(t.Context(), NewClient(quick(Options{})), g, CrawlOptions{Journal: j, Emit: collect(pages)})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return r, pages
}

// TestKill kills a crawl of 1,000 pages at random moments until the journal has the
// most of it, then lets it finish. ASSAY_TEST_KILLS says how many kills (4).
func TestKill(t *testing.T) {
	kills := 4
	if n, err := strconv.Atoi(os.Getenv("ASSAY_TEST_KILLS")); err == nil {
		kills = n
	}
	s := newSite(t)
	s.tree(1000)
	s.slow = time.Millisecond
	path := filepath.Join(t.TempDir(), "j")
	random := rand.New(rand.NewPCG(1, 2))
	for range kills {
		cmd := exec.Command(os.Args[0], "-test.run=^TestCrawlProcess$")
		cmd.Env = append(os.Environ(), "ASSAY_TEST_CRAWL="+s.URL+"/t/", "ASSAY_TEST_JOURNAL="+path)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// Wait for a number of further requests, so that the moment does not depend on
		// how quick the machine is.
		s.mu.Lock()
		from := len(s.times)
		s.mu.Unlock()
		quota := 2 + random.IntN(1+900/kills)
		for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(200 * time.Microsecond) {
			s.mu.Lock()
			n := len(s.times) - from
			s.mu.Unlock()
			if n >= quota || n > 0 && time.Now().After(deadline.Add(-4*time.Second)) {
				break
			}
		}
		cmd.Process.Kill()
		cmd.Wait()
	}
	r, pages := crawlWithJournal(t, s.URL+"/t/", path)
	if r.Counts[Fetched] != 1000 || len(pages) != 1001 {
		t.Errorf("%+v: pages are lost", r)
	}
	for i := range 1000 {
		u := fmt.Sprintf("%s/t/%d", s.URL, i)
		if i == 0 {
			u = s.URL + "/t/"
		}
		if p := pages[u]; !strings.Contains(string(p.Body), fmt.Sprintf("<title>Page %d<", i)) {
			t.Errorf("%s has another body", u)
		}
	}
	again := 0
	for path, n := range s.hits {
		if path != "/robots.txt" {
			again += n - 1
		}
	}
	// A request that is under way when the process dies is in no journal: one a host.
	if again > kills {
		t.Errorf("%d pages were fetched twice in %d kills", again, kills)
	}
	t.Logf("%d kills, %d requests under way were repeated, %d pages were replayed", kills, again, r.Replayed)
	asked := len(s.times)
	if r, pages := crawlWithJournal(t, s.URL+"/t/", path); r.Replayed != 1000 || r.Requests != 0 || len(pages) != 1001 || len(s.times) > asked {
		t.Errorf("a finished crawl asked again: %+v", r)
	}
}

func TestJournalSurvivesEveryCut(t *testing.T) {
	dir := t.TempDir()
	bounds := vault.HashText([]byte("b"))
	whole := filepath.Join(dir, "whole")
	j, err := OpenJournal(whole, bounds)
	if err != nil {
		t.Fatal(err)
	}
	ends := []int64{j.end}
	for i := range 3 {
		if err := j.Append(Page{URL: fmt.Sprint("http://a/", i), Verdict: Fetched, Body: []byte(strings.Repeat("P 1 1 0\n", i))}); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, j.end)
	}
	j.Close()
	text, _ := os.ReadFile(whole)
	// Files are closed without a sync, which a thousand times takes seconds.
	for cut := range len(text) + 1 {
		path := filepath.Join(dir, "cut")
		os.WriteFile(path, text[:cut], 0o644)
		j, err := OpenJournal(path, bounds)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		want := 0
		for i, end := range ends {
			if int64(cut) >= end {
				want = i
			}
		}
		if err := j.Append(Page{URL: "http://a/new", Verdict: Gone}); err != nil || j.Len() != want+1 {
			t.Fatalf("cut at %d: %d pages, want %d, %v", cut, j.Len()-1, want, err)
		}
		j.f.Close()
		if j, err = OpenJournal(path, bounds); err != nil || j.Len() != want+1 || j.cut != 0 {
			t.Fatalf("cut at %d, opened again: %v", cut, err)
		}
		j.f.Close()
	}
	for at := range text {
		path := filepath.Join(dir, "flip")
		flipped := append([]byte(nil), text...)
		flipped[at] ^= 1
		os.WriteFile(path, flipped, 0o644)
		j, err := OpenJournal(path, bounds)
		if err != nil {
			if at >= journalHeader {
				t.Fatalf("flip at %d: %v", at, err)
			}
			continue
		}
		if j.Len() >= 3 {
			t.Fatalf("flip at %d is not noticed", at)
		}
		if err := j.Pages(func(p Page) error { return nil }); err != nil {
			t.Fatalf("flip at %d: %v", at, err)
		}
		j.f.Close()
	}
	if _, err := OpenJournal(whole, vault.HashText([]byte("other"))); !errors.Is(err, ErrOtherBounds) {
		t.Errorf("a journal of other bounds: %v", err)
	}
}

func TestResumedCrawlKeepsItsLimits(t *testing.T) {
	s := newSite(t)
	s.tree(100)
	path := filepath.Join(t.TempDir(), "j")
	for run := range 2 {
		g := mustGraph(t, s.URL+"/t/", Limits{Depth: 9, Pages: 30})
		j, err := OpenJournal(path, g.Digest())
		if err != nil {
			t.Fatal(err)
		}
		stop := errors.New("stop")
		n := 0
		r, err := Crawl(t.Context(), NewClient(quick(Options{})), g, CrawlOptions{Journal: j, Emit: func(p Page) error {
			if n++; run == 0 && n == 10 {
				return stop
			}
			return nil
		}})
		j.Close()
		if run == 1 && (err != nil || r.Pages != 30 || r.Spent != 30-r.Replayed || r.Counts[Fetched] != 30) {
			t.Errorf("%+v, %v", r, err)
		}
	}
	if n := len(s.times) - s.count("/robots.txt"); n > 31 {
		t.Errorf("%d requests for a limit of 30 pages", n)
	}
}
