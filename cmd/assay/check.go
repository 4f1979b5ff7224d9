package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/reports"
	"assay/gates"
)

func (a *app) checkCommand() *cobra.Command {
	var format string
	var change changeFlags
	var strict strictness
	var known baselineFlags
	var look checkLook
	var accept bool
	cmd := &cobra.Command{
		Use:   "check [paths]",
		Short: "grade what the notes say, offline; write nothing",
		Long: `Check grades the claims of the vault, or of the notes and folders named, against
the evidence that the vault holds. It never goes online and writes nothing but its
results (and a baseline, where you ask for one), so it can stand before every commit.
Those lie in .assay/, or in your cache folder where the vault was never built.

What it says first fits a screen: how the notes cite, what holds by folder, the five
worst findings, the worst last, and what to do next. --all shows everything, from the
first note to the last; in a vault without a policy the worst comes first. There nothing
is required, and only claims that cite something are graded.

With --staged the vault is judged as git's index has it, policy and evidence too,
whatever lies in the working tree. With --staged or --diff only what the change is to
blame for is reported: faults in the notes (with --diff: on the lines) that it touches,
and those elsewhere that were not there before.

It ends with status 1 where permanent notes have errors, with --warn-error also where
there are warnings. Notes never fail.

A change that lowers the bar of its own claims (policy, baseline, Obsidian's ignore
filters, a generated mark, the calibration or answers of a judge) fails, and its claims
are judged by the bar as it was. A person accepts it with --accept-policy, at a
terminal: that writes an event to the ledger, which is committed with the change. The
ledger itself only grows.

A baseline adopts an old vault: it lists the errors and warnings of today, and only
others fail. It only gets shorter, and each entry has a day from which it counts again.
Its file, ` + gates.BaselineFile + ` at the top of the vault, is committed with the
notes; where it is there, it applies.`,
		Example: `  assay check
  assay check 01_Wiki/Tea.md
  assay check --format json | jq '.claims'
  assay check --json --claims | jq '.claim_list[] | select(.tier == "T1")'
  assay check --all                everything, not only the worst
  assay check -q || assay check    only where something is wrong
  assay check --staged             what is about to be committed; see assay hook install
  assay check --staged --accept-policy    a person accepts what is lowered; then git add the ledger
  assay check --diff main...       what a branch changed, and what that broke
  assay check --warn-error=stale-evidence,source-not-held
  assay check --baseline-write     adopt an old vault: only what is new fails from here on
  assay check --baseline-prune     take what is mended off that list
  assay check --format sarif > assay.sarif
  assay check --diff origin/main... --format markdown    what a branch made better and worse`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(a.chooseForm(format), look.check(a, format, change.asked(cmd)), strict.read(args), known.check(), change.check(cmd)); err != nil {
				return err
			}
			c, check, err := a.openChecked(cmd, first(args), change)
			if err != nil {
				return err
			}
			paths, err := pathsIn(c, args)
			if err != nil {
				return err
			}
			baseline, err := known.options(c)
			if err != nil {
				return err
			}
			options := compiler.CheckOptions{Paths: paths, Claims: look.claims, Baseline: baseline, Compare: format == formMarkdown}
			if accept {
				if options.Accept, err = a.acceptor(cmd, change); err != nil {
					return err
				}
			}
			if !look.quiet {
				options.Progress = a.watch()
			}
			report, err := check(cmd.Context(), options)
			if err != nil {
				return err
			}
			if report.Change != nil && report.Change.Vault != nil {
				a.out.Texts = report.Change.Vault.Read
			}
			known.edited(a, baseline, report)
			if r := report.Change; r != nil && r.Recorded != "" {
				a.signed(cmd.Context(), c, a.person())
				ledger := a.out.Path(r.Recorded)
				a.out.Messagef("wrote %s: the lower bar is accepted; commit it with the change: git add %s", ledger, gates.ShellWord(ledger))
			} else if accept {
				a.out.Messagef("nothing is left to accept: the change lowers no bar that a person has not accepted")
			}
			status := strict.status(report)
			if err := a.tellCheck(c, report, format, look, status); err != nil {
				return err
			}
			return orFaults(nil, status != exitClean)
		},
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", formText, "`form` of the answer: text, json, sarif (2.1.0), github (workflow commands) or markdown (for a pull request)")
	cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(checkForms(), cobra.ShellCompDirectiveNoFileComp))
	f.StringVar(&strict.flag, "warn-error", "", "warnings fail too; with =`code,…` only those")
	f.Lookup("warn-error").NoOptDefVal = allWarnings
	known.register(cmd)
	f.BoolVar(&look.all, "all", false, "show everything, not only the worst")
	f.BoolVarP(&look.quiet, "quiet", "q", false, "say nothing where it ends with 0, else one line")
	f.BoolVar(&look.claims, "claims", false, "with --json, list every claim with its place, tier, rule and score")
	f.BoolVarP(&a.opts.Force, "always-build", "B", false, "judge again, whatever is stored")
	f.BoolVar(&accept, "accept-policy", false, "with --staged or --diff: accept, as a person at a terminal, that the change lowers its own bar; writes it to the ledger")
	a.jobsFlag(cmd)
	change.add(cmd)
	return cmd
}

// checkLook says how much of what was found is shown.
type checkLook struct{ all, quiet, claims bool }

func (l checkLook) check(a *app, format string, ofChange bool) error {
	switch {
	case l.quiet && l.all:
		return hinted(errors.New("--quiet and --all are two answers"), "leave one of them out")
	case l.quiet && (a.out.JSON || format != formText):
		return hinted(errors.New("--quiet is of the answer as text"), "leave out --json or --format")
	case l.claims && !a.out.JSON:
		return hinted(errors.New("--claims is a list for programs, and needs --json"), "`assay check --json --claims` writes it; `assay why NOTE` shows the claims of one note")
	case l.claims && ofChange:
		return hinted(errors.New("--claims lists the claims of the vault as it stands, not of a change"), "leave out --staged and --diff")
	}
	return nil
}

// pathsIn turns what was typed into paths of the vault; none for the whole of it.
func pathsIn(c *compiler.Compiler, args []string) ([]string, error) {
	var paths []string
	whole := false
	for _, arg := range args {
		if !exists(arg) {
			return nil, hinted(fmt.Errorf("check %s: no such file or directory", arg), "name notes or folders of one vault")
		}
		path, ok := inside(c, arg)
		if !ok {
			return nil, hinted(fmt.Errorf("check %s: not in the vault %s", arg, c.Root), "check one vault at a time")
		}
		whole = whole || path == "."
		paths = append(paths, path)
	}
	if whole {
		return nil, nil
	}
	return paths, nil
}

// The forms in which check answers.
const (
	formText     = "text"
	formJSON     = "json"
	formSARIF    = "sarif"
	formGitHub   = "github"
	formMarkdown = "markdown"
)

func checkForms() []string {
	return []string{formText, formJSON, formSARIF, formGitHub, formMarkdown}
}

// chooseForm settles on a form, before anything is done.
func (a *app) chooseForm(form string) error {
	forms := checkForms()
	if !slices.Contains(forms, form) {
		hint := "formats: " + strings.Join(forms, ", ")
		return hinted(fmt.Errorf("unknown format %q", form), meant(form, forms, "did you mean --format %s? ("+hint+")", hint))
	}
	if a.out.JSON && form != formText && form != formJSON {
		return hinted(fmt.Errorf("--json and --format %s are two answers", form), "leave one of them out")
	}
	a.out.JSON = a.out.JSON || form == formJSON
	return nil
}

// tellCheck writes a report in the form that was chosen.
func (a *app) tellCheck(c *compiler.Compiler, r *reports.CheckReport, form string, look checkLook, status int) error {
	a.out.Repo, a.out.Blob = inRepository(c.Root), a.blob()
	switch {
	case a.out.JSON:
		return a.out.Object(ui.CheckRows(r, a.out.Texts))
	case form == formSARIF:
		return a.out.CheckSARIF(r, buildVersion(), status, look.all)
	case form == formGitHub:
		a.out.CheckGitHub(r)
	case form == formMarkdown:
		a.out.CheckMarkdown(r)
	case look.quiet:
		if status != exitClean {
			a.out.Printf("%s; %s\n", ui.Faults(r.Summary), ui.Answer(r))
		}
		return nil
	case !a.isIdleHook(r):
		a.out.Check(r, look.all)
	}
	if status != exitClean && r.Summary.Errors == 0 {
		a.out.Messagef("warnings fail here: --warn-error")
	}
	return nil
}

// blob is where GitHub shows the files of the commit that a job runs for.
func (a *app) blob() string {
	server, repository, commit := a.getenv("GITHUB_SERVER_URL"), a.getenv("GITHUB_REPOSITORY"), a.getenv("GITHUB_SHA")
	if server == "" || repository == "" || commit == "" {
		return ""
	}
	return server + "/" + repository + "/blob/" + commit + "/"
}

// inRepository is a vault's folder from the top of the git work tree that it lies in,
// with '/'; "" where it is the top, or lies in none.
func inRepository(root string) string {
	root = realPath(root)
	rel, err := filepath.Rel(cmp.Or(workTree(root), root), root)
	if err != nil || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}

// workTree is the top of the git work tree that a folder lies in, "" for none.
func workTree(dir string) string {
	for ; !exists(filepath.Join(dir, ".git")); dir = filepath.Dir(dir) { // a file in a linked work tree
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
	return dir
}

// A strictness says which warnings fail a check.
type strictness struct {
	flag  string       // as typed
	codes []gates.Code // that it names; nil for all
}

// allWarnings is what --warn-error means by itself.
const allWarnings = "all"

// read reads the codes that were named. Where the value of a flag may be left out, it takes '=':
// one that stands after a blank is refused.
func (s *strictness) read(args []string) error {
	if s.flag == allWarnings && len(args) > 0 && !exists(args[0]) {
		if _, ok := gates.Lookup(gates.Code(strings.Split(args[0], ",")[0])); ok {
			return hinted(fmt.Errorf("check %s: no such file or directory", args[0]), "did you mean --warn-error="+args[0]+"?")
		}
	}
	if s.flag == "" || s.flag == allWarnings {
		return nil
	}
	for name := range strings.SplitSeq(s.flag, ",") {
		name = strings.TrimSpace(name)
		entry, ok := gates.Lookup(gates.Code(name))
		switch {
		case !ok:
			return hinted(fmt.Errorf("no diagnostic has the code %q", name), meant(name, explainable(), "did you mean --warn-error=%s?", "`assay explain` lists the codes"))
		case entry.Severity == gates.Note:
			return hinted(fmt.Errorf("%s is told as a note, and notes fail nothing", name), "name codes of warnings")
		}
		s.codes = append(s.codes, entry.Code)
	}
	return nil
}

// status is what a check ends with.
func (s *strictness) status(r *reports.CheckReport) int {
	fails := func(d gates.Diagnostic) bool {
		return s.flag != "" && d.Severity == gates.Warning && (s.codes == nil || slices.Contains(s.codes, d.Code))
	}
	if r.Summary.Errors > 0 || slices.ContainsFunc(r.Diagnostics, fails) {
		return exitFaults
	}
	return exitClean
}
