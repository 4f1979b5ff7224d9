//go:build unix

package robust

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/internal/assaytest"

	"github.com/google/go-cmp/cmp"
)

// manual is a web site of many pages that counts what it sends.
type manual struct {
	pages int
	delay time.Duration

	mu   sync.Mutex
	sent map[string]int
}

func (m *manual) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	time.Sleep(m.delay)
	var n int
	switch {
	case r.URL.Path == "/":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<!doctype html><title>Manual</title><main><h1>Manual</h1><p>The manual has a page for each of its parts.</p><ul>")
		for i := range min(m.pages, 40) {
			fmt.Fprintf(w, "<li><a href=\"/part-%d.html\">Part %d</a></li>", i, i)
		}
		fmt.Fprint(w, "</ul></main>")
	case scan(r.URL.Path, "/part-%d.html", &n) && n < m.pages:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<!doctype html><title>Part %[1]d</title><main><h1>Part %[1]d</h1><p>Part number %[1]d of the machine weighs %[2]d grams and is made of brass.</p><h2>Care</h2><p>Part %[1]d is oiled every %[3]d weeks by whoever runs the machine.</p>", n, 100+3*n, 2+n%9)
		for _, next := range []int{2*n + 40, 2*n + 41} { // each part is found through another
			if next < m.pages {
				fmt.Fprintf(w, "<p>See also <a href=\"/part-%[1]d.html\">part %[1]d</a>.</p>", next)
			}
		}
		fmt.Fprint(w, "</main>")
	default:
		http.NotFound(w, r)
		return
	}
	m.mu.Lock()
	m.sent[r.URL.Path]++
	m.mu.Unlock()
}

func scan(s, format string, n *int) bool {
	k, err := fmt.Sscanf(s, format, n)
	return k == 1 && err == nil
}

func (m *manual) reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent = map[string]int{}
}

// twice counts the pages that were sent more than once, and the most for one page.
func (m *manual) twice() (pages, most int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, n := range m.sent {
		if most = max(most, n); n > 1 {
			pages++
		}
	}
	return pages, most
}

// A crawl that is killed at any moment goes on where it was: no page is fetched
// twice, but for one that was on its way at a kill, and none is lost.
//
// Invariant (the web): A crawl that is killed loses no page and fetches none twice, but for
// those on their way. See also TestKill, TestJournalSurvivesEveryCut.
func TestKillCrawl(t *testing.T) {
	t.Parallel()
	m := &manual{pages: 150, delay: time.Millisecond, sent: map[string]int{}}
	if os.Getenv("ASSAY_KILLS") != "" {
		m.pages = 1000
	}
	server := httptest.NewServer(m)
	defer server.Close()
	files := map[string]string{"pipeline-policy.yaml": assaytest.ManualPolicy, "01_Wiki/Home.md": "# Home\n\n- [[Care of the machine]]\n"}
	propose := func(dir string) {
		assaytest.Lay(t, dir, files)
		assaytest.Must(t, 0, dir, "source", "propose", server.URL+"/")
		m.reset() // the map reads pages for their links and keeps none
	}
	undisturbed := t.TempDir()
	propose(undisturbed)
	began := time.Now()
	assaytest.Must(t, 0, undisturbed, "build")
	took := time.Since(began)
	want := assaytest.Files(t, undisturbed)
	if len(m.sent) != m.pages+1 {
		t.Fatalf("%d pages of %d were found", len(m.sent), m.pages+1)
	}
	r := rand.New(rand.NewPCG(3, uint64(time.Now().UnixNano())))
	hit, again := 0, 0
	for vaults := 0; hit < assaytest.Kills(t) && vaults < 10*assaytest.Kills(t); vaults++ {
		dir := filepath.Join(t.TempDir(), "vault")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		propose(dir)
		here := 0
		for range 1 + r.IntN(4) {
			cmd := assaytest.Program(dir, "build")
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(r.Int64N(int64(took))))
			_ = cmd.Process.Kill()
			if err := cmd.Wait(); err != nil && cmd.ProcessState.ExitCode() == -1 {
				here++
			}
		}
		assaytest.Must(t, 0, dir, "build")
		if d := cmp.Diff(want, assaytest.Files(t, dir)); d != "" {
			t.Fatalf("after %d kills the vault differs (-undisturbed +killed):\n%s", here, d)
		}
		if pages, _ := m.twice(); pages > here {
			t.Errorf("%d pages were sent more than once in a crawl that was killed %d times", pages, here)
		} else {
			again += pages
		}
		if len(m.sent) != m.pages+1 {
			t.Errorf("%d pages of %d were sent", len(m.sent), m.pages+1)
		}
		assaytest.Leftovers(t, dir)
		if left, _ := filepath.Glob(filepath.Join(dir, ".assay", "crawl", "*.journal*")); len(left) > 0 {
			t.Errorf("left behind: %s", strings.Join(left, ", "))
		}
		hit += here
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d kills during crawls of %d pages, which take %v undisturbed; %d pages that were on their way were sent again",
		hit, m.pages+1, took.Round(time.Millisecond), again)
	if hit < assaytest.Kills(t) {
		t.Errorf("only %d kills hit a build at work", hit)
	}
}
