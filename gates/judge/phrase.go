package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/lexicon"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
	"assay/text/syntax"
)

// A phrase is a few tokens of a text, sorted by what they do in a sentence.
type phrase struct {
	t           *reading
	first, last int32
	names       []int32 // of things: capitals, identifiers, what is called with ()
	words       []int32 // other words of meaning
	values      []*value.Value
	numbers     int // tokens of values
	denies      bool
	noLonger    bool
	reserve     force   // the weakest modal or hedge
	demand      force   // the strongest modal
	quantity    float32 // of the quantifier, 0 for none
	limit       value.Bound
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
	tok := &t.Toks[i]
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
	p.rough = p.rough || value.BoundWords[tok.Low] == value.About
	switch {
	case tok.Is(text.MarkNumber):
		p.numbers++
	case tok.Is(text.MarkNeg):
		p.denies = p.denies || tok.Low != "nor" && !t.idleNegator(i, t.Units[tok.Unit].Last)
		p.noLonger = p.noLonger || tok.Low == "no" && t.Low(i+1, int32(len(t.Toks))) == "longer"
	case t.names(i):
		p.names = append(p.names, i)
	case value.BoundWords[tok.Low] == value.About:
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
	tok := &t.Toks[i]
	if tok.Is(text.MarkName|text.MarkCode) || strings.HasPrefix(t.Raw[tok.End:], "()") {
		return true
	}
	if t.Gap(i) == "." || i > 0 && t.Gap(i-1) == "." {
		return true
	}
	return tok.End-tok.Start >= 2 && text.IsUpperWord(t.Raw[tok.Start:tok.End])
}

func (t *reading) valuesIn(r [2]int32) []*value.Value {
	at, _ := slices.BinarySearchFunc(t.Values, r[0], func(v value.Value, first int32) int { return int(v.Last) - int(first) - 1 })
	var in []*value.Value
	for ; at < len(t.Values) && t.Values[at].First < r[1]; at++ {
		in = append(in, &t.Values[at])
	}
	return in
}

func (p *phrase) empty() bool { return len(p.names)+len(p.words)+p.numbers == 0 }

// limitAt reads a word of limit: "before", the "least" of "at least".
func (t *reading) limitAt(i int32) (value.Bound, bool) {
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

// joinsIn reports a pronoun or a word that begins a clause.
func (t *reading) joinsIn(p *phrase) bool {
	r := [2]int32{p.first, p.last}
	return t.hasIn(r, text.Pronouns) || t.hasIn(r, text.ClauseWords)
}

// limitsValue reports a number, a date or a version from token i on, words between
// that belong to it.
func (t *reading) limitsValue(i int32) bool {
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

// onlyWord is the one token of a phrase, articles and auxiliaries left out, or -1.
func (t *reading) onlyWord(p *phrase) int32 {
	only := int32(-1)
	for i := p.first; i < p.last; i++ {
		if low := t.Toks[i].Low; low == "a" || low == "an" || low == "the" || emphasis.Has(low) || t.Toks[i].Is(text.MarkNeg) {
			continue
		}
		if only >= 0 {
			return -1
		}
		only = i
	}
	return only
}

// compareValues compares the numbers of two phrases, one by one.
func (a *alignment) compareValues(x, y *phrase) *finding {
	n := len(x.values)
	if n == 0 || n != len(y.values) || n > 3 || len(x.words) > 2 || len(y.words) > 2 || len(x.names) > 0 && len(y.names) == 0 {
		return nil
	}
	for k := range n {
		cv, sv := x.values[k], y.values[k]
		f := &finding{rule: RuleValue, effect: Refutes, mismatch: &provenance.Mismatch{Kind: "number"}}
		switch r := a.relate(cv, sv); {
		case r == value.Different, r == value.Unlike && (cv.Kind == value.Version || sv.Kind == value.Version) && cv.Kind != value.Dated && sv.Kind != value.Dated:
			if cv.Kind == value.Dated {
				f.rule, f.mismatch.Kind = RuleDate, "date"
			}
		case r == value.OtherUnit:
			f.rule, f.mismatch.Kind = RuleUnit, "unit"
		case r == value.Coarser, r == value.Unlike, cv.Bound != value.Exactly && cv.Bound == sv.Bound && !equalValues(cv, sv):
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
func equalValues(c, s *value.Value) bool {
	if c.Kind != s.Kind {
		return c.Kind == value.Dated || s.Kind == value.Dated || value.SameParts(c, s)
	}
	switch c.Kind {
	case value.Dated:
		return c.Date.From == s.Date.From && c.Date.To == s.Date.To && c.Date.Month == s.Date.Month && c.Date.Day == s.Date.Day
	case value.Version:
		return value.SameParts(c, s)
	}
	return value.CloseTo(c, s)
}

// comparePhrases compares two phrases that stand in one place, by their words.
func (a *alignment) comparePhrases(x, y *phrase) *finding {
	if x.denies != y.denies {
		f := &finding{rule: RuleNegation, effect: Refutes}
		switch {
		case x.empty() && !x.denies && y.first < y.last && besides.Has(a.s.Toks[y.first].Low):
			return nil // "instead of" names what else there was
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

var besides = text.WordSet(`instead rather`)

// compareWords finds a word that the text has nowhere in the place of another, to
// which it is no kin. A sentence that is the text's own but for that has been changed.
func (a *alignment) compareWords(x, y *phrase) *finding {
	if len(x.names)+len(x.words) == 0 || len(y.names)+len(y.words)+y.numbers == 0 {
		return nil
	}
	if a.c.joinsIn(x) || a.s.joinsIn(y) {
		return nil // another build of the sentence
	}
	strange, others := false, slices.Concat(y.names, y.words)
	for _, i := range slices.Concat(x.names, x.words) {
		if tm := a.termAt(i); tm != nil {
			if tm.anywhere > 0 || slices.ContainsFunc(others, func(j int32) bool { return a.akin(i, j) }) {
				return nil
			}
			strange = true
		}
	}
	if !strange {
		return nil
	}
	return &finding{rule: RuleReplaced, effect: Caps, mismatch: &provenance.Mismatch{Kind: "name"}}
}

// termAt is the term of a token of the claim, or nil.
func (a *alignment) termAt(i int32) *term {
	if at := a.termFrom(i); at < len(a.terms) && a.terms[at].tok == i {
		return &a.terms[at]
	}
	return nil
}

// compareGrammar compares what is no matter but changes what a sentence says: how
// sure it is, of how many, up to where.
func (a *alignment) compareGrammar(x, y *phrase) *finding {
	switch {
	case y.rough && !x.rough:
		if a.c.limitsValue(x.last) {
			return &finding{rule: RuleBoundary, effect: Caps, mismatch: &provenance.Mismatch{Kind: "boundary"}}
		}
		if !a.s.hasIn([2]int32{y.first, y.last}, text.Hedges) {
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

// compareOne compares two words that stand for each other.
func (a *alignment) compareOne(x, y *phrase) *finding {
	c, s := a.c.onlyWord(x), a.s.onlyWord(y)
	if c < 0 || s < 0 {
		return nil
	}
	cw, sw := &a.c.Toks[c], &a.s.Toks[s]
	f := &finding{rule: RuleAntonym, effect: Refutes}
	switch {
	case slices.Contains(text.Antonyms()[cw.Low], sw.Low), slices.Contains(lexicon.Contraries()[cw.Low], sw.Low):
	case !cw.Is(text.MarkName|text.MarkCode|text.MarkCJK|text.MarkNumber|text.MarkStop) && !sw.Is(text.MarkName|text.MarkCode|text.MarkCJK|text.MarkNumber|text.MarkStop) && lexicon.Contrary(cw.Stem, sw.Stem):
		f.effect = Caps
	default:
		return nil
	}
	if slices.ContainsFunc(a.s.placesOf(cw.Stem), func(at int32) bool { return a.s.Toks[at].Unit == sw.Unit }) {
		return nil // the sentence says both, of two things
	}
	return f
}

// compareNames compares names that stand in one place.
func (a *alignment) compareNames(x, y *phrase) *finding {
	f := &finding{rule: RuleName, effect: Refutes, mismatch: &provenance.Mismatch{Kind: "name"}}
	if !slices.ContainsFunc(x.names, a.c.properName) || !slices.ContainsFunc(y.names, a.s.properName) {
		return a.compareWords(x, y)
	}
	for _, i := range x.names {
		c := &a.c.Toks[i]
		if a.c.tagAt(i) == syntax.Verb && (len(a.s.placesOf(c.Stem)) > 0 || len(a.s.parts[c.Low]) > 0) {
			f.effect = Caps // "Add" in the place of "Enter" is no name
		}
		for _, j := range y.names {
			if s := &a.s.Toks[j]; c.Stem != s.Stem && oneSlip(c.Low, s.Low) {
				f.rule, f.effect = RuleReplaced, Caps
				return f
			}
			if a.akin(i, j) {
				return nil
			}
		}
	}
	if x.first == a.c.Units[a.c.Toks[x.first].Unit].First {
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
	return a.akinForm(c, s) || a.s.initial[a.c.Toks[c].Low] != 0 || a.c.initial[a.s.Toks[s].Low] != 0
}

// akinForm reports words of which one may be a form, an alias or a synonym of the other.
func (a *alignment) akinForm(c, s int32) bool {
	x, y := &a.c.Toks[c], &a.s.Toks[s]
	if x.Stem == y.Stem || similarForm(x.Stem, y.Stem) || strings.HasPrefix(y.Low, x.Low) || strings.HasPrefix(x.Low, y.Low) {
		return true
	}
	if (x.Is(text.MarkName|text.MarkCode) || y.Is(text.MarkName|text.MarkCode)) && (oneName(x.Stem, y.Stem) || oneName(x.Low, y.Low)) {
		return true
	}
	if tm := a.termAt(c); tm != nil && slices.ContainsFunc(tm.hits, func(h hit) bool { return h.tok == s && h.strength >= asInitials }) {
		return true // an alias
	}
	return slices.Contains(lexicon.Synonyms()[x.Stem], y.Stem)
}
