package rank

import (
	"strings"
	"testing"
	"time"
)

// The reference's table, weight by weight.
//
// Invariant (searching): Weights are the reference's, and a proposal changes none. See also
// TestReweigh.
func TestDefaultIsTheReference(t *testing.T) {
	want := map[Intent]Mix{
		"factual": {.4, .1, .5}, "status": {.3, .5, .2}, "comparison": {.4, .2, .4}, "tutorial": {.4, .1, .5},
		"exploratory": {.3, .2, .5}, "news": {.3, .6, .1}, "resource": {.5, .1, .4},
	}
	w := Default()
	for _, i := range Intents() {
		if w.Intents[i] != want[i] {
			t.Errorf("%s: %v, want %v", i, w.Intents[i], want[i])
		}
	}
	if len(want) != len(Intents()) || len(w.Intents) != len(want) {
		t.Errorf("%d intents", len(w.Intents))
	}
}

func TestFeatures(t *testing.T) {
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	ago := func(days float64) time.Time { return now.Add(-time.Duration(days * 24 * float64(time.Hour))) }
	w := Default()
	for _, c := range []struct {
		name  string
		query string
		it    Item
		boost []string
		want  Features
	}{
		{"all words", "green tea", Item{Title: "Green", Text: "tea", URL: "https://github.com/a/b", Date: ago(0.5)}, nil, Features{1, 1, 1}},
		{"two of three, a week", "steeping green tea", Item{Text: "green tea", URL: "https://dev.to/x", Date: ago(7)}, nil, Features{.6667, .9, .8}},
		{"short words do not count", "is it so", Item{Text: "nothing", Date: ago(30)}, nil, Features{.5, .7, .4}},
		{"a quarter", "tea", Item{Text: "steam", URL: "https://medium.com/x", Date: ago(90)}, nil, Features{0, .5, .6}},
		{"a year, a subdomain", "tea", Item{Text: "tea", URL: "https://en.wikipedia.org/wiki/Tea", Date: ago(365)}, nil, Features{1, .3, 1}},
		{"older, a look-alike", "tea", Item{Text: "tea", URL: "https://notgithub.com/", Date: ago(366)}, nil, Features{1, .1, .4}},
		{"undated", "tea", Item{Text: "tea", URL: "https://docs.example.org/"}, nil, Features{1, .5, .9}},
		{"this year", "tea", Item{Text: "tea in 2026"}, nil, Features{1, .9, .4}},
		{"last year", "tea", Item{Text: "tea, 2025 and 2019", URL: "https://x.github.io/"}, nil, Features{1, .6, .7}},
		{"three years", "tea", Item{Text: "tea of 2023", URL: "https://blog.example.org/"}, nil, Features{1, .4, .6}},
		{"long ago, still to come", "tea", Item{Text: "tea of 1998, 2077", URL: "https://mit.edu/"}, nil, Features{1, .2, .8}},
		{"boosted", "tea", Item{Text: "tea", URL: "https://www.realpython.com/", Date: ago(0)}, []string{"realpython.com"}, Features{1, 1, .8}},
		{"boosted to the top", "tea", Item{Text: "tea", URL: "https://go.dev/", Date: ago(0)}, []string{"go.dev"}, Features{1, 1, 1}},
		{"Chinese", "绿茶", Item{Text: "如何泡绿茶", Date: ago(0)}, nil, Features{1, 1, .4}},
	} {
		if got := w.Features(c.query, c.it, now, c.boost); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	// 0.3·0.6667 + 0.5·0.9 + 0.2·0.8
	if got := w.Intents["status"].Score(Features{.6667, .9, .8}); got != .81 {
		t.Errorf("score %v", got)
	}
}

func TestIntent(t *testing.T) {
	w := Default()
	for query, want := range map[string]Intent{
		"what is WebTransport":                "factual",
		"WebTransport 是什么意思":                  "factual",
		"latest Deno":                         "status",
		"Deno 最新进展":                           "status",
		"what's new in Go":                    "status",
		"Bun vs Deno":                         "comparison",
		"latest Bun vs Deno":                  "comparison",
		"Bun 和 Deno 区别":                       "comparison",
		"how to steep tea":                    "tutorial",
		"Rust CLI 教程":                         "tutorial",
		"AI this week":                        "news",
		"latest AI news":                      "news",
		"Anthropic MCP documentation":         "resource",
		"news on the official site of RISC-V": "resource",
		"RISC-V":                              "exploratory",
		"":                                    "exploratory",
		"reports of updated trees":            "exploratory",
	} {
		if got := w.Intent(query); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
}

func TestParse(t *testing.T) {
	w, err := Parse(File, []byte("version: 1\nintents:\n  status: {keyword: 0.25, freshness: 0.55, authority: 0.2}\nauthority: {domains: {example.org: 0.9, low.example.org: 0.1}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if w.Intents["status"].Freshness != .55 || w.Intents["news"] != Default().Intents["news"] {
		t.Errorf("%v", w.Intents)
	}
	for url, want := range map[string]float64{"https://a.example.org/": .9, "https://low.example.org/": .1, "https://github.com/": 1, "raw/tea.md": .4} {
		if got := w.Authority.score(url, nil); got != want {
			t.Errorf("%s: %v, want %v", url, got, want)
		}
	}
	for text, want := range map[string]string{
		"version: 2\n":             "version 2",
		"":                         "version 0",
		"version: 1\nintent: {}\n": "intent",
		"version: 1\nintents: {stat: {keyword: 1, freshness: 0, authority: 0}}\n":                 `no intent "stat"`,
		"version: 1\nintents: {news: {keyword: 0.5, freshness: 0.1, authority: 0.1}}\n":           "add up to 0.7",
		"version: 1\nintents: {news: {keyword: 1.5, freshness: -0.5, authority: 0}}\n":            "from 0 to 1",
		"version: 1\nintents: {news: {keyword: .nan, freshness: 0, authority: 0}}\n":              "from 0 to 1",
		"version: 1\nauthority: {domains: {a.org: 3}}\n":                                          "from 0 to 1",
		"version: 1\nfreshness: {older: 2}\n":                                                     "from 0 to 1",
		"[[[":                                                                                     "read weights",
		"version: 1\nsignals: {x: " + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + "}": "larger",
	} {
		if _, err := Parse(File, []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(builtin)
	f.Add([]byte("version: 1\nintents: {news: {keyword: .5, freshness: .5, authority: 0}}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		w, err := Parse(File, text)
		if err != nil {
			return
		}
		got := w.Features("what is tea", Item{Title: "Tea", Text: "tea of 2020", URL: "https://example.org/"}, time.Unix(1e9, 0), []string{"example.org"})
		for _, i := range Intents() {
			if s := w.Intents[i].Score(got); s < 0 || s > 1.01 {
				t.Fatalf("%s scores %v", i, s)
			}
		}
	})
}
