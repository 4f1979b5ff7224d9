package gates

import (
	"encoding/binary"
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
	type group struct{ members []int }
	groups, shared := map[cause]*group{}, false
	of := make([]*group, len(ds)) // nil for what stands for itself
	for i := range ds {
		if ds[i].Group.Key == "" {
			continue
		}
		c := cause{ds[i].Code, ds[i].Group.Key}
		g := groups[c]
		if g == nil {
			g = &group{}
			groups[c] = g
		}
		g.members, of[i] = append(g.members, i), g
		shared = shared || len(g.members) > 1
	}
	if !shared {
		return ds
	}
	out := make([]Diagnostic, 0, len(ds))
	for i := range ds {
		switch g := of[i]; {
		case g == nil || len(g.members) == 1:
			out = append(out, ds[i])
		case g.members[0] == i:
			out = append(out, joined(ds, g.members))
		}
	}
	return out
}

func joined(ds []Diagnostic, group []int) Diagnostic {
	members := make([]Member, len(group))
	for n, i := range group {
		members[n] = Member{ds[i].Span, ds[i].Claim, ds[i].Severity}
	}
	return Regroup(ds[group[0]], members)
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
	if d.Group.Members == "" {
		return []Member{{d.Span, d.Claim, d.Severity}}
	}
	return unpack(d.Group.Members)
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
	d.Group.Members, d.Fix = pack(members), nil
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

// pack writes members as a short text, which nearly every reader of diagnostics
// passes over unread. A file is named once for the members in it.
func pack(members []Member) string {
	var b []byte
	file := ""
	for _, m := range members {
		if m.Span.File == file {
			b = append(b, 0)
		} else {
			file = m.Span.File
			b = appendText(append(b, 1), file)
		}
		b = binary.AppendUvarint(b, uint64(m.Span.Start))
		b = binary.AppendUvarint(b, uint64(m.Span.End))
		b = appendText(binary.AppendUvarint(b, uint64(m.Severity)), string(m.Claim))
	}
	return string(b)
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// unpack reads what pack wrote, up to where it is damaged.
func unpack(text string) (members []Member) {
	b := []byte(text)
	number := func() int {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			b = nil
			return 0
		}
		b = b[n:]
		return int(v)
	}
	word := func() string {
		n := number()
		if n < 0 || n > len(b) {
			b = nil
			return ""
		}
		v := string(b[:n])
		b = b[n:]
		return v
	}
	file := ""
	for len(b) > 0 {
		if number() == 1 {
			file = word()
		}
		m := Member{Span: vault.Span{File: file, Start: number(), End: number()}, Severity: Severity(number())}
		if b == nil {
			break
		}
		m.Claim = markdown.ClaimID(word())
		members = append(members, m)
	}
	return members
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
