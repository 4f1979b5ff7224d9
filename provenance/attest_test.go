package provenance

import (
	"testing"

	"assay/vault/markdown"
)

// Invariant (grading): A person's word, for a claim or against it, is bound to the claim and
// its evidence and lapses with either. See also TestAttestation.
func TestAttestationIsBound(t *testing.T) {
	claim := markdown.Claim{ID: "clm_1", Text: "The default is 600 seconds."}
	evidence := []Evidence{{Source: src, Text: "six hundred"}, {Source: src, Text: "ten minutes"}}
	attest := func(by string) Event {
		e := NewWord(KindAttested, claim, evidence, "01_Wiki/a.md", "ten minutes are 600 seconds", by)
		e.Time = day
		return e
	}
	reject := func(by string) Event {
		e := NewWord(KindClaimRejected, claim, evidence, "01_Wiki/a.md", "table 3 says 300", by)
		e.Time = day
		return e
	}
	revoke := Event{Time: day, Actor: alice, Kind: KindAttestationRevoked, Subject: string(claim.ID)}
	reworded, other := claim, claim
	reworded.Text = "The default is 60 seconds."
	other.ID = "clm_2"
	text := write("", attest(alice))
	base := write("", on(KindProposed))
	for _, c := range []struct {
		name     string
		text     string
		claim    markdown.Claim
		evidence []Evidence
		want     bool
	}{
		{"holds", text, claim, evidence, true},
		{"order of evidence", text, claim, []Evidence{evidence[1], evidence[0], evidence[1]}, true},
		{"the claim was reworded", text, reworded, evidence, false},
		{"another claim", text, other, evidence, false},
		{"the evidence changed", text, claim, []Evidence{evidence[0], {Source: src, Text: "ten hours"}}, false},
		{"evidence was taken away", text, claim, evidence[:1], false},
		{"revoked", write(text, revoke), claim, evidence, false},
		{"and attested again", write(text, revoke, attest(alice)), claim, evidence, true},
		{"not a person", write("", attest("agent:claude")), claim, evidence, false},
		{"revoked concurrently", branched(base, []Event{attest(alice)}, []Event{revoke})[0], claim, evidence, false},
		{"revoked concurrently, other order", branched(base, []Event{attest(alice)}, []Event{revoke})[1], claim, evidence, false},
		{"rejected since", write(text, reject(alice)), claim, evidence, false},
		{"rejected before", write("", reject(alice), attest(alice)), claim, evidence, true},
		{"rejected concurrently", branched(base, []Event{attest(alice)}, []Event{reject(alice)})[0], claim, evidence, false},
		{"rejected concurrently, other order", branched(base, []Event{attest(alice)}, []Event{reject(alice)})[1], claim, evidence, false},
		{"rejected, and that revoked with all", write(text, reject(alice), revoke), claim, evidence, false},
		{"rejected by an agent", write(text, reject("agent:claude")), claim, evidence, true},
		{"revoked by an agent", write(text, Event{Time: day, Actor: "mcp:x", Kind: KindAttestationRevoked, Subject: "clm_1"}), claim, evidence, true},
	} {
		a, ok := ReadLedger([]byte(c.text)).Attestation(c.claim, c.evidence)
		if got := ok && !a.Rejects; got != c.want || got && a.Reason != "ten minutes are 600 seconds" {
			t.Errorf("%s: %v, %+v", c.name, ok, a)
		}
	}
	rejected := write(text, reject(alice))
	for _, c := range []struct {
		name     string
		text     string
		claim    markdown.Claim
		evidence []Evidence
		want     bool
	}{
		{"rejected", rejected, claim, evidence, true},
		{"rejected, then reworded", rejected, reworded, evidence, false},
		{"rejected, then other evidence", rejected, claim, evidence[:1], false},
		{"taken back", write(rejected, revoke), claim, evidence, false},
		{"attested since", write(rejected, attest(alice)), claim, evidence, false},
	} {
		w, ok := ReadLedger([]byte(c.text)).Attestation(c.claim, c.evidence)
		if got := ok && w.Rejects; got != c.want || got && w.Reason != "table 3 says 300" {
			t.Errorf("%s: %v, %+v", c.name, got, w)
		}
	}
	if EvidenceHash(nil).IsZero() {
		t.Error("no evidence has no hash")
	}
}
