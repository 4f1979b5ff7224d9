package judge

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/gates/judge/lexicon"
	"assay/gates/judge/reading"
)

// findAliases finds Tennessee in TN, the United States in the U.S., and John Tolkien in
// J. R. R. Tolkien, each the other way round too.
func (a *alignment) findAliases() {
	for i := range a.terms {
		tm := &a.terms[i]
		tok := &a.c.Toks[tm.tok]
		if !a.c.Capital(int(tm.tok)) {
			continue
		}
		for _, f := range lexicon.AliasesOf()[tok.Low] {
			if a.c.FormAt(tm.tok, f.Words) {
				a.addForms(i, f)
			}
		}
		a.findInitialed(i)
	}
}

// addForms finds the other forms of the name that begins with term i.
func (a *alignment) addForms(i int, f lexicon.AliasForm) {
	end := a.terms[i].tok + int32(len(f.Words))
	for _, other := range f.Group {
		words := strings.Fields(other)
		if len(words) == len(f.Words) && words[0] == f.Words[0] {
			continue
		}
		at := a.s.PlacesOf(words[0])
		if stem := a.stems.Stem(words[0], "en"); len(at) == 0 && stem != words[0] {
			at = a.s.PlacesOf(stem)
		}
		for _, p := range at {
			if !a.s.FormAt(p, words) {
				continue
			}
			for k := i; k < len(a.terms) && a.terms[k].tok < end; k++ {
				a.addSorted(&a.terms[k], []int32{p}, asInitials)
			}
		}
	}
}

// findInitialed finds the first names of a person by their initials: those before a
// last name that both texts have.
func (a *alignment) findInitialed(i int) {
	first := &a.terms[i]
	if len(first.hits) > 0 {
		return
	}
	letter := a.c.Raw[a.c.Toks[first.tok].Start]
	last := i + 1
	for last < len(a.terms) && last <= i+3 && a.terms[last].tok == a.terms[last-1].tok+1 && (len(a.terms[last].hits) == 0 || len(a.c.Toks[a.terms[last].tok].Low) == 1) {
		last++
	}
	if last >= len(a.terms) || a.terms[last].tok != a.terms[last-1].tok+1 || len(a.c.Toks[a.terms[last].tok].Low) < 3 || !a.c.Capital(int(a.terms[last].tok)) {
		return
	}
	for _, h := range a.terms[last].hits {
		if h.strength < 1 {
			continue
		}
		p := h.tok - 1
		for p >= 0 && p >= h.tok-4 && a.s.Toks[p].Unit == a.s.Toks[h.tok].Unit && a.s.Capital(int(p)) && strings.Trim(a.s.Gap(p), ". ") == "" {
			p--
		}
		p++
		short := len(a.c.Toks[first.tok].Low) == 1 || len(a.s.Toks[min(p, h.tok)].Low) == 1
		if p == h.tok || !short || a.s.Raw[a.s.Toks[p].Start] != letter {
			continue
		}
		for k := i; k < last; k++ {
			a.addSorted(&a.terms[k], []int32{p}, asInitials)
		}
	}
}

// findDefined finds an abbreviation of the claim where the text has its words, and the
// words where the text has the abbreviation, going by what the text or the claim defines.
func (a *alignment) findDefined() {
	for _, by := range []*reading.Text{a.s, a.c} {
		for _, short := range slices.Sorted(maps.Keys(by.Defined)) { // in order, for the first hits count
			long := by.Defined[short]
			stems := make([]string, len(long))
			for k, p := range long {
				stems[k] = by.Toks[p].Stem
			}
			inSource := places(a.s, stems)
			for i := range a.terms {
				tok := &a.c.Toks[a.terms[i].tok]
				if tok.Low == short {
					a.addSorted(&a.terms[i], inSource, asInitials)
				}
			}
			inClaim := places(a.c, stems)
			for i := range a.terms {
				at := a.terms[i].tok
				if by == a.c && slices.Contains(long, at) || slices.ContainsFunc(inClaim, func(p int32) bool { return at >= p && at < p+int32(len(stems)) }) {
					a.addSorted(&a.terms[i], a.s.PlacesOf(a.stems.Stem(short, a.s.Lang)), asInitials)
				}
			}
		}
	}
}

// findGlossed finds a gloss in another script that the text has not, "표현(semantic representation)", where
// the text has the word that it stands behind. A name in brackets is more than a gloss, and so is what one may choose.
func (a *alignment) findGlossed() {
	const longest = 64 // bytes of a gloss
	for i := 1; i < len(a.terms); i++ {
		of, first := &a.terms[i-1], a.c.Toks[a.terms[i].tok]
		before, after := a.c.Raw[:first.Start], a.c.Raw[first.Start:]
		if len(of.hits) == 0 || of.tok+1 != a.terms[i].tok || !strings.HasSuffix(before, "(") && !strings.HasSuffix(before, "（") || a.c.Toks[of.tok].Low[0] < utf8.RuneSelf {
			continue
		}
		end := strings.IndexAny(after[:min(longest, len(after))], ")）")
		if end < 0 || strings.ContainsFunc(after[:end], func(r rune) bool { return r != ' ' && r != '-' && (r < 'a' || r > 'z') }) {
			continue
		}
		at := make([]int32, len(of.hits))
		for k, h := range of.hits {
			at[k] = h.tok
		}
		for k := i; k < len(a.terms) && int(a.c.Toks[a.terms[k].tok].Start-first.Start) < end; k++ {
			if len(a.terms[k].hits) == 0 {
				a.addSorted(&a.terms[k], at, asSynonym)
			}
		}
	}
}

// addSorted adds hits to those of a term, by place.
func (a *alignment) addSorted(tm *term, at []int32, strength float32) {
	if len(at) > 0 {
		a.addHits(tm, at, strength)
		slices.SortFunc(tm.hits, byPlace)
	}
}

// places is where a text has words one after the other.
func places(t *reading.Text, stems []string) []int32 {
	var at []int32
	for _, p := range t.PlacesOf(stems[0]) {
		n := 1
		for n < len(stems) && int(p)+n < len(t.Toks) && t.Toks[int(p)+n].Stem == stems[n] {
			n++
		}
		if n == len(stems) {
			at = append(at, p)
		}
	}
	return at
}

// How much a find counts by what WordNet calls it.
const (
	asDerived = 0.8
	asLexeme  = 0.7
	asGeneral = 0.45
)

// findRelated finds words that WordNet relates to a term. It looks where the word
// itself is not, or a page that has both would count every likeness.
func (a *alignment) findRelated(tm *term, stem string) {
	x, ok := lexicon.LookUp(stem)
	if !ok {
		return
	}
	for _, list := range [...]struct {
		words    string
		strength float32
	}{{x.Derived, asDerived}, {x.Synonyms, asLexeme}, {x.General, asGeneral}} {
		for w := range strings.SplitSeq(list.words, " ") {
			if at := a.s.PlacesOf(w); len(at) > 0 {
				a.addHits(tm, at, list.strength)
			}
		}
	}
}
