package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/gates"
)

func (a *app) trustCommand() *cobra.Command {
	var show, revoke bool
	cmd := &cobra.Command{
		Use:   "trust [vault]",
		Short: "let what a vault brings along act on this machine",
		Long: `A vault may come from a stranger. What it brings along that would run a program, ask an
endpoint for you, have a key of yours, or tell an agent what to do is inert until you let
it: agents that its policy asks for, to write or to judge, commands and endpoints under
agents.specs, keys of judge and embedding, web searches that agents are to see or make,
and its own skills. What was held back is in the ledger as refused.

Trust shows all of it with its digest, and asks you, at the terminal that controls it, to
type how the digest begins. It is kept in your own configuration, for this folder and for
exactly what was shown: when any of it changes, it is inert again.`,
		Example: `  assay trust
  assay trust --show          what the vault brings along, and whether it may act
  assay trust --revoke        take it back`,
		Args: takes(0, 1, "one vault at most"),
		RunE: a.onGoverned("trust", first, func(cmd *cobra.Command, c *compiler.Compiler, _ []string) (err error) {
			u := openUser(a.getenv, c.Root)
			r := trustJSON{Vault: c.Root, Brings: []gates.Brought{}}
			list, digest := c.Brought()
			r.Brings, r.Digest, r.Trusted = append(r.Brings, list...), digest, c.Trusted()
			switch {
			case revoke:
				r.Trusted = digest == ""
				err = u.trust(nil)
			case !show && !r.Trusted:
				if err = a.confirm(cmd.Context(), r.text(a.out.Say), digest, "only a person lets a vault act on this machine", a.out.Command("assay trust")); err == nil {
					r.Trusted = true
					err = u.trust(&trust{Digest: digest, At: c.World.Now().UTC(), Items: list})
				}
			}
			return a.answer(r, err, func() { a.out.Printf("%s", r.text(a.out.Say)) })
		}),
	}
	f := cmd.Flags()
	f.BoolVar(&show, "show", false, "say what the vault brings along, and ask nobody")
	f.BoolVar(&revoke, "revoke", false, "let nothing of the vault act any more")
	return cmd
}

// trustJSON is what a vault brings along.
type trustJSON struct {
	Vault   string          `json:"vault"`
	Brings  []gates.Brought `json:"brings"`
	Digest  string          `json:"digest"`  // of all of it; "" where it brings nothing
	Trusted bool            `json:"trusted"` // it may act
}

func (r trustJSON) text(say func(string) string) string {
	if len(r.Brings) == 0 {
		return "the vault brings nothing along that would act here\n"
	}
	var b strings.Builder
	for _, x := range r.Brings {
		fmt.Fprintf(&b, "%-8s %s: %s\n", x.Kind, say(x.Name), say(x.Says))
	}
	state := "may not act: nobody here trusts it"
	if r.Trusted {
		state = "may act: it is trusted"
	}
	fmt.Fprintf(&b, "digest   %s\n%s\n", r.Digest, state)
	return b.String()
}
