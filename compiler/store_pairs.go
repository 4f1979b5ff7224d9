package compiler

import (
	"maps"
	"slices"
	"strings"
)

// Pairs are the claims that cannot both hold, in order; false where that cannot be read.
func (s *Store) Pairs() ([]conflictPair, bool) {
	if !s.pairsRead {
		d := newDecoder(s.parts[lastPairs])
		if s.pairs = unlist(d, getConflictPair); d.err != nil {
			return nil, false
		}
		s.pairsRead = true
		if len(s.pairsOf) > 0 {
			all := slices.DeleteFunc(s.pairs, func(c conflictPair) bool { _, ok := s.pairsOf[c.note]; return ok })
			for _, note := range slices.Sorted(maps.Keys(s.pairsOf)) {
				all = append(all, s.pairsOf[note]...)
			}
			r := conflictRecord{pairs: all}
			r.tidy()
			s.pairs = r.pairs
		}
	}
	return s.pairs, true
}

// mostPairsOf is for how many notes pairs are patched, before all are stored anew.
const mostPairsOf = 64

// SetPairs stores them, where they are others.
func (s *Store) SetPairs(pairs []conflictPair) {
	old, ok := s.Pairs()
	if ok && s.parts[lastPairs] != nil {
		notes := notesUnlike(old, pairs)
		if len(notes) <= mostPairsOf {
			for _, note := range notes {
				s.pairsOf[note] = pairsOfNote(pairs, note)
			}
			s.setPairs = append(s.setPairs, notes...)
			s.pairs = pairs
			return
		}
	}
	s.parts[lastPairs], s.setPart[lastPairs] = encodePairs(pairs), true
	s.pairs, s.pairsRead, s.setPairs = pairs, true, nil
	clear(s.pairsOf)
}

func encodePairs(pairs []conflictPair) []byte {
	e := &encoder{}
	list(e, pairs, putConflictPair)
	return e.b
}

// notesUnlike are the notes that two lists, both in order, do not have the same pairs of.
func notesUnlike(a, b []conflictPair) (notes []string) {
	for len(a) > 0 || len(b) > 0 {
		if len(a) > 0 && len(b) > 0 && a[0].is(&b[0]) {
			a, b = a[1:], b[1:]
			continue
		}
		note := ""
		if len(b) == 0 || len(a) > 0 && a[0].note <= b[0].note {
			note = a[0].note
		} else {
			note = b[0].note
		}
		notes = append(notes, note)
		for len(a) > 0 && a[0].note == note {
			a = a[1:]
		}
		for len(b) > 0 && b[0].note == note {
			b = b[1:]
		}
	}
	return notes
}

// pairsOfNote are those of one note among pairs in order.
func pairsOfNote(pairs []conflictPair, note string) []conflictPair {
	from, _ := slices.BinarySearchFunc(pairs, note, func(c conflictPair, note string) int { return strings.Compare(c.note, note) })
	to := from
	for to < len(pairs) && pairs[to].note == note {
		to++
	}
	return pairs[from:to:to]
}

// is reports whether two pairs say the same.
func (p *conflictPair) is(o *conflictPair) bool {
	a, b := p.conflict, o.conflict
	m, n := a.Mismatch, b.Mismatch
	a.Mismatch, b.Mismatch = nil, nil
	return p.note == o.note && p.claim == o.claim && a == b && (m == n || m != nil && n != nil && *m == *n)
}
