package provenance

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
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
			k := eventKinds[e.Kind]
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
		in := false
		for from, to := range transitions {
			in = in || from != s && slices.Contains(to, s)
		}
		if out := slices.ContainsFunc(transitions[s], func(to State) bool { return to != s }); !in || !out {
			t.Errorf("%s: entered %v, left %v", s, in, out)
		}
		if !slices.Contains(transitions[s], Rejected) {
			t.Errorf("%s cannot be rejected", s)
		}
	}
	for from, to := range transitions {
		for i, s := range to {
			if slices.Contains(to[:i], s) {
				t.Errorf("%s → %s is there twice", from, s)
			}
		}
	}
}

// formatTable is the table of FORMAT.md with these columns, a row a line.
func formatTable(t *testing.T, head ...string) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile("../FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n| "+strings.Join(head, " | ")+" |\n")
	if !ok {
		t.Fatalf("FORMAT.md has no table of %q", head)
	}
	table, _, _ = strings.Cut(table, "\n\n")
	for _, line := range strings.Split(table, "\n")[1:] {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		if len(cells) != len(head) {
			t.Fatalf("FORMAT.md: %q has not as many cells as its head", line)
		}
		for i := range cells {
			cells[i] = strings.Trim(cells[i], " `")
		}
		rows = append(rows, cells)
	}
	return rows
}

// FORMAT.md lists every transition, with what comes of it and why.
func TestFormatHasTheTransitions(t *testing.T) {
	want, got := map[string]string{}, map[string]string{}
	for from, list := range transitions {
		for _, to := range list {
			how := ""
			switch then, revision, _ := (SourceState{State: from, From: Mapped}).allows(to); {
			case from == Failed && to <= Promoted, from == AuthRequired && to == Mapped:
				how = "where the interrupted state has the edge"
			case then != to:
				how = "ends in " + then.String()
			case revision:
				how = "opens a revision"
			}
			want[from.String()+" → "+to.String()] = how
		}
	}
	for _, row := range formatTable(t, "from", "to", "", "why") {
		if row[3] == "" {
			t.Errorf("%s → %s says no why", row[0], row[1])
		}
		got[row[0]+" → "+row[1]] = row[2]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// FORMAT.md lists every kind of event, with what it is about, sets, has as data and means.
func TestFormatHasTheEvents(t *testing.T) {
	want, got := map[string]string{}, map[string]string{}
	for kind, k := range eventKinds {
		want[kind] = k.Subject
		if k.Sets != StateNone {
			want[kind] += " sets " + k.Sets.String()
		}
	}
	for _, row := range formatTable(t, "kind", "subject", "sets", "data", "meaning") {
		got[row[0]] = row[1]
		if row[2] != "" {
			got[row[0]] += " sets " + row[2]
		}
		if row[3] == "" || row[4] == "" {
			t.Errorf("%s has no data or no meaning", row[0])
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
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
