package reading

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/gates/judge/statement"
	"assay/gates/judge/value"
	"assay/text"
	"assay/text/syntax"
)

// Asserts reports a statement that claims what it says: no question, no example, no
// formula, and without a hedge, so that another may contradict it.
func (t *Text) Asserts() bool {
	return len(t.Units) == 1 && t.AssertsIn([2]int32{0, int32(len(t.Toks))})
}

// AssertsIn reports the same of a run of its words: what hedges two statements alike hedges nothing
// that they differ in.
func (t *Text) AssertsIn(run [2]int32) bool {
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

// Allows reports "may", which of a value says a limit and of all else no more than that
// it is possible.
func (t *Text) Allows() bool {
	return slices.ContainsFunc(t.Toks, func(tok text.Token) bool { return tok.Low == "may" && !tok.Is(text.MarkNumber) })
}

// Labels reports a value that says which thing is meant and no more: "week 5", "step 4:",
// "in version 2", "(2019)".
func (t *Text) Labels(v *value.Value) bool {
	u := t.Units[v.In]
	if v.First > u.First && LabelWords.Has(t.Toks[v.First-1].Low) || v.Kind == value.Number && v.First > u.First && v.Spelled && t.Toks[v.First-1].Low == "the" {
		return true
	}
	if before := v.First - 1; before > u.First && v.Kind == value.Number && v.Unit == "" && t.Toks[before].Is(text.MarkName) && !t.Toks[before].Is(text.MarkFirst) && t.EndsPhrase(v.Last) {
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
		return v.Bound == value.Exactly && !t.HasAny(requiring) // "3.2 or above" is required
	case value.Ordinal:
		return !t.behindBe(v.First)
	}
	return false
}

var (
	LabelWords = text.WordSet(`week weeks day lecture step chapter section part page figure table phase stage level version release question exercise task round
		no number item line slide tier type class case example appendix volume issue lesson unit module session episode sprint iteration q
		group layer experiment trial scenario option theorem equation rule article clause season series generation act scene
		woche tag schritt kapitel abschnitt teil seite stufe phase fall aufgabe semana paso capítulo semaine étape chapitre`)
	germanBe    = text.WordSet(`war ist`)
	beForms     = text.WordSet(`is are was were be been being am 's`)
	determiners = text.WordSet(`a an the this that these those his her its their my our your each every some any all both no several many most few one another other`)
	requiring   = text.WordSet(`requires require required needs need minimum latest current is supports erfordert benötigt requiert requiere`)
)

// behindBe reports a form of "be" up to two words before a token.
func (t *Text) behindBe(i int32) bool {
	return t.HasIn([2]int32{max(0, i-3), i}, beForms) || t.HasIn([2]int32{max(0, i-3), i}, germanBe) || t.Toks[i].Is(text.MarkCJK) || i > 0 && t.Toks[i-1].Is(text.MarkCJK)
}

// Attributive reports a word before a noun: it says which of the things is meant.
func (t *Text) Attributive(i int32) bool {
	if t.Toks[i].Is(text.MarkCJK) || int(i)+1 >= len(t.Toks) || t.Toks[i+1].Is(text.MarkBreak) || !t.Toks[i+1].Content() {
		return false
	}
	return t.Toks[i].Is(text.MarkFirst) || i > 0 && (determiners.Has(t.Toks[i-1].Low) || t.Toks[i-1].Low == "der" || t.Toks[i-1].Low == "die" || t.Toks[i-1].Low == "das")
}

// Points reports that what stands between two parts of a text points somewhere.
func Points(before, behind string) bool {
	before = strings.TrimRight(before, " ")
	for _, word := range pageMarks {
		if at := len(before) - len(word); at >= 0 && strings.EqualFold(before[at:], word) {
			return true
		}
	}
	return strings.TrimSpace(behind) == "." && (strings.HasSuffix(before, ":") || strings.HasSuffix(before, "："))
}

// MayRank reports a text that may say what is the first, or the most, of its kind.
func (t *Text) MayRank() bool {
	return t.HasAny(statement.Superlatives) || slices.ContainsFunc(t.Values, func(v value.Value) bool { return v.Kind == value.Ordinal && v.N == 1 })
}

// Predicates reports a text with a verb that makes a sentence of its clause: not one behind "that".
func (t *Text) Predicates() bool {
	return text.AnyIn(1, int32(len(t.Toks)), func(i int32) bool { return finiteVerbs.Has(t.Toks[i].Low) && !statement.Relatives.Has(t.Toks[i-1].Low) })
}

var finiteVerbs = text.WordSet(`is are was were can cannot will does did has have must may`)

// Identifies reports a title with a number, "Model 7", or of one word that is written as a name in any
// place, "PostgreSQL": what stands in such notes is of the one thing that is called so.
func (t *Text) Identifies() bool {
	return strings.ContainsAny(t.Raw, "0123456789") || len(t.Toks) == 1 && text.HasUpper(t.Raw[t.Toks[0].Start+1:t.Toks[0].End])
}

// Points reports a statement whose subject stands before it: it opens with a pronoun, or
// has a word that points back.
func (t *Text) Points() bool {
	return text.AnyIn(0, int32(len(t.Toks)), func(i int32) bool {
		low := t.Toks[i].Low
		return pointing.Has(low) || strings.HasPrefix(low, "该") && !strings.HasSuffix(t.Before(i), "应") || i == 0 && text.Pronouns.Has(low) && (t.Lang == "en" || !text.OwnSubjects.Has(low))
	})
}

var pointing = text.WordSet(`this these dies dieser dieses cette ces este estos
	该 此 其 本 これ それ この その 当該 이 그`)

// Fragment reports a text without a verb, or one that begins with it, or a key and its
// value: a label, a step.
func (t *Text) Fragment() bool {
	return t.Lang == "en" && (!t.HasVerb(0, int32(len(t.Toks))) || t.TagAt(0) == syntax.Verb || strings.HasPrefix(t.Raw[t.Toks[0].End:], ":"))
}

// Defines reports a name and, behind a dash, what it is.
func (t *Text) Defines() bool {
	const opening = 6
	return text.AnyIn(0, opening-1, func(i int32) bool {
		gap := strings.TrimSpace(t.Gap(i))
		return gap == "–" || gap == "—"
	})
}

// Unread reports a text in a language of which the judge knows neither the words that
// deny nor those that limit, so that it can vouch for the text's own sentences alone.
func (t *Text) Unread() bool {
	if t.Lang == text.Undetermined {
		return true
	}
	sample := t.Raw
	if len(sample) > 2000 {
		sample = sample[:2000]
	}
	letters, read, accented := 0, 0, 0
	for _, r := range sample {
		switch {
		case r < utf8.RuneSelf:
			if r|0x20 >= 'a' && r|0x20 <= 'z' {
				letters, read = letters+1, read+1
			}
		case r < 0x250 && unicode.IsLetter(r):
			letters, read, accented = letters+1, read+1, accented+1
		case r >= 0x400 && r < 0x530, text.IsCJK(r):
			letters, read = letters+1, read+1
		case r >= 0x1e00 && r < 0x1f00:
			letters, read, accented = letters+1, read+1, accented+1
		case unicode.IsLetter(r):
			letters++
		}
	}
	if 3*read < 2*letters {
		return true
	}
	return t.Lang == "en" && 50*accented > letters && !t.plainEnglish()
}

// plainEnglish reports the small words that no English text does without.
func (t *Text) plainEnglish() bool {
	words, small := 0, 0
	for i := range t.Toks {
		if t.Toks[i].Is(text.MarkNumber) {
			continue
		}
		words++
		if t.Toks[i].Is(text.MarkStop) && !text.CommonEnglish.Has(t.Toks[i].Low) && !strings.ContainsFunc(t.Toks[i].Low, func(r rune) bool { return r >= utf8.RuneSelf }) {
			small++
		}
	}
	return words < 8 || 10*small >= words
}

var pageMarks = [...]string{"(s.", " s.", "(p.", " p.", "(pp.", " pp.", " ch.", " sec.", "(§", " §"}
