package git

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// programKeys are the settings of git (git help --config, 2.39 to 2.51) whose value is a
// program that git may run, or makes it run one.
var programKeys = strings.Fields(`
alias.diff-index alias.ls-files alias.cat-file alias.rev-parse alias.check-ignore alias.config alias.merge-base alias.hash-object
browser.x.cmd browser.x.path core.alternateRefsCommand core.askPass core.editor core.fsmonitor core.gitProxy core.pager core.sshCommand
credential.helper credential.https://example.org.helper diff.external diff.x.command diff.x.textconv difftool.x.cmd difftool.x.path
filter.x.clean filter.x.smudge filter.x.process filter.a=b.clean filter.a=b.process filter.lfs.clean filter.lfs.process
gpg.program gpg.openpgp.program gpg.ssh.program gpg.x509.program gpg.ssh.defaultKeyCommand guitool.x.cmd hook.x.command
imap.tunnel instaweb.httpd interactive.diffFilter man.x.cmd man.x.path merge.x.driver mergetool.x.cmd mergetool.x.path
pager.diff-index pager.ls-files pager.cat-file pager.rev-parse pager.config pager.check-ignore
receive.procReceiveRefs remote.origin.receivepack remote.origin.uploadpack remote.origin.vcs sendemail.aliasesFile sendemail.ccCmd
sendemail.headerCmd sendemail.sendmailCmd sendemail.smtpServer sendemail.toCmd sequence.editor submodule.inner.update
trailer.x.cmd trailer.x.command uploadpack.packObjectsHook web.browser`)

// hookNames are all that git looks for in a folder of hooks.
var hookNames = strings.Fields(`applypatch-msg commit-msg fsmonitor-watchman p4-changelist post-applypatch post-checkout post-commit
post-index-change post-merge post-receive post-rewrite post-update pre-applypatch pre-auto-gc pre-commit pre-merge-commit pre-push
pre-rebase pre-receive prepare-commit-msg proc-receive push-to-checkout reference-transaction sendemail-validate update`)

// A vault may be an archive that somebody unpacked, with a .git in it. Looking at it runs
// none of the programs that its settings name, and none of its hooks.
//
// Invariant (safety): git is asked without running a program that the repository names.
func TestGitRunsNoProgramOfTheRepository(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the programs of this test are shell scripts")
	}
	inner := newRepo(t, ".")
	inner.write("a.md", "a")
	inner.git("add", ".")
	inner.git("commit", "-qm", "x")
	r := newRepo(t, ".")
	long := strings.Repeat("A line that a rename keeps.\n", 20)
	r.write("same.md", "same")
	r.write("move.md", long)
	r.write("lost.md", "what no clone has")
	r.write("pointer.md", pointerHead+"oid sha256:"+strings.Repeat("0", 64)+"\nsize 1\n")
	r.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", "--name", "inner", inner.dir, "inner")
	r.git("add", ".")
	r.git("commit", "-qm", "x")
	r.git("branch", "side")
	r.git("mv", "move.md", "moved.md")
	r.write("moved.md", long+"And one more.\n")
	r.git("add", "moved.md")
	lost := r.git("rev-parse", "HEAD:lost.md")

	marks := t.TempDir()
	mark := func(name string) string {
		path := filepath.Join(r.dir, ".git", "run", strings.NewReplacer("/", "_", ":", "_", "=", "_").Replace(name)+".sh")
		script := fmt.Sprintf("#!/bin/sh\ntouch '%s'\ncat\n", filepath.Join(marks, filepath.Base(path)))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(script), 0o755)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	ran := func() (names []string) {
		found, err := os.ReadDir(marks)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			names = append(names, f.Name())
			os.Remove(filepath.Join(marks, f.Name()))
		}
		return names
	}
	// Settings are written as whoever packs an archive would, not by git.
	var config strings.Builder
	for _, key := range programKeys {
		last, value := key[strings.LastIndexByte(key, '.')+1:], mark(key)
		if strings.HasPrefix(key, "alias.") || key == "submodule.inner.update" {
			value = "!" + value
		}
		fmt.Fprintf(&config, "%s\n\t%s = %q\n", header(key), last, value)
	}
	config.WriteString("[core]\n\thooksPath = " + filepath.Join(r.dir, ".git", "hooks") + "\n")
	config.WriteString("[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n")
	config.WriteString("[remote \"origin\"]\n\tpromisor = true\n\tpartialclonefilter = blob:none\n\turl = ext::" + mark("remote") + "\n")
	config.WriteString("[filter \"x\"]\n\trequired = true\n")
	for _, name := range hookNames {
		path := filepath.Join(r.dir, ".git", "hooks", name)
		text, err := os.ReadFile(mark("hook-" + name))
		if err = errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, text, 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	at := filepath.Join(r.dir, ".git", "config")
	old, err := os.ReadFile(at)
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(os.WriteFile(at, append(old, config.String()...), 0o644),
		os.WriteFile(filepath.Join(r.dir, ".git", "info", "attributes"), []byte("* filter=x diff=x merge=x\nsame.md filter=a=b\nnew.md filter=lfs\n"), 0o644),
		os.WriteFile(filepath.Join(r.dir, ".git", "objects", "info", "alternates"), []byte(filepath.Join(inner.dir, ".git", "objects")+"\n"), 0o644),
		os.Remove(filepath.Join(r.dir, ".git", "objects", lost[:2], lost[2:])))
	if err != nil {
		t.Fatal(err)
	}
	r.write("new.md", "new")
	edit := func() { // an older time, so that git looks at the text
		long := time.Now().Add(-time.Hour)
		if err := errors.Join(os.Chtimes(filepath.Join(r.root, "same.md"), long, long), os.Chtimes(filepath.Join(r.root, "moved.md"), long, long)); err != nil {
			t.Fatal(err)
		}
	}
	edit()
	os.Remove(filepath.Join(r.root, "lost.md"))

	// Asked plainly, git runs some: the repository is as hostile as it should be.
	plain := exec.Command(program(t), "status", "--porcelain")
	plain.Dir = r.dir
	plain.Run()
	if got := ran(); !slices.Contains(got, "core.fsmonitor.sh") || !slices.ContainsFunc(got, func(n string) bool { return strings.HasPrefix(n, "filter.") }) {
		t.Fatalf("the repository is not hostile: %v", got)
	}

	ctx := t.Context()
	repo := r.open()
	entries, err := repo.Index(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		repo.Read(ctx, e) // of lost.md an error: nobody is asked for it
	}
	if got := ran(); got != nil {
		t.Errorf("reading ran %v", got)
	}
	r.write("lost.md", "what no clone has")
	for name, ask := range map[string]func() error{
		"staged":          func() error { _, err := repo.Staged(ctx, ""); return err },
		"staged, of side": func() error { _, err := repo.Staged(ctx, "side"); return err },
		"edited":          func() error { edit(); _, err := repo.Edited(ctx, "HEAD"); return err },
		"uncommitted":     func() error { edit(); _, err := repo.Uncommitted(ctx); return err },
		"commit":          func() error { _, err := repo.Commit(ctx, "side..."); return err },
		"no commit":       func() error { repo.Commit(ctx, "nowhere"); return nil },
		"ignores":         func() error { _, err := repo.Ignores(ctx, []string{"same.md"}); return err },
		"hooks":           func() error { _, err := repo.Hooks(ctx); return err },
		"top":             func() error { return repo.locate(ctx) },
	} {
		if err := ask(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := ran(); got != nil {
			t.Errorf("%s ran %v", name, got)
		}
	}
	// What the index says where only git can read it.
	if _, err := repo.run(ctx, "ls-files", "-s", "-z", "--full-name", "--", r.root); err != nil {
		t.Error(err)
	}
	if got := ran(); got != nil {
		t.Errorf("git's own list ran %v", got)
	}
}

// header is the section of a setting, as a file of settings has it.
func header(key string) string {
	first, last := strings.IndexByte(key, '.'), strings.LastIndexByte(key, '.')
	if first == last {
		return "[" + key[:first] + "]"
	}
	return fmt.Sprintf("[%s %q]", key[:first], key[first+1:last])
}
