package wikis

import (
	"os"
	"path/filepath"
	"testing"

	"assay/internal/assaytest"

	"github.com/google/go-cmp/cmp"
)

// wikisClock is after the day on which any of the wikis says that it took something in: what is
// from the future is evidence of nothing.
const wikisClock = "1784000000" // 2026-07-14

// Every wiki of a folder that ASSAY_WIKIS names is adopted, checks clean, and is what it
// was when that is undone.
//
// Invariant (other tools' wikis): After an adoption only what is new fails, and undoing it
// gives every byte back. See also adopt_baseline.txtar.
func TestAdoptWikis(t *testing.T) {
	folder := os.Getenv("ASSAY_WIKIS")
	if folder == "" {
		t.Skip("ASSAY_WIKIS names no folder of wikis")
	}
	t.Setenv(assaytest.LaterClock, wikisClock)
	wikis, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range wikis {
		if !w.IsDir() {
			continue
		}
		t.Run(w.Name(), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "wiki")
			if err := os.CopyFS(dir, os.DirFS(filepath.Join(folder, w.Name()))); err != nil {
				t.Fatal(err)
			}
			original := assaytest.Files(t, dir)
			assaytest.Must(t, 0, dir, "adopt", "--yes")
			out, _ := assaytest.Must(t, 0, dir, "check", "--warn-error")
			t.Logf("%s", out[max(0, len(out)-300):])
			assaytest.Must(t, 0, dir, "adopt", "--undo")
			if d := cmp.Diff(original, assaytest.Files(t, dir)); d != "" {
				t.Errorf("taken back it is not what it was:\n%s", clipped(d))
			}
		})
	}
}
