package tool

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"assay/ingest/plain"
	"assay/ingest/web"
	"assay/text"
)

func TestRun(t *testing.T) {
	dir := t.TempDir()
	fake(t, dir, "prog",
		reply{Args: "well", Stdout: "out", Stderr: "a remark"},
		reply{Args: "partly", Stdout: "half", Stderr: "\x1b[31mWARNING: old\x1b[0m\n\n\x1b]0;title\x07ERROR:\tit\xff broke\nmore", Code: 3},
		reply{Args: "silent", Code: 1},
		reply{Args: "much", Spam: 1 << 20},
		reply{Args: "long", Stdout: "first", Sleep: time.Minute},
	)
	p := Programs{Path: dir}
	for _, c := range []struct {
		arg, out, want string
		class          web.Class
	}{
		{"well", "out", "", ""},
		{"partly", "half", "prog: ERROR: it\uFFFD broke", web.ClassTool},
		{"silent", "", "prog ended with status 1", web.ClassTool},
		{"much", strings.Repeat("x", 1000), "prog wrote more than 1000 bytes", web.ClassTooLarge},
		{"long", "first", "prog did not end within 500ms", web.ClassTimeout},
	} {
		out, _, err := p.Run(t.Context(), Command{Name: "prog", Args: []string{c.arg}, Limit: 1000, Timeout: map[bool]time.Duration{true: time.Second / 2, false: 20 * time.Second}[c.arg == "long"]})
		var e *RunError
		errors.As(err, &e)
		if string(out) != c.out || (err == nil) != (c.want == "") || err != nil && (err.Error() != c.want || e.Class != c.class) {
			t.Errorf("%s: %q, %v", c.arg, text.Clip(string(out), 40), err)
		}
	}
	if _, _, err := p.Run(t.Context(), Command{Name: "absent"}); err == nil || err.Error() != "absent: is not installed" {
		t.Errorf("a program that is not there: %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(200*time.Millisecond, func() { cancel(errors.New("enough")) })
	if _, _, err := p.Run(ctx, Command{Name: "prog", Args: []string{"long"}}); err == nil || err.Error() != "prog was stopped: enough" {
		t.Errorf("a run that is stopped: %v", err)
	}
}

// What a program started dies with it.
func TestRunKillsTheGroup(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("looks at processes as Unix has them")
	}
	dir := t.TempDir()
	fake(t, dir, sleeper)
	fake(t, dir, "parent", reply{Child: true})
	began := time.Now()
	_, _, err := Programs{Path: dir}.Run(t.Context(), Command{Name: "parent", Timeout: time.Second})
	if err == nil || time.Since(began) > 20*time.Second {
		t.Fatalf("%v after %s", err, time.Since(began))
	}
	b, err := os.ReadFile(filepath.Join(dir, "child.pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, _ := strconv.Atoi(string(b))
	for range 100 {
		if state, err := os.ReadFile("/proc/" + string(b) + "/stat"); err == nil && strings.Contains(string(state), ") Z ") {
			return // dead, and waits for its new parent
		}
		if p, err := os.FindProcess(pid); err != nil || p.Signal(syscall.Signal(0)) != nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the grandchild lives")
}

// No program comes from the vault, the current folder or a relative entry.
//
// Invariant (the web): A program of the vault is never run, and nothing that a program prints
// is trusted as more than text. See also TestRun, TestPlain.
func TestLook(t *testing.T) {
	vault, here, good := t.TempDir(), t.TempDir(), t.TempDir()
	inner := filepath.Join(vault, "bin")
	link := filepath.Join(t.TempDir(), "link")
	for _, err := range []error{os.Mkdir(inner, 0o755), os.Symlink(inner, link)} {
		if err != nil {
			t.Skip(err)
		}
	}
	for _, dir := range []string{inner, here, good} {
		fake(t, dir, "tool")
	}
	t.Chdir(here)
	path := strings.Join([]string{"", ".", "bin", here, inner, link, good}, string(filepath.ListSeparator))
	p := Programs{Path: path}
	rel, err := filepath.Rel(here, vault)
	if err != nil {
		t.Skip(err)
	}
	other := filepath.Join(t.TempDir(), "vault")
	if err := os.Symlink(vault, other); err != nil {
		t.Fatal(err)
	}
	for _, spelled := range []string{vault, vault + "/bin/..", rel, other} {
		p.Avoid = []string{"", "/absent", spelled}
		if at, err := p.Look("tool"); err != nil || filepath.Dir(at) != good {
			t.Errorf("with the vault as %s: found %s, %v", spelled, at, err)
		}
		if dirs := p.folders(); !slices.Equal(dirs, []string{good}) {
			t.Errorf("with the vault as %s: a program would see $PATH %q", spelled, dirs)
		}
	}
	if at, err := (Programs{Path: filepath.Join(other, "bin"), Avoid: []string{rel}}).Look("tool"); err == nil {
		t.Errorf("found %s by a link to the vault", at)
	}
	for _, name := range []string{"", "./tool", "../x", "absent"} {
		if at, err := p.Look(name); err == nil {
			t.Errorf("%q is %s", name, at)
		}
	}
}

// A program sees no key that is not its own.
func TestEnvironment(t *testing.T) {
	t.Setenv("SECRET_KEY", "1")
	t.Setenv("GH_TOKEN", "2")
	dir := t.TempDir()
	fake(t, dir, "prog", reply{})
	if _, _, err := (Programs{Path: dir}).Run(t.Context(), Command{Name: "prog", Env: []string{"OWN=3"}}); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(dir, "prog.env"))
	if err != nil || strings.Contains(string(b), "SECRET_KEY") || strings.Contains(string(b), "GH_TOKEN") || !strings.Contains(string(b), "OWN=3") || !strings.Contains(string(b), "PATH="+dir) {
		t.Errorf("%s, %v", b, err)
	}
}

// A key is in nothing that a program hands back, not even where it quotes it.
func TestKeysStayHidden(t *testing.T) {
	dir := t.TempDir()
	own, other := "key-of-my-own", "ghp_"+strings.Repeat("a1", 18)
	fake(t, dir, "prog", reply{Stdout: "got " + own + " and " + other, Stderr: own + " at http://assay:pass@127.0.0.1:1/ with " + other + ", see https://h/a@b", Code: 1})
	out, said, err := Programs{Path: dir}.Run(t.Context(), Command{Name: "prog", Env: []string{"THE_API_KEY=" + own, "A_TOKEN=got"}})
	if want := "… at http://…@127.0.0.1:1/ with …, see https://h/a@b"; string(said) != want || err == nil || err.Error() != "prog: "+want {
		t.Errorf("it said %q, %v", said, err)
	}
	if want := "got … and " + other; string(out) != want {
		t.Errorf("it wrote %q", out)
	}
}

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"a\r\nb\rc":                           "a\nb\nc",
		"\x1b[1;31mred\x1b[0m \x1b(B!":        "red !",
		"\x1b]8;;http://x\x1b\\l\x1b]8;;\x07": "l",
		"a\x00\x07\x08b\u202ec\ufeff":         "abc",
		"\xff\xfe":                            "\uFFFD",
		"\u009b31mx":                          "x",
	} {
		if got := plain.Text([]byte(in)); got != want {
			t.Errorf("plain.Text(%q) = %q", in, got)
		}
	}
	if got := string(WithMeta("---\ntitle: Own\n---\n# T\n", Field{"title", "Other"}, Field{"author", "A: \"b\"\n- c"})); got != "---\ntitle: Own\nauthor: \"A: \\\"b\\\" - c\"\n---\n\n# T\n" {
		t.Errorf("frontmatter is %q", got)
	}
	if got := Nest("# A\n```\n# no\n```\n###### B\n#hash\n```\nopen", 2); got != "### A\n```\n# no\n```\n###### B\n#hash\n```\nopen\n```" {
		t.Errorf("nested %q", got)
	}
	if got := Fenced("a b`", "x\n```\ny"); got != "````\nx\n```\ny\n````" {
		t.Errorf("fenced %q", got)
	}
}

func TestPinned(t *testing.T) {
	id := strings.Repeat("a1", 20)
	for at, want := range map[string]bool{
		"git+https://h/r@" + id:                           true,
		"git+https://h/r@" + id + "#docs/a.md":            true,
		"git+https://h/r@v1":                              false,
		"https://github.com/o/r/blob/" + id + "/a.md":     true,
		"https://github.com/o/r/blob/main/" + id:          false,
		"https://codeberg.org/o/r/src/commit/" + id + "/": true,
		"https://example.org/blob/" + id + "/a.md":        false,
	} {
		if Pinned(at) != want {
			t.Errorf("%s is pinned: %v", at, !want)
		}
	}
}

func FuzzSeeds(f *testing.F) {
	for _, s := range []string{"git+ssh://a@b/c.git@v#d", "https://h/r.git?ref=a", "ctx7:a#b", "https://context7.com/a/b?topic=c", "https://github.com/a/b/releases/tag/v%2F1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if r, err := parseRepo(s); err == nil {
			if strings.HasPrefix(r.ref, "-") || strings.HasPrefix(r.remote, "-") || strings.ContainsAny(r.remote, " \n\x00") && r.scheme != "file" {
				t.Errorf("%q has remote %q and ref %q", s, r.remote, r.ref)
			}
			if again, err := parseRepo(r.seed); err != nil || again.seed != r.seed {
				t.Errorf("%q is %q, which is %q, %v", s, r.seed, again.seed, err)
			}
		}
		if l, err := parseLibrary(s); err == nil {
			for _, arg := range append([]string{l.id, l.name}, l.topics...) {
				if strings.HasPrefix(arg, "-") || strings.ContainsAny(arg, "\n\x00") {
					t.Errorf("%q becomes the argument %q", s, arg)
				}
			}
		}
	})
}
