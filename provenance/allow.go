package provenance

import "fmt"

// Allows reports whether an event may be appended: that its kind is known, that its
// actor may record it, and that every source it moves stands where it has to. Append
// takes any event, but one that is not allowed changes nothing and is a defect of
// the ledger for ever: ask first. The error wraps a [*TransitionError] or a
// [*RoleError] where it is one.
func (l *Ledger) Allows(e Event) error {
	k, ok := eventKind(e.Kind)
	if !ok {
		return fmt.Errorf("record %s: no such kind of event", e.Kind)
	}
	if attests(e.Kind) || e.Kind == KindVouched {
		return mayAttest(e)
	}
	if e.Kind == KindResolved {
		return mayResolve(e)
	}
	if e.Kind == KindResolutionRevoked {
		return mayRevoke(e)
	}
	if e.Kind == KindApproved {
		if err := mayApprove(e); err != nil {
			return err
		}
	}
	var sources []SourceID
	if k.Subject == "source" && !SourceID(e.Subject).Valid() {
		return fmt.Errorf("record %s: %q is not the id of a source", e.Kind, e.Subject)
	}
	if SourceID(e.Subject).Valid() {
		sources = append(sources, SourceID(e.Subject))
	}
	if k.Subject == "note" {
		// As it will be read: the caller may have put any kind of list there.
		e.Data = decodeData(string(encodeData(e.Data)))
		for _, s := range e.List("sources") {
			sources = append(sources, SourceID(s))
		}
	}
	if k.Sets == StateNone {
		return nil
	}
	for _, id := range sources {
		if err := Advance(l.State(id), k.Sets); err != nil {
			return fmt.Errorf("record %s of %s: %w", e.Kind, id, err)
		}
	}
	if e.Kind == KindPromoted {
		if by := e.Text("requested_by"); by != "" {
			if err := MayPromote(l, by, sources); err != nil {
				return err
			}
		}
		return MayPromote(l, e.Actor, sources)
	}
	return nil
}
