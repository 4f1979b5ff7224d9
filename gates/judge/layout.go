package judge

import (
	"assay/text"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An entry is what a text says of one thing: a cell of a table, what stands behind a
// key or label, a clause. Its body holds the value or the plain words, its heads the
// words that say of what; around it is what it shares with its neighbours.
type entry struct {
	unit   int32
	kind   statementKind
	group  int32      // rivals stand in one group: a table, the keys and items of a text, a paragraph
	body   [2]int32   // tokens, last exclusive
	heads  [][2]int32 // a row's and a column's head, a key, a label
	around [][2]int32 // keys above, headings, lead-in, the other cells of the row, a subject that the clause leaves out
	lone   bool       // a cell that is a row's first: what the row is of
	says   int8       // 1 and -1 of a cell or key that says yes or no
}

type statementKind uint8

const (
	inClause statementKind = iota
	inKeys
	inTable
)

// A layout is a text read as entries.
type layout struct {
	all   []entry
	of    []int32 // of each value of the text: its entry, or -1
	slots []int32 // entries with a few words and no value
}

// layoutOf reads a text's entries when they are first asked for.
func (t *reading) layoutOf() *layout {
	t.reading.Do(func() {
		r := layoutReader{t: t}
		r.read()
		l := &layout{all: r.all, of: make([]int32, len(t.values))}
		for j := range l.of {
			l.of[j] = -1
		}
		for i := range l.all {
			if t.isSlot(&l.all[i]) {
				l.slots = append(l.slots, int32(i))
			}
			first, last := t.valueRange(l.all[i].body)
			for j := first; j < last; j++ {
				l.of[j] = int32(i)
			}
		}
		t.laid = l
	})
	return t.laid
}

// A layoutReader walks the units of a text once.
type layoutReader struct {
	t        *reading
	all      []entry
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

func (r *layoutReader) read() {
	r.table, r.lead = -1, -1
	for i := range r.t.units {
		u := &r.t.units[i]
		body := r.t.raw[u.start:u.end]
		if u.kind != row {
			r.table = -1
		}
		switch {
		case u.kind == heading:
			depth := headingLevel(body)
			r.headings = popLevels(r.headings, depth)
			r.headings = append(r.headings, level{depth, [2]int32{u.first, u.last}})
			r.keys, r.json, r.lead, r.title = nil, nil, -1, [2]int32{}
		case u.kind == row:
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
func (r *layoutReader) readRow(i int32, u *unit) {
	cells := r.t.cells(u)
	if r.table < 0 || u.above != r.table {
		r.table, r.columns = i, nil
		for _, c := range cells {
			r.columns = append(r.columns, c.toks)
		}
		return
	}
	around := r.over()
	for c, cell := range cells {
		s := entry{unit: i, kind: inTable, group: r.table, body: cell.toks, lone: c == 0, says: yesOrNo(cell.raw)}
		if c < len(r.columns) {
			s.heads = append(s.heads, r.columns[c])
		}
		if c > 0 {
			s.heads = append(s.heads, cells[0].toks)
		}
		s.around = append(s.around, around...)
		if c > 1 {
			s.around = append(s.around, [2]int32{cells[1].toks[0], cells[c-1].toks[1]})
		}
		if c+1 < len(cells) {
			s.around = append(s.around, [2]int32{cells[c+1].toks[0], cells[len(cells)-1].toks[1]})
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
func (t *reading) cells(u *unit) []cell {
	raw := t.raw[u.start:u.end]
	var cells []cell
	if raw[0] != '|' {
		for _, c := range cellsOf(raw) {
			cells = append(cells, cell{t.tokensIn(u, u.start+int32(c[0]), u.start+int32(c[1])), raw[c[0]:c[1]]})
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
		cells = append(cells, cell{t.tokensIn(u, u.start+int32(from), u.start+int32(at)), raw[from:at]})
		from = at + 1
	}
	return cells
}

// tokensIn are the tokens of a unit between two bytes.
func (t *reading) tokensIn(u *unit, start, end int32) [2]int32 {
	toks := t.toks[u.first:u.last]
	first, _ := slices.BinarySearchFunc(toks, start, func(tok text.Token, at int32) int { return cmp.Compare(tok.Start, at) })
	n, _ := slices.BinarySearchFunc(toks[first:], end+1, func(tok text.Token, at int32) int { return cmp.Compare(tok.End, at) })
	return [2]int32{u.first + int32(first), u.first + int32(first+n)}
}

// over is what stands over a unit: headings, keys and the sentence that leads in.
func (r *layoutReader) over() [][2]int32 {
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
		u := r.t.units[r.lead]
		ranges = append(ranges, [2]int32{u.first, u.last})
	}
	return ranges
}

// parents are the keys that a key lies deeper than, as in YAML.
func (r *layoutReader) parents() (keys [][2]int32) {
	const most = 3 // words of a key that is no sentence
	for _, l := range r.keys {
		if n := l.words[1] - l.words[0]; n > 0 && n <= most {
			keys = append(keys, l.words)
		}
	}
	return keys
}

// readLine reads an item, a key with what stands behind it, or a sentence.
func (r *layoutReader) readLine(i int32, u *unit) {
	t := r.t
	start, depth, marked := u.start, t.indent(u.start), false
	if u.kind != prose {
		if n := markerLength(t.raw[u.start:u.end]); n > 0 {
			start, marked = start+int32(n), true
		}
		r.keys = popLevels(r.keys, depth)
	} else {
		r.keys = nil
	}
	body := t.raw[start:u.end]
	if u.kind != prose && isSection(body) {
		r.keys, r.title = []level{{-1, [2]int32{u.first, u.last}}}, [2]int32{}
		return
	}
	label, rest := cutLabel(body, u.kind == prose)
	if label == 0 && u.kind == item {
		label, rest = columnOf(body)
	}
	head := t.tokensIn(u, start, start+int32(label))
	told := t.tokensIn(u, start+int32(rest), u.end)
	if label == 0 {
		r.addClauses(entry{unit: i, kind: inClause, group: t.units[i].block, around: r.over()}, [2]int32{head[0], u.last})
		if u.kind != prose {
			r.keys = append(r.keys, level{depth, [2]int32{u.first, u.last}})
		}
		if body := strings.TrimRight(body, "*_ "); strings.HasSuffix(body, ":") || strings.HasSuffix(body, "：") {
			r.lead = i
		}
		return
	}
	r.addClauses(entry{unit: i, kind: inKeys, group: keyGroup, heads: append([][2]int32{head}, r.parents()...), around: r.over(), says: yesOrNo(body[rest:])}, told)
	if u.kind == prose {
		return
	}
	if head[1]-head[0] == 1 && titles.Has(t.toks[head[0]].Low) {
		r.title = told
	}
	words := head
	if marked { // "- name: basic" names the map that follows
		words[1] = u.last
	}
	r.keys = append(r.keys, level{depth, words})
}

// indent is how far a line is indented.
func (t *reading) indent(start int32) int {
	n := 0
	for start > 0 && (t.raw[start-1] == ' ' || t.raw[start-1] == '\t') {
		if t.raw[start-1] == '\t' {
			n += 3
		}
		start, n = start-1, n+1
	}
	return n
}

// markerLength is the length of an item's mark, 0 where the line has none.
func markerLength(line string) int {
	if !isItem(line) {
		return 0
	}
	n := strings.IndexByte(line, ' ')
	return n + len(line[n:]) - len(strings.TrimLeft(line[n:], " "))
}

const (
	maxLabel    = 64 // bytes of a label at most
	labelLength = 8
)

// cutLabel finds the label of a line: where it ends and where what it labels begins, 0
// where there is none. A sentence has one only where it is set in bold.
func cutLabel(line string, sentence bool) (end, rest int) {
	bold := strings.HasPrefix(line, "**") || strings.HasPrefix(line, "__")
	if sentence && !bold {
		return 0, 0
	}
	words := 1
	for i := 0; i < len(line) && i < maxLabel; {
		c, n := utf8.DecodeRuneInString(line[i:])
		switch {
		case c == '：':
			return i, i + n
		case c == ':' && (i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t' || line[i+1] == '*' || line[i+1] == '_' || line[i+1] >= utf8.RuneSelf):
			return i, i + n
		case c == '=' && i > 0 && (i+1 == len(line) || line[i+1] != '=') && strings.IndexByte("<>!=:", line[i-1]) < 0 && !bold:
			return i, i + n
		case (c == '–' || c == '—' || c == '-') && i > 0 && line[i-1] == ' ' && strings.HasPrefix(line[i+n:], " "):
			return i, i + n
		case c == ' ':
			words++
		case c == ',' || c == ';' || text.IsSentenceEnd(c) && c >= utf8.RuneSelf || c == '.' && strings.HasPrefix(line[i+n:], " "):
			return 0, 0
		}
		if words > labelLength {
			return 0, 0
		}
		i += n
	}
	return 0, 0
}

// isKeyLine reports a line that is a key with a short value, as in a file of settings.
func isKeyLine(line string) bool {
	const most = 120 // bytes of such a line
	if len(line) > most || line == "" {
		return false
	}
	end, rest := cutLabel(line, false)
	if end == 0 {
		return false
	}
	value := strings.TrimSpace(line[rest:])
	if n := utf8.RuneCountInString(value); n > 60 || n > 20 && strings.HasSuffix(value, ".") {
		return false
	}
	first, _ := utf8.DecodeRuneInString(line)
	return unicode.IsLetter(first) || unicode.IsDigit(first) || first == '"' || first == '*' || first == '`' || first == '_'
}

// isSection reports the name of a part of a file of settings, in brackets.
func isSection(line string) bool {
	return len(line) > 2 && len(line) < maxLabel && line[0] == '[' && line[len(line)-1] == ']' && !strings.ContainsAny(line[1:len(line)-1], "[]|,")
}

// isLoneKey reports a key line that is a paragraph of its own and has a short value: most
// that begin so are a sentence or lead in to something.
func isLoneKey(line, next string) bool {
	_, rest := cutLabel(line, false)
	value := strings.TrimSpace(line[rest:])
	return (next == "" || next[0] == '#') && value != "" && strings.Count(value, " ") < 3
}

func (r *layoutReader) add(s entry) {
	if s.body[1] > s.body[0] || s.says != 0 {
		r.all = append(r.all, s)
	}
}

// opensBraces reports JSON, or a map in one line.
func opensBraces(line string) bool {
	at := strings.IndexByte(line, '{')
	if at < 0 || at > maxLabel {
		return false
	}
	head := strings.TrimSpace(line[:at])
	return (head == "" || strings.HasSuffix(head, ":") || head == "[") && (at+1 == len(line) || strings.Contains(line[at:], ":"))
}

// maxSiblings is how many entries of a map are read together: a larger one is a list of its own.
const maxSiblings = 64

// readBraces reads keys and values of JSON, which may go on over many lines.
func (r *layoutReader) readBraces(i int32, u *unit) {
	t := r.t
	raw := t.raw[u.start:u.end]
	var key [2]int32
	from, quoted := 0, false
	if len(r.json) == 0 {
		r.siblings = len(r.all)
	}
	flush := func(to int) {
		if told := t.tokensIn(u, u.start+int32(from), u.start+int32(to)); told[1] > told[0] {
			s := entry{unit: i, kind: inKeys, group: keyGroup, body: told, around: r.over(), says: yesOrNo(raw[from:to])}
			if key[1] > key[0] {
				s.heads = append(s.heads, key)
			}
			for k := r.siblings; k < len(r.all) && len(r.all)-r.siblings < maxSiblings; k++ { // what else the map says
				s.around = append(s.around, r.all[k].body)
				r.all[k].around = append(r.all[k].around, told)
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
			key = t.tokensIn(u, u.start+int32(from), u.start+int32(at))
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

// lineAt is the line that begins at a byte.
func lineAt(raw string, start int) string {
	if start >= len(raw) {
		return ""
	}
	line, _, _ := strings.Cut(raw[start:], "\n")
	return strings.TrimSpace(line)
}

func headingLevel(line string) int { return len(line) - len(strings.TrimLeft(line, "#")) }

func isItem(line string) bool {
	if len(line) > 1 && (line[0] == '-' || line[0] == '*' || line[0] == '+') && line[1] == ' ' {
		return true
	}
	i := 0
	for i < len(line) && i < 4 && text.IsDigitByte(line[i]) {
		i++
	}
	return i > 0 && i+1 < len(line) && (line[i] == '.' || line[i] == ')') && line[i+1] == ' '
}
