package citation

import (
	"sync"
	"sync/atomic"
)

// memo remembers what was made for a key. Different keys are made side by side, one
// key once.
type memo[T any] struct {
	mu      sync.Mutex
	entries map[string]*memoEntry[T]
}

type memoEntry[T any] struct {
	once  sync.Once
	value T
	made  atomic.Bool
}

func (m *memo[T]) get(key string, build func() T) T {
	m.mu.Lock()
	e := m.entries[key]
	if e == nil {
		if m.entries == nil {
			m.entries = make(map[string]*memoEntry[T])
		}
		e = new(memoEntry[T])
		m.entries[key] = e
	}
	m.mu.Unlock()
	e.once.Do(func() { e.value = build(); e.made.Store(true) })
	return e.value
}

// A noteMemo remembers what was made for the note that was asked about last: claims are
// looked at note by note, and what was made for all of them would not fit.
type noteMemo[T any] struct {
	mu   sync.Mutex
	note string
	made *memo[T]
}

func (m *noteMemo[T]) of(note string) *memo[T] {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.made == nil || m.note != note {
		m.note, m.made = note, new(memo[T])
	}
	return m.made
}

// A sizedMemo remembers what was used last: as much as most says, or twice that.
type sizedMemo[T any] struct {
	most int
	size func(T) int

	mu         sync.Mutex
	young, old *memo[T]
	bytes      int
}

func (m *sizedMemo[T]) get(key string, build func() T) T {
	m.mu.Lock()
	if m.young == nil || m.bytes > m.most {
		m.young, m.old, m.bytes = new(memo[T]), m.young, 0
	}
	young, old := m.young, m.old
	m.mu.Unlock()
	return young.get(key, func() T {
		v, known := old.find(key)
		if !known {
			v = build()
		}
		m.mu.Lock()
		m.bytes += m.size(v)
		m.mu.Unlock()
		return v
	})
}

// find gives what was made for a key, if anything was.
func (m *memo[T]) find(key string) (v T, ok bool) {
	if m == nil {
		return v, false
	}
	m.mu.Lock()
	e := m.entries[key]
	m.mu.Unlock()
	if e == nil || !e.made.Load() {
		return v, false
	}
	return e.value, true
}
