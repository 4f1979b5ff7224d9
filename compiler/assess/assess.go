// Package assess says what came of the notes of a vault: what is told of each, counted, and the
// figures of a run.
package assess

import (
	"maps"
	"path"
	"slices"
	"strings"

	"assay/compiler/acquire"
	"assay/compiler/conflict"
	"assay/compiler/draft"
	"assay/compiler/grade"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/ingest/discover"
	"assay/provenance"
	"assay/templates/skills"
	"assay/vault"
	"assay/vault/markdown"
)

// An Assessor says what came of the notes.
type Assessor struct {
	*view.View
	Acquire  *acquire.Acquirer
	Conflict *conflict.Finder
	Grade    *grade.Grader
	Draft    *draft.Drafter

	promoted *promotions // what the ledger has; nil until it was looked through

	Brief bool // not all that there is to tell is asked for
}

// All judges the vault with the plan's writes laid over it. In scope, what came of some notes is
// laid over what is known of all.
func (as *Assessor) All() *view.Assessment {
	if !as.Acquire.NextTry.IsZero() {
		as.Grade.Expires(as.Acquire.NextTry)
	}
	a, x := as.begin(), as.Scope
	links, linked := as.follow()
	var gaps []provenance.Gap
	var before, now []gates.Diagnostic
	outcomes := make([]*grade.Outcome, len(as.Notes))
	for i, n := range as.Notes {
		before = append(before, as.forget(a, n.Path)...) // before there is another outcome, which may have the same name
		mine := links[i].Gaps(n, linked[n.Path], as.Grade.GapOptions())
		gaps = append(gaps, mine...)
		o, row, asked := as.come(n, links[i], mine)
		outcomes[i] = o
		as.add(a, o, 1)
		if x != nil && x.SinceBuild == nil && as.IsDraft(n.Path) {
			a.Rooted = false // whether a draft is held now a check does not say
		}
		a.Notes.Rows[n.Path], a.Notes.Questions[n.Path], a.Notes.Told[n.Path] = &row, &asked, nil
		if len(o.Diagnostics) > 0 {
			a.Notes.Told[n.Path] = &view.ReportedNote{Path: n.Path, Diagnostics: o.Diagnostics}
		}
		now = append(now, o.Diagnostics...)
	}
	a.Notes.Cited = grade.FilesCited(outcomes)
	if x == nil {
		a.Wants, a.General = wanting(gaps), as.unattached()
		Tell(a, as.Results.Store)
		a.Showcase = as.examples(outcomes)
		return a
	}
	for name := range x.Gone {
		before = append(before, as.forget(a, name)...)
		a.Notes.Rows[name], a.Notes.Questions[name], a.Notes.Told[name] = nil, nil, nil
	}
	if as.OutOfScope {
		return a
	}
	if !as.Brief || !retell(a, before, now) {
		Tell(a, as.Results.Store)
		x.Store.Folders.All() // is told as well: what is broken there shows below
	}
	as.OutOfScope = x.Store.Broken()
	return a
}

// follow gives the links of the plan's notes, and which of those are linked to.
func (as *Assessor) follow() (links []provenance.NoteLinks, linked map[string]bool) {
	if as.Scope != nil { // following one may read a note, which is for one at a time
		for _, n := range as.Notes {
			links = append(links, provenance.LinksOf(n, as.Links(), as.Grade.GapOptions()))
		}
		linked, _ = as.Scope.Linked(slices.Collect(maps.Keys(as.Scope.Dirty)))
		return links, linked
	}
	return provenance.FollowLinks(as.Notes, as.Links(), as.Grade.GapOptions())
}

// come is what came of a note, and what it asked.
func (as *Assessor) come(n *markdown.Note, links provenance.NoteLinks, gaps []provenance.Gap) (*grade.Outcome, view.NoteRow, view.NoteQuestions) {
	o, row := as.Grade.OutcomeOf(n, gaps, as.Arrived(n.Path))
	if row.Listed = as.Draft.Catalogued(n); row.Listed {
		row.Title, row.First = n.Title, as.Results.Parsed[n].First
	}
	return o, row, as.Grade.Questions(n, o, &row, links)
}

// add counts what came of a note, or takes it back where sign is -1.
func (as *Assessor) add(a *view.Assessment, o *grade.Outcome, sign int) {
	a.Files += sign
	a.Gaps += sign * (o.LinkRows + o.ClaimGaps)
	a.Passages += sign * o.Passages
	a.Add(&o.Count, sign)
	name := path.Dir(o.Count.Path)
	if _, laid := a.Notes.Folders[name]; !laid && as.Scope != nil {
		if had, there := as.Scope.Store.Folders.At(name); there {
			a.Notes.Folders[name] = &had
		}
	}
	a.Notes.Folders.Add(&o.Count, sign)
	if as.IsDraft(o.Count.Path) {
		return
	}
	for _, id := range o.Sources {
		c := view.SourceCount{Id: id}
		if now, laid := a.Notes.Sources[id]; now != nil {
			c = *now
		} else if !laid && as.Scope != nil {
			if had, there := as.Scope.Store.Sources.At(id); there {
				c = had
			}
		}
		c.Notes += sign
		if a.Notes.Sources[id] = &c; c.Notes == 0 {
			a.Notes.Sources[id] = nil
		}
	}
}

// Tell sorts out what there is to tell, and counts it.
func Tell(a *view.Assessment, s *view.Store) {
	a.Each = slices.Clone(a.General)
	for _, of := range s.Told.With(a.Notes.Told, a.Notes.Whole) {
		a.Each = append(a.Each, of.Diagnostics...)
	}
	a.Reported = gates.Gather(a.Each)
	a.Summary.Errors, a.Summary.Warnings, a.Summary.Notes = gates.Count(a.Reported)
	a.Brief = gates.NewBrief(a.Reported)
}

// unattached are the diagnostics of files that are no notes.
func (as *Assessor) unattached() []gates.Diagnostic {
	ds := gates.CheckFiles(as.Base.Problems())
	for path, problems := range as.problems() {
		ds = append(ds, gates.CheckProblems(path, problems)...)
	}
	ds = append(ds, gates.CheckSignatures(as.LedgerPath(), as.Ledger, as.Unsigned)...)
	return gates.Gather(append(ds, as.unrecorded()...))
}

// unrecorded are the stored sources of which the ledger does not know that their text was
// stored: its end was cut off, or a folder was laid there by hand.
func (as *Assessor) unrecorded() []gates.Diagnostic {
	stored := map[string]provenance.State{}
	for _, f := range as.Stored() {
		if path.Base(f.Path) != provenance.SourceFile {
			continue
		}
		if s := as.State(provenance.SourceID(path.Base(path.Dir(f.Path)))); s.Revision == 0 {
			stored[f.Path] = s.State
		}
	}
	return gates.CheckRecorded(stored)
}

// problems are the oddities of files that are no notes: the ledger, the sources, and skills of
// sources that writers may be shown results of.
func (as *Assessor) problems() map[string][]vault.Problem {
	out := map[string][]vault.Problem{}
	if problems := as.Ledger.Problems(); len(problems) > 0 {
		out[as.LedgerPath()] = problems
	}
	if text, err := as.Snap.Read(as.Policy.AnswersFile()); err == nil {
		if problems := provenance.ReadAnswers(text).Problems(); len(problems) > 0 {
			out[as.Policy.AnswersFile()] = problems
		}
	}
	for _, f := range as.Snap.Files() {
		if !as.Policy.Search.Live || !skills.IsFile(f.Path) {
			continue
		}
		if n := as.ByPath[f.Path]; n != nil && slices.ContainsFunc(n.Problems, func(p vault.Problem) bool { return p.Kind == "frontmatter-syntax" }) {
			continue // told of it as a note
		}
		if text, err := as.Snap.Read(f.Path); err == nil {
			if _, err := discover.ParseSkill(f.Path, text); err != nil {
				out[f.Path] = []vault.Problem{{Kind: "skill", Text: "the source is not asked: " + strings.TrimPrefix(err.Error(), "read skill "+f.Path+": ")}}
			}
		}
	}
	for _, f := range as.Stored() {
		if path.Base(f.Path) != provenance.SourceFile {
			continue
		}
		if text, err := as.Snap.Read(f.Path); err == nil {
			if _, problems := provenance.ParseSource(text); len(problems) > 0 {
				out[f.Path] = problems
			}
		}
	}
	return out
}

// examples are one claim for each tier, the first in the order of paths.
func (as *Assessor) examples(outcomes []*grade.Outcome) []reports.Example {
	var out []reports.Example
	for _, t := range provenance.Tiers() {
		for _, o := range outcomes {
			if *o.Count.Claims.Of(t) == 0 {
				continue
			}
			if e, ok := as.example(as.Note(o.Count.Path), t); ok {
				out = append(out, e)
				break
			}
		}
	}
	return out
}

func (as *Assessor) example(n *markdown.Note, t provenance.Tier) (reports.Example, bool) {
	if n == nil {
		return reports.Example{}, false
	}
	for i, v := range as.Grade.VerdictsOf(n) {
		if v.Tier != t || i >= len(n.Claims) || t == provenance.Unchecked && !v.Cited {
			continue
		}
		c := n.Claims[i]
		return reports.Example{Tier: t, Rule: v.Rule, Note: n.Path, Line: as.LineOf(n.Path, c.Start), Claim: c.Text, Reason: v.Reason, InDraft: as.IsDraft(n.Path)}, true
	}
	return reports.Example{}, false
}
