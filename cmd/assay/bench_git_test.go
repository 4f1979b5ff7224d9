package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// staged measures what a hook adds to a commit, in a real repository: the check of one
// staged note, and a commit that has nothing to check.
func (b *bench) staged(v *benchVault) {
	const one, nothing = "`check --staged`, one note", "`git commit` of nothing relevant, what the hook adds"
	bars := [2]time.Duration{60 * time.Millisecond, 60 * time.Millisecond}
	skip := func(why string) {
		b.row(row{what: one, most: bars[0], sample: sample{said: why}})
		b.row(row{what: nothing, most: bars[1], sample: sample{said: why}})
	}
	if _, err := exec.LookPath("git"); err != nil {
		skip("not measured, there is no git")
		return
	}
	if !b.knows("check", "--staged") {
		skip("not measured, this program has no `--staged`")
		return
	}
	repository := filepath.Join(v.dir, ".git")
	if err := os.RemoveAll(repository); err != nil {
		b.t.Fatal(err)
	}
	defer os.RemoveAll(repository)
	git := func(args ...string) { b.git(v, args...) }
	git("init", "-q")
	git("config", "maintenance.auto", "false") // beside what is measured
	git("config", "gc.auto", "0")
	git("-c", "core.looseCompression=0", "add", "-A")
	git("commit", "-q", "-m", "all")
	git("-c", "pack.window=0", "gc", "-q") // one pack, as a clone has
	b.row(row{what: one, yardstick: "git diff --cached", most: bars[0], sample: b.measure(
		func() { git("diff", "--cached", "--name-only") },
		func(i int) time.Duration {
			v.edit(2000 + i)
			git("add", v.made.Sample)
			return b.run("check", "--staged", v.dir)
		})})
	git("reset", "-q", "--hard")
	b.run("build", v.dir)
	if !b.knows("hook", "install") {
		b.row(row{what: nothing, most: bars[1], sample: sample{said: "not measured, this program has no `hook install`"}})
		return
	}
	b.run("hook", "install", v.dir)
	var with, without []time.Duration
	commit := func(i int, flags ...string) time.Duration {
		if err := os.WriteFile(filepath.Join(v.dir, "tool.sh"), fmt.Appendf(nil, "#!/bin/sh\nexit %d # %v\n", i, flags), 0o755); err != nil {
			b.t.Fatal(err)
		}
		git("add", "tool.sh")
		return timed(func() { git(append([]string{"commit", "-q", "-m", "tool"}, flags...)...) })
	}
	for i := range b.runs + 1 {
		a, c := commit(i, "--no-verify"), commit(i)
		if i > 0 {
			without, with = append(without, a), append(with, c)
		}
	}
	if err := os.Remove(filepath.Join(v.dir, "tool.sh")); err != nil {
		b.t.Fatal(err)
	}
	s := sample{took: median(with) - median(without), runs: len(with)}
	b.row(row{what: nothing, yardstick: "added to " + round(median(without)), most: bars[1], sample: s})
}

// knows reports whether the program has a flag or a subcommand.
func (b *bench) knows(command, what string) bool {
	out, err := exec.Command(b.bin, command, "--help").CombinedOutput()
	return err == nil && strings.Contains(string(out), what)
}

// git runs git in a vault, with the program on its path and no settings of the user's.
func (b *bench) git(v *benchVault, args ...string) {
	cmd := exec.Command("git", args...)
	cmd.Dir = v.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=ada", "GIT_AUTHOR_EMAIL=ada@example.org",
		"GIT_COMMITTER_NAME=ada", "GIT_COMMITTER_EMAIL=ada@example.org", "PATH="+filepath.Dir(b.bin)+string(filepath.ListSeparator)+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err != nil {
		b.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}
