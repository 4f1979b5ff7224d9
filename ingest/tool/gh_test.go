package tool

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/ingest/extract"
	"assay/ingest/web"
)

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

func TestGitHub(t *testing.T) {
	dir := t.TempDir()
	token := "ghp_0123456789abcdefghij"
	t.Setenv("GH_TOKEN", token)
	readme := base64.StdEncoding.EncodeToString([]byte("# Next\n\nHello.\n\n```\n# not a heading\n```\n"))
	user := object{"login": "ann"}
	fake(t, dir, "gh",
		reply{Args: "repos/o/next.js/releases?per_page", Stdout: toJSON(t, []object{{"tag_name": "v2.0", "published_at": "2025-02-03T04:05:06Z"}, {"tag_name": "--bad"}, {"tag_name": "draft", "draft": true}})},
		reply{Args: "repos/o/next.js/releases/tags/v2.0", Stdout: toJSON(t, object{"tag_name": "v2.0", "name": "Two", "body": "## New\r\n- a", "published_at": "2025-02-03T04:05:06Z", "author": user})},
		reply{Args: "repos/o/next.js/readme", Stdout: toJSON(t, object{"encoding": "base64", "content": readme[:20] + "\n" + readme[20:]})},
		reply{Args: "repos/o/next.js/issues/7/comments?per_page=100&page=1", Stdout: toJSON(t, []object{{"body": "# Me too\n```\nopen", "user": user, "created_at": "2025-01-02T00:00:00Z"}, {"body": "After.", "created_at": "2025-01-03T00:00:00Z"}})},
		reply{Args: "repos/o/next.js/issues/7", Stdout: toJSON(t, object{"title": "It *breaks*\x1b[31m", "body": "When I\u202e run it.", "state": "closed", "state_reason": "completed", "user": user, "created_at": "2025-01-01T00:00:00Z", "labels": []object{{"name": "bug"}}})},
		reply{Args: "repos/o/next.js/issues/8/comments", Stdout: "[]"},
		reply{Args: "repos/o/next.js/pulls/8/reviews", Stdout: toJSON(t, []object{{"body": "Good.", "state": "APPROVED", "user": user, "submitted_at": "2025-01-05T00:00:00Z"}})},
		reply{Args: "repos/o/next.js/pulls/8/comments", Stdout: toJSON(t, []object{{"body": "Why?", "path": "a.go", "diff_hunk": "@@ -1 +1 @@\n-a\n+b", "user": user, "created_at": "2025-01-04T00:00:00Z"}})},
		reply{Args: "repos/o/next.js/pulls/8", Stdout: toJSON(t, object{"title": "Fix it", "body": "By hand.", "state": "closed", "merged_at": "2025-01-06T00:00:00Z", "user": user, "created_at": "2025-01-03T00:00:00Z"})},
		reply{Args: "number=9", Stdout: `{"data":{"repository":{"discussion":{"title":"How?","body":"Tell me.","createdAt":"2025-01-01T00:00:00Z","author":{"login":"bob"},"category":{"name":"Q&A"},"answer":{"id":"c1"},"comments":{"pageInfo":{"hasNextPage":false},"nodes":[{"id":"c1","body":"So.","createdAt":"2025-01-02T00:00:00Z","author":null,"replies":{"totalCount":1,"nodes":[{"body":"Thanks.","createdAt":"2025-01-03T00:00:00Z","author":{"login":"bob"}}]}}]}}}}}`},
		reply{Args: "repos/o/next.js", Stdout: toJSON(t, object{"full_name": "o/next.js", "description": "A *thing*", "topics": []string{"x", "y"}, "pushed_at": "2025-03-04T00:00:00Z", "owner": user, "license": object{"spdx_id": "MIT"}})},
	)
	e := GitHub{Options{Client: client(web.Options{}), Programs: Programs{Path: dir}}}
	g, r, pages := crawl(t, e, "https://github.com/o/next.js", web.Limits{Depth: 1}, web.CrawlOptions{})
	if len(g.Nodes) != 2 || g.Nodes[1].URL != "https://github.com/o/next.js/releases/tag/v2.0" || r.Counts[web.Fetched] != 2 {
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
		"https://github.com/o/next.js/discussions/9": "# How? (o/next.js discussion 9)\n\n- Category: Q&A\n\n## bob, 2025-01-01\n\nTell me.\n\n## ghost, 2025-01-02, marked as the answer\n\nSo.\n\n## bob, 2025-01-03, in reply to ghost\n\nThanks.\n",
	} {
		_, _, pages := crawl(t, e, seed, web.Limits{}, web.CrawlOptions{})
		if _, _, _, _, text := read(t, pages[seed]); text != want {
			t.Errorf("%s is\n%s\n%q", seed, text, text)
		}
	}
	if env, err := os.ReadFile(filepath.Join(dir, "gh.env")); err != nil || !strings.Contains(string(env), "GH_TOKEN="+token) || !strings.Contains(string(env), "https_proxy=http://assay:") {
		t.Errorf("gh saw %s, %v", env, err)
	}
}

func TestGitHubRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		reply   reply
		o       web.Options
		verdict web.Verdict
		class   web.Class
		reason  string
	}{
		"rate":       {reply{Stderr: "gh: API rate limit exceeded for user ID 1. (HTTP 403)", Code: 1}, web.Options{}, web.Failed, web.ClassThrottled, "rate limit"},
		"login":      {reply{Stderr: "To get started with GitHub CLI, please run:  gh auth login", Code: 4}, web.Options{}, web.Failed, web.ClassForbidden, "gh auth login"},
		"gone":       {reply{Stdout: `{"message":"Not Found"}`, Stderr: "gh: Not Found (HTTP 404)", Code: 1}, web.Options{}, web.Gone, "", "Not Found"},
		"half":       {reply{Stdout: `{"title":"It`, Stderr: "\x1b[31munexpected end\x1b[0m", Code: 1}, web.Options{}, web.Failed, web.ClassTool, "gh: unexpected end"},
		"not JSON":   {reply{Stdout: "<html>"}, web.Options{}, web.Failed, web.ClassTool, "not the JSON"},
		"only words": {reply{Stderr: "a remark"}, web.Options{}, web.Failed, web.ClassTool, "not the JSON"},
		"too much":   {reply{Spam: maxOutput + 1<<20}, web.Options{}, web.Failed, web.ClassTooLarge, ""},
		"policy":     {reply{Stdout: "{}"}, web.Options{Allow: func(string) error { return errors.New("it is denied") }}, web.Denied, "", "denied"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			fake(t, dir, "gh", c.reply)
			_, r, pages := crawl(t, GitHub{Options{Client: client(c.o), Programs: Programs{Path: dir}}}, "https://github.com/o/r/issues/1", web.Limits{}, web.CrawlOptions{})
			p := pages["https://github.com/o/r/issues/1"]
			if p.Verdict != c.verdict || p.Class != c.class || !strings.Contains(p.Reason, c.reason) || strings.Contains(p.Reason, "\x1b") || r.CouldNotLook() != map[bool]int{true: 0, false: 1}[c.verdict == web.Gone] {
				t.Errorf("%s %s %q", p.Verdict, p.Class, p.Reason)
			}
		})
	}
	e := GitHub{Options{Client: client(web.Options{}), Programs: Programs{Path: t.TempDir()}}}
	if g, err := e.Map(t.Context(), "https://github.com/o/r", web.Limits{}); err != nil || g.Nodes[0].Reason != "gh: is not installed" {
		t.Errorf("without gh: %v, %+v", err, g.Nodes)
	}
}
