package provenance

import (
	"testing"
	"time"

	"assay/vault/markdown"
)

func TestSettlements(t *testing.T) {
	a := markdown.Claim{ID: "cl_a", Text: "In version 3, the page has 8 kB."}
	b := markdown.Claim{ID: "cl_b", Text: "In version 4, the page has 16 kB."}
	if NewConflictID(a.ID, b.ID) != NewConflictID(b.ID, a.ID) || NewConflictID(a.ID, b.ID) == NewConflictID(a.ID, "cl_c") {
		t.Error("the id of a conflict hangs on the order of its claims, or on one alone")
	}
	if got := NewConflictID("cl_a", "cl_b"); got != "cf_p7y7dlzd7zdlssz2" {
		t.Errorf("the id changed: %s", got)
	}
	l := ReadLedger(nil)
	add := func(by, as string, high bool) error {
		e := NewResolution(Resolution{Conflict: NewConflictID(a.ID, b.ID), As: as, Keep: "both", Existing: "cl_x", New: "cl_y", Was: "8", Against: "16",
			Becomes: []markdown.ClaimID{a.ID, b.ID}, By: by, Reason: "two versions"}, []markdown.Claim{a, b}, high)
		e.Time, e.Role = time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC), RoleChronicler
		err := l.Allows(e)
		l.Append(e)
		return err
	}
	for _, c := range []struct {
		by, as  string
		high    bool
		refused bool
	}{
		{"agent:codex", "escalate", false, true}, {"agent:codex", "update", true, true}, {ActorChronicler, "narrow", true, true}, {"mcp:x", "escalate", false, true},
		{"agent:codex", "parallelize", false, false}, {"person:ada", "escalate", true, false},
	} {
		if err := add(c.by, c.as, c.high); (err != nil) != c.refused {
			t.Errorf("%s resolves as %s (high stakes %v): %v", c.by, c.as, c.high, err)
		}
	}
	text := l.Pending()
	l = ReadLedger(text)
	if n := len(l.Verify()); n != 4 {
		t.Errorf("%d defects, want 4: %+v", n, l.Verify())
	}
	got := l.Resolutions()
	if len(got) != 2 {
		t.Fatalf("%d settlements, want the 2 that are allowed", len(got))
	}
	s := got[0]
	x, y := s.Standing()
	if x == "" || x >= y || s.Was != "8" || s.By != "agent:codex" {
		t.Errorf("%+v", s)
	}
	back := func(by string) []Resolution {
		after := ReadLedger(text)
		e := NewRevocation(got[1], "taken back", by)
		e.Time, e.Role = time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC), RolePerson
		if err := after.Allows(e); (err != nil) == (by == "person:ada") {
			t.Errorf("%s takes a resolution back: %v", by, err)
		}
		after.Append(e)
		return after.Resolutions()
	}
	if by := back("person:ada"); len(by) != 1 || by[0].Event != s.Event {
		t.Errorf("a resolution that was taken back counts: %+v", by)
	}
	if by := back("agent:codex"); len(by) != 2 {
		t.Errorf("an agent took a resolution back: %+v", by)
	}
	for id, want := range map[string]bool{"cl_a": true, "cl_b": true, "cl_x": true, "cl_y": true, string(s.Conflict): true, "cl_z": false, "": false} {
		if s.Concerns(id) != want {
			t.Errorf("concerns %q: %v", id, !want)
		}
	}
}
