package grade

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/compiler/conflict"
	"assay/compiler/view"
	"assay/gates/judge"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// judged is what the judge said of one claim: of each cited passage alone, and of
// all together where none carries the claim alone.
type judged struct {
	Each     []provenance.Judgement
	Together *provenance.Judgement
}

// All gives every claim of every graded note its verdict. It reports false
// while answers are missing.
func (gr *Grader) All() bool {
	gr.Verdicts = map[string][]provenance.Verdict{}
	gr.records = map[string]*NoteVerdicts{}
	gr.cites = map[string]*NoteVerdicts{}
	gr.Outcomes = map[string]*Outcome{}
	gr.NextStale, gr.Reach = time.Time{}, Reach{}
	conflicts := gr.Conflict.Find()
	done := true
	var later []*markdown.Note
	for _, n := range gr.Notes {
		if gr.Stopped() || gr.Full {
			return false
		}
		if !gr.Graded(n) || len(conflicts[n.Path]) == 0 && (gr.hasShed(n) || gr.settled(n)) {
			gr.Reach.Done++
			continue
		}
		if len(gr.Whole(n).Claims) == 0 {
			gr.records[n.Path] = &NoteVerdicts{attested: gr.Words[n.Path]}
			continue
		}
		if HasPremises(n) {
			later = append(later, n)
			continue
		}
		ok := gr.note(n, nil)
		findings := gr.Reach.add(ok, gr.Verdicts[n.Path])
		if done = done && ok; ok && len(conflicts[n.Path]) == 0 {
			gr.shed(n, findings)
		}
	}
	if done {
		done = gr.gradeConflicts(conflicts)
	}
	// A derived claim may rest on claims of other notes, some of them derived too.
	for range maxDerivation {
		changed := false
		for _, n := range later {
			before := tiersOf(gr.Verdicts[n.Path])
			if !gr.note(n, gr.Standing(conflicts[n.Path])) {
				done = false
			}
			changed = changed || !slices.Equal(before, tiersOf(gr.Verdicts[n.Path]))
		}
		if !changed {
			break
		}
	}
	return done
}

// gradeConflicts grades the notes once more whose claims contradict a permanent
// note's, now that it is known which of those stand by themselves.
func (gr *Grader) gradeConflicts(conflicts map[string]map[markdown.ClaimID]*provenance.Conflict) bool {
	standing := map[string]map[markdown.ClaimID]*provenance.Conflict{}
	for note, found := range conflicts {
		if s := gr.Standing(found); len(s) > 0 {
			standing[note] = s
		}
	}
	done := true
	for note, found := range standing {
		if n := gr.Note(note); n != nil && !HasPremises(n) && !gr.note(n, found) {
			done = false
		}
	}
	return done
}

// Standing leaves out conflicts with claims that are rejected themselves: a wrong
// number in one note does not put a right one in another to the test.
func (gr *Grader) Standing(found map[markdown.ClaimID]*provenance.Conflict) map[markdown.ClaimID]*provenance.Conflict {
	var out map[markdown.ClaimID]*provenance.Conflict
	for id, c := range found {
		rejected := false
		other := gr.Note(c.Note)
		if other == nil {
			continue
		}
		for _, v := range gr.VerdictsOf(other) {
			if v.Claim == c.With && v.Tier == provenance.T0 && v.Rule != provenance.RuleUncited {
				rejected = true
			}
		}
		if rejected {
			continue
		}
		if out == nil {
			out = map[markdown.ClaimID]*provenance.Conflict{}
		}
		out[id] = c
	}
	return out
}

// maxDerivation bounds chains of derived claims that rest on derived claims.
const maxDerivation = 8

func tiersOf(vs []provenance.Verdict) []provenance.Tier {
	out := make([]provenance.Tier, len(vs))
	for i, v := range vs {
		out[i] = v.Tier
	}
	return out
}

func (gr *Grader) verdictsKey(n *markdown.Note, conflicts map[markdown.ClaimID]*provenance.Conflict) view.Key {
	return view.KeyOf("note-verdicts", gr.Results.Claims[n], gr.PolicyDigest, gr.Version.Judge, conflict.Digest(conflicts), gr.authorKey(n))
}

// note grades one note's claims. What a note's verdicts depend on is kept with
// them, so that a note none of whose passages changed is not looked at again.
func (gr *Grader) note(n *markdown.Note, conflicts map[markdown.ClaimID]*provenance.Conflict) bool {
	key := gr.verdictsKey(n, conflicts)
	if rec, ok := view.Lookup(gr.Results, key, DecodeVerdicts); ok && gr.stillHold(n, rec) {
		place(gr.Whole(n), rec.verdicts)
		for i, v := range rec.verdicts {
			if now := conflicts[v.Claim]; v.Conflict != nil && now != nil {
				rec.verdicts[i].Conflict = now // the other claim may have moved
			}
		}
		gr.keepRecord(n, rec, len(conflicts) == 0)
		gr.Verdicts[n.Path], gr.cites[n.Path] = rec.verdicts, rec
		gr.Expires(rec.nextStale)
		return true
	}
	gr.Whole(n)
	gr.used = nil
	rec := NoteVerdicts{attested: gr.Words[n.Path]}
	whole := true
	gr.open = false
	tags, until := n.Meta.Tags, provenance.PageUntil(n.Meta.StaleAfter)
	for _, c := range n.Claims {
		g, ok := gr.grading(n, c, &rec)
		if !ok {
			whole = false
			rec.verdicts = append(rec.verdicts, provenance.Verdict{Claim: c.ID, Rule: provenance.RuleUnjudged})
			continue
		}
		g.Conflict = conflicts[c.ID]
		g.FreshFor, g.Same, g.PageUntil = gr.FreshFor(tags), gr.sameWitness, until
		v := provenance.Grade(g)
		if next := provenance.NextStale(g, v); !next.IsZero() && (rec.nextStale.IsZero() || next.Before(rec.nextStale)) {
			rec.nextStale = next
		}
		rec.verdicts = append(rec.verdicts, compact(v))
	}
	rec.asked.Tidy()
	gr.Verdicts[n.Path], gr.cites[n.Path] = rec.verdicts, &rec
	gr.Expires(rec.nextStale)
	if gr.open { // a question is open: the next build asks it, so nothing of the note is settled
		gr.Lacking = true
		delete(gr.records, n.Path)
	} else if whole && !HasPremises(n) {
		gr.keepRecord(n, &rec, len(conflicts) == 0)
		gr.Results.Memo[key] = &rec
		gr.Results.Store.Put(key, rec.encode())
	}
	return whole
}

// FreshFor says how long evidence stays fresh under a note with some tags.
func (gr *Grader) FreshFor(tags []string) func(provenance.Evidence) time.Duration {
	return func(e provenance.Evidence) time.Duration {
		return gr.Policy.FreshFor(tags, gr.ClassOf(e.Source), view.HostOf(e.URL))
	}
}

// keepRecord lets a note's outcome be kept, unless it hangs on another note's claims.
func (gr *Grader) keepRecord(n *markdown.Note, rec *NoteVerdicts, alone bool) {
	if alone && !HasPremises(n) {
		gr.records[n.Path] = rec
	} else {
		delete(gr.records, n.Path)
	}
}

// grading collects what the table needs for one claim.
func (gr *Grader) grading(n *markdown.Note, c markdown.Claim, rec *NoteVerdicts) (provenance.Grading, bool) {
	e := gr.Gather(n, c, rec)
	if e.Silent() {
		gr.attestation(c, e.Held, &e.Grading)
		return e.Grading, true
	}
	j, ok := gr.Judge(n, c, e)
	if !ok {
		return e.Grading, false
	}
	return gr.Settle(c, e, j), true
}

// Basis is all that a claim is judged by, before a judge has said anything.
type Basis struct {
	Grading   provenance.Grading    // its passages not judged yet
	Questions []judge.Question      // parallel to them
	Lead      []string              // what stands over the claim
	Premises  []string              // the words of claims that a derived one rests on
	Skip      map[int]bool          // passages that no judge is asked about: others are likelier
	Instead   map[int]bool          // passages that a page has now in place of the one cited
	Held      []provenance.Evidence // all that it cites and that is held; a person's word is bound to it
}

// Silent reports that there is nothing to ask a judge about.
func (e Basis) Silent() bool { return len(e.Grading.Passages) == 0 && len(e.Premises) == 0 }

// Gather looks up what a claim cites.
func (gr *Grader) Gather(n *markdown.Note, c markdown.Claim, rec *NoteVerdicts) Basis {
	held := gr.Held().Asking(&rec.asked)
	c.Cites = held.Settled(n, c.Cites, func(at provenance.Located) { rec.depend(gr, at) })
	g := provenance.Grading{
		Claim: c, CitesAtWill: gr.Policy.CitesAtWill(n.Path), Draft: gr.IsDraft(n.Path), Now: gr.Now,
		Threshold: gr.Policy.Synthesis.MinSimilarityThreshold, RejectBelow: gr.Policy.Synthesis.RejectBelow,
	}
	e := Basis{Lead: n.Over(c), Instead: map[int]bool{}}
	ask := func(q provenance.Judged, hint provenance.Range) bool {
		switch no := gr.admission(q.Evidence.Span.File); no.Status {
		case provenance.Held:
		case provenance.Unadmitted: // it may still show that the claim is wrong
			q.Evidence.Barred = no.Why
		default:
			q.Evidence.Text = ""
			g.Problems = append(g.Problems, provenance.Located{Cite: q.Cite, Status: no.Status, Evidence: q.Evidence, Reason: no.Why})
			return false
		}
		e.Held = append(e.Held, q.Evidence)
		if why := gr.Circular(n, c, q.Evidence, rec); why != "" {
			q.Evidence.Text = "" // nobody is going to judge it
			g.Problems = append(g.Problems, provenance.Located{Cite: q.Cite, Status: provenance.Circular, Evidence: q.Evidence, Reason: why})
			return false
		}
		g.Passages = append(g.Passages, q)
		e.Questions = append(e.Questions, judge.Question{Claim: c.Text, Text: q.Evidence.Text, Context: q.Evidence.Heading, Lead: e.Lead, Whole: q.Evidence.Chunk == "" && hint.End == 0 && q.Cite.Quote == "", From: hint.Start, To: hint.End})
		return true
	}
	for _, cite := range c.Cites {
		if premises, words, ok := gr.premises(n, c, cite, rec); ok {
			g.Premises = append(g.Premises, premises...)
			e.Premises = append(e.Premises, words...)
			continue
		}
		at := held.Locate(n, cite)
		rec.depend(gr, at)
		if at.Status == provenance.Dangling && cite.Form == markdown.CiteChunk && len(gr.Index.Pages()) == 0 {
			at.Status, at.Reason = provenance.NotHeld, "no source is stored here yet; `assay build` stores those that are approved"
		}
		if at.Status != provenance.Held {
			g.Problems = append(g.Problems, at)
			continue
		}
		if gr.Policy.Denied(at.Evidence.URL) != nil {
			at.Status, at.Reason = provenance.NotHeld, "its domain is denied by the policy"
			g.Problems = append(g.Problems, at)
			continue
		}
		if why := cmp.Or(view.TooLarge(c.Text, ""), gr.textOf(at.Evidence, cite.Quote).deep); why != "" {
			at.Status, at.Reason, at.Evidence.Text = provenance.TooLarge, why, ""
			g.Problems = append(g.Problems, at)
			continue
		}
		ask(provenance.Judged{Cite: cite, Evidence: at.Evidence}, gr.hint(at))
		if e, ok := gr.quoted(at); ok {
			ask(provenance.Judged{Cite: cite, Evidence: e}, provenance.Range{})
		}
		for _, also := range at.Also {
			rec.dependFile(gr, also.Span.File)
			if ask(provenance.Judged{Cite: cite, Evidence: also}, provenance.Range{}) {
				e.Instead[len(g.Passages)-1] = at.Evidence.Superseded
			}
		}
	}
	e.Grading = g
	e.Skip = gr.lessLikely(c, e)
	return e
}

// Settle lays what a judge said over what a claim cites. It changes nothing of either.
func (gr *Grader) Settle(c markdown.Claim, e Basis, j judged) provenance.Grading {
	g := e.Grading
	g.Claim = c
	g.Passages = slices.Clone(g.Passages)
	for i := range g.Passages {
		g.Passages[i].Judgement = j.Each[i]
		g.Passages[i].OffRange = gr.offRange(g.Passages[i])
		misquoted(&g.Passages[i])
	}
	g.Together = j.Together
	// What a page says now counts where it contradicts; that it agrees does not make
	// the old passage fresh, nor carries the claim together with it: nobody cited it.
	g.Rewritten = gr.rewritten(g.Passages, e.Instead)
	for i := len(g.Passages) - 1; i >= 0; i-- {
		if e.Instead[i] && g.Passages[i].Judgement.Stance != provenance.Contradicts {
			g.Passages, g.Together = slices.Delete(g.Passages, i, i+1), nil
		}
	}
	gr.attestation(c, e.Held, &g)
	return g
}

// rewritten is the passage that a page has now in place of one that is cited, where it says the
// claim with another word in it, and no passage of the page says it as it is: the page took
// back what the old passage carries.
func (gr *Grader) rewritten(passages []provenance.Judged, instead map[int]bool) (now *provenance.Judged) {
	synthesis := gr.Policy.Synthesis
	for i, q := range passages {
		switch j := q.Judgement; {
		case !instead[i]:
		case carries(j, synthesis.MinSimilarityThreshold):
			return nil
		case j.Mismatch != nil && j.Stance != provenance.Contradicts && j.Score >= synthesis.RejectBelow && (now == nil || j.Score > now.Judgement.Score):
			now = &q
		}
	}
	return now
}

// attestation adds what a person said of a claim and all that it cites, if it still holds.
func (gr *Grader) attestation(c markdown.Claim, held []provenance.Evidence, g *provenance.Grading) {
	switch a, ok := gr.Ledger.Attestation(c, held); {
	case !ok:
	case a.Rejects:
		g.Rejected = a.Reason
	default:
		g.Attested = a.Reason
	}
}

// Judge asks how the cited passages bear on a claim. It is the action that "graded"
// counts: keyed by the words of claim and passages, not by where they stand.
func (gr *Grader) Judge(n *markdown.Note, c markdown.Claim, e Basis) (judged, bool) {
	threshold := gr.Policy.Synthesis.MinSimilarityThreshold
	a := &view.Action{
		Kind: "grade", Target: n.Path + " " + view.Short(c.Text), Keep: true,
		Inputs: []view.Input{{Name: "judge", Hash: gr.Version.Lexical}, {Name: "claim", Hash: view.HashOf(append([]string{c.Text}, e.Lead...)...)}, {Name: "together", Hash: "2"}, {Name: "threshold", Hash: strconv.FormatFloat(threshold, 'g', -1, 64)}},
		Encode: encodeJudged,
	}
	longest := ""
	for i, q := range e.Questions {
		p := &e.Grading.Passages[i]
		name := "passage " + NameOf(p.Evidence)
		if e.Skip[i] {
			a.Inputs = append(a.Inputs, view.Input{Name: name, Hash: judge.RulePassedOver})
			continue
		}
		if len(q.Text) > len(longest) {
			longest, a.Reads = q.Text, p.Evidence.Span.File
		}
		a.Inputs = append(a.Inputs, view.Input{Name: name, Hash: view.HashOf(gr.textOf(p.Evidence, p.Cite.Quote).sum, strings.Join(q.Context, "\n"), strconv.Itoa(q.From), strconv.Itoa(q.To), strconv.FormatBool(q.Whole))})
	}
	if len(e.Premises) > 0 {
		a.Inputs = append(a.Inputs, view.Input{Name: "premises", Hash: view.HashOf(e.Premises...)})
	}
	a.Run = func(ctx context.Context, w view.World) (any, error) {
		return AskJudge(ctx, w.Judge, c.Text, e, threshold)
	}
	j, ok := view.Need(gr.View, a, DecodeJudged)
	if !ok {
		return j, false
	}
	gr.used = append(gr.used, a.Key())
	return gr.consult(n, c, e, j)
}

// carries reports a judgement that carries a claim alone.
func carries(j provenance.Judgement, threshold float64) bool {
	return j.Stance == provenance.Supports && j.Score >= threshold && len(j.Missing) == 0
}

// together is the question whether all that is cited carries a claim as one text; false
// where that is no more than one passage alone. Of many texts only what each was quoted for is read.
func together(claim string, e Basis, each []provenance.Judgement) (judge.Question, bool) {
	texts := slices.Clone(e.Premises)
	var context []string
	whole := len(e.Premises) == 0 && len(e.Skip) == 0
	for i, q := range e.Questions {
		whole = whole && q.Whole
		text := q.Text
		if len(e.Skip) > 0 {
			text = text[each[i].QuoteStart:each[i].QuoteEnd]
		}
		if e.Skip[i] || text == "" {
			continue
		}
		texts = append(texts, text)
		context = append(context, q.Context...)
	}
	return judge.Question{Claim: claim, Text: strings.Join(texts, "\n\n"), Context: context, Lead: e.Lead, Whole: whole}, len(texts) > 1 || len(e.Premises) > 0
}

// AskJudge asks a judge about each text that a claim cites, but those to skip, and about all
// together where none carries the claim.
func AskJudge(ctx context.Context, j judge.Judge, claim string, e Basis, threshold float64) (judged, error) {
	var out judged
	carried := false
	for i, q := range e.Questions {
		if e.Skip[i] {
			out.Each = append(out.Each, provenance.Judgement{Judge: j.Model(), Rule: judge.RulePassedOver})
			continue
		}
		answer, err := j.Judge(ctx, q)
		if err != nil {
			return out, fmt.Errorf("judge claim %q: %w", view.Short(claim), err)
		}
		carried = carried || carries(answer, threshold)
		out.Each = append(out.Each, answer)
	}
	for all, several := together(claim, e, out.Each); several && !carried; {
		answer, err := j.Judge(ctx, all)
		if err != nil {
			return out, fmt.Errorf("judge claim %q: %w", view.Short(claim), err)
		}
		out.Together = &answer
		if !carries(answer, threshold) {
			break
		}
		fewer, less := apart(claim, e, out.Each)
		if !less {
			break
		}
		e, out.Together = fewer, nil
		all, several = together(claim, e, out.Each)
	}
	return out, nil
}

// apart leaves out what is cited for a claim and speaks of something else: it carries nothing
// together with the others.
func apart(claim string, e Basis, each []provenance.Judgement) (Basis, bool) {
	var texts, quotes []string
	var at []int
	for i, q := range e.Questions {
		if !e.Skip[i] && q.Text != "" {
			texts, quotes = append(texts, strings.Join(append(slices.Clone(q.Context), q.Text), "\n\n")), append(quotes, q.Text[each[i].QuoteStart:each[i].QuoteEnd])
			at = append(at, i)
		}
	}
	skip := maps.Clone(e.Skip)
	if skip == nil {
		skip = map[int]bool{}
	}
	for k, bears := range judge.Bears(claim, append(texts, e.Premises...), append(quotes, e.Premises...)) {
		if !bears && k < len(at) {
			skip[at[k]] = true
		}
	}
	more := len(skip) > len(e.Skip)
	e.Skip = skip
	return e, more
}

func NameOf(e provenance.Evidence) string {
	if e.Chunk != "" {
		return string(e.Chunk)
	}
	return e.Span.File
}

// offRange is the line where the evidence is, when the cited lines do not hold it.
func (gr *Grader) offRange(j provenance.Judged) int {
	if j.Cite.FromLine == 0 || j.Judgement.Stance != provenance.Supports || j.Evidence.Chunk != "" {
		return 0
	}
	text, err := gr.Snap.Read(j.Evidence.Span.File)
	if err != nil {
		return 0
	}
	line := vault.NewLines(text).Position(j.Evidence.Span.Start + j.Judgement.QuoteStart).Line
	if line >= j.Cite.FromLine && line <= max(j.Cite.ToLine, j.Cite.FromLine) {
		return 0
	}
	return line
}

// premises are the verdicts of the claims that a citation of a derived claim names:
// the block of another note, or of its own.
func (gr *Grader) premises(n *markdown.Note, c markdown.Claim, cite markdown.Cite, rec *NoteVerdicts) (verdicts []provenance.Verdict, words []string, ok bool) {
	if !c.Inferred || cite.Form != markdown.CiteBlock && cite.Form != markdown.CiteLink || !strings.HasPrefix(cite.Anchor, "^") {
		return nil, nil, false
	}
	to := gr.Links().Resolve(n.Path, markdown.Link{Target: cite.Target, Anchor: cite.Anchor, Wiki: cite.Form == markdown.CiteBlock})
	from := gr.Note(to.Path)
	if from == nil || !gr.Graded(from) {
		return nil, nil, false
	}
	rec.premises = append(rec.premises, from.Path)
	for i, premise := range gr.Whole(from).Claims {
		if premise.BlockID == strings.TrimPrefix(cite.Anchor, "^") && premise.ID != c.ID {
			if vs := gr.VerdictsOf(from); i < len(vs) {
				verdicts = append(verdicts, vs[i])
			} else {
				verdicts = append(verdicts, provenance.Verdict{Claim: premise.ID})
			}
			words = append(words, premise.Text)
		}
	}
	return verdicts, words, len(verdicts) > 0
}

// HasPremises reports whether a note has claims derived from others.
func HasPremises(n *markdown.Note) bool {
	for _, c := range n.Claims {
		if !c.Inferred {
			continue
		}
		for _, cite := range c.Cites {
			if (cite.Form == markdown.CiteBlock || cite.Form == markdown.CiteLink) && strings.HasPrefix(cite.Anchor, "^") {
				return true
			}
		}
	}
	return false
}
