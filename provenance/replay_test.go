package provenance

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestFold(t *testing.T) {
	later := day.AddDate(0, 0, 3).Format(time.RFC3339)
	for _, c := range []struct {
		name   string
		events []Event
		want   SourceState // compared where set
		bad    int         // events that do not count
	}{
		{"nothing", nil, SourceState{}, 0},
		{"whole life", steps(life...), SourceState{State: Promoted, Revision: 1, Retrieved: day, By: ActorChronicler}, 0},
		{"jump", steps(KindProposed, KindApproved, KindCrawled), SourceState{State: Proposed}, 2},
		{"its address", []Event{on(KindProposed, "url", "https://x.org")}, SourceState{State: Proposed, URL: "https://x.org"}, 0},
		{"approval", []Event{on(KindProposed), on(KindMapped, "digest", "d1"), on(KindApproved, "by", alice)},
			SourceState{State: Approved, Bounds: "d1", Approval: "d1", Approver: alice}, 0},
		{"another map lapses the approval", []Event{on(KindProposed), on(KindMapped, "digest", "d1"), on(KindApproved), on(KindMapped, "digest", "d2")},
			SourceState{State: Mapped, Bounds: "d2"}, 0},
		{"retrieved is said", append(steps(life[:3]...), on(KindCrawled, "retrieved", later, "digest", "t1")),
			SourceState{State: Crawled, Retrieved: day.AddDate(0, 0, 3), Content: "t1", Revision: 1}, 0},
		{"refresh opens a revision", append(steps(life...), on(KindRefreshed)), SourceState{State: Crawled, Revision: 2, Regain: Promoted}, 0},
		{"refreshed, then crawled, is one revision", append(steps(life...), steps(KindRefreshed, KindCrawled)...), SourceState{State: Crawled, Revision: 2, Regain: Promoted}, 0},
		{"a revision has to be audited", append(steps(life...), steps(KindRefreshed, KindPromoted, KindVerified)...), SourceState{State: Crawled, Revision: 2, Regain: Promoted}, 2},
		{"and regains what was reached", append(steps(life...), steps(KindRefreshed, KindIndexed, KindVerified)...), SourceState{State: Promoted, Revision: 2}, 0},
		{"a draft is regained too", append(steps(life[:7]...), steps(KindRefreshed, KindIndexed, KindVerified)...), SourceState{State: Synthesized, Revision: 2}, 0},
		{"a revision within a revision", append(steps(life...), steps(KindRefreshed, KindIndexed, KindRefreshed, KindIndexed, KindVerified)...), SourceState{State: Promoted, Revision: 3}, 0},
		{"a second note", append(steps(life...), steps(KindSynthesized, KindPromoted)...), SourceState{State: Promoted}, 0},
		{"failure keeps where it was", append(steps(life[:3]...), on(KindFailed, "reason", "no route")), SourceState{State: Failed, From: Approved, Reason: "no route"}, 0},
		{"retry", append(steps(life[:3]...), steps(KindFailed, KindFailed, KindCrawled)...), SourceState{State: Crawled, Revision: 1}, 0},
		{"a failed refresh takes nothing away", append(steps(life...), steps(KindFailed, KindRefreshed, KindFailed, KindIndexed, KindVerified)...), SourceState{State: Promoted, Revision: 2}, 0},
		{"a failure is no short cut", append(steps(life[:2]...), steps(KindFailed, KindCrawled)...), SourceState{State: Failed, From: Mapped}, 1},
		{"asked and allowed", append(steps(life[:2]...), on(KindAuthRequired, "reason", "new domain"), on(KindApproved, "by", alice)), SourceState{State: Approved, Approver: alice}, 0},
		{"asked, not allowed by an agent", append(steps(life[:2]...), on(KindAuthRequired, "reason", "new domain"), on(KindApproved, "by", "agent:claude"), on(KindApproved, "by", "mcp:editor")),
			SourceState{State: AuthRequired, From: Mapped, Reason: "new domain"}, 2},
		{"a refresh that asks", append(steps(life...), on(KindAuthRequired), on(KindApproved, "by", alice)), SourceState{State: Promoted}, 0},
		{"rejected and asked for again", append(steps(life...), on(KindRejected, "reason", "a mirror"), on(KindCrawled), on(KindProposed)),
			SourceState{State: Proposed, Revision: 1}, 1},
		{"the whole way again", append(steps(life...), append(steps(KindRejected), steps(life[:6]...)...)...), SourceState{State: Verified, Revision: 2}, 0},
		{"promoted by who fetched", append(steps(life[:7]...), on(KindPromoted, "by", "agent:x"), on(KindPromoted, "subject", "n.md")), SourceState{State: Promoted}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := ReadLedger([]byte(write("", c.events...)))
			got := l.State(src)
			w := c.want
			if got.State != w.State || got.From != w.From || got.Regain != w.Regain ||
				w.Revision != 0 && got.Revision != w.Revision ||
				w.Reason != "" && got.Reason != w.Reason || w.URL != got.URL ||
				w.Bounds != got.Bounds || w.Approval != got.Approval || w.Approver != "" && w.Approver != got.Approver ||
				w.Content != got.Content || !w.Retrieved.IsZero() && !w.Retrieved.Equal(got.Retrieved) || w.By != "" && w.By != got.By {
				t.Errorf("got %+v, want %+v", got, w)
			}
			if p := l.Verify(); len(p) != c.bad {
				t.Errorf("%d problems, want %d: %+v", len(p), c.bad, p)
			}
		})
	}
}

// An event of a note moves every source that it names.
func TestNoteEventsMoveTheirSources(t *testing.T) {
	other := NewSourceID("other")
	promoted := on(KindPromoted, "subject", "01_Wiki/a.md")
	promoted.Data["sources"] = []SourceID{src, other}
	l := ReadLedger([]byte(write("", append(steps(life[:7]...), promoted)...)))
	if s := l.State(src).State; s != Promoted {
		t.Errorf("a named source is %s", s)
	}
	if s := l.State(other).State; s != StateNone {
		t.Errorf("a source that was never proposed is %s", s)
	}
	if p := l.Verify(); len(p) != 1 || p[0].Kind != ProblemTransition || !strings.Contains(p[0].Text, string(other)) {
		t.Errorf("problems are %+v", p)
	}
	if got := len(l.Touching("01_Wiki/a.md")); got != 1 {
		t.Errorf("%d events touch the note", got)
	}
	if got := l.Sources(); !slices.Equal(got, []SourceID{src, other}) && !slices.Equal(got, []SourceID{other, src}) {
		t.Errorf("sources are %v", got)
	}
}

func TestOfConcurrentDecisionsTheStricterWins(t *testing.T) {
	for _, c := range []struct {
		name string
		base []string
		a, b []Event
		want State
	}{
		{"approved and rejected", life[:2], []Event{on(KindApproved, "by", alice)}, []Event{on(KindRejected)}, Rejected},
		{"crawled and rejected", life[:3], steps(KindCrawled, KindIndexed), []Event{on(KindRejected)}, Rejected},
		{"approved and asked", life[:2], []Event{on(KindApproved, "by", alice)}, []Event{on(KindAuthRequired)}, AuthRequired},
		{"asked and rejected", life[:2], []Event{on(KindAuthRequired)}, []Event{on(KindRejected)}, Rejected},
		{"failed and asked", life[:2], []Event{on(KindAuthRequired)}, []Event{on(KindFailed)}, AuthRequired},
		{"failed and crawled", life[:3], []Event{on(KindCrawled)}, []Event{on(KindFailed)}, Failed},
		{"both went on, one further", life[:3], []Event{on(KindCrawled, "digest", "t")}, append([]Event{on(KindCrawled, "digest", "t", "n", "2")}, steps(KindIndexed)...), Indexed},
		{"both fetched, not the same", life[:3], append([]Event{on(KindCrawled, "digest", "t")}, steps(KindIndexed, KindVerified)...), []Event{on(KindCrawled, "digest", "u")}, Crawled},
		{"proposed twice", nil, steps(life...), []Event{on(KindProposed, "why", "other")}, Promoted},
		{"a later revision", life, []Event{on(KindRefreshed)}, []Event{on(KindSynthesized)}, Crawled},
		{"an illegal event has no say", life[:2], []Event{on(KindApproved, "by", alice)}, steps(KindVerified), Approved},
		{"rejection taken back on one branch", life[:2], steps(KindRejected, KindProposed), []Event{on(KindFailed)}, Failed},
	} {
		t.Run(c.name, func(t *testing.T) {
			base := write("", steps(c.base...)...)
			for i, text := range branched(base, c.a, c.b) {
				l := ReadLedger([]byte(text))
				if got := l.State(src).State; got != c.want {
					t.Errorf("lines in order %d: %s, want %s", i, got, c.want)
				}
			}
		})
	}
}

// After a merge of two fetches, index and audit give back what had been reached.
func TestMixedFetchesAreAuditedAgain(t *testing.T) {
	base := write("", steps(life...)...)
	text := branched(base, append([]Event{on(KindRefreshed, "digest", "t")}, steps(KindIndexed, KindVerified)...), []Event{on(KindRefreshed, "digest", "u")})[0]
	if s := ReadLedger([]byte(text)).State(src); s.State != Crawled || s.Regain != Promoted || s.Revision != 2 {
		t.Errorf("after the merge: %+v", s)
	}
	text = write(text, steps(KindIndexed, KindVerified)...)
	if s := ReadLedger([]byte(text)).State(src); s.State != Promoted {
		t.Errorf("after the audit: %+v", s)
	}
}
