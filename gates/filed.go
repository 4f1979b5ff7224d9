package gates

import (
	"encoding/binary"
	"math/bits"
	"runtime"
	"slices"
	"sort"
	"sync"
)

// Filed is where statements are found by their words: hashes alone, which can be kept.
// It hangs on nothing but the statements' texts and their order.
type Filed struct {
	Notes []string // that the statements stand in, in the order of statements
	First []uint32 // of each note, its first statement's id; ids are places in the list of all
	count int
	bags  []bag    // by id
	keys  []uint64 // sorted by their high bits; a hash of two key words
	ids   []uint32 // parallel to keys
	start []uint32 // of each bucket of the keys' high bits
	shift uint
}

// A bag tells of a statement's words what can be told without reading it: that it may have
// a word, and how many it has.
type bag struct {
	bits uint64
	size uint8
}

func bagOf(words []keyWord) (b bag) {
	for _, w := range words {
		b.bits |= 1 << (w.hash >> 58)
	}
	b.size = uint8(len(words))
	return b
}

// mayBeAlike reports whether a statement may be like one with the words; see alike.
func (b bag) mayBeAlike(top []keyWord) bool {
	shared := 0
	for _, w := range top {
		shared += int(b.bits >> (w.hash >> 58) & 1)
	}
	return enoughShared(shared, int(b.size), len(top))
}

// Place is the note of a statement, by its number in Notes, and the statement's number
// in it.
func (f *Filed) Place(id uint32) (note, statement int) {
	note = sort.Search(len(f.First), func(i int) bool { return f.First[i] > id }) - 1
	return note, int(id - f.First[note])
}

// keysOf adds the keys that a statement is filed under.
func keysOf(keys []uint64, text string) []uint64 {
	var words [maxWords]keyWord
	top := longest(words[:0], text, keyWords)
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
	c := &Filed{count: len(permanent), bags: make([]bag, len(permanent))}
	for id := range permanent {
		if note := permanent[id].Note; id == 0 || note != permanent[id-1].Note {
			c.Notes, c.First = append(c.Notes, note), append(c.First, uint32(id))
		}
	}
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
				c.bags[id] = bagOf(longest(words[:0], permanent[id].Claim.Text, allWords))
				for _, key := range keysOf(buffer[:0], permanent[id].Claim.Text) {
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
	// A counting sort by the high bits: buckets hold about one key each.
	c.open(total)
	for _, p := range parts {
		for _, e := range p {
			c.start[e.key>>c.shift+1]++
		}
	}
	for i := 1; i < len(c.start); i++ {
		c.start[i] += c.start[i-1]
	}
	c.keys, c.ids = make([]uint64, total), make([]uint32, total)
	next := slices.Clone(c.start)
	for _, p := range parts {
		for _, e := range p {
			at := next[e.key>>c.shift]
			next[e.key>>c.shift]++
			c.keys[at], c.ids[at] = e.key, e.id
		}
	}
	return c
}

// open makes the buckets for a number of keys.
func (c *Filed) open(total int) {
	c.shift = uint(64 - max(4, bits.Len(uint(total))))
	c.start = make([]uint32, (1<<(64-c.shift))+1)
}

// Encode writes bags, keys and ids, for [ReadFiled]; Notes and First are the caller's to keep.
func (c *Filed) Encode() []byte {
	out := make([]byte, 0, 8+9*len(c.bags)+12*len(c.keys))
	out = binary.LittleEndian.AppendUint64(out, uint64(c.count))
	for _, b := range c.bags {
		out = append(binary.LittleEndian.AppendUint64(out, b.bits), b.size)
	}
	for i, k := range c.keys {
		out = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint64(out, k), c.ids[i])
	}
	return out
}

// ReadFiled reads what Encode wrote; nil where it is not that.
func ReadFiled(b []byte, notes []string, first []uint32) *Filed {
	if len(b) < 8 || len(notes) != len(first) {
		return nil
	}
	n := binary.LittleEndian.Uint64(b)
	if b = b[8:]; n > uint64(len(b)/9) || (len(b)-9*int(n))%12 != 0 {
		return nil
	}
	c := &Filed{Notes: notes, First: first, count: int(n), bags: make([]bag, n)}
	for i := range c.bags {
		c.bags[i] = bag{binary.LittleEndian.Uint64(b[9*i:]), b[9*i+8]}
	}
	b = b[9*n:]
	c.open(len(b) / 12)
	c.keys, c.ids = make([]uint64, len(b)/12), make([]uint32, len(b)/12)
	for i := range c.keys {
		c.keys[i], c.ids[i] = binary.LittleEndian.Uint64(b[12*i:]), binary.LittleEndian.Uint32(b[12*i+8:])
		if int(c.ids[i]) >= c.count || i > 0 && c.keys[i]>>c.shift < c.keys[i-1]>>c.shift {
			return nil
		}
		c.start[c.keys[i]>>c.shift+1]++
	}
	for i := 1; i < len(c.start); i++ {
		c.start[i] += c.start[i-1]
	}
	return c
}
