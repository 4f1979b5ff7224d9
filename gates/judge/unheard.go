package judge

import (
	"cmp"
	"slices"
	"strings"

	"assay/text"
)

// unheard are the names of the claim, first and last token, that the text has in no form. A part of a
// longer name is one only if it is unmistakable.
func (a *alignment) unheard() (runs [][2]int32) {
	for i := 0; i < len(a.terms); i++ {
		if !a.c.names(a.terms[i].tok) {
			continue
		}
		first, last := a.nameRun(i)
		if i = last; a.unheardOf(first, last) {
			runs = append(runs, [2]int32{a.terms[first].tok, a.terms[last].tok})
			continue
		}
		for k := first; k <= last; k++ {
			if tok := a.terms[k].tok; a.c.unmistakable(tok) && a.unheardOf(k, k) {
				runs = append(runs, [2]int32{tok, tok})
			}
		}
	}
	return runs
}

// unmistakable reports a name that is written so in any place: three capital letters or more, or
// a sign within a word that no sentence puts there.
func (t *reading) unmistakable(i int32) bool {
	tok := &t.toks[i]
	word := t.raw[tok.Start:tok.End]
	return len(word) >= 3 && !kindsOfThings.Has(strings.TrimSuffix(tok.Low, "s")) && (isUpperWord(word) || text.HasUpper(word[1:]) && !isUpperWord(word[:2]) || strings.IndexAny(word, "_.") > 1) // not x_1
}

// kindsOfThings are short for what many things are: who writes them names none.
var kindsOfThings = text.WordSet(`api cli gui url uri http https html json yaml xml csv pdf sql rest sdk ide cpu gpu ram ssd usb dns faq llm nlp etc
	todo readme e2e`)

// writes reports a text that has a name, or the last part of one with dots, in whatever it is a
// part of. What names a file may be the text itself.
func (t *reading) writes(name string) bool {
	const tellsApart = 5 // "yaml" ends the names of files
	last := name[strings.LastIndexByte(name, '.')+1:]
	if len(last) < tellsApart {
		last = name
	}
	return last == name && fileName.MatchString(name) || text.Spells(t.raw, last) || text.Spells(t.raw, strings.ReplaceAll(last, "_", " "))
}

// germanNoun reports a word of German with no capital but its first: every noun is written so.
func (t *reading) germanNoun(i int32) bool {
	tok := &t.toks[i]
	return t.lang == "de" && !tok.Is(text.MarkCode) && !text.HasUpper(t.raw[tok.Start+1:tok.End])
}

// termFrom is the first term that is a token or stands behind it.
func (a *alignment) termFrom(tok int32) int {
	i, _ := slices.BinarySearchFunc(a.terms, tok, func(tm term, tok int32) int { return cmp.Compare(tm.tok, tok) })
	return i
}

// unheardOf reports a run of names that neither the text nor what stands over the claim has
// in any form.
func (a *alignment) unheardOf(first, last int) bool {
	for k := first; k <= last; k++ {
		tm := &a.terms[k]
		tok := &a.c.toks[tm.tok]
		if tm.led || tm.anywhere > asForm || text.IsDigitByte(tok.Low[0]) || tok.Is(text.MarkCJK|text.MarkNumber) || len(tok.Low) < 2 || len(a.s.placesOf(tok.Stem)) > 0 || len(a.s.placesOf(strings.TrimSuffix(tok.Low, "s"))) > 0 {
			return false
		}
	}
	if first == last && a.c.germanNoun(a.terms[first].tok) {
		return false
	}
	before, behind := a.terms[first].tok-1, a.terms[last].tok+1
	if first == last && a.c.unmistakable(a.terms[first].tok) && (before < 0 || !strings.ContainsAny(a.c.gap(before), "(/[")) {
		name := span(a.c, a.terms[first].tok, a.terms[last].tok)
		return !a.s.spells(name) && !a.s.writes(name)
	}
	if before >= 0 && strings.ContainsAny(a.c.gap(before), "(/[") || // a gloss of what stands before it, a part of a path
		before >= 0 && a.c.capital(int(before)) && a.c.gap(before) == " " && a.c.toks[before].Content() || int(behind) < len(a.c.toks) && a.c.capital(int(behind)) && a.c.gap(behind-1) == " " && a.c.toks[behind].Content() {
		return false
	}
	return a.c.properRun(a.terms[first].tok, a.terms[last].tok) && !a.s.spells(span(a.c, a.terms[first].tok, a.terms[last].tok))
}

// namedElsewhere reports a name of the claim that the text has, but not where it says what
// the claim says, nor above: there it speaks of another.
func (a *alignment) namedElsewhere() bool {
	for i := range a.terms {
		tm := &a.terms[i]
		if tok := &a.c.toks[tm.tok]; tok.Is(text.MarkName) && !a.c.germanNoun(tm.tok) && (!tok.Is(text.MarkFirst) || isUpperWord(a.c.raw[tok.Start:tok.End])) && tm.here == 0 && tm.anywhere >= 1 && !tm.led && !a.namedNear(tm) {
			return true
		}
	}
	return false
}

// namedNear reports a name within a few sentences before the window: they speak of one thing.
func (a *alignment) namedNear(tm *term) bool {
	const near = 3
	return slices.ContainsFunc(tm.hits, func(h hit) bool {
		return h.unit >= a.window.first-near && h.unit <= a.window.last+near || a.over(h.unit, a.window)
	})
}
