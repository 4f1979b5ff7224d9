package mutate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/text"
)

// A piece is what the evidence says in one breath: a row, or a clause.
type piece struct {
	text, low string
	sentence  int // which line and sentence it is of
	row       bool
}

// breaks part clauses. What stands behind one without a subject of its own goes on
// saying what the one before says, see ownSubject.
var breaks = text.Pattern(`[.!?;:](?:\s+|$)|[。！？；，、]|,?\s+(?:while|whereas|but|and|during|und|während|y|mientras)\s+|,\s+`)

var sentenceEnd = text.Pattern(`[.!?](?:\s+|$)|[。！？]`)

// pieces cuts the evidence.
func (m *maker) pieces() []piece {
	if m.cut != nil {
		return m.cut
	}
	m.cut = []piece{}
	add := func(text string, sentence int, row bool) {
		if text = strings.TrimSpace(text); text != "" {
			m.cut = append(m.cut, piece{text, strings.ToLower(text), sentence, row})
		}
	}
	n := 0
	for line := range strings.SplitSeq(m.about.Evidence, "\n") {
		bare := strings.TrimLeft(line, "#")
		if n++; len(bare) < len(line) || isRow(line) { // a heading says nothing, and names things
			add(bare, n, true)
			continue
		}
		for _, sentence := range parted(line, sentenceEnd().FindAllStringIndex(line, -1)) {
			n++
			for _, clause := range parted(sentence, breaks().FindAllStringIndex(sentence, -1)) {
				add(clause, n, false)
			}
		}
	}
	return m.cut
}

func parted(s string, at [][]int) (out []string) {
	from := 0
	for _, b := range at {
		out = append(out, s[from:b[0]])
		from = b[1]
	}
	return append(out, s[from:])
}

// isRow reports a row of a table, an item of a list or a line of "key: value".
func isRow(line string) bool {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "|") || strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ") {
		return true
	}
	key, value, ok := strings.Cut(line, ": ")
	return ok && len(strings.Fields(key)) <= 4 && value != "" && len(strings.Fields(value)) <= 6
}

// tokens are the words of a text that say what it is about: in scripts without spaces,
// each two signs that stand side by side.
func tokens(s string) (out []string) {
	for _, f := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && r != '_' }) {
		first, _ := utf8.DecodeRuneInString(f)
		switch {
		case unicode.In(first, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			signs := []rune(f)
			for i := 0; i+1 < len(signs); i++ {
				out = append(out, string(signs[i:i+2]))
			}
		case len(f) < 3 || small[f] || otherUnits[f] != "":
		case len(f) > 5:
			out = append(out, f[:text.RuneFloor(f, len(f)-2)]) // its forms begin alike
		default:
			out = append(out, f)
		}
	}
	return out
}

var small = set(`the and that with are for its has was were had been from into than per not all any each this these those there their they
	der die das den dem und ist ein eine mit von auf für los las del una con por les des est une dans`)

// tells reports that a claim has a word which one piece has and the other lacks: so the
// claim is about the one and not about the other.
func tells(claim []string, own, other string) bool {
	return slices.ContainsFunc(claim, func(t string) bool { return strings.Contains(own, t) && !strings.Contains(other, t) })
}

// A table is rows of as many cells, in the order of the evidence.
type table struct {
	rows [][]string
	head bool // the first row names the columns
}

// tables are the tables, lists and runs of "key: value" of the evidence.
func (m *maker) tables() (out []table) {
	var now table
	end := func() {
		if len(now.rows) > 1 {
			out = append(out, now)
		}
		now = table{}
	}
	for line := range strings.SplitSeq(m.about.Evidence, "\n") {
		cells := cellsOf(line)
		if cells == nil && len(now.rows) == 1 && strings.Trim(line, "|-: \t") == "" && strings.Contains(line, "-") {
			now.head = true
			continue
		}
		if len(now.rows) > 0 && len(cells) != len(now.rows[0]) {
			end()
		}
		if cells != nil {
			now.rows = append(now.rows, cells)
		}
	}
	end()
	return out
}

// body are the rows below the head.
func (t *table) body() [][]string {
	if t.head {
		return t.rows[1:]
	}
	return t.rows
}

// cellsOf parts a row, or gives nil where a line is none.
func cellsOf(line string) []string {
	line = strings.TrimSpace(line)
	var cells []string
	switch {
	case strings.Trim(line, "|-: ") == "" || !isRow(line):
		return nil
	case strings.HasPrefix(line, "|"):
		cells = strings.Split(strings.Trim(line, "|"), "|")
	default:
		key, value, ok := strings.Cut(strings.TrimLeft(line, "-* "), ": ")
		if !ok {
			return nil
		}
		cells = []string{key, value}
	}
	for i, c := range cells {
		cells[i] = strings.Trim(c, " .,;*`_")
	}
	if len(cells) < 2 {
		return nil
	}
	return cells
}

// only is where words stand in the claim, if they stand there once and as words.
func (m *maker) only(s string) (int, bool) {
	low := strings.ToLower(s)
	if len(low) != len(s) || len(m.low) != len(m.text) || strings.TrimSpace(s) == "" || strings.Count(m.low, low) != 1 || !hasWord(m.low, low) {
		return 0, false
	}
	return strings.Index(m.low, low), true
}
