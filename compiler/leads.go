package compiler

import (
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"assay/compiler/codec"
	"assay/provenance"
	"assay/vault"
)

// Where citations lead hangs on all names in the vault. So a digest of it is kept with what
// was made of it, and where names are others than they were it is made again, before notes
// are graded for nothing.

// ledTo adds to a digest where a citation led that names or other files may lead elsewhere.
// What is in the file is told by the file.
func (p *grader) ledTo(digest string, at provenance.Located) string {
	if at.Cite.Form == vault.CiteChunk && at.Status == provenance.Held {
		return digest
	}
	e := &codec.Encoder{}
	e.Str(digest)
	e.Uint(uint64(at.Status))
	e.Bool(at.Status == provenance.Dangling && at.Cite.Form == vault.CiteChunk && len(p.index.pages()) == 0)
	e.Str(at.Reason)
	e.Strs(at.Candidates)
	for _, to := range append([]provenance.Evidence{at.Evidence}, at.Also...) {
		putSpan(e, to.Span)
		e.Strs([]string{string(to.Chunk), string(to.Source), to.Title, to.URL})
		e.Uint(flags(to.Ages, to.Superseded, to.Drifted, to.Withdrawn, to.Remote))
	}
	for _, r := range []provenance.Range{at.Hint, at.Shifted} {
		e.Int(r.Start)
		e.Int(r.End)
	}
	return hashOf(string(e.B))
}

// leadsAsBefore reports whether a note's citations lead where they led, though there are
// other names than there were, or another ledger.
func (p *grader) leadsAsBefore(n *vault.Note, r *noteVerdicts) bool {
	if r.led == "" {
		return false
	}
	now, known := p.led[n]
	if !known || r.lost {
		now = p.ledNow(p.whole(n), p.held(), r.lost)
	}
	if now.to != r.led {
		return false
	}
	r.asked.Add(now.asked)
	r.asked.Tidy()
	if r.names = p.namesDigest; r.held != "" { // so that the next plan need not look
		r.held = p.heldDigest()
	}
	return true
}

// ledAtBase reports whether a note's citations lead where they led when the assessment was
// made that the plan begins with, and nothing that has come or gone since bears on them.
func (p *grader) ledAtBase(n *vault.Note, r *noteVerdicts) bool {
	x := p.some
	if x == nil || r.led == "" || slices.Contains(x.askers, n.Path) {
		return false
	}
	row := x.row(n.Path)
	if _, changed := x.changed[n.Path]; changed || row == nil {
		return false
	}
	o, ok := lookup(p.results, row.outcome, decodeOutcome)
	return ok && o.led == r.led
}

// A lead is where the citations of a note lead, and what was asked to find it.
type lead struct {
	to    string // digest
	asked provenance.Asked
}

// ledNow is where the citations of a note lead that names decide on, and where all lead that
// are not held where a passage was lost.
func (p *grader) ledNow(n *vault.Note, held *provenance.Library, lost bool) (led lead) {
	held = held.Asking(&led.asked)
	for _, c := range n.Claims {
		for _, cite := range c.Cites {
			if cite.Form != vault.CiteChunk || lost {
				led.to = p.ledTo(led.to, held.Locate(n, cite))
			}
		}
	}
	led.asked.Tidy()
	return led
}

// leadAhead finds that out on all CPUs for the notes of which it will be asked, where names
// are others than a build found them.
func (p *grader) leadAhead() {
	p.led = nil
	if p.some != nil || p.earlier == nil || p.namesDigest == p.earlier.names {
		return
	}
	var ask []*vault.Note
	for _, n := range p.notes {
		if !p.graded(n) {
			continue
		}
		if o, ok := lookup(p.results, p.outcomeKey(n), decodeOutcome); !ok || o.led != "" && o.names != p.namesDigest {
			ask = append(ask, p.whole(n))
		}
	}
	led, held := make([]lead, len(ask)), p.held()
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i, n := range ask {
		if p.stopped() {
			break
		}
		workers.Go(func() error { led[i] = p.ledNow(n, held, false); return nil })
	}
	_ = workers.Wait()
	p.led = make(map[*vault.Note]lead, len(ask))
	for i, n := range ask {
		p.led[n] = led[i]
	}
}
