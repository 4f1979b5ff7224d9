package compiler

import (
	"assay/provenance"
	"assay/vault"
)

// JudgeOptions are those of the vault's policy.
func (c *Compiler) JudgeOptions() JudgeOptions { return judgeOptions(c.Policy, c.Root) }

// judgeReport tells of the judge that policy names, or is nil where that is the one built
// in.
func (c *Compiler) judgeReport(snap *vault.Snapshot, unanswered int, r *recorder) *JudgeReport {
	s := secondOf(c.Policy, snap)
	if s == nil {
		return nil
	}
	out := &JudgeReport{Name: s.who.Name, Version: s.who.Version, Calibrated: s.calibration != nil, Missing: s.fault, Hint: s.hint}
	text, _ := snap.Read(c.Policy.AnswersFile())
	out.Answers = provenance.CountAnswers(text, s.who.Name, s.who.Version)
	if r != nil {
		out.Asked = r.asked
		if reason := r.commonest(); reason != "" {
			out.Missing, out.Hint = reason, "`assay doctor` looks at the judge; the next `assay build` asks again"
		}
	}
	switch {
	case out.Missing != "":
	case s.shut != nil:
		out.Missing = s.shut.Error()
		if h, ok := s.shut.(interface{ Hint() string }); ok {
			out.Hint = h.Hint()
		}
	case unanswered > 0:
		out.Missing, out.Hint = "it has not been asked", "`assay build` asks it"
	}
	return out
}

// commonest is what stood in the way most often.
func (r *recorder) commonest() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	best := ""
	for why, n := range r.why {
		if best == "" || n > r.why[best] || n == r.why[best] && why < best {
			best = why
		}
	}
	return best
}
