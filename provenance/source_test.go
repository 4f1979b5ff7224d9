package provenance

import (
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"assay/vault"
)

func TestSourceReadsBackWhatItPrints(t *testing.T) {
	at := time.Date(2026, 4, 29, 12, 0, 0, 0, time.UTC)
	s := Source{
		ID: testSource, URL: "https://example.org/docs/", Title: `Manual: "quotes", #, 中文`, Class: ClassOfficial, Licence: "CC-BY-4.0",
		Author: "O'Neil: et al", Language: "en", Published: "2024-01-02", Fixed: true,
		Pages: []Page{
			{URL: "https://example.org/docs/a?b=1#c", File: "a-00000000.md", Title: "A: b", Hash: vault.HashText([]byte("a")), Retrieved: at, Drifted: at},
			{URL: "raw/b c.html", File: "b-c-11111111.md", Withdrawn: at, Unavailable: at, SupersededBy: "https://example.org/c"},
		},
	}
	got, problems := ParseSource(s.Print())
	if len(problems) > 0 {
		t.Fatalf("problems: %v\n%s", problems, s.Print())
	}
	if d := cmp.Diff(s, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestSourceProblems(t *testing.T) {
	for _, c := range []struct{ name, text, want, problem string }{
		{"by hand", "id: sr_abcdefghij234567\nurl: https://example.org/a: b\n", "", "cannot be read as YAML"},
		{"plain scalars", "# mine\nid: sr_abcdefghij234567\ntitle: Plain title # comment\nclass: press\n", "Plain title", ""},
		{"unknown key", "id: sr_abcdefghij234567\ntitle: T\ncolour: red\n", "T", "the key colour, which means nothing here"},
		{"unknown class", "id: sr_abcdefghij234567\ntitle: T\nclass: gossip\n", "T", "a value of class that cannot be read: gossip"},
		{"bad hash", "id: sr_abcdefghij234567\ntitle: T\npages:\n  x:\n    file: x.md\n    hash: zz\n", "T", "a value of hash"},
		{"twice", "id: sr_abcdefghij234567\ntitle: T\ntitle: U\n", "", "title"},
		{"list of pages", "id: sr_abcdefghij234567\ntitle: T\npages: [a]\n", "T", "wants pages to be a mapping"},
		{"empty", "", "", "describes no source"},
		{"tabs", "id:\tsr_abcdefghij234567\n\ttitle: T\n", "", "cannot be read as YAML"},
		{"no id", "title: T\n", "T", "has no id"},
	} {
		got, problems := ParseSource([]byte(c.text))
		if got.Title != c.want {
			t.Errorf("%s: title %q, want %q", c.name, got.Title, c.want)
		}
		found := c.problem == "" && len(problems) == 0
		for _, p := range problems {
			found = found || c.problem != "" && strings.Contains(p.Text, c.problem)
		}
		if !found {
			t.Errorf("%s: problems %v, want %q", c.name, problems, c.problem)
		}
	}
}

// Invariant (names and stored text): A source.yaml reads back to what was printed.
func TestSourceRoundTripProperty(t *testing.T) {
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "- a", "a: b", "#", "'", `"`, `\`, "yes", "null", "1e3", "|", "中文", "a\nb", "\u2028", "{", "&a", "*a", "!t"}))
	rapid.Check(t, func(t *rapid.T) {
		s := Source{ID: testSource, URL: text.Draw(t, "url"), Title: text.Draw(t, "title"), Author: text.Draw(t, "author")}
		urls := rapid.SliceOfDistinct(text, func(s string) string { return s }).Draw(t, "urls")
		sort.Strings(urls)
		for _, u := range urls {
			s.Pages = append(s.Pages, Page{URL: u, File: text.Draw(t, "file"), Title: text.Draw(t, "page title")})
		}
		printed := s.Print()
		got, problems := ParseSource(printed)
		if d := cmp.Diff(s, got); d != "" || len(problems) > 0 {
			t.Fatalf("%v (-want +got):\n%s\n%s", problems, d, printed)
		}
		if string(got.Print()) != string(printed) {
			t.Fatalf("prints differently")
		}
	})
}

// Whatever prints is read by both parsers alike.
func TestSourceParsersAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-zA-Z0-9:/#'"\\ .,中é-]{0,12}`)
		s := Source{ID: testSource, URL: word.Draw(t, "url"), Title: word.Draw(t, "title")}
		if rapid.Bool().Draw(t, "page") {
			s.Pages = []Page{{URL: "p" + word.Draw(t, "page url"), File: word.Draw(t, "file"), Retrieved: time.Unix(1e9, 0).UTC()}}
		}
		fast, ok := parsePrinted(string(s.Print()))
		p := sourceParser{text: s.Print(), lines: vault.NewLines(s.Print())}
		p.read()
		if d := cmp.Diff(fast, p.source); !ok || d != "" || len(p.problems) > 0 {
			t.Fatalf("ok %v, problems %v (-fast +yaml):\n%s\n%s", ok, p.problems, d, s.Print())
		}
	})
}

func FuzzParseSource(f *testing.F) {
	f.Add("assay: source/1\nid: \"sr_abcdefghij234567\"\npages:\n  \"https://a\":\n    file: \"a.md\"\n")
	f.Add("id: x\npages: {a: {file: b}}\n? k\n: v\n")
	f.Add("a: &x [*x]\n<<: *x\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, problems := ParseSource([]byte(text))
		for _, p := range problems {
			if p.Start < 0 || p.End < p.Start || p.End > len(text) {
				t.Fatalf("problem outside the file: %+v", p)
			}
		}
		sort.SliceStable(s.Pages, func(i, j int) bool { return s.Pages[i].URL < s.Pages[j].URL })
		again, _ := ParseSource(s.Print())
		if len(problems) == 0 && string(again.Print()) != string(s.Print()) {
			t.Fatalf("%q is not kept: %q, %q", text, s.Print(), again.Print())
		}
	})
}
