package arc

import "math/bits"

// A Model is what one language needs: its words and their tags, and the weights.
type Model struct {
	Wide   []uint8           // the universal tag of each fine tag
	Open   uint64            // the fine tags that a new word can have
	Proper uint64            // those that any capitalised word can have
	Seen   uint64            // the relations that a word's set of dependents is seen by
	Root   uint8             // the relation of the root
	Words  map[uint32]uint64 // form: the fine tags it can have
	Fits   [2][32][32]uint64 // relations by direction, head's universal tag and dependent's
	Tags   *Table
	Steps  *Table
}

// edge is the tag of what stands outside the sentence.
func (m *Model) edge() uint8 { return uint8(len(m.Wide)) }

// look fills in what the lexicon says of a word.
func (m *Model) look(t *token) {
	may, known := m.Words[t.form]
	if known {
		t.id = t.form
	} else {
		may = m.Open
		t.id = hash(5, uint64(t.end3), uint64(t.look), 0)
	}
	if t.capital() {
		may |= m.Proper
	}
	t.may = may
	t.fits = hash(6, may, 0, 0)
}

// TagAll gives every word its fine tag.
func (s *State) TagAll() {
	for i := range s.n {
		s.SetTag(i, s.BestTag(i))
	}
}

// BestTag is the fine tag of the i-th word, when those before it are tagged.
func (s *State) BestTag(i int) uint8 {
	may := s.words[i].may
	if may&(may-1) == 0 {
		return uint8(bits.TrailingZeros64(may))
	}
	s.m.Tags.sums(s.TagFeatures(i), &s.sums)
	top, found := int32(-1<<30), 0
	for ; may != 0; may &= may - 1 {
		k := bits.TrailingZeros64(may)
		if s.sums[k] > top {
			top, found = s.sums[k], k
		}
	}
	return uint8(found)
}

// best is the step to take now.
func (s *State) best() Step {
	s.steps = s.Steps(s.steps)
	if len(s.steps) == 1 {
		return s.steps[0]
	}
	s.m.Steps.sums(s.StepFeatures(), &s.sums)
	top, found := int32(-1<<30), Step(0)
	for _, step := range s.steps {
		if sum := s.sums[step]; sum > top {
			top, found = sum, step
		}
	}
	return found
}

// Parse takes a sentence and builds its tree.
func (s *State) Parse(words []string) {
	s.Read(words)
	s.TagAll()
	for !s.Done() {
		s.Take(s.best())
	}
	if s.n > 0 {
		s.kin[s.stack[0]].rel = s.m.Root
	}
}

// Coarse is the universal tag of the i-th word.
func (s *State) Coarse(i int) uint8 { return s.words[i].wide }
