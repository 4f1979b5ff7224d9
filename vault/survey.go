package vault

import "unicode/utf8"

// survey looks at text once for what most text lacks, so that it is looked for more
// closely only where it may be: words of the first person, and what a claim's text
// must be folded for.
func survey(text []byte) (plain, selves bool) {
	state, odd, last := uint8(0), uint8(0), byte(' ')
	for _, c := range text {
		state = selfMachine[state&31][c]
		odd |= oddPairs[last] & oddPairs[c]
		odd |= oddBytes[c]
		last = c
	}
	return odd == 0, selfMachine[state&31][' '] == selfFound
}

// oddPairs are bytes of which no two may stand together in folded text, oddBytes
// those that may not stand in it at all or need a closer look.
var oddPairs, oddBytes = func() (pairs, bytes [256]uint8) {
	pairs[' '] = 1
	for c := range bytes {
		if c < ' ' || c >= utf8.RuneSelf {
			bytes[c] = 1
		}
	}
	return pairs, bytes
}()

// selfFound is the state of selfMachine in which one of selfStems stood as a word.
const selfFound = 1

// selfStems are the words of the first person up to an apostrophe, in lower case.
var selfStems = []string{"i", "me", "my", "mine", "myself", "we", "us", "our"}

// selfMachine finds them, one table look-up for a byte.
var selfMachine = func() (t [32][256]uint8) {
	const outside, other = 0, 2
	prefixes := map[string]uint8{}
	for _, w := range selfStems {
		for n := 1; n <= min(len(w), 4); n++ { // longer ones are told from others later
			if _, ok := prefixes[w[:n]]; !ok {
				prefixes[w[:n]] = uint8(3 + len(prefixes))
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
			case !word && prefix != "" && whole(prefix):
				t[state][c] = selfFound
			case !word:
				t[state][c] = outside
			case len(prefix) == 4 && whole(prefix):
				t[state][c] = state
			default:
				next, ok := prefixes[prefix+string(b|0x20)]
				if !ok || b == 'i' && prefix == "" || state == other {
					next = other
				}
				t[state][c] = next
			}
		}
	}
	fill(outside, "")
	fill(other, "")
	for prefix, state := range prefixes {
		fill(state, prefix)
	}
	for c := range t[selfFound] {
		t[selfFound][c] = selfFound
	}
	return t
}()
