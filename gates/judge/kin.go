package judge

import (
	"slices"
	"strings"

	"assay/provenance"
	"assay/text"
	"assay/text/syntax"
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
	case slices.Contains(text.Antonyms()[cw.Low], sw.Low), slices.Contains(contraries()[cw.Low], sw.Low):
	case !cw.Is(text.MarkName|text.MarkCode|text.MarkCJK|text.MarkNumber|text.MarkStop) && !sw.Is(text.MarkName|text.MarkCode|text.MarkCJK|text.MarkNumber|text.MarkStop) && contrary(cw.Stem, sw.Stem):
		f.effect = Caps
	default:
		return nil
	}
	if slices.ContainsFunc(a.s.placesOf(cw.Stem), func(at int32) bool { return a.s.toks[at].Unit == sw.Unit }) {
		return nil // the sentence says both, of two things
	}
	return f
}

// contraries are opposites that are none in other places than the same.
var contraries = text.AntonymTable(`next previous|cheaper dearer|cheaper pricier|wider narrower|simpler harder|simpler tougher|thicker thinner|
	closer farther|closer further|nearer farther|brighter darker|earlier subsequent|ahead behind|cleaner dirtier|safer riskier|
	quieter louder|smarter dumber|richer poorer|denser sparser|prior subsequent|forwards backwards|upwards downwards|upward downward|
	slower quicker|bigger tinier|larger tinier|sooner later|smoother rougher|taller shorter|lesser greater|former latter|earliest last|initial final|initially finally`)

// contrary reports opposites by WordNet.
func contrary(c, s string) bool {
	x, ok := lookUp(c)
	return ok && slices.Contains(strings.Fields(x.opposites), s)
}

// compareNames compares names that stand in one place.
func (a *alignment) compareNames(x, y *phrase) *finding {
	f := &finding{rule: RuleName, effect: Refutes, mismatch: &provenance.Mismatch{Kind: "name"}}
	if !slices.ContainsFunc(x.names, a.c.properName) || !slices.ContainsFunc(y.names, a.s.properName) {
		return a.compareWords(x, y)
	}
	for _, i := range x.names {
		c := &a.c.toks[i]
		if a.c.tagAt(i) == syntax.Verb && (len(a.s.placesOf(c.Stem)) > 0 || len(a.s.parts[c.Low]) > 0) {
			f.effect = Caps // "Add" in the place of "Enter" is no name
		}
		for _, j := range y.names {
			if s := &a.s.toks[j]; c.Stem != s.Stem && oneSlip(c.Low, s.Low) {
				f.rule, f.effect = RuleReplaced, Caps
				return f
			}
			if a.akin(i, j) {
				return nil
			}
		}
	}
	if x.first == a.c.units[a.c.toks[x.first].Unit].first {
		f.effect = Caps // the subject: its sentence may be about something else
	}
	return f
}

// oneName reports that one of two names is in the other, or that they differ by a slip
// of the pen.
func oneName(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) >= 2 && (strings.HasPrefix(b, a) || strings.HasSuffix(b, a)) || oneSlip(a, b)
}

// oneSlip reports names that differ by one letter, or by two that have changed places.
func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 3 || len(b)-len(a) > 1 || b == a+"s" || a == b {
		return false
	}
	i, j := 0, 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	for j < len(a)-i && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	if len(a) == len(b) {
		return len(a) > 3 && (i+j == len(a)-1 || i+j == len(a)-2 && a[i] == b[i+1] && a[i+1] == b[i])
	}
	return i+j == len(a)
}

// akin reports two forms of one name: Postgres and PostgreSQL, NATO and its words, a
// method with its module and without.
func (a *alignment) akin(c, s int32) bool {
	x, y := &a.c.toks[c], &a.s.toks[s]
	if x.Stem == y.Stem || similarForm(x.Stem, y.Stem) || strings.HasPrefix(y.Low, x.Low) || strings.HasPrefix(x.Low, y.Low) {
		return true
	}
	if (x.Is(text.MarkName|text.MarkCode) || y.Is(text.MarkName|text.MarkCode)) && (oneName(x.Stem, y.Stem) || oneName(x.Low, y.Low)) {
		return true
	}
	if tm := a.termAt(c); tm != nil && slices.ContainsFunc(tm.hits, func(h hit) bool { return h.tok == s && h.strength >= asInitials }) {
		return true // an alias
	}
	return slices.Contains(synonyms()[x.Stem], y.Stem) || a.s.initial[x.Low] != 0 || a.c.initial[y.Low] != 0
}
