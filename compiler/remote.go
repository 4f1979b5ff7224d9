package compiler

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"assay/ingest/web"
	"assay/provenance"
)

// A remote is an approved source on the web.
type remote struct {
	id       provenance.SourceID
	seed     string
	envelope string // by which it was mapped; "" where the ledger does not say
	limits   web.Limits
	credits  int // as estimated
	approval string
	state    provenance.SourceState
	refresh  bool // it was read before
	kept     bool // ask for the stored pages alone: others were pruned
}

// needsPerson says why policy alone does not let a source be read, or "".
func (p *acquirer) needsPerson(r remote) string {
	return p.policy.NeedsPerson(append([]string{r.seed}, r.limits.Prefixes...), r.credits)
}

// digestOf names bounds, as an approval is bound to them.
func digestOf(l web.Limits) string { return (&web.Graph{Limits: l}).Digest().String() }

// mappedEvent is what the ledger says of a source's latest map.
func mappedEvent(l *provenance.Ledger, id provenance.SourceID) (provenance.Event, bool) {
	events := l.Touching(string(id))
	for _, e := range slices.Backward(events) {
		if e.Kind == provenance.KindMapped {
			return e, true
		}
	}
	return provenance.Event{}, false
}

// remoteOf gathers what is known of a source on the web; false for a source that was
// never mapped, or is no source on the web.
func (p *acquirer) remoteOf(id provenance.SourceID) (remote, bool) {
	s := p.state(id)
	if !isRemote(s.URL) {
		return remote{}, false
	}
	e, ok := mappedEvent(p.ledger, id)
	if !ok {
		return remote{}, false
	}
	r := remote{id: id, seed: s.URL, envelope: e.Text("envelope"), limits: limitsOf(p.policy, e.List("prefixes")),
		credits: int(e.Number("credits")), state: s, refresh: s.Revision > 0}
	r.approval = digestOf(r.limits)
	for _, e := range slices.Backward(p.ledger.Touching(string(id))) {
		if e.Kind == provenance.KindPruned || e.Kind == provenance.KindCrawled {
			r.kept = e.Kind == provenance.KindPruned
			break
		}
	}
	if p.rereads(id) == rereadWhole {
		r.kept = false
	}
	return r, true
}

// approve lets a source go on that policy allows by itself, and stops one whose
// approval is void: other bounds, or a domain that was taken off the list. It
// reports whether the source may be read.
func (p *acquirer) approve(r remote) bool {
	s := p.state(r.id)
	if s.State == provenance.Rejected {
		return false
	}
	needs := p.needsPerson(r)
	for _, at := range append([]string{r.seed}, r.limits.Prefixes...) {
		if err := p.policy.Denied(at); err != nil {
			return false // nothing on record changes: the policy says it already
		}
	}
	held := s.Approval == r.approval
	if held && (s.Approver != provenance.PolicyApprover || needs == "") && s.State != provenance.AuthRequired {
		return s.State != provenance.Proposed && s.State != provenance.Mapped
	}
	if needs == "" {
		if s.State > provenance.Approved && s.State <= provenance.Promoted {
			p.record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindAuthRequired, string(r.id),
				map[string]any{"reason": "the bounds are not those that were approved", "digest": r.approval})
		}
		p.record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindApproved, string(r.id),
			map[string]any{"digest": r.approval, "approver": provenance.PolicyApprover, "rule": "safety.approved_domains"})
		return true
	}
	if s.State != provenance.AuthRequired && s.State != provenance.Mapped {
		reason := needs
		if s.Approval != "" && !held {
			reason = "its approval is void: host, prefixes, depth or a ceiling is not what was approved"
		}
		p.record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindAuthRequired, string(r.id),
			map[string]any{"reason": reason, "command": "assay source approve " + string(r.id), "digest": r.approval})
	}
	return false
}

// How often a build tries by itself what did not work, or asks whether old evidence
// still stands.
const (
	retryAfter   = time.Hour
	refreshAfter = 24 * time.Hour
)

// remotes are the sources on the web that are to be read in this build: those that
// were never read, those that a person asks for, and those whose evidence is stale.
func (p *acquirer) remotes() []remote {
	var out []remote
	for _, id := range p.ledger.Sources() {
		r, ok := p.remoteOf(id)
		if !ok || p.intakeOnly && p.rereads(id) == rereadNo || !p.due(r) {
			continue
		}
		switch {
		case !p.approve(r):
		case p.offline:
			p.postpone(string(id), "to be read")
		default:
			out = append(out, r)
		}
	}
	return out
}

// postpone leaves something to a build that may go online.
func (p *acquirer) postpone(source, needs string) {
	p.postponed = true
	p.waiting = append(p.waiting, Waiting{Source: source, Needs: needs + " by a build that goes online", Command: "assay build"})
}

// due reports whether a source is to be read now, approval aside.
func (p *acquirer) due(r remote) bool {
	if p.rereads(r.id) != rereadNo {
		return true
	}
	s := p.state(r.id)
	tried := p.trails.of(r.id).Tried
	switch {
	case s.State == provenance.Rejected:
		return false
	case !r.refresh && s.State == provenance.Failed:
		return p.after(tried, retryAfter)
	case !r.refresh:
		return true
	case s.State == provenance.Failed:
		return false // its audit failed: reading it again and again would change nothing
	}
	at, ages := p.staleAt(p.source(r.id))
	return (ages && p.now.After(at) || p.trails.of(r.id).failed()) && p.after(tried, refreshAfter)
}

// after reports whether a pause since a moment is over, and sees to it that the
// report of this build is not taken for the next one's beyond it.
func (p *acquirer) after(since time.Time, pause time.Duration) bool {
	if since.IsZero() || !p.now.Before(since.Add(pause)) {
		return true
	}
	p.until(since.Add(pause))
	return false
}

// until bounds how long what this plan finds holds by the clock alone.
func (p *acquirer) until(t time.Time) {
	if p.nextTry.IsZero() || t.Before(p.nextTry) {
		p.nextTry = t
	}
}

// staleAt is when the oldest page of a source that can be had is, or was, stale.
func (p *acquirer) staleAt(s provenance.Source) (at time.Time, ages bool) {
	fresh := p.policy.FreshFor(nil, string(s.Class), hostOf(s.URL))
	if s.Fixed || fresh <= 0 {
		return at, false
	}
	for _, page := range s.Pages {
		if !page.Unavailable.IsZero() || !page.Withdrawn.IsZero() {
			continue
		}
		if t := page.Retrieved.Add(fresh); at.IsZero() || t.Before(at) {
			at = t
		}
	}
	return at, !at.IsZero()
}

// reread says what a person asks of a source in this build.
type reread uint8

const (
	rereadNo    reread = iota
	rereadPages        // whether its pages still say the same, and what is new
	rereadWhole        // everything, also what was pruned
)

func (p *acquirer) rereads(id provenance.SourceID) reread { return p.recrawl[id] }

// ways are the envelopes of a remote source, beginning with the one that mapped it.
func (r remote) ways(w World) ([]web.Envelope, error) {
	if w.web == nil {
		return nil, errors.New("this build has no way to the web")
	}
	_, ways, err := w.web.Ways(r.seed)
	if err != nil {
		return nil, err
	}
	if len(ways) == 0 {
		return nil, fmt.Errorf("nothing here can read %s", r.seed)
	}
	for i, way := range ways {
		if way.Name() == r.envelope {
			return ways[i:], nil
		}
	}
	return ways, nil
}
