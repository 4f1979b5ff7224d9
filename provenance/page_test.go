package provenance

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"assay/vault"
)

const testSource = SourceID("sr_abcdefghij234567")

func pageOf(texts ...string) PageFile {
	p := PageFile{Source: testSource, Title: "A page", URL: "https://example.org/a", Retrieved: time.Date(2026, 4, 29, 12, 0, 0, 0, time.UTC)}
	for _, t := range texts {
		p.Chunks = append(p.Chunks, Passage{ID: NewChunkID(testSource, PassageText(t)), Text: t})
	}
	return p
}

func texts(list []Passage) []string {
	var out []string
	for _, c := range list {
		out = append(out, c.Text)
	}
	return out
}

func TestPageReadsBackWhatItPrints(t *testing.T) {
	p := pageOf(
		"# A page\n\nFirst paragraph\nover two lines.",
		"## List\n\n- one\n- two",
		"| a | b |\n|---|---|\n| 1 | 2 |",
		"```go\nx := [[1]] // #tag ^chk-abcdefghij234567\n```",
		"> quoted\n> text",
		"Read [[this]], ![[that]], #tag, %%hidden%%, <!-- hidden --> and ^anchor",
		"Already &#91;escaped&#93; &amp;#91; and `[[code]]`.",
		"    indented [[code]]",
		"## Superseded passages\n\nA heading of the original's own.",
		"```\nnever closed",
		"中文段落[[链接]]。 #标签",
	)
	p.Superseded = []Passage{{ID: NewChunkID(testSource, "Old text."), Text: "Old text.", Superseded: true}}
	p.Hash = vault.HashText([]byte("x"))
	printed := PrintPage(p)
	got := ParsePage("03_Sources/"+string(testSource)+"/a-page-00000000.md", printed, Source{})
	if len(got.Problems) > 0 {
		t.Fatalf("problems: %v\n%s", got.Problems, printed)
	}
	want := texts(p.Chunks)
	want[9] += "\n```"
	if d := cmp.Diff(want, texts(got.Chunks)); d != "" {
		t.Errorf("chunks (-want +got):\n%s\n%s", d, printed)
	}
	if d := cmp.Diff([]string{"Old text."}, texts(got.Superseded)); d != "" {
		t.Errorf("superseded (-want +got):\n%s", d)
	}
	for _, c := range append(got.Chunks, got.Superseded...) {
		if !c.Intact {
			t.Errorf("not intact: %q", c.Text)
		}
	}
	if got.Title != p.Title || got.URL != p.URL || got.Source != p.Source || !got.Retrieved.Equal(p.Retrieved) || got.Hash != p.Hash {
		t.Errorf("particulars lost: %+v", got)
	}
	if d := cmp.Diff([]string{"A page", "List"}, got.Chunks[1].Heading); d != "" {
		t.Errorf("breadcrumb (-want +got):\n%s", d)
	}
	for _, bad := range []string{"[[this]]", "![[that]]", " #tag,", "%%", " ^anchor"} {
		if strings.Contains(string(printed), bad) {
			t.Errorf("the page file holds %q:\n%s", bad, printed)
		}
	}
	if !strings.Contains(string(printed), "`[[code]]`") || !strings.Contains(string(printed), "x := [[1]]") {
		t.Error("code was escaped")
	}
	crlf := strings.ReplaceAll(string(printed), "\n", "\r\n")
	again := ParsePage("x.md", []byte(crlf), Source{})
	if d := cmp.Diff(texts(got.Chunks), texts(again.Chunks)); d != "" {
		t.Errorf("with CRLF (-want +got):\n%s", d)
	}
}

// Invariant (names and stored text): One changed byte breaks its own passage and no other.
func TestChangedByteShowsInItsPassageOnly(t *testing.T) {
	printed := string(PrintPage(pageOf("Fresh for 60 seconds.", "Then it is stale.", "Ask the origin.")))
	changed := ParsePage("x.md", []byte(strings.Replace(printed, "is stale", "is Stale", 1)), Source{})
	var intact []bool
	for _, c := range changed.Chunks {
		intact = append(intact, c.Intact)
	}
	if d := cmp.Diff([]bool{true, false, true}, intact); d != "" {
		t.Errorf("intact (-want +got):\n%s", d)
	}
	rewrapped := ParsePage("x.md", []byte(strings.Replace(printed, "it is stale", "it\nis stale", 1)), Source{})
	if !rewrapped.Chunks[1].Intact {
		t.Error("white space counts")
	}
}

func TestAnchorsStandWhereObsidianReadsThem(t *testing.T) {
	for _, c := range []struct {
		text  string
		alone bool
	}{
		{"A paragraph.", false},
		{"Two lines\nof one.", false},
		{"# Title\n\nText.", false},
		{"- item", true},
		{"- item\n  goes on", true},
		{"1. item\n\n   paragraph of the item", true},
		{"> quote", true},
		{"> [!note]\n> callout", true},
		{"| a |\n|---|\n| 1 |", true},
		{"```\ncode\n```", true},
		{"    code", true},
		{"# Title", true},
		{"Title\n===", true},
		{"Text\n\n---", true},
		{"[ref]: https://example.org", true},
		{"<div>x</div>", true},
		{"$$\nx\n$$", true},
		{"- item\n\nA paragraph.", false},
	} {
		printed := string(PrintPage(pageOf(c.text)))
		if alone := strings.Contains(printed, "\n\n^chk-"); alone != c.alone {
			t.Errorf("%q: anchor stands alone: %v, want %v", c.text, alone, c.alone)
		}
	}
}

// Invariant (names and stored text): A passage that is still cited when its page changes is
// kept as superseded.
func TestRenewKeepsWhatIsCited(t *testing.T) {
	old := ParsePage("x.md", PrintPage(pageOf("Kept.", "Cited and gone.", "Gone.")), Source{})
	cited := func(id ChunkID) bool { return id == old.Chunks[1].ID }
	next := old.Renew(pageOf("Kept.", "New."), cited)
	if d := cmp.Diff([]string{"Cited and gone."}, texts(next.Superseded)); d != "" {
		t.Errorf("superseded (-want +got):\n%s", d)
	}
	again := ParsePage("x.md", PrintPage(next), Source{})
	third := again.Renew(pageOf("Cited and gone.", "New."), cited)
	if len(third.Superseded) > 0 || len(again.Superseded) != 1 || !again.Superseded[0].Intact {
		t.Errorf("a passage that came back is still superseded: %v", third.Superseded)
	}
}

// markdownText draws text that is rich in what could be misread.
func markdownText() *rapid.Generator[string] {
	bits := rapid.SampledFrom([]string{"a", "word ", "中文", "。", "\n", "\n\n", " ", "\t", "    ", "[[", "]]", "[", "#", "#tag", "## ", "%%", "%", "<!--", "-->", "^", "^id", " ^chk-abcdefghij234567",
		"`", "``", "```", "\n```\n", "~~~", "\n~~~\n", "> ", "- ", "1. ", "|", "|---|", "\\", "&#91;", "&amp;", "amp;", "#91;", "&", "---", "===", "\r\n", "\r", "## Superseded passages", "\n## Superseded passages\n", "&#83;", "\u00a0", "é", "e\u0301", "$$"})
	return rapid.Map(rapid.SliceOfN(bits, 0, 30), func(s []string) string { return strings.Join(s, "") })
}

// Invariant (names and stored text): A stored page reads back to what was printed, and no text
// of a source can act as a link, tag, comment or anchor of the vault. See also
// TestEscapeProperty, TestAnchorsStandWhereObsidianReadsThem.
func TestPageRoundTripProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkRoundTrip(t, rapid.SliceOfN(markdownText(), 0, 5).Draw(t, "texts"))
	})
}

func checkRoundTrip(t interface{ Fatalf(string, ...any) }, list []string) {
	p := pageOf(list...)
	var want []string
	seen := map[ChunkID]bool{}
	for _, c := range p.Chunks {
		if text := PassageText(c.Text); text != "" && !seen[c.ID] {
			seen[c.ID] = true
			want = append(want, text)
		}
	}
	printed := PrintPage(p)
	got := ParsePage("x.md", printed, Source{})
	if d := cmp.Diff(want, texts(got.Chunks)); d != "" {
		t.Fatalf("texts (-want +got):\n%s\n%q", d, printed)
	}
	for _, c := range got.Chunks {
		if !c.Intact {
			t.Fatalf("%q is not intact in %q", c.Text, printed)
		}
		stored, last := string(printed[c.Start:c.End]), 0
		for j := range c.Text {
			i := EscapedOffset(stored, c.Text, j)
			if i < last || i >= len(stored) || stored[i] != c.Text[j] && stored[i] != '&' && !strings.HasPrefix(stored[i:], "amp;") {
				t.Fatalf("offset %d of %q maps to %d of %q", j, c.Text, i, stored)
			}
			last = i
		}
		if i := EscapedOffset(stored, c.Text, len(c.Text)); i != len(stored) {
			t.Fatalf("the end of %q maps to %d of %q", c.Text, i, stored)
		}
	}
	if again := PrintPage(got); string(again) != string(printed) {
		t.Fatalf("prints %q, then %q", printed, again)
	}
}

func TestEscapeProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := unixLines(markdownText().Draw(t, "text"))
		if got := UnescapeText(EscapeText(s)); got != s {
			t.Fatalf("%q became %q by way of %q", s, got, EscapeText(s))
		}
	})
}

func FuzzParsePage(f *testing.F) {
	f.Add("A [[link]] ^id\n\n- x\n\n```\ny\n```")
	f.Add(string(PrintPage(pageOf("a", "- b", "```\nc"))))
	f.Add("---\nassay: page/1\n---\n\n\ttext `` ` \n\n^chk-abcdefghij234567\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		p := ParsePage("03_Sources/"+string(testSource)+"/x.md", []byte(text), Source{})
		for _, c := range append(p.Chunks, p.Superseded...) {
			if c.Start < 0 || c.End < c.Start || c.End > len(text) {
				t.Fatalf("passage at %d-%d of %d bytes", c.Start, c.End, len(text))
			}
		}
		checkRoundTrip(t, []string{text})
	})
}

func TestPagePath(t *testing.T) {
	for _, c := range []struct{ url, title, want string }{
		{"https://example.org/a", "HTTP caching: what, why?", "http-caching-what-why-"},
		{"https://example.org/b", "プリライト ロギング", "プリライト-ロギング-"},
		{"raw/Some Dir/WAL intro.html", "", "wal-intro-"},
		{"https://example.org/", "", "example-org-"},
		{"x", "CON", "con-"},
		{"x", strings.Repeat("long ", 40), "long-long-"},
	} {
		got := PagePath("03_Sources", testSource, c.url, c.title)
		name := strings.TrimPrefix(got, "03_Sources/"+string(testSource)+"/")
		if !strings.HasPrefix(name, c.want) || len([]rune(name)) > maxSlug+len("-12345678.md") {
			t.Errorf("%s, %q: %s", c.url, c.title, got)
		}
		if got != PagePath("03_Sources", testSource, c.url, c.title) {
			t.Error("not stable")
		}
	}
}
