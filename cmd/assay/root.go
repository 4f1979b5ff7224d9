package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/gates"
)

// Exit codes.
const (
	exitClean   = 0
	exitFaults  = 1 // permanent notes have errors, or an action failed
	exitNothing = 2 // assay could do nothing: usage, policy, input or output
)

// errFaults ends a command that has said already what is wrong.
var errFaults = errors.New("the vault has errors")

// app is what the commands share.
type app struct {
	out    *ui.Out
	getenv func(string) string
	dir    string           // -C
	opts   compiler.Options // by what flags say
	as     string

	command  string      // as typed, for another assay that finds the vault locked
	crawling atomic.Bool // pages of a site were asked for
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer, getenv func(string) string) int {
	screen, messages := ui.Look(stdout, getenv), ui.Look(stderr, getenv)
	buffered := bufio.NewWriterSize(stdout, 64<<10)
	a := &app{getenv: getenv, command: strings.Join(append([]string{"assay"}, args...), " "), out: &ui.Out{
		Stdout: buffered, Stderr: stderr, Color: screen.Color, Width: screen.Width,
		Bars: messages.Is && getenv("TERM") != "dumb", Screen: screen.Is,
		// Set before flags are read, so that a flag that cannot be read is told in
		// the form that was asked for.
		JSON: wantsJSON(args),
	}}
	code := a.execute(ctx, args)
	switch err := a.out.Flush(); {
	case errors.Is(err, syscall.EPIPE): // `| head -1` has read what it wanted
	case err != nil:
		fmt.Fprintf(stderr, "assay: error: write answer: %v\n", cause(err))
		return exitNothing
	}
	return code
}

func (a *app) execute(ctx context.Context, args []string) int {
	root := a.root()
	root.SetArgs(args)
	root.SetOut(a.out.Stdout)
	root.SetErr(a.out.Stderr)
	switch err := root.ExecuteContext(ctx); {
	case err == nil:
		return exitClean
	case errors.Is(err, errFaults):
		return exitFaults
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		hint := "nothing is lost: run it again, and it goes on from here"
		if a.crawling.Load() {
			hint = "the pages fetched so far are kept: `assay build` goes on from there, and asks for none of them twice"
		}
		a.out.Failure(hinted(errors.New("interrupted"), hint))
	default:
		a.out.Failure(err)
	}
	return exitNothing
}

func wantsJSON(args []string) bool {
	for i, arg := range args {
		switch {
		case arg == "--":
			return false
		case arg == "--json", arg == "--json=true", arg == "--format=json", arg == "--format" && i+1 < len(args) && args[i+1] == "json":
			return true
		}
	}
	return false
}

const (
	groupWork   = "work"
	groupLook   = "look"
	groupDecide = "decide"
	groupOther  = "other"
)

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "assay",
		Short: "make for knowledge",
		Long: `assay is make for knowledge. It compiles a Markdown vault: finds what the vault
leans on and does not hold, stores sources as evidence, grades every claim against
that evidence, and writes notes that carry their provenance. Run it again and only
what changed runs again. No key, no model and no network needed.

The vault is the nearest folder upwards with a pipeline-policy.yaml, else an
.obsidian folder, else the git root, else the current folder. Without a policy
assay asks nothing of a vault: it checks what is cited and counts what is missing.`,
		Example: `  assay check                      is what my notes cite really there?
  assay init                       a policy for this vault, or a new vault
  assay build                      bring the vault up to date
  assay why "01_Wiki/Tea.md:14"    why does this claim have its tier?
  assay search "how long is green tea steeped"`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return hinted(fmt.Errorf("unknown command %q", args[0]), meant(args[0], commandNames(cmd), "did you mean `assay %s`?", "`assay --help` lists the commands"))
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRunE: func(*cobra.Command, []string) error {
			if a.dir == "" {
				return nil
			}
			if err := os.Chdir(a.dir); err != nil {
				return fmt.Errorf("enter %s: %w", a.dir, errors.Unwrap(err))
			}
			return nil
		},
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return hinted(err, flagHint(cmd, err))
	})
	root.PersistentFlags().StringVarP(&a.dir, "dir", "C", "", "run as if started in `folder`")
	root.PersistentFlags().BoolVar(&a.out.JSON, "json", a.out.JSON, "answer with one JSON object")
	root.AddGroup(
		&cobra.Group{ID: groupWork, Title: "Work:"}, &cobra.Group{ID: groupLook, Title: "Look:"},
		&cobra.Group{ID: groupDecide, Title: "Decide:"}, &cobra.Group{ID: groupOther, Title: "Other:"},
	)
	add := func(group string, commands ...*cobra.Command) {
		for _, c := range commands {
			c.GroupID = group
			root.AddCommand(c)
		}
	}
	add(groupWork, a.initCommand(), a.adoptCommand(), a.buildCommand(), a.watchCommand(), a.checkCommand(), a.fixCommand(), a.exportCommand(), a.draftCommand(), a.sourceCommand())
	add(groupLook, a.gapsCommand(), a.graphCommand(), a.whyCommand(), a.statusCommand(), a.reportCommand(), a.researchCommand(), a.searchCommand(), a.threadCommand(), a.explainCommand())
	add(groupDecide, a.reviewCommand(), a.promoteCommand(), a.attestCommand(), a.conflictsCommand(), a.resolveCommand())
	add(groupOther, a.doctorCommand(), a.trustCommand(), a.hookCommand(), a.evalCommand(), a.mcpCommand(), a.ledgerCommand(), a.versionCommand())
	root.SetHelpCommand(helpCommand())
	root.SetHelpCommandGroupID(groupOther)
	root.SetCompletionCommandGroupID(groupOther)
	root.InitDefaultCompletionCmd()
	if c, _, err := root.Find([]string{"completion"}); err == nil {
		c.Short = "completion of commands and flags, for your shell"
		c.Long = "Completion writes a script that has your shell complete assay's commands, flags,\ndrafts and codes. Each shell's own help says where the script goes."
		c.Example = "  source <(assay completion bash)\n  assay completion zsh > \"${fpath[1]}/_assay\"\n  assay completion fish > ~/.config/fish/completions/assay.fish"
	}
	return root
}

// helpCommand is help for a command, which knows when there is none of that name.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "help [command]",
		Short:   "help on a command",
		Long:    "Help says what a command does, with examples. `assay explain` says what a diagnostic,\na tier or a state means.",
		Example: "  assay help build\n  assay help source propose",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) (names []string, d cobra.ShellCompDirective) {
			if at, _, err := cmd.Root().Find(args); err == nil {
				names = commandNames(at)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			at, rest, _ := cmd.Root().Find(args)
			if len(rest) > 0 {
				return hinted(fmt.Errorf("no command %q", rest[0]), meant(rest[0], commandNames(at), "did you mean `assay help %s`?", "`assay --help` lists the commands"))
			}
			at.InitDefaultHelpFlag()
			return at.Help()
		},
	}
}

func commandNames(root *cobra.Command) (names []string) {
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	slices.Sort(names)
	return names
}

// flagHint offers the flag that a typo most likely meant.
func flagHint(cmd *cobra.Command, err error) string {
	otherwise := fmt.Sprintf("`%s --help` lists its flags", cmd.CommandPath())
	if _, name, ok := strings.Cut(err.Error(), "unknown flag: --"); ok {
		var names []string
		for _, usage := range strings.Fields(cmd.LocalFlags().FlagUsages() + cmd.InheritedFlags().FlagUsages()) {
			if long, ok := strings.CutPrefix(usage, "--"); ok {
				names = append(names, strings.Trim(long, "[],"))
			}
		}
		return meant(name, names, "did you mean --%s?", otherwise)
	}
	return otherwise
}

// meant is a hint at the name that a typo most likely meant, or another where none is near.
func meant(typed string, names []string, hint, otherwise string) string {
	if near := gates.Nearest(typed, names); near != "" {
		return fmt.Sprintf(hint, near)
	}
	return otherwise
}

// orFaults ends a command that has told all there is, with errFaults where it told of faults.
func orFaults(err error, faults bool) error {
	if err == nil && faults {
		return errFaults
	}
	return err
}

// hinted is an error with what to do about it.
var hinted = gates.WithHint

// takes checks the number of arguments, and says what they are where it is wrong.
func takes(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && (most < 0 || len(args) <= most) {
			return nil
		}
		err := fmt.Errorf("`%s` takes %s", cmd.CommandPath(), what)
		if len(args) < least {
			return hinted(err, "usage: "+cmd.UseLine())
		}
		return hinted(fmt.Errorf("%w, not also %q", err, args[most]), "usage: "+cmd.UseLine())
	}
}
