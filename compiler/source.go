package compiler

import (
	"assay/provenance"
	"path"
	"strings"
	"sync"
)

// isRemote reports whether a source's URL leads out of this machine.
func isRemote(url string) bool {
	return strings.Contains(url, "://") && !strings.HasPrefix(url, "file:") || strings.HasPrefix(url, "ctx7:")
}

// sourceNow reads a source's description with the plan's writes.
func (p *view) sourceNow(id provenance.SourceID) provenance.Source {
	file := p.sourcePath(id, provenance.SourceFile)
	f, _ := p.snap.File(file)
	s, known := p.results.sources.get(f.Hash)
	if !known {
		text, err := p.snap.Read(file)
		if err != nil {
			return provenance.Source{ID: id}
		}
		s, _ = provenance.ParseSource(text)
		p.results.sources.put(f.Hash, s)
	}
	s.ID = id
	return s
}

func (p *view) sourcePath(id provenance.SourceID, file string) string {
	return path.Join(p.policy.Vault.Sources, string(id), file)
}

// source reads a source's description off the disk.
func (p *view) source(id provenance.SourceID) provenance.Source {
	name := p.sourcePath(id, provenance.SourceFile)
	if _, ok := p.base.File(name); !ok {
		return provenance.Source{ID: id}
	}
	text, err := p.base.Read(name)
	if err != nil {
		return provenance.Source{ID: id}
	}
	s, _ := provenance.ParseSource(text)
	s.ID = id
	return s
}

// sourceOf is the source that an original belongs to, where a note cites the file.
func (p *view) sourceOf(file string) provenance.SourceID {
	if p.originals == nil {
		p.originals = map[string]provenance.SourceID{}
		for _, l := range p.evidence() {
			for _, o := range l.files {
				p.originals[o.path] = l.id
			}
		}
	}
	return p.originals[file]
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

// A readMemo is what was read last of files of one kind. Actions ask at the same time.
type readMemo[K comparable, V any] struct {
	mu   sync.Mutex
	most int
	read map[K]V
}

func (m *readMemo[K, V]) get(k K) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.read[k]
	return v, ok
}

func (m *readMemo[K, V]) put(k K, v V) {
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
