package compiler

import "assay/gates"

// A plan is what a build or a check finds to do: the stages over one view. It is made anew
// after each round of actions, until nothing is ready. Making it reads no clock and changes
// nothing but itself, and what is known of notes and claims where few are new.
type plan struct {
	*view
	index    *indexer
	acquire  *acquirer
	audit    *auditor
	conflict *conflictFinder
	grade    *grader
	draft    *drafter
	assess   *assessor

	then *past // what the vault was before some.unbuilt
}

// make goes through the rules in order. A rule that lacks a result leaves its
// action on the list and those that build on it for the next plan; what does not
// build on it goes on.
func (p *plan) make() {
	if p.some != nil {
		p.makeSome()
		return
	}
	if !p.lay() {
		return
	}
	if !p.policy.IsGuest() { // which is graded, and nothing is written
		if !p.acquire.intake() {
			return
		}
		if !p.index.index() {
			return
		}
		p.audit.audit()
		if p.acquire.intakeOnly {
			p.lay()
			p.grade.gradeAll()
			p.acquire.wait()
			return
		}
		p.draft.draftGaps()
		if !p.lay() {
			return
		}
		p.draft.footnotes()
		if !p.lay() {
			return
		}
		// What a citation that leads nowhere may mean hangs on all names, so a file that
		// this build adds has to be there before anything is graded.
		p.draft.librarian()
		if !p.lay() {
			return
		}
	}
	graded := p.grade.gradeAll()
	if p.policy.IsGuest() || !graded {
		return
	}
	if p.draft.promote() {
		// What was promoted is judged once more, as the permanent note it is now.
		if !p.lay() {
			return
		}
		p.draft.librarian()
		if !p.lay() || !p.grade.gradeAll() {
			return
		}
	}
	p.acquire.wait()
	p.attributes()
	p.lay()
}

// attributesFile is hidden, so no snapshot shows it.
func attributesFile(p gates.Policy) string { return p.Vault.Stored(".gitattributes") }

// attributes keeps git from changing the bytes that evidence is hashed over, and
// lets two branches' ledgers merge as a union of their lines.
func (p *plan) attributes() {
	if len(p.ledger.Pending()) == 0 && p.ledgerText == nil && len(p.pendingAnswers()) == 0 {
		return
	}
	if !p.attributed {
		p.write(attributesFile(p.policy), []byte("* -text\n*.jsonl merge=union\n"))
	}
}
