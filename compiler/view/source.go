package view

import (
	"path"
	"slices"
	"strings"
	"sync"

	"assay/provenance"
	"assay/vault"
)

// LineOf is the line of a file that a place lies in; 0 where the file cannot be read.
func (v *View) LineOf(file string, at int) int {
	text, err := v.Snap.Read(file)
	if err != nil {
		return 0
	}
	return vault.NewLines(text).Position(at).Line
}

// IsRemote reports whether a source's URL leads out of this machine.
func IsRemote(url string) bool {
	return strings.Contains(url, "://") && !strings.HasPrefix(url, "file:") || strings.HasPrefix(url, "ctx7:")
}

// SourceNow reads a source's description with the plan's writes.
func (v *View) SourceNow(id provenance.SourceID) provenance.Source {
	file := v.SourcePath(id, provenance.SourceFile)
	f, _ := v.Snap.File(file)
	s, known := v.Results.sources.Get(f.Hash)
	if !known {
		text, err := v.Snap.Read(file)
		if err != nil {
			return provenance.Source{ID: id}
		}
		s, _ = provenance.ParseSource(text)
		v.Results.sources.Put(f.Hash, s)
	}
	s.ID = id
	return s
}

func (v *View) SourcePath(id provenance.SourceID, file string) string {
	return path.Join(v.Policy.Vault.Sources, string(id), file)
}

// ReadPage reads a stored page file.
func (v *View) ReadPage(file string) provenance.PageFile {
	f, _ := v.Snap.File(file)
	key := pageKey{file, f.Bytes()}
	if page, ok := v.Results.pages.Get(key); ok {
		return page
	}
	text, err := v.Snap.Read(file)
	if err != nil {
		return provenance.PageFile{}
	}
	page := provenance.ParsePage(file, text, provenance.Source{ID: provenance.SourceID(path.Base(path.Dir(file)))})
	v.Results.pages.Put(key, page)
	return page
}

type pageKey struct {
	file string
	hash vault.Hash
}

// Source reads a source's description off the disk.
func (v *View) Source(id provenance.SourceID) provenance.Source {
	name := v.SourcePath(id, provenance.SourceFile)
	text, err := v.Base.Read(name)
	if err != nil {
		return provenance.Source{ID: id}
	}
	s, _ := provenance.ParseSource(text)
	s.ID = id
	return s
}

// Seen is a source's description with the ledger's word on when each page was last found
// to say what is stored. It is for those who ask how old evidence is, and never written.
func (v *View) Seen(s provenance.Source) provenance.Source {
	state := v.State(s.ID)
	s.Pages = slices.Clone(s.Pages)
	for i := range s.Pages {
		s.Pages[i].Retrieved = state.Seen(s.Pages[i])
	}
	return s
}

// SumOf names what a file says to a verdict that rests on it. When the pages of a source were
// last seen as they are is on the ledger, so that it is part of what its description says.
func (v *View) SumOf(f vault.File) vault.Hash {
	folder, name := path.Split(f.Path)
	if name != provenance.SourceFile || path.Dir(path.Clean(folder)) != v.Policy.Vault.Sources {
		return f.Bytes()
	}
	s := v.State(provenance.SourceID(path.Base(folder)))
	if s.Confirmed.IsZero() {
		return f.Bytes()
	}
	sum := f.Bytes()
	return vault.HashText([]byte(HashOf(append([]string{string(sum[:]), s.Confirmed.String()}, s.Missed...)...)))
}

// SourceOf is the source that an original belongs to, where a note cites the file.
func (v *View) SourceOf(file string) provenance.SourceID {
	if v.originals == nil {
		v.originals = map[string]provenance.SourceID{}
		for _, l := range v.Evidence() {
			for _, o := range l.Files {
				v.originals[o.Path] = l.Id
			}
		}
	}
	return v.originals[file]
}

// A ReadMemo is what was read last of files of one kind. Actions ask at the same time.
type ReadMemo[K comparable, V any] struct {
	mu   sync.Mutex
	most int
	read map[K]V
}

func (m *ReadMemo[K, V]) Get(k K) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.read[k]
	return v, ok
}

func (m *ReadMemo[K, V]) Put(k K, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.read == nil || len(m.read) >= m.most {
		m.read = map[K]V{}
	}
	m.read[k] = v
}

// How many stored pages and descriptions of sources are kept as they were read: topics of
// drafts ask for the same ones again and again.
const (
	fewPages   = 256
	fewSources = 1024
)
