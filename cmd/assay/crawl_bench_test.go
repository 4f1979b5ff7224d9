package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/internal/assaytest"

	"golang.org/x/net/html"
)

// TestCrawlTable takes whole documentation sites from their address to a promoted
// note, beside wget of the same site in the same run. `make bench-crawl SITES=…`
// names folders of HTML with an index.html, such as those of Debian's packages
// postgresql-doc-15 and python3.11-doc.
func TestCrawlTable(t *testing.T) {
	sites := filepath.SplitList(os.Getenv("ASSAY_CRAWL_SITES"))
	if len(sites) == 0 {
		t.Skip("`make bench-crawl` runs it")
	}
	bin := filepath.Join(t.TempDir(), "assay")
	if out, err := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	fmt.Println("| site | reachable | held | assay: map | assay: build | pages/s | wget -r | pages/s | peak memory | verified | promoted |\n|---|---|---|---|---|---|---|---|---|---|---|")
	for _, site := range sites {
		crawlSite(t, bin, site)
	}
}

// crawlSite prints a site's row.
func crawlSite(t *testing.T, bin, site string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.FileServer(http.Dir(site))}
	go server.Serve(listener)
	defer server.Close()
	address := "http://" + listener.Addr().String() + "/"
	want := reachable(t, site)

	dir := t.TempDir()
	topic := os.Getenv("ASSAY_CRAWL_TOPIC")
	if topic == "" {
		topic = titleOfSite(site)
	}
	assaytest.Lay(t, dir, map[string]string{"pipeline-policy.yaml": strings.ReplaceAll(assaytest.ManualPolicy, "5000", "50000"),
		"01_Wiki/Home.md": "# Home\n\nWe want to know about [[" + topic + "]].\n"})
	run := func(args ...string) (time.Duration, []byte, int64) {
		cmd := exec.CommandContext(context.Background(), bin, args...)
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		began := time.Now()
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("assay %v: %v\n%s", args, err, out)
		}
		return time.Since(began), out, assaytest.Peak(cmd)
	}
	mapped, _, _ := run("source", "propose", address)
	built, out, memory := run("build", "--json")
	var report struct{ Promoted []string }
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	_, out, _ = run("source", "list", "--json")
	var list struct {
		Sources []struct {
			ID, State string
			Pages     int
		}
	}
	if err := json.Unmarshal(out, &list); err != nil || len(list.Sources) != 1 {
		t.Fatalf("source list: %v\n%s", err, out)
	}
	held := holds(t, dir, list.Sources[0].ID, address)
	for p := range want {
		if !held[p] {
			t.Errorf("%s: %s is reachable and not held", site, p)
		}
	}
	wget := time.Duration(0)
	if _, err := exec.LookPath("wget"); err == nil {
		cmd := exec.Command("wget", "-q", "-r", "-l", "inf", "-np", "-P", t.TempDir(), address)
		began := time.Now()
		cmd.Run() // it ends with 8 where any link is dead
		wget = time.Since(began)
	}
	rate := func(d time.Duration) string {
		if d == 0 {
			return "–"
		}
		return fmt.Sprintf("%.0f", float64(len(want))/d.Seconds())
	}
	fmt.Printf("| %s | %d | %d | %v | %v | %s | %v | %s | %d MB | %t | %s |\n", filepath.Base(filepath.Dir(site)), len(want), len(held),
		mapped.Round(10*time.Millisecond), built.Round(10*time.Millisecond), rate(mapped+built), wget.Round(10*time.Millisecond), rate(wget),
		memory>>20, list.Sources[0].State == "verified" || list.Sources[0].State == "promoted" || list.Sources[0].State == "synthesized", strings.Join(report.Promoted, ", "))
}

// holds is the set of paths that the source's description lists with text.
func holds(t *testing.T, dir, id, address string) map[string]bool {
	text, err := os.ReadFile(filepath.Join(dir, "03_Sources", id, "source.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if p, ok := strings.CutPrefix(strings.TrimSpace(line), `"`+address); ok {
			p = strings.TrimSuffix(p, `":`)
			if p == "" {
				p = "index.html"
			}
			if plain, err := url.PathUnescape(p); err == nil {
				p = plain
			}
			out[p] = true
		}
	}
	return out
}

// reachable are the HTML pages of a folder that links lead to from its index.html: a
// second opinion, which shares no code with the crawler.
func reachable(t *testing.T, site string) map[string]bool {
	seen := map[string]bool{"index.html": true}
	for queue := []string{"index.html"}; len(queue) > 0; queue = queue[1:] {
		f, err := os.Open(filepath.Join(site, filepath.FromSlash(queue[0])))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := html.Parse(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		for n := range doc.Descendants() {
			if n.Type != html.ElementNode || n.Data != "a" && n.Data != "area" {
				continue
			}
			for _, a := range n.Attr {
				u, err := url.Parse(strings.TrimSpace(a.Val))
				if a.Key != "href" || err != nil || u.IsAbs() || u.Host != "" || u.Path == "" {
					continue
				}
				to := strings.TrimPrefix(path.Join("/", path.Dir(queue[0]), u.Path), "/")
				if strings.HasPrefix(u.Path, "/") {
					to = strings.TrimPrefix(path.Clean(u.Path), "/")
				}
				info, err := os.Stat(filepath.Join(site, filepath.FromSlash(to)))
				if err == nil && info.IsDir() {
					to = path.Join(to, "index.html")
					info, err = os.Stat(filepath.Join(site, filepath.FromSlash(to)))
				}
				if err == nil && !info.IsDir() && path.Ext(to) == ".html" && !seen[to] {
					seen[to] = true
					queue = append(queue, to)
				}
			}
		}
	}
	return seen
}

// titleOfSite is a topic that a site surely covers: the name of one of its pages.
func titleOfSite(site string) string {
	if _, err := fs.Stat(os.DirFS(site), "wal-intro.html"); err == nil {
		return "Write-ahead logging"
	}
	return "asyncio"
}
