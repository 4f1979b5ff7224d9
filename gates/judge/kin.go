package judge

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/provenance"
)

// compareOne compares two words that stand for each other.
func (a *alignment) compareOne(x, y *phrase) *finding {
	c, s := a.c.onlyWord(x), a.s.onlyWord(y)
	if c < 0 || s < 0 {
		return nil
	}
	cw, sw := &a.c.toks[c], &a.s.toks[s]
	f := &finding{rule: RuleAntonym, effect: Refutes}
	switch {
	case slices.Contains(antonyms()[cw.low], sw.low), slices.Contains(contraries()[cw.low], sw.low):
	case !cw.is(markName|markCode|markCJK|markNumber|markStop) && !sw.is(markName|markCode|markCJK|markNumber|markStop) && a.contrary(cw, sw):
		f.effect = Caps
	default:
		return nil
	}
	return f
}

// contraries are opposites that are none in other places than the same.
var contraries = antonymTable(`next previous|cheaper dearer|cheaper pricier|wider narrower|simpler harder|simpler tougher|thicker thinner|
	closer farther|closer further|nearer farther|brighter darker|earlier subsequent|ahead behind|cleaner dirtier|safer riskier|
	quieter louder|smarter dumber|richer poorer|denser sparser|prior subsequent|forwards backwards|upwards downwards|upward downward|
	slower quicker|sooner later|smoother rougher|taller shorter|lesser greater|former latter|earliest last|initial final|initially finally`)

// contrary reports opposites by WordNet, and two comparatives of which neither means
// the other.
func (a *alignment) contrary(c, s *token) bool {
	if x, ok := lookUp(c.stem); ok && hasWord(x.opposites, s.stem) {
		return true
	}
	cb, sb := comparativeOf(c.low), comparativeOf(s.low)
	if cb == "" || sb == "" {
		return false
	}
	return !sameSense(cb, sb)
}

// comparativeOf is the stem of a comparative's adjective: of "wider" "wide"; "" where
// the word is none.
func comparativeOf(low string) string {
	base, ok := strings.CutSuffix(low, "er")
	if !ok || len(base) < 3 {
		return ""
	}
	for _, stem := range [...]string{base + "e", base, base[:len(base)-1]} {
		if x, ok := lookUp(stem); ok && x.opposites != "" {
			return stem
		}
	}
	return ""
}

func sameSense(a, b string) bool {
	if a == b {
		return true
	}
	x, _ := lookUp(a)
	return hasWord(x.synonyms, b) || hasWord(x.derived, b) || hasWord(x.general, b)
}

// compareNames compares names that stand in one place.
func (a *alignment) compareNames(x, y *phrase) *finding {
	f := &finding{rule: RuleName, effect: Refutes, mismatch: &provenance.Mismatch{Kind: "name"}}
	if p, q := a.c.leads(x), a.s.leads(y); p != "" && q != "" && p != q {
		return nil // "in Malta" and "after Paris" have two places in a sentence
	}
	for _, i := range x.names {
		c := &a.c.toks[i]
		if len(a.s.index[c.stem]) > 0 || len(a.s.parts[c.low]) > 0 {
			f.effect = Caps
		}
		for _, j := range y.names {
			if a.akin(i, j) {
				return nil
			}
		}
	}
	if x.first == a.c.units[a.c.toks[x.first].unit].first {
		f.effect = Caps // the subject: its sentence may be about something else
	}
	return f
}

// sameLetters compares words without their accents.
func sameLetters(a, b string) bool {
	x, y := letters(a), letters(b)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] && x[i] < utf8.RuneSelf && y[i] < utf8.RuneSelf {
			return false
		}
	}
	return true
}

// letters are a word's, without the marks that may be written after them.
func letters(s string) []rune {
	return slices.DeleteFunc([]rune(s), func(r rune) bool { return unicode.Is(unicode.Mn, r) })
}

// akin reports two forms of one name: Postgres and PostgreSQL, NATO and its words, a
// method with its module and without.
func (a *alignment) akin(c, s int32) bool {
	x, y := &a.c.toks[c], &a.s.toks[s]
	if x.low == y.low || sameLetters(x.stem, y.stem) || similarForm(x.stem, y.stem) || strings.HasPrefix(y.low, x.low) || strings.HasPrefix(x.low, y.low) ||
		strings.HasSuffix(y.low, "."+x.low) || strings.HasSuffix(x.low, "."+y.low) {
		return true
	}
	for _, group := range a.synonyms[x.stem] {
		if group == y.stem {
			return true
		}
	}
	return a.s.initial[x.low] != 0 || a.c.initial[y.low] != 0
}
