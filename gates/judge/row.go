package judge

import (
	"slices"
	"strings"
	"unicode"

	"assay/provenance"
	"assay/text"
)

// A labelled row is a row of a table or a line "key: value": what it is of, and what it says.
type labelledRow struct {
	unit, table int32
	label, says [2]int32 // tokens, last exclusive
}

// How many words a label has at most, and what share of a claim's words a row must
// have to say it.
const (
	labelMost = 8
	rowSays   = 0.9
	ownSays   = 0.5 // at most, of what its own row says
	ownCell   = 0.2 // likewise of a single cell
)

// rowOf reads a unit as a labelled row.
func (t *reading) rowOf(unit int32) (r labelledRow, ok bool) {
	u := t.units[unit]
	for i := u.first + 1; i < u.last && i <= u.first+labelMost; i++ {
		if gap := t.gap(i - 1); strings.ContainsAny(gap, "|：") || strings.Contains(gap, ": ") {
			return labelledRow{unit, u.above, [2]int32{u.first, i}, [2]int32{i, u.last}}, true
		}
	}
	return r, false
}

// checkRow finds a claim that gives what one row says the label of another row of that table.
func (a *alignment) checkRow() *finding {
	if len(a.c.units) != 1 {
		return nil
	}
	claim, ok := a.c.rowOf(0)
	if !ok {
		return nil
	}
	if f := a.otherCell(claim); f != nil {
		return f
	}
	for i, says := range a.c.cellsOf(claim.says) {
		if !a.tells(says) {
			continue
		}
		own, other := a.rowsOf(claim.label, says)
		if !other || i > 0 && (a.s.units[own.unit].kind != row || a.c.shareWith(says, a.s, own.says) > ownCell) {
			continue
		}
		return &finding{rule: RuleReplaced, effect: Refutes, unit: own.unit, mismatch: &provenance.Mismatch{Kind: "name", Claim: span(a.c, says[0], says[1]-1), Source: span(a.s, own.says[0], own.says[1]-1)}}
	}
	return nil
}

// otherCell finds the row of a table that has each cell of the claim but one, and in that another value.
func (a *alignment) otherCell(claim labelledRow) (f *finding) {
	cells := a.c.cellsOf(claim.says)[1:]
	for unit := range a.s.units {
		if a.s.units[unit].kind != row {
			continue
		}
		own, ok := a.s.rowOf(int32(unit))
		if !ok || !strings.EqualFold(span(a.c, claim.label[0], claim.label[1]-1), span(a.s, own.label[0], own.label[1]-1)) {
			continue
		}
		says := a.s.cellsOf(own.says)[1:]
		if len(cells) < 2 || len(says) != len(cells) {
			return nil
		}
		other := -1
		for i, c := range cells {
			if strings.EqualFold(span(a.c, c[0], c[1]-1), span(a.s, says[i][0], says[i][1]-1)) {
				continue
			}
			if other >= 0 {
				return nil
			}
			other = i
		}
		if other < 0 || f != nil {
			return nil // it is there, or the label is not of one row
		}
		v, sv := a.c.valuesIn(cells[other]), a.s.valuesIn(says[other])
		if len(v) != 1 || len(sv) != 1 || !a.onePlace(v[0], sv[0]) {
			return nil
		}
		f = a.otherThan(v[0], sv[0])
	}
	return f
}

// cellsOf are what a row says as a whole, and cell by cell.
func (t *reading) cellsOf(says [2]int32) [][2]int32 {
	cells := [][2]int32{says}
	from := says[0]
	for i := from + 1; i <= says[1]; i++ {
		if end := i == says[1]; end && from > says[0] || !end && strings.ContainsAny(t.gap(i-1), "|;；") {
			cells = append(cells, [2]int32{from, i})
			from = i
		}
	}
	return cells
}

// rowsOf finds the one row that has a label, and reports that another one of its table, and no other,
// says what the claim says under that.
func (a *alignment) rowsOf(label, says [2]int32) (own labelledRow, other bool) {
	var said, near, named []labelledRow
	for unit := range a.s.units {
		if k := a.s.units[unit].kind; k != row && k != item {
			continue
		}
		r, ok := a.s.rowOf(int32(unit))
		if !ok {
			continue
		}
		has := a.c.shareWith(says, a.s, r.says) >= rowSays
		switch names := a.s.shareWith(r.label, a.c, label) == 1; {
		case names && has:
			return own, false
		case has && (a.c.shareWith(label, a.s, r.label) > 0 || a.c.shareWith(label, a.s, r.says) > a.c.shareWith(label, a.c, says)):
			near = append(near, r) // it may be that of the claim
		case names:
			if long := r.label[1] - r.label[0]; len(named) > 0 && named[0].label[1]-named[0].label[0] < long {
				named = named[:0] // of "bind" and "bind address" the longer is meant
			} else if len(named) > 0 && named[0].label[1]-named[0].label[0] > long {
				break
			}
			named = append(named, r)
		case has:
			said = append(said, r)
		}
	}
	if len(named) == 1 && strings.EqualFold(span(a.s, named[0].label[0], named[0].label[1]-1), span(a.c, label[0], label[1]-1)) {
		said, near = append(said, near...), nil
	}
	if len(said) != 1 || len(near) > 0 || len(named) != 1 || said[0].table != named[0].table || a.c.shareWith(says, a.s, named[0].says) > ownSays || a.s.units[said[0].unit].kind != a.s.units[named[0].unit].kind {
		return own, false
	}
	return named[0], true
}

// tells reports words that say something by themselves: not "yes", nor one short word.
func (a *alignment) tells(r [2]int32) bool {
	words := 0
	for i := r[0]; i < r[1]; i++ {
		switch tok := &a.c.toks[i]; {
		case tok.Is(text.MarkNumber), tok.Content() && !tok.Is(text.MarkCJK):
			words += 2
		case tok.Content():
			words++
		}
	}
	return words >= 4
}

// shareWith is the share of the words of a run that a run of another text has.
func (t *reading) shareWith(of [2]int32, other *reading, in [2]int32) float64 {
	words, has := 0, 0
	for i := of[0]; i < of[1]; i++ {
		tok := &t.toks[i]
		if !tok.Content() && !tok.Is(text.MarkNumber) {
			continue
		}
		words++
		if slices.ContainsFunc(other.toks[in[0]:in[1]], func(o text.Token) bool {
			return o.Stem == tok.Stem && (!tok.Is(text.MarkNumber) || o.Low == tok.Low)
		}) {
			has++
		}
	}
	if words == 0 {
		return 0
	}
	return float64(has) / float64(words)
}

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

// columnOf is where the first of two columns of a line ends and where the other begins, both 0 in a
// line that has not two: of more, heads say what each is.
func columnOf(line string) (end, next int) {
	cells := cellsOf(line)
	if len(cells) != 2 || cells[0][1] > maxLabel || !strings.ContainsFunc(line[cells[0][0]:cells[0][1]], unicode.IsLetter) {
		return 0, 0
	}
	return cells[0][1], cells[1][0]
}
