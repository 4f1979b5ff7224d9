package wikis

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"assay/internal/assaytest"

	"github.com/google/go-cmp/cmp"
)

// adoptionRecord is 03_Sources/adopted.json, as FORMAT.md has it.
type adoptionRecord struct {
	Assay string
	Runs  []struct {
		Written []struct {
			Path, SHA256 string
			Bytes        int
		}
		Rewritten []struct {
			Note, Was, Is string
			Edits         []struct {
				At       int
				Old, New string
			}
		}
	}
}

func adoptionOf(t *testing.T, dir string) adoptionRecord {
	t.Helper()
	var r adoptionRecord
	text, err := os.ReadFile(filepath.Join(dir, "03_Sources", "adopted.json"))
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil || r.Assay != "adopted/1" {
		t.Fatalf("the record: %v\n%s", err, text)
	}
	return r
}

// stripped are the files of a vault with the recorded replacements taken out, and
// without those that the adoption made.
func stripped(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := assaytest.Files(t, dir)
	record := adoptionOf(t, dir)
	for _, run := range slices.Backward(record.Runs) {
		for _, w := range run.Rewritten {
			text := files[w.Note]
			for _, e := range slices.Backward(w.Edits) {
				if got := text[e.At : e.At+len(e.New)]; got != e.New {
					t.Fatalf("%s at %d: %q, the record has %q", w.Note, e.At, got, e.New)
				}
				text = text[:e.At] + e.Old + text[e.At+len(e.New):]
			}
			files[w.Note] = text
		}
		for _, w := range run.Written {
			delete(files, w.Path)
		}
	}
	delete(files, "03_Sources/adopted.json")
	return files
}

type adoption struct {
	Wiki      string
	Evidence  []string
	Ungraded  []string
	Written   []string
	Rewritten []struct {
		Note      string
		Citations int
	}
	Left []struct{ File, Why string }
}

func adoptVault(t *testing.T, dir string, args ...string) adoption {
	t.Helper()
	out, _ := assaytest.Must(t, 0, dir, append([]string{"adopt", "--json"}, args...)...)
	var a adoption
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return a
}

// good ranks what a verdict says of a claim.
var good = map[string]int{"T0": 0, "T4": 0, "T1": 1, "unchecked": 1, "T2": 2, "T3": 2, "T5": 3}

// A wiki that another tool wrote becomes a vault without losing a byte or a claim, and
// no claim gets better by it. It can be done twice, and taken back.
//
// Invariant (other tools' wikis): An adoption loses no byte, no claim and no tier, makes no
// claim better, and can be done twice, killed, and taken back. See also TestAdoptOddFiles,
// TestAdoptKilled, adopt.txtar.
func TestAdopt(t *testing.T) {
	t.Parallel()
	var rewritten atomic.Int64
	t.Run("wikis", func(t *testing.T) {
		for _, name := range madeUpWikis(t) {
			for _, mode := range []string{"plain", "rewritten"} {
				t.Run(name+" "+mode, func(t *testing.T) {
					t.Parallel()
					dir := wikiCopy(t, name)
					claims := wikiExpected(t, name)
					original := assaytest.Files(t, dir)
					before := wikiCheck(t, dir)
					args := []string{"--yes"}
					if mode == "rewritten" {
						args = append(args, "--rewrite-citations")
					}
					if mode == "rewritten" {
						assaytest.Must(t, 0, dir, append([]string{"adopt", "-n"}, args...)...)
					}
					if _, err := os.Stat(filepath.Join(dir, ".assay")); err == nil || !maps.Equal(original, assaytest.Files(t, dir)) {
						t.Fatal("a dry run wrote")
					}
					a := adoptVault(t, dir, args...)
					for _, r := range a.Rewritten {
						rewritten.Add(int64(r.Citations))
					}
					if mode == "plain" && len(a.Rewritten) > 0 {
						t.Errorf("nobody asked to rewrite %v", a.Rewritten)
					}
					now := assaytest.Files(t, dir)
					if d := cmp.Diff(original, stripped(t, dir)); d != "" {
						t.Errorf("without the citations it is not what it was:\n%s", d)
					}
					sameClaims(t, dir, claims, before, wikiCheck(t, dir), a)
					if again := adoptVault(t, dir, args...); len(again.Written) > 0 || !maps.Equal(now, assaytest.Files(t, dir)) {
						t.Errorf("a second time wrote %v", again.Written)
					}
					taken := filepath.Join(t.TempDir(), "taken back")
					if err := os.CopyFS(taken, os.DirFS(dir)); err != nil {
						t.Fatal(err)
					}
					assaytest.Must(t, 0, taken, "adopt", "--undo")
					if d := cmp.Diff(original, assaytest.Files(t, taken)); d != "" {
						t.Errorf("taken back it is not what it was:\n%s", d)
					}
					if mode == "plain" {
						return
					}
					exits, messages, status := assaytest.Run(t, dir, "build")
					if status > 1 {
						t.Errorf("build after adopt: %d\n%s%s", status, exits, messages)
					}
					built := wikiCheck(t, dir)
					sameClaims(t, dir, claims, before, built, a)
					assaytest.Must(t, 0, dir, "adopt", "--undo")
					after := assaytest.Files(t, dir)
					for file, text := range original {
						if after[file] != text {
							t.Errorf("%s is not what it was, after a build", file)
						}
					}
				})
			}
		}
	})
	if rewritten.Load() < 20 {
		t.Errorf("only %d citations of all wikis were rewritten", rewritten.Load())
	}
}

// sameClaims holds that no claim was lost, and none is better than it was.
func sameClaims(t *testing.T, dir string, claims []wikiClaim, before, after wikiAnswer, a adoption) {
	t.Helper()
	ungraded, held := 0, 0
	for _, c := range claims {
		if c.words == "" || slices.Contains(c.tiers, "none") {
			continue
		}
		was, _, _, _ := before.verdict(c)
		if slices.Contains(a.Ungraded, c.page) {
			ungraded++
			continue
		}
		if was == "T5" {
			held++
		}
		now := c // where the words stand now
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(c.page)))
		words := c.words
		if i := strings.Index(words, "[^"); i > 0 {
			words = words[:i]
		}
		i := bytes.Index(text, []byte(words))
		if err != nil || i < 0 {
			t.Errorf("%s: the claim %q is lost: %v", c.page, words, err)
			continue
		}
		now.line = 1 + bytes.Count(text[:i], []byte("\n"))
		now.col = 1 + len([]rune(string(text[bytes.LastIndexByte(text[:i], '\n')+1:i])))
		is, told, _, _ := after.verdict(now)
		if good[is] > good[was] {
			t.Errorf("%s %q: %s was %s %v", c.page, c.words, is, was, told)
		}
		if was == "T5" && is != "T5" {
			t.Errorf("%s %q: holds no longer: %s %v", c.page, c.words, is, told)
		}
	}
	if got, want := after.Summary.Cited, before.Summary.Cited-ungraded; got != want {
		t.Errorf("%d claims cite something, want %d", got, want)
	}
	if after.Summary.Hold != held {
		t.Errorf("%d claims hold, %d did", after.Summary.Hold, held)
	}
}

// What editors and file systems leave behind stays as it is, byte for byte.
func TestAdoptOddFiles(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "wiki")
	source := "# Kites\n\nThe kite Halberd has a span of 3 metres.\n\nThe kite Partisan has a span of 5 metres.\n"
	note := "# Kites\n\nThe kite Halberd has a span of 3 metres. ^[kites.md]\n\nThe kite Partisan has a span of 6 metres. ^[kites.md]\n"
	front := "---\r\n# a comment\r\nzeta: [1,2 ]\r\nunknown:   'quoted'\r\nalpha: yes\r\n---\r\n"
	var long strings.Builder
	long.WriteString("# Long\n\nThe kite Halberd has a span of 3 metres. ^[kites.md]\n\n")
	for i := 0; long.Len() < 5<<20; i++ {
		fmt.Fprintf(&long, "- item %d\n", i)
	}
	assaytest.Lay(t, dir, map[string]string{
		"raw/kites.md":             source,
		"wiki/plain.md":            note,
		"wiki/crlf.md":             front + strings.ReplaceAll(note, "\n", "\r\n"),
		"wiki/bom.md":              "\ufeff" + note,
		"wiki/no end.md":           strings.TrimRight(note, "\n"),
		"wiki/spaces at end.md":    note + "  \n\t\n\n\n",
		"wiki/broken yaml.md":      "---\ntitle: [a, b\n\tkey: : x\n---\n" + note,
		"wiki/latin1.md":           note + "\nCaf\xe9 \xff\xfe.\n",
		"wiki/nul.md":              note + "\x00\x00",
		"wiki/🪁 kites & «more».md": note,
		"wiki/long.md":             long.String(),
		"wiki/read only.md":        note,
		"wiki/mixed ends.md":       strings.Replace(note, "\n\n", "\r\n\r\n", 1),
		"wiki/sub/defined.md":      note + "\n[^a]: a note of mine\n",
		"wiki/empty.md":            "",
	})
	if err := os.Chmod(filepath.Join(dir, "wiki", "read only.md"), 0o444); err != nil {
		t.Fatal(err)
	}
	links := map[string]string{"wiki/alias.md": "plain.md", "wiki/broken.md": "nowhere.md", "wiki/loop": ".."}
	for name, to := range links {
		if err := os.Symlink(to, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Skipf("symbolic links: %v", err)
		}
	}
	original := assaytest.Files(t, dir)
	a := adoptVault(t, dir, "--yes", "--rewrite-citations")
	done := map[string]bool{}
	for _, r := range a.Rewritten {
		done[path.Base(r.Note)] = true
	}
	for _, want := range []string{"plain.md", "crlf.md", "bom.md", "no end.md", "spaces at end.md", "broken yaml.md", "🪁 kites & «more».md", "long.md", "mixed ends.md", "defined.md"} {
		if !done[want] {
			t.Errorf("%s was not rewritten: %v, left %v", want, a.Rewritten, a.Left)
		}
	}
	for _, left := range []string{"latin1.md", "read only.md", "alias.md"} {
		if done[left] {
			t.Errorf("%s was rewritten", left)
		}
	}
	if d := cmp.Diff(original, stripped(t, dir)); d != "" {
		t.Errorf("without the citations it is not what it was:\n%s", clipped(d))
	}
	now := assaytest.Files(t, dir)
	if text := now["wiki/crlf.md"]; strings.Count(text, "\n") != strings.Count(text, "\r\n") {
		t.Errorf("line ends are mixed:\n%q", text)
	}
	if again := adoptVault(t, dir, "--yes", "--rewrite-citations"); len(again.Written) > 0 {
		t.Errorf("a second time wrote %v", again.Written)
	}
	assaytest.Must(t, 0, dir, "adopt", "--undo")
	if d := cmp.Diff(original, assaytest.Files(t, dir)); d != "" {
		t.Errorf("taken back it is not what it was:\n%s", clipped(d))
	}
	if info, err := os.Stat(filepath.Join(dir, "wiki", "read only.md")); err != nil || info.Mode().Perm() != 0o444 {
		t.Errorf("the read-only file: %v %v", info, err)
	}
}

func clipped(s string) string { return s[:min(len(s), 4000)] }

// What a person did after an adoption stays when it is taken back.
//
// Invariant (other tools' wikis): What a person did since an adoption stays when it is undone.
func TestAdoptUndoKeepsWhatCameSince(t *testing.T) {
	t.Parallel()
	dir := wikiCopy(t, "caret")
	original := assaytest.Files(t, dir)
	adoptVault(t, dir, "--yes", "--rewrite-citations")
	edit := func(file, old, becomes string) {
		t.Helper()
		name := filepath.Join(dir, filepath.FromSlash(file))
		text, err := os.ReadFile(name)
		if err != nil || !bytes.Contains(text, []byte(old)) {
			t.Fatalf("%s has no %q: %v", file, old, err)
		}
		if err := os.WriteFile(name, bytes.Replace(text, []byte(old), []byte(becomes), 1), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	edit("wiki/hives.md", "# Hives\n", "# Hives\n\nA line of mine. ^[inferred]\n")
	edit("pipeline-policy.yaml", "min_note_words: 30", "min_note_words: 31")
	before := assaytest.Files(t, dir)
	assaytest.Must(t, 0, dir, "adopt", "--undo", "-n")
	if !maps.Equal(before, assaytest.Files(t, dir)) {
		t.Error("a dry undo wrote")
	}
	out, _ := assaytest.Must(t, 0, dir, "adopt", "--undo", "--json")
	for _, want := range []string{`"pipeline-policy.yaml"`, "it was changed since"} {
		if !strings.Contains(out, want) {
			t.Errorf("no word of %s:\n%s", want, out)
		}
	}
	now := assaytest.Files(t, dir)
	if want := strings.Replace(original["wiki/hives.md"], "# Hives\n", "# Hives\n\nA line of mine. ^[inferred]\n", 1); now["wiki/hives.md"] != want {
		t.Errorf("the edit, and the citations as they were:\n%s", cmp.Diff(want, now["wiki/hives.md"]))
	}
	if now["wiki/queens.md"] != original["wiki/queens.md"] || now["pipeline-policy.yaml"] == "" {
		t.Error("the other files")
	}
	_, messages := assaytest.Must(t, 2, dir, "adopt", "--undo")
	if !strings.Contains(messages, "no record of an adoption") {
		t.Errorf("twice: %s", messages)
	}

	// A record that names other files removes none of them.
	dir = wikiCopy(t, "caret")
	adoptVault(t, dir, "--yes")
	hives := assaytest.Files(t, dir)["wiki/hives.md"]
	edit("03_Sources/adopted.json", `"written": [`, fmt.Sprintf(`"written": [{"path": "wiki/hives.md", "sha256": "%x", "bytes": 1}, {"path": "../out.md"},`, sha256.Sum256([]byte(hives))))
	assaytest.Run(t, dir, "adopt", "--undo")
	if assaytest.Files(t, dir)["wiki/hives.md"] != hives {
		t.Error("a page was removed")
	}

	// Where the citation itself was edited, nothing is guessed, and the evidence stays.
	dir = wikiCopy(t, "caret")
	adoptVault(t, dir, "--yes", "--rewrite-citations")
	text, _ := os.ReadFile(filepath.Join(dir, "wiki", "hives.md"))
	at := bytes.Index(text, []byte("[^chk-"))
	edit("wiki/hives.md", string(text[at:at+len("[^chk-aaaaaaaaaaaaaaaa]")]), "")
	changed, _ := os.ReadFile(filepath.Join(dir, "wiki", "hives.md"))
	out, _ = assaytest.Must(t, 0, dir, "adopt", "--undo")
	now = assaytest.Files(t, dir)
	if now["wiki/hives.md"] != string(changed) || !strings.Contains(out, "it was edited where its citations were rewritten") || now["03_Sources/adopted.json"] == "" {
		t.Errorf("guessed:\n%s", out)
	}
}

// An adoption that is killed did all or nothing, and the next one ends where an
// undisturbed one does.
func TestAdoptKilled(t *testing.T) {
	t.Parallel()
	undisturbed := filepath.Join(t.TempDir(), "wiki")
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("raw/s%02d.md", i)] = fmt.Sprintf("# Source %d\n\nThe pump of kind %d lifts %d litres a minute.\n", i, i, 100+i)
		files[fmt.Sprintf("wiki/n%02d.md", i)] = fmt.Sprintf("# Note %d\n\nThe pump of kind %d lifts %d litres a minute. ^[s%02d.md]\n", i, i, 100+i, i)
	}
	assaytest.Lay(t, undisturbed, files)
	original := assaytest.Files(t, undisturbed)
	adoptVault(t, undisturbed, "--yes", "--rewrite-citations")
	want := assaytest.Files(t, undisturbed)
	for i := range 6 {
		dir := filepath.Join(t.TempDir(), "wiki")
		assaytest.Lay(t, dir, files)
		cmd := assaytest.Program(dir, "adopt", "--yes", "--rewrite-citations")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		killWhen(t, cmd, dir, i)
		for file, text := range assaytest.Files(t, dir) {
			if text != original[file] && text != want[file] && strings.HasPrefix(file, "wiki/") && !strings.Contains(text, "[^chk-") {
				t.Errorf("%s is neither what it was nor what it becomes:\n%s", file, text)
			}
		}
		adoptVault(t, dir, "--yes", "--rewrite-citations")
		now := assaytest.Files(t, dir)
		for file := range original {
			if undated(now[file]) != undated(want[file]) {
				t.Errorf("%s ends elsewhere: %s", file, cmp.Diff(want[file], now[file]))
			}
		}
		if d := cmp.Diff(original, stripped(t, dir)); d != "" {
			t.Errorf("killed, it lost something:\n%s", d)
		}
		assaytest.Must(t, 0, dir, "adopt", "--undo")
		if d := cmp.Diff(original, assaytest.Files(t, dir)); d != "" {
			t.Errorf("killed and taken back:\n%s", d)
		}
	}
}

// killWhen kills an adoption when its transaction has come so far.
func killWhen(t *testing.T, cmd *exec.Cmd, dir string, stage int) {
	t.Helper()
	ended := make(chan struct{})
	go func() { cmd.Wait(); close(ended) }()
	for {
		select {
		case <-ended:
			return
		default:
		}
		plans, _ := filepath.Glob(filepath.Join(dir, ".assay", "txn", "*", "*"))
		temps, _ := filepath.Glob(filepath.Join(dir, "wiki", ".assay-tmp-*"))
		intent := slices.ContainsFunc(plans, func(p string) bool { return filepath.Base(p) == "intent" })
		if stage == 0 && len(plans) > 0 || stage == 1 && len(temps) > 5 || stage == 2 && len(temps) > 30 || stage >= 3 && intent && len(temps) <= 40-10*(stage-3) {
			cmd.Process.Kill()
			<-ended
			return
		}
	}
}

// undated leaves out the day of a footnote, which may have changed at midnight.
func undated(s string) string {
	if i := strings.Index(s, ", retrieved "); i > 0 {
		return s[:i]
	}
	return s
}

// In a vault that git tracks, citations are rewritten only where a diff will show
// nothing else.
//
// Invariant (other tools' wikis): An adoption rewrites nothing over work that git does not
// have.
func TestAdoptAsksForCommits(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := wikiCopy(t, "caret")
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	git("add", ".")
	git("commit", "-qm", "all")
	// A setting of the repository that names a program must not run it.
	git("config", "core.fsmonitor", "touch "+filepath.Join(dir, "ran"))
	if err := os.WriteFile(filepath.Join(dir, "wiki", "index.md"), []byte("# Index\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, messages := assaytest.Must(t, 2, dir, "adopt", "--yes", "--rewrite-citations")
	if !strings.Contains(messages, "not committed, such as wiki/index.md") || !strings.Contains(messages, "--force") {
		t.Error(messages)
	}
	if _, err := os.Stat(filepath.Join(dir, "ran")); err == nil {
		t.Error("a program of the repository's settings was run")
	}
	adoptVault(t, dir, "--yes") // it only adds files
	assaytest.Must(t, 2, dir, "adopt", "--yes", "--rewrite-citations")
	if a := adoptVault(t, dir, "--yes", "--rewrite-citations", "--force"); len(a.Rewritten) == 0 {
		t.Error("forced, it rewrote nothing")
	}
}
