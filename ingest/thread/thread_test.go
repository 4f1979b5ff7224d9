package thread

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"assay/ingest/discover"
	"assay/ingest/skills"
)

// reader asks a server of the test in place of GitHub.
func reader(t *testing.T, replies map[string]string) *Reader {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/graphql" {
			body, _ := io.ReadAll(r.Body)
			if !strings.Contains(string(body), `"i":7`) || r.Header.Get("Authorization") != "Bearer token" {
				t.Errorf("%s %v", body, r.Header)
			}
		}
		reply, ok := replies[r.URL.Path]
		if !ok && r.URL.Query().Get("page") != "" {
			reply, ok = "[]", true
		}
		if !ok {
			w.WriteHeader(404)
			return
		}
		w.Write([]byte(reply))
	}))
	t.Cleanup(server.Close)
	list, faults := discover.ReadSkills(skills.Files, ".")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	for _, s := range list {
		s.Limits.RPS = 1000
	}
	e := &discover.Engine{Skills: list, UserAgent: "assay-test", Getenv: func(name string) string {
		if name == "GITHUB_TOKEN" {
			return "token"
		}
		return ""
	}}
	t.Cleanup(e.Close)
	return &Reader{Get: e.Get, API: server.URL}
}

// A pull request comes whole: text, comments, reviews, what the timeline says, and all that
// these refer to, each once.
func TestPullRequest(t *testing.T) {
	const sha = "0123456789abcdef0123456789abcdef01234567"
	r := reader(t, map[string]string{
		"/repos/tea/steeper/issues/12": `{"title": "Timer runs twice", "body": "Duplicate of #3. See also kettle/boil#9 and https://example.org/why. ![x](https://example.org/a.png)",
			"state": "closed", "created_at": "2026-10-01T00:00:00Z", "updated_at": "2026-11-01T00:00:00Z", "user": {"login": "ada"}, "comments": 1, "labels": [{"name": "bug"}], "pull_request": {"url": "x"}}`,
		"/repos/tea/steeper/issues/12/comments": `[{"body": "fixes GH-4 in commit ` + sha + `", "user": {"login": "bo"}, "created_at": "2026-10-02T00:00:00Z", "reactions": {"total_count": 2}}]`,
		"/repos/tea/steeper/pulls/12":           `{"merged": true}`,
		"/repos/tea/steeper/pulls/12/reviews":   `[{"body": "Fine by me", "user": {"login": "cy"}, "submitted_at": "2026-10-03T00:00:00Z", "state": "APPROVED"}, {"body": "", "user": {"login": "dee"}}]`,
		"/repos/tea/steeper/issues/12/timeline": `[{"event": "cross-referenced", "source": {"issue": {"html_url": "https://github.com/kettle/boil/pull/2", "title": "Use it", "pull_request": {}}}}, {"event": "labeled"}]`,
	})
	got, err := r.Read(context.Background(), "https://github.com/tea/steeper/pull/12")
	if err != nil {
		t.Fatal(err)
	}
	if got.Type != "github_pr" || got.State != "merged" || len(got.Comments) != 2 || got.Comments[1].Date != "2026-10-03T00:00:00Z" || got.Comments[0].Reactions != 2 || got.Labels[0] != "bug" || got.Metadata.CommentCount != 1 {
		t.Errorf("%+v", got)
	}
	var refs []string
	for _, ref := range got.Refs {
		refs = append(refs, ref.Type+" "+strings.TrimPrefix(ref.URL, "https://"))
	}
	want := []string{"url example.org/why", "duplicate github.com/tea/steeper/issues/3", "related github.com/kettle/boil/issues/9",
		"related github.com/tea/steeper/issues/4", "commit github.com/tea/steeper/commit/" + sha, "cross_ref_pr github.com/kettle/boil/pull/2"}
	if !slices.Equal(refs, want) {
		t.Errorf("%q\n%q", refs, want)
	}
	if _, err := json.Marshal(got); err != nil {
		t.Error(err)
	}
}

func TestDiscussionAndPage(t *testing.T) {
	r := reader(t, map[string]string{"/graphql": `{"data": {"repository": {"discussion": {"title": "Which leaves?", "body": "As in #2", "closed": false, "createdAt": "2026-01-01T00:00:00Z",
		"author": {"login": "ada"}, "labels": {"nodes": [{"name": "q"}]}, "comments": {"totalCount": 1, "nodes": [{"body": "Sencha", "author": {"login": "bo"}, "reactions": {"totalCount": 3}}]}}}}}`})
	d, err := r.Read(context.Background(), "https://github.com/tea/steeper/discussions/7")
	if err != nil || d.Type != "github_discussion" || d.Comments[0].Reactions != 3 || d.Refs[0].URL != "https://github.com/tea/steeper/issues/2" {
		t.Errorf("%+v %v", d, err)
	}
	r.Page = func(_ context.Context, at string) (string, string, error) {
		return "On tea", "Read [this](https://example.org/more) and https://github.com/tea/steeper/issues/5.", nil
	}
	p, err := r.Read(context.Background(), "https://example.org/tea")
	if err != nil || p.Type != "web_page" || len(p.Refs) != 2 || p.Refs[1].Type != "issue" {
		t.Errorf("%+v %v", p, err)
	}
	r.Page = func(context.Context, string) (string, string, error) {
		return "", "", errors.New("robots.txt disallows it")
	}
	for _, bad := range []string{"https://example.org/tea", "nonsense", "https://github.com/tea/steeper/issues/99"} {
		if _, err := r.Read(context.Background(), bad); err == nil || !strings.HasPrefix(err.Error(), "read thread: ") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// References are followed where they bear on the question, three a level, to where an issue
// is closed, and never round in a circle.
func TestFollow(t *testing.T) {
	replies := map[string]string{}
	for n, body := range map[int]string{1: "steeping: see #2, #3, #4, #5, #6. Coffee: unrelated words stand here and go on for long enough, #7", 2: "steeping, back to #1, on to #8", 8: "done", 3: "", 4: "", 5: ""} {
		state := "open"
		if n == 8 {
			state = "closed"
		}
		replies[fmt.Sprintf("/repos/tea/steeper/issues/%d", n)] = fmt.Sprintf(`{"title": "steeping %d", "body": %q, "state": %q}`, n, body, state)
	}
	r := reader(t, replies)
	start, err := r.Read(context.Background(), "https://github.com/tea/steeper/issues/1")
	if err != nil {
		t.Fatal(err)
	}
	relevance := func(text string) float64 {
		if strings.Contains(text, "steeping: see") || strings.Contains(text, "#8") {
			return 1
		}
		return 0
	}
	var got []string
	for _, x := range r.Follow(context.Background(), []*Thread{start}, Threshold, relevance) {
		got = append(got, strings.TrimPrefix(x.URL, "https://github.com/tea/steeper/issues/"))
	}
	if !slices.Equal(got, []string{"2", "3", "4", "8"}) {
		t.Errorf("%v", got)
	}
}

func FuzzReferences(f *testing.F) {
	f.Add("fixes #1, duplicate of a/b#2, https://github.com/a/b/pull/3 GH-4")
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range references(text, "https://github.com/a/b") {
			if !strings.HasPrefix(r.URL, "http") {
				t.Errorf("%q", r)
			}
		}
	})
}

// The numbers of the reference for threads.
func TestNumbersOfTheReference(t *testing.T) {
	got := fmt.Sprint(batch, atOnce, perLevel, candidates, MaxDepth, Threshold, Alone, around, AmongHits, (&Reader{}).most())
	if want := "20 4 3 20 3 0.5 0.4 40 50 100"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
