package robust

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/assaytest"
)

// A committed record that is there and cannot be read stops every command with its name and
// what to do; nothing is written over it.
func TestUnreadableRecord(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"03_Sources/ledger.jsonl", "03_Sources/verdicts.jsonl", "03_Sources/adopted.json", "assay-baseline.jsonl"} {
		dir := t.TempDir()
		assaytest.Lay(t, dir, assaytest.Sound())
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		// Root reads what nobody else may, but no file that leads to itself.
		if err := os.Symlink(filepath.Base(at), at); err != nil {
			t.Skip(err)
		}
		for _, args := range [][]string{{"check"}, {"build"}} {
			if name == "assay-baseline.jsonl" && args[0] == "build" {
				continue // it is check that reads it
			}
			_, messages := assaytest.Must(t, 2, dir, args...)
			if !strings.Contains(messages, name) || !strings.Contains(messages, "hint:") {
				t.Errorf("%s: %v says %q", name, args, messages)
			}
		}
		if to, err := os.Readlink(at); err != nil || to != filepath.Base(at) {
			t.Errorf("%s was replaced", name)
		}
	}
}

// A damaged record is told with file and line, and a build keeps every byte of it.
func TestDamagedRecord(t *testing.T) {
	t.Parallel()
	for name, damages := range map[string][]string{
		"03_Sources/ledger.jsonl":   {"<<<<<<< HEAD\n", "{\"assay\":", "\x00\x01\n"},
		"03_Sources/verdicts.jsonl": {"<<<<<<< HEAD\n", "{\"assay\":", "\x00\x01\n"},
		"assay-baseline.jsonl":      {"<<<<<<< HEAD\n", "{\"assay\":", "\x00\x01\n", ""},
	} {
		for _, text := range damages {
			dir := t.TempDir()
			assaytest.Lay(t, dir, assaytest.Sound())
			assaytest.Lay(t, dir, map[string]string{name: text})
			out, messages, status := assaytest.Run(t, dir, "check")
			said := out + messages
			if torn := text == "{\"assay\":" && name != "assay-baseline.jsonl"; status == 0 && !torn {
				t.Errorf("%s %q: check ends 0:\n%s", name, text, said)
			}
			if !strings.Contains(said, name+":1") && !strings.Contains(said, name+": line 1") || !strings.Contains(said, "hint:") {
				t.Errorf("%s %q: check says\n%s", name, text, said)
			}
			assaytest.Run(t, dir, "build")
			now, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
			if err != nil || !strings.HasPrefix(string(now), text) {
				t.Errorf("%s %q: a build made it %q, %v", name, text, now, err)
			}
		}
	}
}
