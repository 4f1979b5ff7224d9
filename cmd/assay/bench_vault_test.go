package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/assaytest"
	"assay/internal/lab/vaultgen"
)

// What `make bench` measures must be what its rows say: a vault with claims of each
// sort, links that lead somewhere and some that do not, the same one each time.
func TestGeneratedVault(t *testing.T) {
	t.Parallel()
	assay := func(args ...string) string {
		var out, messages bytes.Buffer
		if code := run(t.Context(), append(args, "--json"), &out, &messages, func(name string) string {
			return map[string]string{"SOURCE_DATE_EPOCH": "1793880000", "USER": "ada"}[name] // 2026-11-05
		}); code > exitFaults {
			t.Fatalf("%v: %s", args, messages.String())
		}
		return out.String()
	}
	write := func() (string, vaultgen.Made) {
		dir := filepath.Join(t.TempDir(), "vault")
		made, err := vaultgen.Write(dir, vaultgen.Options{Notes: 150, Chunks: 60}, func() error { assay("build", dir); return nil })
		if err != nil {
			t.Fatal(err)
		}
		return dir, made
	}
	dir, made := write()
	again, _ := write()
	if d := cmp.Diff(assaytest.Files(t, dir), assaytest.Files(t, again)); d != "" {
		t.Fatalf("two vaults of one seed differ: %.2000s", d)
	}
	if made.Notes != 150 || made.Links < 500 || made.Claims < 150 || made.Chunks < 50 || made.Chunks > 75 {
		t.Errorf("made %+v", made)
	}
	before := assaytest.Files(t, dir)
	if !strings.Contains(before[made.Sample], "[^chk-") {
		t.Errorf("the note to edit, %s, cites nothing", made.Sample)
	}
	assay("build", dir)
	after := assaytest.Files(t, dir)
	for name, text := range before { // footnotes were as a build writes them
		if catalogue := name == "01_Wiki/index.md" || name == "01_Wiki/log.md"; after[name] != text && !catalogue && !strings.HasPrefix(name, "03_Sources/") {
			t.Errorf("the build changed %s:\n%s", name, cmp.Diff(text, after[name]))
		}
	}
	report, _, _ := strings.Cut(assay("check", dir), `"folders": `) // of which some have none of a tier
	for _, none := range []string{`"T0": 0,`, `"T1": 0,`, `"T2": 0,`, `"T3": 0,`, `"T5": 0,`, `"unchecked": 0`, `"uncited": 0`} {
		if strings.Contains(report, none) {
			t.Errorf("the vault has %s in %.400s", none, report)
		}
	}
	for _, code := range []string{"unresolved-link", "dangling-citation", "value-mismatch", "stale-evidence"} {
		if !strings.Contains(report, `"code": "`+code+`"`) {
			t.Errorf("no claim or link is told as %s", code)
		}
	}
	if strings.Count(report, `"severity": "error"`) > made.Claims/8 {
		t.Errorf("more errors than people leave: %.400s", report)
	}
}
