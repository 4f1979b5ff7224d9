package web

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// BenchmarkCrawl crawls 1,000 pages of loopback with no pause; ASSAY_TEST_SITE names
// a folder of HTML to serve in their place.
func BenchmarkCrawl(b *testing.B) {
	s := &site{mux: http.NewServeMux()}
	s.tree(1000)
	handler, seed, reachable := http.Handler(s.mux), "/t/", 1000
	if dir := os.Getenv("ASSAY_TEST_SITE"); dir != "" {
		handler, seed, reachable = http.FileServer(http.Dir(dir)), "/", 0
		filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if strings.HasSuffix(path, ".html") {
				reachable++
			}
			return nil
		})
	}
	server := httptest.NewServer(handler)
	defer server.Close()
	for b.Loop() {
		g, err := NewGraph(server.URL+seed, Limits{Depth: 100, Pages: 5000})
		if err != nil {
			b.Fatal(err)
		}
		j, err := OpenJournal(filepath.Join(b.TempDir(), "j"), g.Digest())
		if err != nil {
			b.Fatal(err)
		}
		c := NewClient(quick(Options{}))
		missing, began := "", time.Now()
		r, err := Crawl(b.Context(), c, g, CrawlOptions{Journal: j, Emit: func(p Page) error {
			if p.Verdict != Fetched && p.Verdict != Type && p.Verdict != Duplicate {
				missing += "\n" + p.URL + " " + verdictOf(p) + " " + p.Reason
			}
			return nil
		}})
		if err != nil {
			b.Fatal(err)
		}
		j.Close()
		c.Close()
		took := time.Since(began).Seconds()
		b.ReportMetric(float64(r.Pages)/took, "pages/s")
		b.ReportMetric(float64(r.Bytes)/1e6/took, "MB/s")
		if os.Getenv("ASSAY_TEST_SITE") != "" {
			b.Logf("%v of %d files; not fetched:%s", r.Counts, reachable, missing)
		}
	}
}
