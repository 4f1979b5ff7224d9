package compiler

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"assay/ingest/alike"
	"assay/vault"
)

const (
	likeMarks   = 2  // marks that a page and a note must share to be compared
	filedMarks  = 4  // marks that a note is filed under
	commonMark  = 16 // notes under one mark, from which on it is a phrase that many use
	mostCompare = 8  // notes that a page is compared with
)

// echoIndex files permanent notes by the smallest shingles of their sentences, so that
// a page finds those that may be its double without comparing each with each. It is
// made anew in every check that grades anything, so it is two arrays: buckets of
// entries, each entry a note and one of its marks.
type echoIndex struct {
	all   []*vault.Note // of which vault
	notes []*vault.Note
	marks []alike.Marks // parallel to notes
	first []int32       // by bucket: an entry and one more, 0 for none
	next  []int32       // by entry
}

func (p *grader) echoIndex() *echoIndex {
	if p.echo != nil && p.echoOf == p.edition { // asked for every page that is cited
		return p.echo
	}
	if x := p.gradeMemo.echo; x != nil && len(x.all) == len(p.notes) && sameNotes(x.all, p.notes) {
		p.echo, p.echoOf = x, p.edition
		return x
	}
	x := &echoIndex{all: p.notes}
	for _, n := range p.notes {
		if m := p.results.marks[n]; m != (alike.Marks{}) && p.graded(n) && !p.isDraft(n.Path) {
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
	p.echo, p.gradeMemo.echo, p.echoOf = x, x, p.edition
	return x
}

// under adds the notes that are filed under a mark to found, unless they are many.
func (x *echoIndex) under(h uint64, found []int32) []int32 {
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
	notes  []*vault.Note
	digest string
}

// likeNotes are the permanent notes that a file may be the double of, the likeliest
// first.
func (p *grader) likeNotes(file string, marks alike.Marks) likeFound {
	if p.likeOf != p.edition {
		p.like, p.likeOf = nil, p.edition
	}
	key := likeKey{file, marks}
	f, ok := p.like[key]
	if !ok {
		if p.some != nil {
			f.notes = p.likeBefore(file, marks)
		} else {
			f.notes = p.findLike(file, marks)
		}
		f.digest = p.digestOf(f.notes)
		if p.like == nil {
			p.like = map[likeKey]likeFound{}
		}
		p.like[key] = f
	}
	return f
}

// likeBefore is the same where not all notes are at hand: what a look at all of them
// found, which a changed note has nothing to do with, see copiesAsBefore.
func (p *grader) likeBefore(file string, marks alike.Marks) (notes []*vault.Note) {
	f, ok := p.some.store.cited.At(file)
	if !ok || f.marks != marks {
		p.gaveUp = true
		return nil
	}
	for _, name := range f.like {
		n := p.note(name)
		if n == nil {
			p.gaveUp = true
			return nil
		}
		notes = append(notes, n)
	}
	return notes
}

func pathsOf(notes []*vault.Note) (out []string) {
	for _, n := range notes {
		out = append(out, n.Path)
	}
	return out
}

func (p *grader) findLike(file string, marks alike.Marks) []*vault.Note {
	x := p.echoIndex()
	var buffer [commonMark * len(marks)]int32
	found := buffer[:0]
	for _, h := range marks {
		if h != 0 {
			found = x.under(h, found)
		}
	}
	found = slices.DeleteFunc(found, func(i int32) bool {
		return x.marks[i].Shared(marks) < likeMarks || x.notes[i].Path == file || p.policy.Vault.EvidenceByName && p.held().IsOriginal(x.notes[i].Path)
	})
	if len(found) == 0 {
		return nil
	}
	slices.SortFunc(found, func(a, b int32) int {
		return cmp.Or(cmp.Compare(x.marks[b].Shared(marks), x.marks[a].Shared(marks)), cmp.Compare(x.notes[a].Path, x.notes[b].Path))
	})
	var out []*vault.Note
	for _, i := range found[:min(len(found), mostCompare)] {
		out = append(out, x.notes[i])
	}
	return out
}

// digestOf names the notes that a file was compared with, and what they say.
func (p *grader) digestOf(notes []*vault.Note) string {
	if len(notes) == 0 {
		return ""
	}
	var parts []string
	for _, n := range notes {
		parts = append(parts, n.Path, p.results.claims[n])
	}
	return hashOf(parts...)
}

// copiesOf names the notes that a file is a copy of, and whether the ledger shows that
// they came from it and not it from them; "" where it is a copy of none.
func (p *grader) copiesOf(file string, notes []*vault.Note) (told string) {
	for _, n := range notes {
		if p.equality(n, file) >= circularFrom {
			told += fmt.Sprintf("%s %t\n", n.Path, p.writtenFrom(n, file))
		}
	}
	return told
}

// stillAlone reports whether a file that was judged has the notes beside it that it had
// then. Only a copy, of which there are few, is looked at closely.
func (p *grader) stillAlone(d *dependency) bool {
	f := p.likeNotes(d.path, d.marks)
	return f.digest == d.notes && (d.copies == "" || p.copiesOf(d.path, f.notes) == d.copies)
}

// dependLike notes which notes a file was compared with.
func (r *noteVerdicts) dependLike(p *grader, file string, marks alike.Marks, f likeFound) {
	for i := range r.files {
		if r.files[i].path == file {
			r.files[i].marks, r.files[i].notes, r.files[i].like, r.files[i].copies = marks, f.digest, pathsOf(f.notes), p.copiesOf(file, f.notes)
		}
	}
}

// dependFrom notes whether the ledger shows that the note came from a file that is like it.
func (r *noteVerdicts) dependFrom(file string, from bool) {
	for i := range r.files {
		if r.files[i].path == file {
			r.files[i].from = strconv.FormatBool(from)
		}
	}
}
