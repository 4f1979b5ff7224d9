package provenance

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// State is where a source stands in its life.
type State uint8

// The eight states in their order, and the three that interrupt it.
const (
	StateNone    State = iota // not in the ledger
	Proposed                  // someone asked for it, for a gap or by direct order
	Mapped                    // its URL graph and cost estimate exist
	Approved                  // a person or the policy allowed the crawl
	Crawled                   // its text is stored
	Indexed                   // chunked, embedded, stamped
	Verified                  // integrity, coherence, metadata and sample retrieval passed
	Synthesized               // a draft rests on it, each claim with evidence
	Promoted                  // a permanent note rests on it
	Rejected                  // a person or the policy said no
	Failed                    // a step failed and may be tried again
	AuthRequired              // a person has to decide
)

var stateNames = [...]string{"none", "proposed", "mapped", "approved", "crawled", "indexed", "verified",
	"synthesized", "promoted", "rejected", "failed", "auth_required"}

func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return fmt.Sprintf("state(%d)", uint8(s))
}

// SourceState is what the ledger says of a source: the fold of its events.
type SourceState struct {
	State     State
	From      State     // what Rejected, Failed or AuthRequired interrupted
	Reason    string    // the reason of those three
	By        string    // the actor of the event that set State
	At        time.Time // of that event
	Event     string    // its id
	Revision  int       // 0 before the first crawl, then counting from 1
	Regain    State     // what the source had reached when its present revision was opened
	Retrieved time.Time // when its text was last fetched
	Confirmed time.Time // when its pages, but those in Missed, were last found to say what is stored
	Missed    []string  // URLs of pages that could not be looked at then
	Map       string    // id of the event that mapped it
	Content   string    // digest of what was fetched: pages and the hashes of what they were made from
	Passages  string    // digest of the passages that were indexed; "" where the ledger does not say
	Bounds    string    // digest of what was mapped
	Approval  string    // digest of what was approved
	Approver  string    // who approved: a person, or "policy"
	URL       string
}

// transitions are the states that a source may enter from each: its whole life. What is not
// here is refused. FORMAT.md says of each why.
var transitions = map[State][]State{
	StateNone:    {Proposed},
	Proposed:     {Proposed, Mapped, Failed, AuthRequired, Rejected},
	Mapped:       {Mapped, Approved, Failed, AuthRequired, Rejected},
	Approved:     {Mapped, Approved, Crawled, Failed, AuthRequired, Rejected},
	Crawled:      {Crawled, Indexed, Failed, AuthRequired, Rejected},
	Indexed:      {Crawled, Indexed, Verified, Failed, AuthRequired, Rejected},
	Verified:     {Crawled, Verified, Synthesized, Failed, AuthRequired, Rejected},
	Synthesized:  {Crawled, Verified, Synthesized, Promoted, Failed, AuthRequired, Rejected},
	Promoted:     {Crawled, Verified, Synthesized, Promoted, Failed, AuthRequired, Rejected},
	Failed:       {Mapped, Approved, Crawled, Indexed, Verified, Synthesized, Promoted, Failed, AuthRequired, Rejected},
	AuthRequired: {Mapped, Approved, AuthRequired, Rejected},
	Rejected:     {Proposed, Rejected},
}

// A TransitionError says why a source may not enter a state.
type TransitionError struct {
	From    SourceState
	To      State
	Missing []State // the states that have to come first, in order
}

func (e *TransitionError) Error() string {
	is := e.From.State.String()
	switch e.From.State {
	case StateNone:
		is = "not proposed yet"
	case Rejected, Failed, AuthRequired:
		if e.From.Reason != "" {
			is += " (" + e.From.Reason + ")"
		}
	}
	if len(e.Missing) == 0 {
		return fmt.Sprintf("enter state %s: the source is already %s", e.To, is)
	}
	names := make([]string, len(e.Missing))
	for i, s := range e.Missing {
		names[i] = s.String()
	}
	missing := "state " + names[0] + " is missing"
	if len(names) > 1 {
		missing = "states " + strings.Join(names, ", ") + " are missing"
	}
	return fmt.Sprintf("enter state %s: the source is %s; %s", e.To, is, missing)
}

// Advance reports whether a source in state cur may enter the state to. A refusal
// is a [*TransitionError] that names what is missing; there is no way round it.
func Advance(cur SourceState, to State) error {
	if _, _, ok := cur.allows(to); ok {
		return nil
	}
	return &TransitionError{From: cur, To: to, Missing: cur.missing(to)}
}

// allows reports whether a source may enter a state, which one it is in then, and whether that
// opens a revision. Where an interruption resumes, it is the interrupted state's own
// transition that decides.
func (s SourceState) allows(to State) (then State, revision, ok bool) {
	from := s.State
	if !slices.Contains(transitions[from], to) {
		return StateNone, false, false
	}
	switch {
	case from == AuthRequired && to == Mapped && s.From > Approved:
		return AuthRequired, false, true // what was read already waits on, within the new bounds
	case from == AuthRequired && to == Approved:
		return max(Approved, s.From), false, s.From >= Mapped // what was interrupted goes on
	case (from == Failed || from == AuthRequired) && to <= Promoted:
		if from = s.From; !slices.Contains(transitions[from], to) {
			return StateNone, false, false
		}
	}
	then = to
	if from <= Promoted && to >= Verified && to < from {
		then = from // another audit or draft takes nothing from what it has reached
	}
	return then, to == Crawled && from >= Indexed && from <= Promoted, true
}

// missing lists the states between where the source stands and to.
func (s SourceState) missing(to State) []State {
	at := s.State
	switch at {
	case Rejected:
		at = StateNone
	case Failed, AuthRequired:
		at = s.From
	}
	if to > Promoted {
		if at == StateNone {
			return []State{Proposed}
		}
		return nil
	}
	var list []State
	if s.State == AuthRequired && to > Mapped && at >= Mapped {
		list = append(list, Approved)
		at = max(at, Approved)
	}
	for next := at + 1; next < to; next++ {
		if next <= s.Regain && next > Verified {
			continue // comes back with the audit of this revision
		}
		list = append(list, next)
	}
	return list
}

// reached is the furthest the source got, interruptions and open revisions aside.
func (s SourceState) reached() State {
	at := s.State
	if at == Failed || at == AuthRequired {
		at = s.From
	}
	if at == Rejected {
		return StateNone
	}
	return max(at, s.Regain)
}
