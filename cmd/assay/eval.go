package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"assay/compiler/eval"
	"assay/ingest/extract"
)

func (a *app) evalCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "eval",
		Short: "measure the judge, the search and the extractor on labelled sets, the gate and the runs of your own vault",
		Example: `  assay eval claims labelled.jsonl.gz
  assay eval retrieval cranfield/
  assay eval wikis wikis/
  assay eval mutate
  assay eval runs`,
		Args: takes(0, 0, "one of claims, calibrate, retrieval, extract, mutate, wikis and runs"),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.evalClaims(), a.evalCalibrate(), a.evalRetrieval(), a.evalExtract(), a.evalMutate(), a.evalWikis(), a.evalRuns())
	return cmd
}

func (a *app) evalExtract() *cobra.Command {
	var pages bool
	cmd := &cobra.Command{
		Use:   "extract folder",
		Short: "how well the main content of saved pages is found",
		Long: `Extract scores the extractor on a folder with ground_truth.jsonl[.gz] and the pages
that its rows name: precision, recall and F1 over shingles of four words.`,
		Example: `  assay eval extract article-extraction/`,
		Args:    takes(1, 1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := eval.Extract(cmd.Context(), args[0], func(ctx context.Context, raw []byte, url string) (string, error) {
				d, err := extract.Extract(ctx, raw, extract.Options{URL: url, ContentType: "text/html"})
				return d.Markdown, err
			})
			if err != nil {
				return err
			}
			if !pages {
				r.PerPage = nil
			}
			return a.answer(r, nil, func() {
				for _, p := range r.PerPage {
					a.out.Printf("%.3f %.3f %s %s\n", p.Precision, p.Recall, p.ID, p.URL)
				}
				a.out.Printf("%d pages, %.0f a second\n", r.Pages, r.PagesPerSec)
				a.out.Printf("precision %.3f, recall %.3f, %s\n", r.Precision, r.Recall, a.out.Bold(fmt.Sprintf("F1 %.3f", r.F1)))
			})
		},
	}
	cmd.Flags().BoolVar(&pages, "pages", false, "list every page")
	return cmd
}
