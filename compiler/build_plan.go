package compiler

import "assay/gates"

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
		if !p.intake() {
			return
		}
		if !p.index() {
			return
		}
		p.audit()
		if p.intakeOnly {
			p.lay()
			p.gradeAll()
			p.wait()
			return
		}
		p.draftGaps()
		if !p.lay() {
			return
		}
		p.footnotes()
		if !p.lay() {
			return
		}
		// What a citation that leads nowhere may mean hangs on all names, so a file that
		// this build adds has to be there before anything is graded.
		p.librarian()
		if !p.lay() {
			return
		}
	}
	graded := p.gradeAll()
	if p.policy.IsGuest() || !graded {
		return
	}
	if p.promote() {
		// What was promoted is judged once more, as the permanent note it is now.
		if !p.lay() {
			return
		}
		p.librarian()
		if !p.lay() || !p.gradeAll() {
			return
		}
	}
	p.wait()
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
