package markdown

import (
	"bytes"
	"fmt"
	"sort"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"go.abhg.dev/goldmark/wikilink"
	"pgregory.net/rapid"

	"assay/vault"
)

func showLinks(n *Note) []string {
	var out []string
	for _, l := range n.Links {
		s := l.Written()
		if l.Text != "" {
			s += "|" + l.Text
		}
		for _, f := range []struct {
			on   bool
			name string
		}{{l.Wiki, "wiki"}, {l.Embed, "embed"}, {l.Meta, "meta"}, {l.URL, "url"}} {
			if f.on {
				s += " " + f.name
			}
		}
		out = append(out, s)
	}
	return out
}

func TestLinks(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"wikilinks", "[[A]] [[A b|c d]] [[A#B#C]] [[A#^id|x]] [[#Here]] ![[p.png|200]] [[f/A.md]]", []string{"A wiki", "A b|c d wiki", "A#B#C wiki", "A#^id|x wiki", "#Here wiki", "p.png|200 wiki embed", "f/A.md wiki"}},
		{"markdown", "[a](b.md) [a](<b c.md#D e>) [a](b%20c.md#D%20e \"title\") ![alt](p.png) [*a* `b`](c(d).md)", []string{"b.md|a", "b c.md#D e|a", "b c.md#D e|a", "p.png|alt embed", "c(d).md|*a* `b`"}},
		{"image in a link", "[![alt](i.png)](b.md)", []string{"b.md|![alt](i.png)", "i.png|alt embed"}},
		{"references", "[a][r], [r][], [r], [nothing]\n\n[r]: <x y.md>\n", []string{"x y.md|a", "x y.md|r", "x y.md|r"}},
		{"addresses", "See https://a.example/x_(y)?z=1. <https://b.example> and [c](mailto:c@d.e). 见https://c.example/路。", []string{"https://a.example/x_(y)?z=1|https://a.example/x_(y)?z=1 url", "https://b.example|https://b.example url", "mailto:c@d.e|c url", "https://c.example/|https://c.example/ url"}},
		{"none in code, formulas, comments", "`[[a]]` ``[[`b]]`` $[[c]]$ %%[[d]]%% <!-- [[e]] --> \\[[f]] \\[g](h.md)\n\n```\n[[i]]\n```\n\n    [[j]]\n\n$$\n[[k]]\n\n[[l]]\n$$\n\n%%\n[[m]]\n\n- [[n]]\n%%\n\n[[yes]]", []string{"yes wiki"}},
		{"in tables", "| a | b |\n|---|---|\n| [[A\\|x]] | [t](u.md) |\n", []string{"A|x wiki", "u.md|t"}},
		{"in frontmatter", "---\nup: \"[[Parent]]\"\nrelated:\n  - \"[[B|b]]\"\n  - \"[t](c.md)\"\nplain: A\n---\n", []string{"Parent wiki meta", "B|b wiki meta", "c.md|t meta"}},
		{"not links", "[[]] [[ ]] [a] (b.md) [x]() [[a\nb]] a[0][1] price is $5 and $6", []string{"|x"}},
		{"in headings, quotes, callouts, lists", "# [[A]]\n\n> [[B]]\n\n> [!note] [[C]]\n> [[D]]\n\n- [[E]]\n  - [ ] [[F]]\n", []string{"A wiki", "B wiki", "C wiki", "D wiki", "E wiki", "F wiki"}},
		{"in footnotes", "Text[^1].\n\n[^1]: [[A]] and [b](c.md)\n", []string{"A wiki", "c.md|b"}},
		{"citations are links too", "It is so ([T](a.md)). ^[[[b]]] (source: [U](c.md))", []string{"a.md|T", "b wiki", "c.md|U"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n := Parse("Note.md", []byte(test.text), Options{})
			if diff := cmp.Diff(test.want, showLinks(n)); diff != "" {
				t.Error(diff)
			}
			for _, l := range n.Links {
				if s := test.text[l.Start:l.End]; !strings.Contains(s, "[") && !strings.Contains(s, "://") {
					t.Errorf("%q is no link", s)
				}
			}
		})
	}
}

// TestWikilinksAgree compares with the goldmark extension where the two should
// see the same: links on lines of words.
func TestWikilinksAgree(t *testing.T) {
	md := goldmark.New(goldmark.WithExtensions(&wikilink.Extender{}))
	part := rapid.SampledFrom([]string{"[[A]]", "[[B|b]]", "![[C.png]]", "[[D#E]]", "[[F g|h i]]", "word", "`[[no]]`", "*[[I]]*", "[x](y.md)", "(", ")", "\\[[J]]", "!", "[", "\n"})
	rapid.Check(t, func(t *rapid.T) {
		src := []byte(strings.Join(rapid.SliceOf(part).Draw(t, "parts"), " "))
		var want []string
		_ = ast.Walk(md.Parser().Parse(text.NewReader(src)), func(n ast.Node, in bool) (ast.WalkStatus, error) {
			if w, ok := n.(*wikilink.Node); ok && in {
				want = append(want, fmt.Sprintf("%s#%s %v", w.Target, w.Fragment, w.Embed))
			}
			return ast.WalkContinue, nil
		})
		var got []string
		for _, l := range Parse("Note.md", src, Options{}).Links {
			if l.Wiki {
				got = append(got, fmt.Sprintf("%s#%s %v", l.Target, l.Anchor, l.Embed))
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%q: %s", src, diff)
		}
	})
}

func TestStructure(t *testing.T) {
	text := "\ufeff---\ntitle: \"T: t\"\naliases: [A, 'B']\ntags:\n  - x/y\ngaps: topic one\nsources_wanted:\n  - topic two\nprovenance_source_ids: [\"sr_a\"]\nprovenance_chunk_ids: [\"chk_b\"]\nprovenance_retrieved: \"2026-04-29T12:00:00Z\"\nprovenance_agent: me\nlicence: MIT\nsource_url: https://a.example\nextra: {a: 1}\n---\n" +
		"# One *two* #\n\nWords #tag here. ^b1\n\nSetext [[x]]\n---\n\n| a |\n|---|\n| b |\n\n^b2\n\n> [!todo] Find out\n> more of it\n\n- [?] Why so?\n- [x] done\n"
	n := Parse("dir/Note.md", []byte(text), Options{})
	if n.Title != "T: t" || n.Meta.Retrieved != "" || n.Meta.URL != "https://a.example" || n.Meta.Licence != "MIT" {
		t.Errorf("%+v", n.Meta)
	}
	if diff := cmp.Diff([][]string{{"A", "B"}, {"x/y", "tag"}, {"topic one", "topic two"}}, [][]string{n.Meta.Aliases, n.Meta.Tags, n.Meta.Gaps}); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(Stamp{true, []string{"sr_a"}, []string{"chk_b"}, "2026-04-29T12:00:00Z", "me"}, n.Meta.Stamp); diff != "" {
		t.Error(diff)
	}
	var got []string
	for _, h := range n.Headings {
		got = append(got, fmt.Sprintf("h%d %s [%s]", h.Level, h.Text, text[h.Start:h.End]))
	}
	for _, b := range n.Blocks {
		got = append(got, b.ID+" ["+text[b.Start:b.End]+"]")
	}
	for _, q := range n.Questions {
		got = append(got, "? "+q.Text)
	}
	want := []string{"h1 One *two* [# One *two* #]", "h2 Setext [[x]] [Setext [[x]]]", "b1 [^b1]", "b2 [^b2]", "? Find out more of it", "? Why so?"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(n.Problems) != 0 {
		t.Error(n.Problems)
	}
	if n := Parse("dir/My note.md", []byte("text"), Options{}); n.Title != "My note" || n.Words != 1 {
		t.Errorf("%q, %d words", n.Title, n.Words)
	}
	if n := Parse("a.md", []byte("# [[A|B]] `c`\n"), Options{}); n.Title != "B c" {
		t.Errorf("title %q", n.Title)
	}
}

func TestFrontmatterTraps(t *testing.T) {
	tests := []struct {
		name, meta, problem string
		sources             []string
		tags                []string
	}{
		{"comma splits a name", "sources: [Smith, J. - talk.md, b.md]", "frontmatter-list-split", []string{"Smith", "J. - talk.md", "b.md"}, nil},
		{"apostrophe breaks the list", "sources: ['it's.md', b.md]\ntags: [x]", "frontmatter-syntax", []string{"it's.md", "b.md"}, []string{"x"}},
		{"empty key takes the next", "sources:\n  tags: [x]\n  title: T", "frontmatter-nested", nil, []string{"x"}},
		{"tab", "tags:\n\t- x\nsources: a.md", "frontmatter-syntax", []string{"a.md"}, []string{"x"}},
		{"twice", "tags: [x]\ntags: [y]\nsources: a.md", "frontmatter-duplicate", []string{"a.md"}, []string{"x"}},
		{"template", "tags: {{tags}}\nsources: a.md", "frontmatter-syntax", []string{"a.md"}, []string{"{{tags}}"}},
		{"folded", "sources: >\n  a.md\ntags: [x]", "", []string{"a.md"}, []string{"x"}},
		{"comment", "sources: [a.md] # mine\n# note\ntags: x, y", "", []string{"a.md"}, []string{"x", "y"}},
		{"flow over lines", "sources: [\n  a.md,\n  b.md ]\ntags: [x]", "", []string{"a.md", "b.md"}, []string{"x"}},
		{"bad bytes", "sources: a\xff.md", "invalid-utf8", []string{"a\ufffd.md"}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n := Parse("a.md", []byte("---\n"+test.meta+"\n---\nBody text.\n"), Options{})
			if diff := cmp.Diff(test.sources, n.Meta.Sources); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(test.tags, n.Meta.Tags); diff != "" {
				t.Error(diff)
			}
			found := test.problem == "" && len(n.Problems) == 0
			for _, p := range n.Problems {
				found = found || p.Kind == test.problem
			}
			if !found {
				t.Errorf("problems %v, want %q", n.Problems, test.problem)
			}
		})
	}
}

// Invariant (reading): Parsing never fails and never takes long, whatever the bytes. See also
// TestHostile, TestHostilePagesEndSoon, TestHostilePolicy, FuzzParse, FuzzSentences,
// FuzzParsePage, FuzzParseSource, FuzzReadLedger, FuzzParsePolicy, FuzzExtract, FuzzText,
// FuzzPDF, FuzzFeed, FuzzJSON, FuzzXML, FuzzSplit, FuzzTerms, FuzzJudge, FuzzRobots,
// FuzzSitemap, FuzzCanonical, FuzzLook, FuzzSeeds, FuzzCaptions, FuzzWiki, FuzzPropose,
// FuzzFlaw, FuzzShingles, FuzzMutants, FuzzParseBaseline, FuzzReadTraces,
// FuzzReadAnswers, FuzzReadCalibration, FuzzTokenizer.
func TestOddFiles(t *testing.T) {
	for _, text := range []string{"", "---", "---\n", "---\n---", "---\na: b", "\ufeff", "\x00\x00", "```\nopen [[x]]", "$$\nopen", "%%\nopen [[x]]", "<!-- open", "[^1]:", "[^1]: ", "^[", "[[", "> [!", "- [", "|", "a\r\rb", "\xff\xfe", "## Sources\n\n- `raw/a.md ` ^[inferred]\n"} {
		checkNote(t, []byte(text))
	}
	n := Parse("a.md", []byte("The cache is warm.\r\rThe server is up.\r"), Options{})
	if len(n.Claims) != 2 {
		t.Errorf("old Mac line ends: %v", n.Claims)
	}
}

// TestHostile parses what is quadratic for a careless reader; with a quadratic one
// it would take minutes.
func TestHostile(t *testing.T) {
	const n = 20000
	for name, text := range map[string]string{
		"links in a line":        strings.Repeat("[a](b.md) [[c]] ", n),
		"after a stop":           "It is. " + strings.Repeat("[a](b.md) ", n) + "x",
		"open brackets":          strings.Repeat("[", n) + strings.Repeat("![[", n),
		"carets":                 strings.Repeat("^[", n),
		"quotes":                 strings.Repeat(">", n) + " x",
		"lists":                  strings.Repeat("- ", n) + "x",
		"emphasis":               strings.Repeat("*a _b ", n) + strings.Repeat("**", n),
		"ticks":                  strings.Repeat("`a``b", n),
		"dollars":                strings.Repeat("$a ", n),
		"tags":                   strings.Repeat("<a ", n) + strings.Repeat("<!-- ", n),
		"comments":               strings.Repeat("x %% ", n|1),
		"parentheses":            strings.Repeat("(source: ", n) + strings.Repeat("([", n),
		"footnotes":              strings.Repeat("a.[^1] ", n) + "\n\n[^1]: x.md\n",
		"definitions":            strings.Repeat("[^a]: x\n", n),
		"claims, one mark":       strings.Repeat("The cache is warm. ", n) + "[^1]\n\n[^1]: x.md\n",
		"table":                  "| a |\n|---|\n" + strings.Repeat("| b is a cell |\n", n),
		"paragraph":              strings.Repeat("a b c\n", n),
		"citations":              strings.Repeat("It is so. (source: a.md)\n\n", n),
		"frontmatter":            "---\n" + strings.Repeat("a: [b, c]\n", n) + "---\n",
		"a line of nothing":      "**File**:/.md\n[]()\n",
		"a stop in a link":       "[^[]\ne]()",
		"text cut behind a link": "[![@t]t]()",
	} {
		t.Run(name, func(t *testing.T) { checkNote(t, []byte(text)) })
	}
}

// checkNote holds for the parse of any bytes.
func checkNote(t *testing.T, file []byte) {
	t.Helper()
	before := bytes.Clone(file)
	n := Parse("dir/Note.md", file, Options{ExemptSections: []string{"See also"}})
	if !bytes.Equal(before, file) {
		t.Fatal("the file's bytes were changed")
	}
	span := func(what string, start, end int) {
		t.Helper()
		if start < 0 || end < start || end > len(file) {
			t.Fatalf("%s at %d to %d in a file of %d bytes", what, start, end, len(file))
		}
	}
	words := func(what string, list ...string) {
		t.Helper()
		for _, s := range list {
			if !utf8.ValidString(s) && utf8.Valid(file) {
				t.Fatalf("%s %q is not UTF-8", what, s)
			}
		}
	}
	span("body", n.BodyStart, len(file))
	words("meta", append(append(n.Meta.Tags, n.Meta.Sources...), n.Title)...)
	for _, h := range n.Headings {
		span("heading", h.Start, h.End)
		words("heading", h.Text)
	}
	for _, b := range n.Blocks {
		span("block", b.Start, b.End)
		if string(file[b.Start:b.End]) != "^"+b.ID {
			t.Fatalf("block %q at %q", b.ID, file[b.Start:b.End])
		}
	}
	if !sort.SliceIsSorted(n.Links, func(i, j int) bool { return n.Links[i].Start < n.Links[j].Start }) {
		t.Fatal("links out of order")
	}
	for _, l := range n.Links {
		span("link", l.Start, l.End)
		words("link", l.Target, l.Anchor, l.Text)
	}
	for _, f := range n.Footnotes {
		span("footnote", f.Start, f.End)
		if !bytes.HasPrefix(file[f.Start:f.End], []byte("[^")) {
			t.Fatalf("footnote at %q", file[f.Start:f.End])
		}
	}
	for _, q := range n.Questions {
		span("question", q.Start, q.End)
	}
	for _, p := range n.Problems {
		span(p.Kind, p.Start, p.End)
	}
	for i, c := range n.Claims {
		span("claim", c.Start, c.End)
		if c.Start == c.End || c.Text == "" || c.ID != NewClaimID(n.Path, c.Text) || c.Heading >= len(n.Headings) {
			t.Fatalf("claim %+v", c)
		}
		if i > 0 && c.Start < n.Claims[i-1].Start {
			t.Fatalf("claims out of order: %q", c.Text)
		}
		for k := range min(len(c.Cites), 100) {
			span("citation", c.Cites[k].Start, c.Cites[k].End)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range sampleNotes(2) {
		f.Add(s)
	}
	for _, s := range []string{
		"---\nsources: [a, b]\ntags: x\n---\n# H\n> [!question] Q\n- [?] a ^id\n| a | b |\n|--|--|\n| [[c\\|d]] | e |\n^t\n",
		"A (source: `x`). B ([T](x.md)). C [[p#^b]] ^[a.md:3-4, 5] [@k] $x$ %%c%% <b>d</b> &amp; https://e.f\n\n[^1]: x §\"H\" L3 — \"q q q\"\n",
		"\ufeff中文。（Derived）「あ。」と\r\n\r\n> - 1. ```\r\nx",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, file []byte) { checkNote(t, file) })
}

func TestFoldName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		if f := vault.FoldName(s); vault.FoldName(f) != f {
			t.Fatalf("%q folds to %q and then to %q", s, f, vault.FoldName(f))
		}
	})
	if vault.FoldName("CAFE\u0301") != vault.FoldName("café") {
		t.Error("composed and decomposed names differ")
	}
}
