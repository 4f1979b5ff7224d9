package judge

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A tie is what the text's statements say of one value of the claim.
type tie struct {
	stands standing
	at     int32 // the value of the statement that fits the claim best, -1 for none
	in     int32 // that statement, -1 for none
	sole   bool  // no statement with another value fits as well
}

type standing uint8

const (
	unsettled standing = iota // nothing tells what the value is of
	owned                     // it stands under what the claim says it of
	another                   // there stands another value
	strayed                   // it stands under other things only
)

const (
	aroundWord  = 0.75 // a word that a statement shares with its neighbours
	extraWord   = 0.2  // what a word of a head counts that the claim has not
	sureRows    = 0.7  // share of the claim's words that a key, row or item must have to refute
	sureClauses = 0.7  // likewise of a clause
	besides     = 1.5  // how much more than the claim's words a clause may say, to deny it
	maxRivals   = 400
	maxSentence = 60 // words of a sentence that is read by clauses: a longer one is code or a list that lost its line ends
)

// A binder of values: which words of the claim go with a value, and where the text has
// them.
type valueBinder struct {
	*alignment
	claim, source *layout
	places        [][]int32 // of each term: tokens of the text, in order
	taken         []bool    // tokens of the text that are a place of some term
}

// An asked word is a term or another value of the claim that goes with a value.
type askedWord struct {
	term, value int32 // one of them is -1
	weight      float32
}

// A candidate is a statement as an answer to the claim.
type candidate struct {
	in, at  int32 // statement and value
	how     relation
	got     []float32 // of each asked word
	matched float32
	score   float32
	extra   float32
	own     bool // a head of its own is wholly the claim's
}

func (a *alignment) valueBinder() *valueBinder {
	b := &valueBinder{alignment: a, claim: a.c.layoutOf(), source: a.s.layoutOf()}
	b.places = make([][]int32, len(a.terms))
	b.taken = make([]bool, len(a.s.toks))
	for i := range a.terms {
		tm := &a.terms[i]
		tok := &a.c.toks[tm.tok]
		at := a.s.index[tok.stem]
		if len(at) == 0 && len(tm.hits) == 0 && !tok.is(markCJK) {
			at = b.written(tok.low)
		}
		mixed := false
		for _, h := range tm.hits {
			if h.strength >= asForm && h.strength < 1 {
				if !mixed {
					at, mixed = slices.Clone(at), true
				}
				at = append(at, h.tok)
			}
		}
		if mixed {
			slices.Sort(at)
		}
		b.places[i] = at
		for _, k := range at {
			b.taken[k] = true
		}
	}
	return b
}

// written finds a word as it is written, or but for its ending: where so few words do not
// tell the language, stems are of no help.
func (b *valueBinder) written(low string) []int32 {
	var at []int32
	for i := range b.s.toks {
		if other := b.s.toks[i].low; other[0] == low[0] && (other == low || inflected(other, low) || inflected(low, other)) {
			at = append(at, int32(i))
		}
	}
	return at
}

var endings = wordSet(`s es n en e er em ns r`)

func inflected(long, short string) bool {
	return len(short) >= 3 && len(long) > len(short) && len(long) <= len(short)+2 && long[:len(short)] == short && endings.has(long[len(short):])
}

// tieAll says of each value of the claim, and of the words that fill a slot, what the
// text's statements say of them.
func (a *alignment) tieAll(check *valueCheck) {
	check.slot = tie{at: -1, in: -1}
	if len(a.terms) == 0 || (len(a.c.values) == 0 || len(a.s.values) == 0) && len(a.s.slots()) == 0 {
		return
	}
	b := a.valueBinder()
	check.binder = b
	check.ties = make([]tie, len(a.c.values))
	for i := range a.c.values {
		check.ties[i] = b.tie(int32(i))
	}
	if len(a.s.slots()) == 0 {
		return
	}
	check.slot = b.tieSlots()
	if f := b.slotFinding(&check.slot); f != nil {
		check.report(f)
	}
	if check.slot.in >= 0 {
		return
	}
	t, says := b.tieYesNo()
	if says == 0 || !a.plainClaim() {
		return
	}
	check.slot = t
	if (says < 0) != (a.c.negations()%2 == 1) && b.fitsSlot(&t) {
		check.report(&finding{rule: RuleNegation, effect: Refutes, unit: b.source.all[t.in].unit})
	}
}

// tie compares the statements that have a value with those that have another in its
// place.
func (b *valueBinder) tie(i int32) tie {
	none := tie{at: -1, in: -1}
	cv := &b.c.values[i]
	if cv.of != "" || b.c.inScore(i) {
		return none
	}
	asked, total := b.asked(i)
	if total == 0 {
		return none
	}
	anchors, rivals := b.candidates(cv, asked)
	rivals = slices.DeleteFunc(rivals, func(r candidate) bool { return b.spokenFor(i, &r, r.matched/total) })
	best := candidate{in: -1, at: -1}
	for k := range rivals {
		if best.in < 0 || rivals[k].score > best.score {
			best = rivals[k]
		}
	}
	var anchor candidate
	anchor.in = -1
	for k := range anchors {
		if anchor.in < 0 || anchors[k].score > anchor.score {
			anchor = anchors[k]
		}
	}
	if anchor.in >= 0 && (best.in < 0 || anchor.score >= best.score-0.01) {
		if anchor.matched == 0 {
			return none
		}
		if in := b.wordsInstead(cv, anchors, asked); in >= 0 {
			return tie{strayed, -1, in, false}
		}
		return tie{owned, anchor.at, anchor.in, best.in < 0 || anchor.score > best.score+0.01}
	}
	if best.in < 0 {
		return none
	}
	sole := true
	for k := range rivals {
		r := &rivals[k]
		if r.in != best.in && r.score >= best.score-0.01 && (r.at < 0 || best.at < 0 || relate(&b.s.values[r.at], &b.s.values[best.at]) != same) {
			sole = false
		}
	}
	t := tie{unsettled, best.at, best.in, sole}
	kind := b.source.all[best.in].kind
	share := best.matched / total
	if anchor.in < 0 {
		if kind != inClause && sole && best.own && share > 0.95 && best.how == different {
			t.stands = another
		}
		return t
	}
	// Every statement with the value must lack a word that the other has, and have none
	// that the other lacks.
	lacking, met := false, false
	for k := range anchors {
		c := &anchors[k]
		if kind == inTable && !b.inLine(c.in, best.in) {
			continue
		}
		if b.source.all[c.in].group != b.source.all[best.in].group {
			if c.matched >= 0.6*best.matched {
				return t
			}
			continue
		}
		gain, loss := compareGot(asked, best.got, c.got, kind == inClause)
		if loss > 0 {
			if kind == inClause || c.matched >= 0.6*best.matched {
				return t
			}
			continue
		}
		met = true
		lacking = lacking || gain > 0
		if gain == 0 && (kind == inClause || c.extra <= best.extra) {
			return t
		}
	}
	if !met {
		return t
	}
	sure := float32(sureRows)
	if kind == inClause {
		sure = sureClauses
		if u := b.s.units[b.source.all[best.in].unit]; u.last-u.first > maxSentence || best.extra > besides*best.matched {
			return t
		}
		if !b.apart(&best, anchors, i) {
			return t
		}
	}
	t.stands = strayed
	if lacking && sole && best.how == different && share >= sure && (cv.bound == exactly || kind == inClause) && b.counts(cv, &best, asked) && !b.several(best.in, best.at) {
		t.stands = another
	}
	return t
}

// counts reports a cell or key whose heads name what the claim counts.
func (b *valueBinder) counts(cv *value, c *candidate, asked []askedWord) bool {
	if cv.kind != number || cv.unit != "" || cv.noun == "" || b.source.all[c.in].kind == inClause {
		return true
	}
	for k, w := range asked {
		if w.term >= 0 && b.c.toks[b.terms[w.term].tok].stem == cv.noun {
			return c.got[k] >= aroundWord
		}
	}
	return true
}

// several reports a cell or key with more values of the kind: a score, a list.
func (b *valueBinder) several(in, at int32) bool {
	s := &b.source.all[in]
	if s.kind == inClause {
		return false
	}
	first, last := b.s.valueRange(s.body)
	for j := first; j < last; j++ {
		if int32(j) != at && rivalKinds(&b.s.values[j], &b.s.values[at]) {
			return true
		}
	}
	return false
}

// inScore reports a value that is a part of something written with several: 6-4, 7:40.
func (t *text) inScore(i int32) bool {
	v := &t.values[i]
	touches := func(x, y *value) bool {
		return x.in == y.in && x.last == y.first && rivalKinds(x, y) && strings.ContainsAny(t.raw[x.end:max(x.end, y.start)], "-–:(`")
	}
	return i > 0 && touches(&t.values[i-1], v) || int(i)+1 < len(t.values) && touches(v, &t.values[i+1])
}

// spokenFor reports a statement whose value the claim has too, and says it of that no
// less than of value i.
func (b *valueBinder) spokenFor(i int32, r *candidate, share float32) bool {
	for k := range b.c.values {
		if int32(k) == i || r.at < 0 || b.relate(&b.c.values[k], &b.s.values[r.at]) != same {
			continue
		}
		asked, total := b.asked(int32(k))
		matched := b.weigh(candidate{in: r.in, at: r.at}, asked).matched
		if total == 0 || matched/total >= share-0.01 || matched >= r.matched {
			return true
		}
	}
	return false
}

// bare is a candidate before it is weighed.
func (c candidate) bare() candidate { return candidate{in: c.in, at: c.at, how: c.how} }

// wordsInstead finds a cell or key that fits better than all with the claim's value and
// holds words: "Team plan: unlimited".
func (b *valueBinder) wordsInstead(cv *value, anchors []candidate, asked []askedWord) int32 {
	s := &b.source.all[anchors[0].in]
	if s.kind == inClause || len(b.source.slots) > maxRivals {
		return -1
	}
	// What is counted stands beside the value, and tells nothing of whose it is.
	asked = slices.DeleteFunc(slices.Clone(asked), func(w askedWord) bool {
		return w.term >= 0 && cv.noun != "" && b.c.toks[b.terms[w.term].tok].stem == cv.noun
	})
	best := float32(-1)
	for k := range anchors {
		anchors[k] = b.weigh(anchors[k].bare(), asked)
		best = max(best, anchors[k].score)
	}
	for _, in := range b.source.slots {
		q := &b.source.all[in]
		if q.group != s.group || q.kind == inTable && q.heads[0] != s.heads[0] {
			continue
		}
		c := b.weigh(candidate{in: in, at: -1}, asked)
		if c.score <= best+0.01 || !c.own {
			continue
		}
		beaten := !slices.ContainsFunc(anchors, func(x candidate) bool {
			gain, loss := compareGot(asked, c.got, x.got, false)
			return gain == 0 || loss > 0
		})
		if beaten {
			return in
		}
	}
	return -1
}

// apart reports, of sentences, that none with the claim's value has about as much of the
// claim as the one with another: what the words of a clause tell holds within a sentence.
func (b *valueBinder) apart(best *candidate, anchors []candidate, i int32) bool {
	const clear = 0.15
	unit, in := b.source.all[best.in].unit, b.c.values[i].in
	whole := b.alignedIn(unit, in)
	for k := range anchors {
		if u := b.source.all[anchors[k].in].unit; u != unit && (b.alignedIn(u, in) > whole-clear || best.extra > best.matched/2) {
			return false
		}
	}
	return true
}

// inLine reports two cells of one row or one column.
func (b *valueBinder) inLine(x, y int32) bool {
	p, q := &b.source.all[x], &b.source.all[y]
	return p.group == q.group && (p.unit == q.unit || p.heads[0] == q.heads[0])
}

// compareGot sums the words that one statement has and another has not; own counts only
// what the one has itself, and does not share.
func compareGot(asked []askedWord, x, y []float32, own bool) (gain, loss float32) {
	const apart = 0.3
	for k := range asked {
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
	ranges := [][2]int32{{0, int32(len(b.c.toks))}}
	if in := b.claim.of[i]; in >= 0 {
		s := &b.claim.all[in]
		ranges = append(append([][2]int32{s.body}, s.heads...), s.around...)
	}
	for k := range b.terms {
		tm := &b.terms[k]
		if inRanges(tm.tok, ranges) && !b.empty(k) {
			asked = append(asked, askedWord{int32(k), -1, tm.weight})
			total += tm.weight
		}
	}
	if len(asked) == 0 {
		return nil, 0
	}
	for k := range b.c.values {
		if int32(k) != i && inRanges(b.c.values[k].first, ranges) {
			asked = append(asked, askedWord{-1, int32(k), asValue})
			total += asValue
		}
	}
	return asked, total
}

// empty reports a word that the text has nowhere and that tells nothing: a light one, or a
// pair of characters, which may be of two words.
func (b *valueBinder) empty(term int) bool {
	tok := &b.c.toks[b.terms[term].tok]
	if r, _ := utf8.DecodeRuneInString(tok.low); isHiragana(r) {
		return true // endings and particles
	}
	return len(b.places[term]) == 0 && (tok.is(markCJK) || light.has(tok.low) || isStopword(tok.low))
}

const asValue = 0.8 // weight of a value as a word that tells statements apart

func inRanges(tok int32, ranges [][2]int32) bool {
	for _, r := range ranges {
		if tok >= r[0] && tok < r[1] {
			return true
		}
	}
	return false
}

// candidates are the statements that have the claim's value, and those of their groups,
// or of the window where none has it, that have another in its place.
func (b *valueBinder) candidates(cv *value, asked []askedWord) (anchors, rivals []candidate) {
	groups := map[int32]bool{}
	var others []candidate
	for j := range b.s.values {
		in := b.source.of[j]
		if in < 0 {
			continue
		}
		switch how := b.relateIn(cv, int32(j)); how {
		case same, coarser:
			if n := len(anchors); n > 0 && anchors[n-1].in == in || n >= maxRivals {
				continue
			}
			anchors = append(anchors, b.weigh(candidate{in: in, at: int32(j), how: how}, asked))
			groups[b.source.all[in].group] = true
		case different, otherUnit:
			others = append(others, candidate{in: in, at: int32(j), how: how})
		}
	}
	if len(others) == 0 {
		return anchors, nil
	}
	for _, c := range others {
		s := &b.source.all[c.in]
		if len(rivals) >= maxRivals {
			break
		}
		if groups[s.group] || len(anchors) == 0 && (b.inWindow(s.unit) || slices.Contains(b.order, s.unit)) {
			if slices.ContainsFunc(anchors, func(x candidate) bool { return x.in == c.in }) {
				continue // both stand in one statement
			}
			rivals = append(rivals, b.weigh(c, asked))
		}
	}
	return anchors, rivals
}

// relateIn relates a value of the claim with one of a statement, whose heads may give its
// unit or the thing that it counts.
func (b *valueBinder) relateIn(cv *value, j int32) relation {
	sv := &b.s.values[j]
	how := b.relate(cv, sv)
	if how != same && b.s.inName(sv) {
		return unlike
	}
	s := &b.source.all[b.source.of[j]]
	switch {
	case how == different && s.kind == inClause:
		if !comparable(cv, sv) && !(cv.kind == number && cv.unit == sv.unit && sv.noun == "" && b.s.endsPhrase(sv.last)) ||
			cv.kind == number && cv.unit == "" && b.numbersAnother(sv) || cv.kind == ordinal && b.c.stemAt(cv.last) != b.s.stemAt(sv.last) {
			return unlike
		}
	case how == different:
		if !comparable(cv, sv) && (cv.unit != "" || sv.unit != "" || cv.noun != "" && sv.noun != "") {
			return unlike
		}
	case how != unlike || s.kind == inClause:
	case cv.kind == number && sv.kind == number && sv.unit == "" && cv.unit != "":
		if m, ok := b.unitOver(s); ok {
			if m.base != cv.unit {
				return unlike
			}
			scaled := *sv
			scaled.unit, scaled.unitWord, scaled.n = cv.unit, cv.unitWord, sv.n*m.scale
			return relate(cv, &scaled)
		}
		switch {
		case rawNumber(cv) == sv.n:
			return same
		case s.kind == inTable:
			return otherUnit
		}
		return different
	case cv.kind == version && sv.kind == number && sv.unit == "", cv.kind == number && cv.unit == "" && sv.kind == version:
		if strings.TrimLeft(b.c.show(cv), "v") == strings.TrimLeft(b.s.show(sv), "v") {
			return same
		}
		if cv.kind == version {
			return different
		}
	}
	return how
}

// endsPhrase reports that nothing is counted by the value before token i: "Hill has three
// pumps, Dale five."
func (t *text) endsPhrase(i int32) bool {
	return int(i) >= len(t.toks) || t.toks[i].unit != t.toks[i-1].unit || t.toks[i].is(markBreak|markStop)
}

// numbersAnother reports a number that a word before it goes with which the claim has
// not: "mile 17".
func (b *valueBinder) numbersAnother(sv *value) bool {
	k := sv.first - 1
	return k >= 0 && b.s.toks[k].unit == sv.in && !b.s.toks[sv.first].is(markBreak) && b.s.toks[k].content() && !b.taken[k] && !b.s.verbLike(k)
}

func (t *text) stemAt(i int32) string {
	if int(i) >= len(t.toks) {
		return ""
	}
	return t.toks[i].stem
}

// inName reports a number within a name: gate-9-b.
func (t *text) inName(v *value) bool {
	return v.start > 1 && (t.raw[v.start-1] == '-' || t.raw[v.start-1] == '_') && isASCIIWord(t.raw[v.start-2])
}

// unitOver reads a unit in the heads of a statement: "Size (MB)", timeout_ms.
func (b *valueBinder) unitOver(s *statement) (measure, bool) {
	for _, h := range s.heads {
		for k := h[1] - 1; k >= h[0]; k-- {
			low := b.s.toks[k].low
			if at := strings.LastIndexByte(low, '_'); at >= 0 {
				low = low[at+1:]
			}
			if m, ok := units()[low]; ok {
				return m, true
			}
		}
	}
	return measure{}, false
}

// weigh scores a statement by the asked words that it has.
func (b *valueBinder) weigh(c candidate, asked []askedWord) candidate {
	s := &b.source.all[c.in]
	c.got = make([]float32, len(asked))
	for k, w := range asked {
		got := float32(0)
		switch {
		case b.has(w, s.body, c.at), slices.ContainsFunc(s.heads, func(h [2]int32) bool { return b.has(w, h, c.at) }):
			got = 1
		case slices.ContainsFunc(s.around, func(h [2]int32) bool { return b.has(w, h, c.at) }):
			got = aroundWord
		case w.term >= 0:
			got = b.alignment.terms[w.term].context * 0.3 // it tells no statement from another
		}
		c.got[k] = got
		c.matched += w.weight * got
	}
	heads := s.heads
	if len(heads) == 0 {
		heads = [][2]int32{s.body}
	}
	for _, h := range heads {
		left, words := float32(0), 0
		for k := h[0]; k < h[1]; k++ {
			if tok := &b.s.toks[k]; tok.content() {
				if words++; !b.taken[k] {
					left += tok.weight
				}
			}
		}
		c.extra += left
		c.own = c.own || left == 0 && words > 0
	}
	for _, h := range s.around {
		c.own = c.own || b.wholly(h)
	}
	c.score = c.matched - extraWord*c.extra
	return c
}

// has reports a word or value of the claim in a range of the text's tokens, one value
// left out.
func (b *valueBinder) has(w askedWord, r [2]int32, but int32) bool {
	if r[1] <= r[0] {
		return false
	}
	if w.term >= 0 {
		at := b.places[w.term]
		k, _ := slices.BinarySearch(at, r[0])
		return k < len(at) && at[k] < r[1]
	}
	first, last := b.s.valueRange(r)
	for j := first; j < last; j++ {
		if int32(j) != but && b.relate(&b.c.values[w.value], &b.s.values[j]) == same {
			return true
		}
	}
	return false
}
