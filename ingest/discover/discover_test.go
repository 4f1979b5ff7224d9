package discover

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/ingest/skills"
)

// builtin are the skills of the program.
func builtin(t *testing.T) []*Skill {
	t.Helper()
	list, faults := ReadSkills(skills.Files, ".")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return list
}

// everyKey has a value for whatever a skill asks the environment for.
func everyKey(name string) string {
	if strings.HasSuffix(name, "_URL") || strings.HasSuffix(name, "REGISTRY") || strings.HasSuffix(name, "PROXY") {
		return "https://source.example"
	}
	switch name {
	case "SRC_ENDPOINT":
		return "https://source.example"
	case "STACKEXCHANGE_SITE", "DEPS_DEV_SYSTEM", "OSV_ECOSYSTEM":
		return ""
	}
	return "secret-" + name
}

// against is an engine all of whose requests arrive at a server of the test, whatever
// host they are for.
func against(t *testing.T, list []*Skill, handler http.HandlerFunc) *Engine {
	t.Helper()
	server := httptest.NewTLSServer(handler)
	t.Cleanup(server.Close)
	at, _ := url.Parse(server.URL)
	e := &Engine{Skills: list, Getenv: everyKey, UserAgent: "assay-test", Sleep: func(context.Context, time.Duration) error { return nil }}
	e.once.Do(func() {})
	client := newClient(func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, at.Host)
	})
	client.Transport.(*http.Transport).TLSClientConfig = &tls.Config{InsecureSkipVerify: true} // any host is that server
	e.own, e.others = client, client
	t.Cleanup(client.CloseIdleConnections)
	return e
}

func example(t *testing.T, s *Skill) []byte {
	t.Helper()
	names, _ := filepath.Glob("../skills/" + s.Name + "/example.*")
	if len(names) != 1 {
		t.Fatalf("%s: %d examples", s.Name, len(names))
	}
	text, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	return text
}

var question = Query{Text: "green tea", Entity: "Steeper", Num: 5, Since: time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC), Until: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), Window: "pm"}

// Every source is asked as its skill says, and its example read: a title, an address and,
// where the skill maps one, a date and signals.
func TestEverySkill(t *testing.T) {
	for _, s := range builtin(t) {
		t.Run(s.Name, func(t *testing.T) {
			reply := example(t, s)
			e := against(t, []*Skill{s}, func(w http.ResponseWriter, r *http.Request) {
				if s.Auth.Login != nil && strings.HasSuffix(s.Auth.Login.URL, r.URL.Path) {
					fmt.Fprintf(w, `{"%s": "token"}`, s.Auth.Login.Token)
					return
				}
				sent := r.Header.Get(s.Auth.Header) + r.URL.Query().Get(s.Auth.Param)
				if (len(s.Auth.Env) > 0 || s.Auth.Login != nil) && !strings.Contains(sent, "secret-") && !strings.Contains(sent, "token") {
					t.Errorf("no key was sent: %v", r.Header)
				}
				if strings.ContainsAny(r.URL.String(), "{}") {
					t.Errorf("a name is left in %s", r.URL)
				}
				w.Write(reply)
			})
			e.Call = func(_ context.Context, _ *http.Client, _, _ string, args any, _ string) ([]byte, error) {
				if !strings.Contains(fmt.Sprint(args), "green tea") {
					t.Errorf("asked with %v", args)
				}
				return reply, nil
			}
			a := e.ask(context.Background(), s, question)
			if a.Verdict != Answered || len(a.Hits) == 0 {
				t.Fatalf("%s: %s", a.Verdict, a.Reason)
			}
			for _, h := range a.Hits {
				u, err := url.Parse(h.URL)
				if h.Title == "" || err != nil || u.Host == "" || strings.ContainsAny(h.Title+h.URL, "{}<>") {
					t.Errorf("%+v", h)
				}
				if len(s.Reply.Map.Date) > 0 && h.Date.IsZero() && s.Name != "searxng" {
					t.Errorf("no date: %+v", h)
				}
			}
			if want := len(s.Reply.Signals); want > 0 && len(a.Hits[0].Signals) == 0 {
				t.Errorf("no signals: %+v", a.Hits[0])
			}
		})
	}
}

// Faults of a source have the right verdict, and none of them looks like "nothing found".
func TestFaults(t *testing.T) {
	slow := make(chan struct{})
	t.Cleanup(func() { close(slow) })
	gzipped := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Write([]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\x4b\x4c"))
	}
	for _, c := range []struct {
		name     string
		handler  http.HandlerFunc
		want     Verdict
		says     string
		requests int
	}{
		{"429", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Retry-After", "1"); w.WriteHeader(429) }, Throttled, "429", 3},
		{"429 for an hour", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(429)
		}, Throttled, "left alone for 1h", 1},
		{"500", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, Failed, "500", 3},
		{"401", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) }, Failed, "key", 1},
		{"a page", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<html><body>hello</body></html>")) }, Drifted, "page", 1},
		{"a captcha", func(w http.ResponseWriter, _ *http.Request) {
			w.Write([]byte("<html><body>solve this CAPTCHA</body></html>"))
		}, Challenge, "captcha", 1},
		{"nothing at all", func(w http.ResponseWriter, _ *http.Request) {}, Drifted, "empty", 1},
		{"another form", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{"data": []}`)) }, Drifted, `no "hits"`, 1},
		{"other names", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{"hits": [{"headline": "x"}]}`)) }, Drifted, "title", 1},
		{"half of it", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			w.Write([]byte(`{"hits": [`))
		}, Failed, "cut off", 3},
		{"gzip cut off", gzipped, Failed, "", 3},
		{"too slow", func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-slow:
			case <-r.Context().Done():
			}
		}, Failed, "in time", 1},
		{"nested for ever", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(strings.Repeat("[", 1<<20))) }, Drifted, "JSON", 1},
		{"nothing found", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{"hits": []}`)) }, Empty, "", 1},
		{"another host", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://elsewhere.example/", http.StatusFound)
		}, Failed, "302", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := *(&Engine{Skills: builtin(t)}).Skill("hackernews")
			s.Limits.Timeout, s.Limits.RPS = 5*time.Second, 1000
			if c.says == "in time" {
				s.Limits.Timeout = 300 * time.Millisecond
			}
			a := against(t, []*Skill{&s}, c.handler).ask(context.Background(), &s, question)
			if a.Verdict != c.want || !strings.Contains(strings.ToLower(a.Reason), strings.ToLower(c.says)) || a.Requests != c.requests {
				t.Errorf("%s after %d: %q; want %s after %d: %q", a.Verdict, a.Requests, a.Reason, c.want, c.requests, c.says)
			}
		})
	}
}

// A service of the user's own wants no key where the skill says so, whether its address has the
// version or not; one that is sent goes with it. The hosted one and others want theirs.
func TestOwnServices(t *testing.T) {
	skills := (&Engine{Skills: builtin(t)})
	var asked []string
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path+r.Header.Get("Authorization"))
		w.Write(example(t, skills.Skill("firecrawl")))
	}))
	defer site.Close()
	for _, c := range []struct{ skill, env, base, key, asked, wants string }{
		{"firecrawl", "FIRECRAWL_API_URL", site.URL, "", "/v2/search", ""},
		{"firecrawl", "FIRECRAWL_API_URL", site.URL + "/v2/", "", "/v2/search", ""},
		{"firecrawl", "FIRECRAWL_API_URL", site.URL + "/own/v2", "fc-1", "/own/v2/searchBearer fc-1", ""},
		{"firecrawl", "FIRECRAWL_API_URL", "", "", "", "set FIRECRAWL_API_KEY"},
		{"exa", "EXA_API_URL", site.URL, "", "", "set EXA_API_KEY"},
	} {
		asked = nil
		s := skills.Skill(c.skill)
		e := &Engine{Getenv: func(name string) string { return map[string]string{c.env: c.base, "FIRECRAWL_API_KEY": c.key}[name] }}
		a := e.ask(t.Context(), s, question)
		if wants := e.Ready(s); wants != c.wants || strings.Join(asked, " ") != c.asked || (a.Verdict == Answered) != (c.wants == "") {
			t.Errorf("%s at %q: it wants %q, asked %q: %s, %s", c.skill, c.base, wants, asked, a.Verdict, a.Reason)
		}
		e.Close()
	}
}

// A key is in no message, no name of a file and no file.
func TestKeysStayHidden(t *testing.T) {
	s := *(&Engine{Skills: builtin(t)}).Skill("youtube")
	e := against(t, []*Skill{&s}, func(w http.ResponseWriter, _ *http.Request) { w.Write(example(t, &s)) })
	e.Cache = t.TempDir()
	if a := e.ask(context.Background(), &s, question); a.Verdict != Answered {
		t.Fatal(a.Reason)
	}
	s.Limits.Fresh, s.Request.URL = 1, "https://[::1"+s.Request.URL
	if a := e.ask(context.Background(), &s, question); strings.Contains(a.Reason, "secret") {
		t.Error(a.Reason)
	}
	entries, _ := os.ReadDir(e.Cache)
	if len(entries) != 1 {
		t.Fatalf("%d files", len(entries))
	}
	text, _ := os.ReadFile(filepath.Join(e.Cache, entries[0].Name()))
	if strings.Contains(string(text), "secret") {
		t.Errorf("%s", text)
	}
}

// An answer is served again while it is fresh, by another process too, and is shown as an
// old one where the source fails.
func TestCache(t *testing.T) {
	var asked atomic.Int32
	broken := atomic.Bool{}
	s := *(&Engine{Skills: builtin(t)}).Skill("hackernews")
	handler := func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		if broken.Load() {
			w.WriteHeader(500)
			return
		}
		w.Write(example(t, &s))
	}
	now, dir := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), t.TempDir()
	for i, c := range []struct {
		later         time.Duration
		broken        bool
		want          Verdict
		cached, stale bool
		asked         int32
	}{
		{0, false, Answered, false, false, 1},
		{time.Minute, true, Answered, true, false, 1},
		{time.Hour, true, Degraded, false, true, 4},
		{30 * 24 * time.Hour, true, Failed, false, false, 7},
		{30 * 24 * time.Hour, false, Answered, false, false, 8},
	} {
		broken.Store(c.broken)
		e := against(t, []*Skill{&s}, handler)
		e.Cache, e.Now = dir, func() time.Time { return now.Add(c.later) }
		a := e.ask(context.Background(), &s, question)
		if a.Verdict != c.want || a.Cached != c.cached || a.Stale != c.stale || asked.Load() != c.asked {
			t.Errorf("%d: %s %s cached %v stale %v, asked %d", i, a.Verdict, a.Reason, a.Cached, a.Stale, asked.Load())
		}
	}
}

// A source that fails is stood in for by the one that its skill names, and by none where
// the answer is an empty one.
func TestFallback(t *testing.T) {
	status := 429
	e := against(t, builtin(t), func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v2/search" {
			w.Write([]byte(`{"items": [{"text": "Two minutes", "url": "https://example.org/1"}]}`))
			return
		}
		w.WriteHeader(status)
		w.Write([]byte(`{"items": []}`))
	})
	got := e.Ask(context.Background(), e.Skill("github"), question)
	if len(got) != 2 || got[0].Verdict != Throttled || got[1].Source != "glim" || got[1].Instead != "github" || len(got[1].Hits) == 0 {
		t.Errorf("%+v", got)
	}
	status = 200
	if got = e.Ask(context.Background(), e.Skill("github"), Query{Text: "other", Num: 1}); len(got) != 1 || got[0].Verdict != Empty {
		t.Errorf("%+v", got)
	}
}

// Budgets hold within a run and over a month, policy before any request, and a skill asks
// for what it needs.
func TestBounds(t *testing.T) {
	list := builtin(t)
	var asked atomic.Int32
	e := against(t, list, func(w http.ResponseWriter, _ *http.Request) { asked.Add(1); w.Write([]byte(`{"tweets": []}`)) })
	x := *e.Skill("x")
	x.Limits.RPS, x.Limits.Concurrency = 100, 8
	for i, want := range []Verdict{Empty, Empty, Spent} {
		if a := e.ask(context.Background(), &x, Query{Text: fmt.Sprint(i), Num: 1}); a.Verdict != want {
			t.Errorf("%d: %s %s", i, a.Verdict, a.Reason)
		}
	}
	c7 := *e.Skill("context7")
	c7.Limits.PerMonth, c7.Limits.RPS = 1, 100
	e.Cache = t.TempDir()
	e.ask(context.Background(), &c7, question)
	again := against(t, list, func(http.ResponseWriter, *http.Request) { t.Error("asked beyond the month's budget") })
	again.Cache = e.Cache
	if a := again.ask(context.Background(), &c7, Query{Text: "other", Entity: "Other", Num: 1}); a.Verdict != Spent {
		t.Errorf("%s %s", a.Verdict, a.Reason)
	}
	if a := again.ask(context.Background(), again.Skill("pypi"), Query{Text: "what is tea"}); a.Verdict != Unsuited {
		t.Errorf("%s %s", a.Verdict, a.Reason)
	}
	again.Allow = func(string) error { return fmt.Errorf("denied by policy") }
	if a := again.ask(context.Background(), again.Skill("wikipedia"), question); a.Verdict != Blocked {
		t.Errorf("%s %s", a.Verdict, a.Reason)
	}
	again.Getenv = nil
	if a := again.ask(context.Background(), again.Skill("brave"), question); a.Verdict != Unconfigured || a.Reason != "set BRAVE_API_KEY" {
		t.Errorf("%s %s", a.Verdict, a.Reason)
	}
}

// Hits that were kept are looked at more closely: many in one request, or one by one.
func TestEnrich(t *testing.T) {
	e := against(t, builtin(t), func(w http.ResponseWriter, r *http.Request) {
		if ids := r.URL.Query().Get("id"); ids != "" {
			if ids != "a,b" {
				t.Errorf("asked for %s", ids)
			}
			w.Write([]byte(`{"items": [{"id": "b", "statistics": {"viewCount": "1200", "likeCount": "3"}}]}`))
			return
		}
		w.Write([]byte(`{"children": [{"text": "I steep it for two minutes"}]}`))
	})
	a, b := &Hit{ID: "a"}, &Hit{ID: "b"}
	if got := e.Enrich(context.Background(), e.Skill("youtube"), []*Hit{a, b}); got.Requests != 1 || b.Signals["views"] != 1200 || a.Signals != nil {
		t.Errorf("%+v %+v %+v", got, a, b)
	}
	e.Enrich(context.Background(), e.Skill("hackernews"), []*Hit{a})
	if !strings.Contains(a.Snippet, "two minutes") {
		t.Errorf("%+v", a)
	}
}

// A skill that cannot be meant is one clear error; the others are read.
func TestBadSkill(t *testing.T) {
	good := "---\nname: mine\nkind: source\ndescription: d\nclass: web\nwhen_to_use: w\nwhen_not_to_use: n\nrequest: {url: 'https://example.org/?q={query}'}\nreply: {map: {title: t, url: u}}\n---\nprose\n"
	if s, err := ParseSkill("skills/mine/SKILL.md", []byte(good)); err != nil || s.Limits.RPS != 1 {
		t.Fatal(err)
	}
	for change, want := range map[string]string{
		"class: web|class: weird":                     `class "weird"`,
		"name: mine|name: other":                      "folder",
		"https://example.org|file:///etc/passwd":      "https://",
		"reply:|repply:":                              "repply",
		"title: t, ||title":                           "title",
		"when_to_use: w|when_to_use: ''":              "when_to_use",
		"description: d|description: [[[":             "read skill",
		"request: {|limits: {rps: -1}\nrequest: {":    "rps",
		"reply: {|fallback: [{on: [whim]}]\nreply: {": "whim",
	} {
		from, to, _ := strings.Cut(change, "|")
		to = strings.TrimSuffix(strings.TrimPrefix(to, "|"), "|title")
		_, err := ParseSkill("skills/mine/SKILL.md", []byte(strings.Replace(good, from, to, 1)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", change, err, want)
		}
	}
	if s, err := ParseSkill("skills/plan/SKILL.md", []byte("---\nname: plan\nkind: prompt\ninputs: [domain: string]\n---\n")); s != nil || err != nil {
		t.Errorf("a skill of another kind: %v %v", s, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("json", []byte(`{"hits": [{"title": "x", "url": "https://example.org"}]}`))
	f.Add("xml", []byte(`<feed><entry><title>x</title></entry></feed>`))
	f.Add("sse", []byte("event: hits\ndata: [{}]\n\n"))
	f.Fuzz(func(t *testing.T, form string, body []byte) {
		s := &Skill{Reply: Reply{Form: form, Hits: "hits", Map: Mapping{Title: Paths{"title"}, URL: Paths{"url"}, Snippet: Paths{"a | inverted"}}}}
		s.read(body, 3)
	})
}

// The numbers of the reference for sources: requests a second, at once, and what else is said
// of each.
func TestRatesOfTheReference(t *testing.T) {
	e := &Engine{Skills: builtin(t)}
	for name, want := range map[string]Limits{
		"x":           {RPS: .2, Concurrency: 1, PerRun: 2},
		"sourcegraph": {RPS: 2, Concurrency: 4},
		"github":      {RPS: 5, Concurrency: 8},
		"exa":         {RPS: 5, Concurrency: 8, USD: .005, Timeout: 20 * time.Second},
		"tavily":      {Timeout: 20 * time.Second},
		"openalex":    {RPS: 10, Concurrency: 8},
		"hackernews":  {RPS: 10, Concurrency: 16},
		"osv":         {RPS: 20, Concurrency: 16},
		"npm":         {RPS: 10, Concurrency: 16, Fresh: time.Hour},
		"context7":    {PerMonth: 1000},
		"arxiv":       {RPS: .33, Concurrency: 1},
		"reddit":      {RPS: .016, Concurrency: 1},
	} {
		got := e.Skill(name).Limits
		for what, is := range map[string][2]any{
			"rps": {got.RPS, want.RPS}, "concurrency": {got.Concurrency, want.Concurrency}, "per run": {got.PerRun, want.PerRun}, "usd": {got.USD, want.USD},
			"timeout": {got.Timeout, want.Timeout}, "fresh": {got.Fresh, want.Fresh}, "per month": {got.PerMonth, want.PerMonth},
		} {
			if zero := fmt.Sprint(is[1]); zero != "0" && zero != "0s" && is[0] != is[1] {
				t.Errorf("%s: %s is %v, want %v", name, what, is[0], is[1])
			}
		}
	}
	for name, want := range map[string]string{"github": "429 glim", "hackernews": "error glim", "polymarket": "error glim"} {
		f := e.Skill(name).Fallback[0]
		if got := strings.Join(f.On, " ") + " " + f.Use; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := e.Skill("hackernews").Request.Params["numericFilters"]; got != "created_at_i>{since|epoch}" {
		t.Error(got)
	}
}

// GitHub says with 403 that it was asked too often: it is asked again when it says, as after a
// 429, and left alone where that is long.
func TestLimitsThatComeAs403(t *testing.T) {
	for _, c := range []struct {
		header, value string
		want          Verdict
		requests      int
	}{{"Retry-After", "1", Answered, 2}, {"X-RateLimit-Reset", "1000000600", Throttled, 1}} {
		asked := 0
		e := against(t, builtin(t), func(w http.ResponseWriter, _ *http.Request) {
			if asked++; asked > 1 {
				w.Write([]byte(`{"items": [{"full_name": "tea/steeper", "html_url": "https://github.com/tea/steeper"}]}`))
				return
			}
			w.Header().Set("X-RateLimit-Remaining", "0")
			w.Header().Set(c.header, c.value)
			w.WriteHeader(403)
			w.Write([]byte(`{"message": "API rate limit exceeded"}`))
		})
		e.Now = func() time.Time { return time.Unix(1e9, 0) }
		if a := e.ask(context.Background(), e.Skill("github"), question); a.Verdict != c.want || a.Requests != c.requests {
			t.Errorf("%s: %s after %d: %s", c.header, a.Verdict, a.Requests, a.Reason)
		}
	}
}

// A skill may name values of its own, which the environment says.
func TestValuesOfASkill(t *testing.T) {
	for model, want := range map[string]string{"": `"model":"grok-4.1-fast"`, "grok-9": `"model":"grok-9"`} {
		e := against(t, builtin(t), func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			for _, part := range []string{want, `"temperature":0.1`, `"max_output_tokens":2048`, "2026-11-20"} {
				if !strings.Contains(string(body), part) {
					t.Errorf("no %s in %s", part, body)
				}
			}
			w.Write([]byte(`{"output": []}`))
		})
		e.Getenv = func(name string) string {
			if name == "GROK_MODEL" {
				return model
			}
			return everyKey(name)
		}
		e.ask(context.Background(), e.Skill("grok"), question)
	}
}
