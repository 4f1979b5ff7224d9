package tool

import (
	"net/http/httptest"
	"strings"
	"testing"

	"assay/ingest/web"
)

func TestContext7(t *testing.T) {
	s := httptest.NewServer(nil)
	defer s.Close()
	dir := t.TempDir()
	fake(t, dir, "ctx7",
		reply{Args: "library --json -- react", Stdout: `[{"id":"/facebook/react","title":"React"},{"id":"--x"},{"id":"/other/react"}]`},
		reply{Args: "library --json -- nothing", Stdout: "\x1b[33m⚠ No libraries found matching \"nothing\"\x1b[0m\n"},
		reply{Args: "docs --json -- /facebook/react using hooks", Stdout: `{"infoSnippets":[{"breadcrumb":"Hooks > Rules","content":"# Rule\nCall them at the top.","pageId":"https://react.dev/rules"}],"codeSnippets":[{"codeTitle":"State","codeDescription":"Keeps it.","codeLanguage":"js","codeId":"javascript:x","codeList":[{"language":"JSX","code":"useState(0)"}]}]}`},
		reply{Args: "docs --json -- /facebook/react overview", Stderr: "Quota exceeded", Code: 1},
		reply{Args: "docs --json -- /o/empty", Stderr: "No documentation found for: \"x\""},
	)
	e := Context7{Options{Client: client(web.Options{AllowPrivateHosts: []string{"127.0.0.1"}}), Programs: Programs{Path: dir}, Context: s.URL}}
	g, r, pages := crawl(t, e, "ctx7:react#using hooks", web.Limits{}, web.CrawlOptions{})
	at := "https://context7.com/facebook/react?topic=using+hooks"
	if len(g.Nodes) != 2 || g.Nodes[0].URL != at || g.Nodes[1].Verdict != web.Quota || g.Credits() != 1 || g.Limits.Prefixes[0] != "https://context7.com/facebook/react" || r.Counts[web.Fetched] != 1 || len(pages) != 1 {
		t.Fatalf("%+v, %v", g, r.Counts)
	}
	_, author, _, _, text := read(t, pages[at])
	want := "# facebook/react: using hooks\n\n## Hooks \\> Rules\n\n### Rule\nCall them at the top.\n\nFrom <https://react.dev/rules>\n\n## State\n\nKeeps it.\n\n```jsx\nuseState(0)\n```\n"
	if text != want || !strings.HasPrefix(author, "Context7") {
		t.Errorf("by %s\n%s", author, text)
	}
	if !strings.Contains(log(t, dir, "ctx7"), `["--base-url" "`+s.URL+`" "docs" "--json" "--" "/facebook/react" "using hooks"]`) {
		t.Errorf("ctx7 was called with %s", log(t, dir, "ctx7"))
	}
	if g, err := e.Map(t.Context(), "ctx7:nothing", web.Limits{}); err != nil || g.Nodes[0].Verdict != web.Gone || !strings.Contains(g.Nodes[0].Reason, "No libraries found") {
		t.Errorf("%v, %+v", err, g.Nodes)
	}
	for seed, verdict := range map[string]web.Verdict{"https://context7.com/facebook/react": web.Failed, "https://context7.com/o/empty?topic=x": web.Gone} {
		_, _, pages := crawl(t, e, seed, web.Limits{}, web.CrawlOptions{})
		if p := pages[seed]; p.Verdict != verdict || verdict == web.Failed && p.Class != web.ClassThrottled {
			t.Errorf("%s: %s %s %s", seed, p.Verdict, p.Class, p.Reason)
		}
	}
	e.Client = client(web.Options{})
	if g, _ := e.Map(t.Context(), "ctx7:react", web.Limits{}); g.Nodes[0].Verdict != web.Denied {
		t.Errorf("a deployment on an address that nobody named: %+v", g.Nodes)
	}
}
