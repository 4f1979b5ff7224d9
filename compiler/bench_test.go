package compiler

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"go.abhg.dev/goldmark/wikilink"
)

// benchNotes is the size of the generated vault of the speed table.
const benchNotes = 10_000

// generate writes a vault of n notes of about 4 KB: ten links and some forty
// sentences each, five of them cited, of which one in fifty says something else
// than its source. The same n gives the same bytes.
func generate(tb testing.TB, dir string, n int) {
	tb.Helper()
	r := rand.New(rand.NewPCG(1, uint64(n)))
	words := make([]string, 4000)
	for i := range words {
		var w strings.Builder
		for range 2 + r.IntN(3) {
			w.WriteByte("bcdfglmnprstvz"[r.IntN(14)])
			w.WriteByte("aeiou"[r.IntN(5)])
		}
		words[i] = w.String()
	}
	word := func() string { return words[int(float64(len(words))*r.Float64()*r.Float64())] }
	sentence := func() string {
		parts := make([]string, 10+r.IntN(10))
		for i := range parts {
			parts[i] = word()
		}
		return strings.ToUpper(parts[0][:1]) + parts[0][1:] + " is " + strings.Join(parts[1:], " ") + "."
	}
	write := func(name, body string) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(body), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	const files = 200
	originals := make([][]string, files)
	for i := range files {
		var b strings.Builder
		for range 40 {
			s := sentence()
			originals[i] = append(originals[i], s)
			b.WriteString(s + " ")
		}
		write(fmt.Sprintf("raw/original-%d.md", i), b.String())
	}
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, "---\ntitle: Note %d\ntags: [t%d]\n---\n\n# Note %d\n", i, i%50, i)
		for section := range 5 {
			fmt.Fprintf(&b, "\n## %s %d\n\n", word(), section)
			for range 7 {
				b.WriteString(sentence() + "\n")
			}
			from := r.IntN(files)
			cited := originals[from][r.IntN(40)]
			if r.IntN(50) == 0 {
				cited = sentence()
			}
			fmt.Fprintf(&b, "\n%s ^[original-%d.md]\n", cited, from)
			fmt.Fprintf(&b, "\nSee [[note-%d]] and [[note-%d|that]].\n", r.IntN(n), r.IntN(n+n/20))
		}
		write(fmt.Sprintf("notes/%02d/note-%d.md", i%100, i), b.String())
	}
}

func benchVault(b *testing.B) (string, *Compiler) {
	b.Helper()
	dir := b.TempDir()
	generate(b, dir, benchNotes)
	return dir, open(b, dir)
}

func BenchmarkColdBuild(b *testing.B) {
	dir, _ := benchVault(b)
	for b.Loop() {
		if err := os.RemoveAll(filepath.Join(dir, ".assay")); err != nil {
			b.Fatal(err)
		}
		mustBuild(b, open(b, dir))
	}
}

func BenchmarkNoOpBuild(b *testing.B) {
	dir, c := benchVault(b)
	mustBuild(b, c)
	for b.Loop() {
		if r := mustBuild(b, open(b, dir)); r.Actions.Run != 0 {
			b.Fatalf("%d actions", r.Actions.Run)
		}
	}
}

func BenchmarkNoOpCheck(b *testing.B) {
	dir, c := benchVault(b)
	mustBuild(b, c)
	for b.Loop() {
		if _, err := open(b, dir).Check(context.Background(), CheckOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOneNoteBuild(b *testing.B) {
	dir, c := benchVault(b)
	mustBuild(b, c)
	name := filepath.Join(dir, "notes", "07", "note-7.md")
	original, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	i := 0
	for b.Loop() {
		i++
		edited := fmt.Appendf(nil, "%s\nThe %d. edit is here now. ^[original-1.md]\n", original, i)
		if err := os.WriteFile(name, edited, 0o644); err != nil {
			b.Fatal(err)
		}
		if r := mustBuild(b, open(b, dir)); r.Actions.ByKind["parse"] != 1 {
			b.Fatalf("actions: %v", r.Actions)
		}
	}
}

// The yardsticks of the speed table: what the same tree costs without us.

func BenchmarkYardstickWalk(b *testing.B) {
	dir, _ := benchVault(b)
	for b.Loop() {
		n := 0
		err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
			if err == nil {
				_, err = d.Info()
				n++
			}
			return err
		})
		if err != nil || n < benchNotes {
			b.Fatal(n, err)
		}
	}
}

func BenchmarkYardstickGoldmark(b *testing.B) {
	dir, _ := benchVault(b)
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, &wikilink.Extender{}))
	var texts [][]byte
	err := filepath.WalkDir(filepath.Join(dir, "notes"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		t, err := os.ReadFile(path)
		texts = append(texts, t)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		work := make(chan []byte)
		done := make(chan bool)
		for range 2 {
			go func() {
				for t := range work {
					md.Parser().Parse(text.NewReader(t))
				}
				done <- true
			}()
		}
		for _, t := range texts {
			work <- t
		}
		close(work)
		<-done
		<-done
	}
}
