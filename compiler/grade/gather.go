package grade

import (
	"cmp"
	"strings"

	"assay/compiler/view"
	"assay/gates/judge"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

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
