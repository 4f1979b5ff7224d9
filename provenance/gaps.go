package provenance

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"assay/vault"
	"assay/vault/links"
	"assay/vault/markdown"
)

// GapOptions say what counts as a gap.
type GapOptions struct {
	Sources  string // the folder of stored evidence: what lies there has no gaps
	MinWords int    // a note of fewer words is a stub; 0 for never

	Held func(address string) bool // whether an address that a note wants is stored; nil: none is
}

// LinkGaps finds what notes lack as far as links and the notes themselves show it.
// The notes are those that count as notes of the vault: without templates and what
// Obsidian is told to ignore. The result is in order of file, then place.
func LinkGaps(notes []*markdown.Note, r *links.Resolver, o GapOptions) []Gap {
	all, linked := FollowLinks(notes, r, o)
	var list []Gap
	for i, n := range notes {
		list = append(list, all[i].Gaps(n, linked[n.Path], o)...)
	}
	FillFrom(list)
	slices.SortStableFunc(list, func(a, b Gap) int { return strings.Compare(a.File, b.File) })
	return list
}

// NoteLinks are what the links of one note come to.
type NoteLinks struct {
	To     []string // the notes that it links to, each once; none of a generated one, whose catalogue saves no note from being an orphan
	Into   []string // the notes in which it links to a place that is or is not there, each once
	leads  bool     // it links to a note, or was meant to
	lacks  []Gap
	topics []string // that it declares and no note is on
	stored bool     // evidence: it has no gaps
}

// FollowLinks follows the links of all notes, on all CPUs, and tells which notes are linked to.
func FollowLinks(notes []*markdown.Note, r *links.Resolver, o GapOptions) (out []NoteLinks, linked map[string]bool) {
	const share = 64
	out = make([]NoteLinks, len(notes))
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for from := 0; from < len(notes); from += share {
		workers.Go(func() error {
			for i := from; i < min(from+share, len(notes)); i++ {
				out[i] = LinksOf(notes[i], r, o)
			}
			return nil
		})
	}
	_ = workers.Wait()
	linked = map[string]bool{}
	for i := range out {
		for _, to := range out[i].To {
			linked[to] = true
		}
	}
	return out, linked
}

// LinksOf follows the links of a note. The result depends on the names in the vault, and
// on the headings and blocks of the notes in Into.
func LinksOf(n *markdown.Note, r *links.Resolver, o GapOptions) (out NoteLinks) {
	if out.stored = o.evidence(n.Path); out.stored {
		return out
	}
	g := gapRows{file: n.Path}
	for _, l := range n.Links {
		t := r.Resolve(n.Path, l)
		if t.Status == links.External {
			continue
		}
		if l.Anchor != "" && t.Path != "" {
			out.Into = addOnce(out.Into, t.Path)
		}
		if t.Path != n.Path && (t.Status == links.NoFile || vault.IsNote(t.Path) && !o.evidence(t.Path)) {
			out.leads = true
			if t.Path != "" && !n.Meta.Generated {
				out.To = addOnce(out.To, t.Path)
			}
		}
		if kind, ok := lacking[t.Status]; ok {
			g.add(Gap{Kind: kind, Start: l.Start, End: l.End, Target: l.Written()})
		}
	}
	out.lacks = g.list
	for _, topic := range n.Meta.Gaps {
		if !o.answered(n, topic, r) {
			out.topics = append(out.topics, topic)
		}
	}
	return out
}

// answered reports whether another note of the vault is on a topic that a note declares, or
// what lies at an address is stored.
func (o GapOptions) answered(n *markdown.Note, topic string, r *links.Resolver) bool {
	if strings.Contains(topic, "://") {
		return o.Held != nil && o.Held(topic)
	}
	name, _, _ := strings.Cut(topic, "#")
	return slices.ContainsFunc([]string{name, vault.SafeName(name)}, func(name string) bool {
		t := r.Resolve(n.Path, markdown.Link{Target: name, Wiki: true})
		return t.Path != "" && t.Path != n.Path && vault.IsNote(t.Path) && !o.evidence(t.Path)
	})
}

func addOnce(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// Gaps are what a note lacks, in the order of places: its links, what its author marked
// as missing, and the note as a whole. From is not filled in, see [FillFrom].
func (l NoteLinks) Gaps(n *markdown.Note, linked bool, o GapOptions) []Gap {
	if l.stored {
		return nil
	}
	g := gapRows{file: n.Path, list: slices.Clone(l.lacks)}
	for _, q := range n.Questions {
		g.add(Gap{Kind: OpenQuestion, Start: q.Start, End: q.End, Target: q.Text})
	}
	for _, topic := range l.topics {
		g.add(Gap{Kind: Declared, Target: topic})
	}
	if !n.Meta.Generated { // what assay writes is no note of the author's
		if n.Words < o.MinWords {
			g.list = append(g.list, Gap{Kind: StubNote, File: n.Path, Count: n.Words, Note: fmt.Sprintf("%d of at least %d words", n.Words, o.MinWords)})
		}
		if !linked {
			g.add(Gap{Kind: Orphan})
		}
		if !l.leads {
			g.add(Gap{Kind: DeadEnd})
		}
	}
	slices.SortStableFunc(g.list, func(a, b Gap) int { return a.Start - b.Start })
	return g.list
}

// gapRows collects the gaps of one note, one for each kind and target.
type gapRows struct {
	file string
	list []Gap
	rows map[gapKey]int
}

// add counts a gap, in the row of its target if there is one.
func (g *gapRows) add(gap Gap) {
	key := gapKey{gap.Kind, gap.Target}
	if i, ok := g.rows[key]; ok {
		g.list[i].Count++
		return
	}
	if g.rows == nil {
		g.rows = map[gapKey]int{}
	}
	g.rows[key] = len(g.list)
	gap.File, gap.Count = g.file, 1
	g.list = append(g.list, gap)
}

func (o GapOptions) evidence(path string) bool {
	folder := strings.Trim(o.Sources, "/")
	return folder != "" && folder != "." && strings.HasPrefix(path, folder) && strings.HasPrefix(path[len(folder):], "/")
}

type gapKey struct {
	kind   GapKind
	target string
}

// lacking is the kind of gap that a link's status makes.
var lacking = map[links.Status]GapKind{
	links.NoFile: UnresolvedLink, links.NoHeading: MissingHeading, links.NoBlock: MissingBlock, links.NoAttachment: MissingAttachment,
}

// shared is the key under which the same gap of other notes is found.
func shared(g Gap) (gapKey, bool) {
	switch g.Kind {
	case UnresolvedLink, MissingHeading, MissingBlock, MissingAttachment:
		return gapKey{kind: g.Kind, target: vault.FoldName(g.Target)}, true
	}
	return gapKey{}, false
}

// FillFrom fills in who else lacks the same, among all gaps of a vault. Rows share the
// list.
func FillFrom(list []Gap) {
	from := map[gapKey][]string{}
	for _, g := range list {
		if key, ok := shared(g); ok {
			from[key] = append(from[key], g.File)
		}
	}
	for key, files := range from {
		slices.Sort(files)
		from[key] = slices.Compact(files)
	}
	for i := range list {
		if key, ok := shared(list[i]); ok {
			list[i].From = from[key]
		}
	}
}

// GapKind says what sort of thing is missing.
type GapKind string

// What a vault can lack. The first nine follow from the notes alone ([LinkGaps]);
// the others from how its claims were graded.
const (
	UnresolvedLink    GapKind = "unresolved-link"    // a link to a note that is not there
	MissingHeading    GapKind = "missing-heading"    // the note is there, the heading is not
	MissingBlock      GapKind = "missing-block"      // the note is there, the block is not
	MissingAttachment GapKind = "missing-attachment" // a picture, PDF or the like that is not there
	StubNote          GapKind = "stub"               // a note that says less than the policy's minimum
	Orphan            GapKind = "orphan"             // no note links to it
	DeadEnd           GapKind = "dead-end"           // it links to no note
	OpenQuestion      GapKind = "open-question"      // the author marked it as open
	Declared          GapKind = "declared"           // the author listed it in gaps: or sources_wanted:
	UncitedClaim      GapKind = "uncited"            // a claim with no citation and no inference marker
	UncheckedClaim    GapKind = "unchecked"          // a citation whose source is not held
	StaleEvidence     GapKind = "stale"              // rests on evidence older than the threshold
	SingleWitness     GapKind = "single-witness"     // rests on one witness where policy asks for more
)

// A Gap is something the vault leans on and does not have. There is one for each
// file and target.
type Gap struct {
	Kind       GapKind
	File       string   // the note that has the gap
	Start, End int      // its first place there; 0, 0 for the note as a whole
	Target     string   // a link as written, without alias; a question; a topic; else empty
	Count      int      // how often in File; the number of words for a stub
	From       []string // for what links lack: all notes that link to the same, sorted
	Note       string   // one clause of plain text for a person, or empty
}
