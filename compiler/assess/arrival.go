package assess

import (
	"slices"

	"assay/gates"
	"assay/provenance"
)

// promotions are those of the ledger that count.
type promotions struct {
	any   bool                // some note was promoted, whether it counts or not
	of    map[string][]string // by note: the agents that wrote it
	moved []provenance.Event  // of notes that are not where they were promoted to
}

// promotions looks through the ledger once.
func (as *Assessor) promotions() *promotions {
	if as.promoted == nil {
		all, any := as.Ledger.Promotions()
		as.promoted = &promotions{any: any, of: map[string][]string{}}
		for _, e := range all {
			if as.byHand() && provenance.KindOfActor(e.Actor) != provenance.Person {
				continue
			}
			as.promoted.of[e.Subject] = append(as.promoted.of[e.Subject], e.Text("agent"))
			if _, there := as.Snap.File(e.Subject); !there {
				as.promoted.moved = append(as.promoted.moved, e)
			}
		}
	}
	return as.promoted
}

// byHand reports that a promotion is worth what its signature is, so that none but a person
// promotes: what the compiler wrote into the ledger by itself anybody may write.
func (as *Assessor) byHand() bool {
	return as.Policy.Safety.RequireSignatures && as.Policy.Promotion.Mode != "auto"
}

// Arrived is how a permanent note got where it is, by the ledger. A note that was
// renamed is known by what it rests on, as long as nothing is where it was.
func (as *Assessor) Arrived(note string) gates.Arrival {
	if as.Policy.IsGuest() || as.Policy.Vault.Area(note) != gates.Wiki {
		return gates.Arrival{}
	}
	all := as.promotions()
	a := gates.Arrival{Lifecycle: all.any, Agents: slices.Clone(all.of[note])}
	a.Promoted = len(a.Agents) > 0
	for _, e := range as.Ledger.Touching(note) {
		switch {
		case e.Subject != note:
		case e.Kind == provenance.KindPromoted:
			a.Void = !a.Promoted
		case e.Kind == provenance.KindVouched && provenance.KindOfActor(e.Actor) == provenance.Person:
			a.Vouched = a.Vouched || !as.Ledger.IsAside(e.ID)
			a.Void = a.Void || as.Ledger.IsAside(e.ID)
		}
	}
	n := as.Note(note)
	if n == nil || !n.Meta.Stamp.Present {
		return a
	}
	stamp := n.Meta.Stamp
	if !a.Promoted {
		for _, e := range all.moved {
			if len(stamp.SourceIDs) > 0 && sameSet(e.List("sources"), stamp.SourceIDs) && sameSet(e.List("chunks"), stamp.ChunkIDs) {
				a.Promoted, a.Agents = true, append(a.Agents, e.Text("agent"))
			}
		}
	}
	for _, id := range stamp.SourceIDs {
		if at := as.State(provenance.SourceID(id)).At; at.After(a.Latest) {
			a.Latest = at
		}
	}
	slices.Sort(a.Agents)
	a.Agents = slices.Compact(a.Agents)
	return a
}

// Lifecycle reports whether some note of the vault was promoted.
func (as *Assessor) Lifecycle() bool { return as.promotions().any }

func sameSet(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(slices.Compact(a), slices.Compact(b))
}
