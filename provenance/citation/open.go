package citation

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// storedPage is a page file with what its source's description says of it.
type storedPage struct {
	file   provenance.PageFile
	source provenance.Source
	page   provenance.Page
}

func (l *Library) locateChunk(id provenance.ChunkID, hint string) provenance.Located {
	if hint != "" && l.isPage(hint) {
		if loc, ok := l.passageAt(hint, id); ok {
			return loc
		}
	}
	for _, p := range l.anchors()[id] {
		if loc, ok := l.passageAt(p, id); ok {
			return loc
		}
	}
	return provenance.Located{Status: provenance.Dangling, Reason: "no stored page holds the passage " + string(id)}
}

func (l *Library) passageAt(p string, id provenance.ChunkID) (provenance.Located, bool) {
	stored := l.page(p)
	c, ok := stored.file.Find(id)
	if !ok {
		return provenance.Located{}, false
	}
	e := stored.evidence(p, c)
	if !c.Intact {
		return provenance.Located{Status: provenance.Broken, Evidence: e, Reason: changed(id, p)}, true
	}
	loc := provenance.Located{Status: provenance.Held, Evidence: e}
	if c.Superseded {
		loc.Also = stored.instead(p, c)
	}
	return loc, true
}

// instead is what a page says now where a superseded passage stood: under its
// heading, or anywhere if that is gone. It may contradict a claim that cites the
// old passage; it never carries one unsaid, so it counts as drifted as well.
func (s storedPage) instead(p string, old provenance.Passage) []provenance.Evidence {
	var here, all []provenance.Evidence
	for _, c := range s.file.Chunks {
		if !c.Intact || len(all) == maxAlso {
			continue
		}
		e := s.evidence(p, c)
		e.Drifted = true
		all = append(all, e)
		if slices.Equal(c.Heading, old.Heading) {
			here = append(here, e)
		}
	}
	if len(here) > 0 {
		return here
	}
	return all
}

// maxAlso bounds how many texts one citation may stand for.
const maxAlso = 50

// locateSource is for provenance_source_ids: every page of the source.
func (l *Library) locateSource(id provenance.SourceID) provenance.Located {
	folder := path.Join(l.options.Sources, string(id))
	var paths []string
	for _, f := range l.snapshot.Under(folder) {
		if l.isPage(f.Path) {
			paths = append(paths, f.Path)
		}
	}
	if len(paths) == 0 {
		return provenance.Located{Status: provenance.Dangling, Reason: "no source " + string(id) + " is stored"}
	}
	return l.gather(nil, paths)
}

// isPage reports whether a path is a page file of a stored source.
func (l *Library) isPage(p string) bool {
	rest, ok := strings.CutPrefix(p, l.options.Sources+"/")
	return ok && strings.HasPrefix(rest, provenance.SourcePrefix) && strings.HasSuffix(rest, ".md")
}

func (l *Library) source(folder string) provenance.Source {
	return l.sources.get(folder, func() provenance.Source {
		text, err := l.snapshot.Read(path.Join(folder, provenance.SourceFile))
		if err != nil {
			return provenance.Source{}
		}
		s, _ := provenance.ParseSource(text)
		return s
	})
}

func (l *Library) page(p string) storedPage {
	return l.pages.get(p, func() storedPage {
		s := storedPage{file: l.options.Page(p), source: l.source(path.Dir(p))}
		s.page, _ = s.source.Page(path.Base(p))
		if l.options.Seen != nil {
			s.page.Retrieved = l.options.Seen(provenance.SourceID(path.Base(path.Dir(p))), s.page)
		}
		return s
	})
}

// evidence is a passage with its page's and source's particulars. The description and
// the ledger know best when a page was last seen: a page that did not change is not
// written again.
func (s storedPage) evidence(p string, c provenance.Passage) provenance.Evidence {
	e := provenance.Evidence{
		Chunk:      c.ID,
		Source:     s.file.Source,
		Span:       vault.Span{File: p, Start: c.Start, End: c.End},
		Heading:    c.Heading,
		Text:       c.Text,
		Title:      s.file.Title,
		URL:        s.file.URL,
		Retrieved:  s.file.Retrieved,
		Superseded: c.Superseded,
	}
	unfetched := !s.page.Drifted.IsZero() && s.page.Hash != s.file.Hash
	e.Remote = strings.Contains(s.source.URL, "://") && !strings.HasPrefix(s.source.URL, "file:")
	e.Withdrawn = !s.page.Withdrawn.IsZero()
	e.Drifted = c.Superseded || unfetched || e.Withdrawn
	if s.page.Retrieved.After(e.Retrieved) && !e.Drifted {
		e.Retrieved = s.page.Retrieved
	}
	if at := s.page.Retrieved; !at.IsZero() && e.Retrieved.After(at) {
		e.Retrieved = at // a page is written when its source is, and says no more of it
	}
	e.Ages = !e.Retrieved.IsZero() && !s.source.Fixed
	return e
}

// passageGap stands between the passages of a page that is cited as a whole.
const passageGap = "\n\n"

// wholePage is a page file's text, passage after passage; superseded ones stand
// beside it.
// It is Broken if any passage is, and a Stub if there is none.
func (l *Library) wholePage(p string) provenance.Located {
	s := l.page(p)
	if len(s.file.Chunks) == 0 {
		return provenance.Located{Status: provenance.Stub, Reason: "the stored page " + p + " is empty"}
	}
	first, last := s.file.Chunks[0], s.file.Chunks[len(s.file.Chunks)-1]
	e := s.evidence(p, provenance.Passage{Start: first.Start, End: last.End, Text: s.text()})
	if s.file.Title != "" {
		e.Heading = []string{s.file.Title}
	}
	if i := slices.IndexFunc(s.file.Chunks, func(c provenance.Passage) bool { return !c.Intact }); i >= 0 {
		return provenance.Located{Status: provenance.Broken, Evidence: e, Reason: changed(s.file.Chunks[i].ID, p)}
	}
	return provenance.Located{Status: provenance.Held, Evidence: e, Also: s.formerly(p)}
}

// text is what the page says, passage after passage.
func (s storedPage) text() string {
	texts := make([]string, len(s.file.Chunks))
	for i, c := range s.file.Chunks {
		texts[i] = c.Text
	}
	return strings.Join(texts, passageGap)
}

// formerly is what a page said before it changed, as far as notes cite it: it may
// still carry a claim, which is then on drifted evidence.
func (s storedPage) formerly(p string) []provenance.Evidence {
	var out []provenance.Evidence
	for _, c := range s.file.Superseded {
		if c.Intact && len(out) < maxAlso {
			out = append(out, s.evidence(p, c))
		}
	}
	return out
}

func changed(id provenance.ChunkID, p string) string {
	return "the passage " + string(id) + " in " + p + " was changed: it no longer hashes to its id"
}

// readAnchors finds the block ids of all page files, without parsing them.
func (l *Library) readAnchors() map[provenance.ChunkID][]string {
	found := make(map[provenance.ChunkID][]string)
	mark := []byte("^" + provenance.AnchorPrefix)
	for _, f := range l.snapshot.Under(l.options.Sources) {
		if !l.isPage(f.Path) {
			continue
		}
		text, err := l.snapshot.Read(f.Path)
		if err != nil {
			continue
		}
		for {
			i := bytes.Index(text, mark)
			if i < 0 {
				break
			}
			text = text[i+1:]
			if id, ok := provenance.ChunkFromAnchor(string(text[:min(len(text), provenance.AnchorLength)])); ok {
				if p := found[id]; len(p) == 0 || p[len(p)-1] != f.Path {
					found[id] = append(p, f.Path)
				}
			}
		}
	}
	return found
}

// locatePath is for every citation by path or name.
func (l *Library) locatePath(note *markdown.Note, c markdown.Cite, target string) provenance.Located {
	paths := l.resolve(note, target)
	switch {
	case len(paths) == 0:
		if paths = l.byOtherNames(note, c, target); len(paths) > 0 {
			return l.gather(note, paths)
		}
		return l.missing(note, target)
	case len(paths) > 1 && !l.isFolder(target):
		return provenance.Located{Status: provenance.Ambiguous, Candidates: paths, Reason: "several files answer to " + target + ": " + strings.Join(paths, ", ")}
	}
	loc := l.gather(note, paths)
	if loc.Status == provenance.Held && len(paths) == 1 && loc.Evidence.Span.File == paths[0] {
		l.hint(&loc, c)
	}
	return loc
}

// isFolder reports whether a target names a folder, whose files are cited together.
func (l *Library) isFolder(target string) bool {
	return strings.HasSuffix(target, "/") || len(l.bySuffix(strings.TrimLeft(target, "/"), strings.HasPrefix(target, "/"))) == 0
}

// gather makes evidence of files: pages and originals as they are, summaries by way
// of their originals. The first that can be judged decides; if none can, the first
// reason is told. A list of sources is cited by each claim of its page, and opened once.
func (l *Library) gather(note *markdown.Note, paths []string) provenance.Located {
	if note == nil {
		return l.openAll(nil, paths)
	}
	g := l.last.of(note.Path).get(strings.Join(paths, "\n"), func() (g gathered) {
		g.loc = l.Asking(&g.asked).openAll(note, paths)
		return g
	})
	l.asked.Add(g.asked)
	loc := g.loc
	loc.Also = slices.Clip(loc.Also)
	return loc
}

// gathered is what files are to a note, and what was asked to find it.
type gathered struct {
	loc   provenance.Located
	asked Asked
}

func (l *Library) openAll(note *markdown.Note, paths []string) provenance.Located {
	var held, failed []provenance.Located
	for _, p := range paths {
		loc := l.open(note, p)
		if loc.Status == provenance.Held {
			held = append(held, loc)
		} else {
			failed = append(failed, loc)
		}
	}
	if len(held) == 0 {
		return failed[0]
	}
	for _, f := range failed {
		if f.Status == provenance.Broken { // one changed passage spoils the citation
			return f
		}
	}
	loc := held[0]
	for _, more := range held[1:] {
		loc.Also = append(append(loc.Also, more.Evidence), more.Also...)
	}
	loc.Also = loc.Also[:min(len(loc.Also), maxAlso)]
	return loc
}

// open makes evidence of one file.
func (l *Library) open(note *markdown.Note, p string) provenance.Located {
	if note != nil && p == note.Path {
		return provenance.Located{Status: provenance.Circular, Reason: "the page cites itself"}
	}
	switch l.role(p) {
	case rolePage:
		return l.wholePage(p)
	case roleOriginal:
		return l.openOriginal(note, p)
	}
	originals := l.originalsOf(p)
	if len(originals) == 0 {
		return provenance.Located{Status: provenance.Generated, Reason: "cites a generated page, " + p + ", with no original behind it"}
	}
	rest := slices.DeleteFunc(slices.Clone(originals), func(q string) bool { return note != nil && q == note.Path })
	if len(rest) == 0 {
		return provenance.Located{Status: provenance.Circular, Reason: "cites " + p + ", which is about this page"}
	}
	var held []provenance.Located
	var failed *provenance.Located
	for _, q := range rest {
		var loc provenance.Located
		if l.isPage(q) {
			loc = l.wholePage(q)
		} else {
			loc = l.openOriginal(note, q)
		}
		if loc.Status == provenance.Held {
			held = append(held, loc)
		} else if failed == nil {
			failed = &loc
		}
	}
	if len(held) == 0 {
		loc := *failed
		if loc.Status == provenance.NotHeld {
			loc.Status, loc.Reason = provenance.Generated, "cites a generated page, "+p+", and of its original "+loc.Reason
		}
		return loc
	}
	loc := held[0]
	for _, more := range held[1:] {
		loc.Also = append(loc.Also, more.Evidence)
	}
	return loc
}

func (l *Library) openOriginal(note *markdown.Note, p string) provenance.Located {
	o := l.text(p)
	if o.binary {
		q := l.textOf(p)
		if q == "" {
			return provenance.Located{Status: provenance.NotHeld, Reason: "only the binary file " + p + " is held, not its text"}
		}
		p, o = q, l.text(q)
	}
	if o.stub {
		return provenance.Located{Status: provenance.Stub, Reason: p + " " + o.why}
	}
	if note != nil && l.isCopy(note, o) {
		return provenance.Located{Status: provenance.Circular, Reason: p + " is the page itself, not a source of it"}
	}
	return provenance.Located{Status: provenance.Held, Evidence: l.wholeFile(p)}
}

// textOf finds the text of a binary file, kept beside it or elsewhere under its
// name.
func (l *Library) textOf(p string) string {
	stem := strings.TrimSuffix(p, path.Ext(p))
	for _, name := range []string{stem, p} {
		for _, ext := range textExts {
			if q := l.names().path(vault.FoldName(name + ext)); q != "" && l.role(q) == roleOriginal {
				return q
			}
		}
	}
	for _, ext := range textExts {
		for _, q := range l.names().bases[vault.FoldName(path.Base(stem)+ext)] {
			if l.role(q) == roleOriginal {
				return q
			}
		}
	}
	return ""
}

// hint marks the cited lines, section or block in the evidence.
func (l *Library) hint(loc *provenance.Located, c markdown.Cite) {
	e := loc.Evidence
	if l.isPage(e.Span.File) {
		return
	}
	o := l.text(e.Span.File)
	if c.FromLine > 0 {
		loc.Hint = lineRange(e.Text, c.FromLine, max(c.FromLine, c.ToLine), o.front.Lines)
		return
	}
	if c.Anchor == "" || o.extracted || !isPlain(e.Span.File) {
		return
	}
	raw, err := l.snapshot.Read(e.Span.File)
	if err != nil {
		return
	}
	loc.Hint = placeOf(markdown.Parse(e.Span.File, raw, markdown.Options{}), raw, c.Anchor, o.body)
}

// lineRange is where lines from to to (from 1, inclusive) stand in a text that is
// preceded by skip lines of its file. Empty if the lines are not there.
func lineRange(text string, from, to, skip int) provenance.Range {
	from, to = from-skip, to-skip
	if to < 1 || from > to {
		return provenance.Range{}
	}
	from = max(from, 1)
	start, pos := -1, 0
	for line := 1; pos < len(text); line++ {
		end := len(text)
		if i := strings.IndexByte(text[pos:], '\n'); i >= 0 {
			end = pos + i + 1
		}
		if line == from {
			start = pos
		}
		if line == to {
			return provenance.Range{Start: start, End: end}
		}
		pos = end
	}
	if start < 0 {
		return provenance.Range{}
	}
	return provenance.Range{Start: start, End: len(text)}
}

// placeOf is the section or block that an anchor names, in the text that begins at
// body.
func placeOf(n *markdown.Note, raw []byte, anchor string, body int) provenance.Range {
	if id, ok := strings.CutPrefix(anchor, "^"); ok {
		for _, b := range n.Blocks {
			if strings.EqualFold(b.ID, id) && b.Start >= body {
				start := body
				if i := bytes.LastIndex(bytes.TrimRight(raw[body:b.Start], " \t\r\n"), []byte("\n\n")); i >= 0 {
					start = body + i + 2
				}
				return provenance.Range{Start: start - body, End: b.Start - body}
			}
		}
		return provenance.Range{}
	}
	want := titleKey(anchor[strings.LastIndexByte(anchor, '#')+1:])
	for i, h := range n.Headings {
		if titleKey(h.Text) != want || h.Start < body {
			continue
		}
		end := len(raw)
		for _, next := range n.Headings[i+1:] {
			if next.Level <= h.Level {
				end = next.Start
				break
			}
		}
		return provenance.Range{Start: h.Start - body, End: end - body}
	}
	return provenance.Range{}
}

// missing says why nothing was found.
func (l *Library) missing(note *markdown.Note, target string) provenance.Located {
	if module := l.inModule(note, target); module != "" {
		return provenance.Located{Status: provenance.Submodule, Reason: "the submodule " + module + " is not checked out"}
	}
	loc := provenance.Located{Status: provenance.NotHeld, Candidates: l.nearest(target), Reason: "no file " + target + " is held"}
	if !l.options.ByName && l.pointsInside(note, target) {
		loc.Status, loc.Reason = provenance.Dangling, "points to "+target+", which is not there"
	}
	return loc
}

// pointsInside reports whether a target can only mean a file of this vault: a path
// into a folder of evidence, or a relative path to a file of text.
func (l *Library) pointsInside(note *markdown.Note, target string) bool {
	p := within("", strings.TrimLeft(target, "/"))
	if inFolders(p, l.options.Evidence) || inFolders(p, []string{l.options.Sources}) {
		return true
	}
	if q := within(path.Dir(note.Path), target); inFolders(q, l.options.Evidence) || inFolders(q, []string{l.options.Sources}) {
		return true
	}
	return strings.Contains(target, "/") && knownExt(vault.FoldName(target))
}

// inModule is the submodule that a target would lie in, "" if none.
func (l *Library) inModule(note *markdown.Note, target string) string {
	modules := l.modules()
	if len(modules) == 0 {
		return ""
	}
	bare := strings.TrimLeft(target, "/")
	tries := []string{within("", bare), within(path.Dir(note.Path), bare)}
	for _, p := range l.facts(note).prefixes {
		tries = append(tries, within(p, bare))
	}
	for _, p := range tries {
		for _, m := range modules {
			if p == m || strings.HasPrefix(p, m+"/") {
				return m
			}
		}
	}
	return ""
}

// readModules lists the submodules that have no file here.
func (l *Library) readModules() []string {
	var out []string
	for line := range strings.Lines(string(l.options.Gitmodules)) {
		key, value, ok := strings.Cut(line, "=")
		if !ok || strings.TrimSpace(key) != "path" {
			continue
		}
		if p := strings.Trim(strings.TrimSpace(value), `"/`); p != "" && len(l.snapshot.Under(p)) == 0 {
			out = append(out, p)
		}
	}
	return out
}
