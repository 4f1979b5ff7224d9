package vaultgen

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// What makes a vault slow is how its words, links and lengths are spread, so that is
// what must not change unnoticed.
func TestDistributions(t *testing.T) {
	t.Parallel()
	g := &generator{Options: Options{Notes: 20_000}, words: newVocabulary()}
	r := rand.New(rand.NewPCG(1, 1))

	words := map[string]int{}
	for range 200_000 {
		words[g.words.word(r)]++
	}
	if most := words[g.words.words[0]]; most < 200_000/60 || most > 200_000/20 {
		t.Errorf("the most frequent word stands %d times in 200,000", most)
	}
	if len(words) < vocabularySize/2 {
		t.Errorf("only %d of %d words are used", len(words), vocabularySize)
	}

	linked := make([]int, g.Notes)
	for i := range 10 * g.Notes {
		linked[g.target(r, i%g.Notes)]++
	}
	slices.Sort(linked)
	if top, median := linked[g.Notes-1], linked[g.Notes/2]; top < 100*median {
		t.Errorf("the best known note has %d links, half have %d: no power law", top, median)
	}

	kinds, titles, lengths := map[kind]int{}, map[string]bool{}, []int{}
	for i := range g.Notes {
		o := g.outline(i)
		kinds[o.kind]++
		titles[o.title] = true
		lengths = append(lengths, logNormal(r, 3000, 0.85))
	}
	if n := kinds[permanent] * 100 / g.Notes; n < 27 || n > 33 {
		t.Errorf("%d%% of the notes are permanent", n)
	}
	if len(titles) != g.Notes {
		t.Errorf("%d titles for %d notes", len(titles), g.Notes)
	}
	slices.Sort(lengths)
	if median := float64(lengths[len(lengths)/2]); math.Abs(median-3000) > 200 || lengths[len(lengths)-1] < 10*3000 {
		t.Errorf("lengths have the median %.0f and end at %d", median, lengths[len(lengths)-1])
	}
}

// A claim is the fact, a part of it, or wrong; a part must read as a sentence.
func TestClaimsOfAFact(t *testing.T) {
	t.Parallel()
	v := newVocabulary()
	r := rand.New(rand.NewPCG(2, 2))
	whole, parts := 0, 0
	for range 2000 {
		fact := v.fact(r, "Grey heron", "nest")
		claim := v.claim(r, fact)
		if !strings.HasPrefix(claim, "The nest of Grey heron ") || !strings.HasSuffix(claim, ".") || strings.Contains(claim, "  ") {
			t.Fatalf("%q became %q", fact, claim)
		}
		if claim == fact {
			whole++
		} else if len(claim) < len(fact) {
			parts++
		}
	}
	if whole < 400 || parts < 400 {
		t.Errorf("%d claims are the fact and %d a part of it, of 2,000", whole, parts)
	}
}
