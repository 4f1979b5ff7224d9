package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
)

// Words that a claim and a sentence of a page must have alike around a place, for what differs there
// to be all that differs: together, of these with a meaning, and on a side on which neither ends.
const (
	editedAround  = 6
	editedWhole   = 4 // where they are the rest of the claim
	editedContent = 3
	editedBeside  = 2
	editedMost    = 3 // words in the place itself
)

// edited finds a stretch of the claim that a page has word for word but for one place, in which the
// two cannot both be right: a denial, an opposite, a name, a number. Nothing else is asked, for a
// writer who copies a sentence and changes a word says something else.
func (a *alignment) edited() *finding {
	if !a.q.Whole && !a.s.IsArticle() || strings.Contains(a.c.Raw, `\`) {
		return nil
	}
	for _, cu := range a.c.Units {
		c := a.c.WithoutArticles(cu)
		for _, at := range a.order {
			if !a.plainUnit(at) || a.s.ListsReferences(at) {
				continue
			}
			s := a.s.WithoutArticles(a.s.Units[at])
			for _, e := range a.edits(c, s) {
				f := a.cannotBoth(c, s, &e)
				if f == nil || a.saysEdited(c, &e, f) {
					continue
				}
				if f.unit, f.copied = at, true; !a.saysItself(f) {
					return f
				}
			}
		}
	}
	return nil
}

// An edit is a place of the claim, and the place of a sentence of the text that stands between the
// same words: first and last word exclusive.
type edit struct {
	c, s        [2]int
	left, right int // words alike before and behind
}

// edits are the places in which a stretch of the claim is not the text's.
func (a *alignment) edits(c, s []int32) (found []edit) {
	same := func(i, j int) bool {
		x, y := &a.c.Toks[c[i]], &a.s.Toks[s[j]]
		return x.Low == y.Low || x.Stem == y.Stem && !x.Is(text.MarkNumber)
	}
	for i := 0; i <= len(c); i++ {
		for j := 0; j <= len(s); j++ {
			left, content := 0, 0
			for left < i && left < j && same(i-left-1, j-left-1) {
				left++
				if a.c.Toks[c[i-left]].Content() {
					content++
				}
			}
			if left == 0 && i > 0 || i < len(c) && j < len(s) && same(i, j) {
				continue
			}
			if left < editedBeside && !(left > 0 && left == i || a.c.EndsAt(c, i-left-1, -1) && a.s.EndsAt(s, j-left-1, -1)) {
				continue
			}
			for n := 0; n <= editedMost && i+n <= len(c); n++ {
				for m := 0; m <= editedMost && j+m <= len(s); m++ {
					if n+m == 0 || n > 0 && m > 0 && same(i+n-1, j+m-1) {
						continue
					}
					right, inRight := 0, 0
					for i+n+right < len(c) && j+m+right < len(s) && same(i+n+right, j+m+right) {
						if a.c.Toks[c[i+n+right]].Content() {
							inRight++
						}
						right++
					}
					ends := right > 0 && i+n+right == len(c) || a.c.EndsAt(c, i+n+right, 1) && a.s.EndsAt(s, j+m+right, 1)
					enough := editedAround
					if all := left + n + right; all == len(c) || all > 0 && a.c.Quoted(c[i-left], c[i-left+all-1]) {
						enough = editedWhole
					}
					if left+right >= enough && content+inRight >= editedContent && (right >= editedBeside || ends) {
						found = append(found, edit{[2]int{i, i + n}, [2]int{j, j + m}, left, right})
					}
				}
			}
		}
	}
	return found
}

// saysEdited reports that the page has somewhere what the claim has in a place, between the same
// words, or of a name beside those of one side.
func (a *alignment) saysEdited(c []int32, e *edit, f *finding) bool {
	first, last := max(0, e.c[0]-editedBeside), min(len(c), e.c[1]+editedBeside)
	if f.rule == RuleName {
		return first < e.c[0] && a.hasRun(c[first:e.c[1]]) || last > e.c[1] && a.hasRun(c[e.c[0]:last])
	}
	return a.hasRun(c[first:last])
}

// hasRun reports words of the claim that a sentence of the text has in a row.
func (a *alignment) hasRun(c []int32) bool {
	return slices.ContainsFunc(a.s.Units, func(u text.Unit) bool {
		s := a.s.WithoutArticles(u)
		for at := range max(0, len(s)-len(c)+1) {
			if slices.EqualFunc(c, s[at:at+len(c)], func(x, y int32) bool { return a.c.Toks[x].Low == a.s.Toks[y].Low }) {
				return true
			}
		}
		return false
	})
}

// cannotBoth says what of two places between the same words cannot both be right.
func (a *alignment) cannotBoth(c, s []int32, e *edit) *finding {
	x, y := c[e.c[0]:e.c[1]], s[e.s[0]:e.s[1]]
	switch {
	case a.denyApart(x, y):
		if a.c.PlainDenials(c) == a.s.PlainDenials(s) || a.c.BreaksAt(c, e.c) || a.s.BreaksAt(s, e.s) || a.c.TurnsAt(c, e.c) != a.s.TurnsAt(s, e.s) {
			return nil
		}
		f := &finding{rule: RuleNegation, effect: Refutes}
		f.mismatch = &provenance.Mismatch{Kind: "negation", Claim: a.c.Around(c, e.c, editedBeside), Source: a.s.Around(s, e.s, editedBeside)}
		return f
	case len(x) == 0 || len(y) == 0:
		return nil
	}
	x, y = a.c.WithoutOf(x), a.s.WithoutOf(y)
	if text.AnyIn(x[0]+1, x[len(x)-1]+1, a.c.Parted) || text.AnyIn(y[0]+1, y[len(y)-1]+1, a.s.Parted) {
		return nil
	}
	shown, there := a.c.Span(x[0], x[len(x)-1]), a.s.Span(y[0], y[len(y)-1])
	if text.Spells(a.s.Raw[a.s.Toks[s[0]].Start:a.s.Toks[s[len(s)-1]].End], shown) || text.Spells(a.c.Raw, there) {
		return nil
	}
	f := &finding{effect: Refutes, mismatch: &provenance.Mismatch{Kind: "negation", Claim: shown, Source: there}}
	if len(x) == 1 && len(y) == 1 {
		w, v := &a.c.Toks[x[0]], &a.s.Toks[y[0]]
		switch {
		case slices.Contains(against(w.Low), v.Low):
			f.rule = RuleAntonym
			return f
		case w.Is(text.MarkNumber) && v.Is(text.MarkNumber):
			if !a.otherNumber(x[0], y[0]) {
				return nil
			}
			f.rule, f.mismatch.Kind = RuleValue, "number"
			return f
		}
	}
	if a.c.Lang == "de" || reading.Capitals(there) == shown || reading.Capitals(shown) == there || a.shortForOther(f.mismatch) {
		return nil // any noun has a capital; a name by its initials
	}
	for _, i := range x {
		for _, j := range y {
			if !a.c.NamedWithin(i) || !a.s.NamedWithin(j) || a.akinForm(i, j) || oneSlip(a.c.Toks[i].Low, a.s.Toks[j].Low) ||
				reading.ShortFor(a.c.Span(i, i), a.s.Span(j, j)) || reading.ShortFor(a.s.Span(j, j), a.c.Span(i, i)) {
				return nil
			}
		}
	}
	f.rule, f.mismatch.Kind = RuleName, "name"
	return f
}

// denyApart reports places that are the same but for a denial in one of them.
func (a *alignment) denyApart(x, y []int32) bool {
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
	p, n := plain(a.c, x)
	q, m := plain(a.s, y)
	return n+m == 1 && slices.Equal(p, q)
}

// otherNumber reports two numbers that are values of one kind, and not the same.
func (a *alignment) otherNumber(c, s int32) bool {
	x, y := a.c.ValuesIn([2]int32{c, c + 1}), a.s.ValuesIn([2]int32{s, s + 1})
	return len(x) == 1 && len(y) == 1 && x[0].Kind == y[0].Kind && a.c.Placed(x[0]) && a.s.Placed(y[0]) && a.relate(x[0], y[0]) != value.Same && !slices.ContainsFunc(a.s.Values, func(sv value.Value) bool {
		return sv.First == y[0].Last && a.relate(x[0], &sv) == value.Same // "$20, 1.5 hrs"
	})
}
