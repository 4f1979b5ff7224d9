package citation

import "sync"

// memo remembers what was made for a key. Different keys are made side by side, one
// key once.
type memo[T any] struct {
	mu      sync.Mutex
	entries map[string]*memoEntry[T]
}

type memoEntry[T any] struct {
	once  sync.Once
	value T
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
	e.once.Do(func() { e.value = build() })
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
