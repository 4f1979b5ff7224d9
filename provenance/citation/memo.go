package citation

import "sync"

// memo remembers what was made for a key. Different keys are made side by side, one
// key once.
type memo[T any] struct {
	mu   sync.Mutex
	made map[string]func() T
}

func (m *memo[T]) get(key string, build func() T) T {
	m.mu.Lock()
	if m.made == nil {
		m.made = map[string]func() T{}
	}
	made := m.made[key]
	if made == nil {
		made = sync.OnceValue(build)
		m.made[key] = made
	}
	m.mu.Unlock()
	return made()
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
	young, old map[string]func() T
	bytes      int
}

func (m *sizedMemo[T]) get(key string, build func() T) T {
	m.mu.Lock()
	if m.young == nil || m.bytes > m.most {
		m.young, m.old, m.bytes = map[string]func() T{}, m.young, 0
	}
	made := m.young[key]
	if made == nil {
		if made = m.old[key]; made == nil {
			made = sync.OnceValue(build)
		}
		known := made
		made = sync.OnceValue(func() T {
			v := known()
			m.mu.Lock()
			m.bytes += m.size(v)
			m.mu.Unlock()
			return v
		})
		m.young[key] = made
	}
	m.mu.Unlock()
	return made()
}
