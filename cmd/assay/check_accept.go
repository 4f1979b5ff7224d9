package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

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
		ids := make([]string, len(list))
		question.WriteString("the change lowers the bar of its own claims:\n")
		for i, l := range list {
			ids[i] = l.ID
			fmt.Fprintf(&question, "  %s: %s\n", l.File, l.Text)
		}
		digest := gates.NewLowering("all", "", "", ids...).ID
		fmt.Fprintf(&question, "digest %s\naccept it?", digest)
		if err := a.confirm(ctx, question.String(), digest, "accepting a lower bar is for a person", command); err != nil {
			return "", err
		}
		return a.person(), nil
	}, nil
}
