package arc

import (
	"slices"
	"testing"
)

// tiny has two tags, one relation beside the root, and a weight that makes every word
// hang from the next.
func tiny() *Model {
	m := &Model{Wide: []uint8{1, 2}, Open: 3, Proper: 1, Root: 9, Words: map[uint32]uint64{Form("runs"): 2, Form("the"): 1}}
	for way := range m.Fits {
		for h := range m.Fits[way] {
			for d := range m.Fits[way][h] {
				m.Fits[way][h][d] = 1 << 5
			}
		}
	}
	m.Tags, m.Steps = NewTable(10), NewTable(10)
	s := NewState(m)
	s.Read([]string{"dog", "barks"})
	s.TagAll()
	s.Take(Of(Shift, 0))
	m.Steps.Set(s.StepFeatures()[0], []Weight{{Class: uint8(Of(Left, 5)), Code: 40}, {Class: uint8(Of(Right, 5)), Code: -40}})
	return m
}

func TestModelIsReadAsWritten(t *testing.T) {
	m := tiny()
	data, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []*Model{m, again} {
		s := NewState(m)
		s.Parse([]string{"The", "dog", "runs"})
		heads := []int32{s.Head(0), s.Head(1), s.Head(2)}
		if !slices.Equal(heads, []int32{1, 2, -1}) || s.Rel(0) != 5 || s.Rel(2) != 9 || s.Coarse(2) != 2 {
			t.Errorf("heads %v, relations %d and %d, tag %d", heads, s.Rel(0), s.Rel(2), s.Coarse(2))
		}
	}
	if same, err := again.Encode(); err != nil || !slices.Equal(same, data) {
		t.Errorf("written again it differs: %v", err)
	}
	for n := range len(data) - 1 {
		if _, err := Decode(data[:n]); err == nil {
			t.Fatalf("the first %d bytes of %d are read without an error", n, len(data))
		}
	}
}

func TestCodesOfWeights(t *testing.T) {
	for c := -127; c <= 127; c++ {
		if c == 1 || c == -1 {
			continue // too light to matter: they stand for nothing
		}
		if got := Code(float64(Widen(int8(c)))); got != int8(c) {
			t.Errorf("code %d comes back as %d", c, got)
		}
	}
}

func TestFormsAreJoined(t *testing.T) {
	for _, p := range [][2]string{{"Dog", "dog"}, {"ÉTÉ", "été"}, {"1,024", "7,9"}, {"don’t", "don't"}, {"—", "-"}} {
		if Form(p[0]) != Form(p[1]) {
			t.Errorf("%q and %q are two words", p[0], p[1])
		}
	}
	if Form("dog") == Form("dogs") || Form("") == 0 {
		t.Error("two words are one")
	}
	if !Capital("Lima") || !Capital("NATO") || Capital("lima") || Capital("42") {
		t.Error("capitals")
	}
}
