package judge

import (
	"regexp"
	"strings"
	"unicode"
)

// inColumns reports a line of two columns of which the second begins where that of the line before
// or behind it does, as in a table of a text without marks.
func inColumns(raw string, start, end int) bool {
	const off = 3 // numbers end where others do
	_, at := columnOf(raw[start:end])
	if at == 0 {
		return false
	}
	before := raw[:max(start-1, 0)]
	behind, _, _ := strings.Cut(raw[min(end+1, len(raw)):], "\n")
	for _, line := range [...]string{before[strings.LastIndexByte(before, '\n')+1:], behind} {
		if _, other := columnOf(line); other > 0 && other-at <= off && at-other <= off {
			return true
		}
	}
	return false
}

// isRow reports a line of three columns or more that has as many as the heads over it, or is the
// heads of the line behind it, or a rule between.
func (t *reading) isRow(header int32, start, end int) bool {
	line := t.raw[start:end]
	n := len(cellsOf(line))
	if header >= 0 {
		h := len(cellsOf(t.raw[t.units[header].start:t.units[header].end]))
		return h > 2 && (n == h || isRule(line))
	}
	for range 2 {
		if n < 3 || end >= len(t.raw) {
			break
		}
		line, _, _ = strings.Cut(t.raw[end+1:], "\n")
		if !isRule(line) {
			return len(cellsOf(line)) == n
		}
		end += 1 + len(line)
	}
	return false
}

// isRule reports a line that is drawn, as below the heads of a table.
func isRule(line string) bool {
	return strings.TrimSpace(line) != "" && strings.Trim(line, "-=_─ \t\r") == ""
}

// cellsOf are the cells of a line that gaps part, each from where to where.
func cellsOf(line string) (cells [][2]int) {
	line = strings.TrimRight(line, " \t\r")
	from := len(line) - len(strings.TrimLeft(line, " \t"))
	if !strings.Contains(line[from:], "\t") && !strings.Contains(line[from:], "   ") {
		return nil
	}
	at := from
	for _, gap := range columnGap.FindAllStringIndex(line[from:], -1) {
		cells = append(cells, [2]int{at, from + gap[0]})
		at = from + gap[1]
	}
	return append(cells, [2]int{at, len(line)})
}

// columnOf is where the first of two columns of a line ends and where the other begins, both 0 in a
// line that has not two: of more, heads say what each is.
func columnOf(line string) (end, next int) {
	cells := cellsOf(line)
	if len(cells) != 2 || cells[0][1] > maxLabel || !strings.ContainsFunc(line[cells[0][0]:cells[0][1]], unicode.IsLetter) {
		return 0, 0
	}
	return cells[0][1], cells[1][0]
}

var columnGap = regexp.MustCompile(`[ \t]*(?:\t|   )[ \t]*`)
