package compiler

import (
	"context"
	"fmt"
	"path"
	"strings"

	"assay/compiler/codec"
	"assay/compiler/compose"
	"assay/ingest"
	"assay/provenance"
	"assay/vault"
)

// pages are the stored page files of the snapshot.
func (p *indexer) pages() []string {
	var out []string
	prefix := p.policy.Vault.Sources + "/"
	for _, f := range p.snap.Files() {
		if strings.HasPrefix(f.Path, prefix) && path.Ext(f.Path) == ".md" &&
			provenance.SourceID(path.Base(path.Dir(f.Path))).Valid() {
			out = append(out, f.Path)
		}
	}
	return out
}

// pageChunks are the ids of the passages that a page file holds and the page still
// says. Reading one costs more than all else a plan does, so the answer is kept.
func (p *indexer) pageChunks(file string) []string {
	f, _ := p.snap.File(file)
	k := keyOf("page", "1", file, f.Hash.String())
	ids, ok := lookup(p.results, k, func(b []byte) ([]string, error) {
		d := codec.NewDecoder(b)
		return d.Strs(), d.Err
	})
	if ok {
		return ids
	}
	for _, c := range p.readPage(file).Chunks {
		if c.Intact {
			ids = append(ids, string(c.ID))
		}
	}
	e := &codec.Encoder{}
	e.Strs(ids)
	p.results.memo[k] = ids
	p.results.store.Put(k, e.B)
	return ids
}

func (p *indexer) readPage(file string) provenance.PageFile {
	f, _ := p.snap.File(file)
	key := pageKey{file, f.Bytes()}
	if page, ok := p.indexMemo.pages.get(key); ok {
		return page
	}
	text, err := p.snap.Read(file)
	if err != nil {
		return provenance.PageFile{}
	}
	page := provenance.ParsePage(file, text, provenance.Source{ID: provenance.SourceID(path.Base(path.Dir(file)))})
	p.indexMemo.pages.put(key, page)
	return page
}

type pageKey struct {
	file string
	hash vault.Hash
}

// An indexedPage is a stored page whose passages the index should hold.
type indexedPage struct {
	file     string
	source   provenance.SourceID
	passages []provenance.ChunkID
	vectors  Key
}

// want lists what the index should hold, and names it.
func (p *indexer) want() {
	p.indexed, p.digest = nil, ""
	var ids []provenance.ChunkID
	for _, file := range p.pages() {
		page := indexedPage{file: file, source: provenance.SourceID(path.Base(path.Dir(file)))}
		if p.state(page.source).State == provenance.Rejected {
			continue
		}
		from := len(ids)
		for _, id := range p.pageChunks(file) {
			ids = append(ids, provenance.ChunkID(id))
		}
		page.passages, page.vectors = ids[from:len(ids):len(ids)], p.embedAction(file, 0).Key()
		p.indexed = append(p.indexed, page)
	}
	if len(ids) > 0 {
		p.digest = chunkDigest(ids)
	}
}

// index asks that the stored passages be searchable, and records it.
func (p *indexer) index() bool {
	p.lay()
	if p.want(); p.digest == "" {
		return true
	}
	pending, self, n := p.embed(), p, 0
	for _, page := range p.indexed {
		n += len(page.passages)
	}
	_, ok := need(p.view, &Action{
		Kind: "index", Target: fmt.Sprintf("%d passages", n), keep: true,
		Inputs: []Input{{"passages", p.digest}},
		run: func(ctx context.Context, w World) (any, error) {
			return self.digest, self.searchable(ctx, w)
		},
		encode: func(v any) []byte { return []byte(v.(string)) },
	}, func(b []byte) (string, error) { return string(b), nil })
	return ok && !pending
}

// searchable makes the index hold this plan's passages. That it was done once is on
// record, but an index is disposable: it may have been deleted since, or damaged.
func (p *indexer) searchable(ctx context.Context, w World) error {
	p.indexing.Lock()
	defer p.indexing.Unlock()
	if w.index.Holds(p.digest) {
		return nil
	}
	if err := w.index.Sync(ctx, p.digest, p.passages()); err != nil {
		return fmt.Errorf("index passages: %w", err)
	}
	return nil
}

func chunkDigest(ids []provenance.ChunkID) string {
	parts := make([]string, len(ids))
	for i, id := range ids {
		parts[i] = string(id)
	}
	return hashOf(parts...)
}

// passages are the stored passages whole, as an index is given them.
func (p *indexer) passages() []Passage {
	var out []Passage
	seen := map[provenance.ChunkID]bool{}
	for _, file := range p.pages() {
		page := p.readPage(file)
		if p.state(page.Source).State == provenance.Rejected {
			continue
		}
		for _, c := range page.Chunks {
			if !c.Intact || seen[c.ID] {
				continue
			}
			seen[c.ID] = true
			out = append(out, Passage{ID: c.ID, Source: page.Source, Title: page.Title, URL: page.URL,
				Heading: c.Heading, Text: c.Text, Retrieved: page.Retrieved})
		}
	}
	return out
}

// search asks the index for passages. The answer's key names the set searched, so
// another set is another question; what is made of the answer depends only on the
// passages in it.
func (p *indexer) search(query string) ([]ingest.Hit, bool) {
	self := p
	a := &Action{
		Kind: "search", Target: query, keep: true, net: p.policy.Embedding.IsModel(),
		Inputs: []Input{{"passages", p.digest}, {"embedding", embedderOf(p.policy)}},
		run: func(ctx context.Context, w World) (any, error) {
			if err := self.searchable(ctx, w); err != nil {
				return nil, err
			}
			q, err := self.query(ctx, w, query, searchDeep)
			if err != nil {
				return nil, err
			}
			hits, err := w.index.Search(ctx, q)
			if err != nil {
				return nil, fmt.Errorf("search %q: %w", query, err)
			}
			return compose.OnTopic(query, hits, searchHits), nil
		},
		encode: encodeJSON,
	}
	if hits, ok := lookup(p.results, a.Key(), decodeJSON[[]ingest.Hit]); ok {
		return hits, true
	}
	if p.unembedded || a.net && p.offline {
		p.postponed = p.postponed || p.offline
		return nil, false
	}
	return need(p.view, a, decodeJSON[[]ingest.Hit])
}
