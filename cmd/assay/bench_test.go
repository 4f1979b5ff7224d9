package main

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"go.abhg.dev/goldmark/wikilink"

	"assay/ingest/index"
	"assay/provenance"
	"assay/vault"
)

// TestSpeedTable measures the speed table of the design: the program as a whole
// process where a user waits for one, each row against a yardstick of the same run.
// It is slow and says nothing on a busy machine, so `make bench` asks for it.
func TestSpeedTable(t *testing.T) {
	if os.Getenv("ASSAY_BENCH") == "" {
		t.Skip("`make bench` runs it")
	}
	notes := setting("ASSAY_BENCH_NOTES", 10_000)
	chunks := setting("ASSAY_BENCH_CHUNKS", 100_000)
	runs := setting("ASSAY_BENCH_RUNS", 10)
	bin := filepath.Join(t.TempDir(), "assay")
	if out, err := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	dir := filepath.Join(t.TempDir(), "vault")
	written := generate(t, dir, notes)
	b := &bench{t: t, runs: runs, bin: bin}
	fmt.Printf("%s/%s, %d CPUs, %s; %d notes, %.1f KB each; medians of %d\n\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(),
		runtime.Version(), notes, float64(written)/float64(notes)/1000, runs)
	fmt.Println("| what | time | yardstick | ratio |\n|---|---|---|---|")
	walk := b.median(func(int) { walkTree(t, dir) })
	parse := b.median(func(int) { parseAlone(t, dir) })
	b.row("`assay version`", b.process("version"), "", 0)
	b.row("cold read, hash, parse, resolve, gaps", b.median(func(int) { readCold(t, dir) }), "goldmark alone", parse)
	began := time.Now()
	b.run("build", dir)
	b.row("cold build, with grading", time.Since(began), "goldmark alone", parse)
	b.row("no-op build", b.process("build", dir), "walk and lstat", walk)
	b.row("no-op check", b.process("check", dir), "walk and lstat", walk)
	name := filepath.Join(dir, "notes", "07", "note-7.md")
	original, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	b.row("one note edited, build", b.median(func(i int) {
		edited := fmt.Appendf(nil, "%s\nEdit number %d is here now. ^[original-1.md]\n", original, i)
		if err := os.WriteFile(name, edited, 0o644); err != nil {
			t.Fatal(err)
		}
		b.run("build", dir)
	}), "walk and lstat", walk)
	b.checks(setting("ASSAY_BENCH_CLAIMS", 10_000))
	b.index(chunks)
}

func setting(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil && n > 0 {
		return n
	}
	return otherwise
}

type bench struct {
	t    *testing.T
	runs int
	bin  string
}

func (b *bench) row(what string, took time.Duration, yardstick string, of time.Duration) {
	ratio := ""
	if of > 0 {
		ratio = fmt.Sprintf("%.2f", float64(took)/float64(of))
		yardstick = fmt.Sprintf("%s, %s", yardstick, round(of))
	}
	fmt.Printf("| %s | %s | %s | %s |\n", what, round(took), yardstick, ratio)
}

func round(d time.Duration) string {
	if d < 10*time.Millisecond {
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(time.Millisecond).String()
}

// median of a run, after one that does not count.
func (b *bench) median(f func(i int)) time.Duration {
	var took []time.Duration
	for i := range b.runs + 1 {
		began := time.Now()
		f(i)
		if i > 0 {
			took = append(took, time.Since(began))
		}
	}
	slices.Sort(took)
	return took[len(took)/2]
}

func (b *bench) process(args ...string) time.Duration {
	return b.median(func(int) { b.run(args...) })
}

// run runs the program; a vault with errors is no failure here.
func (b *bench) run(args ...string) {
	if err := exec.Command(b.bin, args...).Run(); err != nil {
		if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() > 1 {
			b.t.Fatalf("%v: %v", args, err)
		}
	}
}

// index measures indexing and search over passages of 800 characters.
func (b *bench) index(n int) {
	dir := filepath.Join(b.t.TempDir(), "index")
	r := rand.New(rand.NewPCG(2, 2))
	words := vocabulary(r, 50_000)
	docs := make([]index.Doc, n)
	for i := range docs {
		var s strings.Builder
		for s.Len() < 800 {
			s.WriteString(words[zipf(r, len(words))] + " ")
		}
		docs[i] = index.Doc{ID: provenance.NewChunkID("sr_bench", s.String()), Source: "sr_bench", Title: words[i%len(words)], Text: s.String()}
	}
	store, err := index.Open(dir, index.Options{})
	if err != nil {
		b.t.Fatal(err)
	}
	ctx := context.Background()
	wanted, load := index.Docs(docs)
	began := time.Now()
	if _, err := store.Sync(ctx, wanted, load); err != nil {
		b.t.Fatal(err)
	}
	took := time.Since(began)
	fmt.Printf("| indexing %d chunks, both indexes | %s | %.0f chunks/s | |\n", n, round(took), float64(n)/took.Seconds())
	ask := func(s *index.Store) time.Duration {
		query := make([]string, 3+r.IntN(6))
		for i := range query {
			query[i] = words[zipf(r, len(words))]
		}
		began := time.Now()
		if _, err := s.Search(ctx, strings.Join(query, " "), index.SearchOptions{}); err != nil {
			b.t.Fatal(err)
		}
		return time.Since(began)
	}
	ask(store)
	var warm, fresh []time.Duration
	for range 200 {
		warm = append(warm, ask(store))
	}
	store.Close()
	for range b.runs {
		s, err := index.Open(dir, index.Options{})
		if err != nil {
			b.t.Fatal(err)
		}
		fresh = append(fresh, ask(s))
		s.Close()
	}
	slices.Sort(warm)
	slices.Sort(fresh)
	fmt.Printf("| hybrid query, warm, p50 and p95 | %s, %s | | |\n", round(warm[len(warm)/2]), round(warm[len(warm)*95/100]))
	fmt.Printf("| hybrid query, index opened for it | %s | | |\n", round(fresh[len(fresh)/2]))
}

// walkTree is the yardstick of what changed nothing: the tree and its stats.
func walkTree(t *testing.T, dir string) {
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil {
			_, err = d.Info()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// readCold is the first half of a cold build, without anything stored.
func readCold(t *testing.T, dir string) {
	d, err := vault.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	notes := make(map[string]*vault.Note)
	var held sync.Mutex
	snap, err := d.Scan(context.Background(), vault.ScanOptions{Visit: func(f vault.File, text []byte) {
		if vault.IsNote(f.Path) {
			n := vault.Parse(f.Path, text, vault.Options{})
			held.Lock()
			notes[f.Path] = n
			held.Unlock()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	list := make([]*vault.Note, 0, len(notes))
	for _, f := range snap.Files() {
		if n := notes[f.Path]; n != nil {
			list = append(list, n)
		}
	}
	r := vault.NewResolver(snap, func(path string) *vault.Note { return notes[path] }, vault.ResolveOptions{})
	if len(provenance.LinkGaps(list, r, provenance.GapOptions{MinWords: 30})) == 0 {
		t.Fatal("no gaps in a vault with broken links")
	}
}

// parseAlone is the yardstick of reading: goldmark with the extensions a vault
// needs, over the same files on as many cores, and nothing else.
func parseAlone(t *testing.T, dir string) {
	var texts [][]byte
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !vault.IsNote(path) {
			return err
		}
		b, err := os.ReadFile(path)
		texts = append(texts, b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, &wikilink.Extender{}))
	var wg sync.WaitGroup
	work := make(chan []byte)
	for range runtime.NumCPU() {
		wg.Go(func() {
			for b := range work {
				md.Parser().Parse(text.NewReader(b))
			}
		})
	}
	for _, b := range texts {
		work <- b
	}
	close(work)
	wg.Wait()
}

func vocabulary(r *rand.Rand, n int) []string {
	words := make([]string, n)
	for i := range words {
		var w strings.Builder
		for range 2 + r.IntN(3) {
			w.WriteByte("bcdfglmnprstvz"[r.IntN(14)])
			w.WriteByte("aeiou"[r.IntN(5)])
		}
		words[i] = w.String()
	}
	return words
}

// zipf favours low numbers as words of a language do.
func zipf(r *rand.Rand, n int) int { return int(float64(n) * r.Float64() * r.Float64() * r.Float64()) }

// generate writes a vault of n notes of about 4 KB: ten links, one in twenty of
// them broken, and some thirty sentences each, five of them cited, of which one in
// fifty says something else than its source. The same n gives the same bytes.
func generate(t *testing.T, dir string, n int) (written int) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, uint64(n)))
	words := vocabulary(r, 4000)
	sentence := func() string {
		parts := make([]string, 9+r.IntN(8))
		for i := range parts {
			parts[i] = words[zipf(r, len(words))]
		}
		return strings.ToUpper(parts[0][:1]) + parts[0][1:] + " is " + strings.Join(parts[1:], " ") + "."
	}
	write := func(name, body string) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const files = 200
	originals := make([][]string, files)
	for i := range files {
		for range 40 {
			originals[i] = append(originals[i], sentence())
		}
		write(fmt.Sprintf("raw/original-%d.md", i), strings.Join(originals[i], " ")+"\n")
	}
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, "---\ntitle: Note %d\ntags: [t%d]\n---\n\n# Note %d\n", i, i%50, i)
		for section := range 5 {
			fmt.Fprintf(&b, "\n## %s %d\n\n", words[r.IntN(len(words))], section)
			for range 6 {
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
		written += b.Len()
		write(fmt.Sprintf("notes/%02d/note-%d.md", i%100, i), b.String())
	}
	return written
}
