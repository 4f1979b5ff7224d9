package markdown

import "unicode/utf8"

// States of lookMachine; more are within words.
const (
	lookOutside = iota // between words
	lookBlank          // after a space
	lookOther          // in a word that is none of selfStems
	lookFound          // a closer look is due
	lookWords
)

// selfStems are the words of the first person up to an apostrophe, in lower case.
var selfStems = []string{"i", "me", "my", "mine", "myself", "we", "us", "our"}

// lookMachine is the table of [prose.look]: a state and a byte give the next state.
var lookMachine = func() (t [32][256]uint8) {
	prefixes := map[string]uint8{}
	for _, w := range selfStems {
		for n := 1; n <= min(len(w), 4); n++ { // longer ones are told from others later
			if _, ok := prefixes[w[:n]]; !ok {
				prefixes[w[:n]] = uint8(lookWords + len(prefixes))
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
			inside := prefix != "" || state == lookOther // where a digit goes on with the word
			switch word := letter(b) || inside && (b >= '0' && b <= '9' || b == '_'); {
			case b < ' ' || b >= utf8.RuneSelf || state == lookBlank && b == ' ' || !word && prefix != "" && whole(prefix):
				t[state][c] = lookFound
			case b == ' ':
				t[state][c] = lookBlank
			case !word:
				t[state][c] = lookOutside
			case len(prefix) == 4 && whole(prefix):
				t[state][c] = state
			default:
				next, ok := prefixes[prefix+string(b|0x20)]
				if !ok || b == 'i' && prefix == "" || state == lookOther {
					next = lookOther
				}
				t[state][c] = next
			}
		}
	}
	fill(lookOutside, "")
	fill(lookBlank, "")
	fill(lookOther, "")
	for prefix, state := range prefixes {
		fill(state, prefix)
	}
	for c := range t[lookFound] {
		t[lookFound][c] = lookFound
	}
	return t
}()
