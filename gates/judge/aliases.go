package judge

import (
	"assay/text"
	"maps"
	"slices"
	"strings"
	"sync"
)

// aliasGroups are names that stand for one another, forms of a group with | between.
// The adjective of a country is no name of it.
const aliasGroups = `us|u s|usa|u s a|united states|united states of america
uk|u k|united kingdom
eu|e u|european union
un|u n|united nations
uae|u a e|united arab emirates
ussr|u s s r|soviet union
nyc|new york city
dc|d c|district of columbia
al|alabama;ak|alaska;az|arizona;ar|arkansas;ca|california;co|colorado;ct|connecticut;de|delaware;fl|florida;ga|georgia;hi|hawaii;id|idaho;il|illinois
in|indiana;ia|iowa;ks|kansas;ky|kentucky;la|louisiana;me|maine;md|maryland;ma|massachusetts;mi|michigan;mn|minnesota;ms|mississippi;mo|missouri
mt|montana;ne|nebraska;nv|nevada;nh|new hampshire;nj|new jersey;nm|new mexico;ny|new york;nc|north carolina;nd|north dakota;oh|ohio;ok|oklahoma
or|oregon;pa|pennsylvania;ri|rhode island;sc|south carolina;sd|south dakota;tn|tennessee;tx|texas;ut|utah;vt|vermont;va|virginia;wa|washington
wv|west virginia;wi|wisconsin;wy|wyoming`

// wordyCodes are codes that are words or other abbreviations too: they name a state only
// behind the comma of a place.
var wordyCodes = text.WordSet("al ar co de hi id il in la ma me md mi mo ms mt ne oh ok or pa sc va")

// aliasesOf finds the forms of a name by its first word.
var aliasesOf = sync.OnceValue(func() map[string][]aliasForm {
	table := map[string][]aliasForm{}
	for line := range strings.FieldsFuncSeq(aliasGroups, func(r rune) bool { return r == ';' || r == '\n' }) {
		group := strings.Split(line, "|")
		for _, form := range group {
			words := strings.Fields(form)
			table[words[0]] = append(table[words[0]], aliasForm{words, group})
		}
	}
	return table
})

type aliasForm struct {
	words []string
	group []string
}

// formAt reports a form of a name at token i.
func (t *reading) formAt(i int32, words []string) bool {
	if int(i)+len(words) > len(t.toks) {
		return false
	}
	for k, w := range words {
		tok := &t.toks[i+int32(k)]
		if tok.Low != w || tok.Unit != t.toks[i].Unit || w != "of" && !t.capital(int(i)+k) {
			return false
		}
		if k == 0 {
			continue
		}
		if gap := t.gap(i + int32(k) - 1); gap != " " && gap != "." && gap != ". " {
			return false
		}
	}
	if len(words) > 1 || len(words[0]) > 3 {
		return true
	}
	tok := &t.toks[i]
	return isUpperWord(t.raw[tok.Start:tok.End]) && (!wordyCodes.Has(words[0]) || tok.Is(text.MarkBreak) && i > 0 && t.toks[i-1].Is(text.MarkName) && strings.TrimSpace(t.gap(i-1)) == ",")
}

// findAliases finds Tennessee in TN, the United States in the U.S., and John Tolkien in
// J. R. R. Tolkien, each the other way round too.
func (a *alignment) findAliases() {
	for i := range a.terms {
		tm := &a.terms[i]
		tok := &a.c.toks[tm.tok]
		if !a.c.capital(int(tm.tok)) {
			continue
		}
		for _, f := range aliasesOf()[tok.Low] {
			if a.c.formAt(tm.tok, f.words) {
				a.addForms(i, f)
			}
		}
		a.findInitialed(i)
	}
}

// addForms finds the other forms of the name that begins with term i.
func (a *alignment) addForms(i int, f aliasForm) {
	end := a.terms[i].tok + int32(len(f.words))
	for _, other := range f.group {
		words := strings.Fields(other)
		if len(words) == len(f.words) && words[0] == f.words[0] {
			continue
		}
		at := a.s.placesOf(words[0])
		if stem := a.stems.Stem(words[0], "en"); len(at) == 0 && stem != words[0] {
			at = a.s.placesOf(stem)
		}
		for _, p := range at {
			if !a.s.formAt(p, words) {
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
	letter := a.c.raw[a.c.toks[first.tok].Start]
	last := i + 1
	for last < len(a.terms) && last <= i+3 && a.terms[last].tok == a.terms[last-1].tok+1 && (len(a.terms[last].hits) == 0 || len(a.c.toks[a.terms[last].tok].Low) == 1) {
		last++
	}
	if last >= len(a.terms) || a.terms[last].tok != a.terms[last-1].tok+1 || len(a.c.toks[a.terms[last].tok].Low) < 3 || !a.c.capital(int(a.terms[last].tok)) {
		return
	}
	for _, h := range a.terms[last].hits {
		if h.strength < 1 {
			continue
		}
		p := h.tok - 1
		for p >= 0 && p >= h.tok-4 && a.s.toks[p].Unit == a.s.toks[h.tok].Unit && a.s.capital(int(p)) && strings.Trim(a.s.gap(p), ". ") == "" {
			p--
		}
		p++
		short := len(a.c.toks[first.tok].Low) == 1 || len(a.s.toks[min(p, h.tok)].Low) == 1
		if p == h.tok || !short || a.s.raw[a.s.toks[p].Start] != letter {
			continue
		}
		for k := i; k < last; k++ {
			a.addSorted(&a.terms[k], []int32{p}, asInitials)
		}
	}
}

// indexDefined notes what a text itself abbreviates: "common gateway interface (CGI)".
func (t *reading) indexDefined() {
	for i := 2; i < len(t.toks); i++ {
		tok := &t.toks[i]
		if n := len(tok.Low); n < 2 || n > 6 || !tok.Is(text.MarkBreak) || t.raw[tok.Start-1] != '(' || !isUpperWord(t.raw[tok.Start:tok.End]) || !strings.HasPrefix(t.raw[tok.End:], ")") {
			continue
		}
		words := make([]int32, len(tok.Low))
		k, letter := int32(i), len(tok.Low)-1
		for ; letter >= 0 && k > 0 && t.toks[k-1].Unit == tok.Unit; letter-- {
			k--
			for k > 0 && t.toks[k].Is(text.MarkStop) && t.toks[k].Low[0] != tok.Low[letter] && t.toks[k-1].Unit == tok.Unit {
				k--
			}
			if t.toks[k].Low[0] != tok.Low[letter] {
				break
			}
			words[letter] = k
		}
		if letter >= 0 {
			continue
		}
		if t.defined == nil {
			t.defined = map[string][]int32{}
		}
		t.defined[tok.Low] = words
	}
}

// findDefined finds an abbreviation of the claim where the text has its words, and the
// words where the text has the abbreviation, going by what the text or the claim defines.
func (a *alignment) findDefined() {
	for _, by := range []*reading{a.s, a.c} {
		for _, short := range slices.Sorted(maps.Keys(by.defined)) { // in order, for the first hits count
			long := by.defined[short]
			stems := make([]string, len(long))
			for k, p := range long {
				stems[k] = by.toks[p].Stem
			}
			inSource := places(a.s, stems)
			for i := range a.terms {
				tok := &a.c.toks[a.terms[i].tok]
				if tok.Low == short {
					a.addSorted(&a.terms[i], inSource, asInitials)
				}
			}
			for _, p := range places(a.c, stems) {
				for i := range a.terms {
					if at := a.terms[i].tok; at >= p && at < p+int32(len(stems)) {
						a.addSorted(&a.terms[i], a.s.placesOf(a.stems.Stem(short, a.s.lang)), asInitials)
					}
				}
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
func places(t *reading, stems []string) []int32 {
	var at []int32
	for _, p := range t.placesOf(stems[0]) {
		n := 1
		for n < len(stems) && int(p)+n < len(t.toks) && t.toks[int(p)+n].Stem == stems[n] {
			n++
		}
		if n == len(stems) {
			at = append(at, p)
		}
	}
	return at
}
