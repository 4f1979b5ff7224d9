package links

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"assay/vault"
	"assay/vault/markdown"
)

// Status says what a link leads to.
type Status uint8

// What can become of a link.
const (
	Found        Status = iota
	NoFile              // no note answers to the name
	NoHeading           // the note is there, the heading is not
	NoBlock             // the note is there, the block is not
	NoAttachment        // no file of that name, and it is not a note's name
	External            // leads out of the vault
)

// Target is where a link leads.
type Target struct {
	Path       string // of the file, even where the place in it is missing; "" for none
	Status     Status
	Start, End int // the heading or anchor in the file, where the link names one
}

// Options say what links may lead to.
type Options struct {
	// Sources is the folder of stored evidence. A link leads into it only by an
	// explicit path, so that a page about a topic is never taken for the missing
	// note about it.
	Sources string
	// Aliases are those of the notes that have some, by path, where that is known; else
	// every note is asked for.
	Aliases []Aliases
}

// Aliases are the other names of a note.
type Aliases struct {
	Path  string
	Names []string
}

// A Resolver answers what a link points at, as Obsidian does. It is safe for
// concurrent use.
//
// The order is that of Obsidian's getLinkpathDest (as observed on releases up
// to 1.13; its help pages are silent). Candidates are the files whose
// name equals the last part of the target, or that with ".md". Of these, in turn:
// the only one, when the target is a bare name; the one at a ./ or ../ path from
// the note; the one whose path is the target; those whose path ends in the target,
// with the ones in the note's folder or below it first, then by length of path. All
// of it ignores case. A target that begins with "/" is a full path and nothing else.
//
// Two things differ, on purpose. A Markdown link, [text](path), is first looked for
// relative to its note, which is what it means everywhere but in Obsidian. And
// aliases are looked up when nothing else is found, see [Target].
type Resolver struct {
	sources string // folded, with '/' at the end; "" for none
	note    func(path string) *markdown.Note
	names   []string           // path of each file, in order; then of those that are left out
	listed  int                // of names, that are in order
	based   map[string][]int32 // the files with a folded base name, in order
	places  []atomic.Pointer[placeIndex]
	aliases func() map[string]int32
}

// New indexes the files of s. The function note gives the parsed note at a
// path, or nil for files that were not parsed.
func New(s *vault.Snapshot, note func(path string) *markdown.Note, o Options) *Resolver {
	files := s.Files()
	r := &Resolver{note: note, names: make([]string, 0, len(files)+len(s.Excluded())), listed: len(files)}
	if o.Sources = strings.Trim(o.Sources, "/"); o.Sources != "" && o.Sources != "." {
		r.sources = foldPath(o.Sources) + "/"
	}
	for _, f := range files {
		r.names = append(r.names, f.Path)
	}
	r.names = append(r.names, s.Excluded()...)
	r.based = make(map[string][]int32, len(r.names))
	for i, name := range r.names {
		key := foldPath(base(name))
		r.based[key] = append(r.based[key], int32(i))
	}
	r.places = make([]atomic.Pointer[placeIndex], len(r.names))
	r.aliases = sync.OnceValue(func() map[string]int32 { return r.indexAliases(o.Aliases) })
	return r
}

// Renew is the resolver for a vault with the same names, of which some notes are not what
// they were: what their headings and blocks are is looked up anew. Their aliases must be
// the same.
func (r *Resolver) Renew(note func(path string) *markdown.Note, changed ...string) *Resolver {
	n := *r
	n.note = note
	n.places = make([]atomic.Pointer[placeIndex], len(r.places))
	for i := range r.places {
		n.places[i].Store(r.places[i].Load())
	}
	for _, name := range changed {
		if i := r.at(name); i >= 0 {
			n.places[i].Store(nil)
		}
	}
	return &n
}

// at is the number of the file at a path, or -1.
func (r *Resolver) at(path string) int32 {
	if i, ok := slices.BinarySearch(r.names[:r.listed], path); ok {
		return int32(i)
	}
	if i := slices.Index(r.names[r.listed:], path); i >= 0 {
		return int32(r.listed + i)
	}
	return -1
}

// folded is the path of file i as compared.
func (r *Resolver) folded(i int32) string { return foldPath(r.names[i]) }

func base(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

func dir(name string) string { return name[:max(0, strings.LastIndexByte(name, '/'))] }

// foldPath brings a path to the form in which Obsidian compares paths.
func foldPath(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(vault.FoldName(name), "\u00a0", " "), "\u202f", " ")
}

// hidden says whether a folded path lies in the sources folder.
func (r *Resolver) hidden(fold string) bool {
	return r.sources != "" && strings.HasPrefix(fold, r.sources)
}

// inSources is the same of file i.
func (r *Resolver) inSources(i int32) bool { return r.hidden(r.folded(i)) }

// Resolve finds what link l of the note at path from leads to.
func (r *Resolver) Resolve(from string, l markdown.Link) Target {
	if l.URL {
		return Target{Status: External}
	}
	t, i := r.file(from, l)
	if i < 0 {
		return t
	}
	if l.Anchor != "" {
		r.place(&t, i, l.Anchor, l.Wiki)
	}
	return t
}

// file finds the file of a link, and its index or -1.
func (r *Resolver) file(from string, l markdown.Link) (Target, int32) {
	if l.Target == "" {
		return Target{Path: from}, r.at(from)
	}
	want := strings.TrimSpace(foldPath(l.Target))
	if !l.Wiki && want != "" && want[0] != '/' {
		if i, ok := r.beside(from, want); ok {
			return Target{Path: r.names[i]}, i
		}
	}
	if i, ok := r.search(from, want); ok {
		return Target{Path: r.names[i]}, i
	}
	if i, ok := r.aliases()[want]; ok && l.Wiki { // Obsidian would create a new note instead
		return Target{Path: r.names[i]}, i
	}
	if attachment(want) {
		return Target{Status: NoAttachment}, -1
	}
	return Target{Status: NoFile}, -1
}

// beside finds the file at a folded path relative to the folder of the note at from,
// with or without ".md".
func (r *Resolver) beside(from, want string) (int32, bool) {
	here := r.folder(from)
	if strings.Contains(want, "./") || strings.Contains(want, "//") {
		here, want = "", path.Join(here, want)
	}
	for _, full := range []string{want, want + ".md"} {
		for _, i := range r.based[base(full)] {
			if r.folded(i) == strings.TrimPrefix(here+"/"+full, "/") {
				return i, true
			}
		}
	}
	return 0, false
}

// folder is the folded folder of the note at from.
func (r *Resolver) folder(from string) string { return foldPath(dir(from)) }

// search finds the file that Obsidian chooses for a folded target.
func (r *Resolver) search(from, want string) (int32, bool) {
	name := base(want)
	named := r.based[name]
	if len(named) == 0 || !strings.Contains(name, ".") {
		want += ".md"
		name = base(want)
		if named = r.based[name]; len(named) == 0 {
			return 0, false
		}
	}
	here := r.folder(from)
	fromSource := r.sources != "" && r.hidden(here+"/")
	if name == want && len(named) == 1 {
		return named[0], fromSource || !r.inSources(named[0])
	}
	full, explicit := want, strings.HasPrefix(want, "/")
	if strings.HasPrefix(want, "./") || strings.HasPrefix(want, "../") {
		full = relative(here, want)
	}
	full = strings.TrimPrefix(full, "/")
	for _, i := range named {
		if r.folded(i) == full {
			return i, true // the path is spelled out, so this never reaches the sources by accident
		}
	}
	if explicit {
		return 0, false
	}
	return r.suffix(named, full, here, fromSource)
}

// suffix is the second pass: of the files whose path ends in the target the one with the
// shortest path, below the folder here where there is one.
func (r *Resolver) suffix(named []int32, want, here string, fromSource bool) (int32, bool) {
	into := r.sources != "" && strings.Contains(want, r.sources)
	fit := slices.DeleteFunc(slices.Clone(named), func(i int32) bool {
		fold := r.folded(i)
		return !strings.HasSuffix(fold, want) || r.hidden(fold) && !fromSource && !into
	})
	if len(fit) == 0 {
		return 0, false
	}
	return slices.MinFunc(fit, func(a, b int32) int {
		x, y := r.folded(a), r.folded(b)
		if near := strings.HasPrefix(x, here); near != strings.HasPrefix(y, here) {
			if near {
				return -1
			}
			return 1
		}
		return cmp.Or(utf8.RuneCountInString(x)-utf8.RuneCountInString(y), strings.Compare(x, y))
	}), true
}

// relative joins a ./ or ../ path to the folder here. Above the root it stays
// there.
func relative(here, want string) string {
	for {
		switch {
		case strings.HasPrefix(want, "./"):
			want = want[2:]
		case strings.HasPrefix(want, "../"):
			want, here = want[3:], dir(here)
		case here == "":
			return want
		default:
			return here + "/" + want
		}
	}
}

// indexAliases lists the aliases of all notes; where several share one, the note
// with the first path has it.
func (r *Resolver) indexAliases(known []Aliases) map[string]int32 {
	table := map[string]int32{}
	add := func(path string, names func() []string) {
		i := r.at(path)
		if i < 0 || !vault.IsNote(path) || r.inSources(i) {
			return
		}
		for _, a := range names() {
			if a = strings.TrimSpace(foldPath(a)); a != "" {
				if _, taken := table[a]; !taken {
					table[a] = i
				}
			}
		}
	}
	if known != nil {
		for _, a := range known {
			add(a.Path, func() []string { return a.Names })
		}
		return table
	}
	for _, name := range r.names {
		add(name, func() []string {
			if n := r.note(name); n != nil {
				return n.Meta.Aliases
			}
			return nil
		})
	}
	return table
}

// attachment says whether a link's target reads as the name of a file that is no
// note. The list is closed, because notes are called "Node.js" and "v1.2".
func attachment(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".pdf", ".canvas", ".base", ".epub", ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".odt", ".ods", ".odp", ".key", ".pages", ".numbers",
		".zip", ".7z", ".rar", ".gz", ".csv", ".tsv", ".json", ".html", ".htm", ".txt", ".xml", ".drawio", ".excalidraw", ".xmind", ".mm":
		return true
	}
	return vault.IsMedia(name)
}
