package compiler

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"

	"assay/ingest"
	"assay/provenance"
	"assay/templates"
	"assay/vault"
)

// Extractive synthesis: a draft is the best attributed sentences that the evidence
// has on a topic, word for word, each with its chunk. It needs no model and says
// nothing that a source does not; what it lacks in flow a person adds.

const (
	draftSentences = 14  // more than this is no longer a note but a copy
	draftLead      = 2   // sentences that say what the subject is
	draftSections  = 5   // headings
	perSection     = 4   // sentences under one heading
	enoughAtHome   = 5   // sentences on pages about the topic that make a note by themselves
	sameSentence   = 0.6 // Jaccard similarity at which a sentence repeats another
	topicShare     = 0.6 // least share of the topic's words that a passage must use
)

// draftVersion enters the key of every draft.
const draftVersion = "2"

type sentence struct {
	text    string
	plain   string // without emphasis
	terms   map[string]bool
	chunk   provenance.ChunkID
	heading string
	rank    int // of its passage
	order   int // within its passage
	score   float64
	subject bool // begins with the topic
	home    bool // stands on a page about the topic
}

// synthesize picks what hits say about a topic. It reports false when the evidence
// says too little for a note: fewer than two sentences.
func synthesize(topic string, hits []ingest.Hit) (templates.Draft, bool) {
	want := stems(topic)
	if len(want) == 0 {
		return templates.Draft{}, false
	}
	var pool []sentence
	for rank, h := range hits {
		if share(want, stems(h.Title+" "+strings.Join(h.Heading, " ")+" "+h.Text)) < topicShare {
			continue
		}
		pool = append(pool, candidates(topic, want, h, rank)...)
	}
	sort.SliceStable(pool, func(i, j int) bool { return pool[i].score > pool[j].score })
	var chosen []sentence
	atHome := 0
	for _, s := range pool {
		if s.home {
			atHome++
		}
	}
	for _, s := range pool {
		if len(chosen) == draftSentences {
			break
		}
		// Where a page is about the topic, what others say in passing only dilutes it.
		if atHome >= enoughAtHome && !s.home && !s.subject {
			continue
		}
		if s.score > 0 && !repeats(s, chosen) {
			chosen = append(chosen, s)
		}
	}
	if len(chosen) < 2 {
		return templates.Draft{}, false
	}
	return arrange(topic, chosen), true
}

// candidates are the sentences of a passage that can stand alone.
func candidates(topic string, want map[string]bool, h ingest.Hit, rank int) []sentence {
	heading := headingOf(topic, h)
	place := stems(h.Title + " " + strings.Join(h.Heading, " "))
	home := aboutTopic(want, h.Title)
	var out []sentence
	for order, text := range proseSentences(h.Text) {
		if !standsAlone(text) {
			continue
		}
		terms := stems(text)
		about := share(want, terms)
		placed := share(want, place)
		if about == 0 && placed < 1 {
			continue
		}
		s := sentence{text: text, plain: plainText(text), terms: terms, chunk: h.Chunk, heading: heading, rank: rank, order: order, home: home}
		s.subject = beginsWith(s.plain, topic)
		s.score = 2*about + placed + 1/float64(1+rank) + 0.3/float64(1+order)
		if home {
			s.score++
		}
		if s.subject {
			s.score++
			if defines(s.plain) {
				s.score += 2
			}
		}
		if low := strings.ToLower(s.plain); strings.Contains(low, "you ") || strings.Contains(low, "your ") {
			s.score-- // advice to a reader of the source
		}
		out = append(out, s)
	}
	return out
}

// generic headings say nothing outside their page.
var generic = map[string]bool{"tip": true, "note": true, "notes": true, "description": true, "options": true, "overview": true,
	"caution": true, "warning": true, "important": true, "introduction": true, "examples": true, "example": true, "details": true,
	"summary": true, "background": true, "usage": true, "parameters": true, "return value": true, "synopsis": true, "general": true,
	"注意": true, "说明": true, "概要": true, "概述": true, "简介": true}

// headingOf is the nearest heading of a passage that means something in a note of
// its own.
func headingOf(topic string, h ingest.Hit) string {
	for i := len(h.Heading) - 1; i >= 0; i-- {
		if name := plainHeading(h.Heading[i]); name != "" && !generic[strings.ToLower(strings.TrimRight(name, ":"))] {
			return name
		}
	}
	if h.Title != "" {
		return plainHeading(h.Title)
	}
	return topic
}

// aboutTopic reports whether a title is the topic's, give or take three words.
func aboutTopic(want map[string]bool, title string) bool {
	have := stems(plainHeading(title))
	return share(want, have) == 1 && len(have) <= len(want)+3
}

func beginsWith(sentence, topic string) bool {
	s, t := vault.FoldName(sentence), vault.FoldName(topic)
	for _, article := range []string{"", "the ", "a ", "an "} {
		if strings.HasPrefix(s, article+t) {
			return true
		}
	}
	return false
}

// plainText is a sentence without emphasis and code marks.
func plainText(s string) string {
	s = strings.NewReplacer("**", "", "`", "", "*", "").Replace(s)
	return strings.TrimSpace(s)
}

// arrange puts the chosen sentences in reading order: what the subject is, then
// the rest under the headings they came from, in the order of their sources.
func arrange(topic string, chosen []sentence) templates.Draft {
	d := templates.Draft{Title: topic}
	var rest []sentence
	sort.SliceStable(chosen, func(i, j int) bool { return chosen[i].home && !chosen[j].home })
	for _, s := range chosen {
		if len(d.Lead) < draftLead && (s.subject || len(d.Lead) == 0 && sameTopic(s.heading, topic)) {
			d.Lead = append(d.Lead, templates.Cited{Text: s.text, Chunk: s.chunk})
		} else {
			rest = append(rest, s)
		}
	}
	if len(d.Lead) == 0 {
		d.Lead = append(d.Lead, templates.Cited{Text: rest[0].text, Chunk: rest[0].chunk})
		rest = rest[1:]
	}
	byHeading := map[string][]sentence{}
	var order []string
	for _, s := range rest {
		if _, ok := byHeading[s.heading]; !ok {
			order = append(order, s.heading)
		}
		byHeading[s.heading] = append(byHeading[s.heading], s)
	}
	// Headings of one page keep its order; pages come as they were found.
	sort.SliceStable(order, func(i, j int) bool { return first(byHeading[order[i]]) < first(byHeading[order[j]]) })
	for _, h := range order {
		group := byHeading[h]
		if len(group) > perSection {
			group = group[:perSection]
		}
		sort.SliceStable(group, func(i, j int) bool {
			if group[i].rank != group[j].rank {
				return group[i].rank < group[j].rank
			}
			return group[i].order < group[j].order
		})
		lines := make([]templates.Cited, len(group))
		for i, s := range group {
			lines[i] = templates.Cited{Text: s.text, Chunk: s.chunk}
		}
		switch {
		case sameTopic(h, topic):
			d.Lead = append(d.Lead, lines...)
		case len(d.Sections) < draftSections:
			d.Sections = append(d.Sections, templates.Section{Heading: h, Lines: lines})
		}
	}
	return d
}

// first is the place of a group's first sentence among the passages found.
func first(group []sentence) int {
	at := group[0].rank
	for _, s := range group {
		at = min(at, s.rank)
	}
	return at
}

func sameTopic(heading, topic string) bool {
	a, b := stems(heading), stems(topic)
	return share(b, a) == 1 && len(a) <= len(b)+2
}

// plainHeading drops the numbering that books put before their headings.
func plainHeading(h string) string {
	h = strings.TrimSpace(strings.ReplaceAll(h, "\u00a0", " "))
	if i := strings.IndexFunc(h, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' }); i > 0 && i < len(h) {
		if rest := strings.TrimSpace(h[i:]); rest != "" && h[i] == ' ' {
			return rest
		}
	}
	return h
}

// proseSentences cuts the paragraphs of a Markdown passage into sentences, leaving
// headings, tables, quotations and code aside, and links as their text.
func proseSentences(md string) []string {
	var out []string
	fence := ""
	for _, block := range strings.Split(strings.ReplaceAll(md, "\r\n", "\n"), "\n\n") {
		first := strings.TrimSpace(block)
		if fence != "" {
			if strings.Contains(block, fence) {
				fence = ""
			}
			continue
		}
		if strings.HasPrefix(first, "```") || strings.HasPrefix(first, "~~~") {
			if strings.Count(block, first[:3]) < 2 {
				fence = first[:3]
			}
			continue
		}
		if first == "" || strings.HasPrefix(block, "    ") || strings.ContainsAny(first[:1], "#|>:<!") {
			continue
		}
		if isListItem(first) {
			continue
		}
		text := plainLinks(strings.Join(strings.Fields(first), " "))
		for _, span := range vault.Sentences(text) {
			out = append(out, strings.TrimSpace(text[span[0]:span[1]]))
		}
	}
	return out
}

func isListItem(s string) bool {
	if strings.HasPrefix(s, "- ") || strings.HasPrefix(s, "* ") || strings.HasPrefix(s, "+ ") {
		return true
	}
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i > 0 && i+1 < len(s) && (s[i] == '.' || s[i] == ')') && s[i+1] == ' '
}

// plainLinks turns [text](target) and ![alt](target) into their text.
func plainLinks(s string) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(s, '[')
		if open < 0 {
			return b.String() + s
		}
		mid := strings.Index(s[open:], "](")
		if mid < 0 {
			return b.String() + s
		}
		inner := s[open+1 : open+mid]
		rest := s[open+mid+2:]
		end := linkEnd(rest)
		if end < 0 || strings.ContainsAny(inner, "[") {
			b.WriteString(s[:open+1])
			s = s[open+1:]
			continue
		}
		b.WriteString(strings.TrimSuffix(s[:open], "!"))
		b.WriteString(inner)
		s = rest[end+1:]
	}
}

// linkEnd finds the ) that closes a link's target, which may hold pairs of its own.
func linkEnd(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}

// Openings that lean on the sentence before, and words that point within a book.
var (
	leaning = []string{"this ", "that ", "these ", "those ", "it ", "its ", "they ", "their ", "he ", "she ", "such ",
		"however", "but ", "also", "and ", "or ", "thus", "therefore", "here", "there ", "then ", "for example", "in this",
		"in that", "in these", "in addition", "on the other", "otherwise", "moreover", "furthermore", "note ", "as a result",
		"if so", "another ", "both ", "again", "because of this", "first,", "second,", "finally", "so ", "we ", "i ", "our ",
		"likewise", "similarly", "instead", "meanwhile", "nevertheless", "to do this", "when this", "by default, this",
		"hence", "consequently", "even so", "in other words", "that is", "still", "yet ",
		"这", "那", "它", "他", "她", "但", "因此", "所以", "然而", "此外", "これ", "それ", "その", "この", "しかし", "また", "そして"}
	pointing = []string{"see ", "section ", "chapter ", "below", "above", "following", "previous", "as described",
		"described in", "table ", "figure ", "appendix", "example ", "this page", "next ", "参见", "如下", "下面", "以下", "参照"}
)

// standsAlone reports whether a sentence can be read without its neighbours.
func standsAlone(s string) bool {
	s = plainText(s)
	words := strings.Fields(s)
	n := len(words)
	if cjk := countCJK(s); cjk > 0 {
		n = max(n, cjk/2)
	}
	if n < 5 || n > 60 || utf8.RuneCountInString(s) > 420 {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(s)
	if last != '.' && last != '。' && last != '．' {
		return false
	}
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsUpper(first) && !unicode.Is(unicode.Han, first) && !unicode.Is(unicode.Katakana, first) &&
		!unicode.Is(unicode.Hiragana, first) && !unicode.IsDigit(first) {
		return false
	}
	low := strings.ToLower(s)
	for _, p := range leaning {
		if strings.HasPrefix(low, p) {
			return false
		}
	}
	for _, p := range pointing {
		if strings.Contains(low, p) {
			return false
		}
	}
	return asserts(s) && !strings.ContainsAny(s, "[]|<>{}") && strings.Count(s, "(") == strings.Count(s, ")") &&
		strings.Count(s, "“") == strings.Count(s, "”") && strings.Count(s, `"`)%2 == 0
}

// asserts reports whether a sentence would be a claim in a note: no order, no
// question, nothing in the first person.
func asserts(s string) bool {
	claims := vault.Parse("", []byte(s), vault.Options{}).Claims
	return len(claims) == 1 && claims[0].Start == 0
}

func countCJK(s string) int {
	n := 0
	for _, r := range s {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			n++
		}
	}
	return n
}

func defines(s string) bool {
	low := strings.ToLower(s)
	for _, verb := range []string{" is a ", " is an ", " is the ", " are ", " refers to ", " means ", " describes ", "是", "とは"} {
		if i := strings.Index(low, verb); i >= 0 && i < 80 {
			return true
		}
	}
	return false
}

func repeats(s sentence, chosen []sentence) bool {
	for _, c := range chosen {
		both := 0
		for t := range s.terms {
			if c.terms[t] {
				both++
			}
		}
		if all := len(s.terms) + len(c.terms) - both; all > 0 && float64(both)/float64(all) >= sameSentence {
			return true
		}
	}
	return false
}

// share is the part of want that have holds.
func share(want, have map[string]bool) float64 {
	n := 0
	for t := range want {
		if have[t] {
			n++
		}
	}
	return float64(n) / float64(max(1, len(want)))
}

// stems are the words of a text that bear meaning: English ones by the Porter2
// stemmer, CJK as pairs of characters, others folded.
func stems(text string) map[string]bool {
	out := map[string]bool{}
	word := []rune{}
	var prev rune
	flush := func() {
		if len(word) > 0 {
			if w := english.Stem(string(word), false); !english.IsStopWord(w) {
				out[w] = true
			}
			word = word[:0]
		}
	}
	for _, r := range strings.ToLower(text) {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			flush()
			if prev != 0 {
				out[string([]rune{prev, r})] = true
			}
			prev = r
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			word = append(word, r)
		default:
			flush()
		}
		prev = 0
	}
	flush()
	return out
}
