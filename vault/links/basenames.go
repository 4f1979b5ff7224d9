package links

import (
	"hash/maphash"
	"unicode/utf8"
)

// BaseNames finds paths by the last part of their name, as compared without regard to
// case. It holds no names itself: making one costs no more than a look at each.
type BaseNames struct {
	name  func(int) string
	fold  func(string) string
	seed  maphash.Seed
	slots []nameSlot // open addressing, linear probing
	next  []int32    // the next path with the same last part, or -1
}

type nameSlot struct {
	sum   uint32
	first int32 // one more than the path's number; 0 for none
}

// NewBaseNames indexes n paths. The function fold brings a name to the form in which it is
// compared; of ASCII alone, that has to be lower case.
func NewBaseNames(n int, name func(int) string, fold func(string) string) *BaseNames {
	size := 8
	for size < 2*n {
		size *= 2
	}
	b := &BaseNames{name: name, fold: fold, seed: maphash.MakeSeed(), slots: make([]nameSlot, size), next: make([]int32, n)}
	var buf [256]byte
	for i := n - 1; i >= 0; i-- { // so that those of one name follow each other in order
		key := b.folded(buf[:0], base(name(i)))
		slot := b.slot(key)
		b.next[i] = b.slots[slot].first - 1
		b.slots[slot] = nameSlot{b.sum(key), int32(i) + 1}
	}
	return b
}

// First is the first path whose last part, folded, is key; -1 for none.
func (b *BaseNames) First(key string) int32 {
	var buf [256]byte
	return b.first(append(buf[:0], key...))
}

func (b *BaseNames) first(key []byte) int32 { return b.slots[b.slot(key)].first - 1 }

// Next is the next such path after path i; -1 for none.
func (b *BaseNames) Next(i int32) int32 { return b.next[i] }

func (b *BaseNames) sum(key []byte) uint32 { return uint32(maphash.Bytes(b.seed, key)) }

// slot is where a folded name is, or would be.
func (b *BaseNames) slot(key []byte) int {
	sum := b.sum(key)
	at := int(sum) & (len(b.slots) - 1)
	for ; b.slots[at].first != 0; at = (at + 1) & (len(b.slots) - 1) {
		if b.slots[at].sum == sum && b.is(b.slots[at].first-1, key) {
			break
		}
	}
	return at
}

// is reports whether the last part of path i is a folded name.
func (b *BaseNames) is(i int32, key []byte) bool {
	name := base(b.name(int(i)))
	for k := 0; k < len(name); k++ {
		if name[k] >= utf8.RuneSelf {
			return b.fold(name) == string(key)
		}
		if k >= len(key) || lowerByte(name[k]) != key[k] {
			return false
		}
	}
	return len(name) == len(key)
}

// folded lays a folded name into buf.
func (b *BaseNames) folded(buf []byte, name string) []byte {
	for k := 0; k < len(name); k++ {
		if name[k] >= utf8.RuneSelf {
			return append(buf[:0], b.fold(name)...)
		}
		buf = append(buf, lowerByte(name[k]))
	}
	return buf
}

func lowerByte(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}
