package compiler

import (
	"assay/compiler/codec"
	"assay/compiler/store"
	"assay/vault"
)

// A Key names a result by everything it was made from.
type Key = store.Key

// A Store keeps the results of actions between builds, and what the last assessment says of
// notes.
type Store struct {
	*store.Store
	torn func() error // set while results are made from files that may change; see [vault.Snapshot.Torn]

	rows    *store.Table[noteRow]
	told    *store.Table[toldNote]
	pairs   *store.Table[notePairs]
	cited   *store.Table[citedFile]
	sources *store.Table[sourceCount]
	aliases *store.Table[vault.Aliases] // of notes that have any
	hanging *store.Table[string]        // notes whose grade hangs on claims of others
}

// OpenStore reads the store in a folder.
func OpenStore(dir string) *Store {
	s := store.Open(dir)
	return &Store{Store: s,
		rows:    store.NewTable(s, 1, store.Row[noteRow]{Put: putNoteRow, Get: getNoteRow, Path: func(r *noteRow) string { return r.path }}),
		told:    store.NewTable(s, 2, store.Row[toldNote]{Put: putToldNote, Get: getToldNote, Path: func(t *toldNote) string { return t.path }}),
		pairs:   store.NewTable(s, 3, store.Row[notePairs]{Put: putNotePairs, Get: getNotePairs, Path: func(p *notePairs) string { return p.note }}),
		cited:   store.NewTable(s, 4, store.Row[citedFile]{Put: putCitedFile, Get: getCitedFile, Path: func(c *citedFile) string { return c.path }}),
		sources: store.NewTable(s, 5, store.Row[sourceCount]{Put: putSourceCount, Get: getSourceCount, Path: func(c *sourceCount) string { return c.id }}),
		aliases: store.NewTable(s, 6, store.Row[vault.Aliases]{Put: putAliases, Get: getAliases, Path: func(a *vault.Aliases) string { return a.Path }}),
		hanging: store.NewTable(s, 7, store.Row[string]{Put: func(e *codec.Encoder, v *string) { e.Str(*v) }, Get: func(d *codec.Decoder, v *string) { *v = d.Str() }, Path: func(v *string) string { return *v }})}
}

// Sound reports whether what results are made from is still what they are named by.
func (s *Store) Sound() bool { return s.torn == nil || s.torn() == nil }

// Put stores a result, if it is sound.
func (s *Store) Put(k Key, data []byte) {
	if s.Sound() {
		s.Store.Put(k, data)
	}
}
