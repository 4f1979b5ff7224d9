package reading

import (
	"assay/gates/judge/value"
	"assay/text"
)

// Described reports a phrase that points at something by an article or the like.
func (t *Text) Described(p *Phrase) bool {
	return text.AnyIn(max(0, p.First-1), p.Last, func(i int32) bool {
		low := t.Toks[i].Low
		return t.Toks[i].Unit == t.Toks[p.Last-1].Unit && (text.Articles.Has(low) || belonging.Has(low))
	})
}

// A phrase is a few tokens of a text, sorted by what they do in a sentence.
type Phrase struct {
	t           *Text
	First, Last int32
	Names       []int32 // of things: capitals, identifiers, what is called with ()
	Words       []int32 // other words of meaning
	Values      []*value.Value
	Numbers     int // tokens of values
	Denies      bool
	NoLonger    bool
	Reserve     force   // the weakest modal or hedge
	Demand      force   // the strongest modal
	Quantity    float32 // of the quantifier, 0 for none
	Limit       value.Bound
	Limits      bool // it has words of limit
	Rough       bool // about, nearly
}

// A force is how far a modal or hedge commits the sentence.
type force uint8

const (
	Plain    force = iota // no such word
	Possible              // may, might, could, perhaps, seems
	Able                  // can
	Advised               // should
	Certain               // will
	Required              // must
)

var Forces = map[string]force{"may": Possible, "might": Possible, "could": Possible, "maybe": Possible, "can": Able, "should": Advised, "ought": Advised,
	"will": Certain, "shall": Required, "must": Required}

func (t *Text) Phrase(r [2]int32) Phrase {
	p := Phrase{t: t, First: r[0], Last: r[1]}
	for i := r[0]; i < r[1]; i++ {
		p.add(i)
	}
	if p.Numbers > 0 {
		p.Values = t.ValuesIn(r)
	}
	return p
}

var Emphasis = text.WordSet(`exactly precisely just also even still yet actually then thus therefore however indeed do does did be been being is are was were has have had to`)

func (p *Phrase) add(i int32) {
	t := p.t
	tok := &t.Toks[i]
	if f := Forces[tok.Low]; f != Plain && !tok.Is(text.MarkName) {
		p.Demand = max(p.Demand, f)
		if p.Reserve == Plain || f < p.Reserve {
			p.Reserve = f
		}
		return
	}
	b, limits := t.limitAt(i)
	if limits {
		p.Limit, p.Limits = b, true
	}
	p.Rough = p.Rough || value.BoundWords[tok.Low] == value.About
	switch {
	case tok.Is(text.MarkNumber):
		p.Numbers++
	case tok.Is(text.MarkNeg):
		p.Denies = p.Denies || tok.Low != "nor" && !t.IdleNegator(i, t.Units[tok.Unit].Last)
		p.NoLonger = p.NoLonger || tok.Low == "no" && t.Low(i+1, int32(len(t.Toks))) == "longer"
	case t.Names(i):
		p.Names = append(p.Names, i)
	case value.BoundWords[tok.Low] == value.About:
	case text.Hedges.Has(tok.Low):
		p.Reserve = Possible
	case text.Quantifiers()[tok.Low] > 0:
		p.Quantity = max(p.Quantity, text.Quantifiers()[tok.Low])
	case limits, tok.Is(text.MarkStop), Emphasis.Has(tok.Low), p.NoLonger && tok.Low == "longer":
	default:
		p.Words = append(p.Words, i)
	}
}

func (p *Phrase) Empty() bool { return len(p.Names)+len(p.Words)+p.Numbers == 0 }

// limitAt reads a word of limit: "before", the "least" of "at least".
func (t *Text) limitAt(i int32) (value.Bound, bool) {
	w, next := t.Toks[i].Low, t.Low(i+1, t.Units[t.Toks[i].Unit].Last)
	pair := value.LimitPairs[t.Back(i, 1)+" "+w]
	switch {
	case pair != value.Exactly && w != "of":
		return pair, pair != value.About
	case w == "at" && (next == "least" || next == "most"), w == "up" && next == "to", w == "prior" && next == "to", w == "than":
		return value.Exactly, false
	case next == "than":
		b := value.ThanWords[w]
		return b, b != value.Exactly
	}
	b, ok := value.DateWords[w]
	if !ok {
		b, ok = value.BoundWords[w]
	}
	return b, ok && b != value.About
}

// JoinsIn reports a pronoun or a word that begins a clause.
func (t *Text) JoinsIn(p *Phrase) bool {
	r := [2]int32{p.First, p.Last}
	return t.HasIn(r, text.Pronouns) || t.HasIn(r, text.ClauseWords)
}

// LimitsValue reports a number, a date or a version from token i on, words between
// that belong to it.
func (t *Text) LimitsValue(i int32) bool {
	for n := int32(len(t.Toks)); i < n; i++ {
		tok := &t.Toks[i]
		switch {
		case tok.Is(text.MarkNumber), tok.Low == "one":
			return true
		case !tok.Is(text.MarkName) && !value.VersionWords.Has(tok.Low) && tok.Low != "the" && tok.Low != "a":
			return false
		}
	}
	return false
}

// OnlyWord is the one token of a phrase, articles and auxiliaries left out, or -1.
func (t *Text) OnlyWord(p *Phrase) int32 {
	only := int32(-1)
	for i := p.First; i < p.Last; i++ {
		if low := t.Toks[i].Low; low == "a" || low == "an" || low == "the" || Emphasis.Has(low) || t.Toks[i].Is(text.MarkNeg) {
			continue
		}
		if only >= 0 {
			return -1
		}
		only = i
	}
	return only
}
