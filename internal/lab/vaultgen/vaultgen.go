// Package vaultgen writes vaults of any size to measure and to test on: the same
// options give the same bytes. Word frequencies, lengths, links and citations are
// spread as in vaults that people keep: a few words, notes and sources are very
// frequent and most are rare.
package vaultgen

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Options say what a vault has.
type Options struct {
	Notes  int // that a person would have written
	Chunks int // stored passages, more or less; as many as notes if 0
}

// Made is what a vault got.
type Made struct {
	Notes, Bytes, Links, Claims, Chunks int    // claims that cite; bytes of notes
	Sample                              string // a permanent note with claims, to edit; slash-separated
}

// Write writes a vault into dir, which may be empty or missing. build is asked once,
// to store the originals as passages, which the notes then cite. No build was there
// for the notes when it returns.
func Write(dir string, o Options, build func() error) (Made, error) {
	o.Chunks = cmp.Or(o.Chunks, o.Notes)
	g := &generator{Options: o, dir: dir, words: newVocabulary()}
	if err := g.originals(); err != nil {
		return Made{}, err
	}
	if err := build(); err != nil {
		return Made{}, fmt.Errorf("store originals: %w", err)
	}
	passages, chunks, err := readPassages(dir)
	if err != nil {
		return Made{}, err
	}
	g.passages = passages
	if err := g.notes(); err != nil {
		return Made{}, err
	}
	made := Made{Notes: o.Notes, Bytes: int(g.bytes.Load()), Links: int(g.links.Load()), Claims: int(g.claims.Load()),
		Chunks: chunks, Sample: g.sample()}
	text, err := json.Marshal(made)
	if err != nil {
		return Made{}, err
	}
	return made, g.write(madeFile, text)
}

// madeFile says what a vault has; no scan shows it.
const madeFile = ".vaultgen.json"

// Read says what Write wrote into a folder earlier.
func Read(dir string) (Made, error) {
	var made Made
	text, err := os.ReadFile(filepath.Join(dir, madeFile))
	if err == nil {
		err = json.Unmarshal(text, &made)
	}
	return made, err
}

// Queries are searches of three to eight words that the vaults have.
func Queries(n int) []string {
	v := newVocabulary()
	r := rand.New(rand.NewPCG(0, 78))
	out := make([]string, n)
	for i := range out {
		words := make([]string, 3+r.IntN(6))
		for k := range words {
			words[k] = v.word(r)
		}
		out[i] = strings.Join(words, " ")
	}
	return out
}

// generator writes one vault. Each file has random numbers of its own, so that many
// are written at a time and a link knows its target without having seen it.
type generator struct {
	Options
	dir      string
	words    *vocabulary
	passages []page

	bytes, links, claims atomic.Int64
}

// Streams of random numbers.
const (
	forOutline = iota + 1
	forBody
	forOriginal
	forUnresolved
)

func (g *generator) rand(stream, i int) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(stream), uint64(i)*0x9e3779b97f4a7c15+1))
}

// each calls f for 0 to n-1 on all processors and returns the first error.
func each(n int, f func(i int) error) error {
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for i := range n {
		group.Go(func() error { return f(i) })
	}
	return group.Wait()
}

func (g *generator) write(name string, text []byte) error {
	name = filepath.Join(g.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o644)
}

// logNormal is a length around median, as lengths of texts are spread.
func logNormal(r *rand.Rand, median, sigma float64) int {
	return int(median*math.Exp(sigma*r.NormFloat64()) + 0.5)
}

// powerLaw is a number below n, of which the low ones are frequent: the share of the
// first k is (k/n)^0.4.
func powerLaw(r *rand.Rand, n int) int {
	return min(int(float64(n)*math.Pow(r.Float64(), 2.5)), n-1)
}

func chance(r *rand.Rand, percent int) bool { return r.IntN(100) < percent }
