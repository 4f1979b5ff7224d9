package citation

import "sync"

// A memo remembers what was made for a key. Different keys are made side by side, one
// key once. Where things have a size, it keeps what was used last: as much as most says, or
// twice that.
type memo[T any] struct {
	most int
	size func(T) int // nil: all is kept

	mu         sync.Mutex
	young, old map[string]func() T
	bytes      int
}

func (m *memo[T]) get(key string, build func() T) T {
	m.mu.Lock()
	if m.young == nil || m.bytes > m.most {
		m.young, m.old, m.bytes = map[string]func() T{}, m.young, 0
	}
	made := m.young[key]
	if made == nil {
		known := m.old[key]
		if known == nil {
			known = sync.OnceValue(build)
		}
		made = sync.OnceValue(func() T {
			v := known()
			if m.size != nil {
				m.mu.Lock()
				m.bytes += m.size(v)
				m.mu.Unlock()
			}
			return v
		})
		m.young[key] = made
	}
	m.mu.Unlock()
	return made()
}
