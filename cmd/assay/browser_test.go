package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"assay/ingest/browser"
	"assay/internal/assaytest"
)

// A page whose text exists only after its script ran is captured by the whole
// program; a site of plain pages starts no browser.
//
// Invariant (the web): A browser starts only where a plain request shows a shell or a login,
// or policy names it, and nothing it loads leaves the bounds. See also TestScriptsFillPages,
// TestBrowserOnlyWhereItIsNeeded, TestNothingLeavesTheBounds.
func TestBuildReadsWhatScriptsShow(t *testing.T) {
	t.Parallel()
	if _, ok := browser.Find(os.Getenv, exec.LookPath); !ok {
		t.Skip("no Chromium is installed")
	}
	scripted := true
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		text := "<h1>Kettle</h1><p>The kettle of this page boils two litres of water in four minutes.</p><p>It is descaled every month with a spoon of citric acid in a litre of water.</p>"
		if !scripted {
			fmt.Fprintf(w, "<!doctype html><title>Kettle</title><main>%s</main>", text)
			return
		}
		fmt.Fprintf(w, "<!doctype html><title>Kettle</title><div id=root></div><script>document.getElementById('root').innerHTML = %q</script>", text)
	}))
	defer server.Close()
	for _, want := range []string{"browser", "http"} {
		scripted = want == "browser"
		dir := t.TempDir()
		assaytest.Lay(t, dir, map[string]string{"pipeline-policy.yaml": assaytest.ManualPolicy, "01_Wiki/Home.md": "# Home\n\n- [[Kettle]]\n"})
		assaytest.Must(t, 0, dir, "source", "propose", server.URL+"/")
		assaytest.Must(t, 0, dir, "build")
		pages, _ := filepath.Glob(filepath.Join(dir, "03_Sources", "sr_*", "*.md"))
		if len(pages) != 1 {
			t.Fatalf("%s: %d pages", want, len(pages))
		}
		text, err := os.ReadFile(pages[0])
		if err != nil || !strings.Contains(string(text), "boils two litres of water in four minutes") {
			t.Errorf("%s: %v\n%s", want, err, text)
		}
		why, _ := assaytest.Must(t, 0, dir, "why", filepath.Base(filepath.Dir(pages[0])))
		if !strings.Contains(why, "envelope: "+want+", 1 fetched") {
			t.Errorf("why does not name %s:\n%s", want, why)
		}
	}
}
