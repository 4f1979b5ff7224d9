package compiler_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"assay/compiler"
	"assay/compiler/review"
	"assay/compiler/sources"
	"assay/gates"
	"assay/provenance"
)

// reviewed is a vault with a weak claim and a conflict.
func reviewed(tb testing.TB) *testVault {
	v := newVault(tb, disputed(map[string]string{
		"01_Wiki/Relay.md":  "# Relay\n\n" + sixty + oldRaw + "\n\nThe relay cache is written in the language C by a team of seven in Lund." + oldRaw + "\n",
		"02_Drafts/News.md": "# News\n\n" + sixHundred + newRaw + "\n",
	}))
	v.build()
	return v
}

// waiting is the item of a kind that waits, whole.
func (v *testVault) waiting(kind string) review.Item {
	v.Helper()
	items, err := review.Items(context.Background(), v.open(), review.Options{Whole: true})
	if err != nil {
		v.Fatal(err)
	}
	i := slices.IndexFunc(items, func(item review.Item) bool { return item.Kind == kind })
	if i < 0 {
		v.Fatalf("nothing %s waits: %+v", kind, items)
	}
	return items[i]
}

// What is taken back waits again, notes read as they did, and the ledger is whole and
// has forgotten nothing.
//
// Invariant (grading): A decision that is taken back leaves the notes as they were.
func TestUndo(t *testing.T) {
	t.Parallel()
	const ada = "person:ada"
	notes := []string{"01_Wiki/Relay.md", "02_Drafts/News.md"}
	for _, c := range []struct {
		kind string
		d    review.Decision
	}{
		{review.ReviewWeak, review.Decision{Decision: review.DecideAccept, Reason: "I counted them"}},
		{review.ReviewWeak, review.Decision{Decision: review.DecideReject, Reason: "there were six"}},
		{review.ReviewWeak, review.Decision{Decision: review.DecideEdit, Text: written}},
		{review.ReviewConflict, review.Decision{Decision: string(gates.Update)}},
		{review.ReviewConflict, review.Decision{Decision: string(gates.Parallelize), When: "usually", NewWhen: "generally", Reason: "as I saw"}},
		{review.ReviewConflict, review.Decision{Decision: review.DecideEdit, Text: "The relay cache is new."}},
	} {
		t.Run(c.kind+" "+c.d.Decision, func(t *testing.T) {
			t.Parallel()
			v := reviewed(t)
			item := v.waiting(c.kind)
			before := map[string]string{}
			for _, n := range notes {
				before[n] = v.read(n)
			}
			c.d.ID, c.d.Digest, c.d.By = item.ID, item.Digest, ada
			for range 2 { // what was taken back can be decided again
				done, err := review.Decide(t.Context(), v.open(), c.d)
				if err != nil || !done.Applied || len(done.Claims) == 0 {
					t.Fatal(done, err)
				}
				if _, ok, err := review.Find(t.Context(), v.open(), item.ID); ok || err != nil {
					t.Fatalf("it waits still, %v", err)
				}
				if err := review.Revert(t.Context(), v.open(), done.Undo, ada); err != nil {
					t.Fatal(err)
				}
				again, ok, err := review.Find(t.Context(), v.open(), item.ID)
				if err != nil || !ok || again.Digest != item.Digest {
					t.Fatalf("%v, %v: %+v", ok, err, again)
				}
				after := map[string]string{}
				for _, n := range notes {
					after[n] = v.read(n)
				}
				if !maps.Equal(before, after) {
					t.Fatalf("%q, and was %q", after, before)
				}
			}
			l := provenance.ReadLedger([]byte(v.read("03_Sources/ledger.jsonl")))
			if ps := l.Verify(); len(ps) > 0 {
				t.Error(ps)
			}
		})
	}
}

// An undo that would lose what somebody wrote since is refused, whole.
func TestUndoLosesNothing(t *testing.T) {
	t.Parallel()
	v := reviewed(t)
	item := v.waiting(review.ReviewConflict)
	done, err := review.Decide(t.Context(), v.open(), review.Decision{ID: item.ID, Digest: item.Digest, Decision: "update", By: "person:ada"})
	if err != nil {
		t.Fatal(err)
	}
	v.edit("01_Wiki/Relay.md", "# Relay", "# The relay")
	ledger, note := v.read("03_Sources/ledger.jsonl"), v.read("01_Wiki/Relay.md")
	if err := review.Revert(t.Context(), v.open(), done.Undo, "person:ada"); err == nil || !strings.Contains(err.Error(), "changed since") {
		t.Error(err)
	}
	if v.read("03_Sources/ledger.jsonl") != ledger || v.read("01_Wiki/Relay.md") != note {
		t.Error("a refused undo wrote something")
	}
}

// A rejected claim is promoted by nobody and does not count as one that holds, whatever
// its tier is.
func TestRejectedIsNotPromoted(t *testing.T) {
	t.Parallel()
	v := newVault(t, disputed(map[string]string{"02_Drafts/Old.md": "# Old\n\n" + written + oldRaw + "\n"}))
	before := v.build()
	if _, err := review.RejectClaim(t.Context(), v.open(), "02_Drafts/Old.md:3", "it is C++ by now", "person:ada", ""); err != nil {
		t.Fatal(err)
	}
	after, err := v.open().Check(t.Context(), compiler.CheckOptions{})
	if err != nil || after.Summary.Hold != before.Summary.Hold-1 || after.Summary.DoNot != before.Summary.DoNot+1 || after.Claims != before.Claims {
		t.Errorf("%+v, before it was rejected %+v, %v", after.Summary, before.Summary, err)
	}
	if _, err := review.Promote(t.Context(), v.open(), "02_Drafts/Old.md", "person:ada"); err == nil || !strings.Contains(err.Error(), "a person rejected a claim: it is C++ by now") {
		t.Error(err)
	}
	k, err := review.Packet(t.Context(), v.open(), "02_Drafts/Old.md")
	if err != nil || k.Ready || len(k.Blockers) != 1 || !strings.Contains(k.Blockers[0], "rejected line 3") {
		t.Errorf("%+v, %v", k, err)
	}
	if _, err := review.Attest(t.Context(), v.open(), "02_Drafts/Old.md:3", "I looked: C it is", "person:bo", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := review.Promote(t.Context(), v.open(), "02_Drafts/Old.md", "person:ada"); err != nil {
		t.Error(err)
	}
	for _, by := range []string{"agent:codex", "mcp:x", provenance.ActorChronicler} {
		if _, err := review.RejectClaim(t.Context(), v.open(), "01_Wiki/Old.md:8", "no", by, ""); !errors.Is(err, sources.ErrAuthRequired) {
			t.Errorf("%s: %v", by, err)
		}
	}
}
