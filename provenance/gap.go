package provenance

// GapKind says what sort of thing is missing.
type GapKind string

// What a vault can lack. The first nine follow from the notes alone ([LinkGaps]);
// the others from how its claims were graded.
const (
	UnresolvedLink    GapKind = "unresolved-link"    // a link to a note that is not there
	MissingHeading    GapKind = "missing-heading"    // the note is there, the heading is not
	MissingBlock      GapKind = "missing-block"      // the note is there, the block is not
	MissingAttachment GapKind = "missing-attachment" // a picture, PDF or the like that is not there
	StubNote          GapKind = "stub"               // a note that says less than the policy's minimum
	Orphan            GapKind = "orphan"             // no note links to it
	DeadEnd           GapKind = "dead-end"           // it links to no note
	OpenQuestion      GapKind = "open-question"      // the author marked it as open
	Declared          GapKind = "declared"           // the author listed it in gaps: or sources_wanted:
	UncitedClaim      GapKind = "uncited"            // a claim with no citation and no inference marker
	UncheckedClaim    GapKind = "unchecked"          // a citation whose source is not held
	StaleEvidence     GapKind = "stale"              // rests on evidence older than the threshold
	SingleWitness     GapKind = "single-witness"     // rests on one witness where policy asks for more
)

// A Gap is something the vault leans on and does not have. There is one for each
// file and target.
type Gap struct {
	Kind       GapKind
	File       string   // the note that has the gap
	Start, End int      // its first place there; 0, 0 for the note as a whole
	Target     string   // a link as written, without alias; a question; a topic; else empty
	Count      int      // how often in File; the number of words for a stub
	From       []string // for what links lack: all notes that link to the same, sorted
	Note       string   // one clause of plain text for a person, or empty
}
