package compiler

import (
	"cmp"
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
// a page finds those that may be its double without comparing each with each.
type echoIndex struct {
	notes  []*vault.Note // of which vault
	byMark map[uint64][]*vault.Note
}

// marksOfNote are the marks of a note's sentences; none of a short note.
func marksOfNote(n *vault.Note) alike.Marks {
	m, words := alike.MarksOf(sentencesOf(n))
	if words < mirrorWords {
		return alike.Marks{}
	}
	return m
}

func (p *plan) echoIndex() *echoIndex {
	if x := p.results.echo; x != nil && len(x.notes) == len(p.notes) && sameNotes(x.notes, p.notes) {
		return x
	}
	x := &echoIndex{notes: p.notes, byMark: make(map[uint64][]*vault.Note, filedMarks*len(p.notes))}
	for _, n := range p.notes {
		m := p.results.marks[n]
		if m == (alike.Marks{}) || !p.permanent(n) {
			continue
		}
		for _, h := range m[:filedMarks] {
			if under := x.byMark[h]; h != 0 && len(under) < commonMark {
				x.byMark[h] = append(under, n)
			}
		}
	}
	p.results.echo = x
	return x
}

// permanent reports whether a note's text is this vault's own word: a wiki's page, and
// no original that lies among the notes.
func (p *plan) permanent(n *vault.Note) bool {
	return p.graded(n) && !p.isDraft(n.Path)
}

// likeNotes are the permanent notes that a file may be the double of, the likeliest
// first.
func (p *plan) likeNotes(file string, marks alike.Marks) []*vault.Note {
	x := p.echoIndex()
	var out []*vault.Note
	for _, h := range marks {
		if h == 0 || len(x.byMark[h]) >= commonMark {
			continue
		}
		for _, n := range x.byMark[h] {
			if n.Path != file && !slices.Contains(out, n) && p.results.marks[n].Shared(marks) >= likeMarks && !(p.guest && p.held().IsOriginal(n.Path)) {
				out = append(out, n)
			}
		}
	}
	slices.SortFunc(out, func(a, b *vault.Note) int {
		return cmp.Or(cmp.Compare(p.results.marks[b].Shared(marks), p.results.marks[a].Shared(marks)), cmp.Compare(a.Path, b.Path))
	})
	return out[:min(len(out), mostCompare)]
}

// digestOf names what notes make of a file: which they are, what they say, and whether
// they were written from it.
func (p *plan) digestOf(file string, notes []*vault.Note) string {
	if len(notes) == 0 {
		return ""
	}
	var parts []string
	for _, n := range notes {
		parts = append(parts, n.Path, p.results.claims[n], strconv.FormatBool(p.writtenFrom(n, file)))
	}
	return hashOf(parts...)
}

func (p *plan) likeNotesDigest(file string, marks alike.Marks) string {
	return p.digestOf(file, p.likeNotes(file, marks))
}

// dependLike notes which notes a file was compared with.
func (r *noteVerdicts) dependLike(file string, marks alike.Marks, notes string) {
	for i := range r.files {
		if r.files[i].path == file {
			r.files[i].marks, r.files[i].notes = marks, notes
		}
	}
}
