package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/reading"
	"assay/provenance"
	"assay/text"
)

// A polarityCheck is how negation and its kin stand in the two.
type polarityCheck struct {
	claim, source int     // negators that deny something
	flipped       float32 // share of the aligned weight that one of the two denies
	antonym       bool
	worst         *finding
}

// checkPolarity compares what the two deny, over the aligned words.
func (a *alignment) checkPolarity() polarityCheck {
	var check polarityCheck
	var flipped, both, sum float32
	check.claim = a.c.Negations()
	best := a.bestUnit()
	if a.inWindow(best) {
		check.source = a.s.NegationsIn(a.s.Units[best].First, a.s.Units[best].Last)
	}
	for i := range a.terms {
		tm := &a.terms[i]
		if tm.pos < 0 || tm.found < asForm {
			continue
		}
		sum += tm.weight
		nc, ns := a.c.Toks[tm.tok].Is(text.MarkNegated), a.s.Toks[tm.pos].Is(text.MarkNegated)
		switch {
		case nc && ns:
			both += tm.weight
		case nc != ns:
			flipped += tm.weight
		}
	}
	if sum > 0 {
		check.flipped = flipped / sum
	}
	aligned := a.coverage(window{first: best, last: min(best+1, int32(len(a.s.Units)))})
	if aligned >= alignedForPolarity && both == 0 && flipped > 0 && check.claim+a.deniesAmong(best) == 1 {
		check.worst = a.denial(best)
		if check.flipped < 0.25 || strings.HasPrefix(check.worst.mismatch.Source, "no longer") || !a.retells(best) {
			check.worst.effect = Caps
		}
	}
	a.checkAntonyms(&check)
	return check
}

// bestUnit is the one unit that has most of the claim.
func (a *alignment) bestUnit() int32 {
	if a.window.last-a.window.first == 1 {
		return a.window.first
	}
	return a.single.first
}

// deniesAmong counts the negators of a sentence that stand among the claim's words.
func (a *alignment) deniesAmong(unit int32) (n int) {
	const beside = 2 // words before and behind
	u := a.s.Units[unit]
	first, last := u.Last, u.First
	for i := range a.terms {
		if p := a.terms[i].pos; p >= u.First && p < u.Last {
			first, last = min(first, p-beside), max(last, p+beside+1)
		}
	}
	for i := max(first, u.First); i < min(last+beside, u.Last); i++ { // in Japanese and Korean it ends the sentence
		if a.s.Lang == "ko" && i > last-beside-1 && a.s.Parted(i) {
			break
		}
		if a.s.Toks[i].Is(text.MarkNeg) && (i < last || a.s.Toks[i].Is(text.MarkCJK)) && !a.s.IdleNegator(i, u.Last) {
			n++
		}
	}
	return n
}

// deniedBeside reports that in a long text a denial is beside what both say: it is of a piece
// that the claim sets against its own ("the gate, not the wall"), the claim has it in a word of
// its own ("missing a gate"), or the text denies only in a case, and the claim speaks of none.
func (a *alignment) deniedBeside(f *finding) bool {
	if !a.s.IsArticle() || f.unit < 0 {
		return false
	}
	if i := a.c.Negator(); i >= 0 {
		return a.c.Negations() == 1 && a.c.Contrasts(i)
	}
	if a.c.HasAny(reading.Privatives) {
		return true
	}
	u := a.s.Units[f.unit]
	in := a.s.Toks[u.First:u.Last]
	first := slices.IndexFunc(in, func(tok text.Token) bool { return tok.Is(text.MarkNeg) || cases.Has(tok.Low) })
	return first >= 0 && !in[first].Is(text.MarkNeg) && !a.c.HasAny(cases)
}

var cases = text.WordSet(`if unless when where except`)

// retold is the share of the words of meaning in a stretch of the text that the claim
// must have, for the stretch to be the claim's own sentence: a denial elsewhere in a
// longer sentence denies something else.
const retold = 0.75

// retells reports that the claim's words lie in one unit, in their order and next to
// nothing else.
func (a *alignment) retells(unit int32) bool {
	first, last, content, placed := int32(-1), int32(-1), 0, map[int32]bool{}
	for i := range a.terms {
		tm := &a.terms[i]
		if tm.pos < 0 {
			continue
		}
		if a.s.Toks[tm.pos].Unit != unit || tm.pos < last {
			return false
		}
		if first < 0 {
			first = tm.pos
		}
		last = tm.pos
		placed[tm.pos] = true
	}
	if first < 0 {
		return false
	}
	for k := first; k <= last; k++ {
		if a.s.Toks[k].Content() {
			content++
		}
	}
	return len(placed) >= 2 && float64(len(placed)) >= retold*float64(content)
}

// denial is the finding that a sentence denies what the claim says, or the other way round. Of a list
// that lost its lines the first item is quoted that has some of the claim.
func (a *alignment) denial(unit int32) *finding {
	u := a.s.Units[unit]
	said := [2]int32{u.First, u.Last}
	if at := slices.IndexFunc(a.s.Items(unit), a.placedIn); at >= 0 {
		said = a.s.Items(unit)[at]
	}
	return &finding{rule: RuleNegation, effect: Refutes, unit: unit, mismatch: quoteDenials(a.c, a.s, [2]int32{0, int32(len(a.c.Toks))}, said)}
}

// quoteDenials quotes of two sentences what the one denies and the other does not.
func quoteDenials(c, s *reading.Text, claim, source [2]int32) *provenance.Mismatch {
	from := func(t, o *reading.Text, r, other [2]int32) int32 {
		own, others := t.Denied(r), o.Denied(other)
		has := func(in *reading.Text, all [][2]int32, stem string) bool {
			return slices.ContainsFunc(all, func(d [2]int32) bool { return in.Toks[d[1]].Stem == stem })
		}
		for _, d := range own {
			if !has(o, others, t.Toks[d[1]].Stem) {
				return d[0]
			}
		}
		for i := r[0]; i < r[1]; i++ {
			if stem := t.Toks[i].Stem; has(o, others, stem) && !has(t, own, stem) {
				return i // it says what the other denies
			}
		}
		in := t.Toks[r[0]:r[1]]
		at := slices.IndexFunc(in, func(tok text.Token) bool { return tok.Is(text.MarkNeg) })
		if at < 0 { // from the first word that both have
			at = slices.IndexFunc(in, func(tok text.Token) bool {
				return tok.Content() && slices.ContainsFunc(o.Toks[other[0]:other[1]], func(w text.Token) bool { return w.Stem == tok.Stem })
			})
		}
		return r[0] + int32(max(0, at))
	}
	return &provenance.Mismatch{Kind: "negation", Claim: c.PhraseFrom(from(c, s, claim, source), claim[1]), Source: s.PhraseFrom(from(s, c, source, claim), source[1])}
}

// checkAntonyms looks for a word of the claim whose opposite stands in its place.
func (a *alignment) checkAntonyms(check *polarityCheck) {
	for i := range a.terms {
		tm := &a.terms[i]
		tok := &a.c.Toks[tm.tok]
		if tm.here >= 1 || tm.found >= 1 {
			continue
		}
		at := a.opposite(tok)
		if at < 0 || a.claimHas(a.s.Toks[at].Stem) {
			continue
		}
		// Denied on one side only, the opposite agrees.
		if tok.Is(text.MarkNegated) != a.s.Toks[at].Is(text.MarkNegated) {
			continue
		}
		check.antonym = true
		if a.alignedBut(tm.tok, tm.tok, a.s.Toks[at].Unit) >= alignedForPolarity && a.beside(tm.tok, at) {
			check.worst = &finding{rule: RuleAntonym, effect: Refutes, unit: a.s.Toks[at].Unit,
				mismatch: &provenance.Mismatch{Kind: "negation", Claim: a.c.Raw[tok.Start:tok.End], Source: a.s.Raw[a.s.Toks[at].Start:a.s.Toks[at].End]}}
			return
		}
	}
}

// opposite finds an antonym of a word in the window: from the list, or by a prefix
// that denies.
func (a *alignment) opposite(tok *text.Token) int32 {
	find := func(stem, low string) int32 {
		for _, at := range a.s.PlacesOf(stem) {
			if a.inWindow(a.s.Toks[at].Unit) && (low == "" || a.s.Toks[at].Low == low || len(low) > 3) {
				return at
			}
		}
		return -1
	}
	for _, other := range text.Antonyms()[tok.Low] {
		for _, at := range [...]int32{find(other, other), find(a.stemOf(other), other)} {
			if at >= 0 {
				return at
			}
		}
	}
	if tok.Is(text.MarkName|text.MarkCode|text.MarkCJK) || len(tok.Low) < 5 {
		return -1
	}
	for _, prefix := range [...]string{"un", "in", "im", "non", "dis", "ir", "il", "de"} {
		if base, ok := strings.CutPrefix(tok.Stem, prefix); ok && len(base) >= 4 {
			if at := find(base, ""); at >= 0 {
				return at
			}
		}
		if at := find(prefix+tok.Stem, ""); at >= 0 {
			return at
		}
	}
	return -1
}

func (a *alignment) claimHas(stem string) bool { return len(a.c.PlacesOf(stem)) > 0 }

func (a *alignment) stemOf(word string) string { return a.stems.Stem(word, "en") }

// beside reports whether a token of the source stands where the claim's token
// should: an aligned neighbour of the one is near the other.
func (a *alignment) beside(claim, source int32) bool {
	return slices.ContainsFunc(a.terms, func(tm term) bool {
		dc, ds := tm.tok-claim, tm.pos-source
		return tm.pos >= 0 && dc != 0 && dc >= -4 && dc <= 4 && ds >= -5 && ds <= 5 && (dc < 0) == (ds < 0)
	})
}
