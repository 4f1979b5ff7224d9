package ui

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/compiler/reports"
	"assay/gates"
)

// What a check says first fits a terminal of 80 columns and 40 rows, of which the command and
// the next prompt take two.
const (
	screenWidth = 80
	screenRows  = 38
	screenWorst = 5 // findings
	screenQuote = 3 // rows of a claim, and of what its source says
)

// screen writes what matters of a check: what was read, a table by folder, the worst findings,
// the worst of all last, and how many others there are. The rest gives what follows them.
func (o *Out) screen(r *reports.CheckReport, rest func(*Out, []gates.Diagnostic)) {
	o.Width = cmp.Or(o.Width, screenWidth)
	if o.Rel != nil && o.Enter != "" && strings.HasPrefix(o.Rel("."), "..") {
		o.Rel = nil // the vault lies beside this folder: what it is called from here says nothing
	}
	head := func(o *Out) {
		o.read(r)
		o.folders(r)
	}
	ds := worstOf(r, screenWorst)
	left := func() int { return screenRows - o.rows(head) - o.rows(func(o *Out) { rest(o, ds) }) }
	room := left()
	quotes := slices.Repeat([]int{1}, len(ds)) // rows that each quotes at most
	at := newPlaces(o.Texts)                   // each file is read once, however often it is laid out
	fits := func() bool { return o.rows(func(o *Out) { o.worst(ds, quotes, at) }) <= room }
	for len(ds) > 1 && !fits() {
		ds = ds[:len(ds)-1]
		room = left() // what follows says how much is not shown
	}
	for range screenQuote - 1 {
		for i := range ds { // the worst has the most room
			if quotes[i]++; !fits() {
				quotes[i]--
			}
		}
	}
	head(o)
	o.worst(ds, quotes, at)
	rest(o, ds)
}

// rows is how many rows of a terminal something takes.
func (o *Out) rows(write func(*Out)) (rows int) {
	var text bytes.Buffer
	plain := *o
	plain.Color, plain.Stdout, plain.Stderr = false, &text, &text
	write(&plain)
	for line := range strings.Lines(text.String()) {
		rows += max(1, (columnsOf(strings.TrimSuffix(line, "\n"))+o.Width-1)/o.Width)
	}
	return rows
}

// worstOf are the findings that a reader should see, the worst first. Of those that are as bad
// as each other no code comes a second time before each came once. Of many, what evidence
// carries only in part is counted, and so are notes: there may be thousands.
func worstOf(r *reports.CheckReport, most int) (worst []gates.Diagnostic) {
	all := gates.WorstFirst(r.Diagnostics)
	if len(all) <= most && !r.Unbuilt {
		return all
	}
	for len(all) > 0 && len(worst) < most {
		first := all[0]
		n := 1
		for n < len(all) && all[n].Severity == first.Severity && all[n].Graded == first.Graded && all[n].Tier == first.Tier {
			n++
		}
		worst = append(worst, inTurns(all[:n], r)...)
		all = all[n:]
	}
	return worst[:min(most, len(worst))]
}

func inTurns(ds []gates.Diagnostic, r *reports.CheckReport) (turns []gates.Diagnostic) {
	by, order := map[gates.Code][]gates.Diagnostic{}, []gates.Code(nil)
	for _, d := range ds {
		if !isTold(d, r) {
			continue
		}
		if by[d.Code] == nil {
			order = append(order, d.Code)
		}
		by[d.Code] = append(by[d.Code], d)
	}
	for i := 0; len(order) > 0; i++ {
		next := order[:0]
		for _, code := range order {
			turns = append(turns, by[code][i])
			if i+1 < len(by[code]) {
				next = append(next, code)
			}
		}
		order = next
	}
	return turns
}

// isTold reports whether a diagnostic may be one of the findings. Before a first build what
// that build would settle is none.
func isTold(d gates.Diagnostic, r *reports.CheckReport) bool {
	switch {
	case r.Unbuilt && (d.Code == gates.SourceNotHeld || d.Code == gates.UnadmittedSource), d.Severity == gates.Note:
		return false
	}
	return d.Code != gates.WeakEvidence || d.Severity == gates.Error
}

// worst writes findings, the worst last, each with so many rows for what it quotes.
func (o *Out) worst(ds []gates.Diagnostic, quotes []int, at *places) {
	for i := len(ds) - 1; i >= 0; i-- {
		o.finding(ds[i], quotes[i], at)
	}
	if len(ds) > 0 {
		o.Printf("\n")
	}
}

func (o *Out) finding(d gates.Diagnostic, full int, at *places) {
	place, code := o.place(d, at), "["+string(d.Code)+"]"
	room := (full+1)*o.Width - columnsOf(place) - len(d.Severity.String()) - len(code) - 4
	o.Printf("%s %s %s %s\n", o.Bold(place), o.loudness(d), o.Bold(firstColumns(o.message(d), max(room, o.Width/2))), o.Dim(code))
	below := func(text string, most int) { o.below(indent, text, o.Width-len(indent), most, plainly) }
	if d.Elsewhere {
		below("not touched, but broken by the change", 1)
	}
	below(at.words(d.Span), full)
	told := 0
	for _, rel := range d.Related {
		if rel.Message == gates.AlsoHere || told == full {
			continue
		}
		told++
		place := at.related(rel, o.Path)
		switch room := o.Width / 3; {
		case columnsOf(place) <= room:
			below(place+": "+rel.Message, full)
		case full == 1:
			below("…"+lastColumns(place, room-1)+": "+rel.Message, full)
		default: // a path that is parted leads nowhere
			o.Printf("%s%s:\n", indent, place)
			below(rel.Message, full)
		}
	}
	if d.Hint != "" && full > 1 { // on one line, since it may be a command to copy
		o.Printf("%s%s %s\n", indent, o.style(green, "hint:"), firstColumns(o.Say(d.Hint), full*o.Width))
	}
}

var brokenLinks = []gates.Code{gates.UnresolvedLink, gates.MissingHeading, gates.MissingBlock, gates.MissingAttachment}

// found says how much there is, and of what is not shown in how many files it is.
func found(r *reports.CheckReport, shown []gates.Diagnostic) string {
	if len(r.Diagnostics) == len(shown) {
		return Faults(r.Summary)
	}
	weak, links, notes := map[string]int{}, map[string]int{}, map[string]int{}
	for _, d := range r.Diagnostics {
		switch {
		case d.Severity == gates.Note:
			notes[d.Span.File]++
		case d.Severity == gates.Warning && d.Code == gates.WeakEvidence:
			weak[d.Span.File]++
		case d.Severity == gates.Warning && slices.Contains(brokenLinks, d.Code):
			links[d.Span.File]++
		}
	}
	var parts []string
	add := func(n int, what, more string) {
		if n > 0 {
			parts = append(parts, reports.Count(n, what)+more)
		}
	}
	add(r.Summary.Errors, "error", "")
	var few []string
	if n := sum(weak); n > 0 {
		few = append(few, fmt.Sprintf("%d weak in %s", n, reports.Count(len(weak), "file")))
	}
	if n := sum(links); n > 0 {
		few = append(few, fmt.Sprintf("%s in %s", reports.Count(n, "broken link"), reports.Count(len(links), "file")))
	}
	of := ""
	if len(few) > 0 {
		of = " (" + strings.Join(few, ", ") + ")"
	}
	add(r.Summary.Warnings, "warning", of)
	add(r.Summary.Notes, "note", " in "+reports.Count(len(notes), "file"))
	return strings.Join(parts, ", ") + ": --all"
}

func sum(counts map[string]int) (n int) {
	for _, m := range counts {
		n += m
	}
	return n
}
