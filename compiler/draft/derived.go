package draft

import (
	"slices"

	"assay/compiler/view"
	"assay/provenance"
	"assay/vault/markdown"
)

// derivedMarker is what an inference carries after its sentence.
const derivedMarker = " (Derived)"

// MarkDerived writes (Derived) after each sentence of a draft that several cited passages
// carry only together: an inference may go on, but not unmarked. It reports whether any was
// marked; those notes have to be graded anew. Permanent notes are their authors': they are told.
func (dr *Drafter) MarkDerived() bool {
	any := false
	for _, n := range dr.Notes {
		if !dr.IsDraft(n.Path) || n.Meta.Generated {
			continue
		}
		var ends []int
		for i, v := range dr.Grade.Verdicts[n.Path] {
			if c := dr.Whole(n).Claims[i]; v.Tier == provenance.T2 && !c.Inferred && !slices.Contains(ends, c.End) {
				ends = append(ends, c.End)
			}
		}
		if len(ends) == 0 {
			continue
		}
		text, err := dr.Snap.Read(n.Path)
		if err != nil {
			continue
		}
		slices.Sort(ends)
		for _, end := range slices.Backward(ends) {
			text = markdown.Splice(text, end, end, derivedMarker)
		}
		if !marked(n, text, len(ends), dr.View) {
			continue // where a marker would not be read as one, as in some cells: the note is told of it
		}
		dr.Write(n.Path, text)
		any = true
	}
	return any
}

// marked reports whether a text has the same claims as a note, but for some that are
// inferences now.
func marked(n *markdown.Note, text []byte, more int, v *view.View) bool {
	now := markdown.Parse(n.Path, text, markdown.Options{ExemptSections: v.Policy.Vault.ExemptSections})
	if len(now.Claims) != len(n.Claims) {
		return false
	}
	for i, c := range now.Claims {
		if c.Text != n.Claims[i].Text || len(c.Cites) != len(n.Claims[i].Cites) {
			return false
		}
		if c.Inferred && !n.Claims[i].Inferred {
			more--
		}
	}
	return more == 0
}
