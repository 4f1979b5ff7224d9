package gates

import (
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// Facts are what there is to judge about a vault: what was read, how the claims
// were graded, and what is missing.
type Facts struct {
	Notes    []*markdown.Note
	Verdicts map[string][]provenance.Verdict // by note, parallel to its Claims; nil where none were graded
	Gaps     []provenance.Gap
	Problems map[string][]vault.Problem // by path, for what the notes' own Problems do not say
	Files    []vault.FileProblem        // files that could not be looked at
	Promoted map[string]bool            // notes that the ledger records as promoted
}

// Check is all there is to tell the author of a vault, in order, each thing once.
func Check(f Facts, p Policy) []Diagnostic {
	gaps := map[string][]provenance.Gap{}
	for _, g := range f.Gaps {
		gaps[g.File] = append(gaps[g.File], g)
	}
	var ds []Diagnostic
	for _, n := range f.Notes {
		ds = append(ds, CheckNote(NoteFacts{Note: n, Verdicts: f.Verdicts[n.Path], Gaps: gaps[n.Path], Arrival: Arrival{Promoted: f.Promoted[n.Path], Vouched: true}}, p)...)
	}
	for path, problems := range f.Problems {
		ds = append(ds, CheckProblems(path, problems)...)
	}
	ds = append(ds, CheckFiles(f.Files)...)
	return Gather(ds)
}
