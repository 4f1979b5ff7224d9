package compiler

import (
	"maps"
	"slices"

	"assay/vault"
)

// ofNotes is what an assessment says of notes and what they rest on, each by path.
type ofNotes struct {
	rows    []noteRow
	told    []toldNote
	pairs   []conflictPair
	cited   []citedFile
	sources map[string]int
}

// laidNotes is the same of some notes, by path; nil stands for what is gone.
type laidNotes struct {
	rows    map[string]*noteRow
	told    map[string]*toldNote
	pairs   map[string]*notePairs
	cited   map[string]*citedFile
	sources map[string]*sourceCount
}

// keepNotes stores what an assessment says of notes.
func (s *Store) keepNotes(a *assessment) {
	if !a.stored {
		s.setNotes(&a.notes)
		return
	}
	aliases, hanging := map[string]*vault.Aliases{}, map[string]*string{}
	for path, r := range a.laid.rows {
		aliases[path], hanging[path] = r.named(), nil
		if r != nil && r.hangs {
			hanging[path] = &path
		}
	}
	s.rows.Lay(a.laid.rows)
	s.aliases.Lay(aliases)
	s.hanging.Lay(hanging)
	s.told.Lay(a.laid.told)
	s.pairs.Lay(a.laid.pairs)
	s.cited.Lay(a.laid.cited)
	s.sources.Lay(a.laid.sources)
}

// setNotes stores what an assessment of all notes says of them.
func (s *Store) setNotes(n *ofNotes) {
	var aliases []vault.Aliases
	var hanging []string
	for i := range n.rows {
		if named := n.rows[i].named(); named != nil {
			aliases = append(aliases, *named)
		}
		if n.rows[i].hangs {
			hanging = append(hanging, n.rows[i].path)
		}
	}
	var sources []sourceCount
	for _, id := range slices.Sorted(maps.Keys(n.sources)) {
		sources = append(sources, sourceCount{id, n.sources[id]})
	}
	s.rows.Set(n.rows)
	s.aliases.Set(aliases)
	s.hanging.Set(hanging)
	s.told.Set(n.told)
	s.pairs.Set(byNote(n.pairs))
	s.cited.Set(n.cited)
	s.sources.Set(sources)
}

// row is what an assessment has of a note.
func (a *assessment) row(s *Store, path string) (noteRow, bool) {
	if !a.stored {
		i, ok := rowAt(a.notes.rows, path)
		if !ok {
			return noteRow{}, false
		}
		return a.notes.rows[i], true
	}
	if r, laid := a.laid.rows[path]; laid {
		if r == nil {
			return noteRow{}, false
		}
		return *r, true
	}
	return s.rows.At(path)
}

// allRows are those of all notes, by path.
func (a *assessment) allRows(s *Store) []noteRow {
	if !a.stored {
		return a.notes.rows
	}
	return s.rows.With(a.laid.rows)
}
