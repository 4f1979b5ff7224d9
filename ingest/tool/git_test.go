package tool

import (
	"errors"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/ingest/web"
)

// repository makes one with a commit of the given files, and a tag v1.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	real(t, "git")
	dir := filepath.Join(t.TempDir(), "it.git")
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git(t, dir, "init", "-q", "-b", "trunk")
	git(t, dir, "config", "uploadpack.allowFilter", "true")
	commit(t, dir, "2024-05-06T07:08:09Z")
	git(t, dir, "tag", "-a", "v1", "-m", "one")
	return dir
}

func commit(t *testing.T, dir, date string) {
	t.Helper()
	git(t, dir, "add", "-A")
	cmd := exec.Command("git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "m")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("commit: %v\n%s", err, out)
	}
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b", "-C", dir}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// served is a repository behind git's own HTTP server on loopback.
func served(t *testing.T, dir string, before func(http.ResponseWriter, *http.Request) bool) string {
	t.Helper()
	out, err := exec.Command("git", "--exec-path").Output()
	if err != nil {
		t.Fatal(err)
	}
	backend := filepath.Join(strings.TrimSpace(string(out)), "git-http-backend")
	if _, err := os.Stat(backend); err != nil {
		t.Skip("git has no HTTP server here")
	}
	h := &cgi.Handler{Path: backend, Env: []string{"GIT_PROJECT_ROOT=" + filepath.Dir(dir), "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*"}, InheritEnv: []string{"PATH"}}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if v := r.Header.Get("Git-Protocol"); v != "" {
			r.Header.Set("GIT_PROTOCOL", v)
		}
		if before == nil || before(w, r) {
			h.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

var docs = map[string]string{
	"README.md":              "# It\n\nWhat it is.\n",
	"docs/guide.md":          "---\ntitle: Guide\n---\n\nHow to.\n",
	"docs/a b#c.md":          "# Odd name\n",
	"docs/notes.rst":         "Notes\n=====\n",
	"docs/empty.md":          "\n",
	"docs/binary.txt":        "a\x00b",
	"src/main.go":            "package main\n",
	"node_modules/x/read.md": "no\n",
	"CHANGELOG":              "1.0 first\n",
}

func TestGit(t *testing.T) {
	dir := repository(t, docs)
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "docs", "link.md")); err == nil {
		commit(t, dir, "2024-05-06T07:08:09Z")
	}
	at := served(t, dir+"/.git", nil)
	temp := t.TempDir()
	var asked []string
	o := Options{Temp: temp, Client: client(web.Options{AllowPrivateHosts: []string{"127.0.0.1"}, Allow: func(u string) error { asked = append(asked, u); return nil }})}
	seed := "git+" + at + "/.git"
	g, r, pages := crawl(t, Git{o}, seed, web.Limits{Depth: 1}, web.CrawlOptions{})
	var names []string
	for _, n := range g.Nodes {
		names = append(names, strings.TrimPrefix(n.URL, g.Start))
	}
	want := []string{"#README.md", "#docs/a%20b%23c.md", "#docs/binary.txt", "#docs/empty.md", "#docs/guide.md", "#docs/notes.rst", "#CHANGELOG"}
	if !slices.Equal(names, want) || g.Partial != "" || g.Nodes[0].LastMod != "2024-05-06" {
		t.Fatalf("mapped %q, partial %q", names, g.Partial)
	}
	if r.Counts[web.Fetched] != 5 || r.Counts[web.Soft404] != 1 || r.Counts[web.Type] != 1 || len(asked) == 0 {
		t.Errorf("came to %v, policy was asked about %v", r.Counts, asked)
	}
	head := git(t, dir, "rev-parse", "HEAD")
	readme := pages[g.Start+"#README.md"]
	if got := string(readme.Body); got != "---\npublished: \"2024-05-06\"\nurl: \""+readme.URL+"\"\nrevision: \""+head+"\"\n---\n\n# It\n\nWhat it is.\n" {
		t.Errorf("the readme is %q", got)
	}
	if got := string(pages[g.Start+"#docs/guide.md"].Body); !strings.HasPrefix(got, "---\ntitle: Guide\npublished: ") {
		t.Errorf("frontmatter of its own became %q", got)
	}
	if h := readme.Header; h.ETag != `"`+git(t, dir, "rev-parse", "HEAD:README.md")+`"` || h.LastModified != "Mon, 06 May 2024 07:08:09 GMT" || h.ContentType != markdown {
		t.Errorf("header %+v", h)
	}

	// A refresh reads what changed.
	if err := os.WriteFile(filepath.Join(dir, "CHANGELOG"), []byte("1.1 second\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	commit(t, dir, "2024-06-07T00:00:00Z")
	_, again, _ := crawl(t, Git{o}, seed, web.Limits{Depth: 1}, web.CrawlOptions{Known: func(u string) web.Known { return web.Known{ETag: pages[u].Header.ETag} }})
	if again.Counts[web.NotModified] != 6 || again.Counts[web.Fetched] != 1 {
		t.Errorf("a refresh came to %v", again.Counts)
	}

	// A tag stays where it was, a part of the tree is a source.
	_, _, old := crawl(t, Git{o}, seed+"@v1#CHANGELOG", web.Limits{Depth: 1}, web.CrawlOptions{})
	if p := old[seed+"@v1#CHANGELOG"]; len(old) != 1 || string(p.Body) != "1.0 first\n" {
		t.Errorf("the tag has %v", old)
	}
	for ref, verdict := range map[string]web.Verdict{"v9": web.Gone, head: "", "trunk": ""} {
		g, err := Git{o}.Map(t.Context(), seed+"@"+ref, web.Limits{Depth: 1})
		if err != nil || g.Nodes[0].Verdict != verdict {
			t.Errorf("ref %s: %v, %+v", ref, err, g.Nodes[0])
		}
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// Each way in which a repository cannot be read has its verdict.
func TestGitRefusals(t *testing.T) {
	dir := repository(t, docs)
	inner := served(t, dir+"/.git", nil)
	allowed := web.Options{AllowPrivateHosts: []string{"127.0.0.1"}}
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, ".netrc"), []byte("machine 127.0.0.1 login a password b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	local := "git+file://" + filepath.ToSlash(dir)
	for name, c := range map[string]struct {
		seed    string
		o       web.Options
		clone   int64
		serve   func(http.ResponseWriter, *http.Request) bool
		verdict web.Verdict
		class   web.Class
		reason  string
	}{
		"address that is not public": {verdict: web.Denied, reason: "which is loopback"},
		"policy": {o: web.Options{AllowPrivateHosts: []string{"127.0.0.1"}, Allow: func(u string) error { return errors.New("it is denied") }},
			verdict: web.Denied, reason: "it is denied"},
		"a folder that is named": {seed: local},
		"no folder":              {seed: local + "x", verdict: web.Gone},
		"login": {o: allowed, verdict: web.LoginWall, serve: func(w http.ResponseWriter, r *http.Request) bool {
			if r.Header.Get("Authorization") != "" {
				t.Error("somebody's password was sent")
			}
			w.Header().Set("WWW-Authenticate", "Basic")
			w.WriteHeader(401)
			return false
		}},
		"gone":      {o: allowed, verdict: web.Gone, serve: func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(404); return false }},
		"throttled": {o: allowed, verdict: web.Failed, class: web.ClassThrottled, serve: func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(429); return false }},
		"broken":    {o: allowed, verdict: web.Failed, class: web.ClassServer, serve: func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(502); return false }},
		"redirect to a host that is denied": {
			o: web.Options{AllowPrivateHosts: []string{"127.0.0.1", "localhost"}, Allow: func(u string) error {
				return map[bool]error{true: errors.New("not there")}[strings.Contains(u, "localhost")]
			}},
			serve: func(w http.ResponseWriter, r *http.Request) bool {
				http.Redirect(w, r, strings.Replace(inner, "127.0.0.1", "localhost", 1)+r.URL.String(), http.StatusFound)
				return false
			}, verdict: web.Denied, reason: "not there"},
		"redirect to an address that is not public": {o: web.Options{AllowPrivateHosts: []string{"127.0.0.1"}}, serve: func(w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, "http://[::1]:9/"+r.URL.String(), http.StatusFound)
			return false
		}, verdict: web.Denied, reason: "which is loopback"},
		"nonsense": {o: allowed, verdict: web.Failed, class: web.ClassTool, serve: func(w http.ResponseWriter, _ *http.Request) bool {
			w.Write([]byte("\x1b[31mhello"))
			return false
		}},
		"too large": {o: allowed, clone: 1000, verdict: web.Failed, class: web.ClassTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			seed := c.seed
			if seed == "" {
				seed = "git+" + served(t, dir+"/.git", c.serve) + "/.git"
			}
			g, err := Git{Options{Client: client(c.o), Temp: t.TempDir(), MaxClone: c.clone}}.Map(t.Context(), seed, web.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			n := g.Nodes[0]
			if n.Verdict != c.verdict || n.Class != c.class && c.class != "" || !strings.Contains(n.Reason, c.reason) || strings.Contains(n.Reason, "\x1b") {
				t.Errorf("%+v", n)
			}
			if (g.Partial == "") != (c.verdict == "") {
				t.Errorf("partial: %q", g.Partial)
			}
		})
	}
}

// Files of the sites that show them have the addresses that a person would open.
func TestGitAddresses(t *testing.T) {
	for seed, want := range map[string]string{
		"https://github.com/o/r.git":            "https://github.com/o/r/blob/main/docs/a%20b.md",
		"git+https://gitlab.com/g/s/r.git":      "https://gitlab.com/g/s/r/-/blob/main/docs/a%20b.md",
		"git+ssh://git@codeberg.org/o/r.git":    "https://codeberg.org/o/r/src/branch/main/docs/a%20b.md",
		"git+https://example.org/x/r.git@main":  "git+https://example.org/x/r.git@main#docs/a%20b.md",
		"https://Example.org:443/r.git?ref=1.0": "https://example.org/r.git?ref=1.0#docs/a%20b.md",
	} {
		r, err := parseRepo(seed)
		if err != nil {
			t.Fatal(err)
		}
		at := target{name: "main", kind: "branch"}
		base := r.base(at)
		got := pageURL(r, base, "docs/a b.md")
		c := clone{r: r, at: at, by: map[string]document{"docs/a b.md": {path: "docs/a b.md"}}}
		if _, ok := c.find(got, base); got != want || !ok || !web.Within(r.prefix(), got) {
			t.Errorf("%s: %s, within %s", seed, got, r.prefix())
		}
	}
}
