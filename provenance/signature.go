package provenance

import (
	"slices"
	"strings"
)

// SignatureNamespace is what signatures of the ledger are for, as `ssh-keygen -Y` has it: one
// that was made for something else counts for nothing here.
const SignatureNamespace = "assay-ledger"

// IsDecision reports an event by which a person lets something through, and which policy may
// ask to be signed.
func (e Event) IsDecision() bool {
	switch e.Kind {
	case KindApproved, KindAttested, KindVouched, KindPromoted, KindBarAccepted, KindAttestationRevoked:
		return KindOfActor(e.Actor) == Person
	}
	return false
}

// SignedText is what is signed for some events: their ids, which cover every byte of them and
// all that they follow.
func SignedText(ids []string) []byte {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return []byte(SignatureNamespace + "/1\n" + strings.Join(slices.Compact(ids), "\n") + "\n")
}

// SetAside has decisions count for nothing that should be signed and are not: no word on a
// claim or for a note, no promotion and no accepted bar. They stay on record.
func (l *Ledger) SetAside(unsigned []Event) {
	l.aside = make(map[string]bool, len(unsigned))
	for i := range unsigned {
		l.aside[unsigned[i].ID] = true
	}
}

// IsAside reports a decision that was set aside.
func (l *Ledger) IsAside(event string) bool { return l.aside[event] }

// Place is where the line of an event stands in the file.
func (l *Ledger) Place(id string) (start, end int) {
	if i, ok := l.byID[id]; ok {
		return l.entries[i].start, l.entries[i].end
	}
	return 0, 0
}

// Unsigned are the decisions that no signature of who made them covers, in the ledger's
// order. holds says whether a signature is good; nil where none is looked at, and a
// signature that is there counts.
func (l *Ledger) Unsigned(holds func(by string, text []byte, signature string) bool) []Event {
	var open []int
	signed := map[string][]string{} // by event: who signed it
	for i := range l.entries {
		e := &l.entries[i]
		switch {
		case e.Kind == KindSigned:
			event := l.event(i)
			ids := event.List("events")
			if holds == nil || holds(e.Actor, SignedText(ids), event.Text("signature")) {
				for _, id := range ids {
					signed[id] = append(signed[id], e.Actor)
				}
			}
		case e.IsDecision():
			open = append(open, i)
		}
	}
	var out []Event
	for _, i := range open {
		if e := &l.entries[i]; !slices.Contains(signed[e.ID], e.Actor) {
			out = append(out, l.event(i))
		}
	}
	return out
}
