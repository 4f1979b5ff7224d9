package compose

import (
	"slices"
	"strings"
	"unicode"

	"assay/ingest"
	"assay/provenance"
	"assay/templates"
	"assay/text"
	"assay/vault/markdown"
)

// A unit is what of a passage is taken whole or not at all: a sentence, or a list, table,
// quotation or piece of code with all that it consists of.
type unit struct {
	kind  unitKind
	lines []templates.Cited // a sentence, the sentences of all items, or the block as it stands
	para  int               // units of one paragraph have the same
	words int
	term  string // that it explains, where a page lists terms
	whole bool   // nothing of it is cut off or too entangled to be set again
}

type unitKind uint8

const (
	prose unitKind = iota
	list
	table
	code
	quotation
	gap // what is left out, and parts what stands around it
)

func (u unit) text() string { return u.lines[0].Text }

// unitsOf cuts passages that follow each other in a page into units. A list or table that
// goes on in the next passage is one.
func unitsOf(hits []ingest.Hit) []unit {
	r := unitReader{}
	for _, h := range hits {
		r.chunk = h.Chunk
		for _, block := range blocksOf(h.Text) {
			r.block(block)
		}
	}
	for i := range r.out {
		if slices.ContainsFunc(r.out[i].lines, func(l templates.Cited) bool { return commanding().MatchString(l.Text) }) {
			r.out[i] = unit{kind: gap, para: r.out[i].para, term: r.out[i].term}
		}
	}
	return r.out
}

// commanding is a text that speaks to whoever writes or judges: a source says what is so, and
// orders nothing.
var commanding = text.Pattern(`(?i)^\W*(?:please\s+)?(?:(?:approve|promote)\s+(?:all|any|this|the|these|that|what|everything|every|your|previous|prior)` +
	`|(?:ignore|disregard|forget|override)\s+(?:everything|what|your|previous|prior|(?:all\s+)?(?:of\s+)?the\s+above))\b` +
	`|\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|this|these|those|your|every|of)\s+)*(?:(?:previous|prior|earlier|above|preceding|other)\s+)?(?:instructions?|prompts?|directions|guidelines|rules|policy|policies|gates)\b` +
	`|\byou are (?:now )?(?:a|an|the) (?:ai|assistant|language model|llm|agent|chatbot)\b|\bapprove this (?:draft|note|source|claim|page)\b`)

// blocksOf are the paragraphs of a passage, a fence with all its lines as one.
func blocksOf(md string) (out []string) {
	fence := ""
	for _, block := range strings.Split(strings.ReplaceAll(md, "\r\n", "\n"), "\n\n") {
		first := strings.TrimSpace(block)
		switch {
		case fence != "":
			out[len(out)-1] += "\n\n" + block
			if strings.Contains(block, fence) {
				fence = ""
			}
			continue
		case first == "":
			continue
		case len(first) > 3 && (first[:3] == "```" || first[:3] == "~~~") && strings.Count(block, first[:3]) < 2:
			fence = first[:3]
		}
		out = append(out, strings.Trim(block, "\n"))
	}
	return out
}

type unitReader struct {
	out   []unit
	chunk provenance.ChunkID
	para  int
	term  string // that is explained
	aside bool   // in a note within an item
}

func (r *unitReader) add(u unit) {
	u.para, u.term = r.para, r.term
	r.out = append(r.out, u)
}

// last is the unit before, if it is of a kind.
func (r *unitReader) last(kind unitKind) *unit {
	if n := len(r.out); n > 0 && r.out[n-1].kind == kind {
		return &r.out[n-1]
	}
	return nil
}

func (r *unitReader) block(block string) {
	r.para++
	first := strings.TrimSpace(block)
	indented := strings.HasPrefix(block, "  ")
	if open := r.last(list); open != nil && indented || isListItem(first) && !indented {
		r.listed(open, block)
		return
	}
	cited := []templates.Cited{{Text: block, Chunk: r.chunk, Form: templates.Block}}
	switch {
	case first[0] == '#':
		r.term = ""
		r.add(unit{kind: gap})
	case first[0] == '|':
		r.table(cited, first)
	case strings.HasPrefix(first, "```") || strings.HasPrefix(first, "~~~"):
		r.add(unit{kind: code, lines: cited, words: CountWords(block), whole: !indented && strings.HasSuffix(first, first[:3])})
	case first[0] == '>':
		r.add(unit{kind: quotation, lines: cited, words: CountWords(block), whole: !strings.Contains(first, "[!")})
	case indented || first[0] == '<' || first[0] == '!':
		r.add(unit{kind: gap})
	default:
		r.paragraph(first)
	}
}

// listed takes a block into a list: items, or more of the last one. A note within an item
// stays in the source.
func (r *unitReader) listed(open *unit, block string) {
	first := strings.TrimSpace(block)
	switch {
	case isListItem(first):
		r.aside = false
		r.list(open, block)
	case first[0] == '#':
		r.aside = true
	case r.aside:
	case strings.ContainsAny(first[:1], "`~|>"):
		open.whole = false
	default:
		r.item(open, first, false)
	}
}

// paragraph cuts prose into sentences. One that is all bold is a term, which what follows
// explains, or an entry of a table of contents, or a caption.
func (r *unitReader) paragraph(text string) {
	text = PlainLinks(strings.Join(strings.Fields(text), " "))
	if t, ok := boldLine(text); ok {
		if !numbering().MatchString(t) && !isGeneric(t) {
			r.term = t
			r.add(unit{kind: gap})
		}
		return
	}
	for _, s := range sentencesOf(text) {
		r.add(unit{kind: prose, lines: []templates.Cited{{Text: s, Chunk: r.chunk}}, words: CountWords(s), whole: true})
	}
}

func sentencesOf(text string) (out []string) {
	for _, span := range markdown.Sentences(text) {
		out = append(out, beforeNames(text[span[0]:span[1]])...)
	}
	return out
}

// list takes the items of a block into a list.
func (r *unitReader) list(open *unit, block string) {
	if open == nil {
		r.add(unit{kind: list, whole: true})
		open = r.last(list)
	}
	item := ""
	flush := func() {
		if item != "" {
			r.item(open, item, true)
		}
	}
	for line := range strings.Lines(block) {
		line = strings.TrimRight(line, " \n")
		if isListItem(strings.TrimSpace(line)) {
			flush()
			item = line
		} else {
			item += " " + strings.TrimSpace(line)
		}
	}
	flush()
}

// item adds the sentences of an item, or of a further paragraph of the last one.
func (r *unitReader) item(u *unit, text string, begins bool) {
	lead := ""
	if begins {
		body := strings.TrimLeft(text, " ")
		at := len(text) - len(body) + strings.IndexByte(body, ' ') + 1
		lead, text = text[:at], text[at:]
	}
	for _, s := range sentencesOf(PlainLinks(strings.Join(strings.Fields(text), " "))) {
		c := templates.Cited{Text: lead + s, Chunk: r.chunk}
		if lead != "" {
			c.Form = templates.Item
		}
		lead = ""
		u.lines = append(u.lines, c)
		u.words += CountWords(s)
	}
}

// table adds a table, or the rest of one that the passage before began: that begins with
// its head once more.
func (r *unitReader) table(cited []templates.Cited, text string) {
	open := r.last(table)
	head, rows, _ := strings.Cut(text, "\n")
	rule, rows, _ := strings.Cut(rows, "\n")
	if !strings.Contains(rule, "---") || !strings.ContainsFunc(head, unicode.IsLetter) || strings.TrimSpace(rows) == "" {
		r.add(unit{kind: gap})
		return
	}
	if open != nil && open.lines[0].Chunk != r.chunk && strings.HasPrefix(open.text(), head+"\n") {
		open.lines[0].Text += "\n" + rows
		open.whole = false // one marker cannot cite two passages
		return
	}
	r.add(unit{kind: table, lines: cited, words: CountWords(text), whole: true})
}
