package ui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/compiler/reports"
	"assay/provenance"
)

// gapKinds are the kinds of gap in the order in which one would fill them: first
// what the vault leans on and does not hold, last what is merely untidy.
var gapKinds = [...]struct {
	kind      provenance.GapKind
	one, many string
	few       bool // in a large vault one stands for all
}{
	{provenance.UnresolvedLink, "link to a note that is not there", "links to notes that are not there", false},
	{provenance.Declared, "topic that a note wants", "topics that notes want", false},
	{provenance.MissingHeading, "link to a heading that is not there", "links to headings that are not there", false},
	{provenance.MissingBlock, "link to a block that is not there", "links to blocks that are not there", false},
	{provenance.MissingAttachment, "link to a file that is not there", "links to files that are not there", false},
	{provenance.UncheckedClaim, "claim whose source is not held", "claims whose sources are not held", false},
	{provenance.StaleEvidence, "claim on evidence that is old", "claims on evidence that is old", false},
	{provenance.SingleWitness, "claim on too few independent sources", "claims on too few independent sources", false},
	{provenance.OpenQuestion, "open question", "open questions", false},
	{provenance.UncitedClaim, "claim that cites nothing", "claims that cite nothing", true},
	{provenance.StubNote, "note that says next to nothing", "notes that say next to nothing", true},
	{provenance.Orphan, "note that nothing links to", "notes that nothing links to", true},
	{provenance.DeadEnd, "note that links to nothing", "notes that link to nothing", true},
}

// GapRows are gaps for JSON: no list in them is null.
func GapRows(rows []reports.GapRow) []reports.GapRow {
	rows = append([]reports.GapRow{}, rows...)
	for i := range rows {
		rows[i].From = list(rows[i].From)
	}
	return rows
}

// A gapLine is what one line of the list stands for: rows with one cause.
type gapLine struct {
	row   reports.GapRow // the first
	rows  int
	count int
	files map[string]bool
}

// shortList is how many lines are shown whole; of a longer list each kind has its
// foremost.
const (
	shortList  = 40
	foremost   = 4
	foremostOf = 1 // of the kinds of which few are shown
)

// Gaps writes what is missing, kind by kind, those that matter most first.
func (o *Out) Gaps(rows []reports.GapRow, all bool) {
	if len(rows) == 0 {
		o.Printf("%s\n", o.Bold("no gaps"))
		return
	}
	var groups [len(gapKinds)][]gapLine
	lines := 0
	for i, k := range gapKinds {
		groups[i] = gapLines(rows, string(k.kind))
		lines += len(groups[i])
	}
	hidden := false
	parts := []string{}
	for i, k := range gapKinds {
		group := groups[i]
		if len(group) == 0 {
			continue
		}
		parts = append(parts, fmt.Sprintf("%d %s", rowsOf(group), k.kind))
		most := len(group)
		if !all && lines > shortList {
			most = min(most, foremost)
			if k.few {
				most = min(most, foremostOf)
			}
		}
		for _, l := range group[:most] {
			o.gapLine(l)
		}
		if rest := group[most:]; len(rest) > 0 {
			hidden = true
			o.Printf("%s\n", o.Dim("    and "+fmt.Sprint(rowsOf(rest))+" more "+reports.Verb(rowsOf(rest), k.one, k.many)))
		}
	}
	o.Printf("\n%s\n", o.Bold(reports.Count(len(rows), "gap")+": "+strings.Join(parts, ", ")))
	if hidden {
		o.Printf("%s\n", o.Dim("`"+o.Command("assay gaps --all")+"` shows every one"))
	}
}

func rowsOf(lines []gapLine) (n int) {
	for _, l := range lines {
		n += l.rows
	}
	return n
}

func (o *Out) gapLine(l gapLine) {
	r := l.row
	place := fmt.Sprintf("%s:%d:%d:", o.Path(r.File), r.Line, r.Column)
	text, note := r.Target, ""
	switch provenance.GapKind(r.Kind) {
	case provenance.UnresolvedLink, provenance.Declared, provenance.MissingHeading, provenance.MissingBlock, provenance.MissingAttachment, provenance.OpenQuestion:
		var parts []string
		if l.count > 1 {
			parts = append(parts, reports.Count(l.count, "time"))
		}
		if len(l.files) > 1 {
			parts = append(parts, "in "+reports.Count(len(l.files), "note"))
		}
		if r.Note != "" {
			parts = append(parts, o.Say(r.Note))
		}
		note = strings.Join(parts, " ")
	case provenance.UncheckedClaim, provenance.StaleEvidence:
		if note = o.Say(gapReason(r.Note)); l.rows > 1 {
			text, note = reports.Count(l.rows, "claim"), gapReason(o.Say(r.Note))
		}
	case provenance.UncitedClaim:
		if l.rows > 1 {
			text = reports.Count(l.rows, "claim")
		}
	case provenance.StubNote:
		text, note = reports.Count(r.Count, "word"), ""
		if _, least, ok := strings.Cut(r.Note, " of at least "); ok {
			note = "at least " + strings.TrimSuffix(least, " words") + " wanted"
		}
	case provenance.SingleWitness:
	default:
		note = o.Say(r.Note)
	}
	if note != "" {
		note = " (" + note + ")"
	}
	if limit := o.textWidth() - columnsOf(r.Kind) - 2; text != "" {
		text = " " + firstColumns(strings.Join(strings.Fields(text), " "), limit)
	}
	o.Printf("%s %s%s%s\n", o.Bold(place), o.style(blue, r.Kind), text, o.Dim(note))
}

// gapReason is a verdict's reason without the name that it gives twice.
func gapReason(s string) string {
	if before, after, ok := strings.Cut(s, ": "); ok {
		if target, _, ok := strings.Cut(strings.TrimPrefix(before, "cites "), ", "); ok && strings.Contains(after, target) {
			return before
		}
	}
	return s
}

// gapLines joins rows of a kind that one cause explains, what is wanted most first.
func gapLines(rows []reports.GapRow, kind string) []gapLine {
	var out []gapLine
	at := map[string]int{}
	for _, r := range rows {
		if r.Kind != kind {
			continue
		}
		key := gapKey(r)
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key] = i
			out = append(out, gapLine{row: r, files: map[string]bool{}})
		}
		out[i].rows++
		out[i].count += max(1, r.Count)
		out[i].files[r.File] = true
		if byPlace(r, out[i].row) < 0 {
			out[i].row = r
		}
	}
	slices.SortStableFunc(out, func(a, b gapLine) int {
		if provenance.GapKind(kind) == provenance.StubNote {
			return byPlace(a.row, b.row)
		}
		return cmp.Or(cmp.Compare(len(b.files), len(a.files)), cmp.Compare(b.count, a.count), byPlace(a.row, b.row))
	})
	return out
}

// gapKey is alike for rows that are one line of the list.
func gapKey(r reports.GapRow) string {
	switch provenance.GapKind(r.Kind) {
	case provenance.UnresolvedLink, provenance.Declared, provenance.MissingHeading, provenance.MissingBlock, provenance.MissingAttachment:
		return strings.ToLower(r.Target)
	case provenance.UncheckedClaim, provenance.StaleEvidence:
		return r.Note
	case provenance.UncitedClaim:
		return r.File
	}
	return fmt.Sprintf("%s\x00%d\x00%d\x00%s", r.File, r.Line, r.Column, r.Target)
}

func byPlace(a, b reports.GapRow) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}
