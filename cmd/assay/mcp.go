package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"assay/cmd/internal/mcp"
	"assay/compiler"
	"assay/compiler/sources"
)

func (a *app) mcpCommand() *cobra.Command {
	var as, address string
	cmd := &cobra.Command{
		Use:   "mcp [vault]",
		Short: "serve a vault to agents over the Model Context Protocol",
		Long: `Mcp lets an agent's client search the stored sources, propose new ones, take them in and
have drafts written from them, under the same gates as everybody. It speaks over standard
input and output to the client that starts it, or with --http to clients on this machine
that have a token of ` + "`assay mcp token`" + `.

Who asks is known by --as or by the token, and never by what a client says of itself. What is
for a person stays so: a client gets AUTH_REQUIRED and the command that a person runs at a
terminal. What is refused is on record in the ledger.`,
		Example: `  claude mcp add assay -- assay mcp ~/vault --as claude
  codex mcp add assay -- assay mcp ~/vault --as codex
  assay mcp token editor
  assay mcp ~/vault --http 127.0.0.1:7420`,
		Args: takes(0, 1, "one vault at most"),
		RunE: a.onVault(first, func(cmd *cobra.Command, c *compiler.Compiler, _ []string) error {
			by, err := mcp.Identity(as)
			if err != nil {
				if !c.Guest() && strings.HasPrefix(as, "person:") { // a client that cannot be it
					a.record(cmd.Context(), c, sources.Refusal{What: "be " + as, Subject: mcp.Unnamed, By: mcp.Unnamed}, err)
				}
				return fmt.Errorf("serve the vault: %w", err)
			}
			collectUsually()
			s := mcp.New(mcp.Options{Root: c.Root, World: world(a.getenv), Version: buildVersion(), As: by, Logf: a.out.Messagef})
			if address == "" {
				return s.Stdio(cmd.Context(), os.Stdin, os.Stdout)
			}
			if cmd.Flags().Changed("as") {
				return hinted(errors.New("--as is for a client over standard input and output; over HTTP a token says who asks"), "assay mcp token "+strings.TrimPrefix(by, "mcp:"))
			}
			return a.serveHTTP(cmd.Context(), s, address)
		}),
	}
	cmd.Flags().StringVar(&as, "as", "", "who the client is, a `name` for the ledger; it becomes mcp:NAME")
	cmd.Flags().StringVar(&address, "http", "", "serve on this `address` of this machine, such as 127.0.0.1:7420")
	cmd.AddCommand(a.mcpTokenCommand())
	return cmd
}

func (a *app) serveHTTP(ctx context.Context, s *mcp.Server, address string) error {
	tokens, err := a.tokens()
	if err != nil {
		return err
	}
	names, err := tokens.Names()
	if err == nil && len(names) == 0 {
		err = hinted(errors.New("nobody has a token to connect with"), "assay mcp token NAME")
	}
	if err != nil {
		return err
	}
	l, err := mcp.Listen(address)
	if err != nil {
		return err
	}
	a.out.Messagef("serving http://%s%s for %s", l.Addr(), mcp.Path, strings.Join(names, ", "))
	return s.HTTP(ctx, l, tokens)
}

// tokens are the user's, outside every vault.
func (a *app) tokens() (*mcp.Tokens, error) {
	dir := configDir(a.getenv)
	if dir == "" {
		return nil, hinted(errors.New("find the folder for tokens: this user has no configuration folder"),
			"set XDG_CONFIG_HOME to one")
	}
	return &mcp.Tokens{File: filepath.Join(dir, "mcp-tokens")}, nil
}

func (a *app) mcpTokenCommand() *cobra.Command {
	var remove bool
	cmd := &cobra.Command{
		Use:   "token [name]",
		Short: "who may connect over HTTP: make, list or remove a token",
		Long: `Token makes a token for a client and prints it, once: only its hash is kept, in your
own configuration and in no vault. The client sends it as "Authorization: Bearer …" and is
mcp:NAME in the ledger. A new one takes the place of the old. Without a name it lists who has
one. What is removed counts no longer, in a running server too.`,
		Example: `  assay mcp token editor
  assay mcp token
  assay mcp token --remove editor`,
		Args: takes(0, 1, "one name at most"),
		RunE: func(cmd *cobra.Command, args []string) error {
			tokens, err := a.tokens()
			if err != nil {
				return err
			}
			answer := tokensJSON{}
			switch name := first(args); {
			case remove && name == "":
				return hinted(errors.New("--remove needs the name whose token is removed"), "`assay mcp token` lists them")
			case remove:
				err = tokens.Remove(name)
			case name != "":
				answer.Token, err = tokens.New(name)
			}
			if err == nil {
				answer.Names, err = tokens.Names()
			}
			return a.answer(answer, err, func() {
				if answer.Token != "" {
					a.out.Printf("%s\n", answer.Token)
					return
				}
				for _, name := range answer.Names {
					a.out.Printf("%s\n", name)
				}
				if len(answer.Names) == 0 {
					a.out.Messagef("no client has a token; `assay mcp token NAME` makes one")
				}
			})
		},
	}
	cmd.Flags().BoolVar(&remove, "remove", false, "take the token of the name away")
	return cmd
}

// tokensJSON is what `mcp token` answers with.
type tokensJSON struct {
	Token string   `json:"token,omitempty"` // that was made
	Names []string `json:"names"`           // who has one
}
