package citation

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"assay/text"
	"assay/vault"
	"assay/vault/markdown"
)

// role is what a file is to the notes that cite it.
type role uint8

const (
	roleNote     role = iota // a page of the wiki, or one written about an original: evidence of nothing
	roleOriginal             // text from elsewhere
	rolePage                 // a stored page, with passages
)

// originalFolders hold text from elsewhere by their name; in reportFolders, people keep
// either that or pages of their own: pages about it, or the reference of a manual.
var (
	originalFolders = map[string]bool{"raw": true, "references": true, "originals": true, "original": true,
		"transcripts": true, "clippings": true, "clips": true, "webclips": true, "webclippings": true, "corpus": true, "evidence": true,
		"raws": true, "rawsources": true, "rawfiles": true, "rawdata": true, "sourcefiles": true, "sourcematerial": true, "sourcematerials": true}
	reportFolders = map[string]bool{"sources": true, "source": true, "papers": true, "articles": true, "interviews": true, "reference": true}
)

// role tells what a file is from where it lies and, where folders do not say, from
// what is in it.
func (l *Library) role(p string) role {
	r, sure := l.roleByPlace(p)
	if !sure && l.factsAt(p).about {
		return roleNote
	}
	return r
}

// roleByPlace is the role of a file as its name and folder give it; not sure where it may
// be a page about an original.
func (l *Library) roleByPlace(p string) (r role, sure bool) {
	switch {
	case l.isPage(p):
		return rolePage, true
	case inFolders(p, l.options.Evidence):
		return roleOriginal, true
	case inFolders(p, l.options.Graded), l.options.IsList != nil && l.options.IsList(p):
		return roleNote, true
	}
	if ext := strings.ToLower(path.Ext(p)); ext != ".md" && ext != ".markdown" && ext != ".mdx" {
		return roleOriginal, true
	}
	original, report := foldersOf(p)
	if !l.options.ByName || !original && !report {
		return roleNote, true
	}
	return roleOriginal, original
}

// AmongOriginals reports a file that lies where originals do, by the names of its folders.
func AmongOriginals(p string) bool {
	original, _ := foldersOf(p)
	return original
}

// AmongSources reports a file that lies where wikis keep originals, or pages about them.
func AmongSources(p string) bool {
	original, report := foldersOf(p)
	return original || report
}

// separators are left out of the names of folders: raw-sources is Raw Sources.
var separators = strings.NewReplacer("-", "", "_", "", " ", "")

// foldersOf tells whether a file lies where originals do, or where either they or
// pages about them do.
func foldersOf(p string) (original, report bool) {
	for dir := path.Dir(vault.FoldName(p)); dir != "." && dir != "/"; dir = path.Dir(dir) {
		name := separators.Replace(strings.TrimLeft(path.Base(dir), "0123456789"))
		original = original || originalFolders[name] || markdown.OriginalFolders[name]
		report = report || reportFolders[name]
	}
	return original, report
}

func inFolders(p string, folders []string) bool {
	return slices.ContainsFunc(folders, func(f string) bool { return p == f || strings.HasPrefix(p, f+"/") })
}

// noteFacts is what a note says about what it cites, beyond its parse.
type noteFacts struct {
	listed   map[string]string // the page's own list of citations: folded name → path
	prefixes []string          // folders that paths in the text are relative to
	about    bool              // the file is written about an original: a summary, not a source
	of       string            // that original, as the file's name, address or title gives it
	leads    []string          // what it says that original is
}

// facts reads a note once. The list of citations is links whose text is a file's
// name, `1. [name.md:17-18](/references/name-1a2b3c4d.md)`; the prefixes come from
// a header line, "**Sources**: `raw/project/README.md`".
func (l *Library) facts(note *markdown.Note) noteFacts {
	return l.notes.get(note.Path, func() noteFacts { return l.readFacts(note) })
}

// factsAt reads the facts of a file that is not at hand as a note.
func (l *Library) factsAt(p string) noteFacts {
	return l.notes.get(p, func() noteFacts {
		text, err := l.snapshot.Read(p)
		if err != nil {
			return noteFacts{}
		}
		return l.readFacts(markdown.Parse(p, text, markdown.Options{}))
	})
}

var (
	rangeSuffix   = text.Pattern(`(?::\d+(?:-\d+)?|#L\d+(?:-L?\d+)?)$`)
	sourcesHeader = text.Pattern(`(?m)^[ \t>]*\*\*(?:[Ss]ources?|来源|出典)\s*:?\*\*\s*[:：]?[ \t]*(.+)$`)
	backticked    = text.Pattern("`([^`\n]+)`")
	labelledPath  = text.Pattern("(?m)^[ \t>*-]*[^`:：\n]{2,40}[:：][* \t]*`([^`\n]+)`[ \t]*(?:[（(][^()（）\n]*[)）])?[* \t]*$")
	summaryName   = text.Pattern(`^(?:source|src|summary|sum)[-_]|[-_](?:summary|source)$`)
)

func (l *Library) readFacts(note *markdown.Note) noteFacts {
	var f noteFacts
	for _, k := range note.Links {
		if k.Wiki || k.URL || k.Embed || k.Target == "" || !strings.Contains(k.Text, ".") {
			continue
		}
		name := vault.FoldName(rangeSuffix().ReplaceAllString(strings.Trim(k.Text, "` "), ""))
		if strings.Contains(name, "/") || !knownExt(name) {
			continue
		}
		if f.listed == nil {
			f.listed = map[string]string{}
		}
		if _, twice := f.listed[name]; !twice {
			f.listed[name] = cleanTarget(k.Target)
		}
	}
	raw, err := l.snapshot.Read(note.Path)
	if err != nil {
		return f
	}
	if m := findSourcesHeader(raw); m != nil {
		f.prefixes = headerPrefixes(string(m[1]))
	}
	front := markdown.ReadFront(raw)
	f.readAbout(note, front)
	for _, lead := range f.leads {
		if dir := path.Dir(lead); AmongOriginals(lead) && !slices.Contains(f.prefixes, dir) { // raw/project/, of whose files the text names README.md
			f.prefixes = append(f.prefixes, dir)
		}
	}
	labelled := l.labelled(&f, note, raw)
	f.of = cmp.Or(l.namesake(note.Path), l.alikeInHead(note.Path), labelled)
	f.about = f.about || f.of != "" || l.refers(note)
	return f
}

// findSourcesHeader finds the line by which a note says what it rests on. Most have none,
// and to look for the line costs more than all else that is read of them.
func findSourcesHeader(raw []byte) [][]byte {
	for _, begin := range []string{"**Source", "**source", "**来源", "**出典"} {
		if bytes.Contains(raw, []byte(begin)) {
			return sourcesHeader().FindSubmatch(raw)
		}
	}
	return nil
}

// headerPrefixes are all folders above the paths in a header line, deepest last:
// paths in the text are relative to one of them.
func headerPrefixes(line string) []string {
	var items []string
	for _, m := range backticked().FindAllStringSubmatch(line, -1) {
		items = append(items, m[1])
	}
	if len(items) == 0 {
		items = strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ';' || r == '、' })
	}
	seen := map[string]bool{}
	var out []string
	for _, item := range items {
		item = strings.Trim(strings.TrimSpace(item), "/")
		for i := range item {
			if item[i] == '/' && !seen[item[:i]] && len(out) < maxAlso {
				seen[item[:i]] = true
				out = append(out, item[:i])
			}
		}
	}
	return out
}

// readAbout looks for signs that a file was written about an original.
func (f *noteFacts) readAbout(note *markdown.Note, front markdown.Front) {
	if note.Meta.Taken { // its source: is where the text was
		return
	}
	f.leads = append(f.leads, note.Meta.Sources...)
	for _, key := range []string{"raw", "pdf", "file", "original", "source", "source_file", "source_path", "raw_path", "path"} {
		if v := front.Text(key); v != "" && !isURL(v) && !strings.HasPrefix(v, "[") {
			f.leads = append(f.leads, v)
		}
	}
	amongOriginals := func(target string) bool {
		return slices.ContainsFunc(strings.Split(path.Dir(vault.FoldName(target)), "/"), func(part string) bool { return originalFolders[part] })
	}
	for _, key := range front.Keys() { // local_path: raw/a.md
		if v := front.Text(key); !isURL(v) && (plainExts[strings.ToLower(path.Ext(v))] || isExtracted(v)) && amongOriginals(v) && !slices.Contains(f.leads, v) {
			f.leads = append(f.leads, v)
		}
	}
	for _, k := range note.Links {
		if !k.URL && !k.Embed && k.Target != "" && len(f.leads) < maxAlso && amongOriginals(k.Target) {
			f.leads = append(f.leads, k.Target)
		}
	}
	f.about = note.Meta.Generated || len(f.leads) > 0 || saysSummary(note.Path, front)
}

// labelled leads to the originals that lines at the head of a page name by a label, whatever that
// says: "**Arquivo raw:** `raw/a.md`". Where pages about originals lie it gives the one that a page is
// about.
func (l *Library) labelled(f *noteFacts, note *markdown.Note, raw []byte) string {
	var of []string
	body := raw[min(note.BodyStart, len(raw)):]
	for _, m := range labelledPath().FindAllSubmatch(body[:min(len(body), mostAbout)], maxAlso) {
		lead := string(m[1])
		if !AmongOriginals(lead) || !knownExt(lead) {
			continue
		}
		f.leads, f.about = append(f.leads, lead), true
		if to := l.resolve(nil, cleanTarget(lead)); len(to) == 1 && !slices.Contains(of, to[0]) {
			of = append(of, to[0])
		}
	}
	if original, report := foldersOf(note.Path); original || !report || len(of) != 1 {
		return ""
	}
	return of[0]
}

// namesake is the original of a file's name that lies where originals do: the file is then
// about it.
func (l *Library) namesake(p string) string {
	if original, report := foldersOf(p); original || !report {
		return ""
	}
	x := l.names()
	stem := vault.FoldName(strings.TrimSuffix(path.Base(p), path.Ext(p)))
	for _, ext := range append([]string{".pdf"}, textExts[:]...) {
		for _, q := range x.bases[stem+ext] {
			if original, _ := foldersOf(q); original && q != p {
				return q
			}
		}
	}
	return ""
}

// refers reports a page that links and cites as only pages of a wiki do: text from
// elsewhere has no wikilinks to the notes here, and no markers.
func (l *Library) refers(note *markdown.Note) bool {
	for _, k := range note.Links {
		if k.Wiki && !k.Meta && !k.Embed && len(l.names().bases[path.Base(vault.FoldName(k.Target))+".md"]) > 0 {
			return true
		}
	}
	for _, c := range note.Claims {
		for _, cite := range c.Cites {
			if cite.Form == markdown.CiteCaretFile || strings.HasPrefix(strings.ToLower(cite.Label), "src-") {
				return true
			}
		}
	}
	return false
}

// originalsOf follows a page written about something to what it is about: what it
// names, else a file of its own name among the originals. It never leads back to
// the note that cites, and gives nothing where no original is held.
func (l *Library) originalsOf(p string) []string {
	h := l.hops.get(p, func() (h hop) {
		h.to = l.Asking(&h.asked).follow(p, map[string]bool{})
		return h
	})
	l.asked.Add(h.asked)
	return h.to
}

// A hop is the originals that a page is about, and what was asked to find them.
type hop struct {
	to    []string
	asked Asked
}

func (l *Library) follow(p string, seen map[string]bool) []string {
	if seen[p] || len(seen) > 8 { // wikis have two hops; a circle of pages has no original
		return nil
	}
	seen[p] = true
	facts := l.factsAt(p)
	at := &markdown.Note{Path: p}
	var found []string
	add := func(q string) {
		if len(found) < maxAlso && q != p && !slices.Contains(found, q) {
			found = append(found, q)
		}
	}
	for _, lead := range facts.leads {
		if dest := linkDestination(lead); dest != "" {
			lead = dest
		}
		lead = strings.TrimSuffix(strings.TrimPrefix(lead, "[["), "]]")
		lead, _, _ = strings.Cut(lead, "|")
		paths := l.resolve(at, cleanTarget(cutFragment(lead)))
		if len(paths) > 1 && !strings.HasSuffix(lead, "/") {
			continue // ambiguous
		}
		for _, q := range paths {
			if l.role(q) != roleNote {
				add(q)
			} else {
				for _, r := range l.follow(q, seen) {
					add(r)
				}
			}
		}
	}
	if len(found) == 0 {
		for _, q := range l.namesakes(p) {
			add(q)
		}
		if facts.of != "" {
			add(facts.of)
		}
	}
	return found
}

// maxCopy is how long a text may be for its skeleton to be kept: no page of a wiki is
// longer, and a transcript would take its size again.
const maxCopy = 1 << 18

// isCopy reports whether an original is the note itself, up to a tenth of its text:
// the note's citations, or a line put before it.
func (l *Library) isCopy(note *markdown.Note, o original) bool {
	mine := l.skeletons.get(note.Path, func() string {
		raw, err := l.snapshot.Read(note.Path)
		if err != nil {
			return ""
		}
		return skeleton(string(raw[min(note.BodyStart, len(raw)):]))
	})
	if len(mine) < 80 || len(o.text)*10 < len(mine)*8 || len(mine) < len(o.skeleton)-len(o.skeleton)/5 {
		return false
	}
	other := o.skeleton
	if other == "" {
		if len(mine) < len(o.text)/8 { // a transcript, and a page
			return false
		}
		other = skeleton(o.text)
	}
	short, long := mine, other
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(long)-len(short) > len(long)/10 {
		return false // what a note adds to a text that it has whole is its own
	}
	return strings.Contains(long, short) || sharedShingles(short, long) >= 0.9
}

// sharedShingles is the share of a's 24-byte pieces that b holds.
func sharedShingles(a, b string) float64 {
	const n = 24
	if len(a) < n || len(b) < n {
		return 0
	}
	// Sixteen pieces from all over a tell texts that differ apart; only for those
	// that do not are all looked for.
	share := func(step int, holds func(piece string) bool) float64 {
		hit, all := 0, 0
		for i := 0; i+n <= len(a); i += step {
			all++
			if holds(a[i : i+n]) {
				hit++
			}
		}
		return float64(hit) / float64(all)
	}
	if few := share(max(n/2, len(a)/16), func(piece string) bool { return strings.Contains(b, piece) }); few < 0.5 {
		return few
	}
	in := make(map[string]bool, len(b))
	for i := 0; i+n <= len(b); i++ {
		in[b[i:i+n]] = true
	}
	return share(n/2, func(piece string) bool { return in[piece] })
}

// IsSummary reports whether a file is a page that was written about an original: it
// says so by its name, its kind or a mark of what generated it. A page that lists what
// it rests on is none: notes do that as well.
func (l *Library) IsSummary(file string) bool {
	if l.role(file) != roleNote {
		return false
	}
	raw, err := l.snapshot.Read(file)
	if err != nil {
		return false
	}
	return saysSummary(file, markdown.ReadFront(raw)) || markdown.Parse(file, raw, markdown.Options{}).Meta.Generated
}

// saysSummary reports a file that says by its name or its kind that it is a summary.
func saysSummary(file string, front markdown.Front) bool {
	base := path.Base(vault.FoldName(file))
	return summaryName().MatchString(strings.TrimSuffix(base, path.Ext(base))) || strings.Contains(strings.ToLower(front.Text("type", "kind", "category")), "summary")
}
