package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/stats"
)

func (a *app) graphCommand() *cobra.Command {
	format := "text"
	cmd := &cobra.Command{
		Use:   "graph [path…]",
		Short: "what is claimed, what carries it, and which sources are of the same thing",
		Long: `Graph reads the evidence graph off the verdicts: an edge leads from a claim to each
passage that carries it. A citation alone makes no edge. Sources of the same paper or
repository are joined. --format jsonld writes it in the words of W3C PROV-O, with what
the ledger records as activities, for tools that read provenance.`,
		Example: `  assay graph
  assay graph 01_Wiki --json | jq '.edges[] | select(.kind == "supports")'
  assay graph --format jsonld > provenance.jsonld`,
		RunE: a.onVault(first, func(cmd *cobra.Command, c *compiler.Compiler, args []string) error {
			paths, err := pathsIn(c, args)
			if err != nil {
				return err
			}
			g, err := stats.EvidenceGraph(cmd.Context(), c, paths)
			if err != nil {
				return err
			}
			switch {
			case format == "jsonld":
				return a.out.Object(g.Linked())
			case a.out.JSON || format == "json":
				return a.out.Object(g)
			case format != "text":
				return hinted(fmt.Errorf("graph: there is no format %q", format), "formats: text, json, jsonld")
			}
			supports := map[string]int{}
			for _, e := range g.Edges {
				if e.Kind == "supports" {
					supports[e.To]++
				}
			}
			for _, s := range g.Sources {
				a.out.Printf("%5d  %s  %s\n", supports[s.ID], s.ID, a.out.Dim(line(s.Title)))
			}
			a.out.Printf("%d claims, %d of them carried by a passage of %d sources\n", len(g.Claims), len(g.Claims)-g.Bare, len(g.Sources))
			return nil
		}),
	}
	cmd.Flags().StringVar(&format, "format", format, "text, json or jsonld")
	return cmd
}
