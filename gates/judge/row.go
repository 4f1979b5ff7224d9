package judge

import (
	"strings"

	"assay/gates/judge/reading"
	"assay/provenance"
	"assay/text"
)

// What share of a claim's words a row must have to say it.
const (
	rowSays = 0.9
	ownSays = 0.5 // at most, of what its own row says
	ownCell = 0.2 // likewise of a single cell
)

// checkRow finds a claim that gives what one row says the label of another row of that table.
func (a *alignment) checkRow() *finding {
	if len(a.c.Units) != 1 {
		return nil
	}
	claim, ok := a.c.RowOf(0)
	if !ok {
		return nil
	}
	if f := a.otherCell(claim); f != nil {
		return f
	}
	for i, says := range a.c.CellsOf(claim.Says) {
		if !a.tells(says) {
			continue
		}
		own, other := a.rowsOf(claim.Label, says)
		if !other || i > 0 && (a.s.Units[own.Unit].Kind != text.Row || a.c.ShareWith(says, a.s, own.Says) > ownCell) {
			continue
		}
		return &finding{rule: RuleReplaced, effect: Refutes, unit: own.Unit, mismatch: &provenance.Mismatch{Kind: "name", Claim: a.c.Span(says[0], says[1]-1), Source: a.s.Span(own.Says[0], own.Says[1]-1)}}
	}
	return nil
}

// otherCell finds the row of a table that has each cell of the claim but one, and in that another value.
func (a *alignment) otherCell(claim reading.LabelledRow) (f *finding) {
	cells := a.c.CellsOf(claim.Says)[1:]
	for unit := range a.s.Units {
		if a.s.Units[unit].Kind != text.Row {
			continue
		}
		own, ok := a.s.RowOf(int32(unit))
		if !ok || !strings.EqualFold(a.c.Span(claim.Label[0], claim.Label[1]-1), a.s.Span(own.Label[0], own.Label[1]-1)) {
			continue
		}
		says := a.s.CellsOf(own.Says)[1:]
		if len(cells) < 2 || len(says) != len(cells) {
			return nil
		}
		other := -1
		for i, c := range cells {
			if strings.EqualFold(a.c.Span(c[0], c[1]-1), a.s.Span(says[i][0], says[i][1]-1)) {
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
		v, sv := a.c.ValuesIn(cells[other]), a.s.ValuesIn(says[other])
		if len(v) != 1 || len(sv) != 1 || !a.onePlace(v[0], sv[0]) {
			return nil
		}
		f = a.otherThan(v[0], sv[0])
	}
	return f
}

// rowsOf finds the one row that has a label, and reports that another one of its table, and no other,
// says what the claim says under that.
func (a *alignment) rowsOf(label, says [2]int32) (own reading.LabelledRow, other bool) {
	var said, near, named []reading.LabelledRow
	for unit := range a.s.Units {
		if k := a.s.Units[unit].Kind; k != text.Row && k != text.Item {
			continue
		}
		r, ok := a.s.RowOf(int32(unit))
		if !ok {
			continue
		}
		has := a.c.ShareWith(says, a.s, r.Says) >= rowSays
		switch names := a.s.ShareWith(r.Label, a.c, label) == 1; {
		case names && has:
			return own, false
		case has && (a.c.ShareWith(label, a.s, r.Label) > 0 || a.c.ShareWith(label, a.s, r.Says) > a.c.ShareWith(label, a.c, says)):
			near = append(near, r) // it may be that of the claim
		case names:
			if long := r.Label[1] - r.Label[0]; len(named) > 0 && named[0].Label[1]-named[0].Label[0] < long {
				named = named[:0] // of "bind" and "bind address" the longer is meant
			} else if len(named) > 0 && named[0].Label[1]-named[0].Label[0] > long {
				break
			}
			named = append(named, r)
		case has:
			said = append(said, r)
		}
	}
	if len(named) == 1 && strings.EqualFold(a.s.Span(named[0].Label[0], named[0].Label[1]-1), a.c.Span(label[0], label[1]-1)) {
		said, near = append(said, near...), nil
	}
	if len(said) != 1 || len(near) > 0 || len(named) != 1 || said[0].Table != named[0].Table || a.c.ShareWith(says, a.s, named[0].Says) > ownSays || a.s.Units[said[0].Unit].Kind != a.s.Units[named[0].Unit].Kind {
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
