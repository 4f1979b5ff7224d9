package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MarkerLength is the length of an item's mark, 0 where the line has none.
func MarkerLength(line string) int {
	if !isItem(line) {
		return 0
	}
	n := strings.IndexByte(line, ' ')
	return n + len(line[n:]) - len(strings.TrimLeft(line[n:], " "))
}

const (
	MaxLabel    = 64 // bytes of a label at most
	labelLength = 8
)

// CutLabel finds the label of a line: where it ends and where what it labels begins, 0
// where there is none. A sentence has one only where it is set in bold.
func CutLabel(line string, sentence bool) (end, rest int) {
	bold := strings.HasPrefix(line, "**") || strings.HasPrefix(line, "__")
	if sentence && !bold {
		return 0, 0
	}
	words := 1
	for i := 0; i < len(line) && i < MaxLabel; {
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
		case c == ',' || c == ';' || IsSentenceEnd(c) && c >= utf8.RuneSelf || c == '.' && strings.HasPrefix(line[i+n:], " "):
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
	end, rest := CutLabel(line, false)
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

// IsSection reports the name of a part of a file of settings, in brackets.
func IsSection(line string) bool {
	return len(line) > 2 && len(line) < MaxLabel && line[0] == '[' && line[len(line)-1] == ']' && !strings.ContainsAny(line[1:len(line)-1], "[]|,")
}

// isLoneKey reports a key line that is a paragraph of its own and has a short value: most
// that begin so are a sentence or lead in to something.
func isLoneKey(line, next string) bool {
	_, rest := CutLabel(line, false)
	value := strings.TrimSpace(line[rest:])
	return (next == "" || next[0] == '#') && value != "" && strings.Count(value, " ") < 3
}

// lineAt is the line that begins at a byte.
func lineAt(raw string, start int) string {
	if start >= len(raw) {
		return ""
	}
	line, _, _ := strings.Cut(raw[start:], "\n")
	return strings.TrimSpace(line)
}

func HeadingLevel(line string) int { return len(line) - len(strings.TrimLeft(line, "#")) }

func isItem(line string) bool {
	if len(line) > 1 && (line[0] == '-' || line[0] == '*' || line[0] == '+') && line[1] == ' ' {
		return true
	}
	i := 0
	for i < len(line) && i < 4 && IsDigitByte(line[i]) {
		i++
	}
	return i > 0 && i+1 < len(line) && (line[i] == '.' || line[i] == ')') && line[i+1] == ' '
}

// inColumns reports a line of two columns of which the second begins where that of the line before
// or behind it does, as in a table of a text without marks.
func inColumns(raw string, start, end int) bool {
	const off = 3 // numbers end where others do
	_, at := ColumnOf(raw[start:end])
	if at == 0 {
		return false
	}
	before := raw[:max(start-1, 0)]
	behind, _, _ := strings.Cut(raw[min(end+1, len(raw)):], "\n")
	for _, line := range [...]string{before[strings.LastIndexByte(before, '\n')+1:], behind} {
		if _, other := ColumnOf(line); other > 0 && other-at <= off && at-other <= off {
			return true
		}
	}
	return false
}

// isRow reports a line of three columns or more that has as many as the heads over it, or is the
// heads of the line behind it, or a rule between.
func (t *Document) isRow(header int32, start, end int) bool {
	line := t.Raw[start:end]
	n := len(CellsOf(line))
	if header >= 0 {
		h := len(CellsOf(t.Raw[t.Units[header].Start:t.Units[header].End]))
		return h > 2 && (n == h || isRule(line))
	}
	for range 2 {
		if n < 3 || end >= len(t.Raw) {
			break
		}
		line, _, _ = strings.Cut(t.Raw[end+1:], "\n")
		if !isRule(line) {
			return len(CellsOf(line)) == n
		}
		end += 1 + len(line)
	}
	return false
}

// isRule reports a line that is drawn, as below the heads of a table.
func isRule(line string) bool {
	return strings.TrimSpace(line) != "" && strings.Trim(line, "-=_─ \t\r") == ""
}

// CellsOf are the cells of a line that gaps part, each from where to where.
func CellsOf(line string) (cells [][2]int) {
	line = strings.TrimRight(line, " \t\r")
	from := len(line) - len(strings.TrimLeft(line, " \t"))
	if !strings.Contains(line[from:], "\t") && !strings.Contains(line[from:], "   ") {
		return nil
	}
	at := from
	for i := from; i < len(line); {
		end := i
		for end < len(line) && (line[end] == ' ' || line[end] == '\t') {
			end++
		}
		if gap := line[i:end]; len(gap) > 2 || strings.Contains(gap, "\t") {
			cells = append(cells, [2]int{at, i})
			at = end
		}
		i = max(end, i+1)
	}
	return append(cells, [2]int{at, len(line)})
}

// ColumnOf is where the first of two columns of a line ends and where the other begins, both 0 in a
// line that has not two: of more, heads say what each is.
func ColumnOf(line string) (end, next int) {
	cells := CellsOf(line)
	if len(cells) != 2 || cells[0][1] > MaxLabel || !strings.ContainsFunc(line[cells[0][0]:cells[0][1]], unicode.IsLetter) {
		return 0, 0
	}
	return cells[0][1], cells[1][0]
}
