// Package citation finds the text that a citation means: a passage with an id, a file by
// its path, name, title or address, a work of a bibliography, a folder. It reads the ways
// in which wikis cite as they are written, and asks nobody to write them otherwise.
//
// Read [Library] first. [New] makes one of a snapshot, and [Library.Locate] looks a
// citation up: what is found, or why nothing is, is a [provenance.Located].
// [Library.Whole] reads a cited file whole; [Asked] records which names a search asked
// for, so that a later build knows which new files it would have found.
package citation

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// Options say where a vault keeps what.
type Options struct {
	Sources  string                 // the folder of stored sources; empty: 03_Sources
	Evidence []string               // folders of originals that a person put there
	Graded   []string               // folders whose notes are graded, and so are evidence of nothing
	IsList   func(file string) bool // a list of claims, which is evidence of nothing either; nil where there are none
	// ByName is for a vault of which nobody said where it keeps what: folders are told by
	// their names, and a citation that leads nowhere is not held, never dangling.
	ByName bool
	// Gitmodules is the text of .gitmodules, which a snapshot leaves out as it does all
	// dot files: what lies in a submodule that is not checked out is not missing.
	Gitmodules []byte
	// Seen is when a stored page was last found to say what is stored; nil: as its
	// description has it.
	Seen func(provenance.SourceID, provenance.Page) time.Time
	// Page reads a stored page file.
	Page func(path string) provenance.PageFile
	// TextOf gives the text of a file that is not plain text, such as HTML. nil, and
	// for .md and .txt: the bytes as they are.
	TextOf func(path string, raw []byte) string
	// Names are those of an earlier library of a snapshot with the same paths, so that
	// they need not be sorted out again; nil where there was none.
	Names Names
}

// Names are what a library finds files by; see [Options].
type Names func() *nameIndex

// Sort sorts them out, if that is not done yet.
func (n Names) Sort() { n() }

// Names are those of the library's files.
func (l *Library) Names() Names { return l.names }

// A Library finds what citations lead to, in every way that wikis cite. It is built
// from a snapshot's paths alone; files are read when a citation leads there, once.
// It is safe for concurrent use.
type Library struct {
	snapshot *vault.Snapshot
	options  Options

	names   Names
	anchors func() map[provenance.ChunkID][]string // paths of the page files that hold a passage
	modules func() []string                        // folders of submodules that are not checked out
	works   func() map[string]work                 // bibliography entries by key
	raws    func() heads                           // of the originals that are told by where they lie
	heads   func() heads                           // of all that is held

	sources *memo[provenance.Source]
	pages   *memo[storedPage]
	texts   *memo[original]
	notes   *memo[noteFacts]
	hops    *memo[hop]

	gathers   *memo[gathered] // by note and files: claims are looked at note by note
	skeletons *memo[string]   // letters and digits, to find a copy of a note

	asked *Asked // of a view of the library: see Asking
}

// New makes the library of a snapshot.
func New(s *vault.Snapshot, o Options) *Library {
	o.Sources = strings.Trim(path.Clean(cmp.Or(o.Sources, "03_Sources")), "/")
	o.Evidence = cleanFolders(o.Evidence)
	o.Graded = cleanFolders(o.Graded)
	l := &Library{snapshot: s, options: o, names: o.Names, sources: new(memo[provenance.Source]), pages: new(memo[storedPage]), texts: &memo[original]{most: mostTexts, size: original.size},
		notes: new(memo[noteFacts]), hops: new(memo[hop]), gathers: &memo[gathered]{most: mostGathered, size: gathered.size},
		skeletons: &memo[string]{most: mostGathered, size: func(s string) int { return len(s) }}}
	if l.names == nil {
		l.names = sync.OnceValue(func() *nameIndex { return newNameIndex(s.Files()) })
	}
	l.anchors = sync.OnceValue(l.readAnchors)
	l.modules = sync.OnceValue(l.readModules)
	l.works = sync.OnceValue(l.readBibliographies)
	l.raws = sync.OnceValue(l.readRaws)
	l.heads = sync.OnceValue(l.readHeads)
	return l
}

func cleanFolders(folders []string) []string {
	var out []string
	for _, f := range folders {
		if f = strings.Trim(path.Clean(strings.ReplaceAll(f, `\`, "/")), "/"); f != "" && f != "." {
			out = append(out, f)
		}
	}
	return out
}

// Locate says where a citation of a note leads.
func (l *Library) Locate(note *markdown.Note, c markdown.Cite) provenance.Located {
	loc := l.locate(note, c)
	loc.Cite = c
	return loc
}

func (l *Library) locate(note *markdown.Note, c markdown.Cite) provenance.Located {
	target := cleanTarget(c.Target)
	if id, ok := chunkNamed(target); ok {
		return l.locateChunk(id, l.definedPath(note, c))
	}
	if id, ok := provenance.ChunkFromAnchor(strings.TrimPrefix(c.Anchor, "^")); ok {
		hint := ""
		if found := l.resolve(note, target); len(found) > 0 {
			hint = found[0]
		}
		return l.locateChunk(id, hint)
	}
	switch {
	case provenance.SourceID(target).Valid():
		return l.locateSource(provenance.SourceID(target))
	case c.Form == markdown.CiteKey, c.Form == markdown.CiteMention && strings.HasPrefix(target, "@"):
		return l.locateWork(note, target)
	case isURL(target):
		return l.locateURL(note, target)
	case c.Form == markdown.CiteUndefined:
		return l.locateUndefined(note, c, target)
	case target == "" && c.Anchor != "":
		return provenance.Located{Status: provenance.Circular, Reason: "the note cites itself"}
	case target == "":
		return provenance.Located{Status: provenance.Malformed, Reason: "the citation names nothing"}
	}
	return l.locatePath(note, c, target)
}

// chunkNamed reads a chunk's id as frontmatter or a footnote's label has it.
func chunkNamed(s string) (provenance.ChunkID, bool) {
	if id := provenance.ChunkID(s); id.Valid() {
		return id, true
	}
	return provenance.ChunkFromAnchor(s)
}

// definedPath is the path in the footnote definition that belongs to a citation,
// "" where there is none.
func (l *Library) definedPath(note *markdown.Note, c markdown.Cite) string {
	for _, f := range note.Footnotes {
		if !strings.EqualFold(f.Label, c.Target) && (c.Label == "" || !strings.EqualFold(f.Label, c.Label)) {
			continue
		}
		if dest := linkDestination(f.Text); dest != "" {
			return within(path.Dir(note.Path), cleanTarget(cutFragment(dest)))
		}
	}
	return ""
}

// linkDestination is where the first Markdown link of a text points.
func linkDestination(s string) string {
	_, rest, ok := strings.Cut(s, "](")
	if !ok {
		return ""
	}
	if strings.HasPrefix(rest, "<") {
		dest, _, _ := strings.Cut(rest[1:], ">")
		return dest
	}
	return rest[:max(0, strings.IndexAny(rest, ") "))]
}

func cutFragment(s string) string {
	s, _, _ = strings.Cut(s, "#")
	return s
}

// locateUndefined is for a footnote without a definition, which some wikis leave
// out because its label is the name of the source, and for markers that cannot be
// read.
func (l *Library) locateUndefined(note *markdown.Note, c markdown.Cite, target string) provenance.Located {
	name := cmp.Or(target, c.Label)
	if name != "" && !strings.ContainsAny(name, " \t*?") && !isNumber(name) {
		for _, n := range []string{name, strings.TrimPrefix(name, "src-"), "source-" + strings.TrimPrefix(name, "src-")} {
			if len(l.resolve(note, n)) > 0 {
				return l.locatePath(note, c, n)
			}
		}
	}
	if c.Label != "" {
		for _, f := range note.Footnotes {
			if strings.EqualFold(f.Label, c.Label) {
				return provenance.Located{Status: provenance.Malformed, Reason: "the definition of [^" + c.Label + "] names no source"}
			}
		}
		return provenance.Located{Status: provenance.Malformed, Reason: "the footnote [^" + c.Label + "] is not defined"}
	}
	return provenance.Located{Status: provenance.Malformed, Reason: "the marker names no file that can be read: " + name}
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// Place is where a part of an evidence's text stands in the vault: the exact bytes
// of the file, escapes and line ends of stored pages counted in. For a file whose
// text was extracted (HTML) it is the whole file.
func (l *Library) Place(e provenance.Evidence, start, end int) vault.Span {
	span := e.Span
	start, end = max(0, start), min(end, len(e.Text))
	if start >= end {
		return span
	}
	if !l.isPage(span.File) {
		if o := l.text(span.File); o.extracted {
			return span
		}
		return vault.Span{File: span.File, Start: span.Start + start, End: span.Start + end}
	}
	raw, err := l.snapshot.Read(span.File)
	if err != nil {
		return span
	}
	at := func(c provenance.Passage, from, to int) vault.Span {
		stored := string(raw[min(c.Start, len(raw)):min(c.End, len(raw))])
		return vault.Span{File: span.File, Start: c.Start + provenance.EscapedOffset(stored, c.Text, from), End: c.Start + provenance.EscapedOffset(stored, c.Text, to)}
	}
	file := l.page(span.File).file
	if e.Chunk != "" {
		if c, ok := file.Find(e.Chunk); ok {
			return at(c, start, end)
		}
		return span
	}
	offset := 0 // of the passage in the joined text of the page
	for _, c := range file.Chunks {
		if start < offset+len(c.Text) {
			return at(c, max(0, start-offset), min(end-offset, len(c.Text)))
		}
		offset += len(c.Text) + len(passageGap)
	}
	return span
}

// Settled are the citations that count for a claim. What its sentence only mentions counts where it
// is an original, and then before what the note as a whole rests on; otherwise it is as if it
// were not there. A claim that nothing is cited for, or only a list of the note's that leads to nothing
// held, rests too on the original that its page was made from or is about. Beside what the note as
// a whole rests on stand the pages about other originals that its sentence links.
func (l *Library) Settled(note *markdown.Note, claim markdown.Claim, see func(provenance.Located)) []markdown.Cite {
	cites := l.settled(note, claim.Cites, see)
	if len(cites) == 0 || slices.ContainsFunc(cites, func(c markdown.Cite) bool { return c.Scope != markdown.ScopeNote }) {
		return cites
	}
	return append(cites, l.beside(note, claim)...)
}

// beside are the links of a sentence, or behind it, to pages that lie where pages about originals do.
func (l *Library) beside(note *markdown.Note, claim markdown.Claim) (cites []markdown.Cite) {
	add := func(c markdown.Cite) {
		c.Form, c.Scope = markdown.CiteMention, markdown.ScopeBeside
		to := l.resolve(note, cleanTarget(c.Target))
		if len(cites) == maxBeside || len(to) != 1 || to[0] == note.Path || l.role(to[0]) != roleNote {
			return
		}
		if _, report := foldersOf(to[0]); report {
			cites = append(cites, c)
		}
	}
	for _, k := range note.Links {
		if k.Start >= claim.Start && k.End <= claim.End && !k.URL && !k.Embed && !k.Meta && k.Target != "" {
			add(markdown.Cite{Target: k.Target, Start: k.Start, End: k.End})
		}
	}
	for _, c := range claim.Cites {
		if c.Form == markdown.CiteMention && c.Scope < markdown.ScopeNote {
			add(c)
		}
	}
	return cites
}

const maxBeside = 3

func (l *Library) settled(note *markdown.Note, cites []markdown.Cite, see func(provenance.Located)) []markdown.Cite {
	nearest := markdown.ScopeNote + 1
	kept := make([]markdown.Cite, 0, len(cites))
	for _, c := range cites {
		if c.Form == markdown.CiteMention && l.meansOriginal(note, c, see) {
			if strings.Contains(c.Target, " ") {
				c.Form = markdown.CiteMeta // listed by its title
			}
			kept, nearest = append(kept, c), min(nearest, c.Scope)
		} else if c.Form != markdown.CiteMention {
			kept = append(kept, c)
		}
	}
	of := l.facts(note).of
	if len(kept) == 0 && of == "" {
		return l.pagesAbout(note, cites, see)
	}
	listed := func(c markdown.Cite) bool { return c.Form != markdown.CiteMention && c.Scope >= markdown.ScopeNote }
	if nearest < markdown.ScopeNote {
		return slices.DeleteFunc(kept, listed)
	}
	counts := func(c markdown.Cite) bool {
		at := l.Locate(note, c)
		see(at)
		return at.Status == provenance.Held
	}
	switch {
	case of == "" && nearest > markdown.ScopeNote || slices.ContainsFunc(kept, func(c markdown.Cite) bool { return c.Scope < markdown.ScopeNote }):
	case slices.ContainsFunc(kept, func(c markdown.Cite) bool { return listed(c) && counts(c) }):
		return slices.DeleteFunc(kept, func(c markdown.Cite) bool { return !listed(c) })
	case nearest > markdown.ScopeNote:
		return append(kept, markdown.Cite{Form: markdown.CiteMeta, Target: of, Scope: markdown.ScopeNote})
	}
	return kept
}

// pagesAbout are the pages about originals that a note which cites nothing lists by their links, under
// "Related pages" or anywhere: it was written from them.
func (l *Library) pagesAbout(note *markdown.Note, cites []markdown.Cite, see func(provenance.Located)) (kept []markdown.Cite) {
	for _, c := range cites {
		to := l.resolve(note, cleanTarget(c.Target))
		if c.Scope != markdown.ScopeNote || len(to) != 1 || to[0] == note.Path || !AmongSources(to[0]) {
			continue
		}
		if at := l.Locate(note, c); at.Status == provenance.Held {
			see(at)
			c.Form = markdown.CiteMeta
			kept = append(kept, c)
		}
	}
	return kept
}

// meansOriginal reports a mention that leads straight to text from elsewhere.
func (l *Library) meansOriginal(note *markdown.Note, c markdown.Cite, see func(provenance.Located)) bool {
	at := l.Locate(note, c)
	see(at)
	if at.Status != provenance.Held {
		return false
	}
	if strings.HasPrefix(c.Target, "@") {
		return true
	}
	to := l.resolve(note, cleanTarget(c.Target))
	return len(to) == 0 && strings.Contains(c.Target, " ") || slices.ContainsFunc(to, func(p string) bool { return l.role(p) != roleNote })
}
