package citation

import (
	"path"
	"slices"
	"strings"

	"assay/vault"
	"assay/vault/markdown"
)

// byOtherNames finds what a citation means that no path answers to: the original that
// a summary which was never written would be about, the names between the commas of a
// list that was read as one, the one original of that title, the one text whose name is
// another way of writing it.
func (l *Library) byOtherNames(note *markdown.Note, c markdown.Cite, target string) []string {
	base := path.Base(vault.FoldName(target))
	if summaryName().MatchString(strings.TrimSuffix(base, path.Ext(base))) {
		if found := l.namesakes(target + ".md"); len(found) > 0 {
			return found
		}
	}
	switch path.Ext(base) {
	case ".pdf", ".docx", ".pptx", ".epub", ".mp3", ".mp4", ".m4a", ".wav": // often never committed, while its text was
		l.asked.Name(strings.TrimSuffix(target, path.Ext(target)))
		if text := l.textOf(target); text != "" {
			return []string{text}
		}
	}
	if c.Form == markdown.CiteMeta && strings.Contains(target, ",") {
		if found := l.splitNames(note, target); len(found) > 0 {
			return found
		}
	}
	if c.Form == markdown.CiteMeta {
		for _, sign := range [...]string{" (", " — ", " – ", " - ", " | "} { // raw/talk.md (transcript)
			if head, _, ok := strings.Cut(target, sign); ok && knownExt(vault.FoldName(head)) {
				if found := l.resolve(note, cleanTarget(head)); len(found) == 1 {
					return found
				}
			}
		}
	}
	if kind, name, ok := strings.Cut(target, ":"); ok && !strings.ContainsAny(kind, "/ ") {
		names := []string{strings.TrimSpace(name)} // note:raw/talk.md, kb:talk
		if !strings.ContainsAny(name, "/ ") {      // PMID:123, kept as PMID_123.md
			names = []string{kind + "_" + name, kind + "-" + name, kind + name, name}
		}
		for _, name := range names {
			if found := l.resolve(note, cleanTarget(name)); len(found) == 1 {
				return found
			}
		}
	}
	if !knownExt(base) && strings.Contains(target, " ") {
		for _, title := range titlesIn(target) {
			if titled := l.heads().titles[titleKey(title)]; len(titled) == 1 {
				return titled
			}
		}
	}
	from := ""
	if note != nil {
		from = note.Path
	}
	return l.loosely(from, target)
}

// titlesIn are what a name with spaces may call by its title: all of it, what it has behind a kind, in
// quotation marks, or before a dash, and that as the name of notes taken.
func titlesIn(name string) []string {
	titles := []string{name}
	if kind, title, ok := strings.Cut(name, ": "); ok && !strings.Contains(kind, " ") {
		name = strings.Trim(title, " \"“”*_")
		titles = append(titles, name)
	}
	if _, rest, ok := strings.Cut(name, "“"); ok {
		title, _, _ := strings.Cut(rest, "”")
		titles = append(titles, title)
	}
	for _, dash := range [...]string{" — ", " – ", " - "} {
		if title, _, ok := strings.Cut(name, dash); ok && strings.Contains(title, " ") {
			titles = append(titles, title, title+" note", title+" notes", title+" transcript")
		}
	}
	return titles
}

// maxNames is how many names a list may have that was read as one.
const maxNames = 20

// namesakes are originals that a summary's name stands for: raw/X.md for source-X,
// whatever the extension and way of writing an arXiv number.
func (l *Library) namesakes(p string) []string {
	stem := vault.FoldName(strings.TrimSuffix(path.Base(p), path.Ext(p)))
	bare := summaryName().ReplaceAllString(stem, "")
	x := l.names()
	var out []string
	collect := func(paths []string) {
		for _, q := range paths {
			if q != p && l.role(q) != roleNote && len(out) == 0 {
				out = append(out, q)
			}
		}
	}
	for _, name := range []string{bare, stem} {
		for _, ext := range textExts {
			collect(x.bases[name+ext])
		}
	}
	if n := arxivNumber(bare); n != "" {
		collect(x.arxiv[n])
	}
	collect(x.bases[bare+".pdf"])
	return out
}

// splitNames finds the files of a list of names, some of which may have commas of
// their own: the longest name that answers counts.
func (l *Library) splitNames(note *markdown.Note, target string) []string {
	parts := strings.Split(target, ",")
	if len(parts) > maxNames {
		return nil
	}
	var found []string
	for from := 0; from < len(parts); {
		next := from + 1
		for to := len(parts); to > from; to-- {
			name := strings.TrimSpace(strings.Join(parts[from:to], ","))
			if paths := l.resolve(note, cleanTarget(name)); len(paths) == 1 {
				if !slices.Contains(found, paths[0]) {
					found = append(found, paths[0])
				}
				next = to
				break
			}
		}
		from = next
	}
	return found
}

// skeleton is a text's letters and digits, to compare titles, and a page with one that was stored
// as its own source: markup, citations and white space do not matter.
func skeleton(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c >= 0x80:
			b.WriteByte(c)
		case c >= 'A' && c <= 'Z':
			b.WriteByte(c + 'a' - 'A')
		}
	}
	return b.String()
}
