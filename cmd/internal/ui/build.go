package ui

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"assay/compiler/reports"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

// Faulty reports whether a build ends with a fault: permanent notes have errors, or
// an action failed. A draft that is held back is none.
func Faulty(r *reports.Report) bool {
	return r.Summary.Errors > 0 || r.Actions.Failed > 0 || len(r.Failures) > 0
}

// BuildJSON writes a build's report as JSON.
func (o *Out) BuildJSON(r *reports.Report) error { return o.Object(o.buildJSON(r)) }

// BuildAnswer is a build's report, as JSON.
type BuildAnswer struct {
	reports.Report
	DurationMS  int64        `json:"duration_ms"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

func (o *Out) buildJSON(r *reports.Report) BuildAnswer {
	notNil := *r
	notNil.Promoted, notNil.Written = list(r.Promoted), list(r.Written)
	notNil.Held, notNil.Waiting = list(r.Held), list(r.Waiting)
	if r.Actions.ByKind == nil {
		notNil.Actions.ByKind = map[string]int{}
	}
	return BuildAnswer{notNil, r.Duration.Milliseconds(), Rows(r.Diagnostics, o.Texts)}
}

// list is never nil, so that JSON has [] and not null.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}

// mostListed is how many promoted notes or held drafts a build names.
const mostListed = 12

// Build writes a build's report as text: what happened, what is wrong, what was
// promoted and what is held, a claim of each tier where anything ran, and the sum.
func (o *Out) Build(r *reports.Report) {
	if r.DryRun {
		o.plan(r)
		return
	}
	for _, e := range r.Explained {
		o.explained(e)
	}
	if line := happened(r); line != "" {
		o.Printf("%s\n\n", o.Bold(line))
	}
	o.firstErrors(r.Errors)
	o.moved(r)
	if r.Actions.Run > 0 {
		o.showcase(r)
	}
	o.Printf("%s\n", o.Dim(work(r)))
	if line := Faults(r.Summary); line != "" {
		if r.Summary.Warnings+r.Summary.Notes > 0 {
			line += "; `" + o.Command("assay check") + "` shows them"
		}
		o.Printf("%s\n", line)
	}
	o.baseline(r.Baseline)
	o.agents(r.Agents)
	o.judge(r.Judge, r.Summary)
	o.Printf("%s\n", o.Bold(claimsLine(r.Summary)+gapsPart(r.Gaps)))
	if next := o.next(r); next != "" {
		o.Messagef("%s %s", o.style(green, "next:"), next)
	}
}

// firstErrors writes the first errors of each code, and how many more there are.
func (o *Out) firstErrors(b gates.Brief) {
	var order []gates.Code
	left := map[gates.Code]int{}
	for code, n := range b.Errors {
		if n > gates.MostBrief {
			order, left[code] = append(order, code), n-gates.MostBrief
		}
	}
	slices.Sort(order)
	o.Diagnostics(b.First)
	o.left(order, left)
}

func gapsPart(n int) string {
	if n == 0 {
		return ""
	}
	return "; " + reports.Count(n, "gap")
}

// happened says in a line what a build did to the vault, or is "" where it only
// looked.
func happened(r *reports.Report) string {
	var parts, read []string
	if n := r.Actions.ByKind["parse"]; n > 0 {
		read = append(read, reports.Count(n, "note"))
	}
	if n := r.Actions.ByKind["extract"]; n > 0 {
		read = append(read, reports.Count(n, "original"))
	}
	if len(read) > 0 {
		parts = append(parts, "read "+strings.Join(read, " and "))
	}
	if r.Judge != nil && r.Judge.Asked > 0 {
		asked := fmt.Sprintf("asked %s %s", r.Judge.Name, reports.Count(r.Judge.Asked, "question"))
		if r.Cost.Tokens > 0 {
			asked += fmt.Sprintf(" for %d tokens", r.Cost.Tokens)
		}
		parts = append(parts, asked)
	}
	if r.Cost.Pages > 0 {
		parts = append(parts, fmt.Sprintf("asked for %s at %s", reports.Count(r.Cost.Pages, "page"), reports.Count(r.Cost.Credits, "credit")))
	}
	promoted, held := len(r.Promoted), len(r.Held)
	switch {
	case promoted > 0 && held > 0:
		parts = append(parts, fmt.Sprintf("promoted %d of %s, held %d", promoted, reports.Count(promoted+held, "draft"), held))
	case promoted > 0:
		parts = append(parts, "promoted "+reports.Count(promoted, "draft"))
	case held > 0 && len(parts) > 0:
		parts = append(parts, "held "+reports.Count(held, "draft"))
	}
	return strings.Join(parts, ", ")
}

// moved names what failed, what was promoted, what is held and what waits.
func (o *Out) moved(r *reports.Report) {
	row := func(code, name string, text ...string) {
		o.Printf("%s %s\n", o.style(code, fmt.Sprintf("%-8s", name)), text[0])
		for _, line := range text[1:] {
			if line != "" {
				o.Printf("         %s\n", line)
			}
		}
	}
	for _, f := range r.Failures {
		row(red, "failed", fmt.Sprintf("%s %s: %s", f.Kind, o.Path(f.Target), o.Say(f.Error)))
	}
	for i, path := range r.Promoted {
		if i == mostListed {
			row(green, "", fmt.Sprintf("and %d more", len(r.Promoted)-i))
			break
		}
		row(green, "promoted", o.Path(path))
	}
	waiting := map[string]reports.Waiting{}
	for _, w := range r.Waiting {
		waiting[w.Source] = w
	}
	for i, h := range r.Held {
		if i == mostListed {
			row(yellow, "", fmt.Sprintf("and %d more; `%s` lists them", len(r.Held)-i, o.Command("assay review")))
			break
		}
		command := "assay review " + gates.ShellWord(h.Note)
		if w, ok := waiting[h.Note]; ok && w.Command != "" {
			command = w.Command
		}
		row(yellow, "held", fmt.Sprintf("%s: %s", o.Path(h.Note), tally(h.Claims)), o.Say(h.Reason), o.Command(command))
	}
	for _, h := range r.Held {
		delete(waiting, h.Note)
	}
	for _, w := range r.Waiting {
		if _, ok := waiting[w.Source]; ok {
			row(yellow, "waiting", w.Source+": "+w.Needs, o.Command(w.Command))
		}
	}
	for _, w := range r.Unseen {
		row(yellow, "unseen", w.Source+": "+w.Needs, o.Command(w.Command))
	}
	if len(r.Promoted)+len(r.Held)+len(r.Waiting)+len(r.Failures)+len(r.Unseen) > 0 {
		o.Printf("\n")
	}
}

// next is what one would do now.
func (o *Out) next(r *reports.Report) string {
	gaps := "`" + o.Command("assay gaps") + "` lists what is missing"
	switch {
	case r.Guest:
		return o.Say("this vault has no " + gates.PolicyFile + ": it was graded, and nothing but .assay/ was written; `assay init` proposes a policy, and moves nothing")
	case r.Actions.Run == 0:
		return ""
	case r.Summary.Errors > 0:
		return o.Say("correct what is wrong above; `assay explain CODE` says what a code in brackets means")
	case len(r.Promoted) > 0:
		return fmt.Sprintf("read %s, just promoted; %s", o.Path(r.Promoted[0]), gaps)
	case len(r.Held) > 0:
		return "`" + o.Command("assay review") + "` shows what waits for a person"
	case len(r.Waiting) > 0:
		return "`" + o.Command(r.Waiting[0].Command) + "` lets " + r.Waiting[0].Source + " go on"
	case r.Gaps > 0:
		return gaps
	}
	return ""
}

// work says how much was done.
func work(r *reports.Report) string {
	took := r.Duration.Round(time.Millisecond)
	if r.Duration >= time.Second {
		took = r.Duration.Round(10 * time.Millisecond)
	}
	if r.Actions.Run == 0 && r.Actions.Failed == 0 {
		if r.Duration == 0 {
			return "nothing to do: 0 actions"
		}
		return fmt.Sprintf("nothing to do: 0 actions, %s", took)
	}
	line := reports.Count(r.Actions.Run, "action")
	if len(r.Explained) > 0 {
		line += kinds(r.Actions.ByKind)
	}
	if r.Actions.Failed > 0 {
		line += fmt.Sprintf(", %d failed", r.Actions.Failed)
	}
	if n := len(r.Written); n > 0 {
		line += ", " + reports.Count(n, "file") + " written"
	}
	if r.Duration > 0 {
		line += ", " + took.String()
	}
	return line
}

func kinds(byKind map[string]int) string {
	if len(byKind) == 0 {
		return ""
	}
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		parts = append(parts, fmt.Sprintf("%s %d", kind, byKind[kind]))
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// fit cuts a text to what is left of the line after an indent.
func (o *Out) fit(s string, indent int) string {
	return firstColumns(strings.Join(strings.Fields(s), " "), max(20, cmp.Or(o.Width, 100)-indent))
}

// plan shows what a build would do.
func (o *Out) plan(r *reports.Report) {
	for _, e := range r.Explained {
		o.explained(e)
	}
	for _, w := range r.Waiting {
		o.Printf("%s %s: %s\n         %s\n", o.style(yellow, "waiting "), w.Source, w.Needs, o.Command(w.Command))
	}
	if r.Judge != nil && r.Judge.Missing != "" {
		o.judge(r.Judge, r.Summary)
	}
	if r.Actions.Planned == 0 {
		o.Printf("%s\n", o.Bold("nothing to do"))
		return
	}
	cost := "at no cost"
	if r.Cost != (reports.Cost{}) {
		cost = fmt.Sprintf("at the cost of %s, %s, %s", reports.Count(r.Cost.Pages, "page"), reports.Count(r.Cost.Credits, "credit"), reports.Count(r.Cost.Tokens, "token"))
	}
	o.Printf("%s\n", o.Bold(fmt.Sprintf("would run %s%s, %s", reports.Count(r.Actions.Planned, "action"), kinds(r.Actions.ByKind), cost)))
	o.Printf("%s\n", o.Dim("what these find may call for more"))
}

func (o *Out) explained(e reports.Explanation) {
	o.Printf("%s %s\n", o.Bold(e.Kind), o.Path(e.Target))
	for _, why := range e.Why {
		o.Printf("    %s\n", why)
	}
	if e.Stops != "" {
		o.Printf("    %s %s\n", o.style(yellow, "stopped by"), e.Stops)
	}
}

// showcase shows a claim of each tier, the best first, so that a reader meets what
// the tiers mean on claims of their own and a red one does not look like a failure
// of the build.
func (o *Out) showcase(r *reports.Report) {
	examples := slices.Clone(r.Showcase)
	if len(examples) == 0 {
		return
	}
	inHeld := func(e reports.Example) bool {
		return e.InDraft && slices.ContainsFunc(r.Held, func(h reports.HeldDraft) bool { return h.Note == e.Note })
	}
	order := []provenance.Tier{provenance.T5, provenance.T3, provenance.T2, provenance.T1, provenance.Unchecked, provenance.T4, provenance.T0}
	slices.SortStableFunc(examples, func(a, b reports.Example) int { return slices.Index(order, a.Tier) - slices.Index(order, b.Tier) })
	title := "one claim of each tier"
	if len(examples) == 1 {
		title = "one of the claims"
	}
	if slices.ContainsFunc(examples, func(e reports.Example) bool { return alarming(e) && inHeld(e) }) &&
		!slices.ContainsFunc(examples, func(e reports.Example) bool { return alarming(e) && !inHeld(e) }) {
		title += " (what is wrong stands in a held draft, not in the wiki)"
	}
	o.Printf("%s\n\n", o.Bold(title+":"))
	for _, e := range examples {
		code, name, reason := tierColour(e.Tier, e.Rule), provenance.WordOf(e.Tier, e.Rule), e.Reason
		if e.Tier == provenance.Unchecked {
			name, reason = "nothing here to check against", gapReason(reason)
		}
		where := fmt.Sprintf("%s:%d", o.Path(e.Note), e.Line)
		if inHeld(e) {
			where += " (held draft)"
		}
		o.Printf("%s %s %s\n", o.style(code, fmt.Sprintf("%-9s", e.Tier)), o.style(code, name), o.Dim(where))
		o.below("          ", e.Claim, o.textWidth()-10, 2, plainly)
		o.below("          ", o.Say(reason), o.textWidth()-10, 3, o.Dim)
		o.Printf("\n")
	}
}

// alarming is an example whose claim is wrong.
func alarming(e reports.Example) bool { return tierColour(e.Tier, e.Rule) == red }

// tierColour is red for what is wrong. That nothing is cited does not say so.
func tierColour(t provenance.Tier, rule string) string {
	switch {
	case t == provenance.T5:
		return green
	case rule != provenance.RuleUncited && (t == provenance.T0 || t == provenance.T4):
		return red
	}
	return yellow
}

// judge says how the judge that policy names stands, and how many claims it decided.
func (o *Out) judge(j *reports.JudgeReport, s reports.Summary) {
	if j == nil {
		return
	}
	var parts []string
	if s.Answered > 0 {
		parts = append(parts, reports.Count(s.Answered, "claim")+" judged by it")
	}
	if s.Unanswered > 0 {
		parts = append(parts, reports.Count(s.Unanswered, "claim")+" graded by the built-in judge alone")
	}
	if len(parts) == 0 {
		parts = append(parts, "no claim needs it")
	}
	line := fmt.Sprintf("judge %s: %s", j.Name, strings.Join(parts, ", "))
	if j.Missing != "" {
		line += "; " + j.Missing
	}
	o.Printf("%s\n", o.Say(line))
	if j.Missing != "" && j.Hint != "" {
		o.Messagef("%s", o.Say("hint: "+j.Hint))
	}
}

// agents says what is to be known of agents that write drafts.
func (o *Out) agents(a *reports.AgentsReport) {
	if a == nil {
		return
	}
	for _, note := range slices.Sorted(maps.Keys(a.Wrote)) {
		o.Printf("%s %s by %s\n", o.style(green, "written "), o.Path(note), a.Wrote[note])
	}
	for _, note := range slices.Sorted(maps.Keys(a.Lacks)) {
		o.Printf("%s %s: its passages lack %s\n", o.style(yellow, "lacking "), o.Path(note), strings.Join(a.Lacks[note], "; "))
	}
	for _, note := range slices.Sorted(maps.Keys(a.Blind)) {
		o.Messagef("%s", o.Say("warning: "+note+" was written without live results: "+a.Blind[note]))
	}
	if a.Missing != "" {
		o.Printf("%s\n", o.Say("agents: "+a.Missing+"; the built-in Chronicler writes drafts"))
	}
	if len(a.Refused) > 0 {
		o.Printf("%s\n", o.Say("not acted on, since nobody here trusts the vault: "+strings.Join(a.Refused, ", ")))
	}
	if (a.Missing != "" || len(a.Refused) > 0) && a.Hint != "" {
		o.Messagef("%s", o.Say("hint: "+a.Hint))
	}
}

// Drafted is what came of a topic.
type Drafted struct {
	Topic    string
	Note     string // the draft, or the note it became; empty where nothing is held on the topic
	Promoted bool
	Claims   reports.Tally
	Held     string // why it waits
}

// DraftedOn finds what came of a topic: its note has the topic's name.
func DraftedOn(r *reports.Report, topic string) Drafted {
	d := Drafted{Topic: topic}
	name := vault.FoldName(vault.SafeName(path.Base(strings.TrimSuffix(strings.Trim(topic, "/ "), ".md"))) + ".md")
	words := vault.FoldName(vault.SafeName(topic) + ".md") // where a slash is no folder's
	is := func(note string) bool { base := vault.FoldName(path.Base(note)); return base == name || base == words }
	for _, note := range r.Promoted {
		if is(note) {
			d.Note, d.Promoted = note, true
			return d
		}
	}
	for _, h := range r.Held {
		if is(h.Note) {
			d.Note, d.Claims, d.Held = h.Note, h.Claims, h.Reason
			return d
		}
	}
	return d
}

// nothing says that no evidence has anything on the topic, and what brings some in.
func (d Drafted) nothing() string {
	return fmt.Sprintf("nothing is held on %q; `assay source propose PATH` brings in a file or folder that has it", d.Topic)
}

// Draft writes what came of a topic, and of nothing else.
func (o *Out) Draft(r *reports.Report, d Drafted) {
	for _, f := range r.Failures {
		o.Printf("%s %s %s: %s\n", o.style(red, "failed  "), f.Kind, o.Path(f.Target), o.Say(f.Error))
	}
	o.Diagnostics(those(r.Diagnostics, func(d gates.Diagnostic) bool { return d.Severity == gates.Error }))
	o.agents(r.Agents)
	switch {
	case d.Note == "" && len(r.Failures) > 0:
	case d.Note == "":
		o.Printf("%s\n", o.Say(d.nothing()))
	case d.Promoted:
		o.Printf("%s %s\n", o.style(green, "promoted"), o.Path(d.Note))
	default:
		waits := "assay review " + gates.ShellWord(d.Note)
		for _, w := range r.Waiting {
			if w.Source == d.Note && w.Command != "" {
				waits = w.Command
			}
		}
		o.Printf("%s %s: %s\n         %s\n         %s\n", o.style(green, "drafted "), o.Path(d.Note), tally(d.Claims), o.Say(d.Held), o.Command(waits))
	}
}

// DraftAnswer is a build's report and the topic's note, as JSON.
type DraftAnswer struct {
	BuildAnswer
	Topic   string `json:"topic"`
	Draft   string `json:"draft"` // the draft, or the note it became; empty where nothing is held
	Message string `json:"message,omitempty"`
}

// DraftJSON writes it as JSON: the build's report, and the topic's note.
func (o *Out) DraftJSON(r *reports.Report, d Drafted) error {
	message := ""
	if d.Note == "" {
		message = d.nothing()
	}
	return o.Object(DraftAnswer{o.buildJSON(r), d.Topic, d.Note, message})
}
