package git

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// testRepo is a repository with a vault in it.
type testRepo struct {
	t    *testing.T
	dir  string
	root string
}

func program(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("git")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("git is not installed")
		}
		t.Skip("git is not installed")
	}
	return path
}

// newRepo makes a repository; the vault is in a folder of it.
func newRepo(t *testing.T, folder string, init ...string) *testRepo {
	t.Helper()
	program(t)
	r := &testRepo{t: t, dir: t.TempDir()}
	r.root = filepath.Join(r.dir, filepath.FromSlash(folder))
	r.git(append([]string{"init", "-q", "-b", "main"}, init...)...)
	r.git("config", "user.name", "Ada")
	r.git("config", "user.email", "ada@example.org")
	if err := os.MkdirAll(r.root, 0o755); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *testRepo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_DIR=", "GIT_INDEX_FILE=")
	cmd.Env = slices.DeleteFunc(cmd.Env, func(v string) bool {
		return strings.HasPrefix(v, "GIT_DIR=") || strings.HasPrefix(v, "GIT_INDEX_FILE=")
	})
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimRight(string(out), "\n")
}

// write writes a file of the vault.
func (r *testRepo) write(name, text string) {
	r.t.Helper()
	name = filepath.Join(r.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

func (r *testRepo) open() *Repo {
	r.t.Helper()
	repo, err := Open(r.root, Options{Program: program(r.t), Getenv: func(string) string { return "" }})
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(repo.Close)
	return repo
}

// texts are the files of the index with what they say.
func (r *testRepo) texts() map[string]string {
	r.t.Helper()
	repo := r.open()
	entries, err := repo.Index(r.t.Context())
	if err != nil {
		r.t.Fatal(err)
	}
	out := map[string]string{}
	for _, e := range entries {
		if e.Mode == Submodule {
			out[e.Path] = "submodule"
			continue
		}
		text, err := repo.Read(r.t.Context(), e)
		if err != nil {
			r.t.Fatal(err)
		}
		out[e.Path] = string(text)
	}
	return out
}

func (r *testRepo) same(want map[string]string) {
	r.t.Helper()
	if d := cmp.Diff(want, r.texts()); d != "" {
		r.t.Errorf("(-want +got):\n%s", d)
	}
}

// What is read is the index, in whatever form it lies there, and never the working tree.
//
// Invariant (building): The index is read in every form it has. See also
// TestReadUndoesWhatACheckoutDoes, TestIntentToAddIsNoFile, TestSubmodule.
func TestIndexIsReadAsGitHasIt(t *testing.T) {
	t.Parallel()
	names := []string{"a.md", "with space.md", "知识/ノート 🍵.md", "it's\t\"odd\".md", "é.md", "*[x]?.md", ":(top)x.md", "sub/b.md", "-n.md"}
	for name, setUp := range map[string]func(r *testRepo){
		"as it comes": func(*testRepo) {},
		"split index": func(r *testRepo) { r.git("update-index", "--split-index") },
		"version 4":   func(r *testRepo) { r.git("update-index", "--index-version", "4") },
		"no checksum": func(r *testRepo) {
			r.git("config", "index.skipHash", "true")
			r.git("update-index", "--force-write-index")
		},
		"packed": func(r *testRepo) { r.git("commit", "-qm", "x"); r.git("gc", "-q") },
		"sparse": func(r *testRepo) { r.git("commit", "-qm", "x"); r.git("sparse-checkout", "set", "--cone", "notes/sub") },
		"sparse index": func(r *testRepo) {
			r.git("commit", "-qm", "x")
			r.git("sparse-checkout", "set", "--cone", "--sparse-index", "notes/sub")
		},
		"untracked too":  func(r *testRepo) { r.write("new.md", "new") },
		"unstaged too":   func(r *testRepo) { r.write("a.md", "changed since\n") },
		"deleted too":    func(r *testRepo) { os.Remove(filepath.Join(r.root, "a.md")) },
		"a folder there": func(r *testRepo) { os.Remove(filepath.Join(r.root, "a.md")); r.write("a.md/b.md", "no") },
	} {
		for _, format := range []string{"sha1", "sha256"} {
			for _, folder := range []string{".", "notes", "my 知識's/[vault]*"} {
				if name != "as it comes" && (folder != "notes" || format != "sha1") {
					continue
				}
				t.Run(fmt.Sprint(name, " ", format, " ", folder), func(t *testing.T) {
					t.Parallel()
					r := newRepo(t, folder, "--object-format="+format)
					want := map[string]string{}
					for i, n := range names {
						want[n] = fmt.Sprintf("# %s %d\n", n, i)
						r.write(n, want[n])
					}
					r.git("add", ".")
					if folder != "." { // beside the vault, and none of its business
						if err := os.WriteFile(filepath.Join(r.dir, "beside.md"), []byte("x"), 0o644); err != nil {
							t.Fatal(err)
						}
						r.git("add", "beside.md")
					}
					setUp(r)
					r.same(want)
				})
			}
		}
	}
}

// Line ends, git-lfs and encodings of the working tree are none of the commit's.
func TestReadUndoesWhatACheckoutDoes(t *testing.T) {
	t.Parallel()
	r := newRepo(t, ".")
	r.git("config", "core.autocrlf", "true")
	r.write("crlf.md", "one\r\ntwo\r\n")
	r.write(".gitattributes", "utf16.md working-tree-encoding=UTF-16LE\n")
	r.write("utf16.md", "a\x00b\x00")
	text := []byte("what is kept elsewhere\n")
	sum := sha256.Sum256(text)
	pointer := fmt.Sprintf("version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize %d\n", hex.EncodeToString(sum[:]), len(text))
	r.write("large.md", pointer)
	r.write("lost.md", strings.Replace(pointer, hex.EncodeToString(sum[:])[:4], "0000", 1))
	r.write("no pointer.md", "version https://git-lfs.github.com/spec/v1\noid sha256:short\n")
	r.git("add", ".")
	r.write("large.md", string(text)) // as git-lfs would have it
	repo := r.open()
	entries, err := repo.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) (string, error) {
		e, ok := Find(entries, name)
		if !ok {
			t.Fatalf("no %s", name)
		}
		text, err := repo.Read(t.Context(), e)
		return string(text), err
	}
	for name, want := range map[string]string{"crlf.md": "one\ntwo\n", "utf16.md": "ab", "large.md": string(text), "no pointer.md": "version https://git-lfs.github.com/spec/v1\noid sha256:short\n"} {
		if got, err := read(name); err != nil || got != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	var lacks *Error
	if _, err := read("lost.md"); !errors.As(err, &lacks) || !strings.Contains(lacks.Text, "git-lfs pointer") || !strings.Contains(lacks.Advice, "git lfs pull") {
		t.Errorf("lost.md: %v", err)
	}
	os.Remove(filepath.Join(r.root, "large.md"))
	if _, err := read("large.md"); err == nil {
		t.Error("large.md is nowhere, and was read")
	}
	at := filepath.Join(r.dir, ".git", "lfs", "objects", hex.EncodeToString(sum[:1]), hex.EncodeToString(sum[1:2]))
	if err := errors.Join(os.MkdirAll(at, 0o755), os.WriteFile(filepath.Join(at, hex.EncodeToString(sum[:])), text, 0o644)); err != nil {
		t.Fatal(err)
	}
	if got, err := read("large.md"); err != nil || got != string(text) {
		t.Errorf("large.md from git-lfs: %q, %v", got, err)
	}
}

// What is only intended to be added is not in the commit, and an empty file is.
func TestIntentToAddIsNoFile(t *testing.T) {
	t.Parallel()
	r := newRepo(t, ".")
	r.write("empty.md", "")
	r.write("later.md", "later")
	r.write("old.md", "")
	for _, head := range []bool{false, true} {
		r.git("add", "empty.md", "old.md")
		if head {
			r.git("rm", "-q", "--cached", "empty.md")
			r.git("commit", "-qm", "x")
			r.git("add", "empty.md")
		}
		r.git("add", "-N", "later.md")
		r.same(map[string]string{"empty.md": "", "old.md": ""})
		changes, err := r.open().Staged(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes {
			if c.Path == "later.md" && c.New.ID != "" && c.New.ID != emptyBlob(40) {
				t.Errorf("%+v", c)
			}
		}
		r.git("rm", "-q", "--cached", "later.md")
	}
}

func TestStagedAndEdited(t *testing.T) {
	t.Parallel()
	r := newRepo(t, "v")
	long := strings.Repeat("A line that a rename keeps.\n", 20)
	for name, text := range map[string]string{"same.md": "s", "edit.md": "e", "gone.md": "g", "move.md": long, "mode.md": "m"} {
		r.write(name, text)
	}
	r.git("add", ".")
	say := func(changes []Change, err error) (out []string) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes {
			s := c.Path
			if c.From != "" {
				s += " from " + c.From
			}
			switch {
			case c.Old.Path == "":
				s += " added"
			case c.New.Path == "":
				s += " gone"
			}
			if c.Unknown {
				s += " unknown"
			}
			out = append(out, s)
		}
		slices.Sort(out)
		return out
	}
	if d := cmp.Diff([]string{"edit.md added", "gone.md added", "mode.md added", "move.md added", "same.md added"}, say(r.open().Staged(t.Context(), ""))); d != "" {
		t.Errorf("before the first commit: %s", d)
	}
	r.git("commit", "-qm", "x")
	if got := say(r.open().Staged(t.Context(), "")); got != nil {
		t.Errorf("nothing is staged: %v", got)
	}
	r.write("edit.md", "staged")
	r.git("rm", "-q", "v/gone.md")
	r.git("mv", "v/move.md", "v/moved.md")
	r.write("moved.md", long+"And one more.\n")
	r.git("add", "v")
	r.write("edit.md", "and edited since")
	r.write("new.md", "new")
	r.write("ignored.md", "i")
	r.write(".gitignore", "ignored.md\n")
	if d := cmp.Diff([]string{"edit.md", "gone.md gone", "moved.md from move.md"}, say(r.open().Staged(t.Context(), ""))); d != "" {
		t.Errorf("staged: %s", d)
	}
	if d := cmp.Diff([]string{".gitignore added unknown", "edit.md unknown", "gone.md gone", "moved.md from move.md", "new.md added unknown"}, say(r.open().Edited(t.Context(), "HEAD"))); d != "" {
		t.Errorf("edited: %s", d)
	}
	repo := r.open()
	entries, err := repo.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	changes, err := repo.Staged(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	var was []string
	for _, e := range before(entries, changes) {
		was = append(was, e.Path)
	}
	if d := cmp.Diff([]string{"edit.md", "gone.md", "mode.md", "move.md", "same.md"}, was); d != "" {
		t.Errorf("before: %s", d)
	}
}

// A submodule is no file, a symbolic link is where it leads, and a vault that is a
// submodule is checked in its own repository.
func TestSubmodule(t *testing.T) {
	t.Parallel()
	inner := newRepo(t, ".")
	inner.write("a.md", "a")
	inner.git("add", ".")
	inner.git("commit", "-qm", "x")
	r := newRepo(t, ".")
	r.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.dir, "notes")
	if got := r.texts(); got["notes"] != "submodule" {
		t.Errorf("%v", got)
	}
	within, err := Open(filepath.Join(r.dir, "notes"), Options{Program: program(t), Getenv: func(string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	defer within.Close()
	entries, err := within.Index(t.Context())
	if err != nil || len(entries) != 1 || entries[0].Path != "a.md" {
		t.Errorf("in its own repository: %v, %v", entries, err)
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	t.Parallel()
	program(t)
	r := &testRepo{t: t, root: t.TempDir()}
	t.Run("no repository", func(t *testing.T) {
		_, err := r.open().Staged(t.Context(), "")
		wants(t, err, "is in no git repository", "git init")
	})
	t.Run("damaged", func(t *testing.T) {
		r := newRepo(t, ".")
		r.write("a.md", "a")
		r.git("add", ".")
		if err := os.WriteFile(filepath.Join(r.dir, ".git", "index"), []byte("DIRC nonsense"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := r.open().Index(t.Context()); err == nil {
			t.Error("a damaged index was read")
		}
	})
	t.Run("object is missing", func(t *testing.T) {
		r := newRepo(t, ".")
		r.write("a.md", "a")
		r.git("add", ".")
		r.write("a.md", "b")
		if err := os.RemoveAll(filepath.Join(r.dir, ".git", "objects")); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(r.dir, ".git", "objects"), 0o755); err != nil {
			t.Fatal(err)
		}
		repo := r.open()
		entries, err := repo.Index(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, err = repo.Read(t.Context(), entries[0])
		wants(t, err, "does not hold the object", "git fetch")
	})
}

func wants(t *testing.T, err error, text, advice string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || !strings.Contains(e.Text, text) || !strings.Contains(e.Advice, advice) {
		t.Errorf("%v", err)
	}
}

func FuzzRaw(f *testing.F) {
	f.Add([]byte(":100644 100644 a b M\x00x\x00:100644 100644 a b R100\x00x\x00y\x00"))
	f.Add([]byte(":100644 100644 a b R100\x00x\x00"))
	f.Add([]byte(":000000 100644 a 0 A\x00"))
	f.Fuzz(func(t *testing.T, out []byte) {
		r := &Repo{prefix: "v/"}
		changes, err := r.parse(fields(out))
		if err == nil && len(changes) > bytes.Count(out, []byte{0})+1 {
			t.Errorf("%d changes", len(changes))
		}
		before(nil, changes)
	})
}

// before is what a state was before changes, given as it is after them.
func before(after []Entry, changes []Change) []Entry {
	gone := map[string]bool{}
	out := make([]Entry, 0, len(after)+len(changes))
	for _, c := range changes {
		if c.New.Path != "" {
			gone[c.New.Path] = true
		}
		if c.Old.Path != "" {
			out = append(out, c.Old)
		}
	}
	for _, e := range after {
		if !gone[e.Path] {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, byPath)
	return out
}
