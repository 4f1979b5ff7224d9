package store

import (
	"bytes"
	"crypto/sha256"
	"maps"
	"slices"
	"sort"
	"sync"

	"assay/compiler/codec"
)

// A Table is one value for each of many paths. Each lies in the store as an entry of its
// own, so that a build that finds a note changed reads what has to do with it, and not what
// there is.
type Table[T any] struct {
	store *Store
	n     byte
	path  func(*T) string
	mu    sync.Mutex // all may be read ahead
	all   []T        // once asked for
	had   bool
}

// NewTable is the table of a number, which is 1 at least and no other table's. Its values are
// named by their paths.
func NewTable[T any](s *Store, n byte, path func(*T) string) *Table[T] {
	return &Table[T]{store: s, n: n, path: path}
}

func (t *Table[T]) place(path string) (p place) {
	sum := sha256.Sum256([]byte(path))
	p[0] = t.n
	copy(p[1:], sum[:])
	return p
}

// At is the value of a path.
func (t *Table[T]) At(path string) (v T, ok bool) {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	body := t.store.entry(t.place(path))
	if body == nil {
		return v, false
	}
	v, err := codec.Decode[T](body[entryHead:])
	if err != nil {
		t.store.lose(t.n)
	}
	return v, err == nil
}

// All is all values in no order, which must not be changed. [Store.Broken] tells whether some
// could not be read.
func (t *Table[T]) All() []T {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.had {
		t.all, t.had = t.read(), true
	}
	return t.all
}

func (t *Table[T]) read() []T {
	var bodies [][]byte
	t.store.mu.Lock()
	t.store.rows(t.n, func(body []byte) { bodies = append(bodies, body[entryHead:]) })
	t.store.mu.Unlock()
	all, sound := make([]T, len(bodies)), true
	for i, body := range bodies { // others may read meanwhile
		sound = codec.DecodeTo(body, &all[i]) == nil && sound
	}
	if !sound {
		t.store.mu.Lock()
		defer t.store.mu.Unlock()
		t.store.lose(t.n)
	}
	return all
}

// rows gives the entries of a table, place first.
func (s *Store) rows(n byte, yield func(body []byte)) {
	switch {
	case s.snap == nil:
	case !s.snap.places():
		s.lose(n)
	default:
		s.snap.each(s.snap.search([]byte{n}), s.snap.search([]byte{n + 1}), func(p, body []byte) {
			switch _, over := s.fresh[place(p)]; {
			case over:
			case body != nil:
				yield(body)
			default:
				s.lose(n)
			}
		})
	}
	for p, body := range s.fresh {
		if p[0] == n && body != nil {
			yield(body)
		}
	}
}

// With is all values by path with others laid over them; nil stands for what is gone. Where the
// others are whole, it is those alone.
func (t *Table[T]) With(over map[string]*T, whole bool) []T {
	var base []T
	if !whole {
		base = t.All()
	}
	all := t.overlay(base, over)
	sort.Slice(all, func(i, j int) bool { return t.path(&all[i]) < t.path(&all[j]) }) // copies to compare would be garbage
	return all
}

// overlay is values with others in their place or beside them, in no order.
func (t *Table[T]) overlay(base []T, over map[string]*T) []T {
	out := make([]T, 0, len(base)+len(over))
	for i := range base {
		if _, laid := over[t.path(&base[i])]; !laid {
			out = append(out, base[i])
		}
	}
	for _, v := range over {
		if v != nil {
			out = append(out, *v)
		}
	}
	return out
}

// Lay puts values over those of their paths; nil takes one away. Where they are whole, those
// of other paths go as well.
func (t *Table[T]) Lay(over map[string]*T, whole bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	had := t.stored(over, whole)
	for _, path := range slices.Sorted(maps.Keys(over)) {
		v, p := over[path], t.place(path)
		if v == nil {
			continue
		}
		if data := codec.Encode(*v); !bytes.Equal(had[p], data) {
			t.store.put(p, data)
		}
		delete(had, p)
	}
	for _, p := range slices.SortedFunc(maps.Keys(had), func(a, b place) int { return bytes.Compare(a[:], b[:]) }) {
		t.store.remove(p)
	}
	if whole {
		t.all, t.had = nil, true
		t.store.mu.Lock()
		defer t.store.mu.Unlock()
		t.store.broken, t.store.anew = false, true // one table is set as a whole with all others
	}
	if t.had {
		t.all = t.overlay(t.all, over)
	}
}

// stored is what the store has under some paths, or whole, by place.
func (t *Table[T]) stored(paths map[string]*T, whole bool) map[place][]byte {
	had := map[place][]byte{}
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	if whole {
		t.store.rows(t.n, func(body []byte) { had[place(body[:len(place{})])] = body[entryHead:] })
		return had
	}
	for path := range paths {
		if body := t.store.entry(t.place(path)); body != nil {
			had[place(body[:len(place{})])] = body[entryHead:]
		}
	}
	return had
}
