package judge

import (
	_ "embed"
	"strings"
)

// speech.txt is made of WordNet 3.0 (see wordnet.license) by the program in package
// pack: lines of a word, a tab and two hexadecimal digits, sorted by word. The words
// are those that may be more than a noun, the nouns that counted texts have, and the
// irregular forms of both.
//
//go:embed speech.txt
var speechTable string

// A speech says what parts of speech a word may be: two bits each, 0 never to 3
// mostly. The zero value is a word that no list has, often a name.
type speech uint8

const (
	mayNoun = iota
	mayVerb
	mayAdjective
	mayAdverb
)

func (s speech) may(part int) int { return int(s>>(2*part)) & 3 }

// onlyVerb reports a word that can be nothing but a verb.
func (s speech) onlyVerb() bool { return s != 0 && s&^0x0c == 0 }

// findSpeech looks a lower-case word up, and where it is not listed the word that it
// may be a form of.
func findSpeech(word string) speech {
	if s, ok := partsOf(word); ok {
		return s
	}
	for _, e := range [...]struct {
		ending, instead string
		parts           speech // that may have the ending
	}{
		{"ies", "y", 0x0f}, {"es", "", 0x0f}, {"s", "", 0x0f},
		{"ied", "y", 0x0c}, {"ed", "", 0x0c}, {"ed", "e", 0x0c}, {"ing", "", 0x0c}, {"ing", "e", 0x0c},
		{"er", "", 0x30}, {"er", "e", 0x30}, {"est", "", 0x30}, {"est", "e", 0x30},
	} {
		base, ok := strings.CutSuffix(word, e.ending)
		if !ok || len(base) < 2 {
			continue
		}
		if s, ok := partsOf(base + e.instead); ok && s&e.parts != 0 {
			return s & e.parts
		}
		if n := len(base); e.instead == "" && n > 3 && base[n-1] == base[n-2] && e.ending != "s" && e.ending != "es" { // stopped
			if s, ok := partsOf(base[:n-1]); ok && s&e.parts != 0 {
				return s & e.parts
			}
		}
	}
	return 0
}

func partsOf(word string) (speech, bool) {
	line, ok := findLine(speechTable, word)
	if !ok || len(line) < 2 {
		return 0, false
	}
	return speech(digit(line[0])<<4 | digit(line[1])), true
}

func digit(c byte) byte {
	if c >= 'a' {
		return c - 'a' + 10
	}
	return c - '0'
}

// findLine finds the line of a sorted table that begins with key and a tab, by
// halving, and returns what stands behind the tab. It costs no reading at start.
func findLine(table, key string) (string, bool) {
	low, high := 0, len(table)
	for low < high {
		mid := (low + high) / 2
		start := strings.LastIndexByte(table[:mid], '\n') + 1
		end := start + strings.IndexByte(table[start:], '\n')
		word, rest, _ := strings.Cut(table[start:end], "\t")
		switch {
		case word == key:
			return rest, true
		case word < key:
			low = end + 1
		default:
			high = start
		}
	}
	return "", false
}
