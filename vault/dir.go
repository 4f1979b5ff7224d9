// Package vault is the files of a Markdown vault: what they are at one moment, and how
// they are changed.
//
// Read [Snapshot] first. [OpenDir] opens a folder, and [Dir.Scan] lists it into a
// Snapshot, which never changes; [Snapshot.With] lays [Write]s over one; [Apply] puts
// them on disk, all or nothing, and [Recover] ends what a killed process began; [Lock]
// keeps two builds apart. What the text of a file says is for vault/markdown, what a
// link points at for vault/links, and the vault as git has it for vault/git.
//
// The package imports nothing else of ours, opens no network and keeps no state.
package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// StateDir is the folder of a vault that holds what can be rebuilt.
const StateDir = ".assay"

// A Dir is the root folder of a vault. No path given to it leads out of the
// folder, whether by "..", by an absolute name or by a symbolic link.
type Dir struct {
	root *os.Root
	path string // absolute, symbolic links resolved
}

// OpenDir opens the folder root.
func OpenDir(root string) (*Dir, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return nil, fmt.Errorf("open vault %s: %w", root, err)
	}
	abs, err = filepath.EvalSymlinks(abs)
	if err != nil {
		return nil, fmt.Errorf("open vault %s: %w", root, err)
	}
	r, err := os.OpenRoot(abs)
	if err != nil {
		return nil, fmt.Errorf("open vault %s: %w", root, err)
	}
	return &Dir{r, abs}, nil
}

// Path is the absolute path of the folder, symbolic links resolved.
func (d *Dir) Path() string { return d.path }

// Close releases the folder. Snapshots of it can no longer be read.
func (d *Dir) Close() error { return d.root.Close() }

// Abs is the absolute path, in the form of this system, of a path in the vault.
func (d *Dir) Abs(name string) string {
	return filepath.Join(d.path, filepath.FromSlash(name))
}

// Rel turns a path of this system into a path in the vault, with slashes, and
// says whether it lies in the vault at all. "." is the vault itself.
func (d *Dir) Rel(name string) (string, bool) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", false
	}
	// The part that exists may be reached through links; what does not exist yet
	// can be none.
	rest := ""
	for dir := abs; ; {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			abs = filepath.Join(real, rest)
			break
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		rest, dir = filepath.Join(filepath.Base(dir), rest), up
	}
	return d.inside(abs)
}

// inside is an absolute path without links as one in the vault, if it lies there.
func (d *Dir) inside(abs string) (string, bool) {
	rel, err := filepath.Rel(d.path, abs)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// ReadFile reads a file of the vault as it is on disk now.
func (d *Dir) ReadFile(name string) ([]byte, error) {
	if err := checkPath(name); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	data, err := d.readFile(name)
	if err == nil {
		return data, nil
	}
	if real, ok := d.real(name); ok && real != name {
		data, err = d.readFile(real)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, cause(err))
	}
	return data, nil
}

// real is the path in the vault of the file that name leads to when symbolic
// links are followed. Links with absolute targets are fine if they end in the
// vault, which [os.Root] by itself would refuse.
func (d *Dir) real(name string) (string, bool) {
	abs, err := filepath.EvalSymlinks(d.Abs(name))
	if err != nil {
		return "", false
	}
	return d.inside(abs)
}

var (
	errNotLocal = errors.New("the path leads out of the vault")
	errNotClean = errors.New("the path is not in its shortest form with slashes")
)

// checkPath says what is wrong with a path that should name a file in the vault.
func checkPath(name string) error {
	switch {
	case name == "" || name == "." || name == ".." || strings.HasPrefix(name, "/") || strings.HasPrefix(name, "../"):
		return errNotLocal
	case !filepath.IsLocal(filepath.FromSlash(name)):
		return errNotLocal
	case path.Clean(name) != name || strings.ContainsRune(name, 0):
		return errNotClean
	}
	return nil
}

// cause is err without the operation and path that package os puts before it, for
// messages that name both already.
func cause(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	if l, ok := errors.AsType[*os.LinkError](err); ok {
		return l.Err
	}
	return err
}
