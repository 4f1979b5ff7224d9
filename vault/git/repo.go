package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
)

// Options say how to reach a repository.
type Options struct {
	Program string // git, as an absolute path
	Getenv  func(string) string
}

// A Repo is the repository that a vault lies in. It is safe for concurrent use.
type Repo struct {
	git  string // the program
	root string // the vault's folder, symbolic links resolved
	dir  string // where git is run
	env  []string

	find   sync.Once
	top    string // of the working tree
	prefix string // of the vault below it: "", or ending in "/"
	err    error  // of the search for it

	batch batch
}

// Open names the repository of a vault. No git is run yet.
func Open(root string, o Options) (*Repo, error) {
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil, fmt.Errorf("open vault %s: %w", root, err)
	}
	getenv := o.Getenv
	if getenv == nil {
		getenv = os.Getenv
	}
	r := &Repo{git: o.Program, root: real, dir: real, env: append(os.Environ(),
		"LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_LITERAL_PATHSPECS=1", "GIT_TERMINAL_PROMPT=0",
		// A clone may lack objects that git would fetch when asked for them. A check asks nobody.
		"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none",
		// What was committed is what the commit's id names, whatever refs/replace or grafts say.
		"GIT_NO_REPLACE_OBJECTS=1", "GIT_GRAFT_FILE="+os.DevNull, nothing+"=", no+"=false")}
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"} {
		if getenv(name) != "" {
			r.dir = "" // git started us, in the folder that these are relative to
		}
	}
	return r, r.readable()
}

// Close ends what was started.
func (r *Repo) Close() { r.batch.close() }

// An Error says what git could not do and what to do about it.
type Error struct {
	Text   string
	Advice string
	Err    error
}

func (e *Error) Error() string { return e.Text }

// Hint is what to do about it.
func (e *Error) Hint() string { return e.Advice }

func (e *Error) Unwrap() error { return e.Err }

// explain makes an error of what git said.
func (r *Repo) explain(what, said string, err error) error {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return &Error{fmt.Sprintf("run git %s: %v", what, err), "is git installed, and may it be run?", err}
	}
	said = strings.TrimSpace(said)
	fault := said
	for line := range strings.Lines(said) {
		if rest, ok := strings.CutPrefix(line, "fatal: "); ok {
			fault = strings.TrimSpace(rest)
			break
		}
	}
	switch {
	case strings.Contains(said, "not a git repository"):
		return &Error{fmt.Sprintf("%s is in no git repository", r.root), "`git init` makes one; without git, `assay check` looks at the files as they lie", err}
	case strings.Contains(said, "must be run in a work tree"):
		return &Error{"the repository is bare: it has no working tree and no index", "run it in a clone", err}
	case strings.Contains(said, "dubious ownership"):
		return &Error{fault, fmt.Sprintf("the folder belongs to somebody else; if you trust it: git config --global --add safe.directory '%s'", r.root), err}
	case strings.Contains(said, "is outside repository"):
		return &Error{fmt.Sprintf("the vault %s lies outside the repository that git is at work on", r.root), "start it in the vault's own repository", err}
	}
	return &Error{fmt.Sprintf("git %s: %s", what, cmp.Or(fault, err.Error())), "", err}
}

// locate finds the working tree.
func (r *Repo) locate(ctx context.Context) error {
	r.find.Do(func() {
		top, err := r.line(ctx, "rev-parse", "--show-toplevel")
		if err != nil {
			r.err = err
			return
		}
		r.top = filepath.FromSlash(top)
		if real, err := filepath.EvalSymlinks(r.top); err == nil {
			r.top = real
		}
		rel, err := filepath.Rel(r.top, r.root)
		if err != nil || !filepath.IsLocal(rel) {
			r.err = &Error{fmt.Sprintf("the vault %s lies outside the repository %s", r.root, r.top), "start it in the vault's own repository", nil}
			return
		}
		if rel != "." {
			// Where git composes names (core.precomposeUnicode), its index has them in NFC.
			r.prefix = norm.NFC.String(filepath.ToSlash(rel)) + "/"
		}
	})
	return r.err
}

// readable refuses a repository whose own files are none: git would wait for a named pipe
// without end, and say nothing.
func (r *Repo) readable() error {
	if r.dir == "" {
		return nil
	}
	for dir := r.dir; ; dir = filepath.Dir(dir) {
		at := filepath.Join(dir, ".git")
		info, err := os.Stat(at)
		if err == nil {
			names := []string{at}
			if info.IsDir() {
				names = []string{filepath.Join(at, "HEAD"), filepath.Join(at, "config"), filepath.Join(at, "index")}
			}
			for _, name := range names {
				if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
					return &Error{"read git repository: " + name + " is not a file", "remove it, and put the repository's own in its place", nil}
				}
			}
			return nil
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}

// inVault is a path of the repository as one of the vault.
func (r *Repo) inVault(name string) (string, bool) {
	if rest, ok := strings.CutPrefix(name, r.prefix); ok {
		return rest, rest != ""
	}
	if norm.NFC.IsNormalString(name) {
		return "", false
	}
	// A folder may be spelled as macOS does, if git was told not to compose.
	parts, at := strings.Count(r.prefix, "/"), 0
	for range parts {
		i := strings.IndexByte(name[at:], '/')
		if i < 0 {
			return "", false
		}
		at += i + 1
	}
	return name[at:], norm.NFC.String(name[:at]) == r.prefix && at < len(name)
}

// fields cuts what git prints under -z.
func fields(out []byte) []string {
	if len(out) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}
