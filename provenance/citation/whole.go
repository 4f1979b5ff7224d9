package citation

import (
	"path"
	"strings"

	"assay/provenance"
	"assay/vault"
)

// A Whole is a file that notes cite, as far as it tells who stands behind it.
type Whole struct {
	Text      string   // what it says now: passages of a stored page that are superseded are left out
	Origin    string   // the file that it was read from; of a page on the web its address
	Addresses []string // where it is, or says that it was, to be read; the page's canonical one among them
	From      []string // what its frontmatter names as its source, links and paths alone
	Site      string   // of a page of a source on the web, or of a folder that is a site: what it is a page of
}

// Whole reads a stored page or an original whole.
func (l *Library) Whole(file string) Whole {
	if !l.isPage(file) {
		o := l.text(file)
		w := Whole{Text: o.text, Origin: file}
		w.readOrigin(o)
		for dir := path.Dir(file); dir != "." && dir != "/"; dir = path.Dir(dir) {
			if IsSite(l.snapshot, dir) {
				w.Site = string(provenance.NewSourceID(dir)) // the outermost: a site has sites below it
			}
		}
		return w
	}
	s := l.page(file)
	w := Whole{Text: s.text(), Origin: s.file.URL, Addresses: []string{s.file.URL, s.page.Canonical}}
	if strings.Contains(s.source.URL, "://") && !strings.HasPrefix(s.source.URL, "file:") || s.source.URL != "" && IsSite(l.snapshot, s.source.URL) {
		w.Site = string(s.file.Source)
	}
	// The frontmatter of a local page is in the original alone.
	if original := s.file.URL; isPlain(original) {
		if _, ok := l.snapshot.File(original); ok {
			w.readOrigin(l.text(original))
		}
	}
	return w
}

// Text is what an original says, "" of what cannot be read.
func (l *Library) Text(file string) string {
	if l.isPage(file) {
		return l.Whole(file).Text
	}
	return l.text(file).text
}

// WholeSpan is where a part of an original's text stands.
func (l *Library) WholeSpan(file string, start, end int) vault.Span {
	return l.Place(l.wholeFile(file), start, end)
}

// IsSite reports a folder whose pages are one work: it has an index.html.
func IsSite(s *vault.Snapshot, folder string) bool {
	for _, name := range [...]string{"index.html", "index.htm"} {
		if _, ok := s.File(path.Join(folder, name)); ok {
			return true
		}
	}
	return false
}

// readOrigin takes over what a text says of its origin. A bare word is the
// name of a publisher as often as that of a note, so only links and paths count.
func (w *Whole) readOrigin(o original) {
	f := o.front
	w.Addresses = append(w.Addresses, addressIn(f, o.text))
	for _, key := range [...]string{"source", "sources", "from", "derived_from", "generated_from", "based_on"} {
		value := f.Text(key)
		wiki := strings.Contains(value, "[[")
		for _, v := range strings.Split(strings.Trim(value, "[] "), ",") {
			v = strings.Trim(strings.TrimSpace(v), `"'`)
			v = strings.TrimSuffix(strings.TrimPrefix(v, "[["), "]]")
			if v != "" && !isURL(v) && (wiki || strings.HasSuffix(strings.ToLower(v), ".md")) && len(w.From) < maxAlso {
				target, _, _ := strings.Cut(v, "|")
				w.From = append(w.From, target)
			}
		}
	}
}

// IsOriginal reports whether a file is text from elsewhere, and no page of the wiki.
func (l *Library) IsOriginal(file string) bool { return l.role(file) != roleNote }

// CitesPassages reports whether a text has citations as only notes of a vault have.
func CitesPassages(text string) bool { return strings.Contains(text, "[^"+provenance.AnchorPrefix) }

// CitesHeld is the first passage held here that a text cites as only notes of a vault
// do, "" where it cites none.
func (l *Library) CitesHeld(text string) provenance.ChunkID {
	const mark = "[^" + provenance.AnchorPrefix
	for range maxAlso {
		i := strings.Index(text, mark)
		if i < 0 {
			break
		}
		text = text[i+2:]
		end := strings.IndexByte(text, ']')
		if end < 0 {
			break
		}
		if id, ok := provenance.ChunkFromAnchor(text[:end]); ok && len(l.anchors()[id]) > 0 {
			return id
		}
	}
	return ""
}
