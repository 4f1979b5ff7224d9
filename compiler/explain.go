package compiler

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/compiler/acquire"
	"assay/compiler/codec"
	"assay/compiler/reports"
	"assay/compiler/store"
	"assay/compiler/view"
)

// remember keeps an action's inputs under its name, so that a later build can say
// what changed.
func (s *Session) remember(a *view.Action) {
	if a.Kind == "grade" {
		return // a note's verdicts name what they rest on themselves
	}
	s.Store.Put(inputsKey(a.Kind, a.Target), codec.Encode(made(a)))
}

// inputsKey is the same for every build of the program: it is one of what may have changed.
func inputsKey(kind, target string) view.Key {
	return view.Digest("", []string{"inputs", kind, target})
}

// InputsOf are what the last such action was made from; none of one that never ran.
func (s *Session) InputsOf(kind, target string) []view.Input {
	b, _ := s.Store.Get(inputsKey(kind, target))
	inputs, _ := codec.Decode[[]view.Input](b)
	return inputs
}

// made are an action's inputs, and the program.
func made(a *view.Action) []view.Input {
	return append(a.Inputs[:len(a.Inputs):len(a.Inputs)], view.Input{Name: "assay", Hash: view.HashOf(store.BuildID())})
}

// explain says why an action runs: which input is new, or was another.
func (s *Session) explain(a *view.Action) reports.Explanation {
	x := reports.Explanation{Kind: a.Kind, Target: a.Target}
	before := map[string]string{}
	for _, in := range s.InputsOf(a.Kind, a.Target) {
		before[in.Name] = in.Hash
	}
	if len(before) == 0 {
		x.Why = []string{"not done before"}
		if a.Kind == "grade" {
			for _, in := range a.Inputs {
				x.Why = append(x.Why, in.Name+" "+Brief(in.Hash))
			}
		}
		return x
	}
	for _, in := range made(a) {
		switch old, ok := before[in.Name]; {
		case !ok:
			x.Why = append(x.Why, in.Name+": new "+Brief(in.Hash))
		case old != in.Hash:
			x.Why = append(x.Why, in.Name+": "+Brief(old)+" → "+Brief(in.Hash))
		}
		delete(before, in.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		x.Why = append(x.Why, name+": gone")
	}
	if len(x.Why) == 0 {
		x.Why = []string{"its result is not in the store, or -B was given"}
	}
	return x
}

func Brief(hash string) string { return strings.TrimSpace(hash[:min(len(hash), 8)]) }

// preview says of the crawls of a build what they would cost, and of those that it
// would not run which rule stops them.
func (p *Plan) preview(s *Session) []reports.Explanation {
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
