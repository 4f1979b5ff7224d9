package provenance

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

// What is allowed counts once it is appended, and what is not leaves a defect.
func TestAllowsIsWhatTheFoldHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := ReadLedger(nil)
		all := append(append([]string{}, life...), KindRejected, KindFailed, KindAuthRequired, KindRefreshed, KindAttested, KindDrafted)
		for range rapid.IntRange(1, 40).Draw(t, "n") {
			e := on(rapid.SampledFrom(all).Draw(t, "kind"))
			e.Actor = rapid.SampledFrom([]string{e.Actor, e.Actor, e.Actor, alice, "agent:claude", ActorEngineer}).Draw(t, "actor")
			if e.Kind == KindSynthesized || e.Kind == KindPromoted {
				e.Subject = "01_Wiki/a.md"
				e.Data["sources"] = []SourceID{src}
			}
			err := l.Allows(e)
			before := len(l.Verify())
			l.Append(e)
			if defects := len(l.Verify()) - before; defects == 0 != (err == nil) {
				// MayPromote looks further than the fold: who asked for the source counts.
				var re *RoleError
				if !errors.As(err, &re) || re.How == "executed" {
					t.Fatalf("%s by %s: %d defects, Allows says %v", e.Kind, e.Actor, defects, err)
				}
			}
		}
	})
}

func TestAllowsRefuses(t *testing.T) {
	l := ReadLedger([]byte(write("", steps(life[:5]...)...)))
	var te *TransitionError
	promoted := on(KindPromoted, "subject", "n.md")
	promoted.Data["sources"] = []SourceID{src}
	if err := l.Allows(promoted); !errors.As(err, &te) || len(te.Missing) != 2 || te.Missing[0] != Verified {
		t.Errorf("promoted: %v", err)
	}
	for _, e := range []Event{on("celebrated"), on(KindIndexed, "subject", "x"), on(KindApproved, "by", "mcp:x"), on(KindAttested, "by", "agent:x")} {
		if err := l.Allows(e); err == nil {
			t.Errorf("%s of %s by %s is allowed", e.Kind, e.Subject, e.Actor)
		}
	}
	if err := l.Allows(on(KindVerified)); err != nil {
		t.Error(err)
	}
}
