package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// fireServe serves what a service that speaks Firecrawl's API v2 has of $SITE, until the script
// ends, as $FIRECRAWL: firecrawl DIR. The folder has a page of the site as Markdown, page.md for
// page.html; search.json is what a search answers. The first question of each kind is answered
// with 429, and requests.txt is written as by serve.
func fireServe(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: firecrawl folder")
	}
	f := &fireService{dir: ts.MkAbs(args[0]), site: ts.Getenv("SITE"), asked: map[string]bool{}}
	server := httptest.NewServer(f)
	ts.Defer(server.Close)
	ts.Setenv("FIRECRAWL", server.URL)
}

type fireService struct {
	dir, site string

	mu    sync.Mutex
	asked map[string]bool
}

func (f *fireService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	status, answer := f.answer(r)
	if log, err := os.OpenFile(filepath.Join(f.dir, "requests.txt"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666); err == nil {
		fmt.Fprintf(log, "%d %s %s\n", status, r.Method, r.URL.Path)
		log.Close()
	}
	w.Header().Set("Content-Type", "application/json")
	if status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "0")
	}
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(answer)
}

func (f *fireService) answer(r *http.Request) (int, any) {
	fault := func(status int, text string) (int, any) {
		return status, map[string]any{"success": false, "error": text}
	}
	if !strings.HasPrefix(r.Header.Get("Authorization"), "Bearer fc-") {
		return fault(http.StatusUnauthorized, "Unauthorized: Invalid token")
	}
	if !f.asked[r.URL.Path] {
		f.asked[r.URL.Path] = true
		return fault(http.StatusTooManyRequests, "Rate limit exceeded")
	}
	var in struct{ URL, Query string }
	json.NewDecoder(r.Body).Decode(&in)
	switch r.Method + " " + r.URL.Path {
	case "POST /v2/search":
		text, err := os.ReadFile(filepath.Join(f.dir, "search.json"))
		if err != nil || in.Query == "" {
			return fault(http.StatusBadRequest, "no query")
		}
		return http.StatusOK, json.RawMessage(strings.ReplaceAll(string(text), "$SITE", f.site))
	case "POST /v2/map":
		links := []any{}
		filepath.WalkDir(f.dir, func(path string, d fs.DirEntry, err error) error {
			if rel, relErr := filepath.Rel(f.dir, path); err == nil && relErr == nil && strings.HasSuffix(rel, ".md") {
				links = append(links, map[string]any{"url": f.site + "/" + strings.TrimSuffix(filepath.ToSlash(rel), ".md") + ".html"})
			}
			return nil
		})
		return http.StatusOK, map[string]any{"success": true, "links": links}
	case "POST /v2/scrape":
		u, err := url.Parse(in.URL)
		if err != nil {
			return fault(http.StatusBadRequest, "no address")
		}
		page := map[string]any{"sourceURL": in.URL, "url": in.URL, "statusCode": 200, "contentType": "text/html", "creditsUsed": 1, "language": "en"}
		text, err := os.ReadFile(filepath.Join(f.dir, filepath.FromSlash(strings.TrimSuffix(u.Path, ".html")+".md")))
		if err != nil { // 200 and success, as the service has it
			page["statusCode"] = 404
			text = []byte("Not found")
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
		page["title"] = title
		return http.StatusOK, map[string]any{"success": true, "data": map[string]any{"markdown": string(text), "links": []string{}, "metadata": page}}
	}
	return fault(http.StatusNotFound, "Not found")
}
