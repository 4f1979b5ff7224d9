package compiler

import (
	"assay/agents"
	"assay/compiler/grade"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/provenance"
	"assay/templates/skills"
	"assay/vault"
)

// JudgeOptions are those of the vault's policy.
func (c *Compiler) JudgeOptions() view.JudgeOptions {
	o := grade.JudgeOptions(c.Policy, c.Root)
	o.Trusted = (o.KeyEnv != "" || o.Agent() != "") && c.Trusted()
	if o.Agent() != "" {
		c.agentJudge(&o, o.Trusted)
	}
	return o
}

// AskedJudge are those of an agent that a person names in place of the policy's judge. One that
// assay or the user knows needs nobody's trust; one of the vault, and what it says of others, does.
func (c *Compiler) AskedJudge(use, model string) view.JudgeOptions {
	o := grade.JudgeOptions(c.Policy, c.Root)
	trusted := c.Trusted()
	if model != "" || !trusted || o.Use != use {
		o.Model = model
	}
	o.Use, o.Trusted = use, true
	c.agentJudge(&o, trusted)
	return o
}

// agentJudge says who an agent is that judges, and by which words it is asked.
func (c *Compiler) agentJudge(o *view.JudgeOptions, trusted bool) {
	table, err := c.agentTable(c.user(), trusted)
	if o.Skill, o.Fault = c.skill(skills.Judge, trusted); err != nil {
		o.Fault = err
	}
	o.Agents = view.AgentOptions{Table: table, Choice: agents.Choice{Only: o.Agent()}, Model: o.Model, Timeout: o.Timeout, Root: o.Root}
}

// JudgeReport tells of the judge that policy names, or is nil where that is the one built
// in.
func (c *Compiler) JudgeReport(snap *vault.Snapshot, unanswered int, r *view.Recorder) *reports.JudgeReport {
	s := grade.SecondOf(c.Policy, snap)
	if s == nil {
		return nil
	}
	out := &reports.JudgeReport{Name: s.Who.Name, Version: s.Who.Version, Calibrated: s.Calibration != nil, Missing: s.Fault, Hint: s.Hint}
	text, _ := snap.Read(c.Policy.AnswersFile())
	out.Answers = provenance.CountAnswers(text, s.Who.Name, s.Who.Version)
	if r != nil {
		out.Asked = r.Asked
		if reason := commonest(r); reason != "" {
			out.Missing, out.Hint = reason, "`assay doctor` looks at the judge; the next `assay build` asks again"
		}
	}
	switch {
	case out.Missing != "":
	case s.Shut != nil:
		out.Missing = s.Shut.Error()
		if h, ok := s.Shut.(interface{ Hint() string }); ok {
			out.Hint = h.Hint()
		}
	case unanswered > 0:
		out.Missing, out.Hint = "it has not been asked", "`assay build` asks it"
	}
	return out
}

// commonest is what stood in the way most often.
func commonest(r *view.Recorder) string {
	r.Mu.Lock()
	defer r.Mu.Unlock()
	best := ""
	for why, n := range r.Why {
		if best == "" || n > r.Why[best] || n == r.Why[best] && why < best {
			best = why
		}
	}
	return best
}
