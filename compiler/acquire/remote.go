package acquire

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/ingest/web"
	"assay/provenance"
)

// A Remote is an approved source on the web.
type Remote struct {
	Id       provenance.SourceID
	Seed     string
	Envelope string     // by which it was mapped; "" where the ledger does not say
	Limits   web.Limits // of one reading: what was approved, and no more than policy lets be read now
	Credits  int        // as estimated
	Approval string
	Ceiling  int // credits that its approval lets one reading cost
	state    provenance.SourceState
	refresh  bool // it was read before
	kept     bool // ask for the stored pages alone: others were pruned
	more     bool // ask for those alone that a limit left, which lets more be read now
}

// NeedsPerson says why policy alone does not let a source be read, or "".
func (aq *Acquirer) NeedsPerson(r Remote) string {
	return aq.Policy.NeedsPerson(append([]string{r.Seed}, r.Limits.Prefixes...), r.Credits)
}

// DigestOf names bounds, as an approval is bound to them.
func DigestOf(l web.Limits) string { return (&web.Graph{Limits: l}).Digest().String() }

// RemoteOf gathers what is known of a source on the web; false for a source that was
// never mapped, or is no source on the web.
func (aq *Acquirer) RemoteOf(id provenance.SourceID) (Remote, bool) {
	s := aq.State(id)
	if !view.IsRemote(s.URL) {
		return Remote{}, false
	}
	events := aq.Ledger.Touching(string(id))
	i := slices.IndexFunc(events, func(e provenance.Event) bool { return e.ID == s.Map })
	if i < 0 {
		return Remote{}, false
	}
	e := events[i] // and no later one that does not count
	r := Remote{Id: id, Seed: s.URL, Envelope: e.Text("envelope"), Limits: LimitsOf(aq.Policy, e.List("prefixes")),
		Credits: int(e.Number("credits")), state: s, refresh: s.Revision > 0}
	aq.bound(&r, e)
	for _, e := range slices.Backward(events) {
		if e.Kind == provenance.KindPruned || e.Kind == provenance.KindCrawled {
			r.kept = e.Kind == provenance.KindPruned
			break
		}
	}
	if aq.Recrawl[id] == RereadWhole {
		r.kept = false
	}
	if r.kept { // what was left is wanted as little as what was pruned
		r.whole()
	}
	return r, true
}

// approve lets a source go on that policy allows by itself, and stops one whose
// approval is void: other bounds, or a domain that was taken off the list. It
// reports whether the source may be read.
func (aq *Acquirer) approve(r Remote) bool {
	s := aq.State(r.Id)
	if s.State == provenance.Rejected {
		return false
	}
	needs := aq.NeedsPerson(r)
	for _, at := range append([]string{r.Seed}, r.Limits.Prefixes...) {
		if err := aq.Policy.Denied(at); err != nil {
			return false // nothing on record changes: the policy says it already
		}
	}
	held := s.Approval == r.Approval
	if held && aq.unsigned(r.Id, s) {
		aq.Waiting = append(aq.Waiting, reports.Waiting{Source: string(r.Id), Needs: "a signature of " + s.Approver + ": policy asks for it, and the approval has none", Command: "assay ledger sign"})
		return false
	}
	if held && (s.Approver != provenance.PolicyApprover || needs == "") && s.State != provenance.AuthRequired {
		return s.State != provenance.Proposed && s.State != provenance.Mapped
	}
	if needs == "" {
		if s.State > provenance.Approved && s.State <= provenance.Promoted {
			aq.Record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindAuthRequired, string(r.Id),
				map[string]any{"reason": "the bounds are not those that were approved", "digest": r.Approval})
		}
		aq.Record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindApproved, string(r.Id),
			map[string]any{"digest": r.Approval, "ceiling": float64(r.Ceiling), "approver": provenance.PolicyApprover, "rule": "safety.approved_domains"})
		return true
	}
	if s.State != provenance.AuthRequired && s.State != provenance.Mapped {
		reason := needs
		if s.Approval != "" && !held {
			reason = "its approval is void: host, prefixes, depth or the ceiling is not what was approved"
		}
		aq.Record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindAuthRequired, string(r.Id),
			map[string]any{"reason": reason, "command": "assay source approve " + string(r.Id), "digest": r.Approval})
	}
	return false
}

// unsigned reports that a source was approved by decisions that policy asks to be signed,
// and none of them is.
func (aq *Acquirer) unsigned(id provenance.SourceID, s provenance.SourceState) bool {
	if len(aq.Unsigned) == 0 || provenance.KindOfActor(s.Approver) != provenance.Person {
		return false
	}
	return !slices.ContainsFunc(aq.Ledger.Touching(string(id)), func(e provenance.Event) bool {
		return e.Kind == provenance.KindApproved && e.Actor == s.Approver && e.Text("digest") == s.Approval && !aq.Ledger.IsAside(e.ID)
	})
}

// How often a build tries by itself what did not work, or asks whether old evidence
// still stands.
const (
	retryAfter   = time.Hour
	refreshAfter = 24 * time.Hour
)

// remotes are the sources on the web that are to be read in this build: those that
// were never read, those that a person asks for, and those whose evidence is stale.
func (aq *Acquirer) remotes() []Remote {
	var out []Remote
	for _, id := range aq.Ledger.Sources() {
		r, ok := aq.RemoteOf(id)
		if !ok || aq.IntakeOnly && aq.Recrawl[id] == rereadNo || !aq.due(r) {
			continue
		}
		if aq.Recrawl[id] != rereadNo || aq.Trails.unfinished(r) || aq.stale(r) && aq.after(aq.Trails.of(id).Tried, refreshAfter) {
			r.whole()
		}
		switch {
		case aq.again(r):
		case !aq.approve(r):
		case aq.Offline:
			aq.postpone(string(id), "to be read")
		default:
			out = append(out, r)
		}
	}
	return out
}

// postpone leaves something to a build that may go online.
func (aq *Acquirer) postpone(source, needs string) {
	aq.Postponed = true
	aq.Waiting = append(aq.Waiting, reports.Waiting{Source: source, Needs: needs + " by a build that goes online", Command: "assay build"})
}

// due reports whether a source is to be read now, approval aside.
func (aq *Acquirer) due(r Remote) bool {
	if aq.Recrawl[r.Id] != rereadNo {
		return true
	}
	s := aq.State(r.Id)
	tried := aq.Trails.of(r.Id).Tried
	switch {
	case s.State == provenance.Rejected:
		return false
	case !r.refresh && s.State == provenance.Failed:
		return aq.after(tried, retryAfter)
	case !r.refresh:
		return true
	case s.State == provenance.Failed:
		return false // its audit failed: reading it again and again would change nothing
	case aq.Trails.unfinished(r):
		return true // its pages are paid for
	}
	return (aq.stale(r) || aq.Trails.of(r.Id).failed()) && aq.after(tried, refreshAfter) || r.more
}

// stale reports whether evidence of a source is older than policy keeps it fresh.
func (aq *Acquirer) stale(r Remote) bool {
	at, ages := aq.staleAt(aq.Seen(aq.Source(r.Id)))
	return ages && aq.Now.After(at)
}

// after reports whether a pause since a moment is over, and sees to it that the
// report of this build is not taken for the next one's beyond it.
func (aq *Acquirer) after(since time.Time, pause time.Duration) bool {
	if since.IsZero() || !aq.Now.Before(since.Add(pause)) {
		return true
	}
	aq.until(since.Add(pause))
	return false
}

// until bounds how long what this plan finds holds by the clock alone.
func (aq *Acquirer) until(t time.Time) {
	if aq.NextTry.IsZero() || t.Before(aq.NextTry) {
		aq.NextTry = t
	}
}

// staleAt is when the oldest page of a source that can be had is, or was, stale.
func (aq *Acquirer) staleAt(s provenance.Source) (at time.Time, ages bool) {
	fresh := aq.Policy.FreshFor(nil, string(s.Class), gates.HostOf(s.URL))
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

// Reread says what a person asks of a source in this build.
type Reread uint8

const (
	rereadNo    Reread = iota
	RereadPages        // whether its pages still say the same, and what is new
	RereadWhole        // everything, also what was pruned
)

// ways are the envelopes of a remote source, beginning with the one that mapped it.
func (r Remote) ways(w view.World) ([]web.Envelope, error) {
	if w.Web == nil {
		return nil, errors.New("this build has no way to the web")
	}
	_, ways, err := w.Web.Ways(r.Seed)
	if err != nil {
		return nil, err
	}
	if len(ways) == 0 {
		return nil, fmt.Errorf("nothing here can read %s", r.Seed)
	}
	first := slices.IndexFunc(ways, func(way web.Envelope) bool { return way.Name() == r.Envelope })
	return ways[max(0, first):], nil
}
