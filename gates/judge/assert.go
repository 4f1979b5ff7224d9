package judge

import (
	"slices"
	"strings"
	"unicode/utf8"

	"assay/text"
)

// asserts reports a statement that claims what it says: no question, no example, no
// formula, and without a hedge, so that another may contradict it.
func (t *reading) asserts() bool {
	return len(t.units) == 1 && t.assertsIn([2]int32{0, int32(len(t.toks))})
}

// assertsIn reports the same of a run of its words: what hedges two statements alike hedges nothing
// that they differ in.
func (t *reading) assertsIn(run [2]int32) bool {
	if len(t.toks) == 0 || strings.ContainsAny(t.raw, "\\?？≠≈") || strings.Count(t.raw, "$") > 1 {
		return false
	}
	for i := range t.toks {
		tok, within := &t.toks[i], int32(i) >= run[0] && int32(i) < run[1]
		if tok.Is(text.MarkNumber) || tok.Low == "may" {
			continue // a month, or what is allowed
		}
		if within && text.Hedges.Has(tok.Low) && !tok.Is(text.MarkName) || supposing.Has(tok.Low) {
			return false
		}
	}
	return !strings.Contains(t.raw, "e.g.") && !strings.Contains(t.raw, "z. B.") && !strings.Contains(t.raw, "z.B.")
}

// supposing words open an example or say what is meant to be.
var supposing = text.WordSet(`suppose assume assuming imagine consider example examples planned plans plan proposed proposes expected expects intends aims
	approximately estimate estimates beispiel beispielsweise angenommen geplant 例如 比如 假设 可能 计划 預定 予定 例えば`)

// allows reports "may", which of a value says a limit and of all else no more than that
// it is possible.
func (t *reading) allows() bool {
	return slices.ContainsFunc(t.toks, func(tok text.Token) bool { return tok.Low == "may" && !tok.Is(text.MarkNumber) })
}

// negations counts the words that deny.
func (t *reading) negations() int { return t.negationsIn(0, int32(len(t.toks))) }

func (t *reading) negationsIn(first, last int32) (n int) {
	for i := first; i < last; i++ {
		if t.toks[i].Is(text.MarkNeg) && !t.idleNegator(i, last) {
			n++
		}
	}
	return n
}

// negator is the first word that denies, or -1.
func (t *reading) negator() int32 {
	for i := range t.toks {
		if t.toks[i].Is(text.MarkNeg) && !t.idleNegator(int32(i), int32(len(t.toks))) {
			return int32(i)
		}
	}
	return -1
}

// labels reports a value that says which thing is meant and no more: "week 5", "step 4:",
// "in version 2", "(2019)".
func (t *reading) labels(v *value) bool {
	u := t.units[v.in]
	if v.first > u.first && labelWords.Has(t.toks[v.first-1].Low) || v.kind == number && v.first > u.first && v.spelled && t.toks[v.first-1].Low == "the" {
		return true
	}
	if before := v.first - 1; before > u.first && v.kind == number && v.unit == "" && t.toks[before].Is(text.MarkName) && !t.toks[before].Is(text.MarkFirst) && t.endsPhrase(v.last) {
		return true // "Arm 2"
	}
	if strings.HasSuffix(strings.TrimRight(t.raw[:v.start], " "), "第") || strings.HasPrefix(t.raw[max(0, int(v.start)-1):], "#") {
		return !strings.HasPrefix(t.raw[v.end:], "任") && !strings.HasPrefix(t.raw[v.end:], "大")
	}
	rest := strings.TrimLeft(t.raw[v.end:], " \"”*`")
	for _, mark := range [...]string{":", "：", "—", "–", "|", "→"} {
		if strings.HasPrefix(rest, mark) {
			return v.first-u.first <= 2
		}
	}
	switch v.kind {
	case dated:
		return v.first-u.first <= 2 && u.last-v.last > 3 // it opens its sentence and says when the rest holds
	case version:
		return v.bound == exactly && !t.hasAny(requiring) // "3.2 or above" is required
	case ordinal:
		return !t.behindBe(v.first)
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
	return t.hasIn([2]int32{max(0, i-3), i}, beForms) || t.hasIn([2]int32{max(0, i-3), i}, germanBe) || t.toks[i].Is(text.MarkCJK) || i > 0 && t.toks[i-1].Is(text.MarkCJK)
}

func (t *reading) hasAny(of text.Set) bool {
	return t.hasIn([2]int32{0, int32(len(t.toks))}, of)
}

// attributive reports a word before a noun: it says which of the things is meant.
func (t *reading) attributive(i int32) bool {
	if t.toks[i].Is(text.MarkCJK) || int(i)+1 >= len(t.toks) || t.toks[i+1].Is(text.MarkBreak) || !t.toks[i+1].Content() {
		return false
	}
	return t.toks[i].Is(text.MarkFirst) || i > 0 && (determiners.Has(t.toks[i-1].Low) || t.toks[i-1].Low == "der" || t.toks[i-1].Low == "die" || t.toks[i-1].Low == "das")
}

// nameOf is the run of tokens that the words make, where they are one name.
func (t *reading) nameOf(words []int32) (run [2]int32, ok bool) {
	if len(words) == 0 {
		return run, false
	}
	for k, i := range words {
		if tok := &t.toks[i]; !tok.Is(text.MarkName|text.MarkCode) || tok.Is(text.MarkCJK) || i == 0 || k > 0 && i != words[k-1]+1 {
			return run, false
		}
	}
	return [2]int32{words[0], words[len(words)-1] + 1}, true
}

// holdsOne reports a name where there is room for one only: "composed by", "is called",
// "the default is".
func (t *reading) holdsOne(run [2]int32) bool {
	first, last := run[0], run[1]
	if first < 2 || int(last) < len(t.toks) && (joining.Has(t.toks[last].Low) || t.toks[last].Low == "or" || strings.Contains(t.gap(last-1), ",")) {
		return false
	}
	before, verb := t.toks[first-1].Low, t.toks[first-2].Low
	switch {
	case before == "by" || before == "von" || before == "par" || before == "por":
		return true
	case settling.Has(before), settling.Has(verb) && placeWords.Has(before):
		return true
	case before == "to":
		return defaulting.Has(verb)
	case beForms.Has(before), before == "ist", before == "war", before == "est", before == "es":
		return (ownSubjects.Has(t.toks[0].Low) || t.hasAny(defaulting) || t.raw != strings.ReplaceAll(t.raw, "'s ", "")) && (int(last) == len(t.toks) || t.toks[last].Is(text.MarkBreak))
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
	if !t.toks[i].Is(text.MarkCJK) || but[1] <= but[0] {
		return false
	}
	return t.toks[i].Start <= t.toks[but[1]-1].End && t.toks[i].End >= t.toks[but[0]].Start
}

// ending reports a word of one or two hiragana: the end of a verb.
func (t *reading) ending(i int32) bool {
	word := t.raw[t.toks[i].Start:t.toks[i].End]
	return len(word) <= 6 && strings.IndexFunc(word, func(r rune) bool { return !text.IsHiragana(r) }) < 0
}

// spread reports two characters that stand in another text with one between them: a negator,
// say.
func (t *reading) spread(i int32, other string) bool {
	if !t.toks[i].Is(text.MarkCJK) {
		return false
	}
	r, n := utf8.DecodeRuneInString(t.raw[t.toks[i].Start:])
	second := t.raw[int(t.toks[i].Start)+n : t.toks[i].End]
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

// asks reports a sentence that is a question.
func asks(sentence string) bool {
	sentence = strings.TrimRight(sentence, " \n\r\t\"'”’*_)")
	return strings.HasSuffix(sentence, "?") || strings.HasSuffix(sentence, "？")
}

// assertsNothing reports a claim that no text can support: a question, or a word or
// two without a verb. Values are left to their own comparison.
func (a *alignment) assertsNothing() bool {
	if asks(a.c.raw) {
		return true
	}
	if a.c.lang != "en" && a.c.lang != "" || len(a.c.units) != 1 {
		return false
	}
	toks := a.c.toks
	for len(toks) > 0 && (toks[0].Low == "and" || toks[0].Low == "but" || toks[0].Low == "or" || toks[0].Low == "so") {
		toks = toks[1:]
	}
	if len(toks) > 1 && toks[0].Low == "no" {
		return false // "No lamps" says that there are none
	}
	if len(toks) > 1 && toks[0].Low == "that" && len(toks) < len(a.c.toks) {
		return true // "But that he …": the clause that governs it is gone
	}
	for i := range a.terms {
		if a.c.toks[a.terms[i].tok].Is(text.MarkCJK | text.MarkCode) {
			return false
		}
	}
	if len(a.terms) > 2 || len(a.c.values) > 0 {
		return false
	}
	x := a.c.tree(0)
	for i := int32(0); x != nil && int(i) < len(x.nodes); i++ {
		if x.verb(i) {
			return false
		}
	}
	return !a.c.hasVerb(0, int32(len(a.c.toks)))
}
