package gates

import (
	"fmt"
	"slices"
	"strings"
)

// maxRelated is how many places a joined line names; its message counts them all.
const maxRelated = 8

// joinGroups makes one line of each group, at the place of its first member. The
// loudest member gives the severity: an error does not get quieter in company.
func joinGroups(ds []Diagnostic) []Diagnostic {
	members := map[string][]int{}
	for i, d := range ds {
		if d.Group.Key != "" {
			key := string(d.Code) + "\x00" + d.Group.Key
			members[key] = append(members[key], i)
		}
	}
	if len(members) == 0 {
		return ds
	}
	out := make([]Diagnostic, 0, len(ds))
	for i, d := range ds {
		group := members[string(d.Code)+"\x00"+d.Group.Key]
		switch {
		case d.Group.Key == "" || len(group) == 1:
			out = append(out, d)
		case group[0] == i:
			out = append(out, joined(ds, group))
		}
	}
	return out
}

func joined(ds []Diagnostic, group []int) Diagnostic {
	d := ds[group[0]]
	notes := map[string]bool{}
	d.Related = slices.Clone(d.Related) // the source; it is the same for all
	for n, i := range group {
		m := ds[i]
		notes[m.Span.File] = true
		d.Severity = max(d.Severity, m.Severity)
		if n > 0 && n <= maxRelated {
			d.Related = append(d.Related, Related{Span: m.Span, Message: "also here"})
		}
	}
	d.Message = strings.Replace(d.Group.Many, "%s", many(len(group), len(notes)), 1)
	d.Fix = nil
	return d
}

// many says how many claims in how many notes.
func many(claims, notes int) string {
	if notes == 1 {
		return fmt.Sprintf("%d claims", claims)
	}
	return fmt.Sprintf("%d claims in %d notes", claims, notes)
}
