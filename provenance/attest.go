package provenance

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"assay/vault"
	"assay/vault/markdown"
)

// An Attestation is a person's word for a claim or against it, bound to the claim as
// it read and to the evidence as it was.
type Attestation struct {
	Claim    markdown.ClaimID
	Text     vault.Hash // ClaimHash of the claim
	Evidence vault.Hash // EvidenceHash of what it cited
	Rejects  bool       // the word is against the claim
	Reason   string
	By       string
	At       time.Time
	Event    string
}

// ClaimHash binds an attestation to a claim's words.
func ClaimHash(c markdown.Claim) vault.Hash { return vault.HashText([]byte(c.Text)) }

// EvidenceHash binds an attestation to evidence: the passages' sources and
// normalised texts, in any order, duplicates once. It is not zero without evidence.
func EvidenceHash(evidence []Evidence) vault.Hash {
	sums := make([]string, 0, len(evidence))
	for _, e := range evidence {
		one := sha256.Sum256([]byte(string(e.Source) + "\n" + NormalizeText(e.Text)))
		sums = append(sums, string(one[:]))
	}
	slices.Sort(sums)
	h := sha256.New()
	for _, s := range slices.Compact(sums) {
		h.Write([]byte(s))
	}
	var out vault.Hash
	h.Sum(out[:0])
	return out
}

// NewAttestation is the event that records a person's word. The caller sets Time
// and Role and appends it.
func NewAttestation(c markdown.Claim, evidence []Evidence, note, reason, by string) Event {
	return wordOn(KindAttested, c, evidence, note, reason, by)
}

// NewRejection is the event that records a person's word against a claim, bound like
// one for it. The caller sets Time and Role and appends it.
func NewRejection(c markdown.Claim, evidence []Evidence, note, reason, by string) Event {
	return wordOn(KindClaimRejected, c, evidence, note, reason, by)
}

func wordOn(kind string, c markdown.Claim, evidence []Evidence, note, reason, by string) Event {
	return Event{Actor: by, Kind: kind, Subject: string(c.ID), Data: map[string]any{
		"claim": ClaimHash(c).String(), "evidence": EvidenceHash(evidence).String(), "note": note, "reason": reason}}
}

// Attested looks for a person's word for a claim that still holds: for this claim as
// it reads and this evidence as it is. See [Ledger.Attestation].
func (l *Ledger) Attested(c markdown.Claim, evidence []Evidence) (Attestation, bool) {
	a, ok := l.Attestation(c, evidence)
	if !ok || a.Rejects {
		return Attestation{}, false
	}
	return a, true
}

// Attestation is what a person said of a claim last, for it or against it, and that still
// holds: of this claim as it reads and this evidence as it is. A revocation ends every
// word on the claim that its writer had seen and every concurrent one; a later word
// counts again. Of concurrent words the one against the claim wins.
func (l *Ledger) Attestation(c markdown.Claim, evidence []Evidence) (word Attestation, ok bool) {
	about := l.touching[string(c.ID)]
	if len(about) == 0 {
		return Attestation{}, false
	}
	text, held := ClaimHash(c), EvidenceHash(evidence)
	var revoked []int
	for _, at := range about {
		if l.entries[at].Kind == KindAttestationRevoked && mayAttest(l.entries[at].Event) == nil && !l.IsAside(l.entries[at].ID) {
			revoked = append(revoked, at)
		}
	}
	last := -1
	for i := len(about) - 1; i >= 0; i-- {
		at := about[i]
		rejects := l.entries[at].Kind == KindClaimRejected
		if !rejects && l.entries[at].Kind != KindAttested || mayAttest(l.entries[at].Event) != nil || l.IsAside(l.entries[at].ID) {
			continue
		}
		if slices.ContainsFunc(revoked, func(r int) bool { return !l.before(r, at) }) {
			continue
		}
		e := l.event(at)
		if e.Text("claim") != text.String() || e.Text("evidence") != held.String() {
			continue
		}
		if last >= 0 && (!rejects || word.Rejects || l.before(at, last)) {
			continue
		}
		last = at
		word = Attestation{Claim: c.ID, Text: text, Evidence: held, Rejects: rejects, Reason: e.Text("reason"), By: e.Actor, At: e.Time, Event: e.ID}
	}
	return word, last >= 0
}

// mayAttest holds that only a person can speak for a claim or against it, and take that or a
// settlement back.
func mayAttest(e Event) error {
	if KindOfActor(e.Actor) != Person {
		return fmt.Errorf("record %s: %s is not a person", e.Kind, e.Actor)
	}
	return nil
}
