package provenance

import (
	"crypto/sha256"
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

// A Resolution is how a conflict ended, with what was believed until then.
type Resolution struct {
	Conflict  ConflictID
	As        string // update, narrow, parallelize or escalate
	Keep      string // new, existing or both
	Reason    string
	Existing  markdown.ClaimID // as it was
	New       markdown.ClaimID // as it was
	Was       string           // the existing claim's words
	Against   string           // the new claim's words
	Note      string           // of the existing claim
	NewNote   string
	Becomes   []markdown.ClaimID // what both are now
	By        string
	At        time.Time
	Event     string
	standing  []string // ClaimHash of two claims that both stand
	concerned []string
}

// NewResolution is the event that records s. both are the claims as they read
// afterwards, if both stand: they are no conflict any more, whatever their words. The
// caller sets Time and Role and appends it.
func NewResolution(s Resolution, both []markdown.Claim, highStakes bool) Event {
	data := map[string]any{
		"conflict": string(s.Conflict), "as": s.As, "keep": s.Keep, "with": string(s.New), "reason": s.Reason,
		"was": s.Was, "against": s.Against, "note": s.Note, "with_note": s.NewNote,
	}
	if highStakes {
		data[ResolvedHighStakes] = true
	}
	becomes, standing := []any{}, []any{}
	for _, id := range s.Becomes {
		becomes = append(becomes, string(id))
	}
	for _, c := range both {
		standing = append(standing, ClaimHash(c).String())
	}
	data["becomes"], data["standing"] = becomes, standing
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
		s := Resolution{
			Conflict: ConflictID(e.Text("conflict")), As: e.Text("as"), Keep: e.Text("keep"), Reason: e.Text("reason"),
			Existing: markdown.ClaimID(e.Subject), New: markdown.ClaimID(e.Text("with")), Was: e.Text("was"), Against: e.Text("against"),
			Note: e.Text("note"), NewNote: e.Text("with_note"), By: e.Actor, At: e.Time, Event: e.ID, standing: e.List("standing"),
		}
		for _, id := range e.List("becomes") {
			s.Becomes = append(s.Becomes, markdown.ClaimID(id))
		}
		s.concerned = append(e.List("becomes"), e.Subject, e.Text("with"), e.Text("conflict"))
		out = append(out, s)
	}
	return out
}

// Concerns reports whether the settlement is of a claim, as it was or as it reads
// since, or of a conflict.
func (s Resolution) Concerns(id string) bool { return id != "" && slices.Contains(s.concerned, id) }

// Standing is the two claims that both stand, by their words: not ordered, and "" where
// one of them gave way.
func (s Resolution) Standing() (a, b string) {
	if len(s.standing) != 2 {
		return "", ""
	}
	return min(s.standing[0], s.standing[1]), max(s.standing[0], s.standing[1])
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
