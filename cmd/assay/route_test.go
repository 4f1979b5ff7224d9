package main

import (
	"strings"
	"testing"

	"assay/compiler/view"
)

func TestRoute(t *testing.T) {
	w := newWays(view.WebOptions{}, func(string) string { return "" })
	page, err := w.pages()
	if err != nil {
		t.Fatal(err)
	}
	for seed, want := range map[string]string{
		"https://www.youtube.com/watch?v=abc":             "yt-dlp",
		"https://youtu.be/abc":                            "yt-dlp",
		"https://vimeo.com/12345":                         "yt-dlp",
		"https://vimeo.com/blog":                          "http",
		"https://www.youtube.com/about":                   "http",
		"https://github.com/o/r":                          "github http",
		"https://github.com/vercel/next.js/":              "github http",
		"https://github.com/o/r/issues/12":                "github http",
		"https://github.com/o/r/pull/12#issuecomment-1":   "github http",
		"https://github.com/o/r/discussions/3":            "github http",
		"https://github.com/o/r/releases/tag/v1.0":        "github http",
		"https://github.com/o/r/issues/x":                 "http",
		"https://github.com/o/r/blob/main/a.md":           "http",
		"https://github.com/orgs/r":                       "http",
		"https://github.com/o/r.git":                      "git",
		"https://git.example.org/a/b.git?ref=v1":          "git",
		"git+https://example.org/a":                       "git",
		"git+ssh://git@example.org/a/b.git@v1.2#docs":     "git",
		"git+file:///srv/a.git":                           "git",
		"git+https://u:p@example.org/a":                   "",
		"git+http://u@example.org/a.git":                  "",
		"https://u:p@github.com/o/r.git":                  "",
		"https://token@example.org/o/r.git":               "",
		"git+ext::sh":                                     "",
		"git+ssh://-oProxyCommand=x/a":                    "",
		"git+https://example.org/a.git@--upload-pack=x":   "",
		"ctx7:react#hooks":                                "ctx7",
		"ctx7:--help":                                     "",
		"https://context7.com/facebook/react?topic=hooks": "ctx7",
		"https://context7.com/facebook/react?topic=--x":   "http",
		"https://context7.com/about":                      "http",
		"https://deepwiki.com/o/r":                        "deepwiki",
		"https://deepwiki.com/o/r/1.2-a":                  "deepwiki",
		"https://deepwiki.com/":                           "http",
		"https://example.org/docs/":                       "http",
		"file:///etc/passwd":                              "",
		"javascript:alert(1)":                             "",
	} {
		_, list, _ := w.Ways(seed)
		names := make([]string, len(list))
		for i, way := range list {
			if names[i] = way.Name(); names[i] == page.Name() { // a browser, where there is one
				names[i] = "http"
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s goes to %q, want %q", seed, got, want)
		}
	}
}
