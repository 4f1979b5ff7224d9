package tool

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Programs are the programs that are installed.
type Programs struct {
	Path  string   // a list of folders, as $PATH has it; $PATH itself where ""
	Avoid []string // folders whose programs are never run: the vault
}

// Look finds a program. A folder that is not absolute, the current one, and those to
// avoid are passed over, so that no file of a vault is run because of its name.
func (p Programs) Look(name string) (string, error) {
	if name == "" || strings.ContainsAny(name, `/\`) {
		return "", fmt.Errorf("find program %q: not a name", name)
	}
	for _, dir := range p.folders() {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil && !p.avoids(path) {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s is not installed", name)
}

func (p Programs) folders() []string {
	var dirs []string
	for _, dir := range filepath.SplitList(cmp.Or(p.Path, os.Getenv("PATH"))) {
		if filepath.IsAbs(dir) && !p.avoids(dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// avoids reports whether a path lies, behind its links too, in a folder to avoid or is
// the current folder.
func (p Programs) avoids(path string) bool {
	real := path
	if r, err := filepath.EvalSymlinks(path); err == nil {
		real = r
	}
	if here, err := os.Getwd(); err == nil && same(real, here) {
		return true
	}
	return slices.ContainsFunc(p.Avoid, func(dir string) bool { return under(dir, path) || under(dir, real) })
}

func same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// under reports whether an absolute path lies in a folder, however either is spelled:
// through links, relative to the current folder, in other case where that is the same.
func under(dir, path string) bool {
	for !same(dir, path) {
		up := filepath.Dir(path)
		if up == path {
			return false
		}
		path = up
	}
	return true
}

// inherited are the variables that programs may see: where they find themselves, their
// settings and certificates. HOME is among them for those that were installed for one
// user and look there for the rest of themselves. Keys are given by the tool whose they
// are.
var inherited = []string{
	"HOME", "USER", "LOGNAME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR",
	"SSL_CERT_FILE", "SSL_CERT_DIR",
	"SystemRoot", "SystemDrive", "ComSpec", "PATHEXT", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "ProgramData", "ProgramFiles",
}

func (p Programs) env(extra []string) []string {
	env := []string{"PATH=" + strings.Join(p.folders(), string(filepath.ListSeparator)), "LC_ALL=C.UTF-8", "TERM=dumb", "NO_COLOR=1"}
	return append(append(env, pass(inherited...)...), extra...)
}

// pass gives those of the named variables that are set.
func pass(names ...string) []string {
	var env []string
	for _, name := range names {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}
