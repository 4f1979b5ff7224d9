package sources

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"assay/compiler"
	"assay/compiler/acquire"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/ingest/web"
	"assay/provenance"
)

// A Proposal asks for a source.
type Proposal struct {
	Target string // a path, an address, a seed that some envelope knows
	By     string // who asks
	Why    string // for what
	Page   bool   // of a site, this page alone
}

// Propose asks for a source, and maps it: what would be read and what it would cost,
// before anything is. What policy allows by itself needs no other word.
func Propose(ctx context.Context, c *compiler.Compiler, o Proposal) (*reports.SourceReport, error) {
	target, by, why := o.Target, o.By, o.Why
	if c.Guest() {
		return nil, errors.New("propose source: the vault has no policy; run `assay init` first")
	}
	if view.IsRemote(target) || isSeed(c, target) {
		return proposeRemote(ctx, c, o)
	}
	if o.Page {
		return nil, fmt.Errorf("propose %s: a page alone is of a site; a file of this machine is one by itself", target)
	}
	url, err := sourceURL(c, target)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(url, "file:") && provenance.KindOfActor(by) == provenance.Client {
		// Not even looked at: the names of files and whether they are there tell something.
		return nil, &OutsideError{target, by}
	}
	if err := askedAgain(ctx, c, url, by); err != nil {
		return nil, err
	}
	if r, err := Source(ctx, c, string(provenance.NewSourceID(url))); err == nil && r.Standing.State != provenance.Proposed && r.Standing.State != provenance.Rejected {
		return r, nil // known already; its report says where it stands
	}
	m, err := mapSource(ctx, c, url)
	if err != nil {
		return nil, err
	}
	if len(m.Pages) == 0 {
		return nil, fmt.Errorf("propose %s: no Markdown, HTML, PDF or text file there; a JSON or XML file is one where it is named itself, a site where its address begins with https://", target)
	}
	id := provenance.NewSourceID(url)
	err = record(ctx, c, id, by,
		told{provenance.KindProposed, map[string]any{"url": url, "title": path.Base(url), "why": "directive", "directive": why, "requested_by": by}},
		told{provenance.KindMapped, map[string]any{"prefixes": []any{url}, "pages": float64(len(m.Pages)), "credits": float64(0), "digest": m.Digest}})
	if err != nil {
		return nil, err
	}
	r, err := Source(ctx, c, string(id))
	if r != nil {
		r.Map = m
	}
	return r, err
}

// Found is a source that was found for a gap, with why it is worth a look.
type Found struct {
	URL, Topic, Note, Reason, Licence string
	Score                             float64
	Credits                           int
}

// ProposeFound puts on record what was found for gaps, the best first, as far as there is room:
// no more than most wait for a map at once. What the ledger knows is not proposed again,
// whatever became of it. Nothing is asked of anybody, so a map is the next step.
func ProposeFound(ctx context.Context, c *compiler.Compiler, found []Found, most int) (waiting []reports.Waiting, err error) {
	err = c.Alone(ctx, func() error {
		s, err := c.Look(ctx)
		if err != nil {
			return err
		}
		p := c.Plan(s, false)
		for _, id := range p.Ledger.Sources() {
			if p.State(id).State == provenance.Proposed {
				most--
			}
		}
		taken := map[provenance.SourceID]bool{}
		for _, f := range found {
			at, err := web.Canonical(f.URL)
			id := provenance.NewSourceID(at)
			if err != nil || taken[id] || p.State(id).State != provenance.StateNone || c.Policy.Denied(at) != nil {
				continue
			}
			if len(taken) >= most {
				break
			}
			taken[id] = true
			p.Acquire.Record(provenance.ActorLibrarian, provenance.RoleLibrarian, provenance.KindProposed, string(id), map[string]any{
				"url": at, "title": acquire.TitleOfURL(at), "why": "gap", "gap": f.Note, "reason": f.Reason, "score": f.Score,
				"credits": float64(f.Credits), "licence": f.Licence, "requested_by": cmp.Or(p.Acquire.RequestedBy, provenance.ActorLibrarian)})
			waiting = append(waiting, reports.Waiting{Source: string(id), Command: "assay source map " + string(id), Needs: fmt.Sprintf(
				"a map: %s may fill %s (%s; score %.2f; %d credit or more; licence %s)", at, f.Topic, f.Reason, f.Score, f.Credits, f.Licence)})
		}
		if len(taken) == 0 {
			return nil
		}
		return c.Enter(ctx, p)
	})
	return waiting, err
}

// askedAgain refuses what a person said no to, where no person asks for it once more: policy
// would let it in behind their back.
func askedAgain(ctx context.Context, c *compiler.Compiler, url, by string) error {
	if !provenance.Automatic(by) {
		return nil
	}
	r, err := Source(ctx, c, string(provenance.NewSourceID(url)))
	if err != nil {
		return nil // nobody knows it
	}
	if s := r.Standing; s.State == provenance.Rejected && provenance.KindOfActor(s.By) == provenance.Person {
		return fmt.Errorf("propose %s as %s: %w: %s rejected it (%s); a person must run `assay source propose %s`", url, by, ErrAuthRequired, s.By, s.Reason, gates.ShellWord(url))
	}
	return nil
}

// sourceURL is the canonical URL of a local target: a path of the vault, or a file:
// URL outside it.
func sourceURL(c *compiler.Compiler, target string) (string, error) {
	name := target
	if strings.HasPrefix(target, "file://") {
		name = acquire.FileFromURL(target)
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", fmt.Errorf("find %s: %w", target, err)
	}
	if rel, ok := c.Dir.Rel(abs); ok {
		return rel, nil
	}
	return acquire.UrlOfFile(abs), nil
}

// mapSource lists what a crawl would read.
func mapSource(ctx context.Context, c *compiler.Compiler, url string) (*reports.SourceMap, error) {
	m := &reports.SourceMap{Root: url, Digest: acquire.BoundsOf(url)}
	if strings.HasPrefix(url, "file:") {
		root := acquire.FileFromURL(url)
		files, err := c.World.Outside.List(root)
		if err != nil {
			return nil, fmt.Errorf("map %s: %w", root, err)
		}
		for _, f := range files {
			if view.IsNamed(f.Path, root) {
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
	s, err := c.Look(ctx)
	if err != nil {
		return nil, err
	}
	for _, f := range s.Base.Files() {
		if (f.Path == url || strings.HasPrefix(f.Path, url+"/")) && view.IsNamed(f.Path, url) {
			m.Pages = append(m.Pages, strings.TrimPrefix(strings.TrimPrefix(f.Path, url), "/"))
			m.Bytes += f.Size
		}
	}
	return m, nil
}

// Map maps a source again and shows it. by is who asks.
func Map(ctx context.Context, c *compiler.Compiler, id, by string) (*reports.SourceReport, error) {
	r, err := Source(ctx, c, id)
	if err != nil {
		return nil, err
	}
	if view.IsRemote(r.URL) {
		return mapAgain(ctx, c, r, by, onePage(r))
	}
	return r, nil
}
