package judge

import (
	_ "embed"
	"strings"
	"sync"
)

// wordnet.txt is made of WordNet 3.0 (Princeton University, its licence stands in
// wordnet.license) by the program in package pack: lines of stem, synonyms, derived
// forms, more general words, opposites.
//
//go:embed wordnet.txt
var wordnet string

// lexemes are the lines of wordnet.txt by their stems.
var lexemes = sync.OnceValue(func() map[string]string {
	all := make(map[string]string, strings.Count(wordnet, "\n"))
	for line := range strings.Lines(wordnet) {
		stem, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		all[stem] = rest
	}
	return all
})

// A lexeme is a line of wordnet.txt.
type lexeme struct{ synonyms, derived, general, opposites string }

// lookUp finds a stem.
func lookUp(stem string) (lexeme, bool) {
	line, ok := lexemes()[stem]
	if !ok {
		return lexeme{}, false
	}
	var x lexeme
	x.synonyms, line, _ = strings.Cut(line, "\t")
	x.derived, line, _ = strings.Cut(line, "\t")
	x.general, x.opposites, _ = strings.Cut(line, "\t")
	return x, true
}

// How much a find counts by what WordNet calls it.
const (
	asDerived = 0.8
	asLexeme  = 0.7
	asGeneral = 0.45
)

// findRelated finds words that WordNet relates to a term. It looks where the word
// itself is not, or a page that has both would count every likeness.
func (a *alignment) findRelated(tm *term, stem string) {
	x, ok := lookUp(stem)
	if !ok {
		return
	}
	for _, list := range [...]struct {
		words    string
		strength float32
	}{{x.derived, asDerived}, {x.synonyms, asLexeme}, {x.general, asGeneral}} {
		for w := range strings.SplitSeq(list.words, " ") {
			if at := a.s.placesOf(w); len(at) > 0 {
				a.addHits(tm, at, list.strength)
			}
		}
	}
}
