package judge

import (
	"slices"
	"unicode/utf8"

	"assay/gates/judge/align"
	"assay/gates/judge/layout"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
)

const (
	aroundWord  = 0.75 // a word that an entry shares with its neighbours
	extraWord   = 0.2  // what a word of a head counts that the claim has not
	sureRows    = 0.7  // share of the claim's words that a key, row or item must have to refute
	sureClauses = 0.7  // likewise of a clause
	maxExtra    = 1.5  // how much more than the claim's words a clause may say, to deny it
	maxRivals   = 400
)

// A tie is what the text's entries say of one value of the claim.
type tie struct {
	stands standing
	at     int32 // the value of the entry that fits the claim best, -1 for none
	in     int32 // that entry, -1 for none
	sole   bool  // no entry with another value fits as well
}

// untied is what is said of nothing.
var untied = tie{at: -1, in: -1}

type standing uint8

const (
	unsettled standing = iota // nothing tells what the value is of
	owned                     // it stands under what the claim says it of
	another                   // there stands another value
	strayed                   // it stands under other things only
)

// A binder of values: which words of the claim go with a value, and where the text has
// them.
type valueBinder struct {
	*alignment
	claim, source *layout.Layout
	places        [][]int32 // of each term: tokens of the text, in order
	taken         []bool    // tokens of the text that are a place of some term
	valued        [][]int32 // of each value of the claim: the first tokens of the text's values that say what it says, in order
	before        []int32   // of each token, and behind the last: how many before it are taken or begin such a value
}

// An asked word is a term or another value of the claim that goes with a value.
type askedWord struct {
	term, value int32 // one of them is -1
	weight      float32
}

// A candidate is an entry as an answer to the claim.
type candidate struct {
	in, at  int32 // entry and value
	how     value.Relation
	got     []float32 // of each asked word
	matched float32
	score   float32
	extra   float32
}

func (a *alignment) valueBinder() *valueBinder {
	b := &valueBinder{alignment: a, claim: a.Claim.LayoutOf(), source: a.Source.LayoutOf()}
	b.places, b.valued = make([][]int32, len(a.Terms)), make([][]int32, len(a.Claim.Values))
	b.taken, b.before = make([]bool, len(a.Source.Toks)), make([]int32, len(a.Source.Toks)+1)
	b.findWritten()
	for i := range a.Terms {
		tm := &a.Terms[i]
		at := a.Source.PlacesOf(a.Claim.Toks[tm.Tok].Stem)
		if len(at) == 0 {
			at = b.places[i]
		}
		mixed := false
		for _, h := range tm.Hits {
			if h.Strength >= align.AsForm && h.Strength < 1 {
				if !mixed {
					at, mixed = slices.Clone(at), true
				}
				at = append(at, h.Tok)
			}
		}
		if mixed {
			slices.Sort(at)
		}
		b.places[i] = at
		for _, k := range at {
			b.taken[k], b.before[k+1] = true, 1
		}
	}
	for i := range a.Claim.Values {
		for j := range a.Source.Values {
			if first := a.Source.Values[j].First; a.Relate(&a.Claim.Values[i], &a.Source.Values[j]) == value.Same {
				b.valued[i], b.before[first+1] = append(b.valued[i], first), 1
			}
		}
	}
	for i := range b.taken {
		b.before[i+1] += b.before[i]
	}
	return b
}

// findWritten finds words that the text has not, as they are written or but for their endings:
// where so few words do not tell the language, stems are of no help.
func (b *valueBinder) findWritten() {
	var lacking [256][]int // terms by the first byte of their words
	for i := range b.Terms {
		if tok := &b.Claim.Toks[b.Terms[i].Tok]; len(b.Terms[i].Hits) == 0 && !tok.Is(text.MarkCJK) && len(b.Source.PlacesOf(tok.Stem)) == 0 {
			lacking[tok.Low[0]] = append(lacking[tok.Low[0]], i)
		}
	}
	for k := range b.Source.Toks {
		other := b.Source.Toks[k].Low
		for _, i := range lacking[other[0]] {
			if low := b.Claim.Toks[b.Terms[i].Tok].Low; other == low || inflected(other, low) || inflected(low, other) {
				b.places[i] = append(b.places[i], int32(k))
			}
		}
	}
}

var endings = text.WordSet(`s es n en e er em ns r`)

func inflected(long, short string) bool {
	return len(short) >= 3 && len(long) > len(short) && len(long) <= len(short)+2 && long[:len(short)] == short && endings.Has(long[len(short):])
}

// tieAll says of each value of the claim, and of the words that fill a slot, what the
// text's entries say of them.
func (a *alignment) tieAll(check *valueCheck) {
	check.slot = untied
	slots := a.Source.LayoutOf().Slots
	if len(a.Terms) == 0 || (len(a.Claim.Values) == 0 || len(a.Source.Values) == 0) && len(slots) == 0 {
		return
	}
	b := a.valueBinder()
	check.binder = b
	check.ties = make([]tie, len(a.Claim.Values))
	for i := range a.Claim.Values {
		check.ties[i] = b.tie(int32(i))
	}
	if len(slots) == 0 {
		return
	}
	check.slot = b.tieSlots()
	check.report(b.slotFinding(&check.slot))
	if check.slot.in >= 0 {
		return
	}
	t, says := b.tieYesNo()
	if says == 0 || !a.PlainClaim() {
		return
	}
	check.slot = t
	if (says < 0) != (a.Claim.Negations()%2 == 1) && b.fitsSlot(&t) {
		e := &b.source.All[t.in]
		check.report(&finding{rule: RuleNegation, effect: Refutes, unit: e.Unit, mismatch: &provenance.Mismatch{Kind: "negation",
			Claim: a.Claim.PhraseFrom(max(0, a.Claim.Negator()), int32(len(a.Claim.Toks))), Source: a.Source.Shown(e.Body)}})
	}
}

// tie compares the entries that have a value with those that have another in its
// place.
func (b *valueBinder) tie(i int32) tie {
	cv := &b.Claim.Values[i]
	if cv.Of != "" || b.Claim.InScore(i) {
		return untied
	}
	asked, total := b.asked(i)
	if total == 0 {
		return untied
	}
	anchors, rivals := b.candidates(cv, b.Claim.EndOfRange(i), asked)
	rivals = slices.DeleteFunc(rivals, func(r candidate) bool { return b.spokenFor(i, &r, r.matched/total) })
	best, _ := foremost(rivals)
	anchor, _ := foremost(anchors)
	if anchor.in >= 0 && (best.in < 0 || anchor.score >= best.score-0.01) {
		if anchor.matched == 0 {
			return untied
		}
		if in := b.wordsInstead(cv, anchors, asked); in >= 0 {
			return tie{strayed, -1, in, false}
		}
		return tie{owned, anchor.at, anchor.in, best.in < 0 || anchor.score > best.score+0.01}
	}
	if best.in < 0 {
		return untied
	}
	sole := true
	for k := range rivals {
		r := &rivals[k]
		if r.in != best.in && r.score >= best.score-0.01 && (r.at < 0 || best.at < 0 || value.Relate(&b.Source.Values[r.at], &b.Source.Values[best.at]) != value.Same) {
			sole = false
		}
	}
	t := tie{unsettled, best.at, best.in, sole}
	kind := b.source.All[best.in].Kind
	share := best.matched / total
	if anchor.in < 0 {
		if kind != layout.InClause && sole && b.named(best.in) && share > 0.95 && best.how == value.Different {
			t.stands = another
		}
		return t
	}
	// Every entry with the value must lack a word that the other has, and have none
	// that the other lacks.
	lacking, met := false, false
	for k := range anchors {
		c := &anchors[k]
		if kind == layout.InTable && !b.inLine(c.in, best.in) {
			continue
		}
		if b.source.All[c.in].Group != b.source.All[best.in].Group {
			if c.matched >= 0.6*best.matched {
				return t
			}
			continue
		}
		gain, loss := compareGot(asked, best.got, c.got, kind == layout.InClause)
		if loss > 0 {
			if kind == layout.InClause || c.matched >= 0.6*best.matched {
				return t
			}
			continue
		}
		met = true
		lacking = lacking || gain > 0
		if gain == 0 && (kind == layout.InClause || c.extra <= best.extra) {
			return t
		}
	}
	if !met {
		return t
	}
	sure := float32(sureRows)
	if kind == layout.InClause {
		sure = sureClauses
		if u := b.Source.Units[b.source.All[best.in].Unit]; u.Last-u.First > align.MaxSentence || best.extra > maxExtra*best.matched {
			return t
		}
		if !b.apart(&best, anchors, i) {
			return t
		}
	}
	t.stands = strayed
	if lacking && sole && best.how == value.Different && share >= sure && (cv.Bound == value.Exactly || kind == layout.InClause) && !b.several(best.in, best.at) {
		t.stands = another
	}
	return t
}

// compareGot sums the words that one entry has and another has not; own counts only
// what the one has itself, and does not share.
func compareGot(asked []askedWord, x, y []float32, own bool) (gain, loss float32) {
	const apart = 0.3
	for k := range min(len(asked), len(x), len(y)) {
		if d := x[k] - y[k]; d > apart && (!own || x[k] == 1) {
			gain += asked[k].weight
		} else if d < -apart {
			loss += asked[k].weight
		}
	}
	return gain, loss
}

// asked lists what the claim says beside a value: the words and other values of its
// clause.
func (b *valueBinder) asked(i int32) (asked []askedWord, total float32) {
	ranges := [][2]int32{{0, int32(len(b.Claim.Toks))}}
	if in := b.claim.Of[i]; in >= 0 {
		s := &b.claim.All[in]
		ranges = append(append([][2]int32{s.Body}, s.Heads...), s.Around...)
	}
	for k := range b.Terms {
		tm := &b.Terms[k]
		if inRanges(tm.Tok, ranges) && !b.empty(k) {
			asked = append(asked, askedWord{int32(k), -1, tm.Weight})
			total += tm.Weight
		}
	}
	if len(asked) == 0 {
		return nil, 0
	}
	for k := range b.Claim.Values {
		if int32(k) != i && inRanges(b.Claim.Values[k].First, ranges) {
			asked = append(asked, askedWord{-1, int32(k), asValue})
			total += asValue
		}
	}
	return asked, total
}

// empty reports a word that the text has nowhere and that tells nothing: a light one, one of its
// frontmatter, or a pair of characters, which may be of two words.
func (b *valueBinder) empty(term int) bool {
	tok := &b.Claim.Toks[b.Terms[term].Tok]
	if r, _ := utf8.DecodeRuneInString(tok.Low); text.IsHiragana(r) {
		return true // endings and particles
	}
	return len(b.places[term]) == 0 && (tok.Is(text.MarkCJK) || text.Light.Has(tok.Low) || isStopword(tok.Low) || b.IsAbout(tok))
}

const asValue = 0.8 // weight of a value as a word that tells entries apart

func inRanges(tok int32, ranges [][2]int32) bool {
	return slices.ContainsFunc(ranges, func(r [2]int32) bool { return tok >= r[0] && tok < r[1] })
}

// weigh scores an entry by the asked words that it has.
func (b *valueBinder) weigh(c candidate, asked []askedWord) candidate {
	s := &b.source.All[c.in]
	c.got = make([]float32, len(asked))
	var few, more [8][2]int32
	own, around := b.known(append(few[:0], s.Body), s.Heads), b.known(more[:0], s.Around)
	for k, w := range asked {
		got := float32(0)
		switch {
		case slices.ContainsFunc(own, func(h [2]int32) bool { return b.has(w, h, c.at) }):
			got = 1
		case slices.ContainsFunc(around, func(h [2]int32) bool { return b.has(w, h, c.at) }):
			got = aroundWord
		case w.term >= 0:
			got = b.alignment.Terms[w.term].Context * 0.3 // it tells no entry from another
		}
		c.got[k] = got
		c.matched += w.weight * got
	}
	heads := s.Heads
	if len(heads) == 0 {
		heads = [][2]int32{s.Body}
	}
	for _, h := range heads {
		left := float32(0)
		for k := h[0]; k < h[1]; k++ {
			if tok := &b.Source.Toks[k]; tok.Content() && !b.taken[k] {
				left += tok.Weight
			}
		}
		c.extra += left
	}
	c.score = c.matched - extraWord*c.extra
	return c
}

// named reports an entry of which one head, or one thing that stands over it, is wholly
// the claim's.
func (b *valueBinder) named(in int32) bool {
	s := &b.source.All[in]
	whole := func(h [2]int32) bool { return b.wholly(h) }
	return slices.ContainsFunc(s.Heads, whole) || slices.ContainsFunc(s.Around, whole) || len(s.Heads) == 0 && b.wholly(s.Body)
}

// known adds those of some ranges that have a word or value of the claim.
func (b *valueBinder) known(to, ranges [][2]int32) [][2]int32 {
	for _, r := range ranges {
		if r[0] < r[1] && b.before[r[0]] < b.before[r[1]] {
			to = append(to, r)
		}
	}
	return to
}

// has reports a word or value of the claim in a range of the text's tokens, one value
// left out.
func (b *valueBinder) has(w askedWord, r [2]int32, but int32) bool {
	if r[1] <= r[0] || b.before[r[0]] == b.before[r[1]] {
		return false
	}
	if w.term >= 0 {
		at := b.places[w.term]
		k, _ := slices.BinarySearch(at, r[0])
		return k < len(at) && at[k] < r[1]
	}
	at := b.valued[w.value]
	k, _ := slices.BinarySearch(at, r[0])
	for ; k < len(at) && at[k] < r[1]; k++ {
		if but < 0 || at[k] != b.Source.Values[but].First {
			return true
		}
	}
	return false
}
