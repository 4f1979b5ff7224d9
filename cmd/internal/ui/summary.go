package ui

import (
	"cmp"
	"fmt"
	"slices"
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

// read says in one line what a check read, and how it cites.
func (o *Out) read(r *reports.CheckReport) {
	if r.Change != nil && r.Files < 2 || r.Files == 0 {
		return // the answer says it
	}
	o.Printf("read %s: %s\n", reports.Count(r.Files, "note"), Cites(r))
	if r.Files == 1 || r.Summary.Cited == 0 || r.Unbuilt {
		o.Printf("\n")
	}
}

// Cites says how notes cite.
func Cites(r *reports.CheckReport) string {
	c := r.Summary.Citations
	if c.Total == 0 {
		return "no citations"
	}
	return fmt.Sprintf("%s (%s); %d %s", reports.Count(c.Total, "citation"), strings.Join(formsOf(r.Summary.Forms), ", "), c.Resolve, reports.Verb(c.Resolve, "resolves", "resolve"))
}

// mostForms of citing are named.
const mostForms = 3

// formsOf are the ways in which citations are written, the most frequent first.
func formsOf(f reports.Forms) (forms []string) {
	all := []counted{{f.Chunk, "[^chk-…]"}, {f.Footnote, "[^1]"}, {f.CaretFile, "^[file.md]"}, {f.Page, "[[page]]"}, {f.Link, "[text](path)"},
		{f.Paren, "(source: …)"}, {f.Key, "[@key]"}, {f.Meta, "frontmatter"}, {f.Undefined, "[^1] undefined"}, {f.Mention, "named in the sentence"}, {f.Other, "other"}}
	all = slices.DeleteFunc(all, func(x counted) bool { return x.n == 0 })
	slices.SortStableFunc(all, func(a, b counted) int { return cmp.Compare(b.n, a.n) })
	if len(all) == 1 {
		return []string{all[0].what}
	}
	first := min(mostForms, len(all))
	others := counted{what: "other"}
	for _, x := range all[first:] {
		others.n += x.n
	}
	return present(append(all[:first:first], others)...)
}

// mostFolders are rows of the table.
const mostFolders = 6

// folders writes a table: by folder, what holds, what does not, and what could not be checked.
func (o *Out) folders(r *reports.CheckReport) {
	rows := fold(r.Folders, mostFolders)
	if r.Files < 2 || len(rows) == 0 || r.Unbuilt {
		return
	}
	cells := [][]string{{"folder", "notes", "cited", "hold", "weak", "fail", "unchecked", "why"}}
	for _, row := range rows {
		s := row.Summary
		cells = append(cells, []string{row.Folder, fmt.Sprint(row.Notes), fmt.Sprint(s.Cited), fmt.Sprint(s.Hold), fmt.Sprint(s.Weak),
			fmt.Sprint(s.DoNot - s.Weak), fmt.Sprint(s.NotHeld + s.Abroad), uncheckedFor(s)})
	}
	widths := make([]int, len(cells[0]))
	for _, row := range cells {
		for i, cell := range row {
			widths[i] = max(widths[i], columnsOf(cell))
		}
	}
	taken := 0
	for _, w := range widths[1:] {
		taken += w + 2
	}
	widths[0] = min(widths[0], max(12, o.Width-taken))
	o.Printf("\n")
	for i, row := range cells {
		name := ending(row[0], widths[0])
		line := name + strings.Repeat(" ", widths[0]-columnsOf(name))
		last := len(row) - 1
		for j := 1; j < last; j++ {
			line += fmt.Sprintf("  %*s", widths[j], row[j])
		}
		line = strings.TrimRight(line+"  "+row[last], " ")
		if i == 0 {
			o.Printf("%s\n", o.Dim(line))
		} else {
			o.Printf("%s\n", line)
		}
	}
	o.Printf("\n")
}

// uncheckedFor says why claims of a folder could not be checked, what is most frequent first.
func uncheckedFor(s reports.Summary) string {
	c := s.Citations
	why, most := "not held", c.NotHeld
	for _, x := range []counted{{c.Generated, "generated"}, {c.Stub, "stub"}, {c.Submodule, "submodule"}, {c.Ambiguous, "ambiguous"}, {c.TooLarge, "too large"}, {c.Malformed, "unreadable"}} {
		if x.n > most {
			why, most = x.what, x.n
		}
	}
	switch {
	case s.NotHeld == 0 && s.Abroad == 0:
		return ""
	case s.NotHeld == 0:
		return "other language"
	case s.Abroad == 0:
		return why
	case s.Abroad > s.NotHeld:
		return "language, " + why
	}
	return why + ", language"
}

// fold joins folders until there are few enough rows: by as many of the names in their paths as
// leave so many, else the largest and the rest in one. Where nothing is cited there is nothing
// to tell.
func fold(rows []reports.FolderRow, most int) []reports.FolderRow {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r reports.FolderRow) bool { return r.Summary.Cited == 0 })
	deepest := 0
	for _, r := range rows {
		deepest = max(deepest, strings.Count(r.Folder, "/")+1)
	}
	folded := rows
	for depth := deepest; depth > 0 && len(folded) > most; depth-- {
		next := addedUp(rows, func(r reports.FolderRow) string {
			names := strings.Split(r.Folder, "/")
			return strings.Join(names[:min(depth, len(names))], "/")
		})
		if len(next) < 2 { // one row says less than the largest of many
			break
		}
		folded = next
	}
	if len(folded) <= most {
		return folded
	}
	bySize := slices.Clone(folded)
	slices.SortStableFunc(bySize, func(a, b reports.FolderRow) int { return cmp.Compare(b.Summary.Cited, a.Summary.Cited) })
	large := map[string]bool{}
	for _, r := range bySize[:most-1] {
		large[r.Folder] = true
	}
	others := fmt.Sprintf("%d other folders", len(folded)-len(large))
	own := slices.DeleteFunc(slices.Clone(folded), func(r reports.FolderRow) bool { return !large[r.Folder] })
	rest := slices.DeleteFunc(folded, func(r reports.FolderRow) bool { return large[r.Folder] })
	return append(own, addedUp(rest, func(reports.FolderRow) string { return others })...)
}

// addedUp adds up rows that have one name, in the order in which names come.
func addedUp(rows []reports.FolderRow, name func(reports.FolderRow) string) (out []reports.FolderRow) {
	at := map[string]int{}
	for _, r := range rows {
		to := name(r)
		i, ok := at[to]
		if !ok {
			i = len(out)
			at[to], out = i, append(out, reports.FolderRow{Folder: to})
		}
		out[i].Notes += r.Notes
		reports.Add(&out[i].Summary, r.Summary, 1)
	}
	return out
}
