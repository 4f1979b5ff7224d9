package grade

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strconv"

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
// a page finds those that may be its double without comparing each with each. It is
// made anew in every check that grades anything, so it is two arrays: buckets of
// entries, each entry a note and one of its marks.
type shingleIndex struct {
	all   []*markdown.Note // of which vault
	notes []*markdown.Note
	marks []alike.Marks // parallel to notes
	first []int32       // by bucket: an entry and one more, 0 for none
	next  []int32       // by entry
}

func (gr *Grader) shingleIndex() *shingleIndex {
	if gr.echo != nil && gr.echoOf == gr.Edition { // asked for every page that is cited
		return gr.echo
	}
	if x := gr.Memo.echo; x != nil && len(x.all) == len(gr.Notes) && view.SameNotes(x.all, gr.Notes) {
		gr.echo, gr.echoOf = x, gr.Edition
		return x
	}
	x := &shingleIndex{all: gr.Notes}
	for _, n := range gr.Notes {
		if m := gr.Results.Marks[n]; m != (alike.Marks{}) && gr.Graded(n) && !gr.IsDraft(n.Path) {
			x.notes, x.marks = append(x.notes, n), append(x.marks, m)
		}
	}
	x.first = make([]int32, 1<<bits.Len(uint(2*filedMarks*len(x.notes))))
	x.next = make([]int32, filedMarks*len(x.notes))
	for i := len(x.marks) - 1; i >= 0; i-- { // so that chains are in the order of notes
		for j, h := range x.marks[i][:filedMarks] {
			b, entry := h%uint64(len(x.first)), int32(i*filedMarks+j)
			x.next[entry], x.first[b] = x.first[b], entry+1
		}
	}
	gr.echo, gr.Memo.echo, gr.echoOf = x, x, gr.Edition
	return x
}

// under adds the notes that are filed under a mark to found, unless they are many.
func (x *shingleIndex) under(h uint64, found []int32) []int32 {
	before := len(found)
	for e := x.first[h%uint64(len(x.first))]; e != 0; e = x.next[e-1] {
		i := (e - 1) / filedMarks
		if x.marks[i][(e-1)%filedMarks] != h || slices.Contains(found[:before], i) {
			continue
		}
		if found = append(found, i); len(found)-before >= commonMark {
			return found[:before]
		}
	}
	return found
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
	if gr.likeOf != gr.Edition {
		gr.like, gr.likeOf = nil, gr.Edition
	}
	key := likeKey{file, marks}
	f, ok := gr.like[key]
	if !ok {
		if gr.Scope != nil {
			f.notes = gr.likeBefore(file, marks)
		} else {
			f.notes = gr.findLike(file, marks)
		}
		f.digest = gr.digestOf(f.notes)
		if gr.like == nil {
			gr.like = map[likeKey]likeFound{}
		}
		gr.like[key] = f
	}
	return f
}

// likeBefore is the same where not all notes are at hand: what a look at all of them
// found, which a changed note has nothing to do with, see copiesUnaffected.
func (gr *Grader) likeBefore(file string, marks alike.Marks) (notes []*markdown.Note) {
	f, ok := gr.Scope.Store.Cited.At(file)
	if !ok || f.Marks != marks {
		gr.OutOfScope = true
		return nil
	}
	for _, name := range f.Like {
		n := gr.Note(name)
		if n == nil {
			gr.OutOfScope = true
			return nil
		}
		notes = append(notes, n)
	}
	return notes
}

func pathsOf(notes []*markdown.Note) (out []string) {
	for _, n := range notes {
		out = append(out, n.Path)
	}
	return out
}

func (gr *Grader) findLike(file string, marks alike.Marks) []*markdown.Note {
	x := gr.shingleIndex()
	var buffer [commonMark * len(marks)]int32
	found := buffer[:0]
	for _, h := range marks {
		if h != 0 {
			found = x.under(h, found)
		}
	}
	found = slices.DeleteFunc(found, func(i int32) bool {
		return x.marks[i].Shared(marks) < LikeMarks || x.notes[i].Path == file || gr.Policy.Vault.EvidenceByName && gr.Held().IsOriginal(x.notes[i].Path)
	})
	if len(found) == 0 {
		return nil
	}
	slices.SortFunc(found, func(a, b int32) int {
		return cmp.Or(cmp.Compare(x.marks[b].Shared(marks), x.marks[a].Shared(marks)), cmp.Compare(x.notes[a].Path, x.notes[b].Path))
	})
	var out []*markdown.Note
	for _, i := range found[:min(len(found), mostCompare)] {
		out = append(out, x.notes[i])
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
		parts = append(parts, n.Path, gr.Results.Claims[n])
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

// stillAlone reports whether a file that was judged has the notes beside it that it had
// then. Only a copy, of which there are few, is looked at closely.
func (gr *Grader) stillAlone(d *dependency) bool {
	f := gr.likeNotes(d.path, d.marks)
	return f.digest == d.notes && (d.copies == "" || gr.copiesOf(d.path, f.notes) == d.copies)
}

// dependLike notes which notes a file was compared with.
func (r *NoteVerdicts) dependLike(p *Grader, file string, marks alike.Marks, f likeFound) {
	for i := range r.files {
		if r.files[i].path == file {
			r.files[i].marks, r.files[i].notes, r.files[i].like, r.files[i].copies = marks, f.digest, pathsOf(f.notes), p.copiesOf(file, f.notes)
		}
	}
}

// dependFrom notes whether the ledger shows that the note came from a file that is like it.
func (r *NoteVerdicts) dependFrom(file string, from bool) {
	for i := range r.files {
		if r.files[i].path == file {
			r.files[i].from = strconv.FormatBool(from)
		}
	}
}
