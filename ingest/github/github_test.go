package github

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"assay/ingest/extract"
	"assay/ingest/web"
)

const token = "ghp_0123456789abcdefghij"

var loopback = []string{"127.0.0.1"}

// envelope asks a server of the test in place of GitHub.
func envelope(t *testing.T, o web.Options, h http.HandlerFunc) GitHub {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	o.Retries = -1
	c := web.NewClient(o)
	t.Cleanup(c.Close)
	return GitHub{Client: c, API: server.URL, Token: token}
}

func crawl(t *testing.T, e GitHub, seed string, l web.Limits) (*web.Graph, *web.Result, map[string]web.Page) {
	t.Helper()
	g, err := e.Map(t.Context(), seed, l)
	if err != nil {
		t.Fatalf("map %s: %v", seed, err)
	}
	pages := map[string]web.Page{}
	r, err := e.Crawl(t.Context(), g, web.CrawlOptions{Emit: func(p web.Page) error { pages[p.URL] = p; return nil }})
	if err != nil {
		t.Fatalf("crawl %s: %v", seed, err)
	}
	return g, r, pages
}

// read is what extraction makes of a page.
func read(t *testing.T, p web.Page) (title, author, published, licence, text string) {
	t.Helper()
	d, err := extract.Extract(t.Context(), p.Body, extract.Options{URL: p.URL, ContentType: p.Header.ContentType})
	if err != nil || d.URL != p.URL {
		t.Fatalf("extract %s: %v, URL %s", p.URL, err, d.URL)
	}
	return d.Title, d.Author, d.Published, d.Licence, d.Markdown
}

// A repository comes with README and releases, a thread with all that was said in it, each
// part under who said it; nothing in a text can pass for another's words.
func TestGitHub(t *testing.T) {
	readme := base64.StdEncoding.EncodeToString([]byte("# Next\n\nHello.\n\n```\n# not a heading\n```\n"))
	replies := map[string]string{
		"/repos/o/next.js":                    `{"full_name": "o/next.js", "description": "A *thing*", "topics": ["x", "y"], "pushed_at": "2025-03-04T00:00:00Z", "owner": {"login": "ann"}, "license": {"spdx_id": "MIT"}}`,
		"/repos/o/next.js/readme":             fmt.Sprintf(`{"encoding": "base64", "content": %q}`, readme[:20]+"\n"+readme[20:]),
		"/repos/o/next.js/releases":           `[{"tag_name": "v2.0", "published_at": "2025-02-03T04:05:06Z"}, {"tag_name": "--bad"}, {"tag_name": ""}, {"tag_name": "draft", "draft": true}]`,
		"/repos/o/next.js/releases/tags/v2.0": `{"tag_name": "v2.0", "name": "Two", "body": "## New\r\n- a", "published_at": "2025-02-03T04:05:06Z", "author": {"login": "ann"}}`,
		"/repos/o/next.js/issues/7":           `{"title": "It *breaks*\u001b[31m", "body": "When I\u202e run it.", "state": "closed", "state_reason": "completed", "user": {"login": "ann"}, "created_at": "2025-01-01T00:00:00Z", "labels": [{"name": "bug"}]}`,
		"/repos/o/next.js/issues/7/comments":  `[{"body": "# Me too\n` + "```" + `\nopen", "user": {"login": "ann"}, "created_at": "2025-01-02T00:00:00Z"}, {"body": "After.", "user": null, "created_at": "2025-01-03T00:00:00Z"}]`,
		"/repos/o/next.js/issues/8":           `{"title": "Fix it", "body": "By hand.", "state": "closed", "user": {"login": "ann"}, "created_at": "2025-01-03T00:00:00Z", "pull_request": {}}`,
		"/repos/o/next.js/issues/8/comments":  `[]`,
		"/repos/o/next.js/pulls/8":            `{"merged": true, "merged_at": "2025-01-06T00:00:00Z"}`,
		"/repos/o/next.js/pulls/8/reviews":    `[{"body": "Good.", "state": "APPROVED", "user": {"login": "ann"}, "submitted_at": "2025-01-05T00:00:00Z"}]`,
		"/repos/o/next.js/pulls/8/comments":   `[{"body": "Why?", "path": "a.go", "diff_hunk": "@@ -1 +1 @@\n-a\n+b", "user": {"login": "ann"}, "created_at": "2025-01-04T00:00:00Z"}]`,
	}
	e := envelope(t, web.Options{AllowPrivateHosts: loopback}, func(w http.ResponseWriter, r *http.Request) {
		reply, ok := replies[r.URL.Path]
		switch {
		case r.Header.Get("Authorization") != "Bearer "+token:
			t.Errorf("%s without the token", r.URL)
		case r.URL.Path == "/graphql":
			reply, ok = discussionPage(t, r), true
		}
		if !ok {
			w.WriteHeader(http.StatusNotFound)
		}
		io.WriteString(w, reply)
	})
	g, r, pages := crawl(t, e, "https://github.com/o/next.js", web.Limits{Depth: 1})
	if len(g.Nodes) != 2 || g.Nodes[1].URL != "https://github.com/o/next.js/releases/tag/v2.0" || g.Nodes[1].LastMod != "2025-02-03" || r.Counts[web.Fetched] != 2 {
		t.Fatalf("%+v, %v", g.Nodes, r.Counts)
	}
	title, author, published, licence, text := read(t, pages["https://github.com/o/next.js"])
	if title != "o/next.js" || author != "ann" || published != "2025-03-04" || licence != "MIT" || !strings.Contains(text, "## Next\n\nHello.\n\n```\n# not a heading\n```") || !strings.Contains(text, `A \*thing\*`) {
		t.Errorf("repository: %q by %q, %s, %s\n%s", title, author, published, licence, text)
	}
	if _, _, at, _, text := read(t, pages["https://github.com/o/next.js/releases/tag/v2.0"]); at != "2025-02-03" || !strings.Contains(text, "\n### New\n- a") {
		t.Errorf("release: %s\n%s", at, text)
	}
	for seed, want := range map[string]string{
		"https://github.com/o/next.js/issues/7":      "# It \\*breaks\\* (o/next.js\\#7)\n\n- State: closed (completed)\n- Labels: bug\n\n## ann, 2025-01-01\n\nWhen I run it.\n\n## ann, 2025-01-02\n\n### Me too\n```\nopen\n```\n\n## ghost, 2025-01-03\n\nAfter.\n",
		"https://github.com/o/next.js/pull/8":        "# Fix it (o/next.js\\#8)\n\n- State: merged 2025-01-06\n\n## ann, 2025-01-03\n\nBy hand.\n\n## ann, 2025-01-04, on a.go\n\n```diff\n@@ -1 +1 @@\n-a\n+b\n```\n\nWhy?\n\n## ann, 2025-01-05, approved\n\nGood.\n",
		"https://github.com/o/next.js/discussions/9": "# How? (o/next.js discussion 9)\n\n- Category: Q&A\n\n## bob, 2025-01-01\n\nTell me.\n\n## ghost, 2025-01-02, marked as the answer\n\nSo.\n\n## bob, 2025-01-03, in reply to ghost\n\nThanks.\n\n## bob, 2025-01-04\n\nMore.\n",
	} {
		_, _, pages := crawl(t, e, seed, web.Limits{})
		if _, _, _, _, text := read(t, pages[seed]); text != want {
			t.Errorf("%s is\n%s\n%q", seed, text, text)
		}
	}
}

// discussionPage answers with one of two pages of a discussion.
func discussionPage(t *testing.T, r *http.Request) string {
	var q struct{ Variables map[string]any }
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil || q.Variables["i"] != 9.0 || q.Variables["o"] != "o" || q.Variables["n"] != "next.js" {
		t.Errorf("asked %v, %v", q, err)
	}
	comments := `"pageInfo": {"hasNextPage": true, "endCursor": "next"}, "nodes": [{"id": "c1", "body": "So.", "createdAt": "2025-01-02T00:00:00Z", "author": null,
		"replies": {"totalCount": 1, "nodes": [{"body": "Thanks.", "createdAt": "2025-01-03T00:00:00Z", "author": {"login": "bob"}}]}}]`
	if q.Variables["a"] == "next" {
		comments = `"pageInfo": {"hasNextPage": false}, "nodes": [{"id": "c2", "body": "More.", "createdAt": "2025-01-04T00:00:00Z", "author": {"login": "bob"}}]`
	}
	return `{"data": {"repository": {"discussion": {"title": "How?", "body": "Tell me.", "createdAt": "2025-01-01T00:00:00Z", "author": {"login": "bob"},
		"category": {"name": "Q&A"}, "answer": {"id": "c1"}, "comments": {"totalCount": 2, ` + comments + `}}}}}`
}

// A thread that could not be read never looks like one that is not there, and no key leaves
// by an error or goes to another host.
func TestGitHubRefusals(t *testing.T) {
	says := func(status int, body string, header ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			for i := 0; i < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			w.WriteHeader(status)
			io.WriteString(w, body)
		}
	}
	stranger := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			t.Error("another host was sent the token")
		}
		w.WriteHeader(http.StatusNotFound)
	}))
	defer stranger.Close()
	const issue, discussion = "https://github.com/o/r/issues/1", "https://github.com/o/r/discussions/1"
	open := web.Options{AllowPrivateHosts: loopback}
	for name, c := range map[string]struct {
		seed    string
		h       http.HandlerFunc
		o       web.Options
		verdict web.Verdict
		class   web.Class
		reason  string
	}{
		"gone":            {issue, says(404, "{}"), open, web.Gone, "", "404"},
		"deleted":         {issue, says(410, "{}"), open, web.Gone, "", "410"},
		"rate":            {issue, says(403, "{}", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", fmt.Sprint(time.Now().Add(time.Hour).Unix())), open, web.Failed, web.ClassThrottled, "rate limit"},
		"too many":        {issue, says(429, "{}", "Retry-After", "3600"), open, web.Failed, web.ClassThrottled, "1h"},
		"token":           {issue, says(401, "{}"), open, web.Failed, web.ClassForbidden, "GITHUB_TOKEN"},
		"forbidden":       {issue, says(403, "{}"), open, web.Failed, web.ClassForbidden, "403"},
		"half":            {issue, says(200, `{"title": "It`), open, web.Failed, web.ClassTool, "another form"},
		"a page":          {issue, says(200, "<html>"), open, web.Failed, web.ClassTool, "another form"},
		"too much":        {issue, says(200, strings.Repeat(" ", 1<<20)), web.Options{AllowPrivateHosts: loopback, MaxBody: 1 << 16}, web.Failed, web.ClassTooLarge, ""},
		"policy":          {issue, says(200, "{}"), web.Options{AllowPrivateHosts: loopback, Allow: func(string) error { return errors.New("it is denied") }}, web.Denied, "", "denied"},
		"private host":    {issue, says(200, "{}"), web.Options{}, web.Denied, "", "loopback"},
		"moved elsewhere": {issue, says(301, "", "Location", strings.Replace(stranger.URL, "127.0.0.1", "localhost", 1)), web.Options{AllowPrivateHosts: []string{"127.0.0.1", "localhost"}}, web.Gone, "", "404"},
		"no discussion":   {discussion, says(200, `{"data": {"repository": null}, "errors": [{"type": "NOT_FOUND", "message": "Could not resolve"}]}`), open, web.Gone, "", "Could not"},
		"points are used": {discussion, says(200, `{"errors": [{"type": "RATE_LIMITED", "message": "API rate limit\u001b[2J"}]}`), open, web.Failed, web.ClassThrottled, "rate limit"},
		"another error":   {discussion, says(200, `{"errors": [{"message": "It broke"}]}`), open, web.Failed, web.ClassTool, "It broke"},
	} {
		t.Run(name, func(t *testing.T) {
			_, r, pages := crawl(t, envelope(t, c.o, c.h), c.seed, web.Limits{})
			p := pages[c.seed]
			if p.Verdict != c.verdict || p.Class != c.class || !strings.Contains(p.Reason, c.reason) || strings.ContainsAny(p.Reason, "\x1b") || strings.Contains(p.Reason, token) ||
				r.CouldNotLook() != map[bool]int{true: 0, false: 1}[c.verdict == web.Gone] {
				t.Errorf("%s %s %q", p.Verdict, p.Class, p.Reason)
			}
		})
	}
	e := envelope(t, open, func(http.ResponseWriter, *http.Request) { t.Error("asked for a discussion without a token") })
	e.Token = ""
	if _, _, pages := crawl(t, e, discussion, web.Limits{}); !strings.Contains(pages[discussion].Reason, "set GITHUB_TOKEN") {
		t.Errorf("without a token: %+v", pages)
	}
	gone := envelope(t, open, says(404, "{}"))
	if g, err := gone.Map(t.Context(), "https://github.com/o/r", web.Limits{}); err != nil || g.Nodes[0].Verdict != web.Gone || g.Partial == "" {
		t.Errorf("no repository: %v, %+v", err, g)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("https://github.com/a/b/releases/tag/v%2F1")
	f.Fuzz(func(t *testing.T, s string) {
		if a, err := parse(s); err == nil && (strings.HasPrefix(a.id, "-") || strings.ContainsAny(a.url(), " \n\x00")) {
			t.Errorf("%q is %+v", s, a)
		}
	})
}
