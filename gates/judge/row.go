package judge

import (
	"slices"
	"strings"

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
	u := t.Units[unit]
	for i := u.First + 1; i < u.Last && i <= u.First+labelMost; i++ {
		if gap := t.Gap(i - 1); strings.ContainsAny(gap, "|：") || strings.Contains(gap, ": ") {
			return labelledRow{unit, u.Above, [2]int32{u.First, i}, [2]int32{i, u.Last}}, true
		}
	}
	return r, false
}

// checkRow finds a claim that gives what one row says the label of another row of that table.
func (a *alignment) checkRow() *finding {
	if len(a.c.Units) != 1 {
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
		if !other || i > 0 && (a.s.Units[own.unit].Kind != text.Row || a.c.shareWith(says, a.s, own.says) > ownCell) {
			continue
		}
		return &finding{rule: RuleReplaced, effect: Refutes, unit: own.unit, mismatch: &provenance.Mismatch{Kind: "name", Claim: span(a.c, says[0], says[1]-1), Source: span(a.s, own.says[0], own.says[1]-1)}}
	}
	return nil
}

// otherCell finds the row of a table that has each cell of the claim but one, and in that another value.
func (a *alignment) otherCell(claim labelledRow) (f *finding) {
	cells := a.c.cellsOf(claim.says)[1:]
	for unit := range a.s.Units {
		if a.s.Units[unit].Kind != text.Row {
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
		if end := i == says[1]; end && from > says[0] || !end && strings.ContainsAny(t.Gap(i-1), "|;；") {
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
	for unit := range a.s.Units {
		if k := a.s.Units[unit].Kind; k != text.Row && k != text.Item {
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
	if len(said) != 1 || len(near) > 0 || len(named) != 1 || said[0].table != named[0].table || a.c.shareWith(says, a.s, named[0].says) > ownSays || a.s.Units[said[0].unit].Kind != a.s.Units[named[0].unit].Kind {
		return own, false
	}
	return named[0], true
}

// tells reports words that say something by themselves: not "yes", nor one short word.
func (a *alignment) tells(r [2]int32) bool {
	words := 0
	for i := r[0]; i < r[1]; i++ {
		switch tok := &a.c.Toks[i]; {
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
		tok := &t.Toks[i]
		if !tok.Content() && !tok.Is(text.MarkNumber) {
			continue
		}
		words++
		if slices.ContainsFunc(other.Toks[in[0]:in[1]], func(o text.Token) bool {
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
