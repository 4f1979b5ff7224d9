package grade

import (
	"slices"
	"time"

	"assay/compiler/conflict"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

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
	return view.KeyOf("note-verdicts", gr.Results.Parsed[n].Claims, gr.PolicyDigest, gr.Version.Judge, conflict.Digest(conflicts), gr.authorKey(n))
}

// note grades one note's claims. What a note's verdicts depend on is kept with
// them, so that a note none of whose passages changed is not looked at again.
func (gr *Grader) note(n *markdown.Note, conflicts map[markdown.ClaimID]*provenance.Conflict) bool {
	key := gr.verdictsKey(n, conflicts)
	if rec, ok := view.Lookup[*NoteVerdicts](gr.Results, key); ok && gr.stillHold(n, rec) {
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
	found, before := gr.Gathered[key]
	delete(gr.Gathered, key)
	if !before {
		found = &Gathered{rec: NoteVerdicts{attested: gr.Words[n.Path]}}
	}
	rec := found.rec
	whole := true
	gr.open = false
	for i, c := range n.Claims {
		if !before {
			found.bases = append(found.bases, gr.Gather(n, c, &rec))
		}
		v, next, ok := gr.claim(n, c, found.bases[i], conflicts[c.ID])
		whole = whole && ok
		if !next.IsZero() && (rec.nextStale.IsZero() || next.Before(rec.nextStale)) {
			rec.nextStale = next
		}
		rec.verdicts = append(rec.verdicts, v)
	}
	rec.asked.Tidy()
	if found.rec = rec; !whole && gr.Gathered != nil && !HasPremises(n) {
		found.rec.verdicts, found.rec.nextStale = nil, time.Time{}
		gr.Gathered[key] = found
	}
	gr.Verdicts[n.Path], gr.cites[n.Path] = rec.verdicts, &rec
	gr.Expires(rec.nextStale)
	if gr.open { // a question is open: the next build asks it, so nothing of the note is settled
		gr.Lacking = true
		delete(gr.records, n.Path)
	} else if whole && !HasPremises(n) {
		gr.keepRecord(n, &rec, len(conflicts) == 0)
		gr.Results.Keep(key, &rec)
	}
	return whole
}

// FreshFor says how long evidence stays fresh under a note with some tags.
func (gr *Grader) FreshFor(tags []string) func(provenance.Evidence) time.Duration {
	return func(e provenance.Evidence) time.Duration {
		return gr.Policy.FreshFor(tags, gr.ClassOf(e.Source), gates.HostOf(e.URL))
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

// Gathered is what the claims of a note are judged by, until they are judged.
type Gathered struct {
	rec   NoteVerdicts
	bases []Basis
}

// claim gives a claim its verdict, and when the clock changes it; false while answers are missing.
func (gr *Grader) claim(n *markdown.Note, c markdown.Claim, e Basis, conflict *provenance.Conflict) (v provenance.Verdict, next time.Time, ok bool) {
	g := e.Grading
	if e.Silent() {
		gr.attestation(c, e.Held, &g)
	} else if j, ok := gr.Judge(n, c, e); ok {
		g = gr.Settle(c, e, j)
	} else {
		return provenance.Verdict{Claim: c.ID, Rule: provenance.RuleUnjudged}, next, false
	}
	g.Conflict, g.Same = conflict, gr.sameWitness
	g.FreshFor, g.PageUntil = gr.FreshFor(n.Meta.Tags), provenance.PageUntil(n.Meta.StaleAfter)
	v = provenance.Grade(g)
	return compact(v), provenance.NextStale(g, v), true
}

// compact keeps of each passage what is shown of it: the decisive words, not the
// whole text.
func compact(v provenance.Verdict) provenance.Verdict {
	if v.Best != nil {
		best := compactJudged(*v.Best)
		v.Best = &best
	}
	v.Passages = slices.Clone(v.Passages)
	for i := range v.Passages {
		v.Passages[i] = compactJudged(v.Passages[i])
	}
	return v
}

func compactJudged(q provenance.Judged) provenance.Judged {
	text := q.Evidence.Text
	from, to := q.Judgement.QuoteStart, q.Judgement.QuoteEnd
	if from < 0 || to > len(text) || from >= to {
		from, to = 0, min(len(text), 200)
	}
	q.Evidence.Text = text[from:to]
	if q.Evidence.Chunk == "" {
		q.Evidence.Span.Start, q.Evidence.Span.End = q.Evidence.Span.Start+from, q.Evidence.Span.Start+to
	}
	q.Judgement.QuoteStart, q.Judgement.QuoteEnd = 0, to-from
	return q
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

// misquoted keeps a passage from carrying a claim whose citation quotes words that the
// passage does not have.
func misquoted(q *provenance.Judged) {
	j := &q.Judgement
	if !quotes(q.Evidence, q.Cite.Quote) || j.Stance == provenance.Contradicts || j.Mismatch != nil {
		return
	}
	if _, ok := provenance.FindQuote(q.Evidence.Text, q.Cite.Quote); ok {
		return
	}
	j.Rule, j.Mismatch = provenance.RuleQuotation, &provenance.Mismatch{Kind: "quotation", Claim: q.Cite.Quote}
	if j.Stance == provenance.Supports {
		j.Missing = append(j.Missing[:len(j.Missing):len(j.Missing)], q.Cite.Quote)
	}
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
