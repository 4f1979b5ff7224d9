package view

import (
	"cmp"
	"strings"

	"assay/gates"
	"assay/ingest/alike"
	"assay/provenance"
	"assay/vault/markdown"
)

// A NoteRow is what is kept of each note beside its outcome, so that a build which finds
// a few notes changed need not read the others.
type NoteRow struct {
	Path    string
	Outcome Key  // of what came of the note, see outcome
	Settled bool // and it holds as long as the note and what that names stay
	Listed  bool // in the catalogue, under its title and with its first claim
	Title   string
	First   string
}

// A ReportedNote is what there is to tell of one note; there is none of a note without.
type ReportedNote struct {
	Path        string
	Diagnostics []gates.Diagnostic
}

// A NotePairs is the claims of one note that cannot hold beside others, in order.
type NotePairs struct {
	Note  string
	Pairs []ConflictPair
}

// ByNote are pairs, which are in order, by note.
func ByNote(pairs []ConflictPair) map[string]*NotePairs {
	out := map[string]*NotePairs{}
	for _, p := range pairs {
		if out[p.Note] == nil {
			out[p.Note] = &NotePairs{Note: p.Note}
		}
		out[p.Note].Pairs = append(out[p.Note].Pairs, p)
	}
	return out
}

// A SourceCount is how many permanent notes rest on a source.
type SourceCount struct {
	Id    string
	Notes int
}

// A CitedFile is a file that notes cite, with what a note has to share with it to be its double.
type CitedFile struct {
	Path  string
	Marks alike.Marks
}

type ConflictPair struct {
	Note     string
	Claim    markdown.ClaimID
	Conflict provenance.Conflict
}

// Compare orders pairs by claim, then by what contradicts it.
func (p *ConflictPair) Compare(o *ConflictPair) int {
	if c := strings.Compare(p.Note, o.Note); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(p.Claim, o.Claim), strings.Compare(p.Conflict.Note, o.Conflict.Note), cmp.Compare(p.Conflict.With, o.Conflict.With))
}
