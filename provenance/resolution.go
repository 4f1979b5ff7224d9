package provenance

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"assay/vault/markdown"
)

// ConflictID names a conflict: cf_ and 16 base32 characters of the SHA-256 of both
// claims' ids, whichever of them is asked about. An edit of either makes another.
type ConflictID string

const conflictPrefix = "cf_"

// NewConflictID names the conflict of two claims.
func NewConflictID(a, b markdown.ClaimID) ConflictID {
	sum := sha256.Sum256([]byte(string(min(a, b)) + "\n" + string(max(a, b))))
	return ConflictID(conflictPrefix + encodeID(sum[:], idChars))
}

// ResolvedHighStakes is the member of a resolved event's data that says that policy
// left the conflict to a person.
const ResolvedHighStakes = "high_stakes"

// A Resolution is how a conflict ended, with what was believed until then. Its event's data has what
// has a name here; the event itself has the rest.
type Resolution struct {
	Conflict ConflictID         `json:"conflict"`
	As       string             `json:"as"`   // update, narrow, parallelize or escalate
	Keep     string             `json:"keep"` // new, existing or both
	Reason   string             `json:"reason"`
	Existing markdown.ClaimID   `json:"-"`       // as it was
	New      markdown.ClaimID   `json:"with"`    // as it was
	Was      string             `json:"was"`     // the existing claim's words
	Against  string             `json:"against"` // the new claim's words
	Note     string             `json:"note"`    // of the existing claim
	NewNote  string             `json:"with_note"`
	Becomes  []markdown.ClaimID `json:"becomes"` // what both are now
	By       string             `json:"-"`
	At       time.Time          `json:"-"`
	Event    string             `json:"-"`
	Hashes   []string           `json:"standing"` // ClaimHash of two claims that both stand
}

// NewResolution is the event that records s. both are the claims as they read
// afterwards, if both stand: they are no conflict any more, whatever their words. The
// caller sets Time and Role and appends it.
func NewResolution(s Resolution, both []markdown.Claim, highStakes bool) Event {
	s.Becomes, s.Hashes = append([]markdown.ClaimID{}, s.Becomes...), []string{}
	for _, c := range both {
		s.Hashes = append(s.Hashes, ClaimHash(c).String())
	}
	data := decodeData(string(encodeJSON(s)))
	if highStakes {
		data[ResolvedHighStakes] = true
	}
	return Event{Actor: s.By, Kind: KindResolved, Subject: string(s.Existing), Data: data}
}

// NewRevocation is the event that takes a settlement back. The caller sets Time and
// Role and appends it.
func NewRevocation(s Resolution, reason, by string) Event {
	return Event{Actor: by, Kind: KindResolutionRevoked, Subject: string(s.Existing), Data: map[string]any{
		"event": s.Event, "conflict": string(s.Conflict), "reason": reason}}
}

// Resolutions lists how conflicts ended, in the order of the ledger. What somebody
// recorded who may not does not count, nor what was taken back.
func (l *Ledger) Resolutions() (out []Resolution) {
	var revoked []string
	for i := range l.entries {
		if l.entries[i].Kind == KindResolutionRevoked && mayAttest(l.entries[i].Event) == nil {
			revoked = append(revoked, l.event(i).Text("event"))
		}
	}
	for i := range l.entries {
		if l.entries[i].Kind != KindResolved {
			continue
		}
		e := l.event(i)
		if mayResolve(e) != nil || slices.Contains(revoked, e.ID) {
			continue
		}
		s := Resolution{Existing: markdown.ClaimID(e.Subject), By: e.Actor, At: e.Time, Event: e.ID}
		_ = json.Unmarshal([]byte(l.entries[i].data), &s) // what is of another type is left out
		out = append(out, s)
	}
	return out
}

// Concerns reports whether the settlement is of a claim, as it was or as it reads
// since, or of a conflict.
func (s Resolution) Concerns(id string) bool {
	claim := markdown.ClaimID(id)
	return id != "" && (id == string(s.Conflict) || claim == s.Existing || claim == s.New || slices.Contains(s.Becomes, claim))
}

// Standing is the two claims that both stand, by their words: not ordered, and "" where
// one of them gave way.
func (s Resolution) Standing() (a, b string) {
	if len(s.Hashes) != 2 {
		return "", ""
	}
	return min(s.Hashes[0], s.Hashes[1]), max(s.Hashes[0], s.Hashes[1])
}

// mayResolve holds that a person decides where nothing else does, or where policy
// says so.
func mayResolve(e Event) error {
	high, _ := e.Data[ResolvedHighStakes].(bool)
	if KindOfActor(e.Actor) != Person && (high || e.Text("as") == "escalate") {
		return fmt.Errorf("record %s: %s is not a person, and the conflict is one for a person", e.Kind, e.Actor)
	}
	return nil
}
