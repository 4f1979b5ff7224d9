package eval

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/compiler/reports"
)

func archive(t *testing.T, file string, entries map[string]string) {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	a := tar.NewWriter(z)
	for name, text := range entries {
		h := &tar.Header{Name: name, Mode: 0o644, Size: int64(len(text)), Typeflag: tar.TypeReg}
		if err := a.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.WriteHeader(&tar.Header{Name: "leaf/link", Linkname: "/etc/passwd", Typeflag: tar.TypeSymlink}); err != nil {
		t.Fatal(err)
	}
	a.Close()
	z.Close()
	if err := os.WriteFile(file, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A wiki in an archive is laid in a folder as its own vault; nothing gets out of there.
func TestWikisInArchives(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	archive(t, filepath.Join(dir, "leaf.tar.gz"), map[string]string{"leaf/wiki/a.md": "A.", "leaf/.git/config": "x", "leaf/wiki/.obsidian/app.json": "{}"})
	archive(t, filepath.Join(dir, "far.tar.gz"), map[string]string{"far/../../a.md": "A."})
	archive(t, filepath.Join(dir, "other.tar.gz"), map[string]string{"tin/a.md": "A."})
	to := t.TempDir()
	root, err := copyWiki(dir, "leaf", to)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"wiki/a.md": true, ".assay": true, ".git": false, "wiki/.obsidian": false, "link": false} {
		if _, err := os.Lstat(filepath.Join(root, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := copyWiki(dir, "far", to); err == nil || !strings.Contains(err.Error(), "leaves the folder") {
		t.Errorf("far: %v", err)
	}
	if _, err := copyWiki(dir, "other", to); err == nil || !strings.Contains(err.Error(), "holds no folder other") {
		t.Errorf("other: %v", err)
	}
}

func TestPlacesOfLabels(t *testing.T) {
	t.Parallel()
	const text = "# Tea\n\nGreen  tea is **steeped** long. It is warm.\n"
	w := &wikiRun{files: map[string][]byte{"tea.md": []byte(text)}}
	first := reports.ClaimRow{ClaimPlace: reports.ClaimPlace{File: "tea.md", Start: 7, End: strings.Index(text, " It")}, Text: "Green tea is steeped long."}
	second := reports.ClaimRow{ClaimPlace: reports.ClaimPlace{File: "tea.md", Start: strings.Index(text, "It is"), End: len(text) - 1}, Text: "It is warm."}
	for _, test := range []struct {
		claim         string
		line          int
		first, second bool
	}{
		{"It is warm.", 3, false, true},
		{"Green tea", 3, true, false},
		{"Green tea is steeped long.", 3, true, true}, // where it ends is not known
		{"The leaf", 3, true, true},
		{"It is warm", 0, false, true},
		{"The leaf", 0, false, false},
	} {
		at, err := w.place(&WikiLabel{File: "tea.md", Line: test.line, Claim: test.claim})
		if err != nil {
			t.Fatal(err)
		}
		if at.meets(first) != test.first || at.meets(second) != test.second {
			t.Errorf("%q on line %d: %+v", test.claim, test.line, at)
		}
	}
	if _, err := w.place(&WikiLabel{File: "tea.md", Line: 9, Claim: "x"}); err == nil {
		t.Error("a line that is not there")
	}
}
