package compiler

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/gates/judge"
	"assay/provenance"
	"assay/vault"
)

// judged is what the judge said of one claim: of each cited passage alone, and of
// all together where none carries the claim alone.
type judged struct {
	Each     []provenance.Judgement
	Together *provenance.Judgement
}

// gradeAll gives every claim of every graded note its verdict. It reports false
// while answers are missing.
func (p *grader) gradeAll() bool {
	p.verdicts = map[string][]provenance.Verdict{}
	p.records = map[string]*noteVerdicts{}
	p.cites = map[string]*noteVerdicts{}
	p.outcomes = map[string]*outcome{}
	p.nextStale = time.Time{}
	conflicts := p.conflict.conflicts()
	p.leadAhead()
	done := true
	var later []*vault.Note
	for _, n := range p.notes {
		if p.stopped() {
			return false
		}
		if !p.graded(n) || len(conflicts[n.Path]) == 0 && p.settled(n) {
			continue
		}
		if len(p.whole(n).Claims) == 0 {
			p.records[n.Path] = &noteVerdicts{attested: p.words[n.Path]}
			continue
		}
		if hasPremises(n) {
			later = append(later, n)
			continue
		}
		if !p.gradeNote(n, nil) {
			done = false
		}
	}
	if done {
		done = p.gradeConflicts(conflicts)
	}
	// A derived claim may rest on claims of other notes, some of them derived too.
	for range maxDerivation {
		changed := false
		for _, n := range later {
			before := tiersOf(p.verdicts[n.Path])
			if !p.gradeNote(n, p.standing(conflicts[n.Path])) {
				done = false
			}
			changed = changed || !slices.Equal(before, tiersOf(p.verdicts[n.Path]))
		}
		if !changed {
			break
		}
	}
	return done
}

// gradeConflicts grades the notes once more whose claims contradict a permanent
// note's, now that it is known which of those stand by themselves.
func (p *grader) gradeConflicts(conflicts map[string]map[vault.ClaimID]*provenance.Conflict) bool {
	standing := map[string]map[vault.ClaimID]*provenance.Conflict{}
	for note, found := range conflicts {
		if s := p.standing(found); len(s) > 0 {
			standing[note] = s
		}
	}
	done := true
	for note, found := range standing {
		if n := p.note(note); n != nil && !hasPremises(n) && !p.gradeNote(n, found) {
			done = false
		}
	}
	return done
}

// standing leaves out conflicts with claims that are rejected themselves: a wrong
// number in one note does not put a right one in another to the test.
func (p *grader) standing(found map[vault.ClaimID]*provenance.Conflict) map[vault.ClaimID]*provenance.Conflict {
	var out map[vault.ClaimID]*provenance.Conflict
	for id, c := range found {
		rejected := false
		other := p.note(c.Note)
		if other == nil {
			continue
		}
		for _, v := range p.verdictsOf(other) {
			if v.Claim == c.With && v.Tier == provenance.T0 && v.Rule != provenance.RuleUncited {
				rejected = true
			}
		}
		if rejected {
			continue
		}
		if out == nil {
			out = map[vault.ClaimID]*provenance.Conflict{}
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

// gradeNote grades one note's claims. What a note's verdicts depend on is kept with
// them, so that a note none of whose passages changed is not looked at again.
func (p *grader) gradeNote(n *vault.Note, conflicts map[vault.ClaimID]*provenance.Conflict) bool {
	key := keyOf("note-verdicts", p.results.claims[n], p.policyDigest, p.version.Judge, conflictDigest(conflicts), p.authorIs(n))
	if rec, ok := lookup(p.results, key, decodeVerdicts); ok && p.stillHold(n, rec) {
		place(p.whole(n), rec.verdicts)
		for i, v := range rec.verdicts {
			if now := conflicts[v.Claim]; v.Conflict != nil && now != nil {
				rec.verdicts[i].Conflict = now // the other claim may have moved
			}
		}
		p.keepRecord(n, rec, len(conflicts) == 0)
		p.verdicts[n.Path], p.cites[n.Path] = rec.verdicts, rec
		p.expires(rec.nextStale)
		return true
	}
	p.whole(n)
	rec := noteVerdicts{attested: p.words[n.Path]}
	whole := true
	p.open = false
	tags := n.Meta.Tags
	for _, c := range n.Claims {
		g, ok := p.grading(n, c, &rec)
		if !ok {
			whole = false
			rec.verdicts = append(rec.verdicts, provenance.Verdict{Claim: c.ID, Rule: provenance.RuleUnjudged})
			continue
		}
		g.Conflict = conflicts[c.ID]
		g.FreshFor, g.Same = p.freshFor(tags), p.sameWitness
		v := provenance.Grade(g)
		if next := provenance.NextStale(g, v); !next.IsZero() && (rec.nextStale.IsZero() || next.Before(rec.nextStale)) {
			rec.nextStale = next
		}
		rec.verdicts = append(rec.verdicts, compact(v))
	}
	rec.asked.Tidy()
	p.verdicts[n.Path], p.cites[n.Path] = rec.verdicts, &rec
	p.expires(rec.nextStale)
	if p.open { // a question is open: the next build asks it, so nothing of the note is settled
		p.lacking = true
		delete(p.records, n.Path)
	} else if whole && !hasPremises(n) {
		p.keepRecord(n, &rec, len(conflicts) == 0)
		p.results.memo[key] = &rec
		p.results.store.Put(key, rec.encode())
	}
	return whole
}

// freshFor says how long evidence stays fresh under a note with some tags.
func (p *grader) freshFor(tags []string) func(provenance.Evidence) time.Duration {
	return func(e provenance.Evidence) time.Duration {
		return p.policy.FreshFor(tags, p.classOf(e.Source), hostOf(e.URL))
	}
}

// keepRecord lets a note's outcome be kept, unless it hangs on another note's claims.
func (p *grader) keepRecord(n *vault.Note, rec *noteVerdicts, alone bool) {
	if alone && !hasPremises(n) {
		p.records[n.Path] = rec
	} else {
		delete(p.records, n.Path)
	}
}

// grading collects what the table needs for one claim.
func (p *grader) grading(n *vault.Note, c vault.Claim, rec *noteVerdicts) (provenance.Grading, bool) {
	e := p.gather(n, c, rec)
	if e.silent() {
		p.word(c, e.held, &e.grading)
		return e.grading, true
	}
	j, ok := p.judge(n, c, e)
	if !ok {
		return e.grading, false
	}
	return p.settle(c, e, j), true
}

// basis is all that a claim is judged by, before a judge has said anything.
type basis struct {
	grading   provenance.Grading    // its passages not judged yet
	questions []judge.Question      // parallel to them
	lead      []string              // what stands over the claim
	premises  []string              // the words of claims that a derived one rests on
	instead   map[int]bool          // passages that a page has now in place of the one cited
	held      []provenance.Evidence // all that it cites and that is held; a person's word is bound to it
}

// silent reports that there is nothing to ask a judge about.
func (e basis) silent() bool { return len(e.grading.Passages) == 0 && len(e.premises) == 0 }

// gather looks up what a claim cites.
func (p *grader) gather(n *vault.Note, c vault.Claim, rec *noteVerdicts) basis {
	g := provenance.Grading{
		Claim: c, CitesAtWill: !p.policy.Synthesis.RequireCitations, Draft: p.isDraft(n.Path), Now: p.now,
		Threshold: p.policy.Synthesis.MinSimilarityThreshold, RejectBelow: p.policy.Synthesis.RejectBelow,
	}
	e := basis{lead: n.Over(c), instead: map[int]bool{}}
	ask := func(q provenance.Judged, hint provenance.Range) bool {
		e.held = append(e.held, q.Evidence)
		if why := p.circular(n, c, q.Evidence, rec); why != "" {
			q.Evidence.Text = "" // nobody is going to judge it
			g.Problems = append(g.Problems, provenance.Located{Cite: q.Cite, Status: provenance.Circular, Evidence: q.Evidence, Reason: why})
			return false
		}
		g.Passages = append(g.Passages, q)
		e.questions = append(e.questions, judge.Question{Claim: c.Text, Text: q.Evidence.Text, Context: q.Evidence.Heading, Lead: e.lead, From: hint.Start, To: hint.End})
		return true
	}
	held := p.held().Asking(&rec.asked)
	for _, cite := range c.Cites {
		if premises, words, ok := p.premises(n, c, cite); ok {
			g.Premises = append(g.Premises, premises...)
			e.premises = append(e.premises, words...)
			continue
		}
		at := held.Locate(n, cite)
		rec.depend(p, at)
		if at.Status == provenance.Dangling && cite.Form == vault.CiteChunk && len(p.index.pages()) == 0 {
			at.Status, at.Reason = provenance.NotHeld, "no source is stored here yet; `assay build` stores those that are approved"
		}
		if at.Status != provenance.Held {
			g.Problems = append(g.Problems, at)
			continue
		}
		if p.policy.Denied(at.Evidence.URL) != nil {
			at.Status, at.Reason = provenance.NotHeld, "its domain is denied by the policy"
			g.Problems = append(g.Problems, at)
			continue
		}
		if why := tooLarge(c.Text, at.Evidence.Text); why != "" {
			at.Status, at.Reason, at.Evidence.Text = provenance.TooLarge, why, ""
			g.Problems = append(g.Problems, at)
			continue
		}
		ask(provenance.Judged{Cite: cite, Evidence: at.Evidence}, p.hint(at))
		if e, ok := p.quoted(at); ok {
			ask(provenance.Judged{Cite: cite, Evidence: e}, provenance.Range{})
		}
		for _, also := range at.Also {
			rec.dependFile(p, also.Span.File)
			if ask(provenance.Judged{Cite: cite, Evidence: also}, provenance.Range{}) {
				e.instead[len(g.Passages)-1] = at.Evidence.Superseded
			}
		}
	}
	e.grading = g
	return e
}

// settle lays what a judge said over what a claim cites. It changes nothing of either.
func (p *grader) settle(c vault.Claim, e basis, j judged) provenance.Grading {
	g := e.grading
	g.Claim = c
	g.Passages = slices.Clone(g.Passages)
	for i := range g.Passages {
		g.Passages[i].Judgement = j.Each[i]
		g.Passages[i].OffRange = p.offRange(g.Passages[i])
		misquoted(&g.Passages[i])
	}
	g.Together = j.Together
	// What a page says now counts where it contradicts; that it agrees does not make
	// the old passage fresh, nor carries the claim together with it: nobody cited it.
	for i := len(g.Passages) - 1; i >= 0; i-- {
		if e.instead[i] && g.Passages[i].Judgement.Stance != provenance.Contradicts {
			g.Passages, g.Together = slices.Delete(g.Passages, i, i+1), nil
		}
	}
	p.word(c, e.held, &g)
	return g
}

// word adds what a person said of a claim and all that it cites, if it still holds.
func (p *grader) word(c vault.Claim, held []provenance.Evidence, g *provenance.Grading) {
	switch a, ok := p.ledger.Word(c, held); {
	case !ok:
	case a.Rejects:
		g.Rejected = a.Reason
	default:
		g.Attested = a.Reason
	}
}

// judge asks how the cited passages bear on a claim. It is the action that "graded"
// counts: keyed by the words of claim and passages, not by where they stand.
func (p *grader) judge(n *vault.Note, c vault.Claim, e basis) (judged, bool) {
	threshold := p.policy.Synthesis.MinSimilarityThreshold
	a := &Action{
		Kind: "grade", Target: n.Path + " " + short(c.Text), keep: true,
		Inputs: []Input{{"judge", p.version.Lexical}, {"claim", hashOf(append([]string{c.Text}, e.lead...)...)}, {"threshold", strconv.FormatFloat(threshold, 'g', -1, 64)}},
		encode: encodeJudged,
	}
	longest := ""
	for i, q := range e.questions {
		if len(q.Text) > len(longest) {
			longest, a.reads = q.Text, e.grading.Passages[i].Evidence.Span.File
		}
		a.Inputs = append(a.Inputs, Input{"passage " + nameOf(e.grading.Passages[i].Evidence), hashOf(q.Text, strings.Join(q.Context, "\n"), strconv.Itoa(q.From), strconv.Itoa(q.To))})
	}
	if len(e.premises) > 0 {
		a.Inputs = append(a.Inputs, Input{"premises", hashOf(e.premises...)})
	}
	a.run = func(ctx context.Context, w World) (any, error) {
		return askJudge(ctx, w.Judge, c.Text, e, threshold)
	}
	j, ok := need(p.view, a, decodeJudged)
	if !ok {
		return j, false
	}
	return p.consult(n, c, e, j)
}

// carries reports a judgement that carries a claim alone.
func carries(j provenance.Judgement, threshold float64) bool {
	return j.Stance == provenance.Supports && j.Score >= threshold && len(j.Missing) == 0
}

// together is the question whether all that is cited carries a claim as one text; false
// where that is no more than one passage alone.
func together(claim string, e basis) (judge.Question, bool) {
	texts := slices.Clone(e.premises)
	var context []string
	for _, q := range e.questions {
		texts = append(texts, q.Text)
		context = append(context, q.Context...)
	}
	return judge.Question{Claim: claim, Text: strings.Join(texts, "\n\n"), Context: context, Lead: e.lead}, len(texts) > 1 || len(e.premises) > 0
}

func askJudge(ctx context.Context, j judge.Judge, claim string, e basis, threshold float64) (judged, error) {
	var out judged
	carried := false
	for _, q := range e.questions {
		answer, err := j.Judge(ctx, q)
		if err != nil {
			return out, fmt.Errorf("judge claim %q: %w", short(claim), err)
		}
		carried = carried || carries(answer, threshold)
		out.Each = append(out.Each, answer)
	}
	if all, several := together(claim, e); several && !carried {
		answer, err := j.Judge(ctx, all)
		if err != nil {
			return out, fmt.Errorf("judge claim %q: %w", short(claim), err)
		}
		out.Together = &answer
	}
	return out, nil
}

func nameOf(e provenance.Evidence) string {
	if e.Chunk != "" {
		return string(e.Chunk)
	}
	return e.Span.File
}

// offRange is the line where the evidence is, when the cited lines do not hold it.
func (p *grader) offRange(j provenance.Judged) int {
	if j.Cite.FromLine == 0 || j.Judgement.Stance != provenance.Supports || j.Evidence.Chunk != "" {
		return 0
	}
	text, err := p.snap.Read(j.Evidence.Span.File)
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
func (p *grader) premises(n *vault.Note, c vault.Claim, cite vault.Cite) (verdicts []provenance.Verdict, words []string, ok bool) {
	if !c.Inferred || cite.Form != vault.CiteBlock && cite.Form != vault.CiteLink || !strings.HasPrefix(cite.Anchor, "^") {
		return nil, nil, false
	}
	to := p.links().Resolve(n.Path, vault.Link{Target: cite.Target, Anchor: cite.Anchor, Wiki: cite.Form == vault.CiteBlock})
	from := p.note(to.Path)
	if from == nil || !p.graded(from) {
		return nil, nil, false
	}
	for i, premise := range p.whole(from).Claims {
		if premise.BlockID == strings.TrimPrefix(cite.Anchor, "^") && premise.ID != c.ID {
			if vs := p.verdictsOf(from); i < len(vs) {
				verdicts = append(verdicts, vs[i])
			} else {
				verdicts = append(verdicts, provenance.Verdict{Claim: premise.ID})
			}
			words = append(words, premise.Text)
		}
	}
	return verdicts, words, len(verdicts) > 0
}

func hasPremises(n *vault.Note) bool {
	for _, c := range n.Claims {
		if !c.Inferred {
			continue
		}
		for _, cite := range c.Cites {
			if (cite.Form == vault.CiteBlock || cite.Form == vault.CiteLink) && strings.HasPrefix(cite.Anchor, "^") {
				return true
			}
		}
	}
	return false
}
