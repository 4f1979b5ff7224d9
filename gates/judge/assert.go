package judge

import (
	"slices"
	"strings"
	"unicode/utf8"

	"assay/gates/judge/value"
	"assay/text"
)

// asserts reports a statement that claims what it says: no question, no example, no
// formula, and without a hedge, so that another may contradict it.
func (t *reading) asserts() bool {
	return len(t.Units) == 1 && t.assertsIn([2]int32{0, int32(len(t.Toks))})
}

// assertsIn reports the same of a run of its words: what hedges two statements alike hedges nothing
// that they differ in.
func (t *reading) assertsIn(run [2]int32) bool {
	if len(t.Toks) == 0 || strings.ContainsAny(t.Raw, "\\?？≠≈") || strings.Count(t.Raw, "$") > 1 {
		return false
	}
	for i := range t.Toks {
		tok, within := &t.Toks[i], int32(i) >= run[0] && int32(i) < run[1]
		if tok.Is(text.MarkNumber) || tok.Low == "may" {
			continue // a month, or what is allowed
		}
		if within && text.Hedges.Has(tok.Low) && !tok.Is(text.MarkName) || supposing.Has(tok.Low) {
			return false
		}
	}
	return !strings.Contains(t.Raw, "e.g.") && !strings.Contains(t.Raw, "z. B.") && !strings.Contains(t.Raw, "z.B.")
}

// supposing words open an example or say what is meant to be.
var supposing = text.WordSet(`suppose assume assuming imagine consider example examples planned plans plan proposed proposes expected expects intends aims
	approximately estimate estimates beispiel beispielsweise angenommen geplant 例如 比如 假设 可能 计划 預定 予定 例えば`)

// allows reports "may", which of a value says a limit and of all else no more than that
// it is possible.
func (t *reading) allows() bool {
	return slices.ContainsFunc(t.Toks, func(tok text.Token) bool { return tok.Low == "may" && !tok.Is(text.MarkNumber) })
}

// negations counts the words that deny.
func (t *reading) negations() int { return t.negationsIn(0, int32(len(t.Toks))) }

func (t *reading) negationsIn(first, last int32) (n int) {
	for i := first; i < last; i++ {
		if t.Toks[i].Is(text.MarkNeg) && !t.idleNegator(i, last) {
			n++
		}
	}
	return n
}

// negator is the first word that denies, or -1.
func (t *reading) negator() int32 {
	for i := range t.Toks {
		if t.Toks[i].Is(text.MarkNeg) && !t.idleNegator(int32(i), int32(len(t.Toks))) {
			return int32(i)
		}
	}
	return -1
}

// labels reports a value that says which thing is meant and no more: "week 5", "step 4:",
// "in version 2", "(2019)".
func (t *reading) labels(v *value.Value) bool {
	u := t.Units[v.In]
	if v.First > u.First && labelWords.Has(t.Toks[v.First-1].Low) || v.Kind == value.Number && v.First > u.First && v.Spelled && t.Toks[v.First-1].Low == "the" {
		return true
	}
	if before := v.First - 1; before > u.First && v.Kind == value.Number && v.Unit == "" && t.Toks[before].Is(text.MarkName) && !t.Toks[before].Is(text.MarkFirst) && t.endsPhrase(v.Last) {
		return true // "Arm 2"
	}
	if strings.HasSuffix(strings.TrimRight(t.Raw[:v.Start], " "), "第") || strings.HasPrefix(t.Raw[max(0, int(v.Start)-1):], "#") {
		return !strings.HasPrefix(t.Raw[v.End:], "任") && !strings.HasPrefix(t.Raw[v.End:], "大")
	}
	rest := strings.TrimLeft(t.Raw[v.End:], " \"”*`")
	for _, mark := range [...]string{":", "：", "—", "–", "|", "→"} {
		if strings.HasPrefix(rest, mark) {
			return v.First-u.First <= 2
		}
	}
	switch v.Kind {
	case value.Dated:
		return v.First-u.First <= 2 && u.Last-v.Last > 3 // it opens its sentence and says when the rest holds
	case value.Version:
		return v.Bound == value.Exactly && !t.hasAny(requiring) // "3.2 or above" is required
	case value.Ordinal:
		return !t.behindBe(v.First)
	}
	return false
}

var (
	labelWords = text.WordSet(`week weeks day lecture step chapter section part page figure table phase stage level version release question exercise task round
		no number item line slide tier type class case example appendix volume issue lesson unit module session episode sprint iteration q
		group layer experiment trial scenario option theorem equation rule article clause season series generation act scene
		woche tag schritt kapitel abschnitt teil seite stufe phase fall aufgabe semana paso capítulo semaine étape chapitre`)
	germanBe    = text.WordSet(`war ist`)
	beForms     = text.WordSet(`is are was were be been being am 's`)
	determiners = text.WordSet(`a an the this that these those his her its their my our your each every some any all both no several many most few one another other`)
	requiring   = text.WordSet(`requires require required needs need minimum latest current is supports erfordert benötigt requiert requiere`)
)

// behindBe reports a form of "be" up to two words before a token.
func (t *reading) behindBe(i int32) bool {
	return t.hasIn([2]int32{max(0, i-3), i}, beForms) || t.hasIn([2]int32{max(0, i-3), i}, germanBe) || t.Toks[i].Is(text.MarkCJK) || i > 0 && t.Toks[i-1].Is(text.MarkCJK)
}

func (t *reading) hasAny(of text.Set) bool {
	return t.hasIn([2]int32{0, int32(len(t.Toks))}, of)
}

// attributive reports a word before a noun: it says which of the things is meant.
func (t *reading) attributive(i int32) bool {
	if t.Toks[i].Is(text.MarkCJK) || int(i)+1 >= len(t.Toks) || t.Toks[i+1].Is(text.MarkBreak) || !t.Toks[i+1].Content() {
		return false
	}
	return t.Toks[i].Is(text.MarkFirst) || i > 0 && (determiners.Has(t.Toks[i-1].Low) || t.Toks[i-1].Low == "der" || t.Toks[i-1].Low == "die" || t.Toks[i-1].Low == "das")
}

// nameOf is the run of tokens that the words make, where they are one name.
func (t *reading) nameOf(words []int32) (run [2]int32, ok bool) {
	if len(words) == 0 {
		return run, false
	}
	for k, i := range words {
		if tok := &t.Toks[i]; !tok.Is(text.MarkName|text.MarkCode) || tok.Is(text.MarkCJK) || i == 0 || k > 0 && i != words[k-1]+1 {
			return run, false
		}
	}
	return [2]int32{words[0], words[len(words)-1] + 1}, true
}

// holdsOne reports a name where there is room for one only: "composed by", "is called",
// "the default is".
func (t *reading) holdsOne(run [2]int32) bool {
	first, last := run[0], run[1]
	if first < 2 || int(last) < len(t.Toks) && (text.Joining.Has(t.Toks[last].Low) || t.Toks[last].Low == "or" || strings.Contains(t.Gap(last-1), ",")) {
		return false
	}
	before, verb := t.Toks[first-1].Low, t.Toks[first-2].Low
	switch {
	case before == "by" || before == "von" || before == "par" || before == "por":
		return true
	case settling.Has(before), settling.Has(verb) && placeWords.Has(before):
		return true
	case before == "to":
		return defaulting.Has(verb)
	case beForms.Has(before), before == "ist", before == "war", before == "est", before == "es":
		return (text.OwnSubjects.Has(t.Toks[0].Low) || t.hasAny(defaulting) || t.Raw != strings.ReplaceAll(t.Raw, "'s ", "")) && (int(last) == len(t.Toks) || t.Toks[last].Is(text.MarkBreak))
	}
	return false
}

var (
	placeWords = text.WordSet(`in at on near from to off beside within inside outside into onto`)
	settling   = text.WordSet(`called named founded headquartered located based born buried written implemented licensed`)
	defaulting = text.WordSet(`default defaults defaulted renamed`)
)

// edge reports two characters of a text without spaces that touch what differs.
func (t *reading) edge(i int32, but [2]int32) bool {
	if !t.Toks[i].Is(text.MarkCJK) || but[1] <= but[0] {
		return false
	}
	return t.Toks[i].Start <= t.Toks[but[1]-1].End && t.Toks[i].End >= t.Toks[but[0]].Start
}

// ending reports a word of one or two hiragana: the end of a verb.
func (t *reading) ending(i int32) bool {
	word := t.Raw[t.Toks[i].Start:t.Toks[i].End]
	return len(word) <= 6 && strings.IndexFunc(word, func(r rune) bool { return !text.IsHiragana(r) }) < 0
}

// spread reports two characters that stand in another text with one between them: a negator,
// say.
func (t *reading) spread(i int32, other string) bool {
	if !t.Toks[i].Is(text.MarkCJK) {
		return false
	}
	r, n := utf8.DecodeRuneInString(t.Raw[t.Toks[i].Start:])
	second := t.Raw[int(t.Toks[i].Start)+n : t.Toks[i].End]
	if !text.IsHan(r) || utf8.RuneCountInString(second) != 1 {
		return false
	}
	_, rest, found := strings.Cut(other, string(r))
	for found {
		_, skip := utf8.DecodeRuneInString(rest)
		if skip < len(rest) && strings.HasPrefix(rest[skip:], second) {
			return true
		}
		_, rest, found = strings.Cut(rest, string(r))
	}
	return false
}

// assertsNothing reports a claim that no text can support: a question, or a word or
// two without a verb. Values are left to their own comparison.
func (a *alignment) assertsNothing() bool {
	if text.Asks(a.c.Raw) {
		return true
	}
	if a.c.Lang != "en" && a.c.Lang != "" || len(a.c.Units) != 1 {
		return false
	}
	toks := a.c.Toks
	for len(toks) > 0 && (toks[0].Low == "and" || toks[0].Low == "but" || toks[0].Low == "or" || toks[0].Low == "so") {
		toks = toks[1:]
	}
	if len(toks) > 1 && toks[0].Low == "no" {
		return false // "No lamps" says that there are none
	}
	if len(toks) > 1 && toks[0].Low == "that" && len(toks) < len(a.c.Toks) {
		return true // "But that he …": the clause that governs it is gone
	}
	for i := range a.terms {
		if a.c.Toks[a.terms[i].tok].Is(text.MarkCJK | text.MarkCode) {
			return false
		}
	}
	if len(a.terms) > 2 || len(a.c.Values) > 0 {
		return false
	}
	x := a.c.tree(0)
	for i := int32(0); x != nil && int(i) < len(x.Nodes); i++ {
		if x.Verb(i) {
			return false
		}
	}
	return !a.c.HasVerb(0, int32(len(a.c.Toks)))
}
