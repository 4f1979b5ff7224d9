package markdown

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"go.abhg.dev/goldmark/wikilink"
)

// sampleNotes are notes of about 4 KB in the manner of a real vault: frontmatter,
// headings, prose with links and citations, lists, a table, code.
func sampleNotes(count int) [][]byte {
	rnd := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("cache response header proxy stale fresh server client origin validator request seconds directive storage network latency default value field rule document version store lookup")
	sentence := func() string {
		n := 8 + rnd.IntN(12)
		out := make([]string, n)
		for i := range out {
			out[i] = words[rnd.IntN(len(words))]
		}
		switch rnd.IntN(6) {
		case 0:
			out[n/2] = fmt.Sprintf("[[Note %d|%s]]", rnd.IntN(1000), out[n/2])
		case 1:
			out[n/2] = "`" + out[n/2] + ".go`"
		case 2:
			out[n/2] = "**" + out[n/2] + "**"
		case 3:
			out[n/2] = fmt.Sprintf("[%s](notes/%d.md)", out[n/2], rnd.IntN(1000))
		}
		return "The " + strings.Join(out, " ") + "."
	}
	notes := make([][]byte, count)
	for k := range notes {
		var b strings.Builder
		fmt.Fprintf(&b, "---\ntitle: Note %d\ntags: [http, cache]\naliases:\n  - N%d\n---\n\n# Note %d\n\n", k, k, k)
		for s := 0; b.Len() < 3600; s++ {
			fmt.Fprintf(&b, "## Section %d\n\n", s)
			for p := 0; p < 2; p++ {
				for i := 0; i < 3; i++ {
					b.WriteString(sentence())
					if i == 2 {
						fmt.Fprintf(&b, "[^%d]", s)
					}
					b.WriteByte(" \n"[rnd.IntN(2)])
				}
				b.WriteString("\n\n")
			}
			for i := 0; i < 4; i++ {
				b.WriteString("- " + sentence() + "\n")
			}
			b.WriteString("\n")
			if s == 1 {
				b.WriteString("```go\nfunc main() {}\n```\n\n| Name | Value |\n|---|---|\n| age | 60 seconds |\n| size | 20 bytes |\n\n")
			}
		}
		for s := 0; s < 6; s++ {
			fmt.Fprintf(&b, "[^%d]: [Source %d](<../03_Sources/page %d.md#^chk-%d>)\n", s, s, s, s)
		}
		notes[k] = []byte(b.String())
	}
	return notes
}

func BenchmarkParse(b *testing.B) {
	notes := sampleNotes(64)
	b.ReportAllocs()
	size := 0
	for b.Loop() {
		size = 0
		for _, n := range notes {
			size += len(n)
			Parse("Note.md", n, Options{})
		}
	}
	b.SetBytes(int64(size))
}

// BenchmarkGoldmark is the yardstick: goldmark with the same extensions, alone.
func BenchmarkGoldmark(b *testing.B) {
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList, extension.Footnote, &wikilink.Extender{}))
	notes := sampleNotes(64)
	b.ReportAllocs()
	size := 0
	for b.Loop() {
		size = 0
		for _, n := range notes {
			size += len(n)
			md.Parser().Parse(text.NewReader(n))
		}
	}
	b.SetBytes(int64(size))
}
