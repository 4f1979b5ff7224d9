package gates

import (
	"fmt"

	"assay/provenance"
	"assay/text"
	"assay/vault"
	"assay/vault/markdown"
)

// CheckLedger says whether a ledger is whole: by its own graph, and by the notes,
// whose provenance blocks name sources that an uncut ledger records.
func CheckLedger(path string, l *provenance.Ledger, stamped []*markdown.Note) []Diagnostic {
	ds := CheckProblems(path, l.Verify())
	for _, n := range stamped {
		for _, id := range n.Meta.Stamp.SourceIDs {
			if l.State(provenance.SourceID(id)).State != provenance.StateNone {
				continue
			}
			ds = append(ds, Diagnostic{
				Code: UnrecordedSource, Severity: Error, Span: vault.Span{File: n.Path},
				Message: "rests on source " + text.Clip(id, 40) + ", of which the ledger has no record",
				Hint:    "restore ledger.jsonl from git: its end may have been cut off",
			})
		}
	}
	return Gather(ds)
}

// CheckGrowth tells of events that the commit before has and a change takes away.
func CheckGrowth(path string, lost []provenance.Event) []Diagnostic {
	if len(lost) == 0 {
		return nil
	}
	first := text.Clip(lost[0].Kind+" of "+lost[0].Subject+" by "+lost[0].Actor, 100)
	text := "the change takes an event of the ledger away: " + first
	if n := len(lost); n > 1 {
		text = fmt.Sprintf("the change takes %d events of the ledger away, the first: %s", n, first)
	}
	return []Diagnostic{{
		Code: ShortenedLedger, Severity: Error, Span: vault.Span{File: path}, Message: text,
		Hint: "restore it from git: what was written stays on record; `assay ledger verify` tells whether the rest is whole",
	}}
}

// CheckRecorded tells of stored sources whose text the ledger has no record of, with how far
// it knows each.
func CheckRecorded(stored map[string]provenance.State) []Diagnostic {
	var ds []Diagnostic
	for file, state := range stored {
		text := "text is stored here of a source that the ledger has no record of"
		if state != provenance.StateNone {
			text = "text is stored here of a source that the ledger has as " + state.String() + " only"
		}
		ds = append(ds, Diagnostic{
			Code: UnrecordedSource, Severity: Error, Span: vault.Span{File: file}, Message: text,
			Hint: "restore ledger.jsonl from git: its end may have been cut off; if the folder was laid here by hand, take it out and `assay source propose` the original",
		})
	}
	return ds
}

// CheckSignatures tells of decisions that policy asks to be signed, and that are not: each at
// its line.
func CheckSignatures(path string, l *provenance.Ledger, unsigned []provenance.Event) []Diagnostic {
	var ds []Diagnostic
	for _, e := range unsigned {
		start, end := l.Place(e.ID)
		ds = append(ds, Diagnostic{
			Code: UnsignedDecision, Severity: Error, Span: vault.Span{File: path, Start: start, End: end},
			Message: "no signature that holds is on the decision of " + text.Clip(e.Actor, 40) + ": " + text.Clip(e.Kind+" of "+e.Subject, 80),
			Hint:    "who decided runs `assay ledger sign`; whose keys count stands in the user's own configuration, assay/allowed_signers",
		})
	}
	return ds
}
