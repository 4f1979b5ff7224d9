package judge

import (
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
	if !ok || !a.tells(claim.says) {
		return nil
	}
	var said, own []labelledRow
	for unit := range a.s.units {
		if k := a.s.units[unit].kind; k != row && k != item {
			continue
		}
		r, ok := a.s.rowOf(int32(unit))
		if !ok {
			continue
		}
		says := a.c.shareWith(claim.says, a.s, r.says) >= rowSays
		switch names := a.s.shareWith(r.label, a.c, claim.label) == 1; {
		case names && says, says && (a.c.shareWith(claim.label, a.s, r.label) > 0 || a.c.shareWith(claim.label, a.s, r.says) > a.c.shareWith(claim.label, a.c, claim.says)):
			return nil
		case names:
			if long := r.label[1] - r.label[0]; len(own) > 0 && own[0].label[1]-own[0].label[0] < long {
				own = own[:0] // of "bind" and "bind address" the longer is meant
			} else if len(own) > 0 && own[0].label[1]-own[0].label[0] > long {
				break
			}
			own = append(own, r)
		case says:
			said = append(said, r)
		}
	}
	if len(said) != 1 || len(own) != 1 || said[0].table != own[0].table || a.c.shareWith(claim.says, a.s, own[0].says) > ownSays || a.s.units[said[0].unit].kind != a.s.units[own[0].unit].kind {
		return nil
	}
	return &finding{rule: RuleReplaced, effect: Refutes, unit: own[0].unit, claimAt: claim.says[0], sourceAt: own[0].says[0],
		mismatch: &provenance.Mismatch{Kind: "name", Claim: span(a.c, claim.says[0], claim.says[1]-1), Source: span(a.s, own[0].says[0], own[0].says[1]-1)}}
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
		for k := in[0]; k < in[1]; k++ {
			if o := &other.toks[k]; o.Stem == tok.Stem && (!tok.Is(text.MarkNumber) || o.Low == tok.Low) {
				has++
				break
			}
		}
	}
	if words == 0 {
		return 0
	}
	return float64(has) / float64(words)
}
