//go:build linux

package robust

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/internal/assaytest"

	"golang.org/x/sys/unix"
)

// Text without a sensible end is told or passed over, and costs no more than other text.
func TestHugeTextEnds(t *testing.T) {
	t.Parallel()
	const megabyte = 1 << 20
	prose := strings.Repeat("green tea 80 degrees and ", megabyte/25)
	deep := strings.Repeat("[", 500_000)
	for name, test := range map[string]struct {
		files map[string]string
		want  string // in what check says; "" where there is nothing to tell
	}{
		"a sentence":            {map[string]string{"01_Wiki/Bad.md": "# Bad\n\n" + prose + "tea. ^[raw/tea.md]\n"}, "too-large"},
		"a sentence and source": {map[string]string{"01_Wiki/Bad.md": "# Bad\n\nHot " + prose + "tea. ^[raw/long.txt]\n", "raw/long.txt": prose + "\n"}, "circular-citation"},
		"a word":                {map[string]string{"01_Wiki/Bad.md": "# Bad\n\nTea is " + strings.Repeat("x", megabyte) + ". ^[raw/tea.md]\n"}, "too-large"},
		"a number":              {map[string]string{"01_Wiki/Bad.md": "# Bad\n\nTea costs " + strings.Repeat("7", megabyte) + " euros. ^[raw/tea.md]\n"}, "too-large"},
		"a script without spaces": {map[string]string{"01_Wiki/Bad.md": "# Bad\n\n" + strings.Repeat("茶は八十度で二分間", megabyte/27) + "。 ^[raw/tea.md]\n"},
			"too-large"},
		"a link":           {map[string]string{"01_Wiki/Bad.md": "# Bad\n\n[[" + strings.Repeat("b", megabyte) + "]]\n"}, "unresolved-link"},
		"a source's line":  {map[string]string{"01_Wiki/Bad.md": "# Bad\n\nGreen tea is steeped at 81 degrees. ^[raw/long.txt]\n", "raw/long.txt": prose + "\n"}, ""},
		"nested JSON":      {map[string]string{"01_Wiki/Bad.md": "# Bad\n\nTea is hot. ^[raw/deep.json]\n", "raw/deep.json": deep + strings.Repeat("]", len(deep))}, "nested deeper"},
		"open JSON":        {map[string]string{"raw/deep.json": strings.Repeat(`{"a":`, 500_000)}, ""},
		"flat JSON":        {map[string]string{"01_Wiki/Bad.md": "# Bad\n\nTea is hot. ^[raw/flat.json]\n", "raw/flat.json": "[" + strings.Repeat(`{"tea": "green", "degrees": 80},`, 18*megabyte/32) + "0]"}, "18 MB"},
		"nested YAML":      {map[string]string{"01_Wiki/Bad.md": "---\na: " + deep + "\n---\n# Bad\n", "raw/deep.md": "---\na: " + strings.Repeat("{a: ", 500_000) + "\n---\n# Deep\n\nText.\n"}, "broken-frontmatter"},
		"a nested ledger":  {map[string]string{"03_Sources/ledger.jsonl": deep + "\n"}, "damaged-ledger"},
		"a nested policy":  {map[string]string{"pipeline-policy.yaml": "vault: " + deep + "\n"}, "opening brackets"},
		"a very long page": {map[string]string{"raw/long.html": "<p>" + prose + "</p>"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			assaytest.Lay(t, dir, assaytest.Sound())
			assaytest.Lay(t, dir, test.files)
			for _, args := range [][]string{{"check"}, {"build"}, {"adopt", "-n"}, {"search", "green tea"}} {
				out, messages := ends(t, dir, args...)
				if args[0] == "check" && !strings.Contains(out+messages, test.want) {
					t.Errorf("no word of %q:\n%.2000s%.2000s", test.want, out, messages)
				}
				if len(out) > 100_000 {
					t.Errorf("%v writes %d KB", args, len(out)>>10)
				}
			}
		})
	}
}

// A named pipe in place of a file is never waited for.
func TestPipeInPlaceOfAFile(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"pipeline-policy.yaml": "pipeline-policy.yaml: something other than a file", "03_Sources/ledger.jsonl": "ledger.jsonl", "01_Wiki/Bad.md": "", "raw/tea.md": "", "raw/pipe.json": "",
		"assay-baseline.jsonl": "", ".obsidian/app.json": "", ".gitmodules": "", ".assay/lock": "", ".assay/journal.bin": "", ".assay/state.bin": "", ".assay/answers.jsonl": "",
		".git/HEAD": "", ".git/config": "", ".git/index": "", ".git/hooks/pre-commit": "",
	} {
		dir := t.TempDir()
		assaytest.Lay(t, dir, assaytest.Sound())
		if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
			t.Skipf("no git: %v %s", err, out)
		}
		at := filepath.Join(dir, filepath.FromSlash(name))
		_ = os.Remove(at)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := unix.Mkfifo(at, 0o644); err != nil {
			t.Fatal(err)
		}
		all := ""
		for _, args := range [][]string{{"check"}, {"check", "--staged"}, {"build"}, {"hook", "status"}, {"doctor"}} {
			out, messages := ends(t, dir, args...)
			all += out + messages
		}
		if !strings.Contains(all, want) {
			t.Errorf("%s: no word of %q:\n%s", name, want, all)
		}
	}
}

// ends runs the program and fails where it takes more than a user waits, or more memory than
// a laptop spares.
func ends(t *testing.T, dir string, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, messages strings.Builder
	cmd := assaytest.Program(dir, args...)
	cmd.Stdout, cmd.Stderr = &out, &messages
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
	_ = cmd.Wait() // a fault of the vault is one to the program
	if !late.Stop() {
		t.Fatalf("assay %v does not end", args)
	}
	if spent := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(); spent > 5*time.Second {
		t.Errorf("assay %v took %v", args, spent)
	}
	if used := assaytest.Peak(cmd); used > 500<<20 {
		t.Errorf("assay %v took %d MB", args, used>>20)
	}
	if strings.Contains(messages.String(), "goroutine ") {
		t.Errorf("assay %v panicked:\n%.2000s", args, messages.String())
	}
	return out.String(), messages.String()
}
