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

// Check writes what `assay check` found, as text: the first screen, or all there is.
func (o *Out) Check(r *reports.CheckReport, all bool) {
	if o.unchanged(r) {
		return
	}
	if !all {
		first := *o
		first.screen(r, func(o *Out, shown []gates.Diagnostic) { o.outcome(r, shown) })
		return
	}
	ds := r.Diagnostics
	if r.Guest {
		ds = gates.WorstFirst(ds)
	}
	o.faults(ds, r.Change)
	if len(r.Known) > 0 {
		o.Printf("%s\n\n", o.Dim("known, and let be by "+o.Path(r.Baseline.File)+":"))
		o.Diagnostics(r.Known)
	}
	if line := citationsLine(r.Summary.Citations); r.Guest && line != "" {
		o.Printf("%s\n", line)
	}
	o.outcome(r, ds)
}

// outcome says how much was found, what the answer is, and what to do next.
func (o *Out) outcome(r *reports.CheckReport, shown []gates.Diagnostic) {
	if line := found(r, shown); line != "" {
		o.Printf("%s\n", line)
	}
	o.baseline(r.Baseline)
	o.judge(r.Judge, r.Summary)
	if line := notGradedLine(r.Summary.NotGraded); line != "" && !r.Guest {
		o.Printf("%s\n", line)
	}
	o.Printf("%s\n", o.Bold(Answer(r)))
	if r.Unbuilt {
		o.Messagef("%s", o.Say("not built yet: run `assay build`, which stores what the notes cite as evidence"))
		return
	}
	if next := nextOf(r, shown, newPlaces(o.Texts)); next != "" {
		o.Messagef("%s %s", o.style(green, "next:"), o.Say(next))
	}
}

// manyFaults are more than somebody would want to mend before the next commit.
const manyFaults = 25

// nextOf is what a reader would do now, in one line.
func nextOf(r *reports.CheckReport, shown []gates.Diagnostic, at *places) string {
	whole := r.Change == nil && len(r.Paths) == 0
	n := r.Summary.Errors + r.Summary.Warnings
	switch {
	case r.Change != nil && len(shown) < len(r.Diagnostics):
		way := "--staged"
		if !r.Change.Staged {
			way = "--diff " + gates.ShellWord(r.Change.Since)
		}
		return "`assay check " + way + " --all` shows all of it"
	case whole && r.Baseline != nil && r.Baseline.Fixed > 0:
		fixed := r.Baseline.Fixed
		return fmt.Sprintf("%d of the baseline %s fixed; `assay check --baseline-prune` drops %s, and what comes back then counts",
			fixed, reports.Verb(fixed, "is", "are"), reports.Verb(fixed, "it", "them"))
	case whole && !r.Guest && r.Summary.Errors > 0 && n >= manyFaults && r.Baseline == nil:
		return fmt.Sprintf("`assay check --baseline-write` lets these %d be for a while, and only what is new fails", n)
	case r.Change == nil && len(shown) > 0 && shown[0].Claim != "" && shown[0].Span.File != "":
		from, _ := at.span(shown[0].Span)
		place := fmt.Sprintf("%s:%d", shown[0].Span.File, from.Line)
		if from.Column > 1 { // a line may have several
			place += fmt.Sprintf(":%d", from.Column)
		}
		return fmt.Sprintf("`assay why %s` shows what it rests on", gates.ShellWord(place))
	case whole && r.Guest && r.Summary.Cited > 0:
		return "`assay adopt` sets a bar; without a policy nothing is required of these notes"
	case whole && r.Guest && r.Files > 0:
		return "nothing cites a source; `assay gaps` lists what is missing"
	}
	return ""
}

// Answer is the line that answers.
func Answer(r *reports.CheckReport) string {
	switch {
	case r.Change == nil:
		return claimsLine(r.Summary)
	case r.Files > 0:
		return reports.Count(r.Files, "note") + " touched; " + claimsLine(r.Summary)
	case len(r.Diagnostics) == 0:
		return "no note is touched, and none is the worse for the change"
	}
	return "no note is touched"
}

// CheckAnswer is a check, as JSON.
type CheckAnswer struct {
	Vault       string               `json:"vault"`
	Guest       bool                 `json:"guest,omitempty"`
	Claims      reports.Tally        `json:"claims"`
	Summary     reports.Summary      `json:"summary"`
	Judge       *reports.JudgeReport `json:"judge,omitempty"`
	Diagnostics []Diagnostic         `json:"diagnostics"`

	Change   *reports.ChangeReport   `json:"change,omitempty"` // of --staged and --diff; then diagnostics are of what is reported, and claims of the notes touched
	Baseline *reports.BaselineReport `json:"baseline,omitempty"`
	Known    []Diagnostic            `json:"known,omitempty"`     // what a baseline lets be
	List     []reports.ClaimRow      `json:"claim_list,omitzero"` // with --claims: every claim that is graded, whatever a baseline lets be
	Folders  []reports.FolderRow     `json:"folders"`             // the counts by folder
	Unbuilt  bool                    `json:"unbuilt,omitempty"`   // there is a policy, and no build has stored anything by it yet
}

// CheckRows renders what a check found for JSON.
func CheckRows(r *reports.CheckReport, texts Texts) CheckAnswer {
	return CheckAnswer{r.Vault, r.Guest, r.Claims, r.Summary, r.Judge, Rows(r.Diagnostics, texts), r.Change, r.Baseline, Rows(r.Known, texts), r.List, list(r.Folders), r.Unbuilt}
}

// baseline says what a baseline made of a check, in one line.
func (o *Out) baseline(b *reports.BaselineReport) {
	if b == nil {
		return
	}
	o.Printf("%s\n", baselineLine(b, o.Path(b.File)))
}

func baselineLine(b *reports.BaselineReport, file string) string {
	line := fmt.Sprintf("%d known (%s), %d new", b.Known, file, b.New)
	if b.Expired > 0 {
		line += fmt.Sprintf("; %d %s known, and the time given for %s is over", b.Expired, reports.Verb(b.Expired, "was", "were"), reports.Verb(b.Expired, "it", "them"))
	}
	return line
}

// unchanged says that a change is none of the vault's, if it is none.
func (o *Out) unchanged(r *reports.CheckReport) bool {
	c := r.Change
	if c == nil {
		return false
	}
	for _, remark := range c.Remarks {
		o.Messagef("%s", o.Say(remark))
	}
	if len(c.Touched)+len(r.Diagnostics) > 0 { // what became a link is no file of the vault
		return false
	}
	if c.Staged {
		o.Messagef("nothing of the vault is staged")
	} else {
		o.Messagef("nothing of the vault changed since %s", c.Since)
	}
	return true
}

// faults writes diagnostics; of a change, those of places that it did not touch by
// themselves.
func (o *Out) faults(ds []gates.Diagnostic, c *reports.ChangeReport) {
	if c == nil || c.Elsewhere == 0 {
		o.Diagnostics(ds)
		return
	}
	o.Diagnostics(those(ds, func(d gates.Diagnostic) bool { return !d.Elsewhere }))
	o.Printf("%s\n\n", o.Bold("not touched, but broken by the change:"))
	o.Diagnostics(those(ds, func(d gates.Diagnostic) bool { return d.Elsewhere }))
}

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
	var byCode [][]gates.Diagnostic
	at := map[gates.Code]int{}
	ds = those(ds, func(d gates.Diagnostic) bool { return isTold(d, r) })
	for _, d := range ds {
		i, ok := at[d.Code]
		if !ok {
			i = len(byCode)
			at[d.Code], byCode = i, append(byCode, nil)
		}
		byCode[i] = append(byCode[i], d)
	}
	for n := 0; len(turns) < len(ds); n++ {
		for _, of := range byCode {
			if n < len(of) {
				turns = append(turns, of[n])
			}
		}
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
