package reading

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/gates/judge/value"
	"assay/text"
	"assay/text/syntax"
)

// NameOf is the run of tokens that the words make, where they are one name.
func (t *Text) NameOf(words []int32) (run [2]int32, ok bool) {
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

// HoldsOne reports a name where there is room for one only: "composed by", "is called",
// "the default is".
func (t *Text) HoldsOne(run [2]int32) bool {
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
		return Defaulting.Has(verb)
	case beForms.Has(before), before == "ist", before == "war", before == "est", before == "es":
		return (text.OwnSubjects.Has(t.Toks[0].Low) || t.HasAny(Defaulting) || t.Raw != strings.ReplaceAll(t.Raw, "'s ", "")) && (int(last) == len(t.Toks) || t.Toks[last].Is(text.MarkBreak))
	}
	return false
}

// Edge reports two characters of a text without spaces that touch what differs.
func (t *Text) Edge(i int32, but [2]int32) bool {
	if !t.Toks[i].Is(text.MarkCJK) || but[1] <= but[0] {
		return false
	}
	return t.Toks[i].Start <= t.Toks[but[1]-1].End && t.Toks[i].End >= t.Toks[but[0]].Start
}

// Ending reports a word of one or two hiragana: the end of a verb.
func (t *Text) Ending(i int32) bool {
	word := t.Raw[t.Toks[i].Start:t.Toks[i].End]
	return len(word) <= 6 && strings.IndexFunc(word, func(r rune) bool { return !text.IsHiragana(r) }) < 0
}

// Spread reports two characters that stand in another text with one between them: a negator,
// say.
func (t *Text) Spread(i int32, other string) bool {
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

// OnlyNamed reports a phrase that is a name and nothing else, and no region.
func (t *Text) OnlyNamed(p *Phrase, words []int32) bool {
	for i := p.First; i < p.Last; i++ {
		if tok := &t.Toks[i]; !slices.Contains(words, i) && !text.Articles.Has(tok.Low) || WideRegions.Has(tok.Low) || IsDemonym(tok.Low) {
			return false
		}
	}
	named := false // any word may open a sentence with a capital
	for _, i := range words {
		if !t.Capital(int(i)) && !t.Toks[i].Is(text.MarkName|text.MarkCode) {
			return false
		}
		named = named || t.ProperHere(i)
	}
	return named
}

// ProperHere reports a token that is written as a name.
func (t *Text) ProperHere(i int32) bool {
	return (t.Capital(int(i)) || t.Toks[i].Is(text.MarkName|text.MarkCode)) && t.ProperName(i)
}

var belonging = text.WordSet(`this that these those such our their its his her your my`)

var CaseWords = text.WordSet(`if when whenever unless while where until once wenn falls si cuando quando если`)

// BehindPlace reports a preposition of place before token i: of two places one may
// lie in the other.
func (t *Text) BehindPlace(i int32) bool {
	return int(i) < len(t.Toks) && t.HasIn([2]int32{max(0, i-2), i + 1}, placeWords)
}

// NamesOnward reports that a noun goes on behind what ends before token i.
func (t *Text) NamesOnward(i int32) bool {
	return i > 0 && int(i) < len(t.Toks) && t.Toks[i].Unit == t.Toks[i-1].Unit && t.Toks[i].Content() && !t.Parted(i)
}

// NamedWithin reports a name that is one by its letters, or that no phrase begins with; a link's
// text may be one wherever it stands.
func (t *Text) NamedWithin(i int32) bool {
	tok := &t.Toks[i]
	if !tok.Is(text.MarkName|text.MarkCode) || len(tok.Low) < 2 {
		return false
	}
	return t.IsNamed(i) || i > t.Units[tok.Unit].First && strings.Trim(t.Gap(i-1), " [*_`") == ""
}

// LeadBefore is the preposition that a name stands behind, "" for none.
func (t *Text) LeadBefore(i int32) string {
	for k := i - 1; k >= 0 && k >= i-2 && t.Toks[k].Unit == t.Toks[i].Unit; k-- {
		if w := t.Toks[k].Low; nameLeads.Has(w) {
			return w
		} else if !text.Articles.Has(w) {
			return ""
		}
	}
	return ""
}

// LeadBetween is the last preposition from one token up to another, "" for none.
func (t *Text) LeadBetween(from, to int32) string {
	for k := to - 1; k >= from; k-- {
		if w := t.Toks[k].Low; nameLeads.Has(w) {
			return w
		}
	}
	return ""
}

var (
	nameLeads = text.WordSet(`in at from by of to for with on near under against into von bis mit aus bei par de en por con`)
)

// WideRegions hold countries and towns: what lies in one of those lies in the region.
var WideRegions = text.WordSet(`europe european asia asian africa african america american americas scandinavia scandinavian eurasia oceania earth world western eastern
	northern southern north south east west middle central latin`)

// IsDemonym guesses the adjective of a country or region.
func IsDemonym(w string) bool {
	for _, end := range [...]string{"ish", "ese", "ian", "ean", "rican"} {
		if strings.HasSuffix(w, end) && len(w) > len(end)+1 {
			return true
		}
	}
	return demonyms.Has(w)
}

var demonyms = text.WordSet(`french german dutch swiss greek czech thai iraqi israeli pakistani afghan arab turk welsh slovak uzbek korean mexican`)

// ProperName reports a token whose capitals make it a name: not "I", no first word of a
// sentence, of an item, or behind a dash or colon, unless it is capital elsewhere.
func (t *Text) ProperName(i int32) bool {
	tok := &t.Toks[i]
	if tok.Is(text.MarkCode) {
		return true
	}
	if len(tok.Low) < 2 {
		return false
	}
	if w := t.Raw[tok.Start:tok.End]; text.IsUpperWord(w) || text.HasUpper(w[1:]) {
		return true
	}
	if t.Lang == "de" && i > 0 && t.Gap(i-1) == " " && germanArticles.Has(t.Toks[i-1].Low) {
		return false // every noun is written so, and before no name stands an article
	}
	return !t.opensPhrase(i) || slices.ContainsFunc(t.PlacesOf(tok.Stem), func(at int32) bool {
		return t.Toks[at].Is(text.MarkName) && !t.opensPhrase(at) && t.Capital(int(at))
	})
}

var germanArticles = text.WordSet(`der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner dieser diese dieses diesen diesem
	jeder jede jedes jeden jedem sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer im am zum zur beim vom ins ans alle mehrere einige viele`)

// opensPhrase reports a token where any word may begin with a capital.
func (t *Text) opensPhrase(i int32) bool {
	tok := &t.Toks[i]
	if tok.Is(text.MarkFirst) || i == 0 || t.Toks[i-1].Unit != tok.Unit {
		return true
	}
	return tok.Is(text.MarkBreak) && strings.ContainsAny(t.Gap(i-1), ":–—|•;([\"“/…") || tok.Is(text.MarkBreak) && strings.Contains(t.Gap(i-1), " -")
}

// ProperRun reports a run of tokens with a name in it.
func (t *Text) ProperRun(first, last int32) bool {
	return text.AnyIn(first, last+1, func(i int32) bool { return t.Toks[i].Is(text.MarkName|text.MarkCode) && t.ProperName(i) })
}

// NameAround widens a name to its neighbours.
func (t *Text) NameAround(at int32) (first, last int32) {
	first, last = at, at
	u := t.Units[t.Toks[at].Unit]
	for first > u.First && t.Toks[first-1].Is(text.MarkName) && !t.Toks[first].Is(text.MarkBreak) {
		first--
	}
	for last+1 < u.Last && t.Toks[last+1].Is(text.MarkName) && !t.Toks[last+1].Is(text.MarkBreak) {
		last++
	}
	return first, last
}

// nearly is how far apart two numbers may be that are roughly the same.
const nearly = 0.15

// Capitals are the capital letters of a word: WS of WebSocket.
func Capitals(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return r
		}
		return -1
	}, word)
}

// Unmistakable reports a name that is written so in any place: three capital letters or more, or
// a sign within a word that no sentence puts there.
func (t *Text) Unmistakable(i int32) bool {
	tok := &t.Toks[i]
	word := t.Raw[tok.Start:tok.End]
	return len(word) >= 3 && !KindsOfThings.Has(strings.TrimSuffix(tok.Low, "s")) && (text.IsUpperWord(word) || text.HasUpper(word[1:]) && !text.IsUpperWord(word[:2]) || strings.IndexAny(word, "_.") > 1) // not x_1
}

// KindsOfThings are short for what many things are: who writes them names none.
var KindsOfThings = text.WordSet(`api cli gui url uri http https html json yaml xml csv pdf sql rest sdk ide cpu gpu ram ssd usb dns faq llm nlp etc
	todo readme e2e os ai ml pc id ui ux vm yoy qoq mom ytd cagr ttm roi kpi ceo cfo cto coo`)

// GermanNoun reports a word of German with no capital but its first: every noun is written so.
func (t *Text) GermanNoun(i int32) bool {
	tok := &t.Toks[i]
	return t.Lang == "de" && !tok.Is(text.MarkCode) && !text.HasUpper(t.Raw[tok.Start+1:tok.End])
}

// AllNames reports a run of names, or of signs of a script that does not mark them.
func (t *Text) AllNames(r [2]int32) bool {
	return !slices.ContainsFunc(t.Toks[r[0]:r[1]], func(tok text.Token) bool { return !tok.Is(text.MarkName | text.MarkCode | text.MarkCJK) })
}

// NamesSubject reports a stretch with a subject of its own: words before its first verb, and
// no pronoun that stands for what was before.
func (t *Text) NamesSubject(first, last int32) bool {
	for first < last && (text.Joints.Has(t.Toks[first].Low) || text.Contrasts.Has(t.Toks[first].Low)) {
		first++
	}
	return first < last && !text.Pronouns.Has(t.Toks[first].Low) && !text.WhoseWords.Has(t.Toks[first].Low) && !t.VerbLike(first) && t.Opening(first, last)[1] > first
}

// Names reports a token that is written as only names are, in capitals or called.
func (t *Text) Names(i int32) bool {
	tok := &t.Toks[i]
	if tok.Is(text.MarkName|text.MarkCode) || strings.HasPrefix(t.Raw[tok.End:], "()") {
		return true
	}
	if t.Gap(i) == "." || i > 0 && t.Gap(i-1) == "." {
		return true
	}
	return tok.End-tok.Start >= 2 && text.IsUpperWord(t.Raw[tok.Start:tok.End])
}

// IsName reports a name, also one that a text in lower case has.
func (t *Text) IsName(i int32) bool {
	tok := &t.Toks[i]
	return tok.Content() && (tok.Is(text.MarkName|text.MarkCode) || t.TagAt(i) == syntax.Propn)
}

// EndsPhrase reports that nothing is counted by the value before token i: "Hill has three
// pumps, Dale five."
func (t *Text) EndsPhrase(i int32) bool {
	return int(i) >= len(t.Toks) || t.Toks[i].Unit != t.Toks[i-1].Unit || t.Toks[i].Is(text.MarkBreak|text.MarkStop)
}

// InName reports a number within a name: gate-9-b.
func (t *Text) InName(v *value.Value) bool {
	return v.Start > 1 && (t.Raw[v.Start-1] == '-' || t.Raw[v.Start-1] == '_') && text.IsASCIIWord(t.Raw[v.Start-2])
}

// IsNamed reports a name that is one by its letters, or by where it stands.
func (t *Text) IsNamed(i int32) bool {
	w := t.Raw[t.Toks[i].Start:t.Toks[i].End]
	return t.Toks[i].Is(text.MarkCode) || text.IsUpperWord(w) || text.HasUpper(w[1:]) || t.ProperName(i) && !t.opensPhrase(i)
}

// NearWords is how far from a value a word may stand that tells what it is of.
const NearWords = 4
