package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/statement"
	"assay/gates/judge/value"
	"assay/text"
)

// deniedCopy finds a run of the claim's words that is the text's but for a denial which one of
// the two has alone. Nothing could make both right.
func (a *alignment) deniedCopy() *finding {
	claim := a.c.spell(0, int32(len(a.c.Toks)))
	for k, u := range a.order {
		if k == echoTries {
			break
		}
		su := a.s.Units[u]
		said := a.s.spell(su.First, su.Last)
		if len(claim.not)+len(said.not) == 0 || text.WithoutSpaces(a.c.Raw) && len(said.not) > 0 && len(claim.not) != 0 {
			continue
		}
		for _, r := range sharedRuns(claim.words, said.words) {
			at := r.denied(&claim, &said)
			switch whole := r.n == len(claim.words); {
			case at < 0, len(claim.words) < copyWords && !(whole && len(said.words) == r.n), claim.count(claim.words[r.a:r.a+r.n]) > 1: // "the one does not leak, the other does leak"
			case !whole && (r.n < copyRun || a.lacksOf(u, a.c.Toks[claim.toks[r.a]].Unit) || a.c.turns(claim.toks[r.a+at]) || a.s.turns(said.toks[r.b+at])):
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

// A wording is the stems of a run of tokens in order, and where there are no spaces the
// characters: articles, "do", "all" and negators apart.
type wording struct {
	words []string
	toks  []int32 // of each word
	not   []int   // the words before which a negator stands
}

func (t *reading) spell(first, last int32) (s wording) {
	add := func(i int32, w string) { s.words, s.toks = append(s.words, w), append(s.toks, i) }
	end := int32(0)
	for i := first; i < last; i++ {
		switch tok := &t.Toks[i]; {
		case tok.Is(text.MarkNeg):
			if tok.Low == "cannot" {
				add(i, "can")
			}
			cell := tok.Low == "no" && (i+1 == last || t.parted(i+1))                  // "Optional: No; a name"
			behind := i+1 < last && i > first && strings.ContainsAny(t.Gap(i), ":;：；") // "im Dorf nicht: …"
			if !cell && !behind && !t.idleNegator(i, last) {
				s.not = append(s.not, len(s.words))
			}
		case tok.Is(text.MarkCJK): // pairs overlap
			for _, r := range t.Raw[max(end, tok.Start):max(end, tok.End)] {
				add(i, string(r))
			}
		case i+1 < last && t.Toks[i+1].Low == "n't" && tok.Low != "can":
			if w := strings.TrimSuffix(tok.Low, "n"); !doing.Has(w) {
				add(i, w)
			}
		case !text.Articles.Has(tok.Low) && !doing.Has(tok.Low) && !universal.Has(tok.Low):
			add(i, tok.Stem)
		}
		end = max(end, t.Toks[i].End)
	}
	return s
}

// denied is how far into a run the first negator stands that only one of two texts has, or -1.
// Before the run it may stand a few words off: "no assumption", "no such assumption".
func (r sharedRun) denied(a, b *wording) int {
	const off = 5
	for k := range r.n {
		back := 0
		if k == 0 {
			back = off
		}
		if x, y := a.negates(r.a+k, 0), b.negates(r.b+k, 0); x != y && !(a.negates(r.a+k, back) && b.negates(r.b+k, back)) {
			return k
		}
	}
	return -1
}

// negates reports a negator before a word, or before one of some words in front of it.
func (w *wording) negates(at, back int) bool {
	return slices.ContainsFunc(w.not, func(n int) bool { return n <= at && n >= at-back })
}

// count is how often a text has a run of words.
func (w *wording) count(run []string) (n int) {
	for at := range len(w.words) - len(run) + 1 {
		if slices.Equal(w.words[at:at+len(run)], run) {
			n++
		}
	}
	return n
}

// saysRun reports a run of the claim's words that the text has somewhere as the claim has it.
func (a *alignment) saysRun(claim *wording, r sharedRun) bool {
	for _, u := range a.s.Units {
		if int(u.Last-u.First) < r.n {
			continue
		}
		said := a.s.spell(u.First, u.Last)
		for at := 0; at+r.n <= len(said.words); at++ {
			if slices.Equal(said.words[at:at+r.n], claim.words[r.a:r.a+r.n]) && (sharedRun{r.a, at, r.n}).denied(claim, &said) < 0 {
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

// turns reports a token of a clause in which more than a negator decides what it says: one of a
// case, one that asks for something, one behind a word that denies as well.
func (t *reading) turns(i int32) bool {
	if text.WithoutSpaces(t.Raw) || t.underCondition(i) {
		return true
	}
	from := i // where its clause begins
	for first := t.Units[t.Toks[i].Unit].First; from > first && !t.parted(from) && !text.ClauseWords.Has(t.Toks[from].Low); from-- {
	}
	head := &t.Toks[from]
	if head.Is(text.MarkNeg) && head.Low != "no" || strings.TrimSuffix(head.Low, "n") == "do" {
		return true // "do not", "never": it asks, and says nothing
	}
	return slices.ContainsFunc(t.Toks[from:i], func(tok text.Token) bool {
		return otherwise.Has(tok.Low) || privatives.Has(tok.Low) || statement.Relatives.Has(tok.Low) || tok.Low == "only"
	})
}

// changesAmount reports a claim that is all but word for word what a page says, with another word
// for how many or how often: "always" for "often".
func (a *alignment) changesAmount(f *finding) bool {
	return f.rule == RuleQuantifier && f.mismatch != nil && amounts.Has(f.mismatch.Claim) && amounts.Has(f.mismatch.Source) &&
		len(a.s.Toks) >= articleFrom && len(a.terms) >= copyWords && a.kept >= amountCopy && !a.saysAmount(f)
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

var (
	doing     = text.WordSet(`do does did`)
	universal = text.WordSet(`all every each any always`)
)

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

// privatives deny what they stand before or are said of.
var privatives = text.WordSet(`missing absent devoid omit omits omitted skip skips skipped forgot forgotten disabled unavailable unsupported`)

var restricting = text.WordSet(`in on at within during inside for from when while`)

var avoiding = text.WordSet(`avoid avoids avoided avoiding forbid forbids forbidden prohibit prohibits prohibited ban bans banned prevent prevents prevented refrain refrains`)

// markScopes marks the tokens of a unit that a negator or a hedge governs, and
// those within quotation marks. The scope of a negator runs to the next
// punctuation or clause word, four meaning-bearing words at most; in Japanese it
// runs backwards, the negation being the predicate's end.
func (t *reading) markScopes(u *text.Unit) {
	for i := u.First; i < u.Last; i++ {
		tok := &t.Toks[i]
		switch {
		case tok.Is(text.MarkNeg) && tok.Is(text.MarkCJK) && tok.Stem == "ない":
			for j, n := i-1, 0; j >= u.First && n < 3 && !t.Toks[j+1].Is(text.MarkBreak); j-- {
				if t.Toks[j].Content() {
					t.Toks[j].Marks |= text.MarkNegated
					n++
				}
			}
		case t.Lang == "fr" && tok.Low == "pas" && i > u.First && !text.Articles.Has(t.Toks[i-1].Low):
			tok.Marks |= text.MarkNeg
			if ne := t.neBefore(i); ne >= 0 {
				t.Toks[ne].Marks = t.Toks[ne].Marks&^text.MarkNeg | text.MarkStop
			} else {
				t.deny(i+1, u.Last)
			}
		case tok.Is(text.MarkNeg):
			if t.idleNegator(i, u.Last) {
				continue
			}
			t.deny(i+1, u.Last)
		case tok.Low == "turned" && i+1 < u.Last && t.Toks[i+1].Low == "down", toNegators.Has(tok.Low) && i+1 < u.Last && t.Toks[i+1].Low == "to", (tok.Low == "instead" || tok.Low == "rather") && i+1 < u.Last && (t.Toks[i+1].Low == "of" || t.Toks[i+1].Low == "than"):
			// "has yet to be released", "failed to", "instead of": they deny what follows.
			tok.Marks |= text.MarkNeg
			t.deny(i+1, u.Last)
		}
	}
}

// neBefore is the "ne" of a "pas", which says no more than that, and may be left out: "mais pas
// encore"; -1 for none.
func (t *reading) neBefore(pas int32) int32 {
	for k := pas; k > 0 && !t.parted(k) && t.Toks[k-1].Unit == t.Toks[pas].Unit; k-- {
		if low := t.Toks[k-1].Low; low == "n" || low == "ne" {
			return k - 1
		}
	}
	return -1
}

// toNegators deny before "to".
var toNegators = text.WordSet(`yet fail fails failed failing refuse refuses refused decline declines declined`)

// idleNegator reports negators that deny nothing: "not only", "no longer than",
// "No. 5", "not … but", "no more than".
func (t *reading) idleNegator(i, last int32) bool {
	if i+1 >= last {
		return false
	}
	next := t.Toks[i+1].Low
	if concord.Has(t.Lang) {
		for k := i; k > 0 && !t.parted(k) && t.Toks[k-1].Unit == t.Toks[i].Unit; k-- {
			if t.Toks[k-1].Is(text.MarkNeg) && !t.Toks[k-1].Is(text.MarkCode) && !t.idleNegator(k-1, last) {
				return true // "no carga ninguna": one denial in two words
			}
		}
	}
	switch t.Toks[i].Low {
	case "not":
		if i > 0 && t.Toks[i-1].Low == "or" {
			return true // "whether or not"
		}
		return next == "only" || next == "just" || next == "merely" || next == "least" || next == "matter"
	case "não", "non", "nicht":
		return onlyWords.Has(next)
	case "no":
		return onlyWords.Has(next) || t.Gap(i) == "-" || next == "less" || next == "fewer" || next == "doubt" || next == "matter" || t.Toks[i+1].Is(text.MarkNumber) && text.IsDigitByte(next[0]) ||
			(next == "longer" || next == "more" || next == "later") && i+2 < last && t.Toks[i+2].Low == "than"
	case "without":
		return next == "doubt" || next == "question" || next == "exception" || next == "fail" || next == "a" && i+2 < last && (t.Toks[i+2].Low == "doubt" || t.Toks[i+2].Low == "question")
	case "n't":
		return next == "only" || next == "just" || next == "matter"
	}
	return false
}

var (
	// concord are the languages in which a second negator in a clause denies nothing more.
	concord   = text.WordSet(`es it pt fr ru`)
	onlyWords = text.WordSet(`solo sólo solamente só somente soltanto nur bloß`)
)

// deny marks what a negator before token from governs.
func (t *reading) deny(from, last int32) {
	const reach = 4
	for j, n := from, 0; j < last && n < reach; j++ {
		tok := &t.Toks[j]
		if j > from && (tok.Is(text.MarkBreak) || text.ClauseWords.Has(tok.Low)) {
			return
		}
		tok.Marks |= text.MarkNegated
		if tok.Content() {
			n++
		}
	}
}

// deniesAlike reports that what each of a claim and a sentence of a page denies, the other denies too, or, of the
// sentence's, does not speak of: "without a key" leaves alone what says nothing of keys.
func (a *alignment) deniesAlike(unit int32) bool {
	if unit < 0 || len(a.s.Toks) < articleFrom || text.WithoutSpaces(a.c.Raw) {
		return false
	}
	u := a.s.Units[unit]
	all, said := [2]int32{0, int32(len(a.c.Toks))}, [2]int32{u.First, u.Last}
	own, other := a.c.denied(all), a.s.denied(said)
	agrees := func(t *reading, r [2]int32, denied [][2]int32, stem string, absent bool) bool {
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
	next := a.c.contentFrom(i + 1)
	return next > 0 && a.c.Toks[next].Is(text.MarkNegated) && slices.ContainsFunc(a.s.denied(r), func(d [2]int32) bool { return a.s.Toks[d[1]].Stem == a.c.Toks[next].Stem })
}
