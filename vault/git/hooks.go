package git

import (
	"context"
	"path/filepath"
	"strings"
)

// Hooks says where git looks for a repository's hooks.
type Hooks struct {
	Top    string // of the working tree
	Prefix string // of the vault below it: "", or ending in "/"
	Dir    string // absolute
	Path   string // core.hooksPath, as it is set; "" where it is not
	Shared bool   // it is set for more than this repository
	Inside bool   // it lies in the working tree, where it may be committed
}

// Hooks finds the folder of the hooks.
func (r *Repo) Hooks(ctx context.Context) (Hooks, error) {
	if err := r.locate(ctx); err != nil {
		return Hooks{}, err
	}
	h := Hooks{Top: r.top, Prefix: r.prefix}
	// A relative core.hooksPath is relative to where hooks run.
	at := &Repo{git: r.git, root: r.root, env: r.env, dir: r.top}
	dir, err := at.setting(ctx, "rev-parse", "--git-path", "hooks")
	if err != nil {
		return h, err
	}
	if h.Dir = filepath.FromSlash(dir); !filepath.IsAbs(h.Dir) {
		h.Dir = filepath.Join(r.top, h.Dir)
	}
	if h.Path, err = at.setting(ctx, "config", "--get", "core.hooksPath"); err != nil {
		h.Path = ""
		return h, nil // 1: it is not set
	}
	own, err := at.setting(ctx, "config", "--local", "--get", "core.hooksPath")
	if err != nil || own != h.Path {
		// In a worktree with settings of its own it may be set there.
		tree, werr := at.setting(ctx, "config", "--worktree", "--get", "core.hooksPath")
		h.Shared = werr != nil || tree != h.Path
	}
	common, err := at.commonDir(ctx)
	if err != nil {
		return h, err
	}
	h.Inside = within(r.top, h.Dir) && !within(common, h.Dir)
	return h, nil
}

// commonDir is the folder that all worktrees of the repository share.
func (r *Repo) commonDir(ctx context.Context) (string, error) {
	dir, err := r.line(ctx, "rev-parse", "--git-common-dir")
	if dir = filepath.FromSlash(dir); !filepath.IsAbs(dir) {
		dir = filepath.Join(r.dir, dir)
	}
	return dir, err
}

func within(dir, name string) bool {
	for _, p := range []*string{&dir, &name} {
		if real, err := filepath.EvalSymlinks(*p); err == nil {
			*p = real
		}
	}
	rel, err := filepath.Rel(dir, name)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
