package align

import (
	"slices"
	"strings"

	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/text"
)

// HeadedByFirst reports a unit right below a heading that has the first word of the claim with a meaning.
func (a *Alignment) HeadedByFirst(u text.Unit) bool {
	return u.Above >= 0 && len(a.Terms) > 0 && slices.ContainsFunc(a.Terms[0].Hits, func(h Hit) bool { return h.Unit == u.Above })
}

// OnePlace reports two values of which only one can be right in a place.
func (a *Alignment) OnePlace(c, s *value.Value) bool {
	plain := func(v *value.Value) bool {
		return v.Kind == value.Dated || v.Kind == value.Version || v.Kind == value.Number && v.Unit == "" && !v.Spelled
	}
	how := a.Relate(c, s)
	return how == value.Different || how == value.Unlike && plain(c) && plain(s)
}

// OpensWithKnown reports a piece of a word or two that the claim begins with, an article apart,
// that a verb follows, and that the text has elsewhere, but not as a name, which may be another
// name of the same thing: the text speaks of both, and says this of the other.
func (a *Alignment) OpensWithKnown(piece string) bool {
	const most = 2
	at := int32(strings.Index(a.Claim.Raw, piece))
	first := a.Claim.TokenFrom(int(at))
	next := a.Claim.TokenFrom(int(at) + len(piece))
	if first > 1 || first == 1 && !text.Articles.Has(a.Claim.Toks[0].Low) || next > first+most || int(next) >= len(a.Claim.Toks) || a.Claim.Parted(next) {
		return false
	}
	n := 0
	for i := range a.Terms {
		tm := &a.Terms[i]
		if tm.Tok >= next {
			break
		}
		if n++; tm.Anywhere < 1 || tm.Led || !slices.ContainsFunc(tm.Hits, func(h Hit) bool { return !a.Source.ProperHere(h.Tok) }) {
			return false
		}
	}
	return n > 0
}

// NeighbourAligned asks more of values that stand in other surroundings: where
// nearly all is aligned the sentence vouches for them, else the words next to them must.
func (a *Alignment) NeighbourAligned(cv, sv *value.Value, aligned float32) bool {
	if aligned >= 0.85 {
		return true
	}
	// The noun that is counted, or a word beside the value, must be aligned next to the counterpart.
	return slices.ContainsFunc(a.Terms, func(tm Term) bool {
		return tm.Tok >= cv.First-3 && tm.Tok <= cv.Last+2 && tm.Pos >= max(0, sv.First-4) && tm.Pos <= sv.Last+3
	})
}

// AlignedIn is the share of the claim's terms, within its unit, that one unit of the
// source has.
func (a *Alignment) AlignedIn(source, claim int32) float32 {
	share, _ := a.SharedIn(WindowOf(source), claim, 0, -1)
	return share
}

// AlignedBut is the share of the terms of a claim's sentence, but for some of its words, that a
// sentence of the text has.
func (a *Alignment) AlignedBut(first, last, source int32) float32 {
	share, _ := a.SharedIn(WindowOf(source), a.Claim.Toks[first].Unit, first, last)
	return share
}

// SharedIn is the share of the terms of a unit of the claim, but for those from first to last, that
// a window of the source has, and what they weigh.
func (a *Alignment) SharedIn(w Window, claim, first, last int32) (share, total float32) {
	var sum float32
	for i := range a.Terms {
		tm := &a.Terms[i]
		if a.Claim.Toks[tm.Tok].Unit != claim || tm.Tok >= first && tm.Tok <= last {
			continue
		}
		total += tm.Weight
		sum += tm.Weight * a.strength(tm, w)
	}
	return sum / max(total, 0.01), total
}

// StandsOver reports a line before a sentence that has some words and no others.
func (a *Alignment) StandsOver(unit int32, words string) bool {
	return unit > 0 && strings.Trim(a.Source.Sentence(unit-1), " -*•\n") == words
}

// Fills reports a value of the text that answers the claim's: of a sentence, not of a page
// without full stops, nor of the entry of a list of literature. The claim does not deny its
// own, and the sentence has more of it than what is counted.
func (a *Alignment) Fills(cv, sv *value.Value) bool {
	u := a.Source.Units[sv.In]
	if u.Last-u.First > EchoSentence || a.Claim.Toks[cv.First].Is(text.MarkNegated) || a.Source.ListsReferences(sv.In) || a.Claim.Example(cv.First) {
		return false
	}
	w := Window{First: sv.In, Last: sv.In + 1}
	for i := range a.Terms {
		tm := &a.Terms[i]
		if tok := &a.Claim.Toks[tm.Tok]; tok.Unit == cv.In && tok.Stem != cv.Noun && tok.Content() && a.strength(tm, w) >= AsForm {
			return true
		}
	}
	return false
}

// PlainClaim reports a claim that neither reserves nor restricts.
func (a *Alignment) PlainClaim() bool {
	for i := range a.Claim.Toks {
		tok := &a.Claim.Toks[i]
		if text.Hedges.Has(tok.Low) || Conditioning.Has(tok.Low) || text.Exclusives.Has(tok.Low) || text.Quantifiers()[tok.Low] != 0 {
			return false
		}
	}
	return !strings.ContainsAny(a.Claim.Raw, "?？")
}

// Words that must be alike around a slot: of meaning on both sides together, and on one side where
// the phrase ends on the other.
const (
	aroundSlot = 2
	besideSlot = 3
)

// FillsOf finds what sentences of the text have between the words that a run of the claim stands
// between: first and last tokens.
func (a *Alignment) FillsOf(first, last int32) (found [][2]int32) {
	const longest = 3
	c := a.Claim.WithoutArticles(a.Claim.Units[a.Claim.Toks[first].Unit])
	i, j := slices.Index(c, first), slices.Index(c, last)
	if i < 0 || j < 0 {
		return nil
	}
	for _, at := range a.Order {
		if !a.PlainUnit(at) {
			continue
		}
		s := a.Source.WithoutArticles(a.Source.Units[at])
		for p := range s {
			left, leftEnds := a.alike(c, s, i-1, p-1, -1)
			if left == 0 && !leftEnds {
				continue
			}
			for e := p; e < min(p+longest, len(s)) && (e == p || !a.Source.Parted(s[e])); e++ {
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
func (a *Alignment) alike(c, s []int32, i, j, step int) (words int, end bool) {
	const far = 6
	if a.Claim.EndsAt(c, i, step) && a.Source.EndsAt(s, j, step) {
		return 0, true
	}
	for n := 0; n < far && i >= 0 && j >= 0 && i < len(c) && j < len(s); n, i, j = n+1, i+step, j+step {
		x, y := &a.Claim.Toks[c[i]], &a.Source.Toks[s[j]]
		if x.Low != y.Low && x.Stem != y.Stem {
			break
		}
		if x.Content() || x.Is(text.MarkNumber) {
			words++
		}
	}
	return words, false
}

// SaysAsMuch reports a sentence with the first word of a run of the claim's, and not much less of
// its others than another.
func (a *Alignment) SaysAsMuch(first, last, than int32) bool {
	const much = 0.25
	tok, least := &a.Claim.Toks[first], a.AlignedBut(first, last, than)-much
	for at, u := range a.Source.Units {
		if slices.ContainsFunc(a.Source.Toks[u.First:u.Last], func(s text.Token) bool { return s.Stem == tok.Stem || s.Low == tok.Low }) &&
			(int32(at) == than || a.AlignedBut(first, last, int32(at)) >= least) {
			return true
		}
	}
	return false
}

// BesideSame reports that the words right before or right behind two words are the same.
func (a *Alignment) BesideSame(c, s int32) bool {
	alike := func(x, y int32) bool {
		return x >= 0 && int(x) < len(a.Claim.Toks) && y >= 0 && int(y) < len(a.Source.Toks) && a.Claim.Toks[x].Unit == a.Claim.Toks[c].Unit && a.Source.Toks[y].Unit == a.Source.Toks[s].Unit &&
			a.Claim.Toks[x].Stem == a.Source.Toks[y].Stem && a.Claim.Toks[x].Content() && !a.Claim.Parted(max(x, c)) && !a.Source.Parted(max(y, s))
	}
	return alike(c-1, s-1) || alike(c+1, s+1)
}

// WithSame reports that what the claim is without the text is with: the next word of meaning is the same.
func (a *Alignment) WithSame(c, s int32) bool {
	if w := a.Claim.Toks[c].Low; w != "with" && w != "without" {
		return true
	}
	own, other := a.Claim.ContentFrom(c+1), a.Source.ContentFrom(s+1)
	return own >= 0 && other >= 0 && a.Claim.Toks[own].Stem == a.Source.Toks[other].Stem
}

// RivalsIn counts the values of a sentence that a value of the claim may be held against.
func (a *Alignment) RivalsIn(v *value.Value, unit int32) (n int) {
	for k := range a.Source.Values {
		if sv := &a.Source.Values[k]; sv.In == unit && a.Rivals(v, sv) {
			n++
		}
	}
	return n
}

// restBeside is the share of what a claim says besides its value that a sentence must have for its
// own value to be the one in that place: from .35 down real claims were accused.
const restBeside = 0.45

// OnlyOther reports the one value of its kind in the sentence that has most of the claim, and enough
// of what the claim says besides its own.
func (a *Alignment) OnlyOther(v, sv *value.Value) bool {
	alike := v.Kind == value.Dated || v.Unit != "" || v.Noun != "" && v.Noun == sv.Noun
	return alike && sv.In == a.Single.First && a.AlignedBut(v.First, v.Last-1, sv.In) >= restBeside &&
		!slices.ContainsFunc(a.Source.Values, func(o value.Value) bool { return o.In == sv.In && o.First != sv.First && a.Rivals(v, &o) })
}

// Displaces reports that the text has its value where the claim has another one: in the sentence that
// says most of the claim, alone of its kind, and between the same words.
func (a *Alignment) Displaces(v, sv *value.Value) bool {
	return sv.In == a.Single.First && a.AlignedBut(v.First, v.Last-1, sv.In) >= SharesClaim && !a.SaysAsMuch(v.First, v.Last-1, sv.In) &&
		!slices.ContainsFunc(a.Source.Values, func(o value.Value) bool {
			return o.In == sv.In && (o.First != sv.First && a.Rivals(v, &o) || a.Claim.IsValue(&o, v, a.Source))
		}) && a.between(v, sv)
}

// between reports that the words nearest to the claim's value of those that the text's sentence has
// stand around the text's value too.
func (a *Alignment) between(v, sv *value.Value) bool {
	before, behind := int32(-1), int32(-1)
	for i := range a.Terms {
		tm := &a.Terms[i]
		if tm.Pos < 0 || a.Source.Toks[tm.Pos].Unit != sv.In {
			continue
		}
		if tm.Tok < v.First {
			before = tm.Pos
		} else if tm.Tok >= v.Last && behind < 0 {
			behind = tm.Pos
		}
	}
	return before+behind > -2 && before < sv.First && (behind < 0 || behind >= sv.Last)
}

// IsMisplaced reports a value of the claim that the text has only of something else than what it gives
// another of the same kind of, and in another sentence. A bare number may be of anything, and a page
// that names two versions says which is which in ways of its own.
func (a *Alignment) IsMisplaced(v, sv *value.Value) bool {
	bare := func(o value.Value) bool {
		return (o.In == sv.In || o.Kind == value.Number && o.Unit == "" && o.Noun == "") && a.Relate(v, &o) == value.Same
	}
	return v.Kind == sv.Kind && v.Kind != value.Version && a.InWindow(sv.In) && !slices.ContainsFunc(a.Source.Values, bare) && !a.SaysAsMuch(v.First, v.Last-1, sv.In)
}

// PlainUnit reports a sentence, and no run of code or table that lost its lines.
func (a *Alignment) PlainUnit(unit int32) bool {
	u := a.Source.Units[unit]
	return u.Last-u.First <= MaxSentence
}

// Rivals reports two values of one kind of which only one can be right in a place; a number with a
// dot may be a release.
func (a *Alignment) Rivals(c, s *value.Value) bool {
	if c.Kind != s.Kind && !(a.Claim.Dotted(c) && a.Source.Dotted(s)) {
		return false
	}
	return (a.OnePlace(c, s) || a.Relate(c, s) == value.OtherUnit) && !a.Source.InName(s) && !a.Source.Labels(s)
}

// BesideOne reports that a word of meaning near the claim's value stands as near to the text's.
func (a *Alignment) BesideOne(c, s *value.Value) bool {
	return slices.ContainsFunc(a.Terms, func(tm Term) bool {
		return a.Claim.Toks[tm.Tok].Unit == c.In && tm.Tok >= c.First-reading.NearWords && tm.Tok < c.Last+reading.NearWords && a.Claim.Toks[tm.Tok].Low != "default" &&
			slices.ContainsFunc(tm.Hits, func(h Hit) bool {
				return h.Unit == s.In && h.Strength >= AsForm && h.Tok >= s.First-reading.NearWords && h.Tok < s.Last+reading.NearWords
			})
	})
}
