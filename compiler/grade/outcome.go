package grade

import (
	"cmp"
	"strconv"
	"time"

	"assay/compiler/codec"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/ingest/alike"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// An Outcome is what a build needs of a note that nothing happened to: its counts
// and its diagnostics. With it neither claims nor verdicts are read, so that a build
// costs what changed and not what there is.
type Outcome struct {
	NoteVerdicts // what it depends on; its verdicts stay out
	Count        view.NoteCount
	ClaimGaps    int
	LinkRows     int    // gaps that its links and the note itself show
	linkGaps     string // digest of the note's rows of gaps, which diagnostics tell of
	arrival      string // what the ledger says of how it got here
	view.Rests          // of the note
	Diagnostics  []gates.Diagnostic
}

// OutcomeKey names a note's outcome by the note and what grades it.
func (gr *Grader) OutcomeKey(n *markdown.Note) view.Key {
	return view.KeyOf("outcome", n.Path, gr.ParsedFrom[n.Path].String(), gr.PolicyDigest, gr.Version.Judge, gr.authorKey(n))
}

// settled reports whether a note's outcome is known and still holds.
func (gr *Grader) settled(n *markdown.Note) bool {
	if !gr.Lazy || gr.IsDraft(n.Path) {
		return false
	}
	o, ok := view.Lookup[*Outcome](gr.Results, gr.OutcomeKey(n))
	if !ok || !gr.stillHold(n, &o.NoteVerdicts) {
		return false
	}
	gr.Outcomes[n.Path] = o
	gr.Reach.Findings += o.Count.Summary.DoNot
	gr.Expires(o.nextStale)
	return true
}

// VerdictsOf are a note's verdicts, read or made if only its outcome was known.
func (gr *Grader) VerdictsOf(n *markdown.Note) []provenance.Verdict {
	if vs, ok := gr.Verdicts[n.Path]; ok {
		return vs
	}
	if _, ok := gr.Outcomes[n.Path]; ok || gr.hasShed(n) || gr.Scope != nil && !gr.Scope.Dirty[n.Path] && gr.Graded(n) {
		next := gr.NextStale
		gr.note(n, nil)
		gr.NextStale = next
	}
	return gr.Verdicts[n.Path]
}

// VerdictsIf are a note's verdicts if its claims may be of a tier that is looked for,
// which their counts tell without reading them.
func (gr *Grader) VerdictsIf(n *markdown.Note, has func(reports.Tally) bool) []provenance.Verdict {
	if o := gr.Outcomes[n.Path]; o != nil && !has(o.Count.Claims) {
		return gr.Verdicts[n.Path]
	}
	return gr.VerdictsOf(n)
}

// OutcomeOf gives a note's outcome: as it is where it is settled, else made from the
// note's verdicts and kept.
func (gr *Grader) OutcomeOf(n *markdown.Note, rows []provenance.Gap, arrival gates.Arrival) (*Outcome, view.NoteRow) {
	row := view.NoteRow{Path: n.Path}
	digest := gapsDigest(rows)
	if o := gr.Outcomes[n.Path]; o != nil && o.linkGaps == digest && o.arrival == arrival.Key() {
		row.Outcome, row.Settled = gr.OutcomeKey(n), true
		return o, row
	}
	o := &Outcome{LinkRows: len(rows), linkGaps: digest, arrival: arrival.Key(), Count: view.NoteCount{Path: n.Path}}
	verdicts := gr.VerdictsOf(n)
	if len(verdicts) > 0 {
		gr.Whole(n)
	}
	o.Rests = gr.restsOf(verdicts)
	o.Count.Summary.Citations, o.Count.Summary.Forms = reports.CitationsIn(verdicts)
	if gr.Policy.Vault.Area(n.Path).Graded() {
		o.Count.Summary.NotGraded = n.Ungraded
	}
	found := map[int]gates.Found{}
	gr.looked = false
	for i, v := range verdicts {
		count(&o.Count, v, !gr.Policy.CitesAtWill(n.Path))
		if e, ok := gr.foundElsewhere(n.Claims[i], v); ok {
			found[i] = e
		}
		if _, ok := gr.claimGap(n, v); ok {
			o.ClaimGaps++
		}
	}
	o.Diagnostics = gates.CheckNote(gates.NoteFacts{Note: n, Verdicts: verdicts, Gaps: rows, Arrival: arrival, Elsewhere: found}, gr.Policy)
	rec := gr.records[n.Path]
	if rec != nil || !gr.Graded(n) || n.Meta.Generated {
		o.attested = gr.Words[n.Path]
		if rec != nil {
			o.NoteVerdicts = *rec
			o.verdicts = nil
		}
		if gr.looked { // what is found, or not, depends on every original
			o.names, o.held, o.led = gr.NamesDigest, gr.HeldDigest(), ""
		}
		row.Settled = !gr.IsDraft(n.Path)
	}
	if rec == nil { // not to tell whether it holds, but what was asked
		if seen := gr.cites[n.Path]; seen != nil {
			o.files, o.asked, o.led, o.premises = seen.files, seen.asked, seen.led, seen.premises
		}
	}
	kept := *o
	kept.premises = nil
	text := codec.Encode(&kept)
	if row.Outcome = gr.OutcomeKey(n); !row.Settled { // it hangs on more than its key says: what it says is its name
		row.Outcome = view.KeyOf("outcome as it was", n.Path, string(text))
	}
	gr.Results.Store.Put(row.Outcome, text)
	if gr.hasShed(n) {
		gr.shed(n, 0)
		if again, err := codec.Decode[*Outcome](text); err == nil { // whose words are not parts of whole files
			o = again
		}
		gr.Results.Release(row.Outcome) // what was there before the look is not what came of it
		return o, row
	}
	gr.Results.Memo[row.Outcome] = o
	return o, row
}

// Questions are what the outcome of a note rests on outside of it.
func (gr *Grader) Questions(n *markdown.Note, o *Outcome, row *view.NoteRow, l provenance.NoteLinks) view.NoteQuestions {
	q := view.NoteQuestions{Path: n.Path, Aliases: n.Meta.Aliases, Marks: gr.MarksOf(n)}
	var others []view.Question
	for _, d := range o.files {
		others = append(others, view.TextOf(d.path))
	}
	for _, note := range o.premises {
		others = append(others, view.VerdictsOf(note))
	}
	derived := HasPremises(n)
	if derived {
		others = append(others, view.Premises())
	}
	pairs := gr.Conflict.PairsNow(n.Path)
	for i := range pairs {
		others = append(others, view.VerdictsOf(pairs[i].Conflict.Note))
	}
	if !row.Settled && !gr.IsDraft(n.Path) && len(pairs) == 0 && !derived {
		others = append(others, view.Unanswered())
	}
	q.Ask(n, o.asked, l, others)
	return q
}

func gapsDigest(rows []provenance.Gap) string {
	if len(rows) == 0 {
		return ""
	}
	parts := make([]string, 0, 6*len(rows))
	for _, g := range rows {
		parts = append(parts, string(g.Kind), g.Target, g.Note, strconv.Itoa(g.Start), strconv.Itoa(g.End), strconv.Itoa(g.Count))
	}
	return view.HashOf(parts...)
}

// FilesCited are the files that the notes of some outcomes cite and that a note may be the
// double of, by path.
func FilesCited(outcomes []*Outcome) map[string]*view.CitedFile {
	files := map[string]*view.CitedFile{}
	for _, o := range outcomes {
		for _, d := range o.files {
			if d.marks != (alike.Marks{}) {
				files[d.path] = &view.CitedFile{Path: d.path, Marks: d.marks}
			}
		}
	}
	return files
}

// count adds a verdict. Where nobody promised citations, a claim without one is a
// gap and not counted among the graded.
func count(c *view.NoteCount, v provenance.Verdict, promised bool) {
	if !v.Cited {
		c.Summary.Uncited++
		if promised {
			c.Claims.Count(v.Tier)
		}
		return
	}
	c.Claims.Count(v.Tier)
	c.Summary.Cited++
	countJudges(c, v)
	switch v.Tier {
	case provenance.T5, provenance.T3, provenance.T2:
		if v.Rejected != "" { // by a person who read the evidence
			c.Summary.DoNot++
			return
		}
		c.Summary.Hold++
	case provenance.Unchecked:
		if v.Rule == provenance.RuleOtherLanguage {
			c.Summary.Abroad++
			return
		}
		c.Summary.NotHeld++
	default:
		c.Summary.DoNot++
		if v.Tier == provenance.T1 {
			c.Summary.Weak++
		}
	}
}

// countJudges adds whether the judge that policy names had its say in a verdict.
func countJudges(c *view.NoteCount, v provenance.Verdict) {
	answered, lacking := false, false
	for _, q := range v.Passages {
		lacking = lacking || q.Judgement.Unanswered != ""
		answered = answered || len(q.Judgement.Others) > 0
	}
	switch {
	case lacking:
		c.Summary.Unanswered++
	case answered:
		c.Summary.Answered++
	}
}

func (gr *Grader) restsOf(verdicts []provenance.Verdict) view.Rests {
	seen := map[string]bool{}
	var sources []string
	for _, v := range verdicts {
		for _, q := range v.Passages {
			e := q.Evidence
			name := cmp.Or(string(e.Chunk), e.Span.File)
			if seen[name] {
				continue
			}
			seen[name] = true
			id := e.Source
			if id == "" && !gr.Policy.IsGuest() {
				id = gr.SourceOf(e.Span.File)
			}
			if id != "" {
				sources = append(sources, string(id))
			}
		}
	}
	return view.Rests{Passages: len(seen), Sources: view.SortedSet(sources)}
}

// A shedNote is a note that was graded in one state of the vault, and whose claims and
// verdicts are no longer in memory: of a large wiki they would not fit.
type shedNote struct {
	of        *vault.Snapshot
	nextStale time.Time
	findings  int
}

// shed lets go of what the store has of a note that was graded.
func (gr *Grader) shed(n *markdown.Note, findings int) {
	rec := gr.records[n.Path]
	if !gr.Shed || gr.Results.Force || rec == nil || gr.Scope != nil {
		return
	}
	gr.Memo.shed[n] = shedNote{gr.Snap, rec.nextStale, findings}
	gr.Results.Release(append(gr.used, gr.verdictsKey(n, nil))...)
	gr.Chill(n)
	delete(gr.Verdicts, n.Path)
	delete(gr.cites, n.Path)
	delete(gr.records, n.Path)
}

// hasShed reports whether a note was graded in this state of the vault, and let go of.
func (gr *Grader) hasShed(n *markdown.Note) bool {
	s, ok := gr.Memo.shed[n]
	if !ok || s.of != gr.Snap {
		return false
	}
	gr.Expires(s.nextStale)
	gr.Reach.Findings += s.findings
	return true
}
