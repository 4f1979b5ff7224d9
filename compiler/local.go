package compiler

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"assay/provenance"
	"assay/vault"
)

// approved are the local sources, other than listed evidence, that a person let in.
func (p *acquirer) approved() []local {
	listed := map[provenance.SourceID]bool{}
	for _, l := range p.evidence() {
		listed[l.id] = true
	}
	var out []local
	for _, id := range p.ledger.Sources() {
		s := p.state(id)
		if listed[id] || s.URL == "" || isRemote(s.URL) || s.Approval == "" || s.State == provenance.Rejected || s.State == provenance.AuthRequired {
			continue
		}
		l := local{id: id, url: s.URL, why: s.Reason}
		if strings.HasPrefix(s.URL, "file:") {
			// What lies outside the vault is read once, and again when asked to.
			if s.Revision > 0 && p.rereads(id) == rereadNo {
				continue
			}
			files, ok := p.outside(s.URL)
			if !ok {
				continue
			}
			l.files = files
		} else {
			l.files = p.inside(s.URL)
		}
		out = append(out, l)
	}
	return out
}

// inside are the originals at a path of the vault.
func (p *acquirer) inside(url string) []original {
	var out []original
	for _, f := range p.base.Files() {
		if (f.Path == url || strings.HasPrefix(f.Path, url+"/")) && isNamed(f.Path, url) {
			out = append(out, original{path: f.Path, url: f.Path, hash: f.Hash})
		}
	}
	return out
}

// outside lists the originals at a file: URL.
func (p *acquirer) outside(url string) ([]original, bool) {
	return need[[]original](p.view, &Action{
		Kind: "list", Target: url,
		run: func(_ context.Context, w World) (any, error) { return listOutside(w, url) },
	}, nil)
}

func listOutside(w World, url string) ([]original, error) {
	root := fileFromURL(url)
	files, err := w.Outside.List(root)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", root, err)
	}
	var out []original
	for _, f := range files {
		if !isNamed(f.Path, root) {
			continue
		}
		raw, err := w.Outside.Read(f.Path)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", f.Path, err)
		}
		out = append(out, original{path: f.Path, url: urlOfFile(f.Path), hash: vault.HashText(raw)})
	}
	return out, nil
}

// urlOfFile is a file's URL (RFC 8089), its path unescaped so that people can read it.
func urlOfFile(abs string) string {
	abs = filepath.ToSlash(abs)
	if !strings.HasPrefix(abs, "/") {
		abs = "/" + abs
	}
	return "file://" + abs
}

func fileFromURL(url string) string {
	name := strings.TrimPrefix(url, "file://")
	if len(name) > 2 && name[0] == '/' && name[2] == ':' {
		name = name[1:]
	}
	return filepath.FromSlash(name)
}

// boundsOf is what an approval is bound to.
func boundsOf(url string) string { return hashOf("bounds", url) }
