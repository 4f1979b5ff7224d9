//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"assay/internal/assaytest"
	"assay/provenance"
)

// A server that is killed while clients ask loses no event that one of them was told of, and the
// next one goes on.
func TestKilledServerLosesNoEvent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := map[string]string{"pipeline-policy.yaml": "version: 1.0\n"}
	for i := range 400 {
		files[fmt.Sprintf("shelf/%d.md", i)] = "# A page\n\nIt says little.\n"
	}
	assaytest.Lay(t, dir, files)
	assaytest.Run(t, dir, "build")
	names := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	s, tokens := serveVault(t, dir, names...)
	acknowledged := map[string]bool{}
	next := 0
	for range assaytest.Kills(t) / 2 {
		var mu sync.Mutex
		var crowd sync.WaitGroup
		for _, name := range names {
			c, err := mcp.NewClient(&mcp.Implementation{Name: "kill", Version: "1"}, nil).Connect(t.Context(), s.transport(tokens[name]), nil)
			if err != nil {
				t.Fatal(err)
			}
			crowd.Go(func() {
				defer c.Close()
				for {
					mu.Lock()
					target := fmt.Sprintf("shelf/%d.md", next%400)
					next++
					mu.Unlock()
					r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "propose_source_intake", Arguments: map[string]any{"target": target, "reason": "kill", "wait_seconds": 60}})
					if err != nil || r.IsError { // it is gone
						return
					}
					mu.Lock()
					acknowledged[target] = true
					mu.Unlock()
				}
			})
		}
		time.Sleep(time.Duration(100+rand.IntN(600)) * time.Millisecond)
		s.cmd.Process.Kill()
		s.cmd.Wait()
		crowd.Wait()
		s.start(t)
	}
	c := clientBy(t, s.transport(tokens["a"]), "afterwards") // recovery is the next writer's
	c.work("propose_source_intake", map[string]any{"target": "shelf/0.md", "reason": "kill"})
	held := map[string]bool{}
	for _, e := range events(t, dir) {
		held[e.Text("url")] = held[e.Text("url")] || e.Kind == provenance.KindProposed
	}
	for url := range acknowledged {
		if !held[url] {
			t.Errorf("the proposal of %s was acknowledged, and is lost", url)
		}
	}
	if len(acknowledged) == 0 {
		t.Error("nothing was acknowledged")
	}
	t.Logf("%d proposals acknowledged over %d kills", len(acknowledged), assaytest.Kills(t)/2)
	assaytest.Must(t, 0, dir, "ledger", "verify")
}

// Long work tells how far it is, gives a handle, and can be stopped by its handle or by cancelling
// the call; what was fetched is kept.
func TestLongWorkIsTold(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/manual/") {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<!doctype html><html lang="en"><title>Manual</title><main><h1>Manual</h1><p>The manual has a page for each part of the machine.</p>`)
		for i := range 14 {
			fmt.Fprintf(w, `<a href="/manual/%d.html">Part %d</a> `, i, i)
		}
		if r.URL.Path != "/manual/" {
			time.Sleep(150 * time.Millisecond) // a slow server
			fmt.Fprintf(w, "<p>This part, %s, weighs a hundred grams and is made of brass.</p>", r.URL.Path)
		}
		fmt.Fprint(w, "</main>")
	}))
	defer site.Close()
	dir := t.TempDir()
	assaytest.Lay(t, dir, map[string]string{"pipeline-policy.yaml": strings.ReplaceAll(assaytest.ManualPolicy, "delay: 0s", "delay: 0s, concurrency: 1")})

	var mu sync.Mutex
	var told []string
	session, err := mcp.NewClient(&mcp.Implementation{Name: "x", Version: "1"}, &mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, r.Params.Message)
	}}).Connect(t.Context(), &mcp.CommandTransport{Command: assaytest.Program(dir, "mcp", "--as", "claude")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	c := client{t, session}
	w, _ := c.work("propose_source_intake", map[string]any{"target": site.URL + "/manual/", "reason": "the machine", "wait_seconds": 60})
	if w.Status != "done" || w.Approval.State != "not_needed" {
		t.Fatalf("what policy allows: %+v", w)
	}
	id := w.Source.ID

	// A handle, then stopped by it.
	if w, _ = c.work("execute_source_crawl", map[string]any{"source": id, "wait_seconds": 0}); w.Status != "running" || w.Job == "" {
		t.Fatalf("a handle: %+v", w)
	}
	job := w.Job
	time.Sleep(400 * time.Millisecond)
	if w, _ = c.work("stop_job", map[string]any{"job": job, "wait_seconds": 30}); w.Status != "stopped" || !strings.Contains(w.Message, "kept") {
		t.Errorf("stopped: %+v", w)
	}

	// Cancelled while it waits.
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	_, err = session.CallTool(ctx, &mcp.CallToolParams{Name: "execute_source_crawl", Arguments: map[string]any{"source": id, "wait_seconds": 100}})
	cancel()
	if err == nil {
		t.Error("a cancelled call answers")
	}

	// To its end, with progress.
	params := &mcp.CallToolParams{Name: "execute_source_crawl", Arguments: map[string]any{"source": id, "wait_seconds": 200}}
	params.SetProgressToken("p")
	r, err := session.CallTool(t.Context(), params)
	if err != nil || r.IsError {
		t.Fatalf("%v %s", err, said(r))
	}
	mu.Lock()
	defer mu.Unlock()
	if !slices.ContainsFunc(told, func(m string) bool { return strings.HasPrefix(m, "crawl ") }) {
		t.Errorf("of its progress it is told %q", told)
	}
}
