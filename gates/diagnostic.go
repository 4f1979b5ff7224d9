package gates

import (
	"cmp"
	"fmt"
	"slices"

	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// A Diagnostic is something the author should know about a place in the vault. Its
// wording: lower case, no full stop, present tense; the message says what is so,
// the hint what to do.
type Diagnostic struct {
	Code     Code
	Severity Severity
	Span     vault.Span       // where; the zero File means the vault as a whole
	Claim    markdown.ClaimID // if it is about a claim
	Graded   bool             // if it is about a claim's grade: then Tier is that grade
	Tier     provenance.Tier  // of the claim, now
	Message  string
	Hint     string
	Related  []Related
	Fix      *Fix
	Group    Group // for what is said once for many claims

	Elsewhere bool // in a check of a change: the place was not touched, the change broke it

	Old bool // likewise, where it is compared: it was there before

	Witnesses *WitnessCount // of a claim that has too few
}

// Related is another place that matters, and why.
type Related struct {
	Span    vault.Span
	Quote   string // the words meant, to be found within Span; Span alone where empty
	Message string
}

// Fix is a change that would settle a diagnostic, for the author to accept.
type Fix struct {
	Title string // a verb phrase
	Edits []Edit // of places that do not overlap
}

// An Edit replaces the bytes of a span.
type Edit struct {
	Span vault.Span
	Text string
}

// Group joins diagnostics that one cause explains. Those with one Key become one
// line: the first, with Many as its message, in which %s stands for how many
// claims in how many notes.
type Group struct {
	Key     string
	Many    string
	Marker  bool     // its members are markers of the text, and no claims
	Members []Member // of a joined line, see [Diagnostic.Members]
}

// Gather puts diagnostics in order (file, offset, severity, code), says each once,
// and joins groups. The same diagnostics in any order give the same result.
func Gather(ds []Diagnostic) []Diagnostic {
	ds = slices.Clone(ds)
	slices.SortStableFunc(ds, func(a, b Diagnostic) int { return compare(&a, &b) })
	return joinGroups(slices.CompactFunc(ds, func(a, b Diagnostic) bool { return compare(&a, &b) == 0 }))
}

func compare(a, b *Diagnostic) int {
	if c := cmp.Compare(a.Span.File, b.Span.File); c != 0 {
		return c
	}
	if c := cmp.Compare(a.Span.Start, b.Span.Start); c != 0 {
		return c
	}
	return cmp.Or(
		cmp.Compare(b.Severity, a.Severity),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Span.End, b.Span.End),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(a.Claim, b.Claim),
	)
}

// WorstFirst orders diagnostics for a reader who will not read all: errors before
// warnings, T0 before T4 before T1 within them, and what one sees at once before the rest.
func WorstFirst(ds []Diagnostic) []Diagnostic {
	ds = slices.Clone(ds)
	slices.SortStableFunc(ds, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(rank(a), rank(b)), cmp.Compare(plainness(b), plainness(a)), compare(&a, &b))
	})
	return ds
}

// rank of a diagnostic's tier, worst first; what has no tier stands last.
func rank(d Diagnostic) int {
	if !d.Graded {
		return 9
	}
	worstFirst := []provenance.Tier{provenance.T0, provenance.T4, provenance.T1, provenance.T3, provenance.T2, provenance.Unchecked}
	if i := slices.Index(worstFirst, d.Tier); i >= 0 {
		return i
	}
	return 8
}

// plainness of what a claim and its source say: that of two values before all.
func plainness(d Diagnostic) int {
	return slices.Index([]Code{ChangedEvidence, Contradicted, ValueMismatch}, d.Code)
}

// Count of diagnostics by severity.
func Count(ds []Diagnostic) (errors, warnings, notes int) {
	for _, d := range ds {
		switch d.Severity {
		case Error:
			errors++
		case Warning:
			warnings++
		default:
			notes++
		}
	}
	return errors, warnings, notes
}

// Severity is how loudly something is said.
type Severity uint8

// From quiet to loud. Only errors change the exit status.
const (
	Note Severity = iota
	Warning
	Error
)

var severityNames = [...]string{"note", "warning", "error"}

func (s Severity) String() string {
	if int(s) < len(severityNames) {
		return severityNames[s]
	}
	return fmt.Sprintf("severity(%d)", s)
}
