package index

import (
	"path"

	"assay/compiler/codec"
	"assay/compiler/view"
	"assay/provenance"
)

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
	digest, ok := view.Lookup(x.Results, key, decodeText)
	if !ok {
		var ids []provenance.ChunkID
		for _, file := range pages {
			for _, c := range x.PageChunks(file) {
				ids = append(ids, provenance.ChunkID(c))
			}
		}
		digest = ChunkDigest(ids)
		x.Results.Memo[key] = digest
		e := &codec.Encoder{}
		e.Str(digest)
		x.Results.Store.Put(key, e.B)
	}
	return digest
}

func decodeText(b []byte) (string, error) {
	d := codec.NewDecoder(b)
	return d.Str(), d.Err
}
