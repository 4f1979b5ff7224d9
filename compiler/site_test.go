package compiler_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/compiler/view"
	"assay/ingest"
	"assay/ingest/extract"
	"assay/ingest/web"
	"assay/vault"
)

// A site is a web site on loopback whose pages tests change.
type site struct {
	testing.TB
	url string

	mu    sync.Mutex
	pages map[string]string // path → HTML; "→ URL" redirects, "!410" is a status
	asked map[string]int    // requests answered with a body, by path
	total int
}

// newSite serves pages. Validators are those of the text, as good servers do it.
func newSite(tb testing.TB, pages map[string]string) *site {
	s := &site{TB: tb, pages: pages, asked: map[string]int{}}
	server := httptest.NewServer(s)
	tb.Cleanup(server.Close)
	s.url = server.URL + "/"
	return s
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total++
	text, ok := s.pages[r.URL.Path]
	if to, redirects := strings.CutPrefix(text, "→ "); redirects {
		http.Redirect(w, r, to, http.StatusMovedPermanently)
		return
	}
	var status int
	if n, _ := fmt.Sscanf(text, "!%d", &status); n == 1 || !ok {
		w.WriteHeader(max(status, 404*bit(!ok)))
		return
	}
	tag := `"` + vault.HashText([]byte(text)).String() + `"`
	w.Header().Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	s.asked[r.URL.Path]++
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if strings.HasSuffix(r.URL.Path, ".txt") {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	}
	if strings.HasSuffix(r.URL.Path, ".md") {
		w.Header().Set("Content-Type", "text/markdown; charset=utf-8")
	}
	fmt.Fprint(w, text)
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (s *site) set(path, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages[path] = text
}

// bodies counts the answers with a body since the last time, and all requests.
func (s *site) bodies() (bodies, requests int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, n := range s.asked {
		if path != "/robots.txt" {
			bodies += n
		}
	}
	requests = s.total
	s.asked, s.total = map[string]int{}, 0
	return bodies, requests
}

// page is an HTML page.
func page(title string, body ...string) string {
	return "<!doctype html><html lang=en><head><title>" + title + "</title></head><body><main><h1>" + title + "</h1>\n" +
		strings.Join(body, "\n") + "\n</main></body></html>"
}

// loopback reaches web sites by plain requests.
type loopback struct{ client *web.Client }

func openLoopback(o view.WebOptions) view.Web { return loopback{web.NewClient(o.Options)} }

// openImpatient does not wait before it tries again.
func openImpatient(o view.WebOptions) view.Web {
	o.Sleep = func(context.Context, time.Duration) error { return nil }
	return openLoopback(o)
}

func (l loopback) Ways(seed string) (string, []web.Envelope, error) {
	at, err := web.Canonical(seed)
	return at, []web.Envelope{web.HTTP{Client: l.client}}, err
}

// realExtractor is the one that users have.
type realExtractor struct{}

func (realExtractor) Repeated(pages []string) []string { return extract.Repeated(pages) }
func (realExtractor) Strip(markdown string, repeated []string) string {
	return extract.Strip(markdown, repeated)
}

func (realExtractor) Extract(ctx context.Context, raw []byte, o view.Original) (ingest.Document, error) {
	return extract.Extract(ctx, raw, extract.Options{Name: o.Name, URL: o.URL, ContentType: o.ContentType})
}

// webPolicy lets the loopback be read.
const webPolicy = `version: 1.0
safety: {approved_domains: ["127.0.0.1"], require_hitl_for_costs_over: 100}
crawl: {delay: 0s, allow_private_hosts: ["127.0.0.1"]}
promotion: {mode: auto}
`

// newWebVault is a vault that may read web sites on loopback.
func newWebVault(tb testing.TB, policy string, files map[string]string) *testVault {
	v := newVault(tb, files)
	v.write("pipeline-policy.yaml", policy)
	v.world.OpenWeb, v.world.Extract = openLoopback, realExtractor{}
	return v
}

const ada = "person:ada"

// propose proposes as a person.
func (v *testVault) propose(url string) *reports.SourceReport {
	v.Helper()
	r, err := sources.Propose(context.Background(), v.open(), sources.Proposal{Target: url, By: ada, Why: "a test"})
	if err != nil {
		v.Fatal(err)
	}
	return r
}

func (v *testVault) refresh() *reports.Report {
	v.Helper()
	r, err := sources.Refresh(context.Background(), v.open(), sources.RefreshOptions{})
	if err != nil {
		v.Fatal(err)
	}
	return r
}
