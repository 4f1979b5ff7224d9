package compiler

import (
	"unicode/utf8"

	"assay/compiler/acquire"
	"assay/compiler/assess"
	"assay/compiler/audit"
	"assay/compiler/conflict"
	"assay/compiler/draft"
	"assay/compiler/grade"
	"assay/compiler/index"
	"assay/compiler/view"
	"assay/gates"
)

// A Plan is what a build or a check finds to do: the stages over one view. It is made anew
// after each round of actions, until nothing is ready. Making it reads no clock and changes
// nothing but itself, and what is known of notes and claims where few are new.
type Plan struct {
	*view.View
	Index    *index.Indexer
	Acquire  *acquire.Acquirer
	Audit    *audit.Auditor
	conflict *conflict.Finder
	Grade    *grade.Grader
	Draft    *draft.Drafter
	Assess   *assess.Assessor
}

// Make goes through the rules in order. A rule that lacks a result leaves its
// action on the list and those that build on it for the next plan; what does not
// build on it goes on.
func (p *Plan) Make() {
	if p.Scope != nil {
		p.makeInScope()
		return
	}
	if !p.Lay() {
		return
	}
	if !p.Policy.IsGuest() { // which is graded, and nothing is written
		if !p.Acquire.Intake() {
			return
		}
		if !p.Index.Sync() {
			return
		}
		p.Audit.Run()
		if p.Acquire.IntakeOnly {
			p.Lay()
			p.Grade.All()
			p.Acquire.Wait()
			return
		}
		p.Draft.Gaps()
		if !p.Lay() {
			return
		}
		p.Draft.Footnotes()
		if !p.Lay() {
			return
		}
		// What a citation that leads nowhere may mean hangs on all names, so a file that
		// this build adds has to be there before anything is graded.
		p.Draft.Librarian()
		if !p.Lay() {
			return
		}
	}
	graded := p.Grade.All()
	if p.Policy.IsGuest() || !graded {
		return
	}
	if p.Draft.MarkDerived() && (!p.Lay() || !p.Grade.All()) {
		return
	}
	if p.Draft.Promote() {
		// What was promoted is judged once more, as the permanent note it is now.
		if !p.Lay() {
			return
		}
		p.Draft.Librarian()
		if !p.Lay() || !p.Grade.All() {
			return
		}
	}
	p.Acquire.Wait()
	p.Attributes()
	p.Lay()
}

// AttributesFile is hidden, so no snapshot shows it.
func AttributesFile(p gates.Policy) string { return p.Vault.Stored(".gitattributes") }

// Attributes keeps git from changing the bytes that evidence is hashed over, and
// lets two branches' ledgers merge as a union of their lines.
func (p *Plan) Attributes() {
	if len(p.Ledger.Pending()) == 0 && p.LedgerText == nil && len(p.PendingAnswers()) == 0 {
		return
	}
	if !p.Attributed {
		p.Write(AttributesFile(p.Policy), []byte("* -text\n*.jsonl merge=union\n"))
	}
}

// Unwritable says why a note cannot be written, "" where it can.
func (p *Plan) Unwritable(note string, text []byte) string {
	file, ok := p.Base.File(note)
	switch {
	case !ok:
		return "it is not on disk"
	case file.Link:
		return "it is a symbolic link"
	case !utf8.Valid(text):
		return "it is not UTF-8"
	}
	return ""
}
