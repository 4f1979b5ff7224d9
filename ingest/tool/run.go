package tool

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"assay/ingest/plain"
	"assay/ingest/web"
	"assay/text"
)

const (
	maxOutput = 50 << 20 // metadata of a long video has some megabytes
	maxErrors = 64 << 10
	// killWait is how long pipes are read after a kill: a grandchild that left the
	// group may hold them open.
	killWait = 2 * time.Second
)

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
	switch {
	case e.Class != web.ClassTool:
		return e.Program + " " + e.Line
	case e.Line != "":
		return e.Program + ": " + e.Line
	}
	return fmt.Sprintf("%s ended with status %d", e.Program, e.Code)
}

// Run runs a program to its end and gives what it wrote, also where it failed. It and
// all that it started are killed when ctx ends, time is up or it writes too much.
func (p Programs) Run(ctx context.Context, c Command) (stdout, stderr []byte, err error) {
	path, err := p.Look(c.Name)
	if err != nil {
		return nil, nil, &RunError{Program: c.Name, Class: web.ClassTool, Code: -1, Line: "is not installed"}
	}
	limit, timeout := cmp.Or(max(c.Limit, 0), maxOutput), cmp.Or(max(c.Timeout, 0), 5*time.Minute)
	timed, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	full, stop := context.WithCancelCause(timed)
	defer stop(nil)
	out := &bounded{limit: limit, full: func() { stop(errFull) }}
	errs := &bounded{limit: maxErrors}
	cmd := exec.CommandContext(full, path, c.Args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = cmp.Or(c.Dir, os.TempDir()), p.env(c.Env), out, errs, killWait
	if c.Stdin != nil {
		cmd.Stdin = bytes.NewReader(c.Stdin)
	}
	ownGroup(cmd)
	if err = cmd.Run(); errors.Is(err, exec.ErrWaitDelay) {
		err = nil // it ended well, and left one behind that holds its output open
	}
	reap(cmd)
	stdout, stderr = hidden(out.buf, c.Env), redacted(hidden(errs.buf, c.Env))
	if err == nil {
		return stdout, stderr, nil
	}
	e := &RunError{Program: c.Name, Class: web.ClassTool, Code: -1, said: plain.Text(stderr), Line: firstLine(stderr)}
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
		s := strings.Join(strings.Fields(plain.Text(line)), " ")
		low := strings.ToLower(s)
		if s == "" || strings.HasPrefix(low, "warning:") || strings.HasPrefix(low, "deprecated feature:") {
			continue
		}
		return text.Clip(s, 300)
	}
	return ""
}

// minSecret is how long a key is at least. A shorter value is none, and would be found
// in text that has nothing to do with it.
const minSecret = 8

// hidden takes the keys that a program was given out of what it wrote, so that none is
// ever stored.
func hidden(b []byte, env []string) []byte {
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		if (strings.HasSuffix(name, "TOKEN") || strings.HasSuffix(name, "KEY")) && len(value) >= minSecret {
			b = bytes.ReplaceAll(b, []byte(value), []byte("…"))
		}
	}
	return b
}

var (
	// userinfo stands before the host of an address; the password of a door is one.
	userinfo = text.Pattern(`(https?://)[^/?#\s@]+@`)
	// tokens are keys by their form: a source may quote one.
	tokens = text.Pattern(`\b(?:gh[a-z]_\w{20,}|github_pat_\w{20,}|ctx7sk[\w-]{10,})`)
)

// redacted takes what looks like a key out of a message. The text of a source stays as
// it is: what stands there is its author's affair.
func redacted(b []byte) []byte {
	return tokens().ReplaceAll(userinfo().ReplaceAll(b, []byte("${1}…@")), []byte("…"))
}
