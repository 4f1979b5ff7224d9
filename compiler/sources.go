package compiler

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"assay/provenance"
	"assay/vault"
)

// ErrAuthRequired says that only a person can let something go on.
var ErrAuthRequired = errors.New("AUTH_REQUIRED")

// approved are the local sources, other than listed evidence, that a person let in.
func (p *plan) approved() []local {
	listed := map[provenance.SourceID]bool{}
	for _, l := range p.evidence() {
		listed[l.id] = true
	}
	var out []local
	for _, id := range p.ledger.Sources() {
		s := p.state(id)
		if listed[id] || s.URL == "" || s.Approval == "" || s.State == provenance.Rejected || s.State == provenance.AuthRequired {
			continue
		}
		l := local{id: id, url: s.URL, why: s.Reason}
		if strings.HasPrefix(s.URL, "file:") {
			// What lies outside the vault is read once, and again when asked to.
			if s.Revision > 0 && !p.recrawl[id] {
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
func (p *plan) inside(url string) []original {
	var out []original
	for _, f := range p.base.Files() {
		if (f.Path == url || strings.HasPrefix(f.Path, url+"/")) && isReadable(f.Path) {
			out = append(out, original{path: f.Path, url: f.Path, hash: f.Hash})
		}
	}
	return out
}

// outside lists the originals at a file: URL.
func (p *plan) outside(url string) ([]original, bool) {
	return need[[]original](p, &Action{
		Kind: "list", Version: "1", Target: url,
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
		if !isReadable(f.Path) {
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

// Propose asks for a local source, and maps it: what would be read, before anything
// is. by is who asks, why for what.
func (c *Compiler) Propose(ctx context.Context, target, by, why string) (*SourceReport, error) {
	if c.Guest {
		return nil, errors.New("propose source: the vault has no policy; run `assay init` first")
	}
	if strings.Contains(target, "://") && !strings.HasPrefix(target, "file://") {
		if err := c.Policy.Denied(target); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("propose %s: this version reads files and folders; save the page into an evidence folder", target)
	}
	url, err := c.sourceURL(target)
	if err != nil {
		return nil, err
	}
	m, err := c.mapSource(ctx, url)
	if err != nil {
		return nil, err
	}
	if len(m.Pages) == 0 {
		return nil, fmt.Errorf("propose %s: no Markdown, HTML or text file there", target)
	}
	id := provenance.NewSourceID(url)
	err = c.append(ctx, func(l *provenance.Ledger, add func(kind string, data map[string]any) error) error {
		if err := add(provenance.KindProposed, map[string]any{"url": url, "title": path.Base(url), "why": "directive", "directive": why, "requested_by": by}); err != nil {
			return err
		}
		return add(provenance.KindMapped, map[string]any{"prefixes": []any{url}, "pages": float64(len(m.Pages)), "credits": float64(0), "digest": m.Digest})
	}, id, by)
	if err != nil {
		return nil, err
	}
	r, err := c.Source(ctx, string(id))
	if r != nil {
		r.Map = m
	}
	return r, err
}

// sourceURL is the canonical URL of a local target: a path of the vault, or a file:
// URL outside it.
func (c *Compiler) sourceURL(target string) (string, error) {
	name := target
	if strings.HasPrefix(target, "file://") {
		name = fileFromURL(target)
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", fmt.Errorf("find %s: %w", target, err)
	}
	if rel, ok := c.dir.Rel(abs); ok {
		return rel, nil
	}
	return urlOfFile(abs), nil
}

// mapSource lists what a crawl would read.
func (c *Compiler) mapSource(ctx context.Context, url string) (*SourceMap, error) {
	m := &SourceMap{Root: url, Digest: boundsOf(url)}
	if strings.HasPrefix(url, "file:") {
		root := fileFromURL(url)
		files, err := c.world.Outside.List(root)
		if err != nil {
			return nil, fmt.Errorf("map %s: %w", root, err)
		}
		for _, f := range files {
			if isReadable(f.Path) {
				rel, err := filepath.Rel(root, f.Path)
				if err != nil || rel == "." {
					rel = filepath.Base(f.Path)
				}
				m.Pages = append(m.Pages, filepath.ToSlash(rel))
				m.Bytes += f.Size
			}
		}
		return m, nil
	}
	s, err := c.look(ctx)
	if err != nil {
		return nil, err
	}
	for _, f := range s.base.Files() {
		if (f.Path == url || strings.HasPrefix(f.Path, url+"/")) && isReadable(f.Path) {
			m.Pages = append(m.Pages, strings.TrimPrefix(strings.TrimPrefix(f.Path, url), "/"))
			m.Bytes += f.Size
		}
	}
	return m, nil
}

// Map maps a source again and shows it.
func (c *Compiler) Map(ctx context.Context, id string) (*SourceReport, error) {
	r, err := c.Source(ctx, id)
	if err != nil {
		return nil, err
	}
	r.Map, err = c.mapSource(ctx, r.URL)
	return r, err
}

// Approve lets a mapped source be read. Only a person may: the caller has seen to
// that by a controlling terminal; by is that person.
func (c *Compiler) Approve(ctx context.Context, id, digest, by string) error {
	if provenance.KindOfActor(by) != provenance.Person {
		return fmt.Errorf("approve %s as %s: %w: a person must run `assay source approve %s` at a terminal", id, by, ErrAuthRequired, id)
	}
	r, err := c.Source(ctx, id)
	if err != nil {
		return err
	}
	if want := boundsOf(r.URL); digest != want {
		return fmt.Errorf("approve %s: what was shown has changed; look at `assay source map %s` again", id, id)
	}
	return c.append(ctx, func(l *provenance.Ledger, add func(string, map[string]any) error) error {
		return add(provenance.KindApproved, map[string]any{"digest": digest, "approver": by})
	}, r.ID, by)
}

// Reject says no to a source, with a reason.
func (c *Compiler) Reject(ctx context.Context, id, reason, by string) error {
	r, err := c.Source(ctx, id)
	if err != nil {
		return err
	}
	return c.append(ctx, func(l *provenance.Ledger, add func(string, map[string]any) error) error {
		return add(provenance.KindRejected, map[string]any{"reason": reason})
	}, r.ID, by)
}

// append writes events about a source to the ledger, each only where the lifecycle
// allows it.
func (c *Compiler) append(ctx context.Context, make func(*provenance.Ledger, func(kind string, data map[string]any) error) error, id provenance.SourceID, by string) error {
	_, err := c.locked(ctx, func() (*Report, error) {
		s, err := c.look(ctx)
		if err != nil {
			return nil, err
		}
		p := c.plan(s, c.results(s), false)
		role := provenance.RolePerson
		if provenance.KindOfActor(by) != provenance.Person {
			role = provenance.RoleEngineer
		}
		err = make(p.ledger, func(kind string, data map[string]any) error {
			if to, ok := stateOf(kind); ok {
				if err := provenance.Advance(p.state(id), to); err != nil {
					return err
				}
			}
			p.record(by, role, kind, string(id), data)
			return nil
		})
		if err != nil {
			return nil, err
		}
		p.attributes()
		return nil, vault.Apply(ctx, c.dir, p.list())
	})
	return err
}

func stateOf(kind string) (provenance.State, bool) {
	for _, k := range provenance.EventKinds() {
		if k.Name == kind && k.Sets != provenance.StateNone {
			return k.Sets, true
		}
	}
	return provenance.StateNone, false
}

// Crawl reads an approved source, through indexed and verified, and drafts nothing.
// A source that was read before is read again.
func (c *Compiler) Crawl(ctx context.Context, id string, progress func(Event)) (*Report, error) {
	r, err := c.Source(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := provenance.Advance(r.state, provenance.Crawled); err != nil {
		return nil, fmt.Errorf("crawl %s: %w", id, err)
	}
	return c.locked(ctx, func() (*Report, error) {
		s, err := c.look(ctx)
		if err != nil {
			return nil, err
		}
		return c.build(ctx, s, BuildOptions{Progress: progress}, func(p *plan) {
			p.intakeOnly = true
			p.recrawl = map[provenance.SourceID]bool{r.ID: true}
		})
	})
}

// Verify audits a source that is stored: integrity, coherence, metadata, sample
// retrieval.
func (c *Compiler) Verify(ctx context.Context, id string) (*Audit, error) {
	r, err := c.Source(ctx, id)
	if err != nil {
		return nil, err
	}
	s, err := c.look(ctx)
	if err != nil {
		return nil, err
	}
	p := c.plan(s, c.results(s), false)
	p.snap = p.base
	var files []string
	for _, file := range p.pages() {
		if provenance.SourceID(path.Base(path.Dir(file))) == r.ID {
			files = append(files, file)
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("verify %s: nothing of it is stored; `assay source crawl %s` reads it", id, id)
	}
	if err := c.ready(ctx, p); err != nil {
		return nil, err
	}
	a, err := p.runAudit(ctx, c.world, r.ID, files)
	if err != nil {
		return nil, err
	}
	return &a.Audit, nil
}

// Sources lists every source that the ledger or the sources folder knows.
func (c *Compiler) Sources(ctx context.Context) ([]SourceRow, error) {
	s, err := c.look(ctx)
	if err != nil {
		return nil, err
	}
	p := c.plan(s, c.results(s), false)
	p.snap = p.base
	ids := map[provenance.SourceID]bool{}
	for _, id := range p.ledger.Sources() {
		ids[id] = true
	}
	chunks := map[provenance.SourceID]int{}
	for _, file := range p.pages() {
		id := provenance.SourceID(path.Base(path.Dir(file)))
		ids[id] = true
		chunks[id] += len(p.pageChunks(file))
	}
	out := make([]SourceRow, 0, len(ids))
	for id := range ids {
		out = append(out, p.row(id, chunks[id]))
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].URL != out[j].URL {
			return out[i].URL < out[j].URL
		}
		return out[i].ID < out[j].ID
	})
	return out, nil
}

func (p *plan) row(id provenance.SourceID, chunks int) SourceRow {
	s, state := p.source(id), p.state(id)
	row := SourceRow{ID: id, URL: s.URL, Title: s.Title, State: state.State.String(), Pages: len(s.Pages), Chunks: chunks}
	if row.URL == "" {
		row.URL = state.URL
	}
	row.Freshness = "unknown"
	if len(s.Pages) > 0 {
		row.Retrieved = oldestRetrieval(s)
		row.Freshness = p.freshness(s)
	}
	return row
}

// freshness of a source by the policy's clock, tags aside.
func (p *plan) freshness(s provenance.Source) string {
	if s.Fixed {
		return "does-not-age"
	}
	fresh := p.policy.FreshFor(nil, string(s.Class), hostOf(s.URL))
	for _, page := range s.Pages {
		if fresh > 0 && p.now.Sub(page.Retrieved) > fresh {
			return "stale"
		}
	}
	return "fresh"
}

// Source is one source whole.
func (c *Compiler) Source(ctx context.Context, id string) (*SourceReport, error) {
	rows, err := c.Sources(ctx)
	if err != nil {
		return nil, err
	}
	var found []SourceRow
	for _, row := range rows {
		if string(row.ID) == id || row.URL == id || len(id) > 5 && strings.HasPrefix(string(row.ID), id) {
			found = append(found, row)
		}
	}
	switch {
	case len(found) == 0:
		return nil, fmt.Errorf("find source %q: not known; `assay source list` shows those that are", id)
	case len(found) > 1:
		return nil, fmt.Errorf("find source %q: %d sources begin so; give more of the id", id, len(found))
	}
	s, err := c.look(ctx)
	if err != nil {
		return nil, err
	}
	p := c.plan(s, c.results(s), false)
	r := &SourceReport{SourceRow: found[0], Events: p.ledger.Touching(string(found[0].ID)), state: p.state(found[0].ID)}
	switch r.state.State {
	case provenance.Mapped, provenance.Proposed, provenance.AuthRequired:
		r.Needs, r.Command = "a person's approval", "assay source approve "+string(r.ID)
	case provenance.Approved:
		r.Needs, r.Command = "to be read", "assay build"
	case provenance.Failed:
		r.Needs, r.Command = r.state.Reason, "assay source crawl "+string(r.ID)
	}
	return r, nil
}

// hostOf is the host of an http URL, or "".
func hostOf(url string) string {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return ""
	}
	host, _, _ := strings.Cut(rest, "/")
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		host = host[i+1:]
	}
	host, _, _ = strings.Cut(host, ":")
	return strings.ToLower(host)
}
