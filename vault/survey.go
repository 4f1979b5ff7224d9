package vault

import "unicode/utf8"

// surveyed reports whether text is such that nothing in it needs a closer look: ASCII
// with single spaces, which a claim can take as it is, and without words of the
// first person. One table look-up for a byte tells.
func surveyed(text []byte) bool {
	state := uint8(surveyBlank)
	for _, c := range text {
		state = surveyMachine[state&31][c]
	}
	return surveyMachine[state&31]['.'] != surveyFound
}

// States of surveyMachine; more are within words.
const (
	surveyOutside = iota // between words
	surveyBlank          // after a space
	surveyOther          // in a word that is none of selfStems
	surveyFound          // a closer look is due
	surveyWords
)

// selfStems are the words of the first person up to an apostrophe, in lower case.
var selfStems = []string{"i", "me", "my", "mine", "myself", "we", "us", "our"}

var surveyMachine = func() (t [32][256]uint8) {
	prefixes := map[string]uint8{}
	for _, w := range selfStems {
		for n := 1; n <= min(len(w), 4); n++ { // longer ones are told from others later
			if _, ok := prefixes[w[:n]]; !ok {
				prefixes[w[:n]] = uint8(surveyWords + len(prefixes))
			}
		}
	}
	whole := func(prefix string) bool {
		for _, w := range selfStems {
			if prefix == w || len(prefix) == 4 && len(w) > 4 && w[:4] == prefix {
				return true
			}
		}
		return false
	}
	fill := func(state uint8, prefix string) {
		for c := range t[state] {
			b := byte(c)
			switch word := letter(b) || b >= '0' && b <= '9' || b == '_'; {
			case b < ' ' || b >= utf8.RuneSelf || state == surveyBlank && b == ' ' || !word && prefix != "" && whole(prefix):
				t[state][c] = surveyFound
			case b == ' ':
				t[state][c] = surveyBlank
			case !word:
				t[state][c] = surveyOutside
			case len(prefix) == 4 && whole(prefix):
				t[state][c] = state
			default:
				next, ok := prefixes[prefix+string(b|0x20)]
				if !ok || b == 'i' && prefix == "" || state == surveyOther {
					next = surveyOther
				}
				t[state][c] = next
			}
		}
	}
	fill(surveyOutside, "")
	fill(surveyBlank, "")
	fill(surveyOther, "")
	for prefix, state := range prefixes {
		fill(state, prefix)
	}
	for c := range t[surveyFound] {
		t[surveyFound][c] = surveyFound
	}
	return t
}()
