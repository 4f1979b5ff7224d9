package judge

import (
	"slices"
	"strings"
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
	"will": certain, "shall": required, "must": required}

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
	case hedges.has(tok.low):
		p.reserve = possible
	case quantifiers()[tok.low] > 0:
		p.quantity = max(p.quantity, quantifiers()[tok.low])
	case limits, tok.is(markStop), emphasis.has(tok.low), p.noLonger && tok.low == "longer":
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

// joinsIn reports a pronoun or a word that begins a clause.
func (t *text) joinsIn(p *phrase) bool {
	for i := p.first; i < p.last; i++ {
		if low := t.toks[i].low; pronouns.has(low) || clauseWords.has(low) {
			return true
		}
	}
	return false
}

// hedgedBy reports a hedge in a phrase: "nearly" is one before any word.
func (t *text) hedgedBy(p *phrase) bool {
	for i := p.first; i < p.last; i++ {
		if hedges.has(t.toks[i].low) {
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
		case !tok.is(markName) && !versionWords.has(tok.low) && tok.low != "the" && tok.low != "a":
			return false
		}
	}
	return false
}

// onlyWord is the one token of a phrase, articles and auxiliaries left out, or -1.
func (t *text) onlyWord(p *phrase) int32 {
	only := int32(-1)
	for i := p.first; i < p.last; i++ {
		if low := t.toks[i].low; low == "a" || low == "an" || low == "the" || emphasis.has(low) || t.toks[i].is(markNeg) {
			continue
		}
		if only >= 0 {
			return -1
		}
		only = i
	}
	return only
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
