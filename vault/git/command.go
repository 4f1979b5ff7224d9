package git

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// A repository's settings may name programs, and a vault may come as an archive with a
// .git in it. So git is asked in a way that runs none of them: what it would start by
// itself is set to nothing here, and commands that would start more are not used.

// run gives what a git command prints.
func (r *Repo) run(ctx context.Context, args ...string) ([]byte, error) {
	return r.output(ctx, r.command(ctx, args...), args)
}

// line is run for a command that prints one line.
func (r *Repo) line(ctx context.Context, args ...string) (string, error) {
	out, err := r.run(ctx, args...)
	return strings.TrimRight(string(out), "\r\n"), err
}

// setting is line for a question about settings, which no answer of ours must hide.
func (r *Repo) setting(ctx context.Context, args ...string) (string, error) {
	out, err := r.output(ctx, r.program(ctx, args), args)
	return strings.TrimRight(string(out), "\r\n"), err
}

// command is a git command that starts nothing, hooks among it.
func (r *Repo) command(ctx context.Context, args ...string) *exec.Cmd {
	return r.program(ctx, append([]string{"-c", "core.hooksPath=" + os.DevNull}, args...))
}

// program is a git command under settings by which it starts nothing. (An empty command of
// alternates would make the shell run what follows it.)
func (r *Repo) program(ctx context.Context, args []string) *exec.Cmd {
	settings := []string{"--no-pager", "-c", "core.fsmonitor=", "-c", "core.alternateRefsCommand=:"}
	cmd := exec.CommandContext(ctx, r.git, append(settings, args...)...)
	cmd.Dir, cmd.Env = r.dir, r.env
	return cmd
}

func (r *Repo) output(ctx context.Context, cmd *exec.Cmd, args []string) ([]byte, error) {
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		what := slices.IndexFunc(args, func(a string) bool { return a != "-c" && !strings.Contains(a, "=") })
		return nil, r.explain(args[max(what, 0)], messages.String(), err)
	}
	return out.Bytes(), nil
}

// saysNo reports an error that is an answer: git ended with 1, and nothing went wrong.
func saysNo(err error) bool {
	exit, ok := errors.AsType[*exec.ExitError](err)
	return ok && exit.ExitCode() == 1
}

// Variables that a setting of any name can be taken from: what follows -c is cut at its
// first "=", which the name of a filter may have.
const nothing, no = "ASSAY_GIT_NOTHING", "ASSAY_GIT_NO"

// unfiltered makes a command that reads files of the working tree run none of the filters
// that settings name: it compares files as they lie. Who asks compares the texts, so that
// a file which only its filter makes equal is not told as changed.
func (r *Repo) unfiltered(ctx context.Context, args []string) ([]string, error) {
	out, err := r.run(ctx, "config", "--null", "--name-only", "--get-regexp", `^filter\.`)
	if err != nil && !saysNo(err) { // to whether there are some
		return nil, err
	}
	var names, set []string
	for _, key := range fields(out) {
		if end := strings.LastIndexByte(key, '.'); end > len("filter.") {
			names = append(names, key[:end])
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if strings.Contains(name, "=") {
			set = append(set, "--config-env="+name+".clean="+nothing, "--config-env="+name+".process="+nothing, "--config-env="+name+".required="+no)
			continue
		}
		set = append(set, "-c", name+".clean=", "-c", name+".process=", "-c", name+".required=false")
	}
	return append(set, args...), nil
}
