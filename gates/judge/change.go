package judge

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/provenance"
)

// A phrase is a few tokens of a text, sorted by what they do in a sentence.
type phrase struct {
	t           *text
	first, last int32
	names       []int32 // of things: capitals, identifiers, what is called with ()
	words       []int32 // other words of meaning
	values      []*value
	numbers     int // tokens of values
	denies      bool
	noLonger    bool
	reserve     force   // the weakest modal or hedge
	demand      force   // the strongest modal
	quantity    float32 // of the quantifier, 0 for none
	limit       bound
	limits      bool // it has words of limit
	rough       bool // about, nearly
}

// A force is how far a modal or hedge commits the sentence.
type force uint8

const (
	plain    force = iota // no such word
	possible              // may, might, could, perhaps, seems
	able                  // can
	advised               // should
	certain               // will
	required              // must
)

var forces = map[string]force{"may": possible, "might": possible, "could": possible, "maybe": possible, "can": able, "should": advised, "ought": advised,
	"will": certain, "shall": required, "must": required, "has": plain}

func (t *text) phrase(r [2]int32) phrase {
	p := phrase{t: t, first: r[0], last: r[1]}
	for i := r[0]; i < r[1]; i++ {
		p.add(i)
	}
	if p.numbers > 0 {
		p.values = t.valuesIn(r)
	}
	return p
}

var emphasis = wordSet(`exactly precisely just also even still yet actually then thus therefore however indeed do does did be been being is are was were has have had to`)

func (p *phrase) add(i int32) {
	t := p.t
	tok := &t.toks[i]
	if f := forces[tok.low]; f != plain && !tok.is(markName) {
		p.demand = max(p.demand, f)
		if p.reserve == plain || f < p.reserve {
			p.reserve = f
		}
		return
	}
	b, limits := t.limitAt(i)
	if limits {
		p.limit, p.limits = b, true
	}
	p.rough = p.rough || boundWords[tok.low] == about
	switch {
	case tok.is(markNumber):
		p.numbers++
	case tok.is(markNeg):
		p.denies = p.denies || tok.low != "nor" && !t.idleNegator(i, t.units[tok.unit].last)
		p.noLonger = p.noLonger || tok.low == "no" && t.low(i+1, int32(len(t.toks))) == "longer"
	case t.names(i):
		p.names = append(p.names, i)
	case boundWords[tok.low] == about:
	case hedges[tok.low]:
		p.reserve = possible
	case quantifiers[tok.low] > 0:
		p.quantity = max(p.quantity, quantifiers[tok.low])
	case limits, tok.is(markStop), emphasis[tok.low], p.noLonger && tok.low == "longer":
	default:
		p.words = append(p.words, i)
	}
}

// names reports a token that is written as only names are, in capitals or called.
func (t *text) names(i int32) bool {
	tok := &t.toks[i]
	if tok.is(markName|markCode) || strings.HasPrefix(t.raw[tok.end:], "()") {
		return true
	}
	if t.gap(i) == "." || i > 0 && t.gap(i-1) == "." {
		return true
	}
	return tok.end-tok.start >= 2 && isUpperWord(t.raw[tok.start:tok.end])
}

func (t *text) valuesIn(r [2]int32) []*value {
	at, _ := slices.BinarySearchFunc(t.values, r[0], func(v value, first int32) int { return int(v.last) - int(first) - 1 })
	var in []*value
	for ; at < len(t.values) && t.values[at].first < r[1]; at++ {
		in = append(in, &t.values[at])
	}
	return in
}

func (p *phrase) empty() bool { return len(p.names)+len(p.words)+p.numbers == 0 }

// limitAt reads a word of limit: "before", the "least" of "at least".
func (t *text) limitAt(i int32) (bound, bool) {
	w, before, next := t.toks[i].low, "", ""
	unit := t.toks[i].unit
	if i > 0 && t.toks[i-1].unit == unit {
		before = t.toks[i-1].low
	}
	if int(i+1) < len(t.toks) && t.toks[i+1].unit == unit {
		next = t.toks[i+1].low
	}
	switch {
	case before == "at" && w == "least":
		return atLeast, true
	case before == "at" && w == "most":
		return atMost, true
	case w == "at" && (next == "least" || next == "most"), w == "up" && next == "to", w == "prior" && next == "to", w == "than":
		return exactly, false
	case before == "up" && w == "to":
		return atMost, true
	case before == "prior" && w == "to":
		return lessThan, true
	case next == "than":
		b := thanWords[w]
		return b, b != exactly
	}
	b, ok := dateWords[w]
	if !ok {
		b, ok = boundWords[w]
	}
	return b, ok && b != about
}

// compareValues compares the numbers of two phrases, one by one.
func (a *alignment) compareValues(x, y *phrase) *finding {
	n := len(x.values)
	if n == 0 || n != len(y.values) || n > 3 || len(x.words) > 2 || len(y.words) > 2 {
		return nil
	}
	for k := range n {
		cv, sv := x.values[k], y.values[k]
		f := &finding{rule: RuleValue, effect: Refutes, mismatch: &provenance.Mismatch{Kind: "number"}}
		switch r := a.relate(cv, sv); {
		case r == different, r == unlike && (cv.kind == version || sv.kind == version) && cv.kind != dated && sv.kind != dated:
			if cv.kind == dated {
				f.rule, f.mismatch.Kind = RuleDate, "date"
			}
		case r == otherUnit:
			f.rule, f.mismatch.Kind = RuleUnit, "unit"
		case r == bounded:
			f.rule, f.mismatch.Kind = RuleBoundary, "boundary"
		case r == coarser, r == unlike, cv.bound != exactly && cv.bound == sv.bound && !equalValues(cv, sv):
			// A limit that is no other number's may follow from it or not: that hangs on what it limits.
			f.effect = Caps
		default:
			continue
		}
		return f
	}
	return nil
}

// equalValues reports one value, whatever limits it.
func equalValues(c, s *value) bool {
	if c.kind != s.kind {
		return c.kind == dated || s.kind == dated || c.parts == s.parts
	}
	switch c.kind {
	case dated:
		return c.date.from == s.date.from && c.date.to == s.date.to && c.date.month == s.date.month && c.date.day == s.date.day
	case version:
		return c.parts == s.parts
	}
	return closeTo(c, s)
}

// comparePhrases compares two phrases that stand in one place, by their words.
func (a *alignment) comparePhrases(x, y *phrase) *finding {
	if x.denies != y.denies {
		f := &finding{rule: RuleNegation, effect: Refutes}
		switch {
		case !x.empty() && !y.empty(), len(x.names)+len(x.words)+x.numbers+len(y.names)+len(y.words)+y.numbers > 1:
			return nil
		case !x.empty() || !y.empty():
			f.effect = Caps // a word goes or comes with the denial, and may take it back
		case x.noLonger || y.noLonger:
			f.effect = Caps // it was so, once
		}
		return f
	}
	if f := a.compareOne(x, y); f != nil {
		return f
	}
	if len(x.names) > 0 && len(y.names) > 0 && len(x.words)+len(y.words) == 0 {
		return a.compareNames(x, y)
	}
	if !x.empty() || !y.empty() {
		return a.compareWords(x, y)
	}
	return a.compareGrammar(x, y)
}

// compareWords finds a word that the text has nowhere in the place of another, to
// which it is no kin. A sentence that is the text's own but for that has been changed.
func (a *alignment) compareWords(x, y *phrase) *finding {
	if len(x.names)+len(x.words) == 0 || len(y.names)+len(y.words)+y.numbers == 0 {
		return nil
	}
	if a.c.joinsIn(x) || a.s.joinsIn(y) {
		return nil // another build of the sentence
	}
	strange := false
	for _, list := range [...][]int32{x.names, x.words} {
		for _, i := range list {
			tm := a.termAt(i)
			if tm == nil {
				continue
			}
			if tm.anywhere > 0 {
				return nil
			}
			strange = true
			for _, others := range [...][]int32{y.names, y.words} {
				for _, j := range others {
					if a.akin(i, j) {
						return nil
					}
				}
			}
		}
	}
	if !strange {
		return nil
	}
	return &finding{rule: RuleReplaced, effect: Caps, mismatch: &provenance.Mismatch{Kind: "name"}}
}

// joinsIn reports a pronoun or a word that begins a clause.
func (t *text) joinsIn(p *phrase) bool {
	for i := p.first; i < p.last; i++ {
		if low := t.toks[i].low; pronouns[low] || clauseWords[low] {
			return true
		}
	}
	return false
}

// termAt is the term of a token of the claim, or nil.
func (a *alignment) termAt(i int32) *term {
	at, ok := slices.BinarySearchFunc(a.terms, i, func(tm term, tok int32) int { return int(tm.tok - tok) })
	if !ok {
		return nil
	}
	return &a.terms[at]
}

// compareGrammar compares what is no matter but changes what a sentence says: how
// sure it is, of how many, up to where.
func (a *alignment) compareGrammar(x, y *phrase) *finding {
	switch {
	case y.rough && !x.rough:
		if a.c.limitsValue(x.last) {
			return &finding{rule: RuleBoundary, effect: Caps, mismatch: &provenance.Mismatch{Kind: "boundary"}}
		}
		if hedged := a.s.hedgedBy(y); !hedged {
			return nil
		}
		return &finding{rule: RuleHedge, effect: Caps, mismatch: &provenance.Mismatch{Kind: "hedge"}}
	case y.reserve == possible && (x.reserve == plain || x.reserve >= certain),
		y.reserve == able && x.reserve >= certain,
		y.reserve == advised && (x.reserve == plain || x.reserve >= certain):
		return &finding{rule: RuleHedge, effect: Caps, mismatch: &provenance.Mismatch{Kind: "hedge"}}
	case x.quantity >= 4 && y.quantity < 4, x.quantity == 3 && y.quantity == 1, x.quantity == 0 && y.quantity > 0 && y.quantity <= 1:
		return &finding{rule: RuleQuantifier, effect: Caps}
	case x.limits && y.limits && x.limit != y.limit && a.c.limitsValue(x.last):
		return &finding{rule: RuleBoundary, effect: Caps, mismatch: &provenance.Mismatch{Kind: "boundary"}}
	}
	return nil
}

// hedgedBy reports a hedge in a phrase: "nearly" is one before any word.
func (t *text) hedgedBy(p *phrase) bool {
	for i := p.first; i < p.last; i++ {
		if hedges[t.toks[i].low] {
			return true
		}
	}
	return false
}

// limitsValue reports a number, a date or a version from token i on, words between
// that belong to it.
func (t *text) limitsValue(i int32) bool {
	for n := int32(len(t.toks)); i < n; i++ {
		tok := &t.toks[i]
		switch {
		case tok.is(markNumber), tok.low == "one":
			return true
		case !tok.is(markName) && !versionWords[tok.low] && tok.low != "the" && tok.low != "a":
			return false
		}
	}
	return false
}

// compareOne compares two words that stand for each other.
func (a *alignment) compareOne(x, y *phrase) *finding {
	c, s := a.c.onlyWord(x), a.s.onlyWord(y)
	if c < 0 || s < 0 {
		return nil
	}
	cw, sw := &a.c.toks[c], &a.s.toks[s]
	f := &finding{rule: RuleAntonym, effect: Refutes}
	switch {
	case slices.Contains(antonyms[cw.low], sw.low), slices.Contains(contraries[cw.low], sw.low):
	case !cw.is(markName|markCode|markCJK|markNumber|markStop) && !sw.is(markName|markCode|markCJK|markNumber|markStop) && a.contrary(cw, sw):
		f.effect = Caps
	default:
		return nil
	}
	return f
}

// onlyWord is the one token of a phrase, articles and auxiliaries left out, or -1.
func (t *text) onlyWord(p *phrase) int32 {
	only := int32(-1)
	for i := p.first; i < p.last; i++ {
		if low := t.toks[i].low; low == "a" || low == "an" || low == "the" || emphasis[low] || t.toks[i].is(markNeg) {
			continue
		}
		if only >= 0 {
			return -1
		}
		only = i
	}
	return only
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

// leads is the word of grammar that a phrase begins with, articles left out.
func (t *text) leads(p *phrase) string {
	for i := p.first; i < p.last; i++ {
		switch tok := &t.toks[i]; {
		case tok.low == "the" || tok.low == "a" || tok.low == "an":
		case tok.is(markStop) && !t.names(i):
			return tok.low
		default:
			return ""
		}
	}
	return ""
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
