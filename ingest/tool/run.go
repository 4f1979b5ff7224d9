package tool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assay/ingest/web"
)

const (
	maxOutput = 50 << 20 // metadata of a long video has some megabytes
	maxErrors = 64 << 10
	// killWait is how long pipes are read after a kill: a grandchild that left the
	// group may hold them open.
	killWait = 2 * time.Second
)

// Programs are the programs that are installed.
type Programs struct {
	Path  string   // a list of folders, as $PATH has it; $PATH itself where ""
	Avoid []string // folders whose programs are never run: the vault
}

// A Command is one run of a program. Whoever makes one sees to it that no argument
// from outside can be taken for an option.
type Command struct {
	Name    string
	Args    []string
	Dir     string        // the system's folder for temporary files where ""
	Env     []string      // besides the little that every program gets
	Stdin   []byte        // nothing where nil
	Limit   int64         // bytes of its output; 50 MB where 0. More of them end it
	Timeout time.Duration // 5 min where 0
}

// A RunError says why a run gave no output to rely on.
type RunError struct {
	Program string
	Class   web.Class // ClassTool where it ended by itself and not well
	Code    int       // its exit status, -1 where it has none
	Line    string    // what it said: the first line that it wrote to its standard error
	said    string    // all of it
}

func (e *RunError) Error() string {
	if e.Line != "" && e.Class == web.ClassTool {
		return e.Program + ": " + e.Line
	}
	switch e.Class {
	case web.ClassTool:
		return fmt.Sprintf("%s ended with status %d", e.Program, e.Code)
	}
	return e.Program + " " + e.Line
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
	list := p.Path
	if list == "" {
		list = os.Getenv("PATH")
	}
	var dirs []string
	for _, dir := range filepath.SplitList(list) {
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

func under(dir, path string) bool {
	if r, err := filepath.EvalSymlinks(dir); err == nil {
		if rel, err := filepath.Rel(r, path); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// inherited are the variables that programs may see: where they find themselves, their
// settings and certificates. Keys are given by the tool whose they are.
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

// Run runs a program to its end and gives what it wrote, also where it failed. It and
// all that it started are killed when ctx ends, time is up or it writes too much.
func (p Programs) Run(ctx context.Context, c Command) (stdout, stderr []byte, err error) {
	path, err := p.Look(c.Name)
	if err != nil {
		return nil, nil, &RunError{Program: c.Name, Class: web.ClassTool, Code: -1, Line: "is not installed"}
	}
	limit, timeout := c.Limit, c.Timeout
	if limit <= 0 {
		limit = maxOutput
	}
	if timeout <= 0 {
		timeout = 5 * time.Minute
	}
	timed, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	full, stop := context.WithCancelCause(timed)
	defer stop(nil)
	out := &bounded{limit: limit, full: func() { stop(errFull) }}
	errs := &bounded{limit: maxErrors}
	cmd := exec.CommandContext(full, path, c.Args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = c.Dir, p.env(c.Env), out, errs, killWait
	if cmd.Dir == "" {
		cmd.Dir = os.TempDir()
	}
	if c.Stdin != nil {
		cmd.Stdin = bytes.NewReader(c.Stdin)
	}
	ownGroup(cmd)
	err = cmd.Run()
	stdout, stderr = out.buf, errs.buf
	if err == nil {
		return stdout, stderr, nil
	}
	e := &RunError{Program: c.Name, Class: web.ClassTool, Code: -1, said: Plain(stderr), Line: firstLine(stderr)}
	var exit *exec.ExitError
	switch {
	case errors.Is(context.Cause(full), errFull):
		e.Class, e.Line = web.ClassTooLarge, fmt.Sprintf("wrote more than %d bytes", limit)
	case ctx.Err() != nil:
		e.Class, e.Line = web.ClassCancelled, "was stopped: "+context.Cause(ctx).Error()
	case timed.Err() != nil:
		e.Class, e.Line = web.ClassTimeout, "did not end within "+timeout.String()
	case errors.As(err, &exit):
		e.Code = exit.ExitCode()
	default:
		e.Line = "could not be run: " + err.Error()
	}
	return stdout, stderr, e
}

var errFull = errors.New("too much output")

// bounded keeps the beginning of what is written to it.
type bounded struct {
	buf   []byte
	limit int64
	full  func() // called when more comes; nil to drop it silently
}

func (b *bounded) Write(p []byte) (int, error) {
	room := b.limit - int64(len(b.buf))
	if int64(len(p)) <= room {
		b.buf = append(b.buf, p...)
		return len(p), nil
	}
	b.buf = append(b.buf, p[:room]...)
	if b.full != nil {
		b.full()
		return 0, errFull
	}
	return len(p), nil
}

// firstLine is the first line of a message that says something, its prefix and
// colours gone.
func firstLine(b []byte) string {
	for line := range bytes.Lines(b[:min(len(b), maxErrors)]) {
		s := strings.Join(strings.Fields(Plain(line)), " ")
		low := strings.ToLower(s)
		if s == "" || strings.HasPrefix(low, "warning:") || strings.HasPrefix(low, "deprecated feature:") {
			continue
		}
		return clip(s, 300)
	}
	return ""
}
