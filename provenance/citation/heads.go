package citation

import (
	"bytes"
	"maps"
	"path"

	"assay/provenance"
	"assay/text"
	"assay/vault"
	"assay/vault/markdown"
)

// heads tell texts by what stands over their first section.
type heads struct{ urls, titles map[string][]string } // paths by urlKey and titleKey

// readRaws reads those of the originals that are told by where they lie.
func (l *Library) readRaws() heads {
	h := heads{map[string][]string{}, map[string][]string{}}
	for _, f := range l.snapshot.Files() {
		if r, sure := l.roleByPlace(f.Path); sure && r == roleOriginal && isPlain(f.Path) {
			h.add(l, f.Path)
		}
	}
	return h
}

// readHeads adds the other originals, and the addresses of stored pages.
func (l *Library) readHeads() heads {
	raws := l.raws()
	h := heads{maps.Clone(raws.urls), maps.Clone(raws.titles)}
	for _, f := range l.snapshot.Files() {
		if path.Base(f.Path) == provenance.SourceFile && inFolders(f.Path, []string{l.options.Sources}) {
			dir := path.Dir(f.Path)
			for _, p := range l.source(dir).Pages {
				file := path.Join(dir, p.File)
				if _, ok := l.snapshot.File(file); ok {
					h.address(p.URL, file)
					h.address(p.Canonical, file)
				}
			}
		} else if _, sure := l.roleByPlace(f.Path); !sure && isPlain(f.Path) && l.role(f.Path) == roleOriginal {
			h.add(l, f.Path)
		}
	}
	return h
}

func (h *heads) address(address, p string) {
	if isURL(address) {
		k := urlKey(address)
		h.urls[k] = append(h.urls[k], p)
	}
}

func (h *heads) add(l *Library, p string) {
	front, top := l.head(p)
	h.address(addressIn(front, top), p)
	if k := titleKey(titleOf(p, front, top)); k != "" {
		h.titles[k] = append(h.titles[k], p)
	}
}

// head is the frontmatter of a file and the lines behind it, as far as an address and a title may stand.
func (l *Library) head(p string) (markdown.Front, string) {
	raw, err := l.snapshot.Read(p)
	if err != nil {
		return markdown.Front{}, ""
	}
	front := markdown.ReadFront(raw)
	top := raw[front.Body:]
	if len(top) > mostAbout {
		top = top[:mostAbout]
		top = top[:bytes.LastIndexByte(top, '\n')+1]
	}
	return front, string(top)
}

// alikeInHead is the original whose address a page has in its frontmatter or, of a page that lies where
// pages about originals do, the only one of its title.
func (l *Library) alikeInHead(p string) string {
	original, report := foldersOf(p)
	if original {
		return ""
	}
	front, top := l.head(p)
	if key := AddressKey(addressIn(front, "")); key != "" {
		if found := l.raws().urls[key]; len(found) > 0 {
			return found[0]
		}
	}
	if key := titleKey(titleOf(p, front, top)); report && len(key) >= longTitle {
		if found := l.raws().titles[key]; len(found) == 1 {
			return found[0]
		}
	}
	return ""
}

// longTitle is how many bytes of letters and digits two titles share by chance no more.
const longTitle = 16

// titleKey compares titles and headings as written, without tags, and as the slugs that sites make of them.
func titleKey(s string) string { return skeleton(vault.FoldName(tags().ReplaceAllString(s, ""))) }

var tags = text.Pattern(`</?[A-Za-z][^<>]*>`)
