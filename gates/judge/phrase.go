package judge

import (
	"assay/text"
	"slices"
	"strings"
)

// A phrase is a few tokens of a text, sorted by what they do in a sentence.
type phrase struct {
	t           *reading
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

func (t *reading) phrase(r [2]int32) phrase {
	p := phrase{t: t, first: r[0], last: r[1]}
	for i := r[0]; i < r[1]; i++ {
		p.add(i)
	}
	if p.numbers > 0 {
		p.values = t.valuesIn(r)
	}
	return p
}

var emphasis = text.WordSet(`exactly precisely just also even still yet actually then thus therefore however indeed do does did be been being is are was were has have had to`)

func (p *phrase) add(i int32) {
	t := p.t
	tok := &t.toks[i]
	if f := forces[tok.Low]; f != plain && !tok.Is(text.MarkName) {
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
	p.rough = p.rough || boundWords[tok.Low] == about
	switch {
	case tok.Is(text.MarkNumber):
		p.numbers++
	case tok.Is(text.MarkNeg):
		p.denies = p.denies || tok.Low != "nor" && !t.idleNegator(i, t.units[tok.Unit].last)
		p.noLonger = p.noLonger || tok.Low == "no" && t.low(i+1, int32(len(t.toks))) == "longer"
	case t.names(i):
		p.names = append(p.names, i)
	case boundWords[tok.Low] == about:
	case text.Hedges.Has(tok.Low):
		p.reserve = possible
	case text.Quantifiers()[tok.Low] > 0:
		p.quantity = max(p.quantity, text.Quantifiers()[tok.Low])
	case limits, tok.Is(text.MarkStop), emphasis.Has(tok.Low), p.noLonger && tok.Low == "longer":
	default:
		p.words = append(p.words, i)
	}
}

// names reports a token that is written as only names are, in capitals or called.
func (t *reading) names(i int32) bool {
	tok := &t.toks[i]
	if tok.Is(text.MarkName|text.MarkCode) || strings.HasPrefix(t.raw[tok.End:], "()") {
		return true
	}
	if t.gap(i) == "." || i > 0 && t.gap(i-1) == "." {
		return true
	}
	return tok.End-tok.Start >= 2 && isUpperWord(t.raw[tok.Start:tok.End])
}

func (t *reading) valuesIn(r [2]int32) []*value {
	at, _ := slices.BinarySearchFunc(t.values, r[0], func(v value, first int32) int { return int(v.last) - int(first) - 1 })
	var in []*value
	for ; at < len(t.values) && t.values[at].first < r[1]; at++ {
		in = append(in, &t.values[at])
	}
	return in
}

func (p *phrase) empty() bool { return len(p.names)+len(p.words)+p.numbers == 0 }

// limitAt reads a word of limit: "before", the "least" of "at least".
func (t *reading) limitAt(i int32) (bound, bool) {
	w, before, next := t.toks[i].Low, "", ""
	unit := t.toks[i].Unit
	if i > 0 && t.toks[i-1].Unit == unit {
		before = t.toks[i-1].Low
	}
	if int(i+1) < len(t.toks) && t.toks[i+1].Unit == unit {
		next = t.toks[i+1].Low
	}
	pair := limitPairs[before+" "+w]
	switch {
	case pair != exactly && w != "of":
		return pair, pair != about
	case w == "at" && (next == "least" || next == "most"), w == "up" && next == "to", w == "prior" && next == "to", w == "than":
		return exactly, false
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
func (t *reading) joinsIn(p *phrase) bool {
	r := [2]int32{p.first, p.last}
	return t.hasIn(r, text.Pronouns) || t.hasIn(r, text.ClauseWords)
}

// limitsValue reports a number, a date or a version from token i on, words between
// that belong to it.
func (t *reading) limitsValue(i int32) bool {
	for n := int32(len(t.toks)); i < n; i++ {
		tok := &t.toks[i]
		switch {
		case tok.Is(text.MarkNumber), tok.Low == "one":
			return true
		case !tok.Is(text.MarkName) && !versionWords.Has(tok.Low) && tok.Low != "the" && tok.Low != "a":
			return false
		}
	}
	return false
}

// onlyWord is the one token of a phrase, articles and auxiliaries left out, or -1.
func (t *reading) onlyWord(p *phrase) int32 {
	only := int32(-1)
	for i := p.first; i < p.last; i++ {
		if low := t.toks[i].Low; low == "a" || low == "an" || low == "the" || emphasis.Has(low) || t.toks[i].Is(text.MarkNeg) {
			continue
		}
		if only >= 0 {
			return -1
		}
		only = i
	}
	return only
}
