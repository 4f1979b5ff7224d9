package view

import (
	"assay/compiler/reports"
	"assay/compiler/store"
)

// A Key names a result by everything it was made from.
type Key = store.Key

// A Store keeps the results of actions between builds, and what the last assessment says of
// notes.
type Store struct {
	*store.Store
	Torn func() error // set while results are made from files that may change; see [vault.Snapshot.Torn]

	Rows      *store.Table[NoteRow]
	Told      *store.Table[ReportedNote]
	Pairs     *store.Table[NotePairs]
	Cited     *store.Table[CitedFile]
	Sources   *store.Table[SourceCount]
	Questions *store.Table[NoteQuestions]
	Folders   *store.Table[reports.FolderRow]
}

// OpenStore reads the store in a folder.
func OpenStore(dir string) *Store {
	s := store.Open(dir)
	return &Store{Store: s,
		Rows:      store.NewTable(s, 1, func(r *NoteRow) string { return r.Path }),
		Told:      store.NewTable(s, 2, func(t *ReportedNote) string { return t.Path }),
		Pairs:     store.NewTable(s, 3, func(p *NotePairs) string { return p.Note }),
		Cited:     store.NewTable(s, 4, func(c *CitedFile) string { return c.Path }),
		Sources:   store.NewTable(s, 5, func(c *SourceCount) string { return c.Id }),
		Questions: store.NewTable(s, 6, func(q *NoteQuestions) string { return q.Path }),
		Folders:   store.NewTable(s, 7, func(f *reports.FolderRow) string { return f.Folder })}
}

// Sound reports whether what results are made from is still what they are named by.
func (s *Store) Sound() bool { return s.Torn == nil || s.Torn() == nil }

// Put stores a result, if it is sound.
func (s *Store) Put(k Key, data []byte) {
	if s.Sound() {
		s.Store.Put(k, data)
	}
}
