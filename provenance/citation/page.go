package citation

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"assay/provenance"
	"assay/vault"
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
