package archive

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"assay/ingest/web"
)

func client(allow func(string) error) *web.Client {
	return web.NewClient(web.Options{
		UserAgent: "assay/test", AllowPrivateHosts: []string{"127.0.0.1"}, Allow: allow, Retries: -1,
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
}

// Invariant (the web): An archive that has no copy and one that could not be asked are told
// apart. See also web_again.txtar.
func TestFind(t *testing.T) {
	var asked string
	answer := ""
	mux := http.NewServeMux()
	mux.HandleFunc("/wayback/available", func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.RawQuery
		fmt.Fprint(w, answer)
	})
	copies := 0
	mux.HandleFunc("/web/", func(w http.ResponseWriter, r *http.Request) {
		copies++
		switch {
		case strings.Contains(r.URL.Path, "lost"):
			http.NotFound(w, r)
		case strings.Contains(r.URL.Path, "busy"):
			w.WriteHeader(503)
		case strings.Contains(r.URL.Path, "near"):
			http.Redirect(w, r, "/web/20250102030405/x", http.StatusFound)
		default:
			fmt.Fprint(w, strings.Repeat("a copy ", 100_000))
		}
	})
	s := httptest.NewServer(mux)
	defer s.Close()
	closest := func(name, status string) string {
		return `{"url":"x","archived_snapshots":{"closest":{"available":true,"url":"` + s.URL + `/web/20250102030405/` + name + `","timestamp":"20250102030405","status":` + status + `}}}`
	}
	at := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, name := range []string{"x", "near"} {
		answer = closest(name, `"200"`)
		got, err := Find(t.Context(), client(nil), s.URL+"/", "https://gone.example/a?b=c", at)
		if err != nil || got.URL != s.URL+"/web/20250102030405/"+name || got.Status != 200 || !got.Time.Equal(time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC)) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if asked != "timestamp=20250101000000&url=https%3A%2F%2Fgone.example%2Fa%3Fb%3Dc" {
		t.Errorf("asked %s", asked)
	}
	copies = 0
	for name, a := range map[string]string{
		"no copy": `{"archived_snapshots":{}}`, "not available": `{"archived_snapshots":{"closest":{"available":false}}}`,
		"of a failure": closest("x", `"404"`), "of a redirect": closest("x", "301"), "lost": closest("lost", `"200"`),
	} {
		answer = a
		if _, err := Find(t.Context(), client(nil), s.URL, "https://gone.example/", time.Time{}); !errors.Is(err, ErrNone) {
			t.Errorf("%s: %v, want none", name, err)
		}
	}
	if copies != 1 {
		t.Errorf("%d copies were asked for", copies)
	}
	for name, a := range map[string]string{
		"busy": closest("busy", `"200"`), "no JSON": "<html>", "other": `{}`, "a list": `[]`, "huge": strings.Repeat("x", maxReply+1),
		"no status": closest("x", `{}`), "no address": strings.ReplaceAll(closest("x", `"200"`), "http:", "file:"),
		"inward": strings.ReplaceAll(closest("x", `"200"`), "127.0.0.1", "127.0.0.2"),
	} {
		answer = a
		if got, err := Find(t.Context(), client(nil), s.URL, "https://gone.example/", time.Time{}); err == nil || errors.Is(err, ErrNone) {
			t.Errorf("%s: %+v, %v, want that nobody could look", name, got, err)
		}
	}
	answer = closest("x", `"200"`)
	if _, err := Find(t.Context(), client(func(u string) error { return errors.New("denied") }), s.URL, "https://gone.example/", at); err == nil || errors.Is(err, ErrNone) {
		t.Errorf("against policy: %v", err)
	}
	s.Close()
	if _, err := Find(t.Context(), client(nil), s.URL, "https://gone.example/", at); err == nil || errors.Is(err, ErrNone) {
		t.Errorf("no archive: %v", err)
	}
}
