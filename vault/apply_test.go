package vault

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func hashOf(text string) Hash { return HashText([]byte(text)) }

// contents reads every file of the vault, hidden ones of ours included, except
// what .assay keeps for itself.
func contents(t testing.TB, d *Dir) map[string]string {
	t.Helper()
	m := map[string]string{}
	must(t, filepath.WalkDir(d.Path(), func(p string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(d.Path(), p)
		rel = filepath.ToSlash(rel)
		if rel == StateDir+"/.gitignore" || rel == lockPath || err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(p)
		m[rel] = string(text)
		return err
	}))
	return m
}

func sameFiles(t testing.TB, d *Dir, want map[string]string) {
	t.Helper()
	got := contents(t, d)
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s holds %.60q, want %.60q", name, got[name], text)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s should not be there", name)
		}
	}
}

func TestApplyWritesAllOfIt(t *testing.T) {
	d := disk(t, map[string]string{"old.md": "old", "gone.md": "bye", "l.jsonl": "1\n", "same.md": "same"})
	must(t, os.Chmod(d.Abs("old.md"), 0o600))
	before, err := os.Stat(d.Abs("same.md"))
	must(t, err)
	must(t, Apply(context.Background(), d, []Write{
		{Path: "old.md", Data: []byte("new\r\n"), Base: hashOf("old")},
		{Path: "gone.md", Delete: true, Base: hashOf("bye")},
		{Path: "a/b/c.md", Data: []byte("c")},
		{Path: "a/b/d.md", Data: nil},
		{Path: "l.jsonl", Data: []byte("2\n"), Append: true},
		{Path: "k.jsonl", Data: []byte("1\n"), Append: true},
		{Path: "same.md", Data: []byte("same"), Base: hashOf("same")},
	}))
	sameFiles(t, d, map[string]string{"old.md": "new\r\n", "a/b/c.md": "c", "a/b/d.md": "", "l.jsonl": "1\n2\n", "k.jsonl": "1\n", "same.md": "same"})
	if text, err := d.ReadFile(StateDir + "/.gitignore"); err != nil || string(text) != "*\n" {
		t.Errorf(".gitignore: %q, %v", text, err)
	}
	if runtime.GOOS != "windows" {
		if info, err := os.Stat(d.Abs("old.md")); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the file's mode was not kept: %v", info.Mode())
		}
	}
	if after, _ := os.Stat(d.Abs("same.md")); !os.SameFile(before, after) {
		t.Error("a file that already holds the text was written again")
	}
	if Interrupted(d) {
		t.Error("something of the transaction was left behind")
	}
}

// Invariant (writing): A set of writes happens whole or not at all, also when the process is
// killed or the disk is full. See also TestRecoverCarriesOutWhatWasCommitted,
// TestRecoverUndoesWhatWasNot, TestApplySurvivesKill, TestApplyOnAFullDisk.
func TestApplyWritesNothingWhenAnythingIsWrong(t *testing.T) {
	files := map[string]string{"a.md": "a", "b.md": "b", "dir/x.md": "x"}
	good := Write{Path: "a.md", Data: []byte("A"), Base: hashOf("a")}
	outside := t.TempDir()
	for name, c := range map[string]struct {
		bad     Write
		changed string
	}{
		"changed":           {Write{Path: "b.md", Data: []byte("B"), Base: hashOf("other")}, "b.md"},
		"deleted":           {Write{Path: "gone.md", Data: []byte("B"), Base: hashOf("b")}, "gone.md"},
		"delete changed":    {Write{Path: "b.md", Delete: true, Base: hashOf("other")}, "b.md"},
		"unexpected":        {Write{Path: "b.md", Data: []byte("B")}, "b.md"},
		"append changed":    {Write{Path: "b.md", Data: []byte("B"), Append: true, Base: hashOf("other")}, "b.md"},
		"twice":             {Write{Path: "a.md", Data: []byte("AA"), Base: hashOf("a")}, ""},
		"dot dot":           {Write{Path: "../x.md", Data: []byte("x")}, ""},
		"dot dot inside":    {Write{Path: "dir/../../x.md", Data: []byte("x")}, ""},
		"not clean":         {Write{Path: "dir//y.md", Data: []byte("x")}, ""},
		"absolute":          {Write{Path: "/tmp/x.md", Data: []byte("x")}, ""},
		"empty":             {Write{Path: "", Data: []byte("x")}, ""},
		"state":             {Write{Path: ".assay/x", Data: []byte("x")}, ""},
		"git":               {Write{Path: ".git/config", Data: []byte("x")}, ""},
		"bad name":          {Write{Path: "what?.md", Data: []byte("x")}, ""},
		"a folder":          {Write{Path: "dir", Data: []byte("x")}, ""},
		"under a file":      {Write{Path: "b.md/x.md", Data: []byte("x")}, ""},
		"link out":          {Write{Path: "out/x.md", Data: []byte("x")}, ""},
		"new below link":    {Write{Path: "out/new/x.md", Data: []byte("x")}, ""},
		"link to a file":    {Write{Path: "outfile.md", Data: []byte("x"), Base: hashOf("secret")}, ""},
		"link to nowhere":   {Write{Path: "dangling.md", Data: []byte("x")}, ""},
		"delete through it": {Write{Path: "out/secret.md", Delete: true, Base: hashOf("secret")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := disk(t, files)
			want := map[string]string{"a.md": "a", "b.md": "b", "dir/x.md": "x"}
			secret := filepath.Join(outside, "secret.md")
			must(t, os.WriteFile(secret, []byte("secret"), 0o644))
			if runtime.GOOS != "windows" {
				must(t, os.Symlink(outside, d.Abs("out")))
				must(t, os.Symlink(secret, d.Abs("outfile.md")))
				must(t, os.Symlink(filepath.Join(outside, "fresh.md"), d.Abs("dangling.md")))
			}
			err := Apply(context.Background(), d, []Write{good, c.bad, {Path: "new/n.md", Data: []byte("n")}})
			if err == nil {
				t.Fatal("nothing was said")
			}
			var changed ErrChanged
			if errors.As(err, &changed) != (c.changed != "") || changed.Path != c.changed {
				t.Errorf("error %v, want ErrChanged for %q", err, c.changed)
			}
			for _, link := range []string{"out", "outfile.md", "dangling.md"} {
				os.Remove(d.Abs(link))
			}
			sameFiles(t, d, want)
			if entries, _ := os.ReadDir(outside); len(entries) != 1 {
				t.Errorf("something was written outside: %v", entries)
			}
			if text, _ := os.ReadFile(secret); string(text) != "secret" {
				t.Errorf("a file outside was changed: %q", text)
			}
		})
	}
}

func TestApplyThroughALinkKeepsTheLink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege")
	}
	d := disk(t, map[string]string{"real/a.md": "a"})
	must(t, os.Symlink("real/a.md", d.Abs("a.md")))
	must(t, os.Symlink("real", d.Abs("also")))
	must(t, Apply(context.Background(), d, []Write{{Path: "a.md", Data: []byte("A"), Base: hashOf("a")}, {Path: "also/b.md", Data: []byte("b")}}))
	if target, err := os.Readlink(d.Abs("a.md")); err != nil || target != "real/a.md" {
		t.Errorf("the link is gone: %q, %v", target, err)
	}
	for name, want := range map[string]string{"real/a.md": "A", "real/b.md": "b"} {
		if text, _ := os.ReadFile(d.Abs(name)); string(text) != want {
			t.Errorf("%s: %q", name, text)
		}
	}
}

func TestApplyCancelledWritesNothing(t *testing.T) {
	d := disk(t, map[string]string{"a.md": "a"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Apply(ctx, d, []Write{{Path: "a.md", Data: []byte("A"), Base: hashOf("a")}}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	sameFiles(t, d, map[string]string{"a.md": "a"})
}

func TestApplyToAFolderThatCannotBeWritten(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("no folder is closed to us here")
	}
	d := disk(t, map[string]string{"a.md": "a", "locked/b.md": "b"})
	must(t, os.Chmod(d.Abs("locked"), 0o555))
	t.Cleanup(func() { os.Chmod(d.Abs("locked"), 0o755) })
	err := Apply(context.Background(), d, []Write{{Path: "a.md", Data: []byte("A"), Base: hashOf("a")}, {Path: "locked/b.md", Data: []byte("B"), Base: hashOf("b")}})
	if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "locked/b.md") {
		t.Errorf("error %v", err)
	}
	sameFiles(t, d, map[string]string{"a.md": "a", "locked/b.md": "b"})
}

// interrupted prepares a committed transaction that nobody carried out.
func interrupted(t *testing.T, d *Dir, writes ...Write) {
	t.Helper()
	tx := transaction{d: d}
	todo, err := tx.verify(writes)
	must(t, err)
	must(t, tx.begin())
	must(t, tx.stage(context.Background(), todo))
	must(t, tx.commit())
}

func TestRecoverCarriesOutWhatWasCommitted(t *testing.T) {
	start := map[string]string{"a.md": "a", "b.md": "b", "l.jsonl": "1\n", "gone.md": "bye"}
	writes := []Write{
		{Path: "a.md", Data: []byte("A"), Base: hashOf("a")}, {Path: "b.md", Data: []byte("B"), Base: hashOf("b")},
		{Path: "gone.md", Delete: true, Base: hashOf("bye")}, {Path: "n/new.md", Data: []byte("n")}, {Path: "l.jsonl", Data: []byte("2\n"), Append: true},
	}
	done := map[string]string{"a.md": "A", "b.md": "B", "l.jsonl": "1\n2\n", "n/new.md": "n"}
	with := func(changes ...string) map[string]string {
		m := map[string]string{}
		for k, v := range done {
			m[k] = v
		}
		for i := 0; i < len(changes); i += 2 {
			m[changes[i]] = changes[i+1]
		}
		return m
	}
	for name, c := range map[string]struct {
		meanwhile func(d *Dir)
		want      map[string]string
	}{
		"nothing else":      {func(*Dir) {}, done},
		"half was done":     {func(d *Dir) { os.Rename(d.Abs(".assay-tmp-1-0"), d.Abs("a.md")); os.Remove(d.Abs("gone.md")) }, done},
		"a person edited":   {func(d *Dir) { os.WriteFile(d.Abs("b.md"), []byte("mine"), 0o644) }, with("b.md", "mine")},
		"a person created":  {func(d *Dir) { os.WriteFile(d.Abs("n/new.md"), []byte("mine"), 0o644) }, with("n/new.md", "mine")},
		"kept from delete":  {func(d *Dir) { os.WriteFile(d.Abs("gone.md"), []byte("stay"), 0o644) }, with("gone.md", "stay")},
		"the ledger grew":   {func(d *Dir) { os.WriteFile(d.Abs("l.jsonl"), []byte("1\n3\n"), 0o644) }, with("l.jsonl", "1\n3\n2\n")},
		"the ledger has it": {func(d *Dir) { os.WriteFile(d.Abs("l.jsonl"), []byte("1\n2\n3\n"), 0o644) }, with("l.jsonl", "1\n2\n3\n")},
	} {
		t.Run(name, func(t *testing.T) {
			d := disk(t, start)
			interrupted(t, d, writes...)
			if !Interrupted(d) {
				t.Error("the transaction cannot be seen")
			}
			c.meanwhile(d)
			for _, want := range []bool{true, false} {
				if got, err := Recover(context.Background(), d); got != want || err != nil {
					t.Errorf("Recover: %v, %v, want %v", got, err, want)
				}
			}
			sameFiles(t, d, c.want)
		})
	}
}

func TestRecoverUndoesWhatWasNot(t *testing.T) {
	d := disk(t, map[string]string{"a.md": "a"})
	tx := transaction{d: d}
	todo, err := tx.verify([]Write{{Path: "a.md", Data: []byte("A"), Base: hashOf("a")}, {Path: "n/m/new.md", Data: []byte("n")}})
	must(t, err)
	must(t, tx.begin())
	must(t, tx.stage(context.Background(), todo))
	if got, err := Recover(context.Background(), d); !got || err != nil {
		t.Errorf("Recover: %v, %v", got, err)
	}
	sameFiles(t, d, map[string]string{"a.md": "a"})
	if _, err := os.Stat(d.Abs("n")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a folder was left behind")
	}
}

// memory makes a vault in memory where the system offers that: a kill loses nothing
// that was handed to the kernel, so syncing to a disk would only take time.
func memory(t testing.TB) *Dir {
	t.Helper()
	root, err := os.MkdirTemp("/dev/shm", "vault-test-")
	if err != nil {
		return disk(t, nil)
	}
	t.Cleanup(func() { os.RemoveAll(root) })
	d, err := OpenDir(root)
	must(t, err)
	t.Cleanup(func() { d.Close() })
	return d
}

// Vaults are big and processes die: a child writes generation after generation of
// the same files and is killed at any moment. After recovery all files are of one
// generation, and the ledger has each generation's line once.
func TestApplySurvivesKill(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the child is killed by signal")
	}
	kills := 20
	if testing.Short() {
		kills = 5
	}
	d := memory(t)
	reached := 0
	for i := range kills {
		cmd := exec.Command(os.Args[0], "-test.run=^TestApplyChild$")
		cmd.Env = append(os.Environ(), "VAULT_TEST_CHILD="+d.Path())
		out, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		lines := bufio.NewReader(out)
		for range 1 + i%2 { // it runs; every other time, it has written once
			lines.ReadString('\n')
		}
		time.Sleep(time.Duration(rand.Intn(8000)) * time.Microsecond)
		must(t, cmd.Process.Kill())
		cmd.Wait()
		_, err = Recover(context.Background(), d)
		must(t, err)
		if n := generation(t, d); n < reached {
			t.Fatalf("generation %d after %d", n, reached)
		} else {
			reached = n
		}
	}
	t.Logf("%d generations", reached)
	if reached < kills/2 {
		t.Errorf("only %d generations in %d runs: the test proves little", reached, kills)
	}
}

const childFiles = 6

// generation checks that the vault is of one generation and returns its number.
func generation(t testing.TB, d *Dir) int {
	t.Helper()
	all := contents(t, d)
	n, want := 0, map[string]string{}
	if text, ok := all["f/0.md"]; ok {
		fmt.Sscanf(text, "%d", &n)
		want = childVault(n)
	}
	sameFiles(t, d, want)
	return n
}

// childVault is what the child's vault holds in generation n.
func childVault(n int) map[string]string {
	m := map[string]string{}
	for i := range childFiles {
		m[fmt.Sprintf("f/%d.md", i)] = fmt.Sprintf("%d\n%s", n, strings.Repeat("x", 5000*i))
	}
	m[fmt.Sprintf("only/%d.md", n)] = "this generation's"
	var lines strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&lines, "{\"n\":%d}\n", i)
	}
	m["ledger.jsonl"] = lines.String()
	return m
}

func childWrites(d *Dir, n int) []Write {
	var ws []Write
	old, now := map[string]string{}, childVault(n)
	if n > 1 {
		old = childVault(n - 1)
	}
	for name, text := range now {
		if name == "ledger.jsonl" {
			continue
		}
		w := Write{Path: name, Data: []byte(text)}
		if was, ok := old[name]; ok {
			w.Base = hashOf(was)
		}
		ws = append(ws, w)
	}
	if n > 1 {
		gone := fmt.Sprintf("only/%d.md", n-1)
		ws = append(ws, Write{Path: gone, Delete: true, Base: hashOf(old[gone])})
	}
	return append(ws, Write{Path: "ledger.jsonl", Data: fmt.Appendf(nil, "{\"n\":%d}\n", n), Append: true})
}

// TestApplyChild is the process that other tests kill or starve; by itself it does
// nothing.
func TestApplyChild(t *testing.T) {
	root := os.Getenv("VAULT_TEST_CHILD")
	if root == "" {
		t.Skip("for other tests")
	}
	d, err := OpenDir(root)
	must(t, err)
	unlock, err := Lock(context.Background(), d, LockOptions{Command: "child", Wait: true})
	must(t, err)
	defer unlock()
	if limit := os.Getenv("VAULT_TEST_LIMIT"); limit != "" {
		limitFiles(t, limit)
		fmt.Println("error:", Apply(context.Background(), d, childWrites(d, generation(t, d)+1)))
		return
	}
	n := generation(t, d)
	fmt.Println("running")
	for {
		n++
		must(t, Apply(context.Background(), d, childWrites(d, n)))
		fmt.Println("wrote", n)
	}
}

func TestApplyOnAFullDisk(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a limit on the size of files")
	}
	d := memory(t)
	for n := 1; n <= 3; n++ {
		must(t, Apply(context.Background(), d, childWrites(d, n)))
	}
	for _, limit := range []string{"0", "100", "4000", "12000", "24000"} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestApplyChild$")
		cmd.Env = append(os.Environ(), "VAULT_TEST_CHILD="+d.Path(), "VAULT_TEST_LIMIT="+limit)
		out, _ := cmd.CombinedOutput()
		if limit != "0" && (!strings.Contains(string(out), "error: apply") || !strings.Contains(string(out), "file too large")) {
			t.Errorf("limit %s: the child said %s", limit, out)
		}
		if n := generation(t, d); n != 3 {
			t.Errorf("limit %s: generation %d", limit, n)
		}
		if Interrupted(d) {
			t.Errorf("limit %s: the transaction was not cleaned up", limit)
		}
	}
	must(t, Apply(context.Background(), d, childWrites(d, 4)))
	if n := generation(t, d); n != 4 {
		t.Errorf("afterwards: generation %d", n)
	}
}

func BenchmarkApply(b *testing.B) {
	d := disk(b, nil)
	n := 0
	for b.Loop() {
		n++
		must(b, Apply(context.Background(), d, childWrites(d, n)))
	}
}
