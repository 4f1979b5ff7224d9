package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"assay/cmd/internal/ui"
	"assay/compiler/reports"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/stats"
)

func (a *app) statusCommand() *cobra.Command {
	var badge string
	cmd := &cobra.Command{
		Use:   "status [vault]",
		Short: "claims, evidence, freshness and cost at a glance",
		Long: `Status says how many claims hold, what they rest on, how old that is, and what waits.
With --badge it also writes how the cited claims stand as a small SVG picture, for a
README: its colour is that of the worst tier.`,
		Example: `  assay status
  assay status ../my-vault --json
  assay status --badge assay.svg`,
		Args: takes(0, 1, "one vault at most"),
		RunE: a.onVault(first, func(cmd *cobra.Command, c *compiler.Compiler, _ []string) error {
			report, err := stats.Status(cmd.Context(), c)
			if err == nil && badge != "" {
				err = a.writeBadge(badge, report)
			}
			return a.answer(report, err, func() { a.out.Status(report) })
		}),
	}
	cmd.Flags().StringVar(&badge, "badge", "", "write a badge (SVG) to `file`")
	return cmd
}

// writeBadge writes over no file but a badge.
func (a *app) writeBadge(name string, r *reports.StatusReport) error {
	if !strings.EqualFold(filepath.Ext(name), ".svg") {
		return hinted(fmt.Errorf("write badge %s: a badge is an SVG picture", name), "name it .svg")
	}
	if err := replaceOwn(name, ui.BadgeMark, ui.Badge(r)); err != nil {
		return fmt.Errorf("write badge %s: %w", name, err)
	}
	a.out.Messagef("wrote %s", name)
	return nil
}
