package wikis

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/internal/assaytest"
)

type repairs struct {
	Fixes   []struct{ Note, Kind, Old, New, Why string }
	Counts  map[string]int
	Dropped int
	Left    []struct{ File, Why string }
}

func fixVault(t *testing.T, dir string) repairs {
	t.Helper()
	out, _ := assaytest.Must(t, 0, dir, "fix", "--yes", "--json")
	var f repairs
	if err := json.Unmarshal([]byte(out), &f); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return f
}

// statedClaim is a claim as it stands in a vault.
type statedClaim struct{ File, Text, Tier string }

func claimsIn(t *testing.T, dir string) (list []statedClaim) {
	t.Helper()
	out, messages, _ := assaytest.Run(t, dir, "check", "--no-baseline", "--claims", "--format", "json")
	var r struct {
		List []statedClaim `json:"claim_list"`
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil || len(r.List) == 0 {
		t.Fatalf("%v\n%s%.2000s", err, messages, out)
	}
	return r.List
}

// noWorse holds that two lists have the same claims in the same order, none with a worse
// tier.
func noWorse(t *testing.T, before, after []statedClaim) {
	t.Helper()
	if len(before) != len(after) {
		t.Fatalf("%d claims, there were %d", len(after), len(before))
	}
	for i, was := range before {
		is := after[i]
		if is.File != was.File || is.Text != was.Text {
			t.Errorf("%s says %q, it said %q", is.File, is.Text, was.Text)
		}
		if good[is.Tier] < good[was.Tier] {
			t.Errorf("%s %q is %s, it was %s", is.File, is.Text, is.Tier, was.Tier)
		}
	}
}

// Every byte that is no part of a repair stays, whatever an editor left behind.
//
// Invariant (repairs): A repair changes no claim, makes no verdict worse, and keeps every
// other byte. See also TestFixWikis, fix.txtar.
func TestFixKeepsBytes(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "wiki")
	note := "# Kites\n\nThe kite Halberd has a span of 3 metres in all winds. ^[kites.md:1-2]\n\nThe mill was sold to a baker from the north in spring. (source: raw/old/mill.md)\n"
	crlf := strings.ReplaceAll(note, "\n", "\r\n")
	files := map[string]string{
		"raw/kites.md":         "# Kites\n\nKites rise.\n\nThe kite Halberd has a span of 3 metres in all winds.\n",
		"raw/new/mill.md":      "# Mill\n\nThe mill was sold to a baker from the north in spring.\n",
		"wiki/plain.md":        note,
		"wiki/crlf.md":         "---\r\n# a comment\r\nzeta: [1,2 ]\r\n---\r\n" + crlf,
		"wiki/bom.md":          "\ufeff" + note,
		"wiki/no end.md":       strings.TrimRight(note, "\n"),
		"wiki/spaces.md":       note + "  \n\t\n\n\n",
		"wiki/mixed ends.md":   strings.Replace(note, "\n\n", "\r\n\r\n", 1),
		"wiki/🪁 «more» 凧.md":   note,
		"wiki/latin1.md":       note + "\nCaf\xe9.\n",
		"wiki/read only.md":    note,
		"wiki/nothing here.md": "# Nothing\n",
	}
	assaytest.Lay(t, dir, files)
	if err := os.Chmod(filepath.Join(dir, "wiki", "read only.md"), 0o444); err != nil {
		t.Fatal(err)
	}
	before := claimsIn(t, dir)
	f := fixVault(t, dir)
	noWorse(t, before, claimsIn(t, dir))
	if got := fmt.Sprint(f.Counts); got != "map[file:7 range:7]" {
		t.Errorf("repaired %s: %+v", got, f.Fixes)
	}
	if len(f.Left) != 2 {
		t.Errorf("left alone: %v", f.Left)
	}
	now := assaytest.Files(t, dir)
	mended := strings.NewReplacer("kites.md:1-2", "kites.md:5", "raw/old/mill.md", "raw/new/mill.md")
	for file, text := range files {
		want := text
		if strings.HasPrefix(file, "wiki/") && file != "wiki/latin1.md" && file != "wiki/read only.md" {
			want = mended.Replace(text)
		}
		if now[file] != want {
			t.Errorf("%s is\n%q, want\n%q", file, now[file], want)
		}
	}
	if again := fixVault(t, dir); len(again.Fixes) > 0 {
		t.Errorf("a second time: %+v", again.Fixes)
	}
}

// In every wiki of a folder that ASSAY_WIKIS names no claim reads otherwise after the
// repairs, and none has a worse verdict. With its folders of originals renamed, a repair
// leads to the file that was cited.
func TestFixWikis(t *testing.T) {
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
		for _, state := range []string{"as it is", "adopted", "moved"} {
			t.Run(w.Name()+" "+state, func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "wiki")
				if err := os.CopyFS(dir, os.DirFS(filepath.Join(folder, w.Name()))); err != nil {
					t.Fatal(err)
				}
				switch state {
				case "adopted":
					assaytest.Must(t, 0, dir, "adopt", "--yes")
				case "moved":
					moveOriginals(t, dir)
				}
				before := claimsIn(t, dir)
				f := fixVault(t, dir)
				noWorse(t, before, claimsIn(t, dir))
				t.Logf("%v, %d dropped", f.Counts, f.Dropped)
				for i, x := range f.Fixes {
					if i%max(1, len(f.Fixes)/20) == 0 {
						t.Logf("%s %s: %q → %q (%s)", x.Kind, x.Note, x.Old, x.New, x.Why)
					}
					if was := strings.TrimLeft(path.Clean(x.Old), "./"); x.Kind == "file" && state == "moved" && !strings.HasSuffix(strings.ReplaceAll(x.New, "moved-", ""), was) {
						t.Errorf("%s cited %s, and now %s", x.Note, x.Old, x.New)
					}
				}
			})
		}
	}
}

// moveOriginals gives every folder of originals another name.
func moveOriginals(t *testing.T, dir string) {
	t.Helper()
	var folders []string
	err := filepath.WalkDir(dir, func(p string, e os.DirEntry, err error) error {
		if err == nil && e.IsDir() && slices.Contains([]string{"raw", "references", "src"}, filepath.Base(filepath.Dir(p))) {
			folders = append(folders, p)
			return filepath.SkipDir
		}
		return err
	})
	for _, p := range folders {
		if err == nil {
			err = os.Rename(p, filepath.Join(filepath.Dir(p), "moved-"+filepath.Base(p)))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}
