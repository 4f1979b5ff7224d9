package cache

// get finds an entry. An entry that is read is moved to the front of the list.
func (s *store) get(key string) (entry, bool) {
	e, ok := s.entries[key]
	if ok {
		s.order.MoveToFront(e.at)
	}
	return e, ok
}
