package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/gates"
)

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [code]",
		Short: "what a diagnostic means and what to do about it",
		Example: `  assay explain value-mismatch
  assay explain                    every code there is`,
		Args: takes(0, 1, "one code, as in the brackets of a diagnostic"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return codeNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.explainAll()
			}
			name := strings.Trim(args[0], "[]")
			entry, ok := gates.Lookup(gates.Code(name))
			if !ok {
				hint := "`assay explain` lists the codes"
				if near := gates.Nearest(name, codeNames()); near != "" {
					hint = fmt.Sprintf("did you mean `assay explain %s`?", near)
				}
				return hinted{fmt.Errorf("no diagnostic has the code %q", name), hint}
			}
			if a.out.JSON {
				return a.out.Object(explained(entry))
			}
			a.out.Printf("%s %s\n\n%s\n", a.out.Bold(string(entry.Code)), a.out.Dim("("+entry.Severity.String()+" in a permanent note)"), a.out.Wrap(entry.Explain))
			return nil
		},
	}
}

func (a *app) explainAll() error {
	if a.out.JSON {
		rows := []codeJSON{}
		for _, e := range gates.Codes() {
			rows = append(rows, explained(e))
		}
		return a.out.Object(struct {
			Codes []codeJSON `json:"codes"`
		}{rows})
	}
	for _, e := range gates.Codes() {
		short, _, _ := strings.Cut(e.Explain, ". ")
		a.out.Printf("%s %s\n", a.out.Bold(fmt.Sprintf("%-21s", e.Code)), strings.TrimSuffix(short, "."))
	}
	return nil
}

type codeJSON struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Explain  string `json:"explain"`
}

func explained(e gates.CodeEntry) codeJSON {
	return codeJSON{string(e.Code), e.Severity.String(), e.Explain}
}

func codeNames() (names []string) {
	for _, e := range gates.Codes() {
		names = append(names, string(e.Code))
	}
	return names
}
