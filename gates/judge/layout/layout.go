// Package layout reads what a text says of one thing, and what stands over that: its entries. A
// cell has the heads of its row and column, a key those above it, a clause of a sentence what all
// its clauses share. What a value of a claim is a value of is told by them.
package layout

import (
	"strings"

	"assay/gates/judge/value"
	"assay/text"
)

// An Entry is what a text says of one thing: a cell of a table, what stands behind a
// key or label, a clause. Its body holds the value or the plain words, its heads the
// words that say of what; around it is what it shares with its neighbours.
type Entry struct {
	Unit   int32
	Kind   Kind
	Group  int32      // rivals stand in one group: a table, the keys and items of a text, a paragraph
	Body   [2]int32   // tokens, last exclusive
	Heads  [][2]int32 // a row's and a column's head, a key, a label
	Around [][2]int32 // keys above, headings, lead-in, the other cells of the row, a subject that the clause leaves out
	lone   bool       // a cell that is a row's first: what the row is of
	Says   int8       // 1 and -1 of a cell or key that says yes or no
}

type Kind uint8

const (
	InClause Kind = iota
	inKeys
	InTable
)

// A Layout is a text read as entries.
type Layout struct {
	All   []Entry
	Of    []int32 // of each value of the text: its entry, or -1
	Slots []int32 // entries with a few words and no value
}

// A source is a text with its values, as entries are read from it.
type source struct{ *value.Text }

// New reads a text's entries.
func New(of *value.Text) *Layout {
	t := source{of}
	r := reader{t: t}
	r.read()
	l := &Layout{All: r.all, Of: make([]int32, len(t.Values))}
	for j := range l.Of {
		l.Of[j] = -1
	}
	for i := range l.All {
		if t.isSlot(&l.All[i]) {
			l.Slots = append(l.Slots, int32(i))
		}
		first, last := t.Range(l.All[i].Body)
		for j := first; j < last; j++ {
			l.Of[j] = int32(i)
		}
	}
	return l
}

// A reader walks the units of a text once.
type reader struct {
	t        source
	all      []Entry
	headings []level  // that stand over the unit
	keys     []level  // keys and items that the unit lies deeper than
	json     []level  // keys of open braces
	title    [2]int32 // what all keys are of, where one of them says so
	siblings int      // the first entry of the braces that are open
	columns  [][2]int32
	table    int32 // the unit with the heads, -1 outside of a table
	lead     int32 // a unit that ends in a colon, -1 for none
}

// A level is a heading, key or item that stands over what follows.
type level struct {
	depth int
	words [2]int32
}

// titles are keys whose value is what the other keys are of.
var titles = text.WordSet(`title name titel nombre título nom titre nome 标题 名称 タイトル 名前`)

const keyGroup = -2 // all keys and items of a text

func (r *reader) read() {
	r.table, r.lead = -1, -1
	for i := range r.t.Units {
		u := &r.t.Units[i]
		body := r.t.Raw[u.Start:u.End]
		if u.Kind != text.Row {
			r.table = -1
		}
		switch {
		case u.Kind == text.Heading:
			depth := text.HeadingLevel(body)
			r.headings = popLevels(r.headings, depth)
			r.headings = append(r.headings, level{depth, [2]int32{u.First, u.Last}})
			r.keys, r.json, r.lead, r.title = nil, nil, -1, [2]int32{}
		case u.Kind == text.Row:
			r.readRow(int32(i), u)
		case len(r.json) > 0 || opensBraces(body):
			r.readBraces(int32(i), u)
		default:
			r.readLine(int32(i), u)
		}
	}
}

func popLevels(stack []level, depth int) []level {
	for len(stack) > 0 && stack[len(stack)-1].depth >= depth {
		stack = stack[:len(stack)-1]
	}
	return stack
}

// readRow reads the cells of a table's row, each with the heads of its row and column.
func (r *reader) readRow(i int32, u *text.Unit) {
	cells := r.t.cells(u)
	if r.table < 0 || u.Above != r.table {
		r.table, r.columns = i, nil
		for _, c := range cells {
			r.columns = append(r.columns, c.toks)
		}
		return
	}
	around := r.over()
	for c, cell := range cells {
		s := Entry{Unit: i, Kind: InTable, Group: r.table, Body: cell.toks, lone: c == 0, Says: yesOrNo(cell.raw)}
		if c < len(r.columns) {
			s.Heads = append(s.Heads, r.columns[c])
		}
		if c > 0 {
			s.Heads = append(s.Heads, cells[0].toks)
		}
		s.Around = append(s.Around, around...)
		if c > 1 {
			s.Around = append(s.Around, [2]int32{cells[1].toks[0], cells[c-1].toks[1]})
		}
		if c+1 < len(cells) {
			s.Around = append(s.Around, [2]int32{cells[c+1].toks[0], cells[len(cells)-1].toks[1]})
		}
		r.add(s)
	}
}

// A cell is a stretch between two bars.
type cell struct {
	toks [2]int32
	raw  string
}

// cells are the cells of a row.
func (t source) cells(u *text.Unit) []cell {
	raw := t.Raw[u.Start:u.End]
	var cells []cell
	if raw[0] != '|' {
		for _, c := range text.CellsOf(raw) {
			cells = append(cells, cell{t.TokensIn(u, u.Start+int32(c[0]), u.Start+int32(c[1])), raw[c[0]:c[1]]})
		}
		return cells
	}
	from := 1
	for at := from; at <= len(raw); at++ {
		if at < len(raw) && (raw[at] != '|' || raw[at-1] == '\\') {
			continue
		}
		if at == len(raw) && strings.TrimSpace(raw[from:]) == "" {
			break
		}
		cells = append(cells, cell{t.TokensIn(u, u.Start+int32(from), u.Start+int32(at)), raw[from:at]})
		from = at + 1
	}
	return cells
}

// over is what stands over a unit: headings, keys and the sentence that leads in.
func (r *reader) over() [][2]int32 {
	var ranges [][2]int32
	for _, l := range [][]level{r.keys, r.json, r.headings} {
		for k := len(l) - 1; k >= 0; k-- {
			if l[k].words[1] > l[k].words[0] {
				ranges = append(ranges, l[k].words)
			}
		}
	}
	if r.title[1] > r.title[0] {
		ranges = append(ranges, r.title)
	}
	if r.lead >= 0 {
		u := r.t.Units[r.lead]
		ranges = append(ranges, [2]int32{u.First, u.Last})
	}
	return ranges
}

// parents are the keys that a key lies deeper than, as in YAML.
func (r *reader) parents() (keys [][2]int32) {
	const most = 3 // words of a key that is no sentence
	for _, l := range r.keys {
		if n := l.words[1] - l.words[0]; n > 0 && n <= most {
			keys = append(keys, l.words)
		}
	}
	return keys
}

// readLine reads an item, a key with what stands behind it, or a sentence.
func (r *reader) readLine(i int32, u *text.Unit) {
	t := r.t
	start, depth, marked := u.Start, t.Indent(u.Start), false
	if u.Kind != text.Prose {
		if n := text.MarkerLength(t.Raw[u.Start:u.End]); n > 0 {
			start, marked = start+int32(n), true
		}
		r.keys = popLevels(r.keys, depth)
	} else {
		r.keys = nil
	}
	body := t.Raw[start:u.End]
	if u.Kind != text.Prose && text.IsSection(body) {
		r.keys, r.title = []level{{-1, [2]int32{u.First, u.Last}}}, [2]int32{}
		return
	}
	label, rest := text.CutLabel(body, u.Kind == text.Prose)
	if label == 0 && u.Kind == text.Item {
		label, rest = text.ColumnOf(body)
	}
	head := t.TokensIn(u, start, start+int32(label))
	told := t.TokensIn(u, start+int32(rest), u.End)
	if label == 0 {
		r.addClauses(Entry{Unit: i, Kind: InClause, Group: t.Units[i].Block, Around: r.over()}, [2]int32{head[0], u.Last})
		if u.Kind != text.Prose {
			r.keys = append(r.keys, level{depth, [2]int32{u.First, u.Last}})
		}
		if body := strings.TrimRight(body, "*_ "); strings.HasSuffix(body, ":") || strings.HasSuffix(body, "：") {
			r.lead = i
		}
		return
	}
	r.addClauses(Entry{Unit: i, Kind: inKeys, Group: keyGroup, Heads: append([][2]int32{head}, r.parents()...), Around: r.over(), Says: yesOrNo(body[rest:])}, told)
	if u.Kind == text.Prose {
		return
	}
	if head[1]-head[0] == 1 && titles.Has(t.Toks[head[0]].Low) {
		r.title = told
	}
	words := head
	if marked { // "- name: basic" names the map that follows
		words[1] = u.Last
	}
	r.keys = append(r.keys, level{depth, words})
}

func (r *reader) add(s Entry) {
	if s.Body[1] > s.Body[0] || s.Says != 0 {
		r.all = append(r.all, s)
	}
}

// opensBraces reports JSON, or a map in one line.
func opensBraces(line string) bool {
	at := strings.IndexByte(line, '{')
	if at < 0 || at > text.MaxLabel {
		return false
	}
	head := strings.TrimSpace(line[:at])
	return (head == "" || strings.HasSuffix(head, ":") || head == "[") && (at+1 == len(line) || strings.Contains(line[at:], ":"))
}

// maxSiblings is how many entries of a map are read together: a larger one is a list of its own.
const maxSiblings = 64

// readBraces reads keys and values of JSON, which may go on over many lines.
func (r *reader) readBraces(i int32, u *text.Unit) {
	t := r.t
	raw := t.Raw[u.Start:u.End]
	var key [2]int32
	from, quoted := 0, false
	if len(r.json) == 0 {
		r.siblings = len(r.all)
	}
	flush := func(to int) {
		if told := t.TokensIn(u, u.Start+int32(from), u.Start+int32(to)); told[1] > told[0] {
			s := Entry{Unit: i, Kind: inKeys, Group: keyGroup, Body: told, Around: r.over(), Says: yesOrNo(raw[from:to])}
			if key[1] > key[0] {
				s.Heads = append(s.Heads, key)
			}
			for k := r.siblings; k < len(r.all) && len(r.all)-r.siblings < maxSiblings; k++ { // what else the map says
				s.Around = append(s.Around, r.all[k].Body)
				r.all[k].Around = append(r.all[k].Around, told)
			}
			r.add(s)
		}
		from, key = to+1, [2]int32{}
	}
	for at := 0; at < len(raw); at++ {
		switch c := raw[at]; {
		case c == '"' && (at == 0 || raw[at-1] != '\\'):
			quoted = !quoted
		case quoted:
		case c == ':':
			key = t.TokensIn(u, u.Start+int32(from), u.Start+int32(at))
			from = at + 1
		case c == '{' || c == '[':
			r.json = append(r.json, level{0, key})
			from, key = at+1, [2]int32{}
			if c == '{' {
				r.siblings = len(r.all)
			}
		case c == '}' || c == ']':
			flush(at)
			r.siblings = len(r.all)
			if len(r.json) > 0 {
				r.json = r.json[:len(r.json)-1]
			}
		case c == ',':
			flush(at)
		}
	}
	flush(len(raw))
}

// slotWords is how many words a slot has at most: a cell or key that holds a few plain words instead
// of a value, such as a name, a state, yes or no.
const slotWords = 5

// isSlot reports an entry with a few words and no value.
func (t source) isSlot(s *Entry) bool {
	if s.Kind == InClause || s.lone || len(s.Heads) == 0 {
		return false
	}
	if first, last := t.Range(s.Body); first < last {
		return false
	}
	words, size := 0, int32(0)
	for k := s.Body[0]; k < s.Body[1]; k++ {
		tok := &t.Toks[k]
		if tok.Is(text.MarkNeg) && s.Says == 0 {
			return false
		}
		if tok.Content() && !tok.Is(text.MarkCJK) {
			words++
		}
		size = tok.End - t.Toks[s.Body[0]].Start
	}
	return words <= slotWords && size <= 60
}

// yesOrNo is the polarity of a cell that says yes or no, 0 where it says something else.
func yesOrNo(body string) int8 {
	body = strings.ToLower(strings.Trim(body, " \t\r\"'`*.,|️"))
	switch {
	case yesWords.Has(body):
		return 1
	case noWords.Has(body):
		return -1
	}
	return 0
}

var (
	yesWords = text.WordSet(`yes true y ✓ ✔ ✅ ☑ ja wahr sí si verdadero 是 有 支持 はい あり ○ 〇 可 oui vrai enabled supported`)
	noWords  = text.WordSet(`no false n ✗ ✘ ❌ ☒ ✕ nein falsch falso 否 无 無 不支持 いいえ なし × 不可 non faux`)
)
