package provenance

// LostSince are the events that an older state of the ledger has and this one lacks, in
// the order of the older one. A ledger only grows, so there is none unless lines were cut
// off, taken out or changed. What was no intact event then is nothing that could be lost.
func (l *Ledger) LostSince(older *Ledger) []Event {
	var lost []Event
	for i := range older.entries {
		if _, held := l.byID[older.entries[i].ID]; !held {
			lost = append(lost, older.event(i))
		}
	}
	return lost
}

// AcceptedSince finds who accepted what lowers the bar, by the ids of what was lowered: in
// events that an older state lacks, since an acceptance is of one change. Only a person's
// counts.
func (l *Ledger) AcceptedSince(older *Ledger) map[string]string {
	by := map[string]string{}
	for i := range l.entries {
		e := &l.entries[i]
		if _, had := older.byID[e.ID]; had || e.Kind != KindBarAccepted || KindOfActor(e.Actor) != Person || l.IsAside(e.ID) {
			continue
		}
		for _, id := range l.event(i).List("accepts") {
			by[id] = e.Actor
		}
	}
	return by
}
