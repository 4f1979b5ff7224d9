package judge

import (
	"slices"
	"strings"
	"sync"

	"assay/gates/judge/align"
	"assay/gates/judge/lexicon"
	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
)

// slotted asks whether the text has another name or value in the slot that the claim has its in,
// and the claim would be held with it.
func (l *Lexical) slotted(a *alignment) *finding {
	if !a.IsPage() || strings.Contains(a.Claim.Raw, `\`) {
		return nil // a passage may say it otherwise; the letters of a formula are no names
	}
	for i := range a.Claim.Values {
		v := &a.Claim.Values[i]
		if !a.Claim.Placed(v) || a.Claim.UnderCondition(v.First) || a.Elsewhere(v, func(v, sv *value.Value) bool { return !a.SaysClause(v, sv.In) }) {
			continue
		}
		for _, p := range a.FillsOf(v.First, v.Last-1) {
			in := a.Source.ValuesIn([2]int32{p[0], p[1] + 1})
			if len(in) != 1 || in[0].First != p[0] || in[0].Last != p[1]+1 {
				continue
			}
			if sv := in[0]; a.Rivals(v, sv) && !a.Claim.Gives(sv, a.Source) && a.Source.Placed(sv) && !a.SaysAsMuch(v.First, v.Last-1, a.Source.Toks[p[0]].Unit) && l.holdsWith(a, v.First, v.Last-1, a.Source.Show(sv)) {
				return a.otherThan(v, sv)
			}
		}
	}
	for i := 0; i < len(a.Terms); i++ {
		if !a.Claim.Names(a.Terms[i].Tok) {
			continue
		}
		from, to := a.NameRun(i)
		i = to
		first, last := a.Terms[from].Tok, a.Terms[to].Tok
		if !a.Claim.IsNamed(first) {
			continue
		}
		called := a.Claim.Span(first, last)
		for _, p := range a.FillsOf(first, last) {
			name := a.Source.Span(p[0], p[1])
			if a.Source.IsNamed(p[0]) && a.OtherNames(from, to, p) && !reading.ShortFor(called, name) && !reading.ShortFor(name, called) && a.Source.Initial[strings.ToLower(called)] == 0 && !a.SaysAsMuch(first, last, a.Source.Toks[p[0]].Unit) && l.holdsWith(a, first, last, name) {
				return &finding{rule: RuleName, effect: Refutes, unit: a.Source.Toks[p[0]].Unit, mismatch: &provenance.Mismatch{Kind: "name", Claim: called, Source: name}}
			}
		}
	}
	return nil
}

// holdsWith reports that the text would carry the claim with other words in the place of a run.
func (l *Lexical) holdsWith(a *alignment, first, last int32, words string) bool {
	return l.holds(a, a.Claim.Raw[:a.Claim.Toks[first].Start]+words+a.Claim.Raw[a.Claim.Toks[last].End:])
}

// holds reports that the text would carry other words than the claim's, or says so much of them that
// what is put in the claim's place is what it has there.
func (l *Lexical) holds(a *alignment, claim string) bool {
	b, j := l.instead(a, claim)
	if a.Question.Whole {
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

// opposed asks whether the claim would be held with the opposite of one of its words, which the
// text has beside the same word.
func (l *Lexical) opposed(a *alignment) *finding {
	if !a.IsPage() || len(a.Claim.Toks) < align.CopyWords {
		return nil
	}
	for i := range int32(len(a.Claim.Toks)) {
		w := &a.Claim.Toks[i]
		others := against(w.Low)
		if len(others) == 0 || a.Claim.FromTo(i) || w.Low == "same" || w.Low == "different" || a.Claim.UnderCondition(i) || slices.ContainsFunc(a.Source.PlacesOf(w.Stem), func(at int32) bool { return a.BesideSame(i, at) }) {
			continue // "the same" and "a different" one may both be spoken of
		}
		for u := a.Window.First; u < a.Window.Last; u++ {
			in := a.Source.Toks[a.Source.Units[u].First:a.Source.Units[u].Last]
			if !a.PlainUnit(u) || a.AlignedBut(i, i, u) < align.SharesClaim || slices.ContainsFunc(in, func(tok text.Token) bool { return tok.Stem == w.Stem }) {
				continue
			}
			for k := range in {
				s, at := &in[k], a.Source.Units[u].First+int32(k)
				if !slices.Contains(others, s.Low) || k > 0 && nearlies.Has(in[k-1].Low) || a.ClaimHas(s.Stem) || w.Is(text.MarkNegated) != s.Is(text.MarkNegated) || !a.BesideSame(i, at) || !a.WithSame(i, at) {
					continue
				}
				if word := a.Source.Span(at, at); l.holdsWith(a, i, i, word) {
					return &finding{rule: RuleAntonym, effect: Refutes, unit: u, mismatch: &provenance.Mismatch{Kind: "negation", Claim: a.Claim.Span(i, i), Source: word}}
				}
			}
		}
	}
	return nil
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
	if !a.IsPage() || reckons(a.Claim.Raw) || a.kept < 0.3 {
		return nil // a passage may give it otherwise: its checks go by places
	}
	for i := range a.Claim.Values {
		v := &a.Claim.Values[i]
		if !a.Claim.Placed(v) || strings.Count(a.Claim.Raw, a.Claim.Show(v)) != 1 || a.Claim.UnderCondition(v.First) || a.OwnCount(v) {
			continue
		}
		said := sync.OnceValue(func() bool { return a.Said(v) })
		holds := sync.OnceValue(func() bool { return l.holdsWith(a, v.First, v.Last-1, a.Claim.Show(v)) })
		tried := map[string]bool{}
		for k := range a.Source.Values {
			sv := &a.Source.Values[k]
			if !a.InWindow(sv.In) && !slices.Contains(a.Order, sv.In) || !a.Rivals(v, sv) || a.Claim.Gives(sv, a.Source) || !a.PlainUnit(sv.In) || !a.Source.Placed(sv) {
				continue
			}
			if a.OnlyOther(v, sv) && !said() && a.checkLanguage() == nil {
				return a.otherThan(v, sv)
			}
			shown := a.Source.Show(sv)
			if tried[shown] || a.RivalsIn(v, sv.In) >= manyRivals || !a.BesideOne(v, sv) || said() && (!a.IsMisplaced(v, sv) || holds()) {
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

// displaced asks whether the claim would be held with the value that the text has in its place.
func (l *Lexical) displaced(a *alignment) *finding {
	if _, cells := a.Claim.RowOf(0); cells || !a.IsPage() || reckons(a.Claim.Raw) || !a.PlainUnit(a.Single.First) {
		return nil
	}
	for i := range a.Claim.Values {
		v := &a.Claim.Values[i]
		if v.Kind == value.Dated || v.Kind == value.Version || !a.Claim.Placed(v) || a.Claim.UnderCondition(v.First) || a.Claim.InName(v) || a.Claim.Labels(v) {
			continue
		}
		for k := range a.Source.Values {
			if sv := &a.Source.Values[k]; a.OnePlace(v, sv) && a.Displaces(v, sv) && !a.Claim.Gives(sv, a.Source) && a.Source.Placed(sv) && l.holdsWith(a, v.First, v.Last-1, a.Source.Show(sv)) {
				return a.otherThan(v, sv)
			}
		}
	}
	return nil
}

// otherThan is the finding that the text gives another value.
func (a *alignment) otherThan(v, sv *value.Value) *finding {
	f := &finding{rule: RuleValue, effect: Refutes, unit: sv.In, mismatch: &provenance.Mismatch{Kind: "number", Claim: a.Claim.Show(v), Source: a.Source.Show(sv)}}
	if v.Kind == value.Dated {
		f.rule, f.mismatch.Kind = RuleDate, "date"
	}
	return f
}
