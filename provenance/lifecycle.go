package provenance

import (
	"fmt"
	"iter"
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

// MarshalText writes the state's name.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a state's name.
func (s *State) UnmarshalText(text []byte) error {
	i := slices.Index(stateNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("read state %q: want one of %s", text, strings.Join(stateNames[:], ", "))
	}
	*s = State(i)
	return nil
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

// An Edge is one allowed transition.
type Edge struct {
	From, To State
	Result   State // the state afterwards, where it is not To
	Resumes  bool  // allowed only where the interrupted state (From of SourceState) has the edge
	Revision bool  // opens a new revision
	Why      string
}

// edges is the whole life of a source. What is not here is refused.
var edges = []Edge{
	{From: StateNone, To: Proposed, Why: "a gap or a person asks for the source"},
	{From: Proposed, To: Proposed, Why: "someone else asks too"},
	{From: Proposed, To: Mapped, Why: "URL graph and cost are known"},
	{From: Mapped, To: Mapped, Why: "mapped again, other bounds"},
	{From: Mapped, To: Approved, Why: "a person or the policy allows the crawl"},
	{From: Approved, To: Mapped, Why: "the bounds grew: approval is asked anew"},
	{From: Approved, To: Approved, Why: "approved again, other bounds"},
	{From: Approved, To: Crawled, Why: "the text is stored"},
	{From: Crawled, To: Crawled, Why: "an interrupted crawl went on"},
	{From: Crawled, To: Indexed, Why: "chunked and embedded"},
	{From: Indexed, To: Crawled, Revision: true, Why: "fetched again"},
	{From: Indexed, To: Indexed, Why: "chunked again"},
	{From: Indexed, To: Verified, Why: "the audit passed; a later revision regains what the source had reached"},
	{From: Verified, To: Crawled, Revision: true, Why: "refreshed"},
	{From: Verified, To: Verified, Why: "audited again"},
	{From: Verified, To: Synthesized, Why: "a draft rests on it"},
	{From: Synthesized, To: Crawled, Revision: true, Why: "refreshed"},
	{From: Synthesized, To: Verified, Result: Synthesized, Why: "audited again"},
	{From: Synthesized, To: Synthesized, Why: "another draft rests on it"},
	{From: Synthesized, To: Promoted, Why: "a draft became a permanent note"},
	{From: Promoted, To: Crawled, Revision: true, Why: "refreshed"},
	{From: Promoted, To: Verified, Result: Promoted, Why: "audited again"},
	{From: Promoted, To: Synthesized, Result: Promoted, Why: "another draft rests on it"},
	{From: Promoted, To: Promoted, Why: "another permanent note rests on it"},

	{From: Proposed, To: Failed, Why: "mapping failed"},
	{From: Mapped, To: Failed, Why: "mapping again failed"},
	{From: Approved, To: Failed, Why: "the crawl failed"},
	{From: Crawled, To: Failed, Why: "indexing failed"},
	{From: Indexed, To: Failed, Why: "the audit failed"},
	{From: Verified, To: Failed, Why: "a refresh failed"},
	{From: Synthesized, To: Failed, Why: "a refresh failed"},
	{From: Promoted, To: Failed, Why: "a refresh failed"},
	{From: Failed, To: Failed, Why: "it failed again"},
	{From: Failed, To: Mapped, Resumes: true, Why: "tried again"},
	{From: Failed, To: Approved, Resumes: true, Why: "approved after the failure"},
	{From: Failed, To: Crawled, Resumes: true, Why: "tried again"},
	{From: Failed, To: Indexed, Resumes: true, Why: "tried again"},
	{From: Failed, To: Verified, Resumes: true, Why: "tried again"},
	{From: Failed, To: Synthesized, Resumes: true, Why: "what is stored is still good"},
	{From: Failed, To: Promoted, Resumes: true, Why: "what is stored is still good"},

	{From: Proposed, To: AuthRequired, Why: "not even the map may be drawn without a person"},
	{From: Mapped, To: AuthRequired, Why: "new domain, or cost above the limit"},
	{From: Approved, To: AuthRequired, Why: "the crawl outgrew what was approved"},
	{From: Crawled, To: AuthRequired, Why: "the crawl outgrew what was approved"},
	{From: Indexed, To: AuthRequired, Why: "the crawl outgrew what was approved"},
	{From: Verified, To: AuthRequired, Why: "a refresh outgrew what was approved, or a high-stakes conflict"},
	{From: Synthesized, To: AuthRequired, Why: "a refresh outgrew what was approved, or a high-stakes conflict"},
	{From: Promoted, To: AuthRequired, Why: "a refresh outgrew what was approved, or a high-stakes conflict"},
	{From: Failed, To: AuthRequired, Why: "a person has to look at the failure"},
	{From: AuthRequired, To: AuthRequired, Why: "asked again"},
	{From: AuthRequired, To: Mapped, Resumes: true, Why: "mapped within other bounds"},
	{From: AuthRequired, To: Approved, Why: "a person allowed it; what was interrupted goes on"},

	{From: Proposed, To: Rejected, Why: "refused"},
	{From: Mapped, To: Rejected, Why: "refused"},
	{From: Approved, To: Rejected, Why: "approval taken back"},
	{From: Crawled, To: Rejected, Why: "not fit as evidence"},
	{From: Indexed, To: Rejected, Why: "not fit as evidence"},
	{From: Verified, To: Rejected, Why: "not fit as evidence"},
	{From: Synthesized, To: Rejected, Why: "not fit as evidence"},
	{From: Promoted, To: Rejected, Why: "not fit as evidence"},
	{From: Failed, To: Rejected, Why: "given up"},
	{From: AuthRequired, To: Rejected, Why: "a person said no"},
	{From: Rejected, To: Rejected, Why: "refused again"},
	{From: Rejected, To: Proposed, Why: "asked for once more; the whole way again"},
}

// Edges are all allowed transitions.
func Edges() iter.Seq[Edge] { return slices.Values(edges) }

func edge(from, to State) (Edge, bool) {
	for e := range Edges() {
		if e.From == from && e.To == to {
			return e, true
		}
	}
	return Edge{}, false
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
	if _, ok := cur.allows(to); ok {
		return nil
	}
	return &TransitionError{From: cur, To: to, Missing: cur.missing(to)}
}

// allows finds the edge that leads to a state. Where an interruption resumes, it is
// the interrupted state's own edge that decides what follows.
func (s SourceState) allows(to State) (Edge, bool) {
	e, ok := edge(s.State, to)
	if !ok {
		return Edge{}, false
	}
	if e.From == AuthRequired && to == Mapped && s.From > Approved {
		e.Resumes, e.Result = false, AuthRequired // what was read already waits on, within the new bounds
		return e, true
	}
	if e.Resumes {
		return edge(s.From, to)
	}
	if e.From == AuthRequired && to == Approved {
		if s.From < Mapped {
			return Edge{}, false
		}
		if s.From > Approved {
			e.Result = s.From
		}
	}
	return e, true
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
