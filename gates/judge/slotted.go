package judge

import (
	"slices"
	"strings"
	"sync"

	"assay/gates/judge/lexicon"
	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
)

// Words that must be alike around a slot: of meaning on both sides together, and on one side where
// the phrase ends on the other.
const (
	aroundSlot = 2
	besideSlot = 3
)

// slotted asks whether the text has another name or value in the slot that the claim has its in,
// and the claim would be held with it.
func (l *Lexical) slotted(a *alignment) *finding {
	if !a.isPage() || strings.Contains(a.c.Raw, `\`) {
		return nil // a passage may say it otherwise; the letters of a formula are no names
	}
	for i := range a.c.Values {
		v := &a.c.Values[i]
		if !a.c.Placed(v) || a.c.UnderCondition(v.First) || a.elsewhere(v, func(v, sv *value.Value) bool { return !a.saysClause(v, sv.In) }) {
			continue
		}
		for _, p := range a.fillsOf(v.First, v.Last-1) {
			in := a.s.ValuesIn([2]int32{p[0], p[1] + 1})
			if len(in) != 1 || in[0].First != p[0] || in[0].Last != p[1]+1 {
				continue
			}
			if sv := in[0]; a.rivals(v, sv) && !a.c.Gives(sv, a.s) && a.s.Placed(sv) && !a.saysAsMuch(v.First, v.Last-1, a.s.Toks[p[0]].Unit) && l.holdsWith(a, v.First, v.Last-1, a.s.Show(sv)) {
				return a.otherThan(v, sv)
			}
		}
	}
	for i := 0; i < len(a.terms); i++ {
		if !a.c.Names(a.terms[i].tok) {
			continue
		}
		from, to := a.nameRun(i)
		i = to
		first, last := a.terms[from].tok, a.terms[to].tok
		if !a.c.IsNamed(first) {
			continue
		}
		called := a.c.Span(first, last)
		for _, p := range a.fillsOf(first, last) {
			name := a.s.Span(p[0], p[1])
			if a.s.IsNamed(p[0]) && a.otherNames(from, to, p) && !reading.ShortFor(called, name) && !reading.ShortFor(name, called) && a.s.Initial[strings.ToLower(called)] == 0 && !a.saysAsMuch(first, last, a.s.Toks[p[0]].Unit) && l.holdsWith(a, first, last, name) {
				return &finding{rule: RuleName, effect: Refutes, unit: a.s.Toks[p[0]].Unit, mismatch: &provenance.Mismatch{Kind: "name", Claim: called, Source: name}}
			}
		}
	}
	return nil
}

// fillsOf finds what sentences of the text have between the words that a run of the claim stands
// between: first and last tokens.
func (a *alignment) fillsOf(first, last int32) (found [][2]int32) {
	const longest = 3
	c := a.c.WithoutArticles(a.c.Units[a.c.Toks[first].Unit])
	i, j := slices.Index(c, first), slices.Index(c, last)
	if i < 0 || j < 0 {
		return nil
	}
	for _, at := range a.order {
		if !a.plainUnit(at) {
			continue
		}
		s := a.s.WithoutArticles(a.s.Units[at])
		for p := range s {
			left, leftEnds := a.alike(c, s, i-1, p-1, -1)
			if left == 0 && !leftEnds {
				continue
			}
			for e := p; e < min(p+longest, len(s)) && (e == p || !a.s.Parted(s[e])); e++ {
				right, rightEnds := a.alike(c, s, j+1, e+1, 1)
				both := left > 0 && right > 0 && left+right >= aroundSlot
				if both || leftEnds && right >= besideSlot || rightEnds && left >= besideSlot {
					found = append(found, [2]int32{s[p], s[e]})
				}
			}
		}
	}
	return found
}

// alike counts the words of meaning and values that two sentences share from two places on, in one
// direction and without a gap, and reports that a phrase ends there in both.
func (a *alignment) alike(c, s []int32, i, j, step int) (words int, end bool) {
	const far = 6
	if a.c.EndsAt(c, i, step) && a.s.EndsAt(s, j, step) {
		return 0, true
	}
	for n := 0; n < far && i >= 0 && j >= 0 && i < len(c) && j < len(s); n, i, j = n+1, i+step, j+step {
		x, y := &a.c.Toks[c[i]], &a.s.Toks[s[j]]
		if x.Low != y.Low && x.Stem != y.Stem {
			break
		}
		if x.Content() || x.Is(text.MarkNumber) {
			words++
		}
	}
	return words, false
}

// saysAsMuch reports a sentence with the first word of a run of the claim's, and not much less of
// its others than another.
func (a *alignment) saysAsMuch(first, last, than int32) bool {
	const much = 0.25
	tok, least := &a.c.Toks[first], a.alignedBut(first, last, than)-much
	for at, u := range a.s.Units {
		if slices.ContainsFunc(a.s.Toks[u.First:u.Last], func(s text.Token) bool { return s.Stem == tok.Stem || s.Low == tok.Low }) &&
			(int32(at) == than || a.alignedBut(first, last, int32(at)) >= least) {
			return true
		}
	}
	return false
}

// holdsWith reports that the text would carry the claim with other words in the place of a run.
func (l *Lexical) holdsWith(a *alignment, first, last int32, words string) bool {
	return l.holds(a, a.c.Raw[:a.c.Toks[first].Start]+words+a.c.Raw[a.c.Toks[last].End:])
}

// holds reports that the text would carry other words than the claim's, or says so much of them that
// what is put in the claim's place is what it has there.
func (l *Lexical) holds(a *alignment, claim string) bool {
	b, j := l.instead(a, claim)
	if a.q.Whole {
		b.nearEnough(wholeLine)
		l.carry(b, &j)
	}
	return held(&j)
}

// nearEnough takes a place of the text for near where it says so much of the claim.
func (a *alignment) nearEnough(line float64) {
	if a.margin >= line {
		a.near = max(a.near, nearLine)
	}
}

// otherNames reports names of the text of which none may be another form of the claim's.
func (a *alignment) otherNames(from, to int, p [2]int32) bool {
	for k := p[0]; k <= p[1]; k++ {
		s := &a.s.Toks[k]
		if !s.Is(text.MarkName|text.MarkCode) || a.claimHas(s.Stem) {
			return false
		}
		for i := from; i <= to; i++ {
			c := &a.c.Toks[a.terms[i].tok]
			if similarForm(c.Stem, s.Stem) || strings.HasPrefix(s.Low, c.Low) || strings.HasPrefix(c.Low, s.Low) || oneName(c.Stem, s.Stem) || oneName(c.Low, s.Low) ||
				slices.Contains(lexicon.Synonyms()[c.Stem], s.Stem) ||
				slices.ContainsFunc(a.terms[i].hits, func(h hit) bool { return h.tok == k }) {
				return false
			}
		}
	}
	return true
}

// opposed asks whether the claim would be held with the opposite of one of its words, which the
// text has beside the same word.
func (l *Lexical) opposed(a *alignment) *finding {
	if !a.isPage() || len(a.c.Toks) < copyWords {
		return nil
	}
	for i := range int32(len(a.c.Toks)) {
		w := &a.c.Toks[i]
		others := against(w.Low)
		if len(others) == 0 || a.c.FromTo(i) || w.Low == "same" || w.Low == "different" || a.c.UnderCondition(i) || slices.ContainsFunc(a.s.PlacesOf(w.Stem), func(at int32) bool { return a.besideSame(i, at) }) {
			continue // "the same" and "a different" one may both be spoken of
		}
		for u := a.window.first; u < a.window.last; u++ {
			in := a.s.Toks[a.s.Units[u].First:a.s.Units[u].Last]
			if !a.plainUnit(u) || a.alignedBut(i, i, u) < sharesClaim || slices.ContainsFunc(in, func(tok text.Token) bool { return tok.Stem == w.Stem }) {
				continue
			}
			for k := range in {
				s, at := &in[k], a.s.Units[u].First+int32(k)
				if !slices.Contains(others, s.Low) || k > 0 && nearlies.Has(in[k-1].Low) || a.claimHas(s.Stem) || w.Is(text.MarkNegated) != s.Is(text.MarkNegated) || !a.besideSame(i, at) || !a.withSame(i, at) {
					continue
				}
				if word := a.s.Span(at, at); l.holdsWith(a, i, i, word) {
					return &finding{rule: RuleAntonym, effect: Refutes, unit: u, mismatch: &provenance.Mismatch{Kind: "negation", Claim: a.c.Span(i, i), Source: word}}
				}
			}
		}
	}
	return nil
}

// besideSame reports that the words right before or right behind two words are the same.
func (a *alignment) besideSame(c, s int32) bool {
	alike := func(x, y int32) bool {
		return x >= 0 && int(x) < len(a.c.Toks) && y >= 0 && int(y) < len(a.s.Toks) && a.c.Toks[x].Unit == a.c.Toks[c].Unit && a.s.Toks[y].Unit == a.s.Toks[s].Unit &&
			a.c.Toks[x].Stem == a.s.Toks[y].Stem && a.c.Toks[x].Content() && !a.c.Parted(max(x, c)) && !a.s.Parted(max(y, s))
	}
	return alike(c-1, s-1) || alike(c+1, s+1)
}

// withSame reports that what the claim is without the text is with: the next word of meaning is the same.
func (a *alignment) withSame(c, s int32) bool {
	if w := a.c.Toks[c].Low; w != "with" && w != "without" {
		return true
	}
	own, other := a.c.ContentFrom(c+1), a.s.ContentFrom(s+1)
	return own >= 0 && other >= 0 && a.c.Toks[own].Stem == a.s.Toks[other].Stem
}

// against are the words of which none can be right in the place of a word.
func against(word string) []string {
	return slices.Concat(text.Antonyms()[word], lexicon.Contraries()[word], amountsAgainst()[word])
}

// nearlies stand before what is not quite so: "almost all" are most.
var nearlies = text.WordSet(`almost nearly virtually practically not`)

// amountsAgainst are words for how many of which only one can be right in a place.
var amountsAgainst = text.AntonymTable(`no each|no all|no every|all many|all most|all several|all some`)

// revalued asks whether the claim would be held with the value that the text has in the place of
// one of which it has no form, or which it has of something else.
func (l *Lexical) revalued(a *alignment) *finding {
	if !a.isPage() || reckons(a.c.Raw) || a.kept < 0.3 {
		return nil // a passage may give it otherwise: its checks go by places
	}
	for i := range a.c.Values {
		v := &a.c.Values[i]
		if !a.c.Placed(v) || strings.Count(a.c.Raw, a.c.Show(v)) != 1 || a.c.UnderCondition(v.First) || a.ownCount(v) {
			continue
		}
		said := sync.OnceValue(func() bool { return a.said(v) })
		holds := sync.OnceValue(func() bool { return l.holdsWith(a, v.First, v.Last-1, a.c.Show(v)) })
		tried := map[string]bool{}
		for k := range a.s.Values {
			sv := &a.s.Values[k]
			if !a.inWindow(sv.In) && !slices.Contains(a.order, sv.In) || !a.rivals(v, sv) || a.c.Gives(sv, a.s) || !a.plainUnit(sv.In) || !a.s.Placed(sv) {
				continue
			}
			if a.onlyOther(v, sv) && !said() && a.checkLanguage() == nil {
				return a.otherThan(v, sv)
			}
			shown := a.s.Show(sv)
			if tried[shown] || a.rivalsIn(v, sv.In) >= manyRivals || !a.besideOne(v, sv) || said() && (!a.isMisplaced(v, sv) || holds()) {
				continue
			}
			if tried[shown] = true; l.holdsWith(a, v.First, v.Last-1, shown) {
				return a.otherThan(v, sv)
			}
		}
	}
	return nil
}

// manyRivals in one sentence are a list, of which none stands in the place of the claim's value.
const manyRivals = 4

// rivalsIn counts the values of a sentence that a value of the claim may be held against.
func (a *alignment) rivalsIn(v *value.Value, unit int32) (n int) {
	for k := range a.s.Values {
		if sv := &a.s.Values[k]; sv.In == unit && a.rivals(v, sv) {
			n++
		}
	}
	return n
}

// restBeside is the share of what a claim says besides its value that a sentence must have for its
// own value to be the one in that place: from .35 down real claims were accused.
const restBeside = 0.45

// onlyOther reports the one value of its kind in the sentence that has most of the claim, and enough
// of what the claim says besides its own.
func (a *alignment) onlyOther(v, sv *value.Value) bool {
	alike := v.Kind == value.Dated || v.Unit != "" || v.Noun != "" && v.Noun == sv.Noun
	return alike && sv.In == a.single.first && a.alignedBut(v.First, v.Last-1, sv.In) >= restBeside &&
		!slices.ContainsFunc(a.s.Values, func(o value.Value) bool { return o.In == sv.In && o.First != sv.First && a.rivals(v, &o) })
}

// displaced asks whether the claim would be held with the value that the text has in its place.
func (l *Lexical) displaced(a *alignment) *finding {
	if _, cells := a.c.RowOf(0); cells || !a.isPage() || reckons(a.c.Raw) || !a.plainUnit(a.single.first) {
		return nil
	}
	for i := range a.c.Values {
		v := &a.c.Values[i]
		if v.Kind == value.Dated || v.Kind == value.Version || !a.c.Placed(v) || a.c.UnderCondition(v.First) || a.c.InName(v) || a.c.Labels(v) {
			continue
		}
		for k := range a.s.Values {
			if sv := &a.s.Values[k]; a.onePlace(v, sv) && a.displaces(v, sv) && !a.c.Gives(sv, a.s) && a.s.Placed(sv) && l.holdsWith(a, v.First, v.Last-1, a.s.Show(sv)) {
				return a.otherThan(v, sv)
			}
		}
	}
	return nil
}

// displaces reports that the text has its value where the claim has another one: in the sentence that
// says most of the claim, alone of its kind, and between the same words.
func (a *alignment) displaces(v, sv *value.Value) bool {
	return sv.In == a.single.first && a.alignedBut(v.First, v.Last-1, sv.In) >= sharesClaim && !a.saysAsMuch(v.First, v.Last-1, sv.In) &&
		!slices.ContainsFunc(a.s.Values, func(o value.Value) bool {
			return o.In == sv.In && (o.First != sv.First && a.rivals(v, &o) || a.c.IsValue(&o, v, a.s))
		}) && a.between(v, sv)
}

// between reports that the words nearest to the claim's value of those that the text's sentence has
// stand around the text's value too.
func (a *alignment) between(v, sv *value.Value) bool {
	before, behind := int32(-1), int32(-1)
	for i := range a.terms {
		tm := &a.terms[i]
		if tm.pos < 0 || a.s.Toks[tm.pos].Unit != sv.In {
			continue
		}
		if tm.tok < v.First {
			before = tm.pos
		} else if tm.tok >= v.Last && behind < 0 {
			behind = tm.pos
		}
	}
	return before+behind > -2 && before < sv.First && (behind < 0 || behind >= sv.Last)
}

// isMisplaced reports a value of the claim that the text has only of something else than what it gives
// another of the same kind of, and in another sentence. A bare number may be of anything, and a page
// that names two versions says which is which in ways of its own.
func (a *alignment) isMisplaced(v, sv *value.Value) bool {
	bare := func(o value.Value) bool {
		return (o.In == sv.In || o.Kind == value.Number && o.Unit == "" && o.Noun == "") && a.relate(v, &o) == value.Same
	}
	return v.Kind == sv.Kind && v.Kind != value.Version && a.inWindow(sv.In) && !slices.ContainsFunc(a.s.Values, bare) && !a.saysAsMuch(v.First, v.Last-1, sv.In)
}

// otherThan is the finding that the text gives another value.
func (a *alignment) otherThan(v, sv *value.Value) *finding {
	f := &finding{rule: RuleValue, effect: Refutes, unit: sv.In, mismatch: &provenance.Mismatch{Kind: "number", Claim: a.c.Show(v), Source: a.s.Show(sv)}}
	if v.Kind == value.Dated {
		f.rule, f.mismatch.Kind = RuleDate, "date"
	}
	return f
}

// plainUnit reports a sentence, and no run of code or table that lost its lines.
func (a *alignment) plainUnit(unit int32) bool {
	u := a.s.Units[unit]
	return u.Last-u.First <= maxSentence
}

// rivals reports two values of one kind of which only one can be right in a place; a number with a
// dot may be a release.
func (a *alignment) rivals(c, s *value.Value) bool {
	if c.Kind != s.Kind && !(a.c.Dotted(c) && a.s.Dotted(s)) {
		return false
	}
	return (a.onePlace(c, s) || a.relate(c, s) == value.OtherUnit) && !a.s.InName(s) && !a.s.Labels(s)
}

// besideOne reports that a word of meaning near the claim's value stands as near to the text's.
func (a *alignment) besideOne(c, s *value.Value) bool {
	return slices.ContainsFunc(a.terms, func(tm term) bool {
		return a.c.Toks[tm.tok].Unit == c.In && tm.tok >= c.First-reading.NearWords && tm.tok < c.Last+reading.NearWords && a.c.Toks[tm.tok].Low != "default" &&
			slices.ContainsFunc(tm.hits, func(h hit) bool {
				return h.unit == s.In && h.strength >= asForm && h.tok >= s.First-reading.NearWords && h.tok < s.Last+reading.NearWords
			})
	})
}
