package compiler

import (
	"fmt"
	"strings"
)

// foresee says of the crawls of a build what they would cost, and of those that it
// would not run which rule stops them.
func (p *plan) foresee(s *session) []Explanation {
	var out []Explanation
	told := map[string]bool{}
	left := p.policy.Quotas.MaxCreditsPerSession
	for _, a := range p.todo {
		x := s.explain(a)
		if a.Kind == "crawl" {
			told[a.Target] = true
			x.Why = append(x.Why, costLine(a.Cost))
			if left -= a.Cost.Credits; left < 0 {
				x.Stops = fmt.Sprintf("quotas.max_credits_per_session: %d credits do not reach for %d of its pages, which wait for the next build", p.policy.Quotas.MaxCreditsPerSession, min(-left, a.Cost.Pages))
			}
		}
		if a.Kind == "ask" {
			x.Why = append(x.Why, fmt.Sprintf("%d credits, about %d tokens", a.Cost.Credits, a.Cost.Tokens))
			if left -= a.Cost.Credits; left < 0 {
				x.Stops = fmt.Sprintf("quotas.max_credits_per_session: its %d credits do not reach, so that the built-in judge grades alone", p.policy.Quotas.MaxCreditsPerSession)
			}
		}
		out = append(out, x)
	}
	if s := p.grade.second; s != nil && s.shut != nil && s.calibration != nil && p.grade.lacking {
		out = append(out, Explanation{Kind: "ask", Target: s.who.Name, Why: []string{"claims that the checks leave open"}, Stops: s.shut.Error()})
	}
	for _, id := range p.ledger.Sources() {
		state := p.state(id)
		w, waits := p.acquire.waits(id)
		if !waits || told[state.URL] || !isRemote(state.URL) || w.Command == "assay build" || strings.HasPrefix(w.Command, "assay source refresh ") {
			continue // it is read, or was asked today
		}
		x := Explanation{Kind: "crawl", Target: state.URL, Why: []string{"not read yet"}, Stops: w.Needs}
		if state.Revision > 0 {
			x.Why = nil
		}
		if r, ok := p.acquire.remoteOf(id); ok {
			x.Why = append(x.Why, costLine(Cost{Pages: r.credits, Credits: r.credits}))
			if rule := p.ruleFor(r); rule != "" && p.policy.Denied(state.URL) == nil {
				x.Stops = rule
			}
		}
		out = append(out, x)
	}
	return out
}

// ruleFor names the rule of the policy that wants a person for a source, and says
// why; "" where it is approved, or needs nobody.
func (p *plan) ruleFor(r remote) string {
	needs := p.policy.NeedsPerson(r.limits.Prefixes, r.credits)
	switch {
	case needs == "" || p.state(r.id).Approval == r.approval:
		return ""
	case r.credits > p.policy.Safety.RequireHITLForCostsOver:
		return "safety.require_hitl_for_costs_over: it " + needs
	}
	return "safety.require_hitl_for_new_domain: " + needs
}

func costLine(c Cost) string {
	return fmt.Sprintf("%d pages at most, %d credits", c.Pages, c.Credits)
}
