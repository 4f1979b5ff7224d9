package provenance

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestAdvanceNamesWhatIsMissing(t *testing.T) {
	at := func(s State) SourceState { return SourceState{State: s} }
	for _, c := range []struct {
		cur  SourceState
		to   State
		want string // of the error; "" where it is allowed
	}{
		{at(StateNone), Proposed, ""},
		{at(StateNone), Mapped, "state proposed is missing"},
		{at(StateNone), Rejected, "state proposed is missing"},
		{at(Proposed), Approved, "state mapped is missing"},
		{at(Proposed), Promoted, "states mapped, approved, crawled, indexed, verified, synthesized are missing"},
		{at(Mapped), Crawled, "state approved is missing"},
		{at(Crawled), Verified, "state indexed is missing"},
		{at(Verified), Promoted, "state synthesized is missing"},
		{at(Verified), Approved, "already verified"},
		{at(Promoted), Promoted, ""},
		{SourceState{State: Rejected, Reason: "a mirror"}, Approved, "rejected (a mirror); states proposed, mapped are missing"},
		{SourceState{State: Rejected}, Proposed, ""},
		{SourceState{State: Failed, From: Approved, Reason: "no route"}, Crawled, ""},
		{SourceState{State: Failed, From: Approved, Reason: "no route"}, Indexed, "failed (no route); state crawled is missing"},
		{SourceState{State: Failed, From: Proposed}, Approved, "state mapped is missing"},
		{SourceState{State: AuthRequired, From: Mapped}, Crawled, "state approved is missing"},
		{SourceState{State: AuthRequired, From: Mapped}, Approved, ""},
		{SourceState{State: AuthRequired, From: Proposed}, Approved, "state mapped is missing"},
		{SourceState{State: AuthRequired, From: Promoted}, Crawled, "state approved is missing"},
		{SourceState{State: Crawled, Regain: Promoted, Revision: 2}, Promoted, "states indexed, verified are missing"},
	} {
		err := Advance(c.cur, c.to)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v to %s: %v, want %q", c.cur, c.to, err, c.want)
		}
		var te *TransitionError
		if err != nil && !errors.As(err, &te) {
			t.Errorf("%T is no TransitionError", err)
		}
	}
}

// No source reaches a state without every state before it, whatever is written into
// the ledger: the evidence of an entry is an event of that state that counted.
//
// Invariant (lives and decisions): No state is skipped, and a refusal names what is missing.
// See also TestEveryStateIsReachableAndLeft, TestAdvanceNamesWhatIsMissing,
// TestAllowsIsWhatTheFoldHolds.
func TestNoStateIsBypassed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := ReadLedger(nil)
		passed := map[State]bool{StateNone: true}
		all := append(slices.Clone(life), KindRejected, KindFailed, KindAuthRequired, KindRefreshed)
		for range rapid.IntRange(1, 60).Draw(t, "n") {
			e := on(rapid.SampledFrom(all).Draw(t, "kind"))
			was := l.State(src)
			l.Append(e)
			now := l.State(src)
			if now.Event == was.Event {
				continue
			}
			k, _ := eventKind(e.Kind)
			passed[k.Sets] = true
			if now.State > Promoted {
				continue
			}
			if k.Sets == Crawled {
				// A fetch has to be indexed and audited before anything builds on it.
				delete(passed, Indexed)
				delete(passed, Verified)
			}
			if now.State == Proposed {
				passed = map[State]bool{StateNone: true, Proposed: true}
			}
			for s := Proposed; s <= now.State; s++ {
				if !passed[s] {
					t.Fatalf("%s without %s: %+v", now.State, s, l.Events())
				}
			}
		}
	})
}

func TestEveryStateIsReachableAndLeft(t *testing.T) {
	for s := Proposed; s <= AuthRequired; s++ {
		in := slices.ContainsFunc(edges, func(e Edge) bool { return e.To == s && e.From != s })
		out := slices.ContainsFunc(edges, func(e Edge) bool { return e.From == s && e.To != s })
		if !in || !out {
			t.Errorf("%s: entered %v, left %v", s, in, out)
		}
		if s != Rejected && !slices.ContainsFunc(edges, func(e Edge) bool { return e.From == s && e.To == Rejected }) {
			t.Errorf("%s cannot be rejected", s)
		}
	}
	seen := map[[2]State]bool{}
	for e := range Edges() {
		if seen[[2]State{e.From, e.To}] || e.Why == "" {
			t.Errorf("edge %s → %s is there twice or says no why", e.From, e.To)
		}
		seen[[2]State{e.From, e.To}] = true
	}
}

func TestStateText(t *testing.T) {
	for s := StateNone; s <= AuthRequired; s++ {
		text, _ := s.MarshalText()
		var back State
		if err := back.UnmarshalText(text); err != nil || back != s {
			t.Errorf("%s comes back as %s, %v", s, back, err)
		}
	}
	if err := new(State).UnmarshalText([]byte("done")); err == nil {
		t.Error("an unknown state is read")
	}
}

// A description that somebody edited makes no page fresher than the ledger's last word on its
// source.
func TestSeenNoLaterThanTheLedger(t *testing.T) {
	at := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	s := SourceState{At: at}
	if got := s.Seen(Page{Retrieved: at.AddDate(1, 0, 0)}); !got.Equal(at) {
		t.Errorf("read a year after: %s", got)
	}
	for _, read := range []time.Time{at.AddDate(-1, 0, 0), at.Add(3 * time.Hour)} { // a long crawl's event has when it began
		if got := s.Seen(Page{Retrieved: read}); !got.Equal(read) {
			t.Errorf("read %s: %s", read, got)
		}
	}
}
