package reading

import "strings"

// A labelled row is a row of a table or a line "key: value": what it is of, and what it says.
type LabelledRow struct {
	Unit, Table int32
	Label, Says [2]int32 // tokens, last exclusive
}

const labelMost = 8 // words of a label

// RowOf reads a unit as a labelled row.
func (t *Text) RowOf(unit int32) (r LabelledRow, ok bool) {
	u := t.Units[unit]
	for i := u.First + 1; i < u.Last && i <= u.First+labelMost; i++ {
		if gap := t.Gap(i - 1); strings.ContainsAny(gap, "|：") || strings.Contains(gap, ": ") {
			return LabelledRow{unit, u.Above, [2]int32{u.First, i}, [2]int32{i, u.Last}}, true
		}
	}
	return r, false
}

// CellsOf are what a row says as a whole, and cell by cell.
func (t *Text) CellsOf(says [2]int32) [][2]int32 {
	cells := [][2]int32{says}
	from := says[0]
	for i := from + 1; i <= says[1]; i++ {
		if end := i == says[1]; end && from > says[0] || !end && strings.ContainsAny(t.Gap(i-1), "|;；") {
			cells = append(cells, [2]int32{from, i})
			from = i
		}
	}
	return cells
}
