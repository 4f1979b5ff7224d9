package judge

import (
	"strings"

	"assay/gates/judge/reading"
	"assay/provenance"
	"assay/text"
)

// What share of a claim's words a single cell of its own row may have at most.
const ownCell = 0.2

// checkRow finds a claim that gives what one row says the label of another row of that table.
func (a *alignment) checkRow() *finding {
	if len(a.Claim.Units) != 1 {
		return nil
	}
	claim, ok := a.Claim.RowOf(0)
	if !ok {
		return nil
	}
	if f := a.otherCell(claim); f != nil {
		return f
	}
	for i, says := range a.Claim.CellsOf(claim.Says) {
		if !a.Tells(says) {
			continue
		}
		own, other := a.RowsOf(claim.Label, says)
		if !other || i > 0 && (a.Source.Units[own.Unit].Kind != text.Row || a.Claim.ShareWith(says, a.Source, own.Says) > ownCell) {
			continue
		}
		return &finding{rule: RuleReplaced, effect: Refutes, unit: own.Unit, mismatch: &provenance.Mismatch{Kind: "name", Claim: a.Claim.Span(says[0], says[1]-1), Source: a.Source.Span(own.Says[0], own.Says[1]-1)}}
	}
	return nil
}

// otherCell finds the row of a table that has each cell of the claim but one, and in that another value.
func (a *alignment) otherCell(claim reading.LabelledRow) (f *finding) {
	cells := a.Claim.CellsOf(claim.Says)[1:]
	for unit := range a.Source.Units {
		if a.Source.Units[unit].Kind != text.Row {
			continue
		}
		own, ok := a.Source.RowOf(int32(unit))
		if !ok || !strings.EqualFold(a.Claim.Span(claim.Label[0], claim.Label[1]-1), a.Source.Span(own.Label[0], own.Label[1]-1)) {
			continue
		}
		says := a.Source.CellsOf(own.Says)[1:]
		if len(cells) < 2 || len(says) != len(cells) {
			return nil
		}
		other := -1
		for i, c := range cells {
			if strings.EqualFold(a.Claim.Span(c[0], c[1]-1), a.Source.Span(says[i][0], says[i][1]-1)) {
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
		v, sv := a.Claim.ValuesIn(cells[other]), a.Source.ValuesIn(says[other])
		if len(v) != 1 || len(sv) != 1 || !a.OnePlace(v[0], sv[0]) {
			return nil
		}
		f = a.otherThan(v[0], sv[0])
	}
	return f
}
