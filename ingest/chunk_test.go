package ingest

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"assay/provenance"
)

const testSource = provenance.SourceID("sr_abcdefghij234567")

func cutBy(md string, o cut) []Chunk {
	return split(Document{Title: "Doc", Markdown: md}, testSource, nil, o)
}

func chunkTexts(chunks []Chunk) []string {
	var out []string
	for _, c := range chunks {
		out = append(out, c.Text)
	}
	return out
}

func TestSplitFollowsHeadings(t *testing.T) {
	md := "# Doc\n\nIntro.\n\n## A\n\n### A1\n\nText one.\n\nText two.\n\n## B\n\nB text.\n\nSetext\n------\n\nEnd.\n"
	got := cutBy(md, usual)
	want := []string{"# Doc\n\nIntro.", "## A\n\n### A1\n\nText one.\n\nText two.", "## B\n\nB text.", "Setext\n------\n\nEnd."}
	if d := cmp.Diff(want, chunkTexts(got)); d != "" {
		t.Errorf("texts (-want +got):\n%s", d)
	}
	var trails []string
	for _, c := range got {
		trails = append(trails, strings.Join(c.Heading, " > "))
		if md[c.Start:c.End] != c.Text {
			t.Errorf("span is %q, text %q", md[c.Start:c.End], c.Text)
		}
	}
	if d := cmp.Diff([]string{"Doc", "Doc > A > A1", "Doc > B", "Doc > Setext"}, trails); d != "" {
		t.Errorf("breadcrumbs (-want +got):\n%s", d)
	}
}

func TestSplitLongTableRepeatsItsHeader(t *testing.T) {
	var b strings.Builder
	b.WriteString("Before.\n\n| name | value |\n|------|-------|\n")
	for i := range 60 {
		fmt.Fprintf(&b, "| row %d | the value of row %d |\n", i, i)
	}
	b.WriteString("\nAfter.\n")
	got := cutBy(b.String(), cut{300, 600, 150, 8000})
	if len(got) < 4 {
		t.Fatalf("%d chunks", len(got))
	}
	rows := 0
	for _, c := range got {
		lines := strings.Split(c.Text, "\n")
		header := false
		for _, l := range lines {
			if strings.HasPrefix(l, "| row") {
				rows++
				if !header || !strings.HasSuffix(l, " |") {
					t.Errorf("a row without header or end: %q", c.Text)
				}
			}
			header = header || l == "|------|-------|"
		}
	}
	if rows != 60 {
		t.Errorf("%d rows, want 60", rows)
	}
}

func TestSplitKeepsFencesWhole(t *testing.T) {
	code := "```python\n" + strings.Repeat("# not a heading. Not a sentence.\n\n", 100) + "```"
	got := cutBy("Text.\n\n"+code+"\n\nMore.\n", usual)
	found := false
	for _, c := range got {
		found = found || strings.Contains(c.Text, code)
	}
	if !found {
		t.Errorf("the fence was cut: %d chunks", len(got))
	}
	huge := "````text\n" + strings.Repeat("a line of a long log\n", 1000) + "````\n"
	lines := 0
	for _, c := range cutBy(huge, usual) {
		if !strings.HasPrefix(c.Text, "````text\n") || !strings.HasSuffix(c.Text, "\n````") {
			t.Errorf("a part of a fence is not a fence: %.40q … %q", c.Text, c.Text[len(c.Text)-20:])
		}
		lines += strings.Count(c.Text, "a line of a long log")
	}
	if lines == 0 {
		t.Error("no lines")
	}
}

func TestSplitCutsBetweenSentences(t *testing.T) {
	for _, c := range []struct{ name, sentence string }{
		{"English", "The value of `a. B` is e.g. 3.5 times [the. Other](https://x.org/a._B) one in v1.2. "},
		{"Chinese", "缓存在一分钟内是新鲜的。"},
		{"Japanese", "彼は「そうだ」と言った。"},
	} {
		md := strings.TrimSpace(strings.Repeat(c.sentence, 300))
		got := cutBy(md+" tail.", cut{200, 300, 50, 8000})
		if len(got) == 0 {
			t.Fatalf("%s: nothing", c.name)
		}
		for i, chunk := range got[:max(0, len(got)-1)] {
			if n := utf8.RuneCountInString(chunk.Text); n > 300 {
				t.Errorf("%s: chunk %d has %d characters", c.name, i, n)
			}
			if !strings.HasSuffix(chunk.Text, strings.TrimSpace(c.sentence)) {
				t.Errorf("%s: chunk %d ends within a sentence: %q", c.name, i, chunk.Text[max(0, len(chunk.Text)-60):])
			}
		}
	}
}

func TestSplitSameTextIsOneChunk(t *testing.T) {
	got := cutBy("## A\n\nSame.\n\n## B\n\nOther.\n\n## A\n\nSame.\n", usual)
	if len(got) != 2 {
		t.Errorf("%d chunks: %q", len(got), chunkTexts(got))
	}
}

// Invariant (names and stored text): A page that changes keeps the passages that did not. See
// also TestChangedOriginal.
func TestAPageChangesOnlyWhereItsTextDid(t *testing.T) {
	var paras []string
	for i := range 60 {
		paras = append(paras, strings.Repeat(fmt.Sprintf("Sentence %d says something. ", i), 8))
	}
	doc := func() Document {
		return Document{Title: "Doc", URL: "https://example.org/d", Markdown: strings.Join(paras, "\n\n")}
	}
	page := func(keep ...string) provenance.PageFile {
		p := provenance.PageFile{Source: testSource, Title: "Doc", URL: "https://example.org/d"}
		for _, c := range Split(doc(), testSource, keep) {
			p.Chunks = append(p.Chunks, provenance.Passage{ID: c.ID, Heading: c.Heading, Text: c.Text, Intact: true})
		}
		return p
	}
	old := page()
	paras[20] = "A new paragraph in its place."
	paras = append([]string{"And one at the beginning."}, paras...)
	cited := func(provenance.ChunkID) bool { return true }
	var keep []string
	for _, c := range old.Chunks {
		keep = append(keep, c.Text)
	}
	next := provenance.ParsePage("x.md", provenance.PrintPage(old), provenance.Source{}).Renew(page(keep...), cited)
	was := map[provenance.ChunkID]bool{}
	for _, c := range old.Chunks {
		was[c.ID] = true
	}
	fresh := 0
	for _, c := range next.Chunks {
		if !was[c.ID] {
			fresh++
		}
	}
	if fresh > 3 || len(next.Superseded) != 1 || !strings.Contains(next.Superseded[0].Text, "Sentence 20 ") {
		t.Errorf("%d new chunks, superseded %d", fresh, len(next.Superseded))
	}
}

func documentText() *rapid.Generator[string] {
	bits := rapid.SampledFrom([]string{"Word", " word.", " 这是一个句子。", "\n", "\n\n", "# H", "\n## H2\n", "\n\n- item", "\n  more", "\n\n1. x", "```", "\n```\n", "\n~~~\n", "    code", "> q", "\n| a | b |\n|---|---|\n| 1 | 2 |\n",
		"| 3 | 4 |\n", "===", "\n---\n", "`a. B`", "[x](y. Z)", "\t", " ", "\\", "[[w]]", "#t", strings.Repeat("long ", 30), strings.Repeat("長", 40), "Lead-in:\n\n", "\r\n"})
	return rapid.Map(rapid.SliceOfN(bits, 0, 60), func(s []string) string { return strings.Join(s, "") })
}

// Invariant (names and stored text): No passage runs through a sentence, row or fence; all
// text is in one. See also TestSplitKeepsFencesWhole, TestSplitLongTableRepeatsItsHeader.
func TestSplitProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := cut{rapid.IntRange(1, 80).Draw(t, "target"), rapid.IntRange(1, 160).Draw(t, "max"), rapid.IntRange(1, 40).Draw(t, "min"), rapid.IntRange(1, 400).Draw(t, "hard")}
		o.max = max(o.max, o.target)
		o.hard = max(o.hard, o.max)
		checkSplit(t, documentText().Draw(t, "markdown"), o)
	})
}

func checkSplit(t interface{ Fatalf(string, ...any) }, md string, o cut) {
	pos := 0
	for _, c := range passages(Document{Markdown: md}, nil, o) {
		if c.Start < pos || c.End <= c.Start || c.End > len(md) {
			t.Fatalf("span %d-%d after %d in %d bytes", c.Start, c.End, pos, len(md))
		}
		if strings.TrimSpace(md[pos:c.Start]) != "" {
			t.Fatalf("not covered: %q", md[pos:c.Start])
		}
		span := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimSpace(md[c.Start:c.End]))
		if !strings.Contains(c.Text, span) {
			t.Fatalf("the text %q lacks its span %q", c.Text, span)
		}
		pos = c.End
	}
	if strings.TrimSpace(md[pos:]) != "" {
		t.Fatalf("not covered: %q", md[pos:])
	}
	chunks := cutBy(md, o)
	for _, c := range chunks {
		if c.ID != provenance.NewChunkID(testSource, c.Text) || c.Text != provenance.PassageText(c.Text) {
			t.Fatalf("text is not as stored: %q", c.Text)
		}
		if utf8.ValidString(md) && !utf8.ValidString(c.Text) {
			t.Fatalf("cut through a character: %q", c.Text)
		}
	}
	if utf8.RuneCountInString(md) > o.hard || strings.Contains(md, "\r") {
		return // a part of a cut fence may read like another fence
	}
	seen := map[string]bool{}
	for _, p := range cutPieces(md, o) {
		text := strings.TrimSpace(md[p.start:p.end])
		if seen[text] {
			return // of texts that repeat themselves, another copy may be kept
		}
		seen[text] = true
	}
	again := split(Document{Title: "Doc", Markdown: md}, testSource, chunkTexts(chunks), o)
	if d := cmp.Diff(chunkTexts(chunks), chunkTexts(again)); d != "" {
		t.Fatalf("cut differently when nothing changed (-first +second):\n%s", d)
	}
}

func FuzzSplit(f *testing.F) {
	f.Add("# T\n\ntext\n\n| a |\n|---|\n| b |\n", 10)
	f.Add("- a\n\n  ```\n  b\n", 3)
	f.Add(strings.Repeat("x", 500)+"\n```\n"+strings.Repeat("y\n", 300), 20)
	f.Fuzz(func(t *testing.T, md string, target int) {
		target = 1 + (target%200+200)%200
		checkSplit(t, md, cut{target, 2 * target, target / 2, 5 * target})
	})
}

func BenchmarkSplit(b *testing.B) {
	para := strings.TrimSpace(strings.Repeat("The server keeps `max-age` seconds, e.g. 3.5, and answers (see the manual). ", 6))
	md := strings.Repeat("## Section\n\n"+para+"\n\n- one item of a list\n- another item\n\n```go\nx := 1\n```\n\n"+para+"\n\n"+para+" "+para+" "+para+" "+para+"\n\n", 200)
	var doc strings.Builder
	for i, line := range strings.SplitAfter(md, "\n\n") {
		fmt.Fprintf(&doc, "%s", strings.Replace(line, "Section", fmt.Sprint("Section ", i), 1))
	}
	d := Document{Title: "Doc", Markdown: doc.String()}
	b.SetBytes(int64(len(d.Markdown)))
	for b.Loop() {
		Split(d, testSource, nil)
	}
}
