package compiler

import (
	"path"
	"slices"

	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

// assess judges the vault with the plan's writes laid over it.
func (p *assessor) assess() *assessment {
	if !p.acquire.nextTry.IsZero() {
		p.grade.expires(p.acquire.nextTry)
	}
	if p.some != nil {
		return p.assessSome()
	}
	a := &assessment{until: p.grade.nextStale, held: p.draft.heldDrafts, waiting: p.acquire.waiting, files: len(p.notes), names: p.namesDigest, held0: p.heldDigest(),
		filed: p.conflict.filed, notes: ofNotes{pairs: p.conflict.pairs, sources: map[string]int{}}}
	links := p.grade.followLinks()
	var gaps []provenance.Gap
	outcomes := make([]*outcome, len(p.notes))
	a.notes.rows = make([]noteRow, len(p.notes))
	promoted := p.promotedNotes()
	for i, n := range p.notes {
		mine := links.gapsOf(i, n)
		gaps = append(gaps, mine...)
		o, row := p.grade.outcomeOf(n, mine, promoted[n.Path])
		row.placed, row.links = links.placed[n.Path], links.linked[n.Path]
		outcomes[i], a.notes.rows[i] = o, row
		a.add(o, 1)
		if !p.isDraft(n.Path) {
			for _, id := range o.sources {
				a.notes.sources[id]++
			}
		}
	}
	a.wants = wanting(gaps)
	a.notes.cited = filesCited(outcomes)
	a.general = p.unattached()
	for _, o := range outcomes {
		if len(o.diagnostics) > 0 {
			a.notes.told = append(a.notes.told, toldNote{o.count.path, o.diagnostics})
		}
	}
	a.tell(a.notes.told)
	a.showcase = p.examples(outcomes)
	return a
}

// add counts what came of a note, or takes it back where sign is -1.
func (a *assessment) add(o *outcome, sign int) {
	a.gaps += sign * (o.linkRows + o.claimGaps)
	a.passages += sign * o.passages
	for i, x := range o.count.claims.list() {
		*a.claims.list()[i] += sign * *x
	}
	for i, x := range o.count.summary.list() {
		*a.summary.list()[i] += sign * *x
	}
}

// tell sorts out what there is to tell, and counts it.
func (a *assessment) tell(of []toldNote) {
	n := len(a.general)
	for i := range of {
		n += len(of[i].diagnostics)
	}
	a.each = append(make([]gates.Diagnostic, 0, n), a.general...)
	for i := range of {
		a.each = append(a.each, of[i].diagnostics...)
	}
	a.told = gates.Gather(a.each)
	a.summary.Errors, a.summary.Warnings, a.summary.Notes = gates.Count(a.told)
	a.brief = gates.NewBrief(a.told)
}

// unattached are the diagnostics of files that are no notes.
func (p *assessor) unattached() []gates.Diagnostic {
	return gates.Check(gates.Facts{Problems: p.problems(), Files: p.base.Problems()}, p.policy)
}

// problems are the oddities of files that are no notes: the ledger and the sources.
func (p *assessor) problems() map[string][]vault.Problem {
	out := map[string][]vault.Problem{}
	if problems := p.ledger.Problems(); len(problems) > 0 {
		out[p.ledgerPath()] = problems
	}
	if text, err := p.snap.Read(p.policy.AnswersFile()); err == nil {
		if problems := provenance.ReadAnswers(text).Problems(); len(problems) > 0 {
			out[p.policy.AnswersFile()] = problems
		}
	}
	for _, f := range p.stored() {
		if path.Base(f.Path) != provenance.SourceFile {
			continue
		}
		if text, err := p.snap.Read(f.Path); err == nil {
			if _, problems := provenance.ParseSource(text); len(problems) > 0 {
				out[f.Path] = problems
			}
		}
	}
	return out
}

// promotedNotes are the notes that the ledger says were promoted.
func (p *assessor) promotedNotes() map[string]bool {
	out := map[string]bool{}
	for _, e := range p.ledger.Events() {
		if e.Kind == provenance.KindPromoted {
			out[e.Subject] = true
		}
	}
	return out
}

// wasPromoted is the same of one note.
func (p *assessor) wasPromoted(note string) bool {
	return slices.ContainsFunc(p.ledger.Touching(note), func(e provenance.Event) bool {
		return e.Kind == provenance.KindPromoted && e.Subject == note
	})
}
