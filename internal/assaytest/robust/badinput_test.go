package robust

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"assay/internal/assaytest"
	"assay/vault"
	"assay/vault/markdown"
)

// answer is `assay check --format json`.
type checkAnswer struct {
	Claims      map[string]int
	Summary     struct{ Errors, Warnings, Notes int }
	Diagnostics []struct {
		Code, Severity, Tier, Message, Hint, File string
		Line, Column                              int
	}
	Error *struct{ Message, Hint string }
}

func checkJSON(tb testing.TB, dir string, args ...string) checkAnswer {
	tb.Helper()
	out, messages, _ := assaytest.Run(tb, dir, append([]string{"check", "--format", "json"}, args...)...)
	var a checkAnswer
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		tb.Fatalf("read answer: %v\n%s%s", err, out, messages)
	}
	return a
}

// has reports whether a diagnostic with words in it stands at a place.
func (a checkAnswer) has(file string, line int, words string) bool {
	for _, d := range a.Diagnostics {
		if d.File == file && (line == 0 || d.Line == line) && strings.Contains(d.Message+" ["+d.Code+"]", words) {
			return true
		}
	}
	return false
}

// Each bad note is told with its place and what to do, keeps every byte, and hides
// none of what the other notes say.
func TestBadNotes(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text string
		line int    // of the diagnostic; 0 for any
		want string // in the diagnostic's message or code; "" where there is nothing to tell
	}{
		"frontmatter never closed":  {"---\ntitle: x\n\n# Bad\n\nBody.\n", 1, "frontmatter"},
		"broken YAML":               {"---\ntitle: [a, b\n---\n# Bad\n", 2, "frontmatter"},
		"tabs in YAML":              {"---\ntags:\n\t- a\n---\n# Bad\n", 3, "tab"},
		"duplicate key":             {"---\ntitle: a\ntitle: b\n---\n# Bad\n", 3, "title"},
		"YAML that is no map":       {"---\n- a\n- b\n---\n# Bad\n", 0, "frontmatter"},
		"YAML anchors without end":  {"---\na: &a [*a]\n---\n# Bad\n", 0, "frontmatter"},
		"invalid UTF-8":             {"# Bad\n\nCaf\xe9 is \xff\xfe broken.\n", 3, "UTF-8"},
		"byte order mark":           {"\ufeff---\ntitle: x\n---\n# Bad\n\nGreen tea is steeped at 80 degrees for two minutes. ^[raw/tea.md]\n", 0, ""},
		"CRLF":                      {"---\r\ntitle: x\r\n---\r\n# Bad\r\n\r\nGreen tea is steeped at 80 degrees for two minutes. ^[raw/tea.md]\r\n", 0, ""},
		"CR alone":                  {"# Bad\r\rGreen tea is hot.\r", 0, ""},
		"NUL bytes":                 {"# Bad\n\nA\x00B.\n", 0, ""},
		"empty":                     {"", 0, ""},
		"only a fence":              {"```\n", 0, ""},
		"ten thousand links":        {"# Bad\n\n" + strings.Repeat("[[Good]] [x](Good.md) ", 5000) + "\n", 0, ""},
		"ten thousand brackets":     {"# Bad\n\n" + strings.Repeat("[", 10000) + strings.Repeat("![[", 10000) + "\n", 0, ""},
		"ten thousand quotes":       {strings.Repeat("> ", 10000) + "deep\n", 0, ""},
		"ten thousand lists":        {strings.Repeat("- ", 10000) + "deep\n", 0, ""},
		"ten thousand footnotes":    {strings.Repeat("[^a]", 10000) + "\n", 0, ""},
		"marker that never closes":  {"# Bad\n\nGreen tea is hot. ^[raw/tea.md\n\n## Next\n\nMore.\n", 0, ""},
		"place holder of a prompt":  {"# Bad\n\nGreen tea is hot. ^[file.md:START-END]\n", 0, ""},
		"citation out of the vault": {"# Bad\n\nGreen tea is hot. ^[../../../../etc/passwd]\n", 3, "etc/passwd"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			assaytest.Lay(t, dir, assaytest.Sound())
			assaytest.Lay(t, dir, map[string]string{"01_Wiki/Bad.md": test.text})
			began := time.Now()
			a := checkJSON(t, dir)
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("check took %v", took)
			}
			if test.want != "" && !a.has("01_Wiki/Bad.md", test.line, test.want) {
				t.Errorf("no word of %q at line %d in %+v", test.want, test.line, a.Diagnostics)
			}
			for _, d := range a.Diagnostics {
				if d.File == "01_Wiki/Bad.md" && (d.Line < 1 || d.Column < 1 || d.Severity != "note" && d.Hint == "") {
					t.Errorf("without place or hint: %+v", d)
				}
				if d.File == "01_Wiki/Good.md" && d.Severity == "error" {
					t.Errorf("the good note suffers: %+v", d)
				}
			}
			if a.Claims["T5"] < 1 {
				t.Errorf("the good note's claim: %+v", a.Claims)
			}
			before := assaytest.Files(t, dir)
			assaytest.Run(t, dir, "build")
			assaytest.Run(t, dir, "gaps")
			assaytest.Run(t, dir, "status")
			for file, text := range before {
				if now, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file))); err != nil || string(now) != text {
					t.Errorf("%s was changed, %v", file, err)
				}
			}
			if out, _, _ := assaytest.Run(t, dir, "build", "--json"); !strings.Contains(out, `"planned": 0`) {
				t.Errorf("it does not settle:\n%s", out)
			}
			// Said at a terminal, none of it is a control character or broken text.
			if out, messages, _ := assaytest.Run(t, dir, "check", "--all"); !utf8.ValidString(out+messages) || strings.ContainsAny(out, "\x00\x1b\r") {
				t.Errorf("raw bytes on the terminal: %q", out)
			}
		})
	}
}

func TestHugeNote(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	dir := t.TempDir()
	assaytest.Lay(t, dir, assaytest.Sound())
	line := "Black tea is steeped at 95 degrees for four minutes and [[Good]] is a link in a long line of prose.\n"
	text := "# Huge\n\n" + strings.Repeat(line+strings.Repeat("\n", 1), 50<<20/(len(line)+1))
	assaytest.Lay(t, dir, map[string]string{"00_Inbox/Huge.md": text})
	began := time.Now()
	assaytest.Must(t, 0, dir, "check")
	if took := time.Since(began); took > 60*time.Second {
		t.Errorf("50 MB took %v", took)
	} else {
		t.Logf("50 MB took %v", took)
	}
	if now, err := os.ReadFile(filepath.Join(dir, "00_Inbox", "Huge.md")); err != nil || string(now) != text {
		t.Error("the note was changed")
	}
}

// A vault with Windows line ends, and what git makes of it, is graded and built like
// any other, and its own files keep their line ends.
func TestCRLFVault(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := assaytest.Sound()
	files["01_Wiki/Home.md"] = "---\ntitle: Home\n---\n# Home\n\nSee [[Green tea]].\n\nBlack tea is steeped at 95 degrees for four minutes. ^[raw/tea.md]\n"
	for name, text := range files {
		files[name] = strings.ReplaceAll(text, "\n", "\r\n")
	}
	assaytest.Lay(t, dir, files)
	assaytest.Must(t, 0, dir, "build")
	for name, text := range files {
		if now, _ := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); string(now) != text {
			t.Errorf("%s changed to %q", name, now)
		}
	}
	if a := checkJSON(t, dir); a.Summary.Errors != 0 || a.Claims["T5"] < 2 {
		t.Errorf("%+v", a)
	}
}

func TestAutocrlfCheckout(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	dir := filepath.Join(t.TempDir(), "vault")
	files := assaytest.Sound()
	files["01_Wiki/Home.md"] = "# Home\n\nSee [[Steeping]].\n"
	files["raw/steeping.md"] = "---\nretrieved: 2026-05-01\n---\n# About steeping\n\nSteeping is the process of drawing flavour from leaves with hot water. Steeping of green tea takes two minutes at 80 degrees.\n"
	assaytest.Lay(t, dir, files)
	assaytest.Must(t, 0, dir, "build")
	want := checkJSON(t, dir)
	git := func(dir string, args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=ada", "-c", "user.email=ada@example.org"}, args...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git(dir, "init", "-q")
	git(dir, "add", ".")
	git(dir, "commit", "-qm", "vault")
	clone := filepath.Join(t.TempDir(), "clone")
	git(filepath.Dir(dir), "clone", "-q", "-c", "core.autocrlf=true", dir, clone)
	if note, _ := os.ReadFile(filepath.Join(clone, "01_Wiki", "Good.md")); !bytes.Contains(note, []byte("\r\n")) {
		t.Fatal("git did not change line ends")
	}
	got := checkJSON(t, clone)
	if d := cmp.Diff(want.Claims, got.Claims); d != "" || got.Summary.Errors != 0 {
		t.Errorf("a checkout with CRLF stands differently:\n%s%+v", d, got.Diagnostics)
	}
	before := assaytest.Files(t, clone)
	out, _ := assaytest.Must(t, 0, clone, "build", "--json")
	var r struct{ Written []string }
	if err := json.Unmarshal([]byte(out), &r); err != nil || len(r.Written) > 0 {
		t.Errorf("a build of the checkout wrote %v, %v", r.Written, err)
	}
	if d := cmp.Diff(before, assaytest.Files(t, clone)); d != "" {
		t.Errorf("a build of the checkout changed it:\n%s", d)
	}
	assaytest.Must(t, 0, clone, "ledger", "verify")
}

func TestLinksInTheFileSystem(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege")
	}
	dir, outside := t.TempDir(), t.TempDir()
	assaytest.Lay(t, dir, assaytest.Sound())
	assaytest.Lay(t, outside, map[string]string{"secret.md": "# Secret\n\nThe password is swordfish.\n"})
	for name, to := range map[string]string{
		"01_Wiki/loop":      ".",
		"01_Wiki/self.md":   "self.md",
		"01_Wiki/a.md":      "b.md",
		"01_Wiki/b.md":      "a.md",
		"01_Wiki/out.md":    filepath.Join(outside, "secret.md"),
		"01_Wiki/outdir":    outside,
		"raw/out.md":        filepath.Join(outside, "secret.md"),
		"01_Wiki/nowhere":   "gone",
		"01_Wiki/Linked.md": "Good.md",
	} {
		if err := os.Symlink(to, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	before := assaytest.Files(t, dir)
	a := checkJSON(t, dir)
	for _, file := range []string{"01_Wiki/self.md", "01_Wiki/out.md"} {
		if !a.has(file, 0, "link") {
			t.Errorf("no word of %s in %+v", file, a.Diagnostics)
		}
	}
	out, messages, _ := assaytest.Run(t, dir, "build")
	after := assaytest.Files(t, dir)
	for file, text := range before {
		if after[file] != text {
			t.Errorf("%s was changed", file)
		}
	}
	for file, text := range after {
		if strings.Contains(text, "swordfish") {
			t.Errorf("%s holds what lies outside the vault", file)
		}
	}
	if strings.Contains(out+messages, "swordfish") {
		t.Error("the answer holds what lies outside the vault")
	}
	if now := assaytest.Files(t, outside); len(now) != 1 {
		t.Errorf("written outside the vault: %v", slices.Sorted(maps.Keys(now)))
	}
}

// Two notes whose names differ only in case are told: on other systems they are one.
func TestNamesThatDifferInCase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	assaytest.Lay(t, dir, assaytest.Sound())
	assaytest.Lay(t, dir, map[string]string{"01_Wiki/good.md": "# Another\n\nSee [[Good]] and [[good]].\n"})
	if names, _ := filepath.Glob(filepath.Join(dir, "01_Wiki", "*.md")); len(names) != 2 {
		t.Skip("a file system without case")
	}
	if a := checkJSON(t, dir); !a.has("01_Wiki/good.md", 0, "case") && !a.has("01_Wiki/Good.md", 0, "case") {
		t.Errorf("no word of it: %+v", a.Diagnostics)
	}
	assaytest.Must(t, 0, dir, "build")
}

// A vault that cannot be written to can be looked at, and a build says what stops it.
func TestReadOnlyVault(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("nothing is read-only to root")
	}
	dir := t.TempDir()
	assaytest.Lay(t, dir, assaytest.Sound())
	before := assaytest.Files(t, dir)
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	assaytest.Must(t, 0, dir, "check")
	if _, messages := assaytest.Must(t, 2, dir, "build"); !strings.Contains(messages, "permission denied") {
		t.Errorf("build says %q", messages)
	}
	if d := cmp.Diff(before, assaytest.Files(t, dir)); d != "" {
		t.Error(d)
	}
}

// A file where a folder should be stops the build with its name, for root too.
func TestFileInPlaceOfAFolder(t *testing.T) {
	t.Parallel()
	for _, blocked := range []string{".assay", "03_Sources", "03_Sources/ledger.jsonl/x"} {
		dir := t.TempDir()
		assaytest.Lay(t, dir, assaytest.Sound())
		assaytest.Lay(t, dir, map[string]string{blocked: "in the way\n"})
		before := assaytest.Files(t, dir)
		_, messages := assaytest.Must(t, 2, dir, "build")
		if !strings.Contains(messages, strings.TrimSuffix(blocked, "/x")) {
			t.Errorf("%s: build says %q", blocked, messages)
		}
		if d := cmp.Diff(before, assaytest.Files(t, dir)); d != "" {
			t.Errorf("%s: %s", blocked, d)
		}
		assaytest.Leftovers(t, dir)
		assaytest.Must(t, 0, dir, "check")
	}
}

func TestUnreadableNote(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("everything is readable to root")
	}
	dir := t.TempDir()
	assaytest.Lay(t, dir, assaytest.Sound())
	assaytest.Lay(t, dir, map[string]string{"01_Wiki/Closed.md": "# Closed\n"})
	if err := os.Chmod(filepath.Join(dir, "01_Wiki", "Closed.md"), 0); err != nil {
		t.Fatal(err)
	}
	if a := checkJSON(t, dir); !a.has("01_Wiki/Closed.md", 0, "permission denied") || a.Claims["T5"] != 1 {
		t.Errorf("%+v", a)
	}
}

// A policy with a typo stops everything, with the name that was meant, and nothing
// is written.
func TestPolicyTypo(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"vault: {evidnce: [raw]}\n":                    "evidence",
		"synthesis:\n  min_similarity_treshold: 0.5\n": "min_similarity_threshold",
		"promotoin: {mode: auto}\n":                    "promotion",
		"promotion: {mode: atuo}\n":                    "auto",
		"vault:\n\tevidence: [raw]\n":                  "indent with spaces",
		"vault: [raw\n":                                "pipeline-policy.yaml:1",
		"synthesis: {min_similarity_threshold: 7}\n":   "min_similarity_threshold",
		"vault: {wiki: ../elsewhere}\n":                "../elsewhere",
		"vault: {evidence: [raw]}\nvault: {wiki: x}\n": "vault",
		"\xff\xfe\x00v\x00":                            "pipeline-policy.yaml",
		"vault: {wiki: 01_Wiki, drafts: 01_Wiki}\n":    "drafts",
		"crawl: {delay: soon}\n":                       "soon",
		"quotas: {max_credits_per_session: -1}\n":      "max_credits_per_session",
		"vault: {evidence: [/etc]}\n":                  "/etc",
	} {
		dir := t.TempDir()
		assaytest.Lay(t, dir, assaytest.Sound())
		assaytest.Lay(t, dir, map[string]string{"pipeline-policy.yaml": text})
		before := assaytest.Files(t, dir)
		for _, args := range [][]string{{"build"}, {"check"}, {"gaps"}, {"source", "list"}} {
			_, messages := assaytest.Must(t, 2, dir, args...)
			if !strings.Contains(messages, want) || !strings.Contains(messages, "pipeline-policy.yaml") {
				t.Errorf("%q: %v says %q, want %q", text, args, messages, want)
			}
		}
		out, _ := assaytest.Must(t, 2, dir, "build", "--json")
		var a checkAnswer
		if err := json.Unmarshal([]byte(out), &a); err != nil || a.Error == nil || a.Error.Message == "" {
			t.Errorf("%q: --json says %q, %v", text, out, err)
		}
		if d := cmp.Diff(before, assaytest.Files(t, dir)); d != "" {
			t.Errorf("%q: %s", text, d)
		}
		if _, err := os.Lstat(filepath.Join(dir, vault.StateDir)); err == nil {
			t.Errorf("%q: .assay was made", text)
		}
	}
}

// A page made to harm is text: nothing in it becomes a link, a tag, a block id, a
// control character, or takes the build down.
func TestHostileOriginals(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	assaytest.Lay(t, dir, assaytest.Sound())
	assaytest.Lay(t, dir, map[string]string{
		"raw/evil.html": `<html><head><title>[[Home]] #tag</title><script>alert("swordfish")</script></head><body><h1>Evil tea</h1>
<p>Evil tea is a [[Good]] drink with #tags and ^chk-aaaaaaaaaaaaaaaa in it. %%hidden%% <!-- note --> It is sold at 3 euros a cup.</p>
<p>---</p><p>assay: page/1</p><pre>` + "```" + `
[[Fence]]
</pre><p onclick="x">Evil tea is sipped slowly by everyone who is patient enough to wait.</p>
<table><tr><td>a|b</td><td>[[c]]</td></tr></table><a href="javascript:alert(1)">click</a><img src=x onerror=alert(1)>
<p>## Superseded passages</p></body></html>`,
		"raw/deep.html":   strings.Repeat("<div>", 20000) + "<p>Deep tea is at the bottom of a very long page of boxes.</p>",
		"raw/open.html":   "<table><tr><td><p>Open tea is never closed by anyone at all, and that is that<table><tr><td>",
		"raw/attr.html":   "<p " + strings.Repeat("a=b ", 50000) + ">Attribute tea has too many attributes to be counted by hand.</p>",
		"raw/bytes.html":  "<p>Byte tea is \xff\xfe\x00\x1b[31mred\x1b[0m and it is served in the evening to guests.</p>",
		"raw/entity.html": "<p>" + strings.Repeat("&lt;", 20000) + "&#0;&#x110000;&bogus;</p><p>Entity tea is written with many signs, and few of them are letters.</p>",
		"raw/empty.html":  "",
		"raw/bin.html":    "\x00\x01\x02\x03\x04\x05\x06\x07",
		"raw/wall.html":   "<html><body><div class=cookie><p>We value your privacy. Accept all cookies to go on reading.</p></div></body></html>",
		"01_Wiki/Home.md": "# Home\n\nSee [[Evil tea]].\n",
	})
	out, messages, status := assaytest.Run(t, dir, "build")
	if status == 2 {
		t.Fatalf("the build gave up:\n%s%s", out, messages)
	}
	if !strings.Contains(out+messages, "empty.html") {
		t.Errorf("no word of the empty page:\n%s%s", out, messages)
	}
	for name, text := range assaytest.Files(t, dir) {
		if !strings.HasPrefix(name, "03_Sources/sr_") || !strings.HasSuffix(name, ".md") {
			continue
		}
		n := markdown.Parse(name, []byte(text), markdown.Options{})
		for _, l := range n.Links {
			if l.Wiki && !l.Meta {
				t.Errorf("%s links to %s", name, l.Target)
			}
		}
		for _, b := range n.Blocks {
			if b.ID == "chk-aaaaaaaaaaaaaaaa" {
				t.Errorf("%s holds a block id of its original", name)
			}
		}
		if strings.Contains(text, "swordfish") || strings.Contains(text, "javascript:") || strings.ContainsAny(text, "\x00\x1b") || !utf8.ValidString(text) {
			t.Errorf("%s holds what it should not:\n%.2000q", name, text)
		}
	}
	if out, messages, _ := assaytest.Run(t, dir, "check", "--all"); strings.ContainsAny(out+messages, "\x00\x1b") {
		t.Errorf("raw bytes on the terminal: %q", out)
	}
	if out, _, _ := assaytest.Run(t, dir, "build", "--json"); strings.Contains(out, `"written": ["`) {
		t.Errorf("it does not settle:\n%s", out)
	}
}

func TestDamagedLedger(t *testing.T) {
	t.Parallel()
	built := t.TempDir()
	files := assaytest.Sound()
	files["01_Wiki/Home.md"] = "# Home\n\nSee [[Steeping]].\n"
	files["raw/about.md"] = "# Steeping\n\nSteeping is the process of drawing flavour from leaves with hot water. Steeping of green tea takes two minutes at 80 degrees.\n"
	assaytest.Lay(t, built, files)
	assaytest.Must(t, 0, built, "build")
	whole, err := os.ReadFile(filepath.Join(built, "03_Sources", "ledger.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(strings.TrimSuffix(string(whole), "\n"), "\n")
	for name, test := range map[string]struct {
		text string
		line int
		want string
		ok   bool // `ledger verify` finds it whole all the same
	}{
		"torn last line":      {string(whole) + lines[0][:40], len(lines) + 1, "", true},
		"conflict markers":    {"<<<<<<< HEAD\n" + string(whole) + "=======\n" + lines[0] + ">>>>>>> other\n", 1, "conflict marker", false},
		"a line twice":        {string(whole) + lines[1], 0, "", true},
		"lines in disorder":   {strings.Join(append([]string{lines[len(lines)-1] + "\n"}, lines[:len(lines)-1]...), ""), 0, "", true},
		"CRLF":                {strings.ReplaceAll(string(whole), "\n", "\r\n"), 0, "", true},
		"an inner line gone":  {strings.Join(append(slices.Clone(lines[:2]), lines[3:]...), "") + "\n", 0, "", false},
		"a line changed":      {strings.Replace(string(whole), `"pages":1`, `"pages":2`, 1), 0, "changed", false},
		"garbage in between":  {lines[0] + "{\"half\": \n" + strings.Join(lines[1:], "") + "\n", 2, "", false},
		"a line of 5 million": {string(whole) + strings.Repeat("x", 5_000_000) + "\n", len(lines) + 1, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			assaytest.Lay(t, dir, assaytest.Files(t, built))
			assaytest.Lay(t, dir, map[string]string{"03_Sources/ledger.jsonl": test.text})
			out, messages, status := assaytest.Run(t, dir, "ledger", "verify")
			if want := map[bool]int{true: 0, false: 1}[test.ok]; status != want {
				t.Fatalf("ledger verify: status %d, want %d\n%s%s", status, want, out, messages)
			}
			place := "ledger.jsonl:"
			if test.line > 0 {
				place = fmt.Sprintf("ledger.jsonl:%d:", test.line)
			}
			if (!test.ok || test.line > 0) && (!strings.Contains(out, place) || !strings.Contains(out, test.want)) {
				t.Errorf("ledger verify says, want %q at %s:\n%s", test.want, place, out)
			}
			// Building over it appends or does nothing; what was there stays.
			assaytest.Run(t, dir, "build")
			now, err := os.ReadFile(filepath.Join(dir, "03_Sources", "ledger.jsonl"))
			if err != nil || !strings.HasPrefix(string(now), test.text) {
				t.Errorf("the build lost something of the ledger: %v", err)
			}
		})
	}
}
