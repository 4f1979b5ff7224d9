package assess

import (
	"slices"

	"assay/gates"
	"assay/provenance"
)

// promotions are those of the ledger, as far as notes beside their own are told by them.
type promotions struct {
	any   bool
	moved []provenance.Event // of notes that are not where they were promoted to
}

// promotions looks through the ledger once.
func (as *Assessor) promotions() *promotions {
	if as.promoted == nil {
		as.promoted = &promotions{}
		for _, e := range as.Ledger.Events() {
			if e.Kind != provenance.KindPromoted {
				continue
			}
			as.promoted.any = true
			if _, there := as.Snap.File(e.Subject); !there {
				as.promoted.moved = append(as.promoted.moved, e)
			}
		}
	}
	return as.promoted
}

// wasPromoted is how a permanent note got where it is, by the ledger. A note that was
// renamed is known by what it rests on, as long as nothing is where it was.
func (as *Assessor) wasPromoted(note string) gates.Arrival {
	if as.Policy.IsGuest() || as.Policy.Vault.Area(note) != gates.Wiki {
		return gates.Arrival{}
	}
	all := as.promotions()
	a := gates.Arrival{Lifecycle: all.any}
	for _, e := range as.Ledger.Touching(note) {
		switch {
		case e.Subject != note:
		case e.Kind == provenance.KindPromoted:
			a.Promoted, a.Agents = true, append(a.Agents, e.Text("agent"))
		case e.Kind == provenance.KindVouched && provenance.KindOfActor(e.Actor) == provenance.Person:
			a.Vouched = true
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

// Arrived is the same for who asks by name.
func (as *Assessor) Arrived(note string) gates.Arrival { return as.wasPromoted(note) }

// Lifecycle reports whether some note of the vault was promoted.
func (as *Assessor) Lifecycle() bool { return as.promotions().any }

func sameSet(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(slices.Compact(a), slices.Compact(b))
}
