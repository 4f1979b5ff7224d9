package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/gates"
	"assay/ingest/rank"
	"assay/ingest/tool"
	"assay/provenance"
	"assay/vault"
)

func (a *app) doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor [vault]",
		Short: "what is configured, what is reachable, what is missing",
		Long: `Doctor looks at the vault, its policy, its folders and its records, and at what this
machine has: a browser, programs that read repositories, videos and documentation, agents
that could write drafts, with their versions, the key of a service. It says of each
whether it is as it should be, and what that which is missing would be for. It changes
nothing, asks no host, and ends with status 1 where something is wrong.`,
		Example: `  assay doctor
  assay doctor ../my-vault --json | jq '.findings[] | select(.state == "wrong")'`,
		Args: takes(0, 1, "one vault at most"),
		RunE: func(cmd *cobra.Command, args []string) error {
			root, err := compiler.FindRoot(cmp.Or(first(args), "."))
			if err != nil {
				return err
			}
			a.here(root)
			d := &diagnosis{a: a, root: root}
			d.look(cmd.Context())
			wrong := slices.ContainsFunc(d.found, func(f ui.Finding) bool { return f.State == "wrong" })
			return orFaults(a.answer(ui.FindingsAnswer{Vault: root, OK: !wrong, Findings: d.found}, nil, func() { a.out.Findings(root, d.found) }), wrong)
		},
	}
}

// diagnosis gathers what a look at a vault finds.
type diagnosis struct {
	a     *app
	root  string
	found []ui.Finding
}

func (d *diagnosis) fine(name, format string, args ...any) {
	d.found = append(d.found, ui.Finding{Name: name, State: "ok", Text: fmt.Sprintf(format, args...)})
}

func (d *diagnosis) missing(name, text, hint string) {
	d.found = append(d.found, ui.Finding{Name: name, State: "missing", Text: text, Hint: hint})
}

func (d *diagnosis) wrong(name, text, hint string) {
	d.found = append(d.found, ui.Finding{Name: name, State: "wrong", Text: text, Hint: hint})
}

func (d *diagnosis) look(ctx context.Context) {
	w := world(d.a.getenv)
	d.fine("judge", "%s, built in: no model, no key, no network", w.Judge.Model())
	switch c, err := compiler.Open(d.root, w, compiler.Options{Here: true}); {
	case err != nil:
		d.wrong("policy", err.Error(), first(ui.HintsOf(err)))
	case c.Guest():
		d.missing("policy", "no "+gates.PolicyFile+": nothing is required of this vault", "`assay init` proposes one, and moves nothing")
	default:
		p := c.Policy
		d.fine("policy", "%s, promotion %s, threshold %g, fresh for %d days", gates.PolicyFile, p.Promotion.Mode,
			p.Synthesis.MinSimilarityThreshold, p.Synthesis.FreshnessThresholdDays)
		d.folders(p)
		d.ledger(p)
		trusted := d.trust(c)
		d.judge(c)
		d.embedding(p, trusted)
		d.agents(ctx, p, trusted)
		d.web(ctx, p)
	}
	d.weights()
	d.baseline(gates.DayOf(w.Now()))
	d.state(compiler.StateDir(w, d.root))
	d.git()
	if tty, err := openTerminal(); err == nil {
		tty.Close()
		d.fine("terminal", "a person can approve sources here")
	} else {
		d.missing("terminal", "none: sources cannot be approved from here", "approve at a terminal, or list the folder under vault.evidence")
	}
}

// weights are looked at where a vault has its own.
func (d *diagnosis) weights() {
	text, err := vault.ReadFile(filepath.Join(d.root, rank.File))
	if errors.Is(err, os.ErrNotExist) {
		return
	}
	if err == nil {
		_, err = rank.Parse(rank.File, text)
	}
	if err != nil {
		d.wrong("weights", err.Error(), "correct it, or remove it: search then ranks as it is built in")
		return
	}
	d.fine("weights", "%s says how `assay search --intent` ranks", rank.File)
}

func (d *diagnosis) folders(p gates.Policy) {
	l := p.Vault
	for _, f := range []struct{ name, path string }{{"wiki", l.Wiki}, {"drafts", l.Drafts}, {"inbox", l.Inbox}, {"sources", l.Sources}} {
		switch {
		case f.path == "":
			d.fine(f.name, "the vault has none")
		case isFolder(filepath.Join(d.root, filepath.FromSlash(f.path))):
			d.fine(f.name, "%s/", f.path)
		default:
			d.missing(f.name, f.path+"/ is not there yet", "it is made when it is first needed")
		}
	}
	for _, e := range l.Evidence {
		if exists(filepath.Join(d.root, filepath.FromSlash(e))) {
			d.fine("evidence", "%s", e)
		} else {
			d.wrong("evidence", e+" is listed under vault.evidence and is not there", "make it, or take it off the list in "+gates.PolicyFile)
		}
	}
	if len(l.Evidence) == 0 {
		d.missing("evidence", "no folder of originals is listed", "list one under vault.evidence, or `assay source propose PATH`")
	}
}

func (d *diagnosis) ledger(p gates.Policy) {
	path := filepath.Join(d.root, filepath.FromSlash(p.LedgerFile()))
	text, err := vault.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		d.missing("ledger", "no record yet", "the first `assay build` begins it")
		return
	}
	if err != nil {
		d.wrong("ledger", "read ledger: "+cause(err).Error(), "check its permissions")
		return
	}
	l := provenance.ReadLedger(text)
	if problems := l.Verify(); len(problems) > 0 {
		d.wrong("ledger", fmt.Sprintf("%d of its lines are not as they were written", len(problems)), "`assay ledger verify` names them")
		return
	}
	d.fine("ledger", "%d events, whole", l.Len())
}

func (d *diagnosis) state(dir string) {
	if own := filepath.Join(d.root, vault.StateDir); dir != own && isFolder(dir) {
		d.fine("results", "%s, %s, which can be deleted at any time; the first `assay build` makes %s/", dir, ui.Size(tool.SizeOf(dir)), vault.StateDir)
		return
	}
	if !isFolder(dir) {
		d.missing("results", "no "+vault.StateDir+"/ yet", "the first `assay build` makes it; it can be deleted at any time")
		return
	}
	probe, err := os.CreateTemp(dir, ".probe-*")
	if err != nil {
		d.wrong("results", vault.StateDir+"/ cannot be written to: "+cause(err).Error(), "check its permissions")
		return
	}
	probe.Close()
	os.Remove(probe.Name())
	d.fine("results", "%s/, %s, which can be deleted at any time", vault.StateDir, ui.Size(tool.SizeOf(dir)))
	if index := filepath.Join(dir, "index"); isFolder(index) {
		d.fine("index", "%s in %s/index", ui.Size(tool.SizeOf(index)), vault.StateDir)
	} else {
		d.missing("index", "nothing is indexed yet", "`assay build` fills it when a source is stored")
	}
	d.lock()
}

// lock looks for another assay at work, and for writes that a killed one began. The system lets
// go of its lock.
func (d *diagnosis) lock() {
	dir, err := vault.OpenDir(d.root)
	if err != nil {
		d.wrong("lock", err.Error(), "")
		return
	}
	defer dir.Close()
	unlock, err := vault.Lock(context.Background(), dir, vault.LockOptions{Command: "assay doctor"})
	var locked vault.ErrLocked
	switch {
	case errors.As(err, &locked):
		d.missing("lock", "held by "+locked.Holder.String(), "wait for it; another build waits by itself")
	case err != nil:
		d.wrong("lock", err.Error(), "check the permissions of "+vault.StateDir+"/lock")
	default:
		unlock()
		d.fine("lock", "free")
	}
	if vault.Interrupted(dir) {
		d.missing("writes", "a build was killed in the midst of its writes", "`assay build` ends them")
	}
}

func (d *diagnosis) git() {
	if _, err := exec.LookPath("git"); err != nil {
		d.missing("history", "git is not installed", "without it nothing shows who changed a note, or brings back a lost one")
		return
	}
	if workTree(d.root) == "" {
		d.missing("history", "the vault is not under version control", "`git init` there: evidence and ledger are made to be committed")
		return
	}
	d.fine("history", "the vault is under version control")
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// baseline says what lets the faults of an old vault be, and until when, where there is
// such a thing.
func (d *diagnosis) baseline(today gates.Day) {
	text, err := vault.ReadFile(filepath.Join(d.root, gates.BaselineFile))
	if os.IsNotExist(err) {
		return
	}
	var list *gates.Baseline
	if err == nil {
		list, err = gates.ParseBaseline(text)
	}
	if err != nil {
		d.wrong("baseline", gates.BaselineFile+" cannot be read: "+cause(err).Error(), "restore it from git")
		return
	}
	over, next := list.Over(today)
	switch {
	case list.Len() == 0:
		d.fine("baseline", "%s is empty: it may be deleted", gates.BaselineFile)
	case over == list.Len():
		d.fine("baseline", "all %d entries of %s are over, and count", over, gates.BaselineFile)
	default:
		d.fine("baseline", "%d errors and warnings are let be, the first of them until %s; %d more are over", list.Len()-over, next, over)
	}
}
