package grade

import (
	"cmp"
	"fmt"
	"slices"

	"assay/compiler/view"
	"assay/ingest/alike"
	"assay/vault/markdown"
)

const (
	LikeMarks   = 2  // marks that a page and a note must share to be compared
	filedMarks  = 4  // marks that a note is filed under
	commonMark  = 16 // notes under one mark, from which on it is a phrase that many use
	mostCompare = 8  // notes that a page is compared with
)

// shingleIndex files permanent notes by the smallest shingles of their sentences, so that
// a page finds those that may be its double without comparing each with each.
type shingleIndex struct {
	notes []markedNote
	under map[uint64][]int32 // the notes that have a mark
}

type markedNote struct {
	path  string
	marks alike.Marks
}

func newShingleIndex(notes []markedNote) *shingleIndex {
	x := &shingleIndex{notes: notes, under: map[uint64][]int32{}}
	for i := range notes {
		for _, h := range notes[i].marks[:filedMarks] {
			x.under[h] = append(x.under[h], int32(i))
		}
	}
	return x
}

// markedNotes are the permanent notes that are long enough to be the double of a page.
func (gr *Grader) markedNotes() (out []markedNote) {
	for _, n := range gr.Notes {
		if m := gr.MarksOf(n); m != (alike.Marks{}) {
			out = append(out, markedNote{n.Path, m})
		}
	}
	if gr.Scope == nil {
		return out
	}
	all := gr.Scope.Store.Questions.All()
	for i := range all {
		if q := &all[i]; q.Marks != (alike.Marks{}) && !gr.Scope.Dirty[q.Path] && !gr.Scope.Gone[q.Path] {
			out = append(out, markedNote{q.Path, q.Marks})
		}
	}
	return out
}

// MarksOf are those of a permanent note; none of another.
func (gr *Grader) MarksOf(n *markdown.Note) alike.Marks {
	if !gr.Graded(n) || gr.IsDraft(n.Path) {
		return alike.Marks{}
	}
	return gr.Results.Parsed[n].Marks
}

type likeKey struct {
	file  string
	marks alike.Marks
}

// likeFound are the notes that a file was compared with, and their names and words.
type likeFound struct {
	notes  []*markdown.Note
	digest string
}

// likeNotes are the permanent notes that a file may be the double of, the likeliest
// first.
func (gr *Grader) likeNotes(file string, marks alike.Marks) likeFound {
	if gr.like == nil || gr.likeOf != gr.Edition {
		gr.likeness = likeness{likeOf: gr.Edition, marked: newShingleIndex(gr.markedNotes()), like: map[likeKey]likeFound{}}
	}
	key := likeKey{file, marks}
	f, ok := gr.like[key]
	if !ok {
		f.notes = gr.findLike(file, marks)
		f.digest = gr.digestOf(f.notes)
		gr.like[key] = f
	}
	return f
}

func (gr *Grader) findLike(file string, marks alike.Marks) []*markdown.Note {
	x := gr.marked
	var found []int32
	for _, h := range marks {
		more := slices.DeleteFunc(slices.Clone(x.under[h]), func(i int32) bool { return slices.Contains(found, i) })
		if h != 0 && len(more) < commonMark {
			found = append(found, more...)
		}
	}
	found = slices.DeleteFunc(found, func(i int32) bool {
		return x.notes[i].marks.Shared(marks) < LikeMarks || x.notes[i].path == file || gr.Policy.Vault.EvidenceByName && gr.Held().IsOriginal(x.notes[i].path)
	})
	if len(found) == 0 {
		return nil
	}
	slices.SortFunc(found, func(a, b int32) int {
		return cmp.Or(cmp.Compare(x.notes[b].marks.Shared(marks), x.notes[a].marks.Shared(marks)), cmp.Compare(x.notes[a].path, x.notes[b].path))
	})
	var out []*markdown.Note
	for _, i := range found[:min(len(found), mostCompare)] {
		if n := gr.Note(x.notes[i].path); n != nil {
			out = append(out, n)
		} else { // it has to be read first
			gr.OutOfScope = gr.OutOfScope || gr.Scope != nil
		}
	}
	return out
}

// digestOf names the notes that a file was compared with, and what they say.
func (gr *Grader) digestOf(notes []*markdown.Note) string {
	if len(notes) == 0 {
		return ""
	}
	var parts []string
	for _, n := range notes {
		parts = append(parts, n.Path, gr.Results.Parsed[n].Claims)
	}
	return view.HashOf(parts...)
}

// copiesOf names the notes that a file is a copy of, and whether the ledger shows that
// they came from it and not it from them; "" where it is a copy of none.
func (gr *Grader) copiesOf(file string, notes []*markdown.Note) (told string) {
	for _, n := range notes {
		if gr.Equality(n, file) >= CircularFrom {
			told += fmt.Sprintf("%s %t\n", n.Path, gr.writtenFrom(n, file))
		}
	}
	return told
}
