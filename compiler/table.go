package compiler

import (
	"assay/compiler/codec"
	"bytes"
	"hash/crc32"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
)

// A table is one value for each of many paths, by path. It lies on disk in blocks, of which
// those are read that are asked for, and what changed since is laid over them: so a build
// that finds a note changed reads what has to do with it, and not what there is.
type table[T any] struct {
	rowCodec[T]
	mu      sync.Mutex // all may be read ahead
	base    *blocks[T]
	apart   bool          // from what the file of notes has
	laid    map[string]*T // over the blocks; nil for what is gone
	unsaved []string      // of these, those since the last commit
	anew    bool          // all of it is, since the last commit
	all     []T           // once asked for
	had     bool
}

// A codec is how values are written, read and named.
type rowCodec[T any] struct {
	put  func(*codec.Encoder, *T)
	get  func(*codec.Decoder, *T)
	path func(*T) string
}

func newTable[T any](c rowCodec[T]) *table[T] {
	return &table[T]{rowCodec: c, base: &blocks[T]{rowCodec: c}, laid: map[string]*T{}}
}

// at is the value of a path.
func (t *table[T]) at(path string) (v T, ok bool) {
	t.mu.Lock()
	laid, over := t.laid[path]
	t.mu.Unlock()
	switch {
	case !over:
		return t.base.at(path)
	case laid == nil:
		return v, false
	}
	return *laid, true
}

// every is all values, which must not be changed; false where they cannot be read.
func (t *table[T]) every() ([]T, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.had {
		t.all, t.had = t.overlay(t.base.every(), t.laid), true
	}
	return t.all, !t.base.isBroken()
}

// ahead begins to read what every will be asked for.
func (t *table[T]) ahead() { go t.every() }

// with is all values with others laid over them; nil stands for what is gone.
func (t *table[T]) with(over map[string]*T) []T {
	all, _ := t.every()
	return t.overlay(all, over)
}

func (t *table[T]) overlay(base []T, over map[string]*T) []T {
	if len(over) == 0 {
		return base
	}
	paths := slices.Sorted(maps.Keys(over))
	out := make([]T, 0, len(base)+len(over))
	for _, path := range paths {
		n, there := t.find(base, path)
		out = append(out, base[:n]...)
		if base = base[n:]; there {
			base = base[1:]
		}
		if v := over[path]; v != nil {
			out = append(out, *v)
		}
	}
	return append(out, base...)
}

func (c *rowCodec[T]) find(values []T, path string) (int, bool) {
	return slices.BinarySearchFunc(values, path, func(v T, path string) int { return strings.Compare(c.path(&v), path) })
}

// set makes the values these, which must be by path and must not change any more.
func (t *table[T]) set(all []T) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.base = &blocks[T]{rowCodec: t.rowCodec, list: []block[T]{{region: region{count: len(all)}, values: all, read: true}}}
	t.laid, t.unsaved, t.anew, t.apart = map[string]*T{}, nil, true, true
	t.all, t.had = all, true
}

// layAll puts values over those of their paths; nil takes one away.
func (t *table[T]) layAll(over map[string]*T) {
	for path, v := range over {
		if old, there := t.at(path); there == (v != nil) && (!there || t.same(&old, v)) {
			delete(over, path)
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for path, v := range over {
		t.laid[path] = v
		t.unsaved = append(t.unsaved, path)
	}
	if t.had {
		t.all = t.overlay(t.all, over)
	}
}

// same reports whether two values are written alike.
func (c *rowCodec[T]) same(a, b *T) bool {
	var x, y codec.Encoder
	c.put(&x, a)
	c.put(&y, b)
	return bytes.Equal(x.B, y.B)
}

func (t *table[T]) broken() bool { return t.base.isBroken() }

// blocks are values by path in parts, each read when it is asked for.
type blocks[T any] struct {
	rowCodec[T]
	file io.ReaderAt
	list []block[T]

	mu  sync.Mutex
	bad bool // something could not be read
}

type block[T any] struct {
	region
	bytes  []byte // of one that lies in no file
	values []T
	read   bool
}

// A region is where a block lies in the file of notes.
type region struct {
	first string // path
	at    int64
	size  int
	sum   uint32 // CRC-32C of the bytes
	count int    // of values
}

const blockBytes = 64 << 10

func (b *blocks[T]) isBroken() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bad
}

func (b *blocks[T]) at(path string) (v T, ok bool) {
	values := b.values(b.holding(path))
	i, ok := b.find(values, path)
	if !ok {
		return v, false
	}
	return values[i], true
}

// holding is the number of the block that a path would lie in.
func (b *blocks[T]) holding(path string) int {
	n, there := slices.BinarySearchFunc(b.list, path, func(k block[T], path string) int { return strings.Compare(k.first, path) })
	if !there {
		n--
	}
	return max(n, 0)
}

// parts are the numbers of the blocks, each with those of some values that would lie there
// too. There is one at least.
func (b *blocks[T]) parts(over map[string]*T) iter.Seq2[int, map[string]*T] {
	return func(yield func(int, map[string]*T) bool) {
		paths := slices.Sorted(maps.Keys(over))
		for n := range max(1, len(b.list)) {
			upTo := len(paths)
			if n+1 < len(b.list) {
				upTo, _ = slices.BinarySearch(paths, b.list[n+1].first)
			}
			mine := make(map[string]*T, upTo)
			for _, at := range paths[:upTo] {
				mine[at] = over[at]
			}
			if paths = paths[upTo:]; !yield(n, mine) {
				return
			}
		}
	}
}

// values are those of one block, if there is such.
func (b *blocks[T]) values(n int) []T {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n >= len(b.list) {
		return nil
	}
	k := &b.list[n]
	if !k.read {
		b.read(k, make([]T, k.count))
	}
	return k.values
}

// read reads a block into memory for so many values.
func (b *blocks[T]) read(k *block[T], memory []T) {
	d := codec.NewDecoder(b.raw(k))
	for i := range memory {
		b.get(d, &memory[i])
	}
	if k.read = true; d.Err != nil || len(d.B) > 0 {
		b.bad = true
		return
	}
	k.values = memory
}

// raw is a block as it lies on disk; nil where it does not check out.
func (b *blocks[T]) raw(k *block[T]) []byte {
	if k.bytes != nil {
		return k.bytes
	}
	raw := make([]byte, k.size)
	if _, err := b.file.ReadAt(raw, k.at); err != nil || crc32.Checksum(raw, castagnoli) != k.sum {
		return nil
	}
	return raw
}

func (b *blocks[T]) every() []T {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.list) == 1 && b.list[0].read {
		return b.list[0].values
	}
	n := 0
	for i := range b.list {
		n += b.list[i].count
	}
	all := make([]T, n)
	rest := all
	for i := range b.list {
		k := &b.list[i]
		memory := rest[:k.count:k.count]
		if rest = rest[k.count:]; k.read {
			copy(memory, k.values)
		} else {
			b.read(k, memory)
		}
	}
	if b.bad {
		return nil
	}
	return all
}

// A storedTable is a table of any values, as the store keeps it.
type storedTable interface {
	load(raw []byte)
	loadLaid(d *codec.Decoder)
	records(n byte, out []byte) []byte
	changes() int
	saved()
	folded() bool
	over(n byte, out []byte) []byte
	write(w *notesWriter) (places []region)
	open(file io.ReaderAt, places []region)
	broken() bool
}

// load takes all values from a record of the journal.
func (t *table[T]) load(raw []byte) {
	d := codec.NewDecoder(raw)
	count := d.Count()
	t.base = &blocks[T]{rowCodec: t.rowCodec, bad: d.Err != nil}
	if count > 0 {
		t.base.list = []block[T]{{region: region{count: count}, bytes: d.B}}
	}
	t.apart = true
	clear(t.laid)
}

// loadLaid takes one value from a record of the journal, or that there is none.
func (t *table[T]) loadLaid(d *codec.Decoder) {
	path, there := d.Str(), d.Bool()
	if !there {
		if d.Err == nil {
			t.laid[path] = nil
		}
		return
	}
	var v T
	if t.get(d, &v); d.Err == nil {
		t.laid[path] = &v
	}
}

// records are those of what is not saved yet.
func (t *table[T]) records(n byte, out []byte) []byte {
	if t.anew {
		e := &codec.Encoder{}
		all, _ := t.every()
		codec.List(e, all, t.put)
		return frame(out, []byte{recTable, n}, e.B)
	}
	return t.laidRecords(n, out, t.unsaved)
}

func (t *table[T]) laidRecords(n byte, out []byte, paths []string) []byte {
	for _, path := range paths {
		e := &codec.Encoder{}
		e.Str(path)
		v := t.laid[path]
		if e.Bool(v != nil); v != nil {
			t.put(e, v)
		}
		out = frame(out, []byte{recLaid, n}, e.B)
	}
	return out
}

func (t *table[T]) changes() int {
	if t.anew {
		return 1
	}
	return len(t.unsaved)
}

func (t *table[T]) saved() { t.unsaved, t.anew = nil, false }

// mostLaid is how many values a state lays over a table, before the file of notes is
// written anew.
const mostLaid = 1000

// folded reports whether the values lie in a file of notes, but for a few.
func (t *table[T]) folded() bool { return len(t.laid) <= mostLaid && !t.apart }

// over are records of those few.
func (t *table[T]) over(n byte, out []byte) []byte {
	return t.laidRecords(n, out, slices.Sorted(maps.Keys(t.laid)))
}

// write writes all values to a file of notes. Blocks of which nothing changed are copied.
func (t *table[T]) write(w *notesWriter) (places []region) {
	var e codec.Encoder
	first, count := "", 0
	flush := func() {
		if count > 0 {
			places = append(places, w.add(first, e.B, count))
			e, count = codec.Encoder{}, 0
		}
	}
	take := func(v *T) {
		if count == 0 {
			first = t.path(v)
		}
		count++
		if t.put(&e, v); len(e.B) >= blockBytes {
			flush()
		}
	}
	for n, mine := range t.base.parts(t.laid) {
		if n < len(t.base.list) && len(mine) == 0 && (count == 0 || len(e.B) > blockBytes/4) {
			if k := &t.base.list[n]; k.size > 0 {
				if raw := t.base.raw(k); raw != nil {
					flush()
					places = append(places, w.add(k.first, raw, k.count))
					continue
				}
			}
		}
		values := t.overlay(t.base.values(n), mine)
		for i := range values {
			take(&values[i])
		}
	}
	flush()
	return places
}

// open makes the table one that lies in a file of notes.
func (t *table[T]) open(file io.ReaderAt, places []region) {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := make([]block[T], len(places))
	for i, p := range places {
		list[i].region = p
	}
	t.base, t.apart = &blocks[T]{rowCodec: t.rowCodec, file: file, list: list}, false
	clear(t.laid)
}
