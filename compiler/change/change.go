// Package change checks what is staged or changed since a commit. It tells what that change
// is to blame for.
package change

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"assay/compiler"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance/citation"
	"assay/vault"
	"assay/vault/git"
)

// Changed says which change a check is about: what is staged, or what changed since a
// commit.
type Changed struct {
	Staged bool   // the vault is judged as git's index has it, not as it lies
	Since  string // the commit to compare with; "" for HEAD, where Staged is set
}

// A Changeset is what [Changed] asked for, found in a vault.
type Changeset struct {
	Changed
	*compiler.Compiler
	repo    *git.Repo
	rev     string // Since, as a commit's id
	parted  string // where that and HEAD parted, once it is asked for
	diffs   []git.Change
	entries []git.Entry // of the index, where that is judged

	store   func() *view.Store // of the vault, being opened; nil where the working tree is judged
	idle    bool               // nothing of the vault changed
	beside  []string           // taken from the working tree, since git ignores it
	remarks []string
}

// OpenChanged opens the vault that a path lies in for a check of a change. What is
// staged is judged by the policy that is staged. Where nothing of the vault is staged,
// nothing is opened but git's own answer.
func OpenChanged(ctx context.Context, path string, w view.World, o compiler.Options, of Changed) (*Changeset, error) {
	root, err := compiler.FindRoot(path)
	if err != nil {
		return nil, err
	}
	if w.OpenGit == nil {
		return nil, errors.New("look at changes: this program has no git")
	}
	repo, err := w.OpenGit(root)
	if err != nil {
		return nil, err
	}
	ch := &Changeset{Changed: of, repo: repo}
	if ch.Compiler, err = ch.open(ctx, root, path, w, o); err != nil {
		repo.Close()
		return nil, err
	}
	return ch, nil
}

func (ch *Changeset) open(ctx context.Context, root, path string, w view.World, o compiler.Options) (*compiler.Compiler, error) {
	var err error
	if ch.Since != "" {
		if ch.rev, err = ch.repo.Commit(ctx, ch.Since); err != nil {
			return nil, err
		}
	}
	if !ch.Staged {
		kept, err := ch.repo.Tracks(ctx, vault.StateDir)
		if err != nil {
			return nil, err
		}
		c, err := compiler.Open(path, w, ch.distrust(o, kept))
		if err != nil {
			return nil, err
		}
		ch.diffs, err = ch.repo.Edited(ctx, ch.rev)
		return c, err
	}
	listing, stop := context.WithCancel(ctx)
	list := sync.OnceValues(func() ([]git.Entry, error) { return ch.repo.Index(listing) })
	go list()
	defer func() { stop(); list() }() // it is not left behind where nobody wants it
	diffs, err := ch.repo.Staged(ctx, ch.rev)
	if err != nil {
		return nil, err
	}
	for _, d := range diffs {
		if vault.Unread(d.New.Path) && vault.IsNote(d.New.Path) {
			ch.remarks = append(ch.remarks, d.New.Path+" is not read, as nothing in node_modules is, so nothing in it is graded")
		}
		if concernsVault(d) {
			ch.diffs = append(ch.diffs, d)
		}
	}
	if ch.idle = len(ch.diffs) == 0; ch.idle {
		return &compiler.Compiler{Root: root, World: w, Opts: o, Policy: gates.Default()}, nil
	}
	ch.store = view.Prefetch(func() *view.Store { return view.OpenStore(compiler.StateDir(w, root)) })
	if ch.entries, err = list(); err != nil {
		return nil, err
	}
	policy, err := ch.policy(ctx, root)
	if err != nil {
		return nil, err
	}
	c, err := compiler.OpenWith(root, policy, w, ch.distrust(o, git.Holds(ch.entries, vault.StateDir)))
	if err != nil {
		return nil, err
	}
	return c, ch.ignored(ctx, c)
}

// distrust leaves out what earlier builds stored, where that came with a clone: whoever made
// it says there what was judged.
func (ch *Changeset) distrust(o compiler.Options, kept bool) compiler.Options {
	if kept {
		o.Force = true
		ch.remarks = append(ch.remarks, vault.StateDir+" is in git, so nothing that is stored there counts; `git rm -r --cached "+vault.StateDir+"`, and keep it out")
	}
	return o
}

// concernsVault reports whether a change can bear on what is said of any note. A new
// picture cannot, a picture that is gone can: something may have shown it.
func concernsVault(d git.Change) bool {
	if d.Path == ".gitmodules" || slices.Contains(vault.SettingsFiles(), d.Path) {
		return true
	}
	if vault.Skips(d.Path) && (d.From == "" || vault.Skips(d.From)) {
		return false
	}
	switch {
	case d.Old.Mode == git.Submodule || d.New.Mode == git.Submodule:
		return d.Old.Mode != d.New.Mode
	case d.New.Path == "" || d.From != "":
		return true
	case d.Old.ID == d.New.ID && d.Old.Mode.File() && d.New.Mode.File(): // its mode alone
		return false
	}
	return vault.IsText(d.Path) || d.Old.Mode == git.Link || d.New.Mode == git.Link
}

// policy is the policy as the index has it. One that git ignores is a person's own, and
// is taken as it lies.
func (ch *Changeset) policy(ctx context.Context, root string) (gates.Policy, error) {
	if e, ok := git.Find(ch.entries, gates.PolicyFile); ok {
		text, err := ch.repo.Read(ctx, e)
		if err != nil {
			return gates.Policy{}, err
		}
		return gates.ParsePolicy(gates.PolicyFile, text)
	}
	if _, err := os.Stat(filepath.Join(root, gates.PolicyFile)); errors.Is(err, fs.ErrNotExist) {
		return gates.Guest(), nil
	}
	ignored, err := ch.repo.Ignores(ctx, []string{gates.PolicyFile})
	if err != nil {
		return gates.Policy{}, err
	}
	if len(ignored) > 0 {
		ch.beside = append(ch.beside, gates.PolicyFile)
		return compiler.ReadPolicy(root)
	}
	ch.remarks = append(ch.remarks, gates.PolicyFile+" is not staged, so nothing is required of the vault; `git add "+gates.PolicyFile+"`")
	return gates.Guest(), nil
}

// ignored finds folders of evidence of which git has nothing since it was told to ignore
// them: who keeps originals out of git means to check by those that lie here.
func (ch *Changeset) ignored(ctx context.Context, c *compiler.Compiler) error {
	var names []string
	for _, name := range ch.evidenceFolders(c) {
		if name = strings.Trim(path.Clean(name), "/"); name == "." || git.Holds(ch.entries, name) {
			continue
		}
		if _, err := os.Stat(c.Dir.Abs(name)); err == nil {
			names = append(names, name)
		}
	}
	ignored, err := ch.repo.Ignores(ctx, names)
	if err != nil {
		return err
	}
	ch.beside = append(ch.beside, ignored...)
	for _, name := range names {
		if !slices.Contains(ignored, name) {
			ch.remarks = append(ch.remarks, "nothing of "+name+" is in git, so what cites it is judged as if it were not there; `git add "+gates.ShellWord(name)+"`, or have git ignore it")
		}
	}
	for _, name := range ch.beside {
		ch.remarks = append(ch.remarks, name+" is ignored by git and was taken as it lies in the working tree; a clone lacks it")
	}
	return nil
}

func (ch *Changeset) evidenceFolders(c *compiler.Compiler) []string {
	if !c.Policy.Vault.EvidenceByName {
		return append([]string{c.Policy.Vault.Sources}, c.Policy.Vault.Evidence...)
	}
	var names []string
	look := func(dir string) (folders []string) {
		entries, _ := os.ReadDir(c.Dir.Abs(dir))
		for _, e := range entries {
			if name := path.Join(dir, e.Name()); e.IsDir() && !vault.Skips(name) {
				if citation.AmongOriginals(name + "/x") {
					names = append(names, name)
				} else {
					folders = append(folders, name)
				}
			}
		}
		return folders
	}
	for _, name := range look(".") {
		if _, is := git.Find(ch.entries, name); !is {
			look(name)
		}
	}
	return names
}
