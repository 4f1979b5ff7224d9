package grade

import (
	"assay/compiler/codec"
	"assay/compiler/view"
	"assay/provenance"
	"assay/provenance/citation"
	"assay/vault/markdown"
)

// Where citations lead hangs on all names in the vault. So a digest of it is kept with what
// was made of it, and where names are others than they were it is made again, before notes
// are graded for nothing.

// addTarget adds to a digest where a citation led that names or other files may lead elsewhere.
// What is in the file is told by the file.
func (gr *Grader) addTarget(digest string, at provenance.Located) string {
	if at.Cite.Form == markdown.CiteChunk && at.Status == provenance.Held {
		return digest
	}
	e := &codec.Encoder{}
	e.Str(digest)
	e.Uint(uint64(at.Status))
	e.Bool(at.Status == provenance.Dangling && at.Cite.Form == markdown.CiteChunk && len(gr.Index.Pages()) == 0)
	e.Str(at.Reason)
	e.Strs(at.Candidates)
	for _, to := range append([]provenance.Evidence{at.Evidence}, at.Also...) {
		view.PutSpan(e, to.Span)
		e.Strs([]string{string(to.Chunk), string(to.Source), to.Title, to.URL})
		e.Uint(view.Flags(to.Ages, to.Superseded, to.Drifted, to.Withdrawn, to.Remote))
	}
	for _, r := range []provenance.Range{at.Hint, at.Shifted} {
		e.Int(r.Start)
		e.Int(r.End)
	}
	return view.HashOf(string(e.B))
}

// resolvesAsBefore reports whether a note's citations lead where they led, though there are
// other names than there were, or another ledger.
func (gr *Grader) resolvesAsBefore(n *markdown.Note, r *NoteVerdicts) bool {
	if r.led == "" {
		return false
	}
	now := gr.resolveNow(gr.Whole(n), gr.Held(), r.lost)
	if now.to != r.led {
		return false
	}
	r.asked.Add(now.asked)
	r.asked.Tidy()
	if r.names = gr.NamesDigest; r.held != "" { // so that the next plan need not look
		r.held = gr.HeldDigest()
	}
	return true
}

// A resolvedTargets is where the citations of a note lead, and what was asked to find it.
type resolvedTargets struct {
	to    string // digest
	asked citation.Asked
}

// resolveNow is where the citations of a note lead that names decide on, and where all lead that
// are not held where a passage was lost.
func (gr *Grader) resolveNow(n *markdown.Note, held *citation.Library, lost bool) (led resolvedTargets) {
	held = held.Asking(&led.asked)
	for _, c := range n.Claims {
		for _, cite := range c.Cites {
			if cite.Form != markdown.CiteChunk || lost {
				led.to = gr.addTarget(led.to, held.Locate(n, cite))
			}
		}
	}
	led.asked.Tidy()
	return led
}
