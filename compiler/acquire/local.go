package acquire

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"assay/compiler/view"
	"assay/provenance"
	"assay/vault"
)

// approved are the local sources, other than listed evidence, that a person let in.
func (aq *Acquirer) approved() []view.Local {
	listed := map[provenance.SourceID]bool{}
	for _, l := range aq.Evidence() {
		listed[l.Id] = true
	}
	var out []view.Local
	for _, id := range aq.Ledger.Sources() {
		s := aq.State(id)
		if listed[id] || s.URL == "" || view.IsRemote(s.URL) || s.Approval == "" || s.State == provenance.Rejected || s.State == provenance.AuthRequired {
			continue
		}
		l := view.Local{Id: id, Url: s.URL, Why: s.Reason}
		if strings.HasPrefix(s.URL, "file:") {
			// What lies outside the vault is read once, and again when asked to.
			if s.Revision > 0 && aq.Recrawl[id] == rereadNo {
				continue
			}
			files, ok := view.Need[[]view.OriginalFile](aq.View, &view.Action{Kind: "list", Target: s.URL,
				Run: func(_ context.Context, w view.World) (any, error) { return listOutside(w, s.URL) },
			})
			if !ok {
				continue
			}
			l.Files = files
		} else {
			l.Files = aq.inside(s.URL)
		}
		out = append(out, l)
	}
	return out
}

// inside are the originals at a path of the vault.
func (aq *Acquirer) inside(url string) []view.OriginalFile {
	var out []view.OriginalFile
	for _, f := range aq.Base.Files() {
		if view.Covers(url, f.Path) && view.IsNamed(f.Path, url) {
			out = append(out, view.OriginalFile{Path: f.Path, Url: f.Path, Hash: f.Hash})
		}
	}
	return out
}

// listOutside lists the originals at a file: URL.
func listOutside(w view.World, url string) ([]view.OriginalFile, error) {
	root := FileFromURL(url)
	files, err := w.Outside.List(root)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", root, err)
	}
	var out []view.OriginalFile
	for _, f := range files {
		if !view.Covers(filepath.ToSlash(root), filepath.ToSlash(f.Path)) || !view.IsNamed(f.Path, root) {
			continue
		}
		raw, err := w.Outside.Read(f.Path)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", f.Path, err)
		}
		out = append(out, view.OriginalFile{Path: f.Path, Url: UrlOfFile(f.Path), Hash: vault.HashText(raw)})
	}
	return out, nil
}

// UrlOfFile is a file's URL (RFC 8089), its path unescaped so that people can read it.
func UrlOfFile(abs string) string {
	abs = filepath.ToSlash(abs)
	if !strings.HasPrefix(abs, "/") {
		abs = "/" + abs
	}
	return "file://" + abs
}

func FileFromURL(url string) string {
	name := strings.TrimPrefix(url, "file://")
	if len(name) > 2 && name[0] == '/' && name[2] == ':' {
		name = name[1:]
	}
	return filepath.FromSlash(name)
}

// BoundsOf is what an approval is bound to.
func BoundsOf(url string) string { return view.HashOf("bounds", url) }
