package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/gates"
)

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [code|tier|state|key]",
		Short: "what a diagnostic, a tier, a state or a key of the policy means",
		Long: `Explain says what a code in the brackets of a diagnostic means and what to do about
it, what a claim's tier says (T0 to T5, unchecked), what state a source is in, what a
kind of gap is, and what a key of the policy decides. Without an argument it lists all
but the keys.`,
		Example: `  assay explain value-mismatch
  assay explain T1
  assay explain mapped
  assay explain crawl.max_depth
  assay explain                    every one there is`,
		Args: takes(0, 1, "one code, tier, state or key of the policy"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return explainable(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.explainAll()
			}
			name := strings.Trim(args[0], "[]:, ")
			code, isCode := gates.Lookup(gates.Code(strings.ToLower(name)))
			term, isTerm := gates.LookupTerm(name)
			key, isKey := gates.LookupPolicyKey(name)
			switch {
			case isCode:
				return a.answer(explained(code), nil, func() {
					a.out.Printf("%s %s\n\n%s\n", a.out.Bold(string(code.Code)), a.out.Dim("("+code.Severity.String()+" in a permanent note)"), a.out.Wrap(code.Explain()))
				})
			case isTerm:
				return a.answer(termExplained(term), nil, func() { a.explainTerm(term) })
			case isKey:
				return a.answer(key, nil, func() {
					a.out.Printf("%s %s\n\n%s\n", a.out.Bold(key.Key), a.out.Dim("(policy; "+key.Value+"; default "+key.Default+")"), a.out.Wrap(key.Means))
				})
			}
			return hinted(fmt.Errorf("no diagnostic has the code %q, and no tier, state or key of the policy that name", name),
				meant(name, explainable(), "did you mean `assay explain %s`?", "`assay explain` lists the codes, tiers and states"))
		},
	}
}

func (a *app) explainTerm(t gates.Term) {
	a.out.Printf("%s %s\n\n%s\n", a.out.Bold(t.Name), a.out.Dim("("+t.Kind+": "+t.Means+")"), a.out.Wrap(t.Explain))
	if t.Kind != "tier" {
		return
	}
	a.out.Printf("\n%s\n", a.out.Dim("a claim is "+t.Name+" when:"))
	for _, r := range gates.RulesOf(t.Name) {
		a.out.Printf("  %s %s\n", a.out.Dim(fmt.Sprintf("%-19s", r.Name)), r.When)
	}
}

func (a *app) explainAll() error {
	if a.out.JSON {
		var all explainJSON
		for _, e := range gates.Codes() {
			all.Codes = append(all.Codes, explained(e))
		}
		for _, t := range gates.Terms() {
			all.Terms = append(all.Terms, termExplained(t))
		}
		return a.out.Object(all)
	}
	titles := map[string]string{"tier": "tiers of claims", "state": "states of sources", "gap": "gaps, besides those that have a code", "draft": "drafts"}
	kind := ""
	for _, t := range gates.Terms() {
		if t.Kind != kind {
			if kind != "" {
				a.out.Printf("\n")
			}
			kind = t.Kind
			a.out.Printf("%s\n", a.out.Dim(titles[kind]))
		}
		a.out.Printf("%s %s\n", a.out.Bold(fmt.Sprintf("%-21s", t.Name)), t.Means)
	}
	a.out.Printf("\n%s\n", a.out.Dim("codes of diagnostics"))
	for _, e := range gates.Codes() {
		short, _, _ := strings.Cut(e.Means, ". ")
		a.out.Printf("%s %s\n", a.out.Bold(fmt.Sprintf("%-21s", e.Code)), strings.TrimSuffix(short, "."))
	}
	return nil
}

type explainJSON struct {
	Codes []codeJSON `json:"codes"`
	Terms []termJSON `json:"terms"`
}

type codeJSON struct {
	Code     string `json:"code"`
	Severity string `json:"severity"` // in a permanent note
	Explain  string `json:"explain"`
}

func explained(e gates.CodeEntry) codeJSON {
	return codeJSON{string(e.Code), e.Severity.String(), e.Explain()}
}

type termJSON struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"` // tier, state, gap or draft
	Means   string   `json:"means"`
	Explain string   `json:"explain"`
	Rules   []string `json:"rules"` // of a tier: when a claim gets it
}

func termExplained(t gates.Term) termJSON {
	row := termJSON{t.Name, t.Kind, t.Means, t.Explain, []string{}}
	if t.Kind == "tier" {
		for _, r := range gates.RulesOf(t.Name) {
			row.Rules = append(row.Rules, r.When)
		}
	}
	return row
}

// explainable are the names that can be asked for.
func explainable() (names []string) {
	for _, e := range gates.Codes() {
		names = append(names, string(e.Code))
	}
	for _, t := range gates.Terms() {
		names = append(names, t.Name)
	}
	for _, k := range gates.PolicyKeys() {
		names = append(names, k.Key)
	}
	return names
}
