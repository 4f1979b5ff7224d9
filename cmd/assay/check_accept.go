package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/gates"
)

// acceptor asks a person whether a change may lower the bar of its own claims.
func (a *app) acceptor(cmd *cobra.Command, change changeFlags) (func(context.Context, []gates.Lowering) (string, error), error) {
	if !change.asked(cmd) {
		return nil, hinted{errors.New("--accept-policy is for a change"), "use it with --staged or --diff"}
	}
	command := a.out.Command("assay check --staged --accept-policy")
	if !change.Staged {
		command = a.out.Command("assay check --diff " + gates.ShellWord(change.Since) + " --accept-policy")
	}
	return func(ctx context.Context, list []gates.Lowering) (string, error) {
		var question strings.Builder
		question.WriteString("the change lowers the bar of its own claims:\n")
		const most = 20 // lines that somebody reads; a baseline may have thousands
		for _, l := range list[:min(len(list), most)] {
			fmt.Fprintf(&question, "  %s: %s\n", ui.Visible(l.File), ui.Visible(l.Text))
		}
		if n := len(list) - most; n > 0 {
			fmt.Fprintf(&question, "  and %d more, which `--format json` lists\n", n)
		}
		digest := gates.DigestOf(list)
		fmt.Fprintf(&question, "digest %s\naccept it?", digest)
		if err := a.confirm(ctx, question.String(), digest, "accepting a lower bar is for a person", command); err != nil {
			return "", err
		}
		return a.person(), nil
	}, nil
}
