package tool

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"assay/ingest/extract"
	"assay/ingest/web"
)

// A reply is what a fake program does when its arguments contain a text.
type reply struct {
	Args   string // "" for any
	Stdout string
	Stderr string
	Code   int
	Spam   int           // bytes more on stdout
	Sleep  time.Duration // before it ends
	Child  bool          // start another of itself, which sleeps, and wait
	Write  map[string]string
}

const sleeper = "sleeper"

// TestMain lets the test binary stand in for programs: under another name it answers
// from the file beside it.
func TestMain(m *testing.M) {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	if strings.HasSuffix(name, ".test") || strings.Contains(name, "__debug") {
		os.Exit(m.Run())
	}
	os.Exit(play(name))
}

func play(name string) int {
	if name == sleeper {
		time.Sleep(time.Minute)
		return 0
	}
	dir := filepath.Dir(os.Args[0])
	args := strings.Join(os.Args[1:], " ")
	if f, err := os.OpenFile(filepath.Join(dir, name+".log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		fmt.Fprintf(f, "%q\n", os.Args[1:])
		f.Close()
	}
	os.WriteFile(filepath.Join(dir, name+".env"), []byte(strings.Join(os.Environ(), "\n")), 0o600)
	b, err := os.ReadFile(filepath.Join(dir, name+".json"))
	var replies []reply
	if err != nil || json.Unmarshal(b, &replies) != nil {
		fmt.Fprintln(os.Stderr, "no replies")
		return 99
	}
	for _, r := range replies {
		if !strings.Contains(args, r.Args) {
			continue
		}
		for file, text := range r.Write {
			if os.WriteFile(file, []byte(text), 0o600) != nil {
				return 98
			}
		}
		io.WriteString(os.Stderr, r.Stderr)
		io.WriteString(os.Stdout, r.Stdout)
		for chunk := strings.Repeat("x", 1<<16); r.Spam > 0; r.Spam -= len(chunk) {
			if _, err := io.WriteString(os.Stdout, chunk); err != nil {
				return 97
			}
		}
		if r.Child {
			c := exec.Command(filepath.Join(dir, sleeper))
			c.Stdout = os.Stdout
			if c.Start() == nil {
				os.WriteFile(filepath.Join(dir, "child.pid"), fmt.Append(nil, c.Process.Pid), 0o600)
				c.Wait()
			}
		}
		time.Sleep(r.Sleep)
		return r.Code
	}
	fmt.Fprintln(os.Stderr, "no reply to", args)
	return 96
}

// fake puts programs into a folder for a $PATH.
func fake(t *testing.T, dir, name string, replies ...reply) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(dir, name)
	if runtime.GOOS == "windows" {
		at += ".exe"
	}
	if err := os.Symlink(self, at); err != nil && !os.IsExist(err) {
		t.Fatal(err)
	}
	b, err := json.Marshal(replies)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".json"), b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// log gives the arguments of every run of a fake program, a line each.
func log(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name+".log"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(b)
}

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

func client(o web.Options) *web.Client {
	o.Now = func() time.Time { return noon }
	return web.NewClient(o)
}

// real finds a program that is installed, or skips.
func real(t *testing.T, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		if name == "git" && os.Getenv("CI") != "" {
			t.Fatalf("%s is not installed", name)
		}
		t.Skipf("%s is not installed", name)
	}
}

// crawl maps and reads a source, and gives its pages by address.
func crawl(t *testing.T, e web.Envelope, seed string, l web.Limits, o web.CrawlOptions) (*web.Graph, *web.Result, map[string]web.Page) {
	t.Helper()
	g, err := e.Map(t.Context(), seed, l)
	if err != nil {
		t.Fatalf("map %s: %v", seed, err)
	}
	pages := map[string]web.Page{}
	o.Emit = func(p web.Page) error { pages[p.URL] = p; return nil }
	r, err := e.Crawl(t.Context(), g, o)
	if err != nil {
		t.Fatalf("crawl %s: %v", seed, err)
	}
	return g, r, pages
}

func toJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

type object = map[string]any

// read is what extraction makes of a page.
func read(t *testing.T, p web.Page) (title, author, published, licence, text string) {
	t.Helper()
	d, err := extract.Extract(t.Context(), p.Body, extract.Options{URL: p.URL, ContentType: p.Header.ContentType})
	if err != nil || d.URL != p.URL {
		t.Fatalf("extract %s: %v, URL %s", p.URL, err, d.URL)
	}
	return d.Title, d.Author, d.Published, d.Licence, d.Markdown
}
