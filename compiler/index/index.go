// Package index keeps the index of stored passages and their vectors, and searches it.
package index

import (
	"context"
	"fmt"
	"path"
	"strings"
	"sync"

	"assay/compiler/compose"
	"assay/compiler/view"
	"assay/ingest"
	"assay/provenance"
)

// An Indexer keeps the index of stored passages what the vault says.
type Indexer struct {
	*view.View

	Digest     string // of the passages that the index should hold; "" for none
	indexed    []indexedPage
	unembedded bool // some of them have no vectors
	indexing   sync.Mutex
}

// Pages are the stored page files of the snapshot.
func (x *Indexer) Pages() []string {
	var out []string
	prefix := x.Policy.Vault.Sources + "/"
	for _, f := range x.Snap.Files() {
		if strings.HasPrefix(f.Path, prefix) && path.Ext(f.Path) == ".md" &&
			provenance.SourceID(path.Base(path.Dir(f.Path))).Valid() {
			out = append(out, f.Path)
		}
	}
	return out
}

// PageChunks are the ids of the passages that a page file holds and the page still
// says. Reading one costs more than all else a plan does, so the answer is kept.
func (x *Indexer) PageChunks(file string) []provenance.ChunkID {
	f, _ := x.Snap.File(file)
	k := view.KeyOf("page", "1", file, f.Hash.String())
	ids, ok := view.Lookup[[]provenance.ChunkID](x.Results, k)
	if ok {
		return ids
	}
	for _, c := range x.ReadPage(file).Chunks {
		if c.Intact {
			ids = append(ids, c.ID)
		}
	}
	x.Results.Keep(k, ids)
	return ids
}

// An indexedPage is a stored page whose passages the index should hold.
type indexedPage struct {
	file     string
	source   provenance.SourceID
	passages []provenance.ChunkID
	vectors  view.Key
}

// Want lists what the index should hold, and names it.
func (x *Indexer) Want() {
	x.indexed, x.Digest = nil, ""
	var ids []provenance.ChunkID
	for _, file := range x.Pages() {
		page := indexedPage{file: file, source: provenance.SourceID(path.Base(path.Dir(file)))}
		if x.State(page.source).State == provenance.Rejected {
			continue
		}
		from := len(ids)
		ids = append(ids, x.PageChunks(file)...)
		page.passages, page.vectors = ids[from:len(ids):len(ids)], x.embedAction(file, 0).Key()
		x.indexed = append(x.indexed, page)
	}
	if len(ids) > 0 {
		x.Digest = ChunkDigest(ids)
	}
}

// Sync asks that the stored passages be searchable, and records it.
func (x *Indexer) Sync() bool {
	x.Lay()
	if x.Want(); x.Digest == "" {
		return true
	}
	pending, n := x.Embed(), 0
	for _, page := range x.indexed {
		n += len(page.passages)
	}
	_, ok := view.Need[string](x.View, &view.Action{
		Kind: "index", Target: fmt.Sprintf("%d passages", n), Keep: true,
		Inputs: []view.Input{{Name: "passages", Hash: x.Digest}},
		Run: func(ctx context.Context, w view.World) (any, error) {
			return x.Digest, x.Searchable(ctx, w)
		},
	})
	return ok && !pending
}

// Searchable makes the index hold this plan's passages. That it was done once is on
// record, but an index is disposable: it may have been deleted since, or damaged.
func (x *Indexer) Searchable(ctx context.Context, w view.World) error {
	x.indexing.Lock()
	defer x.indexing.Unlock()
	if w.Index.Holds(x.Digest) {
		return nil
	}
	if err := w.Index.Sync(ctx, x.Digest, x.Passages()); err != nil {
		return fmt.Errorf("index passages: %w", err)
	}
	return nil
}

func ChunkDigest(ids []provenance.ChunkID) string {
	parts := make([]string, len(ids))
	for i, id := range ids {
		parts[i] = string(id)
	}
	return view.HashOf(parts...)
}

// Passages are the wanted passages whole, as an index is given them.
func (x *Indexer) Passages() []ingest.Doc {
	var out []ingest.Doc
	seen := map[provenance.ChunkID]bool{}
	for _, wanted := range x.indexed {
		page := x.ReadPage(wanted.file)
		for _, c := range page.Chunks {
			if !c.Intact || seen[c.ID] {
				continue
			}
			seen[c.ID] = true
			out = append(out, ingest.Doc{ID: c.ID, Source: page.Source, Title: page.Title, URL: page.URL,
				Heading: c.Heading, Text: c.Text, Retrieved: page.Retrieved})
		}
	}
	return out
}

// Search asks the index for passages. The answer's key names the set searched, so
// another set is another question; what is made of the answer depends only on the
// passages in it.
func (x *Indexer) Search(query string) ([]ingest.Hit, bool) {
	a := &view.Action{
		Kind: "search", Target: query, Keep: true, Net: x.Policy.Embedding.IsModel(),
		Inputs: []view.Input{{Name: "passages", Hash: x.Digest}, {Name: "embedding", Hash: EmbedderOf(x.Policy)}},
		Run: func(ctx context.Context, w view.World) (any, error) {
			if err := x.Searchable(ctx, w); err != nil {
				return nil, err
			}
			q, err := x.Query(ctx, w, query, searchDeep)
			if err != nil {
				return nil, err
			}
			hits, err := w.Index.Search(ctx, q)
			if err != nil {
				return nil, fmt.Errorf("search %q: %w", query, err)
			}
			return compose.OnTopic(query, hits, searchHits), nil
		},
	}
	if hits, ok := view.Lookup[[]ingest.Hit](x.Results, a.Key()); ok {
		return hits, true
	}
	if x.unembedded || a.Net && x.Offline {
		x.Postponed = x.Postponed || x.Offline
		return nil, false
	}
	return view.Need[[]ingest.Hit](x.View, a)
}

// PassagesOf is the digest of the passages that the stored pages of a source have now.
func (x *Indexer) PassagesOf(id provenance.SourceID) string {
	folder := x.SourcePath(id, "")
	parts := []string{"stored passages", string(id)}
	var pages []string
	s := x.SourceNow(id)
	for _, f := range x.Snap.Under(folder) {
		if _, listed := s.Page(path.Base(f.Path)); listed && path.Dir(f.Path) == folder {
			sum := f.Bytes()
			parts, pages = append(parts, f.Path, string(sum[:])), append(pages, f.Path)
		}
	}
	key := view.KeyOf(parts...)
	digest, ok := view.Lookup[string](x.Results, key)
	if !ok {
		var ids []provenance.ChunkID
		for _, file := range pages {
			ids = append(ids, x.PageChunks(file)...)
		}
		digest = ChunkDigest(ids)
		x.Results.Keep(key, digest)
	}
	return digest
}

// searchHits is how many passages a draft may be made from.
const searchHits = 24

// searchDeep is how far down a search looks for sections whose heading is the topic.
// Where pages on details of a topic abound, they crowd out the section that says what
// it is.
const searchDeep = 8 * searchHits
