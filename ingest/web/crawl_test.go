package web

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// tree adds n pages /t/0 … that link as a heap does, and back to the first.
func (s *site) tree(n int) {
	s.mux.HandleFunc("/t/", func(w http.ResponseWriter, r *http.Request) {
		i, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/t/"))
		if r.URL.Path == "/t/" {
			i, err = 0, nil
		}
		if err != nil || i >= n {
			http.NotFound(w, r)
			return
		}
		links := []string{"/t/", "#top", "https://elsewhere.example/", "/t/logo.png"}
		for j := 3*i + 1; j <= 3*i+3 && j < n; j++ {
			links = append(links, strconv.Itoa(j)+"?utm_source=page")
		}
		writePage(w, fmt.Sprintf("Page %d", i), links...)
	})
}

func collect(pages map[string]Page) func(Page) error {
	return func(p Page) error {
		if _, ok := pages[p.URL]; ok {
			return fmt.Errorf("%s is emitted twice", p.URL)
		}
		pages[p.URL] = p
		return nil
	}
}

func mustGraph(t *testing.T, seed string, l Limits) *Graph {
	g, err := NewGraph(seed, l)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestCrawlFindsEveryPageOnce(t *testing.T) {
	s := newSite(t)
	s.tree(1000)
	c := NewClient(quick(Options{}))
	pages := map[string]Page{}
	var last Progress
	r, err := Crawl(t.Context(), c, mustGraph(t, s.URL+"/t/", Limits{Depth: 10, Pages: 2000}), CrawlOptions{
		Emit: collect(pages), Progress: func(p Progress) { last = p },
	})
	if err != nil || r.Counts[Fetched] != 1000 || r.Counts[Type] != 1 || r.Outside == 0 || r.Pending != 0 || r.Requests != 1000 {
		t.Fatalf("%+v, %v", r, err)
	}
	for path, n := range s.hits {
		if n != 1 {
			t.Errorf("%s was asked for %d times", path, n)
		}
	}
	if s.most > 1 {
		t.Errorf("%d connections at a time to one host", s.most)
	}
	if last.Done != len(pages) || last.Queued != 0 {
		t.Errorf("progress ends at %+v", last)
	}
	if p := pages[s.URL+"/t/4"]; p.Depth != 2 {
		t.Errorf("how far it was found: %+v", p)
	}
}

func TestQuotasHoldBeforeARequest(t *testing.T) {
	for name, c := range map[string]struct {
		limits Limits
		spend  int
	}{
		"pages": {Limits{Depth: 9, Pages: 25}, 1000}, "credits": {Limits{Depth: 9, Pages: 100, Credits: 25}, 1000}, "session": {Limits{Depth: 9, Pages: 100}, 25},
	} {
		s := newSite(t)
		s.tree(100)
		pages, credits := map[string]Page{}, c.spend
		r, err := Crawl(t.Context(), NewClient(quick(Options{})), mustGraph(t, s.URL+"/t/", c.limits), CrawlOptions{
			Emit: collect(pages),
			Spend: func() error {
				if credits == 0 {
					return errors.New("the session's credits are spent")
				}
				credits--
				return nil
			},
			Refund: func() { credits++ },
		})
		if err != nil || r.Counts[Fetched] != 25 || r.Pages != 25 || r.Spent != 25 || r.Counts[Quota] == 0 || credits != c.spend-25 {
			t.Errorf("%s: %+v, %v, %d credits left", name, r, err, credits)
		}
		if n := len(s.times); n != 26 { // and robots.txt
			t.Errorf("%s: %d requests", name, n)
		}
		for _, p := range pages {
			if p.Verdict == Quota && (p.Requests != 0 || p.Reason == "") {
				t.Errorf("%s: %+v", name, p)
			}
		}
	}
}

func TestDepthAndTrapsEndACalendar(t *testing.T) {
	s := newSite(t)
	s.mux.HandleFunc("/cal/", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Query().Get("month"))
		writePage(w, fmt.Sprint("Month ", n, r.URL.Path), fmt.Sprintf("?month=%d", n+1), fmt.Sprintf("?month=%d", n-1), "cal/")
	})
	r, err := Crawl(t.Context(), NewClient(quick(Options{})), mustGraph(t, s.URL+"/cal/", Limits{Depth: 6, Pages: 1000}), CrawlOptions{})
	if err != nil || r.Counts[Quota] == 0 || r.Requests > 200 {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = Crawl(t.Context(), NewClient(quick(Options{})), mustGraph(t, s.URL+"/cal/", Limits{Depth: 1 << 30, Pages: 60, URLs: 100}), CrawlOptions{})
	if err != nil || r.Requests != 60 || r.Counts[Quota] == 0 || r.CouldNotLook() == 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestDuplicatesAndRedirectsAreFetchedOnce(t *testing.T) {
	s := newSite(t)
	s.page("/d/", "Index", "old", "new", "index.html", "older")
	s.page("/d/index.html", "Index", "old", "new", "index.html", "older")
	s.mux.Handle("/d/old", http.RedirectHandler("/d/new", http.StatusMovedPermanently))
	s.mux.Handle("/d/older", http.RedirectHandler("/d/hidden", http.StatusMovedPermanently))
	s.page("/d/new", "New", "hidden")
	s.page("/d/hidden", "Hidden")
	pages := map[string]Page{}
	if _, err := Crawl(t.Context(), NewClient(quick(Options{})), mustGraph(t, s.URL+"/d/", Limits{Depth: 5}), CrawlOptions{Emit: collect(pages)}); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for u, p := range pages {
		got[strings.TrimPrefix(u, s.URL)] = strings.TrimSpace(string(p.Verdict) + " " + strings.TrimPrefix(p.Of, s.URL))
	}
	if want := map[string]string{"/d/": "fetched", "/d/index.html": "duplicate /d/", "/d/old": "duplicate /d/new", "/d/new": "fetched", "/d/hidden": "fetched", "/d/older": "duplicate /d/hidden"}; !maps.Equal(got, want) {
		// Whether /d/older or /d/new leads to the hidden page first depends on the order.
		want["/d/older"] = "fetched"
		delete(want, "/d/hidden")
		if !maps.Equal(got, want) {
			t.Errorf("%v", got)
		}
	}
	for _, path := range []string{"/d/new", "/d/hidden"} {
		if n := s.count(path); n != 1 {
			t.Errorf("%s was asked for %d times", path, n)
		}
	}
}

// Invariant (the web): A crawl asks policy at every link and redirect.
func TestEveryDoorAsksPolicy(t *testing.T) {
	s := newSite(t)
	s.page("/p/", "Start", "no/", "jump", "ok")
	s.page("/p/ok", "Fine")
	s.mux.Handle("/p/jump", http.RedirectHandler("/p/no/target", http.StatusFound))
	s.mux.HandleFunc("/p/no/", func(w http.ResponseWriter, r *http.Request) { t.Errorf("%s was asked for", r.URL) })
	allow := func(u string) error {
		if strings.Contains(u, "/no/") {
			return errors.New("denied by a rule")
		}
		return nil
	}
	pages := map[string]Page{}
	c := NewClient(quick(Options{Allow: allow}))
	if _, err := Crawl(t.Context(), c, mustGraph(t, s.URL+"/p/", Limits{Depth: 5}), CrawlOptions{Emit: collect(pages)}); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]Verdict{"/p/no/": Denied, "/p/jump": Denied, "/p/ok": Fetched} {
		if p := pages[s.URL+path]; p.Verdict != want || want == Denied && !strings.Contains(p.Reason, "denied by a rule") {
			t.Errorf("%s: %s %q", path, p.Verdict, p.Reason)
		}
	}
	all := NewClient(quick(Options{Allow: func(string) error { return errors.New("denied") }}))
	g, err := Map(t.Context(), all, all.Fetch, s.URL+"/p/", Limits{Depth: 3})
	if err != nil || g.Nodes[0].Verdict != Denied || g.Requests != 0 || g.Partial == "" {
		t.Errorf("map of a denied seed: %+v, %v", g, err)
	}
}

func TestHostsAreCrawledBesideEachOther(t *testing.T) {
	var under, most atomic.Int32
	var prefixes []string
	for range 3 {
		s := newSite(t)
		s.mux.HandleFunc("/m/", func(w http.ResponseWriter, r *http.Request) {
			n := under.Add(1)
			defer under.Add(-1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			time.Sleep(20 * time.Millisecond)
			writePage(w, r.Host+r.URL.Path, "a", "b", "c")
		})
		prefixes = append(prefixes, s.URL+"/m/")
	}
	g := mustGraph(t, prefixes[0], Limits{Depth: 2, Prefixes: prefixes})
	for _, p := range prefixes[1:] {
		g.Nodes = append(g.Nodes, Node{URL: p, Found: FoundSitemap})
	}
	r, err := Crawl(t.Context(), NewClient(quick(Options{})), g, CrawlOptions{Concurrency: 3})
	if err != nil || r.Counts[Fetched] != 12 || most.Load() < 2 {
		t.Errorf("%+v, %v, %d at a time", r, err, most.Load())
	}
}

// Invariant (the web): What is unchanged is not sent again.
func TestUnchangedPagesAreNotSentAgain(t *testing.T) {
	s := newSite(t)
	s.mux.HandleFunc("/c/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"v1"`)
		w.Header().Set("Last-Modified", "Mon, 02 Jan 2006 15:04:05 GMT")
		if r.Header.Get("If-None-Match") == `"v1"` && r.Header.Get("If-Modified-Since") != "" {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		writePage(w, r.URL.Path, "a", "b")
	})
	first := map[string]Page{}
	c := NewClient(quick(Options{}))
	g := mustGraph(t, s.URL+"/c/", Limits{Depth: 3})
	if _, err := Crawl(t.Context(), c, g, CrawlOptions{Emit: collect(first)}); err != nil {
		t.Fatal(err)
	}
	r, err := Crawl(t.Context(), c, g, CrawlOptions{Known: func(u string) Known {
		p := first[u]
		return Known{ETag: p.Header.ETag, LastModified: p.Header.LastModified, Links: p.Links}
	}})
	if err != nil || r.Counts[NotModified] != 3 || len(r.Counts) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Invariant (the web): A host gets one request at a time, with its pause. See also
// TestAHostThatFailsIsLeftAlone.
func TestPauses(t *testing.T) {
	s := newSite(t)
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	answer := map[string]string{"/a": "7", "/b": now.Add(90 * time.Second).Format(http.TimeFormat), "/c": "86400"}
	for path, after := range answer {
		s.mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			if s.count(path) == 1 || path == "/c" {
				w.Header().Set("Retry-After", after)
				w.WriteHeader(http.StatusTooManyRequests)
				return
			}
			writePage(w, path)
		})
	}
	var pauses []time.Duration
	c := NewClient(quick(Options{Delay: 2 * time.Second, Now: func() time.Time { return now }, Sleep: func(_ context.Context, d time.Duration) error {
		if d > 0 {
			pauses = append(pauses, d)
			now = now.Add(d)
		}
		return nil
	}}))
	for path, want := range map[string]string{"/a": "fetched", "/b": "fetched"} {
		if p := c.Fetch(t.Context(), Request{URL: s.URL + path}); verdictOf(p) != want || p.Requests != 2 {
			t.Errorf("%s: %s %s", path, verdictOf(p), p.Reason)
		}
	}
	if !slices.Contains(pauses, 7*time.Second) || !slices.Contains(pauses, 2*time.Second) || slices.Max(pauses) < 75*time.Second {
		t.Errorf("pauses %v", pauses)
	}
	asked := len(s.times)
	if p := c.Fetch(t.Context(), Request{URL: s.URL + "/c"}); verdictOf(p) != "error throttled" || p.Requests != 1 {
		t.Errorf("/c: %s %s", verdictOf(p), p.Reason)
	}
	if p := c.Fetch(t.Context(), Request{URL: s.URL + "/a"}); verdictOf(p) != "error host-down" || len(s.times) != asked+1 {
		t.Errorf("a host that asked to be left alone: %s %s", verdictOf(p), p.Reason)
	}
}

func TestAHostThatFailsIsLeftAlone(t *testing.T) {
	s := newSite(t)
	s.html("/robots.txt", "")
	s.mux.HandleFunc("/x/", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	g := mustGraph(t, s.URL+"/x/", Limits{Depth: 1})
	for i := range 50 {
		g.Nodes = append(g.Nodes, Node{URL: fmt.Sprint(s.URL, "/x/", i), Found: FoundLink})
	}
	r, err := Crawl(t.Context(), NewClient(quick(Options{Retries: 1})), g, CrawlOptions{})
	if err != nil || r.Classes[ClassThrottled] != downAfter || r.Classes[ClassHostDown] != 51-downAfter || r.Requests != 2*downAfter {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestRobotsFileIsReadAgainAfterADay(t *testing.T) {
	s := newSite(t)
	rules := []string{"200 User-agent: *\nDisallow: /x\n", "200 ", "503 ", "404 ", "200 User-agent: *\nDisallow: /\n"}
	turn := 0
	s.mux.HandleFunc("/robots.txt", func(w http.ResponseWriter, r *http.Request) {
		code, text, _ := strings.Cut(rules[turn], " ")
		n, _ := strconv.Atoi(code)
		w.WriteHeader(n)
		w.Write([]byte(text))
	})
	s.page("/x", "X")
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	c := NewClient(quick(Options{Retries: -1, Now: func() time.Time { return now }}))
	for i, want := range []string{"robots", "fetched", "error robots-error", "fetched", "robots"} {
		turn = i
		p := c.Fetch(t.Context(), Request{URL: s.URL + "/x"})
		if verdictOf(p) != want {
			t.Errorf("%q: %s (%s), want %s", rules[i], verdictOf(p), p.Reason, want)
		}
		if turn = (i + 1) % len(rules); verdictOf(c.Fetch(t.Context(), Request{URL: s.URL + "/x"})) != want {
			t.Errorf("%q: asked again within the day", rules[i])
		}
		now = now.Add(25 * time.Hour)
	}
}

// Invariant (the web): A robots.txt that could not be read to its end allows nothing, one that
// leads nowhere or is not there allows all (RFC 9309 §2.3.1).
func TestRobotsThatCannotBeRead(t *testing.T) {
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"breaks off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, "User-agent: *\n")
		}, "error robots-error"},
		"damaged": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			fmt.Fprint(w, "User-agent: *\n")
		}, "error robots-error"},
		"multiple choices": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(300) }, "error robots-error"},
		"broken":           {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, "error robots-error"},
		"busy":             {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(429) }, "error robots-error"},
		"gone":             {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404) }, "fetched"},
		"forbidden":        {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(403) }, "fetched"},
		"a circle":         {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/robots.txt", http.StatusFound) }, "fetched"},
		"leads nowhere":    {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "ftp://x/", http.StatusFound) }, "fetched"},
	} {
		s := newSite(t)
		s.mux.HandleFunc("/robots.txt", c.answer)
		s.page("/a", "A page")
		if p := NewClient(quick(Options{Retries: -1})).Fetch(t.Context(), Request{URL: s.URL + "/a"}); verdictOf(p) != c.want {
			t.Errorf("%s: %s (%s), want %s", name, verdictOf(p), p.Reason, c.want)
		}
	}
}

func TestACrawlCanBeStopped(t *testing.T) {
	s := newSite(t)
	s.tree(200)
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	r, err := Crawl(ctx, NewClient(quick(Options{})), mustGraph(t, s.URL+"/t/", Limits{Depth: 9}), CrawlOptions{Emit: func(Page) error {
		if n++; n == 20 {
			cancel()
		}
		return nil
	}})
	if !errors.Is(err, context.Canceled) || r.Pending == 0 || r.Counts[Failed] != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	full := errors.New("disk full")
	if _, err := Crawl(t.Context(), NewClient(quick(Options{})), mustGraph(t, s.URL+"/t/", Limits{Depth: 9}), CrawlOptions{Emit: func(Page) error { return full }}); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
}

func TestTargetsOfRedirectsGetAVerdictOfTheirOwn(t *testing.T) {
	s := newSite(t)
	s.page("/r/", "Start", "good-old", "bad-old", "both")
	s.page("/r/both", "Both", "good", "bad")
	s.mux.Handle("/r/good-old", http.RedirectHandler("/r/good", http.StatusMovedPermanently))
	s.mux.Handle("/r/bad-old", http.RedirectHandler("/r/bad", http.StatusMovedPermanently))
	s.page("/r/good", "Good")
	s.mux.HandleFunc("/r/bad", func(w http.ResponseWriter, r *http.Request) {
		if s.count("/r/bad") == 1 {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		writePage(w, "Better")
	})
	pages := map[string]Page{}
	if _, err := Crawl(t.Context(), NewClient(quick(Options{})), mustGraph(t, s.URL+"/r/", Limits{Depth: 5}), CrawlOptions{Emit: collect(pages)}); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/r/good-old": "fetched", "/r/good": "duplicate", "/r/bad-old": "error forbidden", "/r/bad": "fetched"} {
		if p := pages[s.URL+path]; verdictOf(p) != want {
			t.Errorf("%s: %s (%s), want %s", path, verdictOf(p), p.Reason, want)
		}
	}
	if s.count("/r/good") != 1 || pages[s.URL+"/r/good"].Of != s.URL+"/r/good-old" {
		t.Errorf("%+v", pages[s.URL+"/r/good"])
	}
}

func TestLinks(t *testing.T) {
	for name, c := range map[string]struct{ header, body, want string }{
		"kinds":    {"", `<a href="a">1</a><AREA HREF='/b'><iframe src=c></iframe><link rel="next" href="d"><link rel=stylesheet href=no><a href="#x">`, "/x/a /b /x/c /x/d"},
		"base":     {"", `<base href="/y/"><a href="a">`, "/y/a"},
		"once":     {"", `<a href="a"><a href="a#1"><a href="./a">`, "/x/a"},
		"nofollow": {"", `<a rel="noopener nofollow" href="a"><a href="b">`, "/x/b"},
		"meta":     {"", `<meta name=ROBOTS content="noindex, nofollow"><a href="b">`, ""},
		"header":   {"noindex, nofollow", `<a href="b">`, ""},
		"refresh":  {"", `<meta http-equiv="Refresh" content="0; URL='İ/b'">`, "/x/%C4%B0/b"},
		"entities": {"", `<a href="?a=1&amp;b=2">`, "/x/?a=1&b=2"},
		"schemes":  {"", `<a href="javascript:x()"><a href="mailto:a@b"><a href="tel:1"><a href="http://[bad">`, ""},
		"utf-16":   {"", "\xff\xfe<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00a\x00>\x00", "/x/a"},
	} {
		p := Page{Final: "http://h/x/", Header: Header{ContentType: "text/html", Robots: c.header}, Body: []byte(c.body)}
		if got := strings.ReplaceAll(strings.Join(linksOf(&p).pages, " "), "http://h", ""); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func FuzzLook(f *testing.F) {
	f.Add("text/html", []byte("<title>404</title><svg/><a href=x>"))
	f.Fuzz(func(t *testing.T, contentType string, body []byte) {
		p := Page{URL: "http://h/", Final: "http://h/", Header: Header{ContentType: contentType}, Body: body, Verdict: Fetched}
		linksOf(&p)
		p.look(false)
		if p.Verdict != Fetched && (p.Body != nil || p.Reason == "") {
			t.Fatalf("%+v", p)
		}
	})
}

// TestMemoryStaysSmall crawls four hosts of the largest pages that fit at once.
func TestMemoryStaysSmall(t *testing.T) {
	var prefixes []string
	filler := strings.Repeat("words of a very long page ", 4000)
	for i := range 4 {
		s := newSite(t)
		s.mux.HandleFunc("/m/", func(w http.ResponseWriter, r *http.Request) {
			writePage(w, fmt.Sprint(i, r.URL.Path), "a", "b", "c")
			for n := 0; n < 19<<20; n += len(filler) {
				fmt.Fprint(w, filler)
			}
		})
		prefixes = append(prefixes, s.URL+"/m/")
	}
	g := mustGraph(t, prefixes[0], Limits{Depth: 2, Prefixes: prefixes})
	for _, p := range prefixes[1:] {
		g.Nodes = append(g.Nodes, Node{URL: p, Found: FoundSitemap})
	}
	j, err := OpenJournal(filepath.Join(t.TempDir(), "j"), g.Digest())
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	r, err := Crawl(t.Context(), NewClient(quick(Options{Timeout: time.Minute})), g, CrawlOptions{Journal: j})
	if err != nil || r.Counts[Fetched] != 16 {
		t.Errorf("%+v, %v", r, err)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Logf("heap %d MiB, resident at most %d MiB", m.HeapSys>>20, peakMemory(t)>>20)
	if m.HeapSys > 300<<20 {
		t.Errorf("the heap rose to %d MiB", m.HeapSys>>20)
	}
}
