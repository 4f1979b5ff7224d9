package provenance

import (
	"fmt"
	"slices"
	"strings"

	"assay/vault"
)

// GapOptions say what counts as a gap.
type GapOptions struct {
	Sources  string // the folder of stored evidence: what lies there has no gaps
	MinWords int    // a note of fewer words is a stub; 0 for never
}

// LinkGaps finds what notes lack as far as links and the notes themselves show it.
// The notes are those that count as notes of the vault: without templates and what
// Obsidian is told to ignore. The result is in order of file, then place.
func LinkGaps(notes []*vault.Note, r *vault.Resolver, o GapOptions) []Gap {
	g := gaps{rows: map[gapKey]int{}, from: map[gapKey][]string{}, linked: map[string]bool{}}
	if folder := strings.Trim(o.Sources, "/"); folder != "" && folder != "." {
		g.sources = folder + "/"
	}
	var own []*vault.Note
	for _, n := range notes {
		if !g.evidence(n.Path) {
			own = append(own, n)
		}
	}
	leads := make([]bool, len(own)) // whether the note links to another
	for i, n := range own {
		leads[i] = g.links(n, r)
	}
	for i, n := range own {
		g.declared(n)
		if n.Meta.Generated {
			continue // what assay writes is no note of the author's
		}
		whole := Gap{File: n.Path, Count: 1}
		if n.Words < o.MinWords {
			whole.Kind, whole.Count, whole.Note = StubNote, n.Words, fmt.Sprintf("%d of at least %d words", n.Words, o.MinWords)
			g.list = append(g.list, whole)
			whole.Count, whole.Note = 1, ""
		}
		if !g.linked[n.Path] {
			whole.Kind = Orphan
			g.list = append(g.list, whole)
		}
		if !leads[i] {
			whole.Kind = DeadEnd
			g.list = append(g.list, whole)
		}
	}
	g.witnesses()
	slices.SortStableFunc(g.list, func(a, b Gap) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		return a.Start - b.Start
	})
	return g.list
}

// gaps collects rows while notes are read.
type gaps struct {
	list   []Gap
	rows   map[gapKey]int      // index in list of the row of a file and target
	from   map[gapKey][]string // with an empty file: who lacks that target
	linked map[string]bool     // paths that another note links to

	sources string // folder of stored evidence with '/' at the end, or ""
}

func (g *gaps) evidence(path string) bool {
	return g.sources != "" && strings.HasPrefix(path, g.sources)
}

type gapKey struct {
	kind         GapKind
	file, target string
}

// links adds what the links of a note lack and reports whether any leads, or was
// meant to lead, to another note.
func (g *gaps) links(n *vault.Note, r *vault.Resolver) (leads bool) {
	for _, l := range n.Links {
		t := r.Resolve(n.Path, l)
		if t.Status == vault.LinkURL {
			continue
		}
		if t.Path != n.Path && (t.Status == vault.LinkNoFile || vault.IsNote(t.Path) && !g.evidence(t.Path)) {
			leads = true
			// A generated catalogue lists every note; that saves none from being
			// an orphan.
			if t.Path != "" && !n.Meta.Generated {
				g.linked[t.Path] = true
			}
		}
		if kind, ok := lacking(t.Status); ok {
			g.add(Gap{Kind: kind, File: n.Path, Start: l.Start, End: l.End, Target: l.Written()})
		}
	}
	return leads
}

// lacking is the kind of gap that a link's status makes.
func lacking(s vault.LinkStatus) (GapKind, bool) {
	switch s {
	case vault.LinkNoFile:
		return UnresolvedLink, true
	case vault.LinkNoHeading:
		return MissingHeading, true
	case vault.LinkNoBlock:
		return MissingBlock, true
	case vault.LinkNoAttachment:
		return MissingAttachment, true
	}
	return "", false
}

// declared adds what the author of a note marked as missing.
func (g *gaps) declared(n *vault.Note) {
	for _, q := range n.Questions {
		g.add(Gap{Kind: OpenQuestion, File: n.Path, Start: q.Start, End: q.End, Target: q.Text})
	}
	for _, topic := range n.Meta.Gaps {
		g.add(Gap{Kind: Declared, File: n.Path, Target: topic})
	}
}

// add counts a gap, in the row of its file and target if there is one.
func (g *gaps) add(gap Gap) {
	key := gapKey{gap.Kind, gap.File, gap.Target}
	if i, ok := g.rows[key]; ok {
		g.list[i].Count++
		return
	}
	gap.Count = 1
	g.rows[key] = len(g.list)
	g.list = append(g.list, gap)
	if everywhere, ok := shared(gap); ok {
		g.from[everywhere] = append(g.from[everywhere], gap.File)
	}
}

// shared is the key under which the same gap of other notes is found.
func shared(g Gap) (gapKey, bool) {
	switch g.Kind {
	case UnresolvedLink, MissingHeading, MissingBlock, MissingAttachment:
		return gapKey{kind: g.Kind, target: vault.FoldName(g.Target)}, true
	}
	return gapKey{}, false
}

// witnesses fills in who else lacks the same. Rows share the list.
func (g *gaps) witnesses() {
	for key, files := range g.from {
		slices.Sort(files)
		g.from[key] = slices.Compact(files)
	}
	for i := range g.list {
		if key, ok := shared(g.list[i]); ok {
			g.list[i].From = g.from[key]
		}
	}
}
