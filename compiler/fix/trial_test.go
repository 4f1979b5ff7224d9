package fix

import "testing"

// Two claims that suffer from one edit cost that edit, and no other of the note; a claim that no
// edit is for costs all.
func TestDrop(t *testing.T) {
	edits := func() []Fix {
		return []Fix{{Start: 40, Claims: []int{2}}, {Start: 10, Claims: []int{0, 1}}, {Start: 50, Kind: Derived}}
	}
	tr := &Trial{Made: map[string][]Fix{"n.md": edits(), "m.md": edits()}, dropped: map[place]bool{}}
	tr.Drop("n.md", 0)
	tr.Drop("n.md", 1)
	if kept := tr.Kept("n.md", edits()); len(kept) != 2 || kept[0].Start != 40 {
		t.Errorf("kept %+v", kept)
	}
	tr.Drop("n.md", 7)
	if kept := tr.Kept("n.md", edits()); len(kept) != 0 || len(tr.Kept("m.md", edits())) != 3 {
		t.Errorf("kept %+v", kept)
	}
}
