package grade

import (
	"time"

	"assay/vault"
	"assay/vault/markdown"
)

// A shedNote is a note that was graded in one state of the vault, and whose claims and
// verdicts are no longer in memory: of a large wiki they would not fit.
type shedNote struct {
	of        *vault.Snapshot
	nextStale time.Time
	findings  int
}

// shed lets go of what the store has of a note that was graded.
func (gr *Grader) shed(n *markdown.Note, findings int) {
	rec := gr.records[n.Path]
	if !gr.Shed || gr.Results.Force || rec == nil || gr.Scope != nil {
		return
	}
	gr.Memo.shed[n] = shedNote{gr.Snap, rec.nextStale, findings}
	gr.Results.Release(append(gr.used, gr.verdictsKey(n, nil))...)
	gr.Chill(n)
	delete(gr.Verdicts, n.Path)
	delete(gr.cites, n.Path)
	delete(gr.records, n.Path)
}

// hasShed reports whether a note was graded in this state of the vault, and let go of.
func (gr *Grader) hasShed(n *markdown.Note) bool {
	s, ok := gr.Memo.shed[n]
	if !ok || s.of != gr.Snap {
		return false
	}
	gr.Expires(s.nextStale)
	gr.Reach.Findings += s.findings
	return true
}
