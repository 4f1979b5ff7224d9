package reading

import (
	"slices"
	"strings"

	"assay/gates/judge/statement"
	"assay/text"
)

// SaysLack reports a claim that its source does not speak of something: the deck stops at
// page 9 and "does not cover B-trees", a figure is "not in the saved excerpt". That nothing of it
// is there bears it out.
func (t *Text) SaysLack() bool {
	if t.Negations() == 0 {
		return false
	}
	written, n := t.HasAny(writings), int32(len(t.Toks))
	if written && t.HasAny(telling) {
		return true
	}
	for i := range n {
		if !t.Toks[i].Is(text.MarkNeg) {
			continue
		}
		next := t.Low(i+1, n)
		if t.HasIn([2]int32{i, min(i+4, n)}, tried) && t.HasIn([2]int32{i, min(i+7, n)}, onThisPage) { // "not independently tested here"
			return true
		}
		if written && t.HasIn([2]int32{i, min(i+3, n)}, placing) && t.HasIn([2]int32{i, min(i+6, n)}, writings) || untold.Has(next) && (next == "mention" || t.Units[t.Toks[i].Unit].Last <= i+3) {
			return true
		}
	}
	return false
}

var (
	writings = text.WordSet(`source sources slide slides deck lecture lectures article paper transcript page text document documentation docs post talk video readme chapter report excerpt
		passage capture session ingest card cards abstract repository thread tweet reply newsletter episode interview podcast memo essay`)
	untold     = text.WordSet(`mention mentioned addressed covered discussed specified stated detailed described disclosed reported named quantified explained documented`)
	tried      = text.WordSet(`tested verified confirmed validated reproduced checked measured benchmarked evaluated`)
	onThisPage = text.WordSet(`here`)
	placing    = text.WordSet(`in from`)
	telling    = text.WordSet(`cover covers covered mention mentions mentioned detail details detailed describe describes described discuss discusses discussed
		introduce introduces introduced name names named naming give gives given provide provides provided specify specifies specified state states stated
		appear appears appeared cite cites cited confirm confirms confirmed quote quotes quoted found present fetched verified recovered accessed retrieved reported disclosed disclose discloses reports
		contain contains establish establishes identify identifies prove proves proven demonstrate demonstrates demonstrated show shows shown offer offers offered
		say says explain explains explained address addresses addressed include includes included list lists listed analyse analysed analyze analyzed`)
)

// Negations counts the words that deny.
func (t *Text) Negations() int { return t.NegationsIn(0, int32(len(t.Toks))) }

// NegationsIn counts the denials of a stretch.
func (t *Text) NegationsIn(first, last int32) (n int) {
	for i := first; i < last; i++ {
		if t.Toks[i].Is(text.MarkNeg) && !t.IdleNegator(i, last) {
			n++
		}
	}
	return n
}

// Negator is the first word that denies, or -1.
func (t *Text) Negator() int32 {
	for i := range t.Toks {
		if t.Toks[i].Is(text.MarkNeg) && !t.IdleNegator(int32(i), int32(len(t.Toks))) {
			return int32(i)
		}
	}
	return -1
}

// DeniesUntil reports a negator with "until" behind it.
func (t *Text) DeniesUntil(first, last int32) bool {
	for i := first; i < last; i++ {
		if t.Toks[i].Is(text.MarkNeg) {
			return t.HasIn([2]int32{i, last}, Untils)
		}
	}
	return false
}

var Untils = text.WordSet(`until till`)

// Turns reports a token of a clause in which more than a negator decides what it says: one of a
// case, one that asks for something, one behind a word that denies as well.
func (t *Text) Turns(i int32) bool {
	if text.WithoutSpaces(t.Raw) || t.UnderCondition(i) {
		return true
	}
	from := i // where its clause begins
	for first := t.Units[t.Toks[i].Unit].First; from > first && !t.Parted(from) && !text.ClauseWords.Has(t.Toks[from].Low); from-- {
	}
	head := &t.Toks[from]
	if head.Is(text.MarkNeg) && head.Low != "no" || strings.TrimSuffix(head.Low, "n") == "do" {
		return true // "do not", "never": it asks, and says nothing
	}
	return slices.ContainsFunc(t.Toks[from:i], func(tok text.Token) bool {
		return Otherwise.Has(tok.Low) || Privatives.Has(tok.Low) || statement.Relatives.Has(tok.Low) || tok.Low == "only"
	})
}

var (
	Doing     = text.WordSet(`do does did`)
	universal = text.WordSet(`all every each any always`)
)

// Privatives deny what they stand before or are said of.
var Privatives = text.WordSet(`missing absent devoid omit omits omitted skip skips skipped forgot forgotten disabled unavailable unsupported`)

// markScopes marks the tokens of a unit that a negator or a hedge governs, and
// those within quotation marks. The scope of a negator runs to the next
// punctuation or clause word, four meaning-bearing words at most; in Japanese it
// runs backwards, the negation being the predicate's end.
func (t *Text) markScopes(u *text.Unit) {
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
			if t.IdleNegator(i, u.Last) {
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
func (t *Text) neBefore(pas int32) int32 {
	for k := pas; k > 0 && !t.Parted(k) && t.Toks[k-1].Unit == t.Toks[pas].Unit; k-- {
		if low := t.Toks[k-1].Low; low == "n" || low == "ne" {
			return k - 1
		}
	}
	return -1
}

// toNegators deny before "to".
var toNegators = text.WordSet(`yet fail fails failed failing refuse refuses refused decline declines declined`)

// IdleNegator reports negators that deny nothing: "not only", "no longer than",
// "No. 5", "not … but", "no more than".
func (t *Text) IdleNegator(i, last int32) bool {
	if i+1 >= last {
		return false
	}
	next := t.Toks[i+1].Low
	if concord.Has(t.Lang) {
		for k := i; k > 0 && !t.Parted(k) && t.Toks[k-1].Unit == t.Toks[i].Unit; k-- {
			if t.Toks[k-1].Is(text.MarkNeg) && !t.Toks[k-1].Is(text.MarkCode) && !t.IdleNegator(k-1, last) {
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
func (t *Text) deny(from, last int32) {
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

// PlainDenials counts the words of a sentence that deny it, and not a piece that stands beside it.
func (t *Text) PlainDenials(words []int32) (n int) {
	for _, i := range words {
		if tok := &t.Toks[i]; tok.Is(text.MarkNeg) && !adverbial.Has(tok.Low) && !t.IdleNegator(i, words[len(words)-1]+1) {
			n++
		}
	}
	return n
}

// TurnsAt tells whether a place stands in a clause that holds only in a case, and whether behind "only".
func (t *Text) TurnsAt(words []int32, r [2]int) (under [2]bool) {
	at := words[min(r[0], len(words)-1)]
	return [2]bool{t.UnderCondition(at), slices.ContainsFunc(t.Toks[words[0]:at], func(tok text.Token) bool { return tok.Low == "only" })}
}

// Denied are the negators of a range, each with the word of meaning that it stands before.
func (t *Text) Denied(r [2]int32) (found [][2]int32) {
	for i := r[0]; i < r[1]; i++ {
		if !t.Toks[i].Is(text.MarkNeg) || t.Toks[i].Is(text.MarkCJK) || t.IdleNegator(i, r[1]) {
			continue
		}
		if at := slices.IndexFunc(t.Toks[i+1:r[1]], func(tok text.Token) bool { return tok.Content() }); at >= 0 {
			found = append(found, [2]int32{i, i + 1 + int32(at)})
		}
	}
	return found
}

// GoesOn reports a statement or a reason behind the clause of a word, which a text may give alone:
// "has no menus, since …", "does not count: it weighs …".
func (t *Text) GoesOn(i int32) bool {
	last := t.Units[t.Toks[i].Unit].Last
	return text.AnyIn(i+1, last, func(k int32) bool {
		low := t.Toks[k].Low
		if low == "and" {
			low = t.Low(k+1, last)
		}
		return low == "because" || strings.ContainsAny(t.Gap(k-1), ";；") || t.Parted(k) && (reasons.Has(low) || subjects.Has(low))
	})
}

var (
	reasons  = text.WordSet(`since because so as`)
	subjects = text.WordSet(`it they he she this these there`)
)

// Heads reports a denial without a verb before a colon, which says of which case the rest is: "No data: x = 0".
func (t *Text) Heads(i int32) bool {
	return i == 0 && t.Toks[i].Low == "no" && strings.Contains(t.Raw, ":")
}

var Otherwise = text.WordSet(`instead rather whether ignore ignores ignored exceed exceeded exceeds avoid avoids avoided prevent prevents
	fail fails failed stop stops stopped refuse refuses deny denies denied disallow disallows disallowed too non forbid forbids forbidden prohibit prohibits against
	evitar evita impedir impide éviter évite empêcher empêche vermeiden vermeidet verhindern verhindert`)

// DeniesIn reports a range with a word that denies: in Japanese it stands at the end.
func (t *Text) DeniesIn(r [2]int32) bool {
	return slices.ContainsFunc(t.Toks[r[0]:r[1]], func(tok text.Token) bool { return tok.Is(text.MarkNeg) })
}

// Contrasts reports a negator that denies a piece beside the statement, or answers a
// question, and not the statement: "the gate, not the wall", "not a gate but a wall", "Optional: No; a name".
func (t *Text) Contrasts(i int32) bool {
	for k := i + 1; int(k) < len(t.Toks) && !t.Parted(k); k++ {
		if t.Toks[k].Low == "but" {
			return true
		}
	}
	return !t.Toks[i].Is(text.MarkCJK) && i > 0 && t.Toks[i].Is(text.MarkBreak) || int(i)+1 < len(t.Toks) && t.Parted(i+1)
}

// Without is the text without a negator.
func (t *Text) Without(i int32) string {
	tok := &t.Toks[i]
	before, behind, between := t.Raw[:tok.Start], t.Raw[tok.End:], ""
	switch {
	case tok.Low == "cannot":
		between = "can"
	case tok.Low == "n't":
		switch {
		case strings.HasSuffix(before, "ca"), strings.HasSuffix(before, "Ca"):
			between = "n"
		case strings.HasSuffix(before, "wo"):
			before, between = before[:len(before)-1], "ill"
		}
	case strings.HasPrefix(behind, "有"):
		behind = behind[len("有"):]
	}
	return before + between + behind
}

// DeniesMainly reports a negator of a claim's main clause, if the claim says neither how it is instead
// nor in which case.
func (t *Text) DeniesMainly(i int32) bool {
	tok := &t.Toks[i]
	if t.Contrasts(i) || t.InBrackets(i) || t.UnderCondition(i) || HasAnyOf(t.Raw, Elsewise) {
		return false
	}
	if text.WithoutSpaces(t.Raw) {
		switch tok.Stem {
		case "ない":
			return (t.Lang == "ko" || strings.HasSuffix(tok.Low, "ない")) && (int(i)+1 == len(t.Toks) || t.Parted(i+1))
		case "不":
			return t.Lang == "zh" && verbNegators.Has(tok.Low) && !strings.ContainsAny(t.Before(i), "若如")
		}
		return false
	}
	if next := t.ContentFrom(i + 1); next >= 0 && slices.ContainsFunc(t.Toks, func(tok text.Token) bool { return tok.Stem == t.Toks[next].Stem && !tok.Is(text.MarkNegated) }) {
		return false // "signed and not signed ones"
	}
	return !adverbial.Has(tok.Low) && !slices.ContainsFunc(t.Toks[t.Units[tok.Unit].First:i], func(tok text.Token) bool {
		return statement.Relatives.Has(tok.Low) || CaseWords.Has(tok.Low) || text.ClauseWords.Has(tok.Low) && !coordinating.Has(tok.Low)
	})
}

var coordinating = text.WordSet(`and und et y e и`)

var (
	verbNegators = text.WordSet(`不 没 沒`) // the others begin words
	// adverbial negators deny a piece of a sentence, which goes on to say something.
	adverbial = text.WordSet(`instead rather without neither nor none lack lacks lacking unable ohne weder sin ni sans senza sem zonder utan без`)
	// elsewise stand in what says how it is instead, or denies in words of its own.
	Elsewise = []string{"而是", "而非", "除了", "ではなく", "でなく", "だけ", "のみ", "以外", "スキップ", "除外", "代わり", "かわり", "sondern ", " sino ", "beyond", "other than", "except"}
)
