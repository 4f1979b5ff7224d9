package arc

import "math/bits"

// Move is a step of the arc-hybrid system (Kuhlmann, Gómez-Rodríguez and Satta 2011).
type Move uint8

const (
	Shift Move = iota // the next word goes on the stack
	Left              // the top of the stack hangs from the next word
	Right             // the top of the stack hangs from the word below it
)

// A Step is a move with the relation of the arc that it adds.
type Step uint8

// Of is the step of a move with a relation.
func Of(m Move, rel uint8) Step { return Step(m)<<6 | Step(rel) }

// Move and Rel are the parts of a step.
func (s Step) Move() Move { return Move(s >> 6) }
func (s Step) Rel() uint8 { return uint8(s & 63) }

// kin is what is known so far of one word's place in the tree.
type kin struct {
	head          int32
	left, left2   int32 // its outermost dependents on the left, -1 for none
	right, right2 int32
	nl, nr        uint8
	rel           uint8
	kids          uint64 // the relations of its dependents
}

// A State is a sentence on its way to a tree. One may be used again and again, by one
// goroutine at a time.
type State struct {
	m     *Model
	n     int
	words []token // two more than the sentence: what stands before and after it
	kin   []kin
	stack []int32
	next  int32
	feats []uint32
	steps []Step
	sums  [256]int32
}

// NewState is for sentences read by the model.
func NewState(m *Model) *State { return &State{m: m} }

var none = kin{head: -1, left: -1, left2: -1, right: -1, right2: -1}

// Read takes a new sentence. Its words are not tagged yet.
func (s *State) Read(words []string) {
	s.n = len(words)
	s.words = s.words[:0]
	for _, w := range words {
		var t token
		t.read(w)
		s.m.look(&t)
		s.words = append(s.words, t)
	}
	edge := token{look: outside, tag: s.m.edge(), wide: 31}
	s.words = append(s.words, edge)
	s.Restart()
}

// Restart forgets the tree and keeps the tags.
func (s *State) Restart() {
	s.kin = s.kin[:0]
	for range s.n + 1 {
		s.kin = append(s.kin, none)
	}
	s.stack = s.stack[:0]
	s.next = 0
}

// Done says that one word is left, the root, and all others have a head.
func (s *State) Done() bool { return int(s.next) == s.n && len(s.stack) <= 1 }

// Can says whether the move is open. From any state that is not done, one is, and
// whichever are made, what comes out is a tree with one root.
func (s *State) Can(m Move) bool {
	switch m {
	case Shift:
		return int(s.next) < s.n
	case Left:
		return len(s.stack) > 0 && int(s.next) < s.n
	default:
		return len(s.stack) > 1
	}
}

// Arc is the head and the dependent that Left or Right would join.
func (s *State) Arc(m Move) (head, dep int32) {
	dep = s.stack[len(s.stack)-1]
	if m == Left {
		return s.next, dep
	}
	return s.stack[len(s.stack)-2], dep
}

// Steps are those that can be taken, in the room of the slice given.
func (s *State) Steps(into []Step) []Step {
	into = into[:0]
	if s.Can(Shift) {
		into = append(into, Of(Shift, 0))
	}
	for m := Left; m <= Right; m++ {
		if !s.Can(m) {
			continue
		}
		h, d := s.Arc(m)
		for among := s.m.Fits[m-Left][s.words[h].wide][s.words[d].wide]; among != 0; among &= among - 1 {
			into = append(into, Of(m, uint8(bits.TrailingZeros64(among))))
		}
	}
	return into
}

// Take takes the step.
func (s *State) Take(step Step) {
	m, rel := step.Move(), step.Rel()
	if m == Shift {
		s.stack = append(s.stack, s.next)
		s.next++
		return
	}
	h, d := s.Arc(m)
	s.stack = s.stack[:len(s.stack)-1]
	s.kin[d].head, s.kin[d].rel = h, rel
	k := &s.kin[h]
	k.kids |= 1 << rel
	if m == Left {
		k.left2, k.left = k.left, d
		k.nl = min(k.nl+1, 3)
	} else {
		k.right2, k.right = k.right, d
		k.nr = min(k.nr+1, 3)
	}
}

// top is the k-th word of the stack from above, or the place after the sentence.
func (s *State) top(k int) int32 {
	if i := len(s.stack) - 1 - k; i >= 0 {
		return s.stack[i]
	}
	return int32(s.n)
}

// ahead is the k-th word not read yet, or the place after the sentence.
func (s *State) ahead(k int32) int32 { return min(s.next+k, int32(s.n)) }

// at turns "no such dependent" into the place after the sentence.
func (s *State) at(i int32) int32 {
	if i < 0 {
		return int32(s.n)
	}
	return i
}

// Stack, Next, Head and Rel let an oracle compare the state with a known tree.
func (s *State) Stack() []int32   { return s.stack }
func (s *State) Next() int32      { return s.next }
func (s *State) Head(i int) int32 { return s.kin[i].head }
func (s *State) Rel(i int) uint8  { return s.kin[i].rel }
func (s *State) Tag(i int) uint8  { return s.words[i].tag }
func (s *State) May(i int) uint64 { return s.words[i].may }
func (s *State) Len() int         { return s.n }

// SetTag gives a word its fine tag.
func (s *State) SetTag(i int, tag uint8) {
	s.words[i].tag = tag
	s.words[i].wide = s.m.Wide[tag]
}
