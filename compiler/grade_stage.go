package compiler

import (
	"assay/provenance"
	"assay/vault"
	"time"
)

// A grader grades the claims of notes against stored evidence.
type grader struct {
	*view
	consultation
	likeness
	gradeMemo *gradeMemo

	index    *indexer
	acquire  *acquirer
	conflict *conflictFinder

	led       map[*vault.Note]lead            // where citations lead by the names there are now, of some notes
	looked    bool                            // in the originals, for what the last note's claims do not cite
	verdicts  map[string][]provenance.Verdict // by note, parallel to its claims
	records   map[string]*noteVerdicts        // what those depend on, where all of it could be judged
	cites     map[string]*noteVerdicts        // the same of all graded notes, to tell what they cite, not whether it holds
	outcomes  map[string]*outcome             // of notes that nothing happened to, which have no verdicts here
	words     map[string]string               // digest of what persons said of a note's claims, by note
	nextStale time.Time
}

// consultation is what is asked of the judge that policy names beside the built-in one.
type consultation struct {
	second  *second // nil for none
	asks    bool
	open    bool              // while a note is graded: it has a question that nobody answered
	lacking bool              // some note has
	wrote   map[string]string // by note, the name under which the second judge wrote it; "" where it did not
}

// likeness is what is known of notes that are like files, of one edition of the notes.
type likeness struct {
	echo   *echoIndex
	echoOf int
	like   map[likeKey]likeFound // asked for every note that cites the page
	likeOf int
}

// gradeMemo is what was found of files that notes cite, by path and hash, of pairs of them,
// and of notes by the smallest shingles of their texts; kept over the plans of a process.
type gradeMemo struct {
	wholes map[string]*whole
	twins  map[[2]vault.Hash]string
	equal  map[[2]string]float64
	back   map[[2]string]bool
	echo   *echoIndex

	words        *originalWords // of the originals, and the digest of what they were read from
	from         string
	passages     *storedWords // of the stored passages, as words, likewise
	passagesFrom string
}

func newGradeMemo() *gradeMemo {
	return &gradeMemo{wholes: map[string]*whole{}, twins: map[[2]vault.Hash]string{}, equal: map[[2]string]float64{}, back: map[[2]string]bool{}}
}
