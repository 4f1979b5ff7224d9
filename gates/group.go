package gates

import (
	"fmt"
	"slices"
	"strings"

	"assay/vault"
	"assay/vault/markdown"
)

// maxRelated is how many places a joined line names; its message counts them all.
const maxRelated = 8

// joinGroups makes one line of each group, at the place of its first member. The
// loudest member gives the severity: an error does not get quieter in company.
func joinGroups(ds []Diagnostic) []Diagnostic {
	type cause struct {
		code Code
		key  string
	}
	of := func(d *Diagnostic) cause { return cause{d.Code, d.Group.Key} }
	groups := map[cause][]Member{}
	for i := range ds {
		if d := &ds[i]; d.Group.Key != "" {
			groups[of(d)] = append(groups[of(d)], Member{d.Span, d.Claim, d.Severity})
		}
	}
	out := slices.Grow(ds[:0:0], len(ds))
	for _, d := range ds {
		switch members := groups[of(&d)]; {
		case d.Group.Key != "" && members == nil: // told with an earlier one
		case len(members) > 1:
			out = append(out, Regroup(d, members))
			groups[of(&d)] = nil
		default:
			out = append(out, d)
		}
	}
	return out
}

// AlsoHere is said of the places of a joined line but for the first.
const AlsoHere = "also here"

// A Member is one of those that a joined line stands for.
type Member struct {
	Span     vault.Span
	Claim    markdown.ClaimID
	Severity Severity
}

// Members are those that a diagnostic stands for: itself, or all that were joined.
func (d Diagnostic) Members() []Member {
	if d.Group.Members == nil {
		return []Member{{d.Span, d.Claim, d.Severity}}
	}
	return d.Group.Members
}

// Regroup is a joined line for some of its members, of which there must be one: who
// filters diagnostics filters claims, and not the lines that they happen to share.
func Regroup(d Diagnostic, members []Member) Diagnostic {
	first := members[0]
	d.Span, d.Claim, d.Severity = first.Span, first.Claim, first.Severity
	// What else is related is the source; it is the same for all.
	d.Related = slices.DeleteFunc(slices.Clone(d.Related), func(r Related) bool { return r.Message == AlsoHere })
	notes := map[string]bool{first.Span.File: true}
	for n, m := range members[1:] {
		notes[m.Span.File] = true
		d.Severity = max(d.Severity, m.Severity)
		if n < maxRelated {
			d.Related = append(d.Related, Related{Span: m.Span, Message: AlsoHere})
		}
	}
	if len(members) == 1 {
		d.Message = ofOne(d.Group.Many, d.Group.noun())
	} else {
		d.Message = strings.Replace(d.Group.Many, "%s", many(d.Group.noun(), len(members), len(notes)), 1)
	}
	d.Group.Members, d.Fix = members, nil
	return d
}

// ofOne is the message of many for one: "%s rest on it" becomes "1 claim rests on it".
func ofOne(many, noun string) string {
	before, after, _ := strings.Cut(many, "%s ")
	verb, rest, _ := strings.Cut(after, " ")
	if verb == "are" {
		verb = "is"
	} else {
		verb += "s"
	}
	return before + "1 " + noun + " " + verb + " " + rest
}

// noun is what the members are.
func (g Group) noun() string {
	if g.Marker {
		return "marker"
	}
	return "claim"
}

// many says how many claims in how many notes.
func many(noun string, members, notes int) string {
	if notes == 1 {
		return fmt.Sprintf("%d %ss", members, noun)
	}
	return fmt.Sprintf("%d %ss in %d notes", members, noun, notes)
}
