package judge

import (
	"cmp"
	"maps"
	"slices"

	"assay/gates/judge/lexicon"
	"assay/gates/judge/reading"
	"assay/gates/judge/statement"
	"assay/gates/judge/value"
	"assay/text"
)

// How much a find counts, by the way it was found.
const (
	asSynonym  = 0.8
	asForm     = 0.65 // shares most of its letters
	asPart     = 0.75 // within an identifier, or an identifier in words
	asInitials = 0.9
	asContext  = 0.75 // in a heading, a lead-in, a table's header, the page's title
	maxHits    = 48
)

// A hit is a place in the source where a term of the claim is found.
type hit struct {
	tok      int32
	unit     int32 // of the token
	strength float32
}

// A term is a meaning-bearing word of the claim and where the source has it.
type term struct {
	tok      int32 // in the claim
	weight   float32
	hits     []hit   // sorted by place
	anywhere float32 // best strength in the whole text or its context
	context  float32 // strength in the question's context
	here     float32 // best strength in the window, context included
	pos      int32   // aligned token of the source, -1 for none
	found    float32 // strength of the alignment itself, without context
	led      bool    // not in the text, but over the claim in its note
}

// An alignment is a claim laid over the best window of a text.
type alignment struct {
	c, s    *reading.Text
	q       Question
	around  *reading.Text // what stands over the text, nil for nothing
	about   *reading.Text // what its frontmatter says of it, nil for nothing
	lead    *reading.Text // what stands over the claim in its note, nil for nothing
	terms   []term
	total   float32 // weight of all terms
	window  window
	single  window // best window of one unit
	perUnit []float32
	order   []int32
	stems   *text.Stems
	bound   *binder // once read
	margin  float64 // what the trees make of it, once judged
	near    float64 // see [nearness]
	kind    string  // of evidence
	kept    float64 // share of the claim's words that the window has in their order
}

// A window is a run of units, last exclusive.
type window struct {
	first, last int32
	score       float32 // share of the terms' weight
}

// run finds each term of the claim in the source and the window that holds most.
func (a *alignment) run() {
	a.terms = make([]term, 0, len(a.c.Toks))
	for i := range a.c.Toks {
		if tok := &a.c.Toks[i]; tok.Content() {
			a.terms = append(a.terms, term{tok: int32(i), weight: tok.Weight, pos: -1})
		}
	}
	room := make([]hit, 0, 8*len(a.terms))
	for i := range a.terms {
		tm := &a.terms[i]
		tm.hits = room
		a.findTerm(tm)
		tm.hits, room = slices.Clip(tm.hits), tm.hits[len(tm.hits):]
	}
	a.findAliases()
	a.findDefined()
	a.findGlossed()
	for i := range a.terms {
		tm := &a.terms[i]
		tm.weight *= a.rarity(tm)
		a.findLead(tm)
		a.total += tm.weight
		tm.anywhere = tm.context
		for _, h := range tm.hits {
			tm.anywhere = max(tm.anywhere, h.strength)
		}
	}
	a.chooseWindow(a.q.From, a.q.To)
	a.place()
}

// rarity lowers the weight of what a long text says all the time: its subject.
func (a *alignment) rarity(tm *term) float32 {
	if len(a.s.Units) < 8 {
		return 1
	}
	last, n := int32(-1), 0 // units that have its stem
	for _, i := range a.s.PlacesOf(a.c.Toks[tm.tok].Stem) {
		if u := a.s.Toks[i].Unit; u != last {
			last, n = u, n+1
		}
	}
	share := float32(n) / float32(len(a.s.Units))
	return 1 - 0.5*min(1, share*2)
}

func (a *alignment) findTerm(tm *term) {
	tok := &a.c.Toks[tm.tok]
	s, context := a.s, a.around
	for _, i := range s.PlacesOf(tok.Stem) {
		if len(tm.hits) >= maxHits {
			break
		}
		tm.hits = append(tm.hits, hit{i, s.Toks[i].Unit, 1})
	}
	exact := len(tm.hits)
	if !tok.Is(text.MarkCJK) {
		for _, other := range lexicon.Synonyms()[tok.Stem] {
			a.addHits(tm, s.PlacesOf(other), asSynonym)
		}
		if a.s.Lang == "en" && !tok.Is(text.MarkName|text.MarkCode) {
			a.findRelated(tm, tok.Stem)
			for _, other := range statement.Sides(tok.Low, len(a.c.PlacesOf("than")) > 0 && len(s.PlacesOf("than")) > 0) {
				for _, at := range s.PlacesOf(a.stemOf(other)) {
					if s.Toks[at].Low == other {
						a.addHits(tm, []int32{at}, asSynonym)
					}
				}
			}
		}
		if len(tok.Stem) >= reading.PrefixLen {
			for _, i := range s.Prefix[tok.Stem[:reading.PrefixLen]] {
				if stem := s.Toks[i].Stem; stem != tok.Stem && similarForm(stem, tok.Stem) {
					a.addHits(tm, s.PlacesOf(stem), asForm)
				}
			}
		}
		a.addHits(tm, s.Parts[tok.Low], asPart)
		if exact == 0 && tok.Is(text.MarkCode) {
			a.findIdentifier(tm)
		}
		if exact == 0 && text.IsUpperWord(a.c.Raw[tok.Start:tok.End]) {
			if first := s.Initial[tok.Low]; first > 0 {
				a.addHits(tm, []int32{first - 1}, asInitials)
			}
		}
	}
	if len(tm.hits) > exact {
		slices.SortFunc(tm.hits, byPlace)
	}
	if context != nil {
		if len(context.PlacesOf(tok.Stem)) > 0 {
			tm.context = asContext
		} else if slices.ContainsFunc(lexicon.Synonyms()[tok.Stem], func(stem string) bool { return len(context.PlacesOf(stem)) > 0 }) {
			tm.context = asContext * asSynonym
		}
	}
}

func byPlace(a, b hit) int {
	return cmp.Or(cmp.Compare(a.tok, b.tok), cmp.Compare(b.strength, a.strength))
}

func (a *alignment) addHits(tm *term, at []int32, strength float32) {
	for _, i := range at {
		if len(tm.hits) >= 2*maxHits {
			return
		}
		tm.hits = append(tm.hits, hit{i, a.s.Toks[i].Unit, strength})
	}
}

// findIdentifier finds retryCount in "retry count".
func (a *alignment) findIdentifier(tm *term) {
	for _, word := range slices.Sorted(maps.Keys(a.c.Parts)) { // in order, for the first hits count
		if slices.Contains(a.c.Parts[word], tm.tok) {
			a.addHits(tm, a.s.PlacesOf(word), asForm)
		}
	}
}

// similarForm reports stems that share most of their letters: automat, automate.
func similarForm(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	long := max(len(a), len(b))
	return n >= reading.PrefixLen && 10*n >= 7*long
}

// chooseWindow looks at each unit that holds much of the claim and at the units
// around it, and keeps the best run of one to three.
func (a *alignment) chooseWindow(from, to int) {
	n := len(a.s.Units)
	a.perUnit = make([]float32, n)
	for i := range a.terms {
		tm := &a.terms[i]
		for j := 0; j < len(tm.hits); {
			u, best := tm.hits[j].unit, tm.hits[j].strength
			for j++; j < len(tm.hits) && tm.hits[j].unit == u; j++ {
				best = max(best, tm.hits[j].strength)
			}
			a.perUnit[u] += tm.weight * best
		}
	}
	values := a.valueBonus()
	for u := range a.perUnit {
		if a.s.Units[u].Kind == text.Heading && n > 1 {
			a.perUnit[u] *= 0.7
		}
		if to > from && int(a.s.Units[u].End) > from && int(a.s.Units[u].Start) < to {
			a.perUnit[u] *= 1.03
		}
	}
	a.order = a.order[:0]
	const candidates = 6
	for u := range a.perUnit {
		at := len(a.order)
		for at > 0 && a.perUnit[u]+values[u] > a.perUnit[a.order[at-1]]+values[a.order[at-1]] {
			at--
		}
		if at < candidates {
			if len(a.order) == candidates {
				a.order = a.order[:candidates-1]
			}
			a.order = slices.Insert(a.order, at, int32(u))
		}
	}
	a.window, a.single = window{0, min(1, int32(n)), -1}, window{0, min(1, int32(n)), -1}
	for _, u := range a.order {
		for _, w := range [...]window{{u, u + 1, 0}, {u - 1, u + 1, 0}, {u, u + 2, 0}, {u - 1, u + 2, 0}, {u - 2, u + 1, 0}, {u, u + 3, 0}} {
			if w.first < 0 || int(w.last) > n || slices.ContainsFunc(a.s.Units[w.first+1:w.last], func(u text.Unit) bool { return u.Kind == text.Heading }) {
				continue
			}
			w.score = a.coverage(w) - 0.04*float32(w.last-w.first-1)
			for k := w.first; k < w.last; k++ {
				w.score += values[k] / max(a.total, 1) / float32(w.last-w.first)
			}
			if to > from && int(a.s.Units[u].End) > from && int(a.s.Units[u].Start) < to {
				w.score += 0.03
			}
			if w.score > a.window.score {
				a.window = w
			}
			if w.last == w.first+1 && w.score > a.single.score {
				a.single = w
			}
		}
	}
}

// valueBonus favours units that hold the claim's values.
func (a *alignment) valueBonus() []float32 {
	bonus := make([]float32, len(a.s.Units))
	for i := range a.c.Values {
		last := int32(-1)
		for j := range a.s.Values {
			if sv := &a.s.Values[j]; sv.In != last && value.Relate(&a.c.Values[i], sv) == value.Same {
				bonus[sv.In] += 0.5
				last = sv.In
			}
		}
	}
	return bonus
}

// coverage is the share of the terms' weight that the window has.
func (a *alignment) coverage(w window) float32 {
	if a.total == 0 {
		return 0
	}
	var sum float32
	for i := range a.terms {
		sum += a.terms[i].weight * a.strength(&a.terms[i], w)
	}
	return sum / a.total
}

// strength of a term in a window, its headings and the context included.
func (a *alignment) strength(tm *term, w window) float32 {
	best := tm.context
	for _, h := range tm.hits {
		if best >= 1 {
			break // more there is not
		}
		if h.strength <= best {
			continue
		}
		u := h.unit
		if u >= w.first && u < w.last {
			best = h.strength
		} else if h.strength*asContext > best && a.over(u, w) {
			best = h.strength * asContext
		}
	}
	return best
}

// over reports whether unit u stands over the window: its heading, table header or
// lead-in, or the title of the text.
func (a *alignment) over(u int32, w window) bool {
	if u == 0 && a.s.Titled {
		return true
	}
	if !a.s.Units[u].Over {
		return false
	}
	for i := w.first; i < w.last; i++ {
		if above := a.s.Units[i].Above; above == u || above >= 0 && a.s.Units[above].Above == u {
			return true
		}
	}
	return false
}

// place aligns each term with one token of the window, nearest to where the term
// before it was found.
func (a *alignment) place() {
	next := float32(-1)
	before := int32(0)
	for i := range a.terms {
		tm := &a.terms[i]
		tm.here = a.strength(tm, a.window)
		tm.pos, tm.found = -1, 0
		best := float32(-1e9)
		for _, h := range tm.hits {
			u := h.unit
			if u < a.window.first || u >= a.window.last {
				continue
			}
			distance := float32(0)
			if next >= 0 {
				distance = float32(h.tok) - (next + float32(tm.tok-before))
				if distance < 0 {
					distance = -distance * 1.2
				}
			}
			if fit := h.strength*20 - min(distance, 18); fit > best {
				best, tm.pos, tm.found = fit, h.tok, h.strength
			}
		}
		if tm.pos >= 0 {
			next, before = float32(tm.pos), tm.tok
		}
	}
}
