package compiler

// An assessor says what came of the notes.
type assessor struct {
	*view
	acquire  *acquirer
	conflict *conflictFinder
	grade    *grader
	draft    *drafter

	brief bool // not all that there is to tell is asked for
}
