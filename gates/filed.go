package gates

import (
	"encoding/binary"
	"math/bits"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
)

// Filed is where statements are found by their words: hashes alone, which can be kept.
// It hangs on nothing but the statements' texts and their order, and is its own bytes:
// what is asked of it is read where it lies.
//
//	4 × u32     statements, notes, keys, and how far a key is shifted for its bucket
//	17 bytes    of each statement: the bits of its bag (2 × u64) and its size (u8)
//	u32         of each note: its first statement's id; ids are places in the list of all
//	u32         of each note: where its name ends
//	u32         of each bucket of the keys' high bits, and one more: its first key
//	12 bytes    of each key, bucket by bucket: a hash of two key words (u64), a statement's id (u32)
//	            the notes' names
type Filed struct {
	raw                                    []byte
	count, notes, keys                     int
	shift                                  uint
	bags, firsts, ends, starts, all, names int // where each part begins
}

const filedHead = 4 * 4

// lay finds the parts; false where there are not so many bytes.
func (f *Filed) lay() bool {
	if len(f.raw) < filedHead {
		return false
	}
	head := func(i int) int { return int(binary.LittleEndian.Uint32(f.raw[4*i:])) }
	f.count, f.notes, f.keys, f.shift = head(0), head(1), head(2), uint(head(3))
	if f.shift > 60 || f.shift < 32 {
		return false
	}
	f.bags = filedHead
	f.firsts = f.bags + bagBytes*f.count
	f.ends = f.firsts + 4*f.notes
	f.starts = f.ends + 4*f.notes
	f.all = f.starts + 4*(1<<(64-f.shift)+1)
	f.names = f.all + 12*f.keys
	return f.names <= len(f.raw)
}

func (f *Filed) u32(at, i int) uint32 { return binary.LittleEndian.Uint32(f.raw[at+4*i:]) }

func (f *Filed) setU32(at, i int, v uint32) { binary.LittleEndian.PutUint32(f.raw[at+4*i:], v) }

// Notes is how many notes the statements stand in.
func (f *Filed) Notes() int { return f.notes }

// Note is the name of one of them, in the order of statements; "" where there is none.
func (f *Filed) Note(i int) string {
	from, to := 0, int(f.u32(f.ends, i))
	if i > 0 {
		from = int(f.u32(f.ends, i-1))
	}
	if names := f.raw[f.names:]; from <= to && to <= len(names) {
		return string(names[from:to])
	}
	return ""
}

// NoteNamed is the number of a note, where they are in the order of their names.
func (f *Filed) NoteNamed(name string) (int, bool) {
	return sort.Find(f.notes, func(i int) int { return strings.Compare(name, f.Note(i)) })
}

func (f *Filed) bag(id uint32) bag {
	b := f.raw[f.bags+bagBytes*int(id):][:bagBytes]
	return bag{[2]uint64{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])}, b[16]}
}

// under gives the statements that are filed under a key, in order.
func (f *Filed) under(key uint64, yield func(id uint32) bool) {
	b := int(key >> f.shift)
	to := min(int(f.u32(f.starts, b+1)), f.keys)
	for at := int(f.u32(f.starts, b)); at < to; at++ {
		entry := f.raw[f.all+12*at:]
		if binary.LittleEndian.Uint64(entry) != key {
			continue
		}
		if id := binary.LittleEndian.Uint32(entry[8:]); int(id) < f.count && !yield(id) {
			return
		}
	}
}

// A bag tells of a statement's words what can be told without reading it: that it may have
// a word, and how many it has.
type bag struct {
	bits [2]uint64
	size uint8
}

const bagBytes = 2*8 + 1

func bagOf(words []keyWord) (b bag) {
	for _, w := range words {
		b.bits[w.hash>>63] |= 1 << (w.hash >> 57 & 63)
	}
	b.size = uint8(len(words))
	return b
}

// mayBeAlike reports whether a statement may be like one with the words; see alike.
func (b bag) mayBeAlike(top []keyWord) bool {
	shared := 0
	for _, w := range top {
		shared += int(b.bits[w.hash>>63] >> (w.hash >> 57 & 63) & 1)
	}
	return enoughShared(shared, int(b.size), len(top))
}

// Place is the note of a statement, by its number, and the statement's number in it.
func (f *Filed) Place(id uint32) (note, statement int) {
	note = max(0, sort.Search(f.notes, func(i int) bool { return f.u32(f.firsts, i) > id })-1)
	return note, int(id - f.u32(f.firsts, note))
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
	var notes []string
	var first []uint32
	for id := range permanent {
		if note := permanent[id].Note; id == 0 || note != permanent[id-1].Note {
			notes, first = append(notes, note), append(first, uint32(id))
		}
	}
	bags := make([]bag, len(permanent))
	type entry struct {
		key uint64
		id  uint32
	}
	n := runtime.GOMAXPROCS(0)
	parts := make([][]entry, n)
	var wg sync.WaitGroup
	for k := range n {
		from, to := len(permanent)*k/n, len(permanent)*(k+1)/n
		wg.Go(func() {
			entries := make([]entry, 0, keyWords*(to-from))
			var buffer [2 * keyWords]uint64
			for id := from; id < to; id++ {
				var words [maxWords]keyWord
				bags[id] = bagOf(longest(words[:0], permanent[id].Claim.Text, allWords))
				for _, key := range keysOf(buffer[:0], &permanent[id]) {
					entries = append(entries, entry{key, uint32(id)})
				}
			}
			parts[k] = entries
		})
	}
	wg.Wait()
	total := 0
	for _, p := range parts {
		total += len(p)
	}
	shift := 64 - max(4, bits.Len(uint(total)))
	head := make([]byte, 0, filedHead)
	for _, n := range []int{len(permanent), len(notes), total, shift} {
		head = binary.LittleEndian.AppendUint32(head, uint32(n))
	}
	c := &Filed{raw: head}
	c.lay()
	c.raw = slices.Grow(head, c.names)[:c.names]
	clear(c.raw[filedHead:])
	for id, b := range bags {
		at := c.raw[c.bags+bagBytes*id:]
		binary.LittleEndian.PutUint64(at, b.bits[0])
		binary.LittleEndian.PutUint64(at[8:], b.bits[1])
		at[16] = b.size
	}
	// A counting sort by the high bits: buckets hold about one key each.
	start := make([]uint32, 1<<(64-shift)+1)
	for _, p := range parts {
		for _, e := range p {
			start[e.key>>shift+1]++
		}
	}
	for i := range start {
		if i > 0 {
			start[i] += start[i-1]
		}
		c.setU32(c.starts, i, start[i])
	}
	for _, p := range parts {
		for _, e := range p {
			at := c.raw[c.all+12*int(start[e.key>>shift]):]
			start[e.key>>shift]++
			binary.LittleEndian.PutUint64(at, e.key)
			binary.LittleEndian.PutUint32(at[8:], e.id)
		}
	}
	for i, note := range notes {
		c.raw = append(c.raw, note...)
		c.setU32(c.firsts, i, first[i])
		c.setU32(c.ends, i, uint32(len(c.raw)-c.names))
	}
	return c
}

// Encode gives the bytes for [ReadFiled].
func (f *Filed) Encode() []byte { return f.raw }

// ReadFiled is what Encode gave, which must not change any more; nil where it is not that.
func ReadFiled(raw []byte) *Filed {
	f := &Filed{raw: raw}
	if !f.lay() {
		return nil
	}
	return f
}
