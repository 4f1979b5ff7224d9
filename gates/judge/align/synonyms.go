package align

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/gates/judge/lexicon"
	"assay/gates/judge/reading"
	"assay/provenance"
	"assay/text"
)

// ShortForOther reports that one of two names is short for the other, or for what one of the texts
// has in full: TVB of The Virtual Brain.
func (a *Alignment) ShortForOther(m *provenance.Mismatch) bool {
	return reading.ShortFor(m.Claim, m.Source) || reading.ShortFor(m.Source, m.Claim) || a.Source.SpelledOut(m.Claim, m.Source) || a.Claim.SpelledOut(m.Source, m.Claim)
}

// asLed is what a word weighs that stands over the claim in its note and that the text
// does not have: what a section is about, its sentences repeat, and sources need not.
const asLed = 0.5

// findLead marks a term that stands over the claim in its note, or in the text's frontmatter. That is no evidence;
// that the text lacks them is no lack either. A name is weighed all the same: a text
// about something else has the other words as well.
func (a *Alignment) findLead(tm *Term) {
	tok := &a.Claim.Toks[tm.Tok]
	if len(tm.Hits) > 0 || tm.Context > 0 {
		return
	}
	if a.IsAbout(tok) {
		tm.Led = true
		return
	}
	if a.Lead == nil || len(a.Lead.PlacesOf(tok.Stem)) == 0 {
		return
	}
	if tm.Led = true; !tok.Is(text.MarkName | text.MarkCode) {
		tm.Weight *= asLed
	}
}

// IsAbout reports a word of the text's frontmatter, or a name in an address or a word there: github.com.
func (a *Alignment) IsAbout(tok *text.Token) bool {
	return a.About != nil && (len(a.About.PlacesOf(tok.Stem)) > 0 || tok.Is(text.MarkName) && len(tok.Low) > shortName && text.SpellsIn(a.About.As.Low(), tok.Low))
}

// Acronym reports one that a text in Chinese or Japanese may have by its words: DB is データベース, CAPEX 资本支出.
func (a *Alignment) Acronym(name string) bool {
	return text.IsUpperWord(name) && !strings.ContainsAny(name, "0123456789") && text.WithoutSpaces(a.Source.Raw)
}

// ClaimHas reports a word of the claim by its stem.
func (a *Alignment) ClaimHas(stem string) bool { return len(a.Claim.PlacesOf(stem)) > 0 }

func (a *Alignment) stemOf(word string) string { return a.Stems.Stem(word, "en") }

// findAliases finds Tennessee in TN, the United States in the U.S., and John Tolkien in
// J. R. R. Tolkien, each the other way round too.
func (a *Alignment) findAliases() {
	for i := range a.Terms {
		tm := &a.Terms[i]
		tok := &a.Claim.Toks[tm.Tok]
		if !a.Claim.Capital(int(tm.Tok)) {
			continue
		}
		for _, f := range lexicon.AliasesOf()[tok.Low] {
			if a.Claim.FormAt(tm.Tok, f.Words) {
				a.addForms(i, f)
			}
		}
		a.findInitialed(i)
	}
}

// addForms finds the other forms of the name that begins with term i.
func (a *Alignment) addForms(i int, f lexicon.AliasForm) {
	end := a.Terms[i].Tok + int32(len(f.Words))
	for _, other := range f.Group {
		words := strings.Fields(other)
		if len(words) == len(f.Words) && words[0] == f.Words[0] {
			continue
		}
		at := a.Source.PlacesOf(words[0])
		if stem := a.Stems.Stem(words[0], "en"); len(at) == 0 && stem != words[0] {
			at = a.Source.PlacesOf(stem)
		}
		for _, p := range at {
			if !a.Source.FormAt(p, words) {
				continue
			}
			for k := i; k < len(a.Terms) && a.Terms[k].Tok < end; k++ {
				a.addSorted(&a.Terms[k], []int32{p}, asInitials)
			}
		}
	}
}

// findInitialed finds the first names of a person by their initials: those before a
// last name that both texts have.
func (a *Alignment) findInitialed(i int) {
	first := &a.Terms[i]
	if len(first.Hits) > 0 {
		return
	}
	letter := a.Claim.Raw[a.Claim.Toks[first.Tok].Start]
	last := i + 1
	for last < len(a.Terms) && last <= i+3 && a.Terms[last].Tok == a.Terms[last-1].Tok+1 && (len(a.Terms[last].Hits) == 0 || len(a.Claim.Toks[a.Terms[last].Tok].Low) == 1) {
		last++
	}
	if last >= len(a.Terms) || a.Terms[last].Tok != a.Terms[last-1].Tok+1 || len(a.Claim.Toks[a.Terms[last].Tok].Low) < 3 || !a.Claim.Capital(int(a.Terms[last].Tok)) {
		return
	}
	for _, h := range a.Terms[last].Hits {
		if h.Strength < 1 {
			continue
		}
		p := h.Tok - 1
		for p >= 0 && p >= h.Tok-4 && a.Source.Toks[p].Unit == a.Source.Toks[h.Tok].Unit && a.Source.Capital(int(p)) && strings.Trim(a.Source.Gap(p), ". ") == "" {
			p--
		}
		p++
		short := len(a.Claim.Toks[first.Tok].Low) == 1 || len(a.Source.Toks[min(p, h.Tok)].Low) == 1
		if p == h.Tok || !short || a.Source.Raw[a.Source.Toks[p].Start] != letter {
			continue
		}
		for k := i; k < last; k++ {
			a.addSorted(&a.Terms[k], []int32{p}, asInitials)
		}
	}
}

// findDefined finds an abbreviation of the claim where the text has its words, and the
// words where the text has the abbreviation, going by what the text or the claim defines.
func (a *Alignment) findDefined() {
	for _, by := range []*reading.Text{a.Source, a.Claim} {
		for _, short := range slices.Sorted(maps.Keys(by.Defined)) { // in order, for the first hits count
			long := by.Defined[short]
			stems := make([]string, len(long))
			for k, p := range long {
				stems[k] = by.Toks[p].Stem
			}
			inSource := places(a.Source, stems)
			for i := range a.Terms {
				tok := &a.Claim.Toks[a.Terms[i].Tok]
				if tok.Low == short {
					a.addSorted(&a.Terms[i], inSource, asInitials)
				}
			}
			inClaim := places(a.Claim, stems)
			for i := range a.Terms {
				at := a.Terms[i].Tok
				if by == a.Claim && slices.Contains(long, at) || slices.ContainsFunc(inClaim, func(p int32) bool { return at >= p && at < p+int32(len(stems)) }) {
					a.addSorted(&a.Terms[i], a.Source.PlacesOf(a.Stems.Stem(short, a.Source.Lang)), asInitials)
				}
			}
		}
	}
}

// findGlossed finds a gloss in another script that the text has not, "표현(semantic representation)", where
// the text has the word that it stands behind. A name in brackets is more than a gloss, and so is what one may choose.
func (a *Alignment) findGlossed() {
	const longest = 64 // bytes of a gloss
	for i := 1; i < len(a.Terms); i++ {
		of, first := &a.Terms[i-1], a.Claim.Toks[a.Terms[i].Tok]
		before, after := a.Claim.Raw[:first.Start], a.Claim.Raw[first.Start:]
		if len(of.Hits) == 0 || of.Tok+1 != a.Terms[i].Tok || !strings.HasSuffix(before, "(") && !strings.HasSuffix(before, "（") || a.Claim.Toks[of.Tok].Low[0] < utf8.RuneSelf {
			continue
		}
		end := strings.IndexAny(after[:min(longest, len(after))], ")）")
		if end < 0 || strings.ContainsFunc(after[:end], func(r rune) bool { return r != ' ' && r != '-' && (r < 'a' || r > 'z') }) {
			continue
		}
		at := make([]int32, len(of.Hits))
		for k, h := range of.Hits {
			at[k] = h.Tok
		}
		for k := i; k < len(a.Terms) && int(a.Claim.Toks[a.Terms[k].Tok].Start-first.Start) < end; k++ {
			if len(a.Terms[k].Hits) == 0 {
				a.addSorted(&a.Terms[k], at, AsSynonym)
			}
		}
	}
}

// addSorted adds hits to those of a term, by place.
func (a *Alignment) addSorted(tm *Term, at []int32, strength float32) {
	if len(at) > 0 {
		a.addHits(tm, at, strength)
		slices.SortFunc(tm.Hits, byPlace)
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
func (a *Alignment) findRelated(tm *Term, stem string) {
	x, ok := lexicon.LookUp(stem)
	if !ok {
		return
	}
	for _, list := range [...]struct {
		words    string
		strength float32
	}{{x.Derived, asDerived}, {x.Synonyms, asLexeme}, {x.General, asGeneral}} {
		for w := range strings.SplitSeq(list.words, " ") {
			if at := a.Source.PlacesOf(w); len(at) > 0 {
				a.addHits(tm, at, list.strength)
			}
		}
	}
}
