package align

import (
	"slices"

	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/text"
)

// TakesPlace reports a word of the claim that the text has in no form, beside a word beside which the
// sentence nearest to the claim has another: "used least often" of what was used least recently.
func (a *Alignment) TakesPlace() bool {
	u := a.Source.Units[a.Single.First]
	other := func(beside, at int32) bool {
		return slices.ContainsFunc(a.Source.PlacesOf(a.Claim.Toks[beside].Stem), func(p int32) bool {
			p += at
			return p >= u.First && p < u.Last && a.Source.Toks[p].Content() && !a.ClaimHas(a.Source.Toks[p].Stem)
		})
	}
	return slices.ContainsFunc(a.Terms, func(tm Term) bool {
		in := a.Claim.Units[a.Claim.Toks[tm.Tok].Unit]
		return tm.Anywhere == 0 && !tm.Led && !a.Claim.Toks[tm.Tok].Is(text.MarkCJK) && (tm.Tok > in.First && other(tm.Tok-1, 1) || tm.Tok+1 < in.Last && other(tm.Tok+1, -1))
	})
}

// ExpectedPlace is where in the source a token of the claim should stand, going by
// its aligned neighbours; -1 where none is.
func (a *Alignment) ExpectedPlace(tok int32) int32 {
	best, distance := int32(-1), int32(1<<30)
	for i := range a.Terms {
		tm := &a.Terms[i]
		if tm.Pos < 0 {
			continue
		}
		d := tok - tm.Tok
		if d < 0 {
			d = -d
		}
		if d < distance {
			best, distance = tm.Pos+tok-tm.Tok, d
		}
	}
	return best
}

// How many words such a claim must have; characters where there are no spaces.
const (
	CopyWords = 5
	copyRest  = 0.4 // of the sentence of the claim that such a run is part of
)

// Denied is how far into a run the first negator stands that only one of two texts has, or -1.
// Before the run it may stand a few words off: "no assumption", "no such assumption".
func (r SharedRun) Denied(a, b *reading.Wording) int {
	const off = 5
	for k := range r.N {
		back := 0
		if k == 0 {
			back = off
		}
		if x, y := a.Negates(r.A+k, 0), b.Negates(r.B+k, 0); x != y && !(a.Negates(r.A+k, back) && b.Negates(r.B+k, back)) {
			return k
		}
	}
	return -1
}

// SaysRun reports a run of the claim's words that the text has somewhere as the claim has it.
func (a *Alignment) SaysRun(claim *reading.Wording, r SharedRun) bool {
	for _, u := range a.Source.Units {
		if int(u.Last-u.First) < r.N {
			continue
		}
		said := a.Source.Spell(u.First, u.Last)
		for at := 0; at+r.N <= len(said.Words); at++ {
			if slices.Equal(said.Words[at:at+r.N], claim.Words[r.A:r.A+r.N]) && (SharedRun{r.A, at, r.N}).Denied(claim, &said) < 0 {
				return true
			}
		}
	}
	return false
}

// A SharedRun is a longest run of words that two texts have: where it begins in each.
type SharedRun struct{ A, B, N int }

// Words that a claim and a sentence of a page must have alike around a place, for what differs there
// to be all that differs: together, of these with a meaning, and on a side on which neither ends.
const (
	editedAround  = 6
	editedWhole   = 4 // where they are the rest of the claim
	editedContent = 3
	EditedBeside  = 2
	editedMost    = 3 // words in the place itself
)

// An Edit is a place of the claim, and the place of a sentence of the text that stands between the
// same words: first and last word exclusive.
type Edit struct {
	C, S        [2]int
	left, right int // words alike before and behind
}

// Edits are the places in which a stretch of the claim is not the text's.
func (a *Alignment) Edits(c, s []int32) (found []Edit) {
	same := func(i, j int) bool {
		x, y := &a.Claim.Toks[c[i]], &a.Source.Toks[s[j]]
		return x.Low == y.Low || x.Stem == y.Stem && !x.Is(text.MarkNumber)
	}
	for i := 0; i <= len(c); i++ {
		for j := 0; j <= len(s); j++ {
			left, content := 0, 0
			for left < i && left < j && same(i-left-1, j-left-1) {
				left++
				if a.Claim.Toks[c[i-left]].Content() {
					content++
				}
			}
			if left == 0 && i > 0 || i < len(c) && j < len(s) && same(i, j) {
				continue
			}
			if left < EditedBeside && !(left > 0 && left == i || a.Claim.EndsAt(c, i-left-1, -1) && a.Source.EndsAt(s, j-left-1, -1)) {
				continue
			}
			for n := 0; n <= editedMost && i+n <= len(c); n++ {
				for m := 0; m <= editedMost && j+m <= len(s); m++ {
					if n+m == 0 || n > 0 && m > 0 && same(i+n-1, j+m-1) {
						continue
					}
					right, inRight := 0, 0
					for i+n+right < len(c) && j+m+right < len(s) && same(i+n+right, j+m+right) {
						if a.Claim.Toks[c[i+n+right]].Content() {
							inRight++
						}
						right++
					}
					ends := right > 0 && i+n+right == len(c) || a.Claim.EndsAt(c, i+n+right, 1) && a.Source.EndsAt(s, j+m+right, 1)
					enough := editedAround
					if all := left + n + right; all == len(c) || all > 0 && a.Claim.Quoted(c[i-left], c[i-left+all-1]) {
						enough = editedWhole
					}
					if left+right >= enough && content+inRight >= editedContent && (right >= EditedBeside || ends) {
						found = append(found, Edit{[2]int{i, i + n}, [2]int{j, j + m}, left, right})
					}
				}
			}
		}
	}
	return found
}

// DenyApart reports places that are the same but for a denial in one of them.
func (a *Alignment) DenyApart(x, y []int32) bool {
	plain := func(t *reading.Text, at []int32) (words []string, denies int) {
		for _, i := range at {
			switch tok := &t.Toks[i]; {
			case tok.Low == "cannot":
				words, denies = append(words, "can"), denies+1
			case tok.Low == "n't", tok.Low == "not", tok.Low == "never":
				denies++
			case !reading.Doing.Has(tok.Low):
				words = append(words, tok.Stem)
			}
		}
		return words, denies
	}
	p, n := plain(a.Claim, x)
	q, m := plain(a.Source, y)
	return n+m == 1 && slices.Equal(p, q)
}

// OtherNumber reports two numbers that are values of one kind, and not the same.
func (a *Alignment) OtherNumber(c, s int32) bool {
	x, y := a.Claim.ValuesIn([2]int32{c, c + 1}), a.Source.ValuesIn([2]int32{s, s + 1})
	return len(x) == 1 && len(y) == 1 && x[0].Kind == y[0].Kind && a.Claim.Placed(x[0]) && a.Source.Placed(y[0]) && a.Relate(x[0], y[0]) != value.Same && !slices.ContainsFunc(a.Source.Values, func(sv value.Value) bool {
		return sv.First == y[0].Last && a.Relate(x[0], &sv) == value.Same // "$20, 1.5 hrs"
	})
}

// CommonRun is the longest run of words that both have, as a share of the claim.
func (a *Alignment) CommonRun() float64 {
	c := a.Claim.Toks
	if len(c) == 0 || a.Window.Last <= a.Window.First {
		return 0
	}
	s := a.Source.Toks[a.Source.Units[a.Window.First].First:a.Source.Units[a.Window.Last-1].Last]
	if len(c) > 200 {
		c = c[:200]
	}
	if len(s) > 600 {
		s = s[:600]
	}
	row := make([]uint16, len(c)+1)
	best := uint16(0)
	for i := range s {
		before := uint16(0)
		for j := range c {
			kept := row[j+1]
			if c[j].Stem == s[i].Stem {
				row[j+1] = before + 1
				best = max(best, before+1)
			} else {
				row[j+1] = 0
			}
			before = kept
		}
	}
	return float64(best) / float64(len(c))
}

// LongestRun counts the words of meaning of the longest run that the claim and a sentence share.
func (a *Alignment) LongestRun(u *text.Unit) (longest int) {
	for i := range a.Claim.Toks {
		for k := u.First; k < u.Last; k++ {
			words := 0
			for n := int32(0); i+int(n) < len(a.Claim.Toks) && k+n < u.Last && a.Claim.Toks[i+int(n)].Stem == a.Source.Toks[k+n].Stem; n++ {
				if a.Claim.Toks[i+int(n)].Content() {
					words++
				}
			}
			longest = max(longest, words)
		}
	}
	return longest
}
