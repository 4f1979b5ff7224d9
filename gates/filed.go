package gates

import (
	"cmp"
	"slices"
	"sort"
)

// Filed is where statements are found by their words: hashes alone, which can be kept. It
// hangs on nothing but the statements' texts and their order. A statement's id is its place in
// the list of all.
type Filed struct {
	Names  []string // of the notes, in the order of statements, which is that of the names where they are looked up
	Firsts []uint32 // of each note: its first statement's id
	Bags   []bag    // of each statement
	Keys   []uint64 // hashes of two key words, in order,
	IDs    []uint32 // and the statement that is filed under each
}

// count is how many statements there are.
func (f *Filed) count() int { return len(f.Bags) }

// under are the statements that are filed under a key, in order.
func (f *Filed) under(key uint64) []uint32 {
	from, _ := slices.BinarySearch(f.Keys, key)
	to := from
	for to < len(f.Keys) && f.Keys[to] == key {
		to++
	}
	return f.IDs[from:to]
}

// A bag tells of a statement's words what can be told without reading it: that it may have
// a word, and how many it has.
type bag struct {
	Bits [2]uint64
	Size uint8
}

func bagOf(words []keyWord) (b bag) {
	for _, w := range words {
		b.Bits[w.hash>>63] |= 1 << (w.hash >> 57 & 63)
	}
	b.Size = uint8(len(words))
	return b
}

// mayBeAlike reports whether a statement may be like one with the words; see alike.
func (b bag) mayBeAlike(top []keyWord) bool {
	shared := 0
	for _, w := range top {
		shared += int(b.Bits[w.hash>>63] >> (w.hash >> 57 & 63) & 1)
	}
	return enoughShared(shared, int(b.Size), len(top))
}

// Place is the note of a statement, by its number, and the statement's number in it.
func (f *Filed) Place(id uint32) (note, statement int) {
	note = max(0, sort.Search(len(f.Firsts), func(i int) bool { return f.Firsts[i] > id })-1)
	return note, int(id - f.Firsts[note])
}

// keysOf adds the keys that a statement is filed under. One of few words is filed under
// those of its note's title too, which it may be about.
func keysOf(keys []uint64, s *Statement) []uint64 {
	var words [maxWords]keyWord
	text := s.Claim.Text
	top := withTitle(longest(words[:0], text, keyWords), s.Title, keyWords)
	for i := range top {
		for j := range i {
			keys = append(keys, pairKey(top[i].hash, top[j].hash))
		}
	}
	// A longer statement is also filed as its first clause, which another may be.
	head := firstClause(text)
	if 10*head > 7*len(text) {
		return keys
	}
	var short [maxWords]keyWord
	lead := longest(short[:0], text[:head], keyWords)
	for i := range lead {
		for j := range i {
			if !containsWord(top, lead[i].hash) || !containsWord(top, lead[j].hash) {
				keys = append(keys, pairKey(lead[i].hash, lead[j].hash))
			}
		}
	}
	return keys
}

// File files statements, those of a note one after the other. It reads each text once
// and keeps no more than hashes of its words.
func File(permanent []Statement) *Filed {
	f := &Filed{}
	type entry struct {
		key uint64
		id  uint32
	}
	var entries []entry
	var keys []uint64
	for i := range permanent {
		s, id := &permanent[i], uint32(i)
		if i == 0 || s.Note != permanent[i-1].Note {
			f.Names, f.Firsts = append(f.Names, s.Note), append(f.Firsts, id)
		}
		var words [maxWords]keyWord
		f.Bags = append(f.Bags, bagOf(longest(words[:0], s.Claim.Text, allWords)))
		keys = keysOf(keys[:0], s)
		for _, key := range keys {
			entries = append(entries, entry{key, id})
		}
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.id, b.id)) })
	for _, e := range entries {
		f.Keys, f.IDs = append(f.Keys, e.key), append(f.IDs, e.id)
	}
	return f
}

// Sound reports whether nothing breaks that is looked for in what was read again.
func (f *Filed) Sound() bool {
	beyond := func(id uint32) bool { return id >= uint32(len(f.Bags)) }
	return len(f.Names) == len(f.Firsts) && len(f.Keys) == len(f.IDs) && slices.IsSorted(f.Firsts) && slices.IsSorted(f.Keys) &&
		(len(f.Firsts) == 0 || f.Firsts[0] == 0) && !slices.ContainsFunc(f.Firsts, beyond) && !slices.ContainsFunc(f.IDs, beyond)
}
