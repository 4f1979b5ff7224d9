package ui

import (
	"cmp"
	"fmt"
	"strings"

	"assay/compiler/reports"
	"assay/vault/markdown"
)

// claimsLine is the line that answers the question one came with: of what is cited,
// how much holds.
func claimsLine(s reports.Summary) string {
	line := reports.Count(s.Cited, "cited claim") + ": "
	if s.Cited == 0 {
		line = "no cited claims"
	} else {
		parts := standingOf(s.Hold, s.Weak, s.DoNot-s.Weak)
		if s.NotHeld > 0 {
			parts = append(parts, fmt.Sprintf("%d %s not held", s.NotHeld, reports.Verb(s.NotHeld, "cites a source", "cite sources")))
		}
		if s.Abroad > 0 {
			parts = append(parts, fmt.Sprintf("%d %s in another language", s.Abroad, reports.Verb(s.Abroad, "cites a source", "cite sources")))
		}
		line += strings.Join(parts, ", ")
	}
	if s.Uncited > 0 {
		line += fmt.Sprintf("; %d %s nothing", s.Uncited, reports.Verb(s.Uncited, "cites", "cite"))
	}
	return line
}

// standingOf says of claims that were checked how many hold, are carried only in part, and fail.
func standingOf(hold, weak, fail int) []string {
	parts := []string{fmt.Sprintf("%d %s", hold, reports.Verb(hold, "holds", "hold"))}
	if weak > 0 {
		parts = append(parts, fmt.Sprintf("%d %s weak", weak, reports.Verb(weak, "is", "are")))
	}
	return append(parts, fmt.Sprintf("%d %s not", fail, reports.Verb(fail, "does", "do")))
}

// citationsLine says of the citations how many lead to something that claims can be
// checked against, and what the others are; "" where there are none.
func citationsLine(c reports.Citations) string {
	if c.Total == 0 {
		return ""
	}
	line := reports.Count(c.Total, "citation") + ": "
	parts := []string{fmt.Sprintf("%d %s", c.Resolve, reports.Verb(c.Resolve, "resolves", "resolve"))}
	if c.Resolve == c.Total && c.Total > 1 {
		parts[0] = "all resolve"
	}
	does := func(n int, one, many string) counted { return counted{n, reports.Verb(n, one, many)} }
	return line + strings.Join(append(parts, present(
		does(c.NotHeld, "names what is not held here", "name what is not held here"),
		does(c.Generated, "cites a generated page with no original behind it", "cite generated pages with no original behind them"),
		does(c.Stub, "leads to a stub", "lead to stubs"),
		does(c.Submodule, "leads into a submodule that is not checked out", "lead into a submodule that is not checked out"),
		does(c.Circular, "cites the page itself or a copy of it", "cite the page itself or a copy of it"),
		does(c.Ambiguous, "names several files", "name several files"),
		does(c.TooLarge, "leads to more than a judge reads", "lead to more than a judge reads"),
		does(c.Malformed, "cannot be read", "cannot be read"),
		does(c.Dangling, "leads to nothing", "lead to nothing"),
		does(c.Changed, "leads to a changed passage", "lead to changed passages"),
	)...), ", ")
}

// Faults counts diagnostics, or is "" where there are none.
func Faults(s reports.Summary) string {
	many := func(n int, what string) counted { return counted{n, reports.Verb(n, what, what+"s")} }
	return strings.Join(present(many(s.Errors, "error"), many(s.Warnings, "warning"), many(s.Notes, "note")), ", ")
}

// counted is so many of something.
type counted struct {
	n    int
	what string
}

func (c counted) String() string { return fmt.Sprintf("%d %s", c.n, c.what) }

// present tells of what there is any of.
func present(all ...counted) (parts []string) {
	for _, c := range all {
		if c.n > 0 {
			parts = append(parts, c.String())
		}
	}
	return parts
}

// tally is a count by tier, without those that are nought: "T5 12, T1 2".
func tally(t reports.Tally) string {
	var parts []string
	for _, tier := range tiersOf(t) {
		if tier.n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", tier.what, tier.n))
		}
	}
	return cmp.Or(strings.Join(parts, ", "), "no claims")
}

// tiersOf lists the tiers as a reader cares: the worst first.
func tiersOf(t reports.Tally) []counted {
	return []counted{{t.T0, "T0"}, {t.T4, "T4"}, {t.T1, "T1"}, {t.T3, "T3"}, {t.T2, "T2"}, {t.Unchecked, "unchecked"}, {t.T5, "T5"}}
}

// notGradedLine says how many cited sentences nobody checks, and why; "" for none.
func notGradedLine(u markdown.Ungraded) string {
	n := u.Total()
	if n == 0 {
		return ""
	}
	parts := present([]counted{
		{u.Generated, "in notes marked as generated"},
		{u.Instructions, "in files for agents"},
		{u.Exempt, "in exempt sections or lists of sources"},
		{u.Set, "in quotations, tasks, opinions or questions"},
		{u.Metadata, "on lines of metadata"},
		{u.Unasserted, "as a question, an imperative or in the first person"},
		{u.Linked, "as the text of a link"},
		{u.Titles, "in headings, titles or heads of tables"},
		{u.HTML, "in HTML"},
	}...)
	return reports.Count(n, "cited sentence") + " " + reports.Verb(n, "is", "are") + " not graded: " + strings.Join(parts, ", ")
}
