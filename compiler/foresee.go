package compiler

import (
	"fmt"
	"strings"

	"assay/compiler/acquire"
	"assay/compiler/reports"
	"assay/compiler/view"
)

// foresee says of the crawls of a build what they would cost, and of those that it
// would not run which rule stops them.
func (p *Plan) foresee(s *Session) []reports.Explanation {
	var out []reports.Explanation
	told := map[string]bool{}
	left := p.Policy.Quotas.MaxCreditsPerSession
	for _, a := range p.Todo {
		x := s.explain(a)
		if a.Kind == "crawl" {
			told[a.Target] = true
			x.Why = append(x.Why, costLine(a.Cost))
			if left -= a.Cost.Credits; left < 0 {
				x.Stops = fmt.Sprintf("quotas.max_credits_per_session: %d credits do not reach for %d of its pages, which wait for the next build", p.Policy.Quotas.MaxCreditsPerSession, min(-left, a.Cost.Pages))
			}
		}
		if a.Kind == "ask" {
			x.Why = append(x.Why, fmt.Sprintf("%d credits, about %d tokens", a.Cost.Credits, a.Cost.Tokens))
			if left -= a.Cost.Credits; left < 0 {
				x.Stops = fmt.Sprintf("quotas.max_credits_per_session: its %d credits do not reach, so that the built-in judge grades alone", p.Policy.Quotas.MaxCreditsPerSession)
			}
		}
		out = append(out, x)
	}
	if s := p.Grade.Second; s != nil && s.Shut != nil && s.Calibration != nil && p.Grade.Lacking {
		out = append(out, reports.Explanation{Kind: "ask", Target: s.Who.Name, Why: []string{"claims that the checks leave open"}, Stops: s.Shut.Error()})
	}
	for _, id := range p.Ledger.Sources() {
		state := p.State(id)
		w, waits := p.Acquire.Waits(id)
		if !waits || told[state.URL] || !view.IsRemote(state.URL) || w.Command == "assay build" || strings.HasPrefix(w.Command, "assay source refresh ") {
			continue // it is read, or was asked today
		}
		x := reports.Explanation{Kind: "crawl", Target: state.URL, Why: []string{"not read yet"}, Stops: w.Needs}
		if state.Revision > 0 {
			x.Why = nil
		}
		if r, ok := p.Acquire.RemoteOf(id); ok {
			x.Why = append(x.Why, costLine(reports.Cost{Pages: r.Credits, Credits: r.Credits}))
			if rule := p.ruleFor(r); rule != "" && p.Policy.Denied(state.URL) == nil {
				x.Stops = rule
			}
		}
		out = append(out, x)
	}
	return out
}

// ruleFor names the rule of the policy that wants a person for a source, and says
// why; "" where it is approved, or needs nobody.
func (p *Plan) ruleFor(r acquire.Remote) string {
	needs := p.Policy.NeedsPerson(r.Limits.Prefixes, r.Credits)
	switch {
	case needs == "" || p.State(r.Id).Approval == r.Approval:
		return ""
	case r.Credits > p.Policy.Safety.RequireHITLForCostsOver:
		return "safety.require_hitl_for_costs_over: it " + needs
	}
	return "safety.require_hitl_for_new_domain: " + needs
}

func costLine(c reports.Cost) string {
	return fmt.Sprintf("%d pages at most, %d credits", c.Pages, c.Credits)
}
