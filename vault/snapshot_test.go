package vault

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Invariant (reading): A Snapshot never changes: what is laid over it is another one.
func TestSnapshotWithLeavesTheFirstAlone(t *testing.T) {
	s := scan(t, disk(t, map[string]string{"a.md": "a", "b.md": "b", "log.jsonl": "1\n", ".git/x": "no"}), ScanOptions{})
	w := s.With(
		Write{Path: "b.md", Data: []byte("B")},
		Write{Path: "a.md", Delete: true},
		Write{Path: "aa.md", Data: []byte("new")},
		Write{Path: "log.jsonl", Data: []byte("2\n"), Append: true},
		Write{Path: "new.jsonl", Data: []byte("1\n"), Append: true},
	)
	if got := paths(s); got != "a.md b.md log.jsonl" {
		t.Errorf("before: %s", got)
	}
	if got := paths(w); got != "aa.md b.md log.jsonl new.jsonl" {
		t.Errorf("after: %s", got)
	}
	for name, want := range map[string]string{"b.md": "B", "aa.md": "new", "log.jsonl": "1\n2\n", "new.jsonl": "1\n"} {
		text, err := w.Read(name)
		if err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		if f, _ := w.File(name); f.Hash != HashText([]byte(want)) || f.Size != int64(len(want)) {
			t.Errorf("%s: %+v", name, f)
		}
	}
	if _, err := w.Read("a.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a deleted file was read: %v", err)
	}
	if text, _ := s.Read("b.md"); string(text) != "b" {
		t.Errorf("the first snapshot changed: %q", text)
	}
	if s.Digest() == w.Digest() || s.Digest() != s.With().Digest() {
		t.Error("the digest does not follow the files")
	}
	if back := w.With(Write{Path: "a.md", Data: []byte("a")}, Write{Path: "aa.md", Delete: true}, Write{Path: "new.jsonl", Delete: true},
		Write{Path: "b.md", Data: []byte("b")}, Write{Path: "log.jsonl", Data: []byte("1\n")}); back.Digest() != s.Digest() {
		t.Error("an undone edit has another digest")
	}
}

func TestSnapshotOverDisk(t *testing.T) {
	d := disk(t, map[string]string{"a.md": "disk"})
	s := scan(t, d, ScanOptions{})
	w := s.With(Write{Path: "a.md", Data: []byte("overlay")})
	if text, _ := w.Read("a.md"); string(text) != "overlay" {
		t.Errorf("read %q", text)
	}
	if text, _ := s.Read("a.md"); string(text) != "disk" {
		t.Errorf("read %q", text)
	}
	for _, name := range []string{"../x", "/etc/hostname", "", ".git/config", "b.md"} {
		if _, err := s.Read(name); err == nil {
			t.Errorf("read of %q succeeded", name)
		}
	}
	must(t, os.WriteFile(d.Abs("b.md"), []byte("new"), 0o644))
	if _, err := s.Read("b.md"); err == nil {
		t.Error("a file that came after the scan is in the snapshot")
	}
}

func TestSafeName(t *testing.T) {
	for title, want := range map[string]string{
		"HTTP caching": "HTTP caching", "What is a/b: why?": "What is a b why", "CON": "CON_", "nul.txt": "nul_.txt", "...": "Untitled",
		"": "Untitled", " .hidden. ": "hidden", "cafe\u0301": "café", "a\tb\u00a0c": "a b c", "[x]#^|": "x", "交换机": "交换机", "com1x": "com1x",
	} {
		if got := SafeName(title); got != want {
			t.Errorf("SafeName(%q) = %q, want %q", title, got, want)
		} else if err := CheckName(got + ".md"); err != nil {
			t.Errorf("SafeName(%q) = %q: %v", title, got, err)
		}
	}
	for _, name := range []string{"a:b.md", "a?.md", "x/aux", "x./y", "x /y", "../x", "/x", "a//b", "./a", "a\nb", "com1.md"} {
		if CheckName(name) == nil {
			t.Errorf("CheckName(%q) has nothing to say", name)
		}
	}
}

// A file in whose place something else is by now is one that changed, whatever it is that
// reading it fails with.
func TestReadOfWhatIsAnotherThing(t *testing.T) {
	t.Parallel()
	for what, replace := range map[string]func(path string) error{
		"nothing":  func(string) error { return nil },
		"a folder": func(path string) error { return os.Mkdir(path, 0o755) },
		"a link":   func(path string) error { return os.Symlink(filepath.Join(t.TempDir(), "outside.md"), path) },
		"a circle": func(path string) error { return os.Symlink(filepath.Base(path), path) },
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a.md")
		if err := os.WriteFile(path, []byte("# A\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		d, err := OpenDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		s, err := d.Scan(context.Background(), ScanOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.Remove(path), replace(path)); err != nil {
			t.Fatal(err)
		}
		var changed ErrChanged
		if _, err := s.Read("a.md"); !errors.As(err, &changed) || s.Changed() == nil {
			t.Errorf("%s: %v, torn: %v", what, err, s.Changed())
		}
		d.Close()
	}
}
