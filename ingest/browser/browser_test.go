package browser

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"assay/ingest/web"
)

func TestScriptsFillPages(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{
		"/plain":     "<title>Tea</title><p>" + strings.Repeat(filler, 4),
		"/inline":    script(show(`"` + filler + ` inline ☕ \ud83c\udf75"`)),
		"/json":      script(`fetch("/tea.json").then(r => r.json()).then(d => { ` + show(`d.text`) + ` })`),
		"/tea.json":  `{"text": "` + filler + ` from json"}`,
		"/module":    fmt.Sprintf(shell, `<script type="module" src="/main.js"></script>`),
		"/main.js":   `import {text} from "/dep.js"; ` + show("text"),
		"/dep.js":    `export const text = "` + filler + ` from a module";`,
		"/late":      script(`setTimeout(() => {` + show(`"`+filler+` late"`) + `}, 400)`),
		"/short":     script(show(`"Nine words are all that this page ever has."`)),
		"/shadow":    script(`const h = document.createElement("tea-box"); h.innerHTML = "<b>in the slot</b>"; document.getElementById("root").append(h); h.attachShadow({mode: "open"}).innerHTML = "<p>` + filler + ` before <slot></slot> after</p>";`),
		"/clobbered": fmt.Sprintf(shell, `<form><input name="childNodes"><input name="nodeType"></form><img name="documentElement"><script>Element.prototype.getElementsByTagName = null; `+show(`"`+filler+` clobbered"`)+`</script>`),
		"/alert":     script(`alert("one"); confirm("two"); prompt("three"); window.open("/popup"); ` + show(`"`+filler+` after dialogs"`)),
		"/popup":     "<p>popup",
		"/empty":     script(`document.title = "still nothing"`),
		"/data":      fmt.Sprintf(shell, `<script type="application/ld+json">{"a": "kept"}</script><noscript>enable JavaScript</noscript><script>`+show(`"`+filler+`"`)+`</script>`),
		"/login":     script(`document.title = "Sign in"; document.body.innerHTML = "<h1>Sign in</h1><form><input type=password></form>"`),
		"/gone":      script(`location.replace("/missing")`),
		"/text":      script(`location.href = "/words.txt"`),
		"/words.txt": filler,
		"/moves":     script(`history.replaceState(null, "", "/moved#part"); ` + show(`"`+filler+` moved"`)),
		"/leads":     script(`location.href = "/inline"`),
		"/round":     script(`location.href = "/round?" + Math.random()`),
	})
	b := browse(t, Options{}, web.Options{UserAgent: "assay/1 (+https://example.org)"})
	fetch := func(path string) web.Page {
		t.Helper()
		return b.Fetch(t.Context(), web.Request{URL: s.URL + path})
	}
	if p := fetch("/plain"); p.Verdict != web.Fetched || p.Via != "" || b.Started() != 0 {
		t.Fatalf("a plain page: %s %q, %d browsers", p.Verdict, p.Via, b.Started())
	}
	for _, c := range []struct{ path, text string }{
		{"/inline", "inline ☕ 🍵"}, {"/json", "from json"}, {"/module", "from a module"}, {"/late", " late"}, {"/short", "Nine words"},
		{"/shadow", "before <slot><b>in the slot</b></slot> after"}, {"/clobbered", " clobbered"}, {"/alert", "after dialogs"},
	} {
		p := fetch(c.path)
		if p.Verdict != web.Fetched || !strings.Contains(string(p.Body), c.text) {
			t.Errorf("%s: %s %s\n%s", c.path, p.Verdict, p.Reason, p.Body)
			continue
		}
		if p.Via != "browser" || p.Status != 200 || p.Header.ContentType != "text/html; charset=utf-8" || p.Hash == (web.Sum{}) || p.Requests < 2 || p.Bytes == 0 || p.Final != s.URL+c.path || p.Header.ETag != "" {
			t.Errorf("%s: %+v", c.path, p)
		}
	}
	if p := fetch("/data"); !strings.Contains(string(p.Body), `"kept"`) || strings.Contains(string(p.Body), "noscript") || strings.Contains(string(p.Body), "getElementById") {
		t.Errorf("scripts: %s", p.Body)
	}
	for path, want := range map[string]web.Verdict{
		"/empty": web.Shell, "/login": web.LoginWall, "/gone": web.Gone, "/text": web.Type, "/round": web.Failed,
	} {
		if p := fetch(path); p.Verdict != want || p.Body != nil || p.Reason == "" {
			t.Errorf("%s: %s %s, want %s", path, p.Verdict, p.Reason, want)
		}
	}
	for path, want := range map[string]string{"/moves": "/moved", "/leads": "/inline"} {
		if p := fetch(path); p.Verdict != web.Fetched || p.Final != s.URL+want || len(p.Redirects) != 1 {
			t.Errorf("%s: %s %s, at %s", path, p.Verdict, p.Reason, p.Final)
		}
	}
	if s.saw("/popup") {
		t.Error("a window was opened")
	}
	if b.Started() != 1 {
		t.Errorf("%d browsers", b.Started())
	}
	if !strings.HasSuffix(s.agent, "assay/1 (+https://example.org)") {
		t.Errorf("agent %q", s.agent)
	}
}

func TestNothingLeavesTheBounds(t *testing.T) {
	t.Parallel()
	evil := serve(t, map[string]string{"/": "<p>" + strings.Repeat(filler, 4), "/x.js": show(`"evil"`), "/x.json": `{"text": "evil"}`})
	private := evil.at("localhost", "/")
	denied := evil.at("127.0.0.1", "/")
	allow := func(u string) error {
		if strings.HasPrefix(u, evil.URL+"/") {
			return errors.New("the domain is denied")
		}
		return nil
	}
	load := func(base string) string {
		return script(`const s = document.createElement("script"); s.src = "` + base + `x.js"; document.head.append(s);
			const done = () => {` + show(`"`+filler+` own text"`) + `};
			fetch("` + base + `x.json", {mode: "no-cors"}).then(done, done);
			new Image().src = "` + base + `x.png"; const f = document.createElement("iframe"); f.src = "` + base + `"; document.body.append(f);
			try { new WebSocket("` + strings.Replace(base, "http", "ws", 1) + `ws") } catch (e) {}
			new Worker(URL.createObjectURL(new Blob(["fetch('` + base + `worker', {mode: 'no-cors'})"])))`)
	}
	s := serve(t, map[string]string{
		"/robots.txt":       "User-agent: *\nDisallow: /secret",
		"/docs/denied":      script(`location.href = "` + denied + `"`),
		"/docs/private":     script(`location.href = "` + private + `"`),
		"/docs/out":         script(`location.href = "/elsewhere"`),
		"/elsewhere":        "<p>" + strings.Repeat(filler, 4),
		"/docs/secret":      script(`location.href = "/secret"`),
		"/secret":           "<p>" + strings.Repeat(filler, 4),
		"/docs/file":        script(`location.href = "file:///etc/passwd"`),
		"/docs/form":        fmt.Sprintf(shell, `<form id="f" method="post" action="/docs/post"></form><script>document.getElementById("f").submit()</script>`),
		"/docs/loads":       load(denied),
		"/docs/loadsinside": load(private),
	})
	b := browse(t, Options{}, web.Options{Allow: allow})
	for path, want := range map[string]struct {
		verdict web.Verdict
		reason  string
	}{
		"/docs/denied": {web.Denied, "the domain is denied"}, "/docs/private": {web.Denied, "outside the prefixes"}, "/docs/out": {web.Denied, "outside the prefixes"},
		"/docs/secret": {web.Denied, "outside the prefixes"}, "/docs/form": {web.Denied, "form"},
	} {
		p := b.Fetch(t.Context(), web.Request{URL: s.URL + path, Prefixes: []string{s.URL + "/docs/"}})
		if p.Verdict != want.verdict || !strings.Contains(p.Reason, want.reason) || p.Body != nil {
			t.Errorf("%s: %s %s", path, p.Verdict, p.Reason)
		}
	}
	if p := b.Fetch(t.Context(), web.Request{URL: s.URL + "/docs/private"}); p.Verdict != web.Denied || !strings.Contains(p.Reason, "which is loopback") {
		t.Errorf("a private address: %s %s", p.Verdict, p.Reason)
	}
	if p := b.Fetch(t.Context(), web.Request{URL: s.URL + "/docs/secret"}); p.Verdict != web.Robots {
		t.Errorf("robots.txt: %s %s", p.Verdict, p.Reason)
	}
	if p := b.Fetch(t.Context(), web.Request{URL: s.URL + "/docs/file"}); strings.Contains(string(p.Body), "root:") || p.Verdict == web.Fetched {
		t.Errorf("a file: %s %s", p.Verdict, p.Body)
	}
	for _, path := range []string{"/docs/loads", "/docs/loadsinside"} {
		p := b.Fetch(t.Context(), web.Request{URL: s.URL + path})
		if p.Verdict != web.Fetched || !strings.Contains(string(p.Body), "own text") || strings.Contains(string(p.Body), "evil") {
			t.Errorf("%s: %s %s %s", path, p.Verdict, p.Reason, p.Body)
		}
	}
	evil.mu.Lock()
	defer evil.mu.Unlock()
	if len(evil.asked) > 0 {
		t.Errorf("out of the bounds: %q", evil.asked)
	}
	if s.saw("/secret") || s.saw("/elsewhere") || s.saw("/docs/post") {
		t.Errorf("asked for what is refused: %q", s.asked)
	}
}

func TestHostilePagesEnd(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{
		"/loop":    script(`for (;;) {}`),
		"/grows":   script(`let s = "<p>` + filler + `</p>"; document.getElementById("root").innerHTML = s.repeat(20000)`),
		"/console": script(`for (let i = 0; i < 8; i++) console.log("x".repeat(1 << 20)); ` + show(`"`+filler+` said"`)),
		"/dialogs": script(`for (;;) alert("again")`),
		"/asks":    script(`for (let i = 0; i < 1200; i++) fetch("/tea.json?" + i).catch(() => 0); ` + show(`"`+filler+`"`)),
		"/posts":   script(`fetch("/tea.json", {method: "POST", body: "x".repeat(30 << 20)}).catch(() => 0); ` + show(`"`+filler+`"`)),
		"/eats":    script(`const all = []; for (;;) all.push(document.createElement("div").innerHTML = "<p>".repeat(1000), new ArrayBuffer(8 << 20)), new Uint8Array(all.at(-1)).fill(1)`),
		"/after":   script(show(`"` + filler + ` after"`)),
	})
	hurried := browse(t, Options{Timeout: 2 * time.Second}, web.Options{})
	b := browse(t, Options{MaxBody: 1 << 20, MaxMemory: 500 << 20}, web.Options{})
	for _, c := range []struct {
		b       *Browser
		path    string
		verdict web.Verdict
		class   web.Class
	}{
		{hurried, "/loop", web.Failed, web.ClassTimeout}, {hurried, "/dialogs", web.Failed, web.ClassTimeout},
		{b, "/grows", web.Failed, web.ClassTooLarge}, {b, "/console", web.Fetched, ""}, {b, "/after", web.Fetched, ""},
	} {
		if p := c.b.Fetch(t.Context(), web.Request{URL: s.URL + c.path}); p.Verdict != c.verdict || p.Class != c.class {
			t.Errorf("%s: %s %s %s", c.path, p.Verdict, p.Class, p.Reason)
		}
	}
	if hurried.Started() != 2 {
		t.Errorf("%d browsers for two pages that never end", hurried.Started())
	}
	if p := b.Fetch(t.Context(), web.Request{URL: s.URL + "/asks"}); p.Requests > maxRequests+2 {
		t.Errorf("%d requests", p.Requests)
	}
	if p := browse(t, Options{}, web.Options{}).Fetch(t.Context(), web.Request{URL: s.URL + "/posts"}); p.Verdict != web.Fetched {
		t.Errorf("/posts: %s %s %s", p.Verdict, p.Class, p.Reason)
	}
	if runtime.GOOS == "linux" {
		if p := b.Fetch(t.Context(), web.Request{URL: s.URL + "/eats"}); p.Verdict != web.Failed || p.Class == web.ClassTimeout {
			t.Errorf("/eats: %s %s %s", p.Verdict, p.Class, p.Reason)
		}
	}
}

// Invariant (the web): A browser leaves no process behind. See also TestBrowserEndsWithUs.
func TestCancelLeavesNoProcess(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{"/loop": script(`for (;;) {}`)})
	b := browse(t, Options{}, web.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	folder := make(chan string, 1)
	go func() {
		for b.Started() == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		b.mu.Lock()
		folder <- folderOf(b.session.pid())
		b.mu.Unlock()
		time.Sleep(200 * time.Millisecond)
		cancel()
	}()
	p := b.Fetch(ctx, web.Request{URL: s.URL + "/loop"})
	if p.Class != web.ClassCancelled {
		t.Errorf("%s %s %s", p.Verdict, p.Class, p.Reason)
	}
	b.mu.Lock()
	group, temp := b.session.pid(), <-folder
	b.mu.Unlock()
	for i := 0; memory(group) > 0; i++ {
		if i > 100 {
			t.Fatalf("processes of group %d are left", group)
		}
		time.Sleep(10 * time.Millisecond)
	}
	if _, err := os.Stat(temp); temp != "" && !os.IsNotExist(err) {
		t.Errorf("%s is left: %v", temp, err)
	}
}

// folderOf is where a browser keeps what it keeps, "" where the system does not say.
func folderOf(pid int) string {
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	for arg := range strings.SplitSeq(string(line), "\x00") {
		if dir, ok := strings.CutPrefix(arg, "--user-data-dir="); ok {
			return dir
		}
	}
	return ""
}

func TestBrowserEndsWithUs(t *testing.T) {
	if pid := os.Getenv("BROWSER_TEST_CHILD"); pid != "" {
		b := New(Options{Client: web.NewClient(web.Options{}), Path: chromium(t)})
		s, err := b.open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("\nbrowser %d %s\n", s.pid(), folderOf(s.pid()))
		select {}
	}
	if runtime.GOOS != "linux" {
		t.Skip("other systems have no signal at a parent's death; there the closed pipe ends the browser")
	}
	chromium(t)
	cmd := exec.Command(os.Args[0], "-test.run=^TestBrowserEndsWithUs$")
	cmd.Env = append(os.Environ(), "BROWSER_TEST_CHILD=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	var temp string
	buf, text := make([]byte, 4096), ""
	for pid == 0 {
		n, err := out.Read(buf)
		text += string(buf[:n])
		if i := strings.Index(text, "\nbrowser "); i >= 0 && strings.Count(text[i:], "\n") > 1 {
			fmt.Sscanf(text[i:], "\nbrowser %d %s", &pid, &temp)
		}
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
	}
	defer os.RemoveAll(temp)
	cmd.Process.Signal(syscall.SIGKILL)
	cmd.Wait()
	for i := 0; memory(pid) > 0; i++ {
		if i > 300 {
			t.Fatalf("the browser %d lives on", pid)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func TestProfileHoldsALogin(t *testing.T) {
	t.Parallel()
	var logins int
	mux := http.NewServeMux()
	mux.HandleFunc("/docs/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if _, err := r.Cookie("session"); err != nil {
			http.Redirect(w, r, "/login", http.StatusFound)
			return
		}
		io.WriteString(w, "<title>Members</title><p>"+strings.Repeat(filler, 4)+"for members")
	})
	mux.HandleFunc("/login", func(w http.ResponseWriter, r *http.Request) {
		logins++
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<title>Sign in</title><form><input type=password></form>")
	})
	mux.HandleFunc("/enter", func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "session", Value: "1", Path: "/", MaxAge: 3600})
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, script(show(`"`+filler+` entered"`)))
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	dir := filepath.Join(t.TempDir(), "profile")
	inside := web.Request{URL: server.URL + "/docs/a", Prefixes: []string{server.URL + "/docs/"}}

	if p := browse(t, Options{}, web.Options{}).Fetch(t.Context(), inside); p.Verdict != web.Denied || p.Via != "" {
		t.Errorf("without a profile: %s %s %s", p.Verdict, p.Via, p.Reason)
	}
	b := browse(t, Options{Profile: dir}, web.Options{})
	if p := b.Fetch(t.Context(), inside); p.Verdict != web.Denied || !strings.Contains(p.Reason, "/login") {
		t.Errorf("before the login: %s %s", p.Verdict, p.Reason)
	}
	if p := b.Fetch(t.Context(), web.Request{URL: server.URL + "/enter"}); p.Verdict != web.Fetched {
		t.Fatalf("the login: %s %s", p.Verdict, p.Reason)
	}
	second := browse(t, Options{Profile: dir}, web.Options{})
	if p := second.Fetch(t.Context(), inside); p.Class != web.ClassBrowser || !strings.Contains(p.Reason, "in use") {
		t.Errorf("a profile in use: %s %s %s", p.Verdict, p.Class, p.Reason)
	}
	b.Close()
	third := browse(t, Options{Profile: dir}, web.Options{})
	p := third.Fetch(t.Context(), inside)
	if p.Verdict != web.Fetched || !strings.Contains(string(p.Body), "for members") || p.Final != inside.URL || p.Redirects != nil {
		t.Errorf("after the login: %s %s %s", p.Verdict, p.Reason, p.Body)
	}
}

func TestEnvelope(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{
		"/":  script(`document.getElementById("root").innerHTML = "<p>` + filler + `<a href=/a>a</a> <a href=/b>b</a>"`),
		"/a": "<title>A</title><p>" + strings.Repeat(filler, 4),
		"/b": script(show(`"` + filler + ` b"`)),
	})
	e := Envelope{browse(t, Options{}, web.Options{}).o}
	g, err := e.Map(t.Context(), s.URL, web.Limits{Depth: 2})
	if err != nil || len(g.Nodes) != 3 {
		t.Fatalf("%v: %+v", err, g)
	}
	via := map[string]string{}
	res, err := e.Crawl(t.Context(), g, web.CrawlOptions{Emit: func(p web.Page) error {
		via[strings.TrimPrefix(p.URL, s.URL)] = p.Via
		return nil
	}})
	if err != nil || res.Counts[web.Fetched] != 3 || via["/"] != "browser" || via["/a"] != "http" || via["/b"] != "browser" {
		t.Errorf("%v: %+v, via %v", err, res, via)
	}
}

func TestNoBrowser(t *testing.T) {
	s := serve(t, map[string]string{"/": script(show(`"x"`))})
	c := web.NewClient(web.Options{AllowPrivateHosts: []string{"127.0.0.1"}})
	if p := New(Options{Client: c}).Fetch(t.Context(), web.Request{URL: s.URL}); p.Verdict != web.Shell || !strings.Contains(p.Reason, "no Chromium is installed") {
		t.Errorf("none: %s %s", p.Verdict, p.Reason)
	}
	b := New(Options{Client: c, Path: filepath.Join(t.TempDir(), "missing")})
	if p := b.Fetch(t.Context(), web.Request{URL: s.URL}); p.Class != web.ClassBrowser || !strings.Contains(p.Reason, "start browser") {
		t.Errorf("missing: %s %s", p.Class, p.Reason)
	}
	b.Close()
	if p := b.Fetch(t.Context(), web.Request{URL: s.URL}); p.Class != web.ClassBrowser {
		t.Errorf("closed: %s %s", p.Class, p.Reason)
	}
}

func TestFind(t *testing.T) {
	only := func(want string) func(string) (string, error) {
		return func(name string) (string, error) {
			if name == want {
				return "/found/" + name, nil
			}
			return "", exec.ErrNotFound
		}
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome", "msedge"} {
		if p, ok := Find(os.Getenv, only(name)); !ok || p != "/found/"+name {
			t.Errorf("%s: %q", name, p)
		}
	}
	if p, ok := Find(os.Getenv, only("firefox")); ok {
		t.Errorf("found %q", p)
	}
	env := func(k string) string {
		return map[string]string{"HOME": "/home/me", "ProgramFiles": `C:\Program Files`}[k]
	}
	for goos, want := range map[string]string{
		"darwin": "/home/me/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "windows": `C:\Program Files\Microsoft\Edge\Application\msedge.exe`,
	} {
		if all := strings.Join(places(goos, env), "\n"); !strings.Contains(filepath.ToSlash(all), filepath.ToSlash(want)) {
			t.Errorf("%s: %s", goos, all)
		}
	}
}
