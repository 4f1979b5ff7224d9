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
	g := l.gathers.get(note.Path+"\n"+strings.Join(paths, "\n"), func() (g gathered) {
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

func (g gathered) size() int {
	n := len(g.loc.Evidence.Text)
	for i := range g.loc.Also {
		n += len(g.loc.Also[i].Text)
	}
	return n
}

func (l *Library) openAll(note *markdown.Note, paths []string) provenance.Located {
	held, failed := l.openEach(note, paths)
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

// openEach opens files, and tells those that can be judged from the others.
func (l *Library) openEach(note *markdown.Note, paths []string) (held, failed []provenance.Located) {
	for _, p := range paths {
		if loc := l.open(note, p); loc.Status == provenance.Held {
			held = append(held, loc)
		} else {
			failed = append(failed, loc)
		}
	}
	return held, failed
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
	held, failed := l.openEach(note, rest)
	if len(held) == 0 {
		loc := failed[0]
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
// name: a.md or a.pdf.extract.md of a.pdf.
func (l *Library) textOf(p string) string {
	stem := strings.TrimSuffix(p, path.Ext(p))
	names := []string{stem, p, stem + ".extract", p + ".extract"}
	for _, name := range names {
		for _, ext := range textExts {
			if q := l.names().path(vault.FoldName(name + ext)); q != "" && l.role(q) == roleOriginal {
				return q
			}
		}
	}
	for _, name := range names {
		for _, ext := range textExts {
			for _, q := range l.names().bases[vault.FoldName(path.Base(name)+ext)] {
				if l.role(q) == roleOriginal {
					return q
				}
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
	line := 1
	for whole := range strings.Lines(text) {
		if line == from {
			start = pos
		}
		pos += len(whole)
		if line == to {
			return provenance.Range{Start: start, End: pos}
		}
		line++
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
	inside := func(p string) bool {
		return inFolders(p, l.options.Evidence) || inFolders(p, []string{l.options.Sources})
	}
	return inside(within("", strings.TrimLeft(target, "/"))) || inside(within(path.Dir(note.Path), target)) ||
		strings.Contains(target, "/") && knownExt(vault.FoldName(target))
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
