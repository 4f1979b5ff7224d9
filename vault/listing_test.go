package vault

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A listing of what a folder holds gives the snapshot that a scan of the folder gives.
//
// Invariant (building): A listing of git is what a scan of a checkout would be.
func TestListingIsWhatAScanIs(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "vault")
	texts := map[string]string{
		"a.md": "# A\r\n", "notes/b.md": "b", "notes/B.md": "B", "notes/知識 🍵.md": "c", "raw/x.txt": "x", "raw/y.png": "png",
		"Templates/t.md": "t", "drop/d.md": "d", "drop/deep/e.md": "e", ".hidden/h.md": "h", "node_modules/n.md": "n",
		".obsidian/templates.json": `{"folder":"Templates"}`,
	}
	links := map[string]string{"notes/link.md": "../a.md", "notes/out.md": "../../elsewhere.md", "notes/broken.md": "nowhere.md", "notes/folder": "../raw", "notes/abs.md": filepath.Join(dir, "a.md")}
	listing := Listing{
		Sum: func(f Listed) (Sum, error) { return SumText([]byte(texts[f.ID])), nil },
		Read: func(name string) ([]byte, error) {
			if text, ok := texts[name]; ok && name != "raw/x.txt" {
				return []byte(text), nil
			}
			return nil, os.ErrNotExist
		},
		Beside: []string{"raw/x.txt", "gone"},
	}
	for name, text := range texts {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
		if name != "raw/x.txt" {
			listing.Files = append(listing.Files, Listed{Path: name, ID: name})
		}
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(dir), "elsewhere.md"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, to := range links {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Skip("no symbolic links here")
		}
		listing.Files = append(listing.Files, Listed{Path: name, To: to, Link: true})
	}
	d, err := OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	o := ScanOptions{Exclude: []string{"drop"}}
	scanned, err := d.Scan(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	laid, err := d.FromListing(t.Context(), listing, o)
	if err != nil {
		t.Fatal(err)
	}
	if scanned.Digest() != laid.Digest() {
		t.Error("the digests differ")
	}
	bare := func(files []File) (out []File) {
		for _, f := range files {
			out = append(out, File{Path: f.Path, Sum: Sum{Hash: f.Hash, Returns: f.Returns}, Link: f.Link, Ignored: f.Ignored})
		}
		return out
	}
	if d := cmp.Diff(bare(scanned.Files()), bare(laid.Files())); d != "" {
		t.Errorf("files (-scan +listing):\n%s", d)
	}
	if d := cmp.Diff(scanned.Problems(), laid.Problems()); d != "" {
		t.Errorf("problems (-scan +listing):\n%s", d)
	}
	if d := cmp.Diff(scanned.excluded, laid.excluded); d != "" {
		t.Errorf("excluded (-scan +listing):\n%s", d)
	}
	for _, f := range laid.Files() {
		want, err := scanned.Read(f.Path)
		got, err2 := laid.Read(f.Path)
		if f.Path == "raw/y.png" {
			continue // never read
		}
		if err != nil || err2 != nil || string(want) != string(got) {
			t.Errorf("%s: %q, %q, %v, %v", f.Path, want, got, err, err2)
		}
	}
	// What cannot be had is a problem, and no dead link.
	listing.Sum = func(Listed) (Sum, error) { return Sum{}, errors.New("it is lost") }
	laid, err = d.FromListing(t.Context(), listing, o)
	if err != nil || len(laid.Problems()) < len(scanned.Problems())+4 {
		t.Errorf("%v, %v", laid.Problems(), err)
	}
}
