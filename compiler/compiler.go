// Package compiler brings a vault up to date.
//
// A build is a loop. A plan is made from a [vault.Snapshot] and the results
// already in the [view.Store]; it says which actions can run. They run. Then it plans
// again, until nothing is left. A plan with nothing ready carries the writes that
// make the vault what it should be; the gates judge the vault with those writes
// laid over it, and only then are they applied, all or nothing.
//
// A [view.Action] is named by a hash of everything it reads. So nothing is ever
// invalidated: a changed input is another key, and undoing an edit finds the old
// result where it was.
//
// Planning is pure. It reads files only through the snapshot and takes the time it
// is given; only an action's run reaches the outside, and only through the
// [view.World].
//
// A crawl is an action too, but its result is never kept: what a server says hashes
// to nothing that could be known before. Its pages lie in a journal below .assay
// until the transaction that stores them is done. Whether a source may be read at
// all is decided in the plan, in every build anew; the run asks policy only about
// each address.
//
// The rules are stages, each a package of its own over a [view.View]: index, acquire, audit,
// conflict, grade, draft, assess. What a person does with a vault stands on this package:
// change, sources, review, adopt, stats, watch. Start with [Compiler.Build], then plan.go,
// then package grade, the rule most others exist for.
package compiler

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

// Options hold for all that a Compiler does.
type Options struct {
	Jobs      int    // actions at a time; 0 for the number of CPUs
	Force     bool   // -B: results in the store do not count
	KeepGoing bool   // -k: promote although an action failed
	As        string // the actor, such as "person:ada"; "" for whoever runs the command
	Agent     string // the agent that writes drafts, by name; "" for what policy says
	Model     string // that agents are asked for; "" for what policy and variables say
	Purpose   string // what a draft is for; "" for none
	Named     bool   // and somebody said so: a person who was not named is not recorded as who ran a build
	Hold      bool   // promote nothing, whatever policy lets a build do by itself
	Here      bool   // the path is the vault itself, whatever lies above it
	Command   string // what to tell another process that finds the vault locked
	Waiting   func(holder string)
	Settings  func(name string) ([]byte, error) // of Obsidian, in place of those on disk
}

// A Compiler has one vault open.
type Compiler struct {
	Root   string // absolute
	Policy gates.Policy

	Dir   *vault.Dir
	World view.World
	Opts  Options

	Warm bool     // what a build learnt is kept for the next one
	kept *Session // by the last build
}

// Open finds the vault that a path lies in and reads its policy. No policy file
// means guest mode; one that cannot be read is an error, and nothing is done.
func Open(path string, w view.World, o Options) (*Compiler, error) {
	root, err := filepath.Abs(path)
	if err == nil && !o.Here {
		root, err = FindRoot(path)
	}
	if err != nil {
		return nil, err
	}
	policy, err := ReadPolicy(root)
	if err != nil {
		return nil, err
	}
	return OpenWith(root, policy, w, o)
}

// ReadPolicy reads the policy of a vault; without one it is a guest.
func ReadPolicy(root string) (gates.Policy, error) {
	text, err := vault.ReadFile(filepath.Join(root, gates.PolicyFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return gates.Guest(), nil
	case err != nil:
		return gates.Policy{}, fmt.Errorf("read policy: %w", err)
	}
	return gates.ParsePolicy(gates.PolicyFile, text)
}

// OpenWith opens a vault under a policy.
func OpenWith(root string, policy gates.Policy, w view.World, o Options) (c *Compiler, err error) {
	c = &Compiler{Root: root, World: w, Opts: o, Policy: policy}
	if c.Dir, err = vault.OpenDir(root); err != nil {
		return nil, err
	}
	c.World.Index = w.OpenIndex(filepath.Join(root, vault.StateDir, "index"))
	c.World.Embedder = sync.OnceValues(func() (view.Embedder, error) {
		if w.OpenEmbedder == nil {
			return nil, errors.New("this program has no embedding but the built-in one")
		}
		return w.OpenEmbedder(view.EmbedderOptions{Embedding: c.Policy.Embedding, Leaves: c.Policy.Embedding.Leaves(), Trusted: c.Policy.Embedding.KeyEnv != "" && c.Trusted()})
	})
	c.World.Credits = &view.Credits{Most: c.Policy.Quotas.MaxCreditsPerSession}
	if w.OpenWeb != nil && !c.Guest() {
		c.World.Web = w.OpenWeb(view.WebOptionsOf(c.Policy, w.Now, root))
	}
	return c, nil
}

// FindRoot is the vault a path lies in: the nearest folder upwards with a policy,
// else with .obsidian, else with .assay, else a git work tree, else the folder
// itself.
func FindRoot(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("find vault: %w", err)
	}
	info, err := os.Stat(abs)
	if err != nil {
		return "", fmt.Errorf("find vault: %w", err)
	}
	if !info.IsDir() {
		abs = filepath.Dir(abs)
	}
	for _, mark := range []string{gates.PolicyFile, ".obsidian", ".assay", ".git"} {
		for dir := abs; ; dir = filepath.Dir(dir) {
			if _, err := os.Lstat(filepath.Join(dir, mark)); err == nil {
				return dir, nil
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return abs, nil
}

// Guest reports a vault without a policy: nothing is required of it.
func (c *Compiler) Guest() bool { return c.Policy.IsGuest() }

func (c *Compiler) Jobs() int {
	if c.Opts.Jobs > 0 {
		return c.Opts.Jobs
	}
	return runtime.NumCPU()
}

// ReadFile reads a file of the vault as it is on disk now.
func (c *Compiler) ReadFile(path string) ([]byte, error) { return c.Dir.ReadFile(path) }

// Alone runs f as the only writer, after rolling forward what a killed process
// left.
func (c *Compiler) Alone(ctx context.Context, f func() error) error {
	unlock, err := c.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := vault.Recover(ctx, c.Dir); err != nil {
		return err
	}
	return f()
}

// Locked is the same for what makes a report.
func (c *Compiler) Locked(ctx context.Context, f func() (*reports.Report, error)) (r *reports.Report, err error) {
	err = c.Alone(ctx, func() (err error) {
		r, err = f()
		return err
	})
	return r, err
}

// lock waits until nobody else writes.
func (c *Compiler) lock(ctx context.Context) (func(), error) {
	return vault.Lock(ctx, c.Dir, vault.LockOptions{Command: c.Opts.Command, Wait: true, Waiting: func(h vault.Holder) {
		if c.Opts.Waiting != nil {
			c.Opts.Waiting(h.String())
		}
	}})
}

// Apply carries out writes as one transaction. It is the only door to the vault.
func (c *Compiler) Apply(ctx context.Context, writes []vault.Write) error {
	return vault.Apply(ctx, c.Dir, writes)
}

// ApplyAlone does that as the only writer.
func (c *Compiler) ApplyAlone(ctx context.Context, writes []vault.Write) error {
	return c.Alone(ctx, func() error { return c.Apply(ctx, writes) })
}

// Enter writes what a plan has for the ledger, with all that goes along with it.
func (c *Compiler) Enter(ctx context.Context, p *Plan) error {
	p.Attributes()
	return c.Apply(ctx, p.List())
}

// AppendEvent writes an event to the ledger by itself, without a look at the vault. A refusal
// like the last event of its subject is left out, so that who asks the same again and again
// does not fill the ledger.
func (c *Compiler) AppendEvent(ctx context.Context, file string, e provenance.Event) error {
	err := c.Alone(ctx, func() error {
		text, err := c.ReadFile(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		l := provenance.ReadLedger(text)
		if of := l.Touching(e.Subject); len(of) > 0 && sameEvent(of[len(of)-1], e) {
			return nil
		}
		e.Time = c.World.Now()
		l.Append(e)
		write := vault.Write{Path: file, Data: l.Pending()}
		if err == nil {
			write.Append, write.Base = true, vault.HashText(text)
		}
		return c.Apply(ctx, []vault.Write{write})
	})
	if err != nil {
		return fmt.Errorf("write to %s: %w", file, err)
	}
	return nil
}

func sameEvent(a, b provenance.Event) bool {
	return a.Kind == provenance.KindRefused && b.Kind == a.Kind && a.Actor == b.Actor && a.Text("what") == b.Text("what") && a.Text("reason") == b.Text("reason")
}
