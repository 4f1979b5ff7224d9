package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/text"
)

// deniedCopy finds a run of the claim's words that is the text's but for a denial which one of
// the two has alone. Nothing could make both right.
func (a *alignment) deniedCopy() *finding {
	claim := a.c.Spell(0, int32(len(a.c.Toks)))
	for k, u := range a.order {
		if k == echoTries {
			break
		}
		su := a.s.Units[u]
		said := a.s.Spell(su.First, su.Last)
		if len(claim.Not)+len(said.Not) == 0 || text.WithoutSpaces(a.c.Raw) && len(said.Not) > 0 && len(claim.Not) != 0 {
			continue
		}
		for _, r := range sharedRuns(claim.Words, said.Words) {
			at := r.denied(&claim, &said)
			switch whole := r.n == len(claim.Words); {
			case at < 0, len(claim.Words) < copyWords && !(whole && len(said.Words) == r.n), claim.Count(claim.Words[r.a:r.a+r.n]) > 1: // "the one does not leak, the other does leak"
			case !whole && (r.n < copyRun || a.lacksOf(u, a.c.Toks[claim.Toks[r.a]].Unit) || a.c.Turns(claim.Toks[r.a+at]) || a.s.Turns(said.Toks[r.b+at])):
			case a.saysRun(&claim, r):
				return nil
			default:
				f := a.denial(u)
				f.copied = true
				return f
			}
		}
	}
	return nil
}

// How many words such a claim must have, and a run of them that is not all; characters where
// there are no spaces.
const (
	copyWords = 5
	copyRun   = 4
	copyRest  = 0.4 // of the sentence of the claim that such a run is part of
)

// denied is how far into a run the first negator stands that only one of two texts has, or -1.
// Before the run it may stand a few words off: "no assumption", "no such assumption".
func (r sharedRun) denied(a, b *reading.Wording) int {
	const off = 5
	for k := range r.n {
		back := 0
		if k == 0 {
			back = off
		}
		if x, y := a.Negates(r.a+k, 0), b.Negates(r.b+k, 0); x != y && !(a.Negates(r.a+k, back) && b.Negates(r.b+k, back)) {
			return k
		}
	}
	return -1
}

// saysRun reports a run of the claim's words that the text has somewhere as the claim has it.
func (a *alignment) saysRun(claim *reading.Wording, r sharedRun) bool {
	for _, u := range a.s.Units {
		if int(u.Last-u.First) < r.n {
			continue
		}
		said := a.s.Spell(u.First, u.Last)
		for at := 0; at+r.n <= len(said.Words); at++ {
			if slices.Equal(said.Words[at:at+r.n], claim.Words[r.a:r.a+r.n]) && (sharedRun{r.a, at, r.n}).denied(claim, &said) < 0 {
				return true
			}
		}
	}
	return false
}

// A sharedRun is a longest run of words that two texts have: where it begins in each.
type sharedRun struct{ a, b, n int }

func sharedRuns(a, b []string) (runs []sharedRun) {
	for i := range a {
		for j := range b {
			if a[i] != b[j] || i > 0 && j > 0 && a[i-1] == b[j-1] {
				continue
			}
			n := 1
			for i+n < len(a) && j+n < len(b) && a[i+n] == b[j+n] {
				n++
			}
			if n >= copyRun {
				runs = append(runs, sharedRun{i, j, n})
			}
		}
	}
	return runs
}

// lacksOf reports a sentence that has too little of the claim's, or not each of its values.
func (a *alignment) lacksOf(unit, claim int32) bool {
	if a.alignedIn(unit, claim) < copyRest {
		return true
	}
	return slices.ContainsFunc(a.c.Values, func(v value.Value) bool {
		return v.In == claim && !slices.ContainsFunc(a.s.Values, func(sv value.Value) bool { return sv.In == unit && value.Relate(&v, &sv) == value.Same })
	})
}

// changesAmount reports a claim that is all but word for word what a page says, with another word
// for how many or how often: "always" for "often".
func (a *alignment) changesAmount(f *finding) bool {
	return f.rule == RuleQuantifier && f.mismatch != nil && amounts.Has(f.mismatch.Claim) && amounts.Has(f.mismatch.Source) &&
		a.s.IsArticle() && len(a.terms) >= copyWords && a.kept >= amountCopy && !a.saysAmount(f)
}

// saysAmount reports that the sentence quoted has the claim's word too, of the same noun.
func (a *alignment) saysAmount(f *finding) bool {
	_, behind, _ := strings.Cut(a.c.Raw, f.mismatch.Claim+" ")
	noun, _, _ := strings.Cut(behind, " ")
	u := a.s.Units[f.unit]
	return hasWords(a.s.Raw[u.Start:u.End], f.mismatch.Claim+" "+noun)
}

// amountCopy is the share of the words of such a claim that the page has in their order.
const amountCopy = 0.7

var amounts = text.WordSet(`all every each always most mostly usually often many some several sometimes few rarely`)

// forbidden reports that the window has all the words of what the claim says there is
// none of. What is to be avoided is so in any place and at any time that the claim adds.
func (a *alignment) forbidden() bool {
	if first := a.c.Toks[0].Low; first != "no" && !avoiding.Has(first) {
		return false
	}
	n := 0
	for i := range a.terms {
		tok := a.terms[i].tok
		if tok > 0 && n > 0 && restricting.Has(a.c.Toks[tok-1].Low) {
			break
		}
		if a.terms[i].here < 1 {
			return false
		}
		n++
	}
	return n > 0
}

var restricting = text.WordSet(`in on at within during inside for from when while`)

var avoiding = text.WordSet(`avoid avoids avoided avoiding forbid forbids forbidden prohibit prohibits prohibited ban bans banned prevent prevents prevented refrain refrains`)

// deniesAlike reports that what each of a claim and a sentence of a page denies, the other denies too, or, of the
// sentence's, does not speak of: "without a key" leaves alone what says nothing of keys.
func (a *alignment) deniesAlike(unit int32) bool {
	if unit < 0 || !a.s.IsArticle() || text.WithoutSpaces(a.c.Raw) {
		return false
	}
	u := a.s.Units[unit]
	all, said := [2]int32{0, int32(len(a.c.Toks))}, [2]int32{u.First, u.Last}
	own, other := a.c.Denied(all), a.s.Denied(said)
	agrees := func(t *reading.Text, r [2]int32, denied [][2]int32, stem string, absent bool) bool {
		if slices.ContainsFunc(denied, func(d [2]int32) bool { return t.Toks[d[1]].Stem == stem }) {
			return true
		}
		found := absent
		for i := r[0]; i < r[1]; i++ {
			if t.Toks[i].Stem == stem {
				if !t.Toks[i].Is(text.MarkNegated) {
					return false
				}
				found = true
			}
		}
		return found
	}
	return len(own)+len(other) > 0 &&
		!slices.ContainsFunc(own, func(d [2]int32) bool {
			return !agrees(a.s, said, other, a.c.Toks[d[1]].Stem, false) && !a.deniesNext(d[1], said)
		}) &&
		!slices.ContainsFunc(other, func(d [2]int32) bool { return !agrees(a.c, all, own, a.s.Toks[d[1]].Stem, true) })
}

// deniesNext reports that the word behind one that a claim denies is denied in a sentence: "without asking
// for a key" where that has "asking for no key".
func (a *alignment) deniesNext(i int32, r [2]int32) bool {
	next := a.c.ContentFrom(i + 1)
	return next > 0 && a.c.Toks[next].Is(text.MarkNegated) && slices.ContainsFunc(a.s.Denied(r), func(d [2]int32) bool { return a.s.Toks[d[1]].Stem == a.c.Toks[next].Stem })
}
