// Package grade gives each claim of a note its tier: it looks up what the claim cites, asks the
// judges, and keeps the verdicts with all that they depend on. Start with grade.go: gather.go is
// what a claim cites, ask.go what judges say of it, verdicts.go what is kept, outcome.go what a
// build needs of a note that did not change.
package grade

import (
	"time"

	"assay/compiler/acquire"
	"assay/compiler/conflict"
	"assay/compiler/index"
	"assay/compiler/view"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// A Grader grades the claims of notes against stored evidence.
type Grader struct {
	*view.View
	consultation
	likeness
	Memo *Memo

	Index    *index.Indexer
	Acquire  *acquire.Acquirer
	Conflict *conflict.Finder

	admissions

	looked    bool                            // in the originals, for what the last note's claims do not cite
	Verdicts  map[string][]provenance.Verdict // by note, parallel to its claims
	records   map[string]*NoteVerdicts        // what those depend on, where all of it could be judged
	cites     map[string]*NoteVerdicts        // the same of all graded notes, to tell what they cite, not whether it holds
	Outcomes  map[string]*Outcome             // of notes that nothing happened to, which have no verdicts here
	Words     map[string]string               // digest of what persons said of a note's claims, by note
	NextStale time.Time
	used      []view.Key // answers that the note being graded took
	Reach     Reach
	Gathered  map[view.Key]*Gathered // of notes whose answers are awaited, while nothing else changes; nil to gather anew
}

// Reach is how far a plan came with its notes.
type Reach struct {
	Done     int // notes that are graded, or need not be
	Open     int // that wait for answers
	Findings int // claims of the first that do not hold
}

func (r *Reach) add(ok bool, verdicts []provenance.Verdict) (findings int) {
	if !ok {
		r.Open++
		return 0
	}
	var c view.NoteCount
	for _, v := range verdicts {
		count(&c, v, false)
	}
	r.Done++
	r.Findings += c.Summary.DoNot
	return c.Summary.DoNot
}

// consultation is what is asked of the judge that policy names beside the built-in one.
type consultation struct {
	Second  *modelJudge // nil for none
	Asks    bool
	open    bool // while a note is graded: it has a question that nobody answered
	Lacking bool // some note has
}

// admissions are what the ledger says of cited files, of one state of it and the vault.
type admissions struct {
	admitted   map[string]barred
	admittedAt int // how long the ledger was
	admittedOf *vault.Snapshot
}

// likeness is what is known of notes that are like files, of one edition of the notes.
type likeness struct {
	marked *shingleIndex
	like   map[likeKey]likeFound // asked for every note that cites the page
	likeOf int
}

// Memo is what was found of files that notes cite, by path and hash, and of pairs of them; kept
// over the plans of a process.
type Memo struct {
	wholes map[string]*whole
	twins  map[[2]vault.Hash]string
	equal  map[[2]string]float64
	said   map[[2]string]float64
	texts  map[textAt]*textFacts
	shed   map[*markdown.Note]shedNote

	words        *originalWords // of the originals, and the digest of what they were read from
	from         string
	passages     *storedWords // of the stored passages, as words, likewise
	passagesFrom string
}

func NewMemo() *Memo {
	return &Memo{wholes: map[string]*whole{}, twins: map[[2]vault.Hash]string{}, equal: map[[2]string]float64{}, said: map[[2]string]float64{}, texts: map[textAt]*textFacts{}, shed: map[*markdown.Note]shedNote{}}
}
