package gates

import (
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// CheckLedger says whether a ledger is whole: by its own graph, and by the notes,
// whose provenance blocks name sources that an uncut ledger records.
func CheckLedger(path string, l *provenance.Ledger, stamped []*markdown.Note) []Diagnostic {
	ds := checkProblems(path, l.Verify())
	for _, n := range stamped {
		for _, id := range n.Meta.Stamp.SourceIDs {
			if l.State(provenance.SourceID(id)).State != provenance.StateNone {
				continue
			}
			ds = append(ds, Diagnostic{
				Code: UnrecordedSource, Severity: Error, Span: vault.Span{File: n.Path},
				Message: "rests on source " + clip(id, 40) + ", of which the ledger has no record",
				Hint:    "restore ledger.jsonl from git: its end may have been cut off",
			})
		}
	}
	return Gather(ds)
}
