package provenance

import (
	"cmp"
	"fmt"
	"slices"

	"assay/vault"
)

// State is where a source stands: the fold of all events that concern it. An event
// that was not allowed where it stands in the graph changes nothing; see Verify.
func (l *Ledger) State(id SourceID) SourceState {
	s, _ := l.replay(id)
	return s
}

// Sources are the ids of all sources that the ledger knows, sorted.
func (l *Ledger) Sources() []SourceID {
	var ids []SourceID
	for subject, events := range l.touching {
		refused := func(at int) bool { return l.entries[at].Kind == KindRefused } // and so none
		if id := SourceID(subject); id.Valid() && slices.ContainsFunc(events, func(at int) bool { return !refused(at) }) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// refusal is an event that the replay did not let count.
type refusal struct {
	at   int
	kind string // of Problem
	text string
}

// replay runs a source's events through the table of transitions. The events form a
// graph: each is applied to what its writer had seen, and where branches meet, join
// decides.
func (l *Ledger) replay(id SourceID) (SourceState, []refusal) {
	type node struct {
		at    int
		state SourceState
	}
	var (
		nodes   []node
		open    []int // nodes that no later one has seen
		refused []refusal
	)
	ingested := l.ingestion(string(id))
	joined := func(of []int) SourceState {
		states := make([]SourceState, len(of))
		for i, n := range of {
			states[i] = nodes[n].state
		}
		return join(states)
	}
	for _, at := range l.touching[string(id)] {
		seen := open
		if slices.ContainsFunc(open, func(n int) bool { return !l.before(nodes[n].at, at) }) {
			// Not all open branches were seen: look for the latest that were.
			seen = nil
			for n := len(nodes) - 1; n >= 0; n-- {
				if l.before(nodes[n].at, at) && !slices.ContainsFunc(seen, func(m int) bool { return l.before(nodes[n].at, nodes[m].at) }) {
					seen = append(seen, n)
				}
			}
		}
		next, r := l.step(joined(seen), at, ingested)
		if r != nil {
			refused = append(refused, *r)
		}
		nodes = append(nodes, node{at, next})
		still := []int{len(nodes) - 1}
		for _, n := range open {
			if !l.before(nodes[n].at, at) {
				still = append(still, n)
			}
		}
		open = still
	}
	return joined(open), refused
}

// step applies one event to what its writer had seen.
func (l *Ledger) step(cur SourceState, at int, ingested []int) (SourceState, *refusal) {
	kind := l.entries[at].Kind
	to := Entered(kind)
	if to == StateNone && kind != KindPruned {
		return cur, nil
	}
	e := l.event(at)
	if kind == KindPruned { // pages that are gone take their passages along
		cur.Content, cur.Passages = e.Text("content"), e.Text("digest")
		return cur, nil
	}
	if err := l.mayRecord(e, at, ingested); err != nil {
		return cur, &refusal{at, ProblemRole, err.Error()}
	}
	then, revision, ok := cur.allows(to)
	if !ok {
		return cur, &refusal{at, ProblemTransition, Advance(cur, to).Error()}
	}
	return cur.enter(to, then, revision, e), nil
}

// enter is the state after an allowed event.
func (s SourceState) enter(to, then State, revision bool, e Event) SourceState {
	next := s
	next.State, next.From, next.Reason = then, StateNone, ""
	next.By, next.At, next.Event = e.Actor, e.Time, e.ID
	switch to {
	case Proposed:
		if s.State == Rejected {
			next = SourceState{State: Proposed, By: e.Actor, At: e.Time, Event: e.ID, Revision: s.Revision, Retrieved: s.Retrieved, Confirmed: s.Confirmed, Missed: s.Missed}
		}
		if s.State != Proposed {
			next.URL = e.Text("url")
		}
	case Mapped:
		next.Map, next.Bounds, next.Approval, next.Approver = e.ID, e.Text("digest"), "", ""
		if next.State == AuthRequired {
			next.From, next.Reason = s.From, s.Reason
		}
	case Approved:
		next.Approval = cmp.Or(e.Text("digest"), s.Bounds)
		next.Approver = cmp.Or(e.Text("approver"), e.Actor)
	case Crawled:
		if revision || s.Revision == 0 || s.reached() < Crawled {
			next.Revision++
			next.Regain = StateNone
			if r := s.reached(); r == Synthesized || r == Promoted {
				next.Regain = r
			}
		}
		next.Content, next.Passages = e.Text("digest"), ""
		next.Retrieved = e.Time
		if t := e.Moment("retrieved"); !t.IsZero() {
			next.Retrieved = t
		}
		if t := e.Moment("confirmed"); !t.IsZero() && !t.After(e.Time) {
			next.Confirmed, next.Missed = t, e.List("missed")
		}
	case Indexed:
		next.Passages = e.Text("digest")
	case Verified:
		if s.Regain > next.State {
			next.State = s.Regain
		}
		next.Regain = StateNone
	case Rejected, Failed, AuthRequired:
		next.Reason = e.Text("reason")
		next.From = s.State
		if s.State >= Rejected {
			next.From = s.From
		}
	}
	return next
}

// strictness ranks what interrupts: of concurrent decisions the higher one wins.
var strictness = map[State]int{Rejected: 3, AuthRequired: 2, Failed: 1}

// join is what holds where branches meet: the strictest decision; among states that
// no one objected to, the later revision and then the further state, since each
// branch came by it lawfully. But if both branches fetched, and not the same text,
// nobody has audited the mixture that is stored now: it has to be indexed and
// verified again.
func join(states []SourceState) SourceState {
	switch len(states) {
	case 0:
		return SourceState{}
	case 1:
		return states[0]
	}
	best := slices.MaxFunc(states, func(a, b SourceState) int {
		return cmp.Or(
			cmp.Compare(strictness[a.State], strictness[b.State]),
			cmp.Compare(a.Revision, b.Revision),
			cmp.Compare(a.State, b.State),
			a.At.Compare(b.At),
			cmp.Compare(a.Event, b.Event))
	})
	reached := best.reached()
	mixed := false
	for _, s := range states {
		reached = max(reached, s.reached())
		mixed = mixed || s.reached() >= Crawled && best.reached() >= Crawled && s.Content != best.Content
		best.Revision = max(best.Revision, s.Revision)
	}
	if mixed {
		if best.State <= Promoted {
			best.State = Crawled
		} else if best.From > Crawled && best.State != Rejected {
			best.From = Crawled
		}
		if reached == Synthesized || reached == Promoted {
			best.Regain = reached
		}
	}
	return best
}

// Verify lists every defect of the ledger with the place of its line: what
// ReadLedger found, states entered against the rules, actors who may not do what
// they did, and kinds it does not know. What it cannot see is a tail that was cut
// off as a whole: only the notes' stamps and git can tell that.
func (l *Ledger) Verify() []vault.Problem { return l.VerifySince(nil) }

// VerifySince is the same of what an older state of the ledger lacks.
func (l *Ledger) VerifySince(older *Ledger) []vault.Problem {
	problems := l.Problems()
	had := func(at int) bool {
		if older == nil {
			return false
		}
		_, had := older.byID[l.entries[at].ID]
		return had
	}
	add := func(at int, kind, text string) {
		problems = append(problems, vault.Problem{Kind: kind, Start: l.entries[at].start, End: l.entries[at].end, Text: text})
	}
	for i := range l.entries {
		e := &l.entries[i]
		k, ok := eventKinds[e.Kind]
		switch {
		case had(i):
		case !ok:
			add(i, ProblemKind, fmt.Sprintf("events of kind %q are not known to this version; it counts for nothing", e.Kind))
		case k.Subject == "source" && !SourceID(e.Subject).Valid():
			add(i, ProblemSyntax, fmt.Sprintf("%s is about %q, which is not the id of a source", e.Kind, e.Subject))
		case k.Sets == StateNone: // replay looks at the others
			if err := maySay(l.event(i)); err != nil {
				add(i, ProblemRole, err.Error())
			}
		}
	}
	for _, id := range l.Sources() {
		if !slices.ContainsFunc(l.touching[string(id)], func(at int) bool { return !had(at) }) {
			continue
		}
		_, refused := l.replay(id)
		for _, r := range refused {
			if had(r.at) {
				continue
			}
			add(r.at, r.kind, fmt.Sprintf("%s of %s does not count: %s", l.entries[r.at].Kind, id, r.text))
		}
	}
	slices.SortStableFunc(problems, func(a, b vault.Problem) int { return a.Start - b.Start })
	return problems
}
