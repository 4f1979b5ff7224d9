package mutate

import (
	"slices"
	"strings"
	"unicode"

	"assay/text"
)

var (
	ranked     = text.Pattern(`(?i)\b((?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|[0-9]+(?:nd|rd|th))[ -])((?:most|least) [a-z]+|[a-z]+est|best)\b`)
	rankedHan  = text.Pattern(`第[二三四五六七八九十]([大高长長小])`)
	rankedDe   = text.Pattern(`(?i)\b(?:zweit|dritt|viert|fünft|sechst|siebt|acht|neunt|zehnt)(größte|kleinste|höchste|längste|älteste)`)
	notHighest = set("west rest test guest request interest forest east nest contest honest")
)

// ordinals makes the first of what is the fourth. Where the evidence names a first as
// well, without a rank, it may be true.
func (m *maker) ordinals() {
	for _, at := range ranked().FindAllStringSubmatchIndex(m.text, -1) {
		top := strings.ToLower(m.text[at[4]:at[5]])
		if !notHighest[top] && !m.isTop(top) {
			m.change(at[2], at[3], "")
		}
	}
	for _, at := range rankedHan().FindAllStringSubmatchIndex(m.text, -1) {
		if top := "最" + m.text[at[2]:at[3]]; !strings.Contains(m.evidence, top) {
			m.change(at[0], at[1], top)
		}
	}
	for _, at := range rankedDe().FindAllStringSubmatchIndex(m.text, -1) {
		if top := m.text[at[2]:at[3]]; !hasWord(m.evidence, strings.ToLower(top)) {
			m.change(at[0], at[3], top)
		}
	}
}

// isTop reports that the evidence has a superlative without a rank before it.
func (m *maker) isTop(top string) bool {
	rest := ranked().ReplaceAllString(m.evidence, "")
	return hasWord(rest, top)
}

// tails are second clauses that hardly any source says; see also [tongue].
var tails = []string{", and a committee later awarded it a bronze medal", ", which was dedicated to a retired lighthouse keeper",
	", and it was banned in Portugal for eleven years", ", because a flood had destroyed the cathedral archive", ", and it doubled the price of olive oil"}

// inventions say something more, of which the evidence has no word.
func (m *maker) inventions() {
	body := strings.TrimRight(m.text, " ")
	core := strings.TrimRight(body, ".。!")
	if len(m.words) == 0 || core == "" || strings.ContainsAny(core, "|;\n") || len(body)-len(core) > 3 {
		return
	}
	last := []rune(core)
	if r := last[len(last)-1]; !unicode.IsLetter(r) && !unicode.IsDigit(r) {
		return // a quotation or a bracket ends here
	}
	list := m.tails()
	if len(list) == 0 {
		return
	}
	from := m.pick(len(list), 0)
	for k := range list {
		tail := list[(from+k)%len(list)]
		if !slices.ContainsFunc(tokens(tail), func(t string) bool { return strings.Contains(m.evidence, t) }) {
			m.change(len(core), len(core), tail)
			return
		}
	}
}

// tails of the claim's language, none where it is not known.
func (m *maker) tails() []string {
	if m.english && len(m.words) >= 4 {
		return tails
	}
	if t := m.tongue(); t != nil && !m.english {
		return t.tails
	}
	return nil
}
