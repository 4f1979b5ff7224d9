package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// disk makes a vault of files on disk; a name that ends in "/" is a folder.
func disk(t testing.TB, files map[string]string) *Dir {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		abs := filepath.Join(root, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			must(t, os.MkdirAll(abs, 0o755))
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(abs), 0o755))
		must(t, os.WriteFile(abs, []byte(text), 0o644))
	}
	d, err := OpenDir(root)
	must(t, err)
	t.Cleanup(func() { d.Close() })
	return d
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func scan(t testing.TB, d *Dir, o ScanOptions) *Snapshot {
	t.Helper()
	s, err := d.Scan(context.Background(), o)
	must(t, err)
	return s
}

func paths(s *Snapshot) string {
	var b strings.Builder
	for _, f := range s.Files() {
		b.WriteString(f.Path)
		if f.Link {
			b.WriteString("@")
		}
		if f.Ignored {
			b.WriteString("-")
		}
		b.WriteString(" ")
	}
	return strings.TrimSpace(b.String())
}

func kinds(s *Snapshot) string {
	var list []string
	for _, p := range s.Problems() {
		if p.Text == "" || p.Hint == "" {
			list = append(list, "(no text or hint)")
		}
		list = append(list, p.Path+":"+p.Kind)
	}
	return strings.Join(list, " ")
}

func TestScanListsWhatIsOfTheVault(t *testing.T) {
	d := disk(t, map[string]string{
		"b.md": "b", "a/x.md": "x", "a.md": "a", "a/deep/y.md": "y", "pic.png": "\x89PNG",
		".git/HEAD": "ref", ".obsidian/app.json": `{"userIgnoreFilters":["Private/","/secret-\\d+/"]}`,
		".obsidian/templates.json": `{"folder":"Templates"}`,
		".trash/old.md":            "old", ".assay/x.md": "x", "node_modules/m/readme.md": "m",
		"Private/p.md": "p", "n/SECRET-12.md": "s", "Templates/t.md": "t",
		"Archive/z.md": "z", "Archive/2020/y.md": "y", "n/draft.tmp.md": "", "w/keep/k.md": "", "w/drop/deep/k.md": "",
	})
	s := scan(t, d, ScanOptions{Exclude: []string{"Archive/", "*.tmp.md", "w/**/deep"}})
	want := "Private/p.md- Templates/t.md- a.md a/deep/y.md a/x.md b.md n/SECRET-12.md- pic.png w/keep/k.md"
	if got := paths(s); got != want {
		t.Errorf("files:\n got %s\nwant %s", got, want)
	}
	if got := strings.Join(s.excluded, " "); got != "Archive/2020/y.md Archive/z.md n/draft.tmp.md w/drop/deep/k.md" {
		t.Errorf("excluded: %s", got)
	}
	if f, ok := s.File("a.md"); !ok || f.Hash != HashText([]byte("a")) {
		t.Errorf("a.md: %+v", f)
	}
	if f, _ := s.File("pic.png"); !f.Hash.IsZero() || f.Size != 4 {
		t.Errorf("pic.png: %+v", f)
	}
	if got := len(s.Under("a")); got != 2 {
		t.Errorf("Under(a): %d files", got)
	}
	if got := kinds(s); got != "" {
		t.Errorf("problems: %s", got)
	}
}

// Invariant (reading): No link out of the vault is followed.
func TestScanFollowsNoLinkOut(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege")
	}
	outside := t.TempDir()
	must(t, os.WriteFile(filepath.Join(outside, "secret.md"), []byte("secret"), 0o644))
	d := disk(t, map[string]string{"a.md": "text", "sub/b.md": "b", ".git/config": "token"})
	for name, target := range map[string]string{
		"same.md": "a.md", "abs.md": d.Abs("sub/b.md"), "sub/up.md": "../a.md",
		"out.md": filepath.Join(outside, "secret.md"), "outdir": outside, "rel.md": "../../../../../../etc/hostname",
		"circle": ".", "sub/parent": "..", "self.md": "self.md", "gone.md": "nowhere.md", "twin": "sub", "git.md": ".git/config",
	} {
		must(t, os.Symlink(target, d.Abs(name)))
	}
	s := scan(t, d, ScanOptions{})
	if got := paths(s); got != "a.md abs.md@ same.md@ sub/b.md sub/up.md@" {
		t.Errorf("files: %s", got)
	}
	for name, want := range map[string]string{"same.md": "text", "abs.md": "b", "sub/up.md": "text"} {
		if text, err := s.Read(name); err != nil || string(text) != want {
			t.Errorf("read %s: %q, %v", name, text, err)
		}
	}
	want := "circle:symlink-loop git.md:symlink-outside gone.md:symlink-broken out.md:symlink-outside outdir:symlink-outside " +
		"rel.md:symlink-outside self.md:symlink-loop sub/parent:symlink-loop twin:symlink-folder"
	if got := strings.ReplaceAll(kinds(s), "rel.md:symlink-broken", "rel.md:symlink-outside"); got != want {
		t.Errorf("problems:\n got %s\nwant %s", got, want)
	}
	// A file that becomes a link to the outside after the scan is not read either.
	s = scan(t, d, ScanOptions{Recall: recall(known(s), time.Now().Add(time.Hour).UnixNano())})
	must(t, os.Remove(d.Abs("a.md")))
	must(t, os.Symlink(filepath.Join(outside, "secret.md"), d.Abs("a.md")))
	if text, err := s.Read("a.md"); err == nil {
		t.Errorf("read through a link out of the vault: %q", text)
	}
}

// A scan of one folder lists what a scan of all has of it. Where that folder is out of the
// vault, or elsewhere, all is listed.
func TestScanUnderAFolder(t *testing.T) {
	d := disk(t, map[string]string{"a.md": "a", "s/b.md": "b", "s/t/c.md": "c", "s0/d.md": "d", "s/.hidden/e.md": "e", "out/f.md": "f"})
	_ = os.Symlink("s", filepath.Join(d.Path(), "link"))
	all := scan(t, d, ScanOptions{})
	for _, known := range [][]File{nil, known(all)} {
		s := scan(t, d, ScanOptions{Under: "s", Recall: recall(known, 0)})
		if got, want := paths(s), "s/b.md s/t/c.md"; strings.Join(strings.Fields(got), " ") != want {
			t.Errorf("under s: %q, want %q", got, want)
		}
		for _, f := range s.Files() {
			if whole, ok := all.File(f.Path); !ok || whole.Hash != f.Hash {
				t.Errorf("%s: %+v, in a scan of all %+v", f.Path, f, whole)
			}
		}
	}
	for folder, o := range map[string]ScanOptions{"none": {}, "link": {}, "a.md": {}, "../x": {}, ".": {}, "s/.hidden": {}, "out": {Exclude: []string{"out"}}, "s/t": {Exclude: []string{"s"}}} {
		want := paths(scan(t, d, o))
		if o.Under = folder; paths(scan(t, d, o)) != want {
			t.Errorf("under %q: %q, want %q", folder, paths(scan(t, d, o)), want)
		}
	}
}

func TestScanGoesOnWhereItCannotRead(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("nothing is unreadable here")
	}
	d := disk(t, map[string]string{"a.md": "a", "b.md": "b", "locked/c.md": "c"})
	must(t, os.Chmod(d.Abs("a.md"), 0))
	must(t, os.Chmod(d.Abs("locked"), 0))
	t.Cleanup(func() { os.Chmod(d.Abs("locked"), 0o755) })
	s := scan(t, d, ScanOptions{})
	if paths(s) != "b.md" || kinds(s) != "a.md:unreadable locked:unreadable" {
		t.Errorf("files %s, problems %s", paths(s), kinds(s))
	}
}

func TestScanReportsNamesThatCollide(t *testing.T) {
	d := disk(t, map[string]string{"Note.md": "", "note.md": "", "caf\u00e9.md": "", "cafe\u0301.md": "", "Dir/x.md": "", "dir/y.md": "", "bad\\name.md": ""})
	if entries, _ := os.ReadDir(d.Path()); len(entries) != 7 {
		t.Skip("this file system keeps such names apart by itself")
	}
	s := scan(t, d, ScanOptions{})
	if got := kinds(s); got != "bad\\name.md:invalid-name caf\u00e9.md:unicode-collision dir:case-collision note.md:case-collision" {
		t.Errorf("problems: %s", got)
	}
}

func known(s *Snapshot) []File { return slices.Clone(s.Files()) }

func recall(known []File, since int64) func() ([]File, int64) {
	return func() ([]File, int64) { return known, since }
}

// Invariant (reading): A stat as young as the last scan is not believed. See also
// TestSameSizeEditWithinATick.
func TestScanTrustsOnlyOldEntries(t *testing.T) {
	d := disk(t, map[string]string{"a.md": "one", "b.md": "two"})
	past := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(d.Abs("b.md"), past, past))
	start := time.Now().UnixNano()
	first := scan(t, d, ScanOptions{})
	visited := func(since int64, table []File) string {
		for i := range table {
			table[i].Returns = 7 // what is read has none
		}
		var names []string
		for _, f := range scan(t, d, ScanOptions{Recall: recall(table, since)}).Files() {
			if f.Returns == 0 {
				names = append(names, f.Path)
			}
		}
		return strings.Join(names, " ")
	}
	later := start + int64(time.Minute)
	if got := visited(later, known(first)); got != "" {
		t.Errorf("unchanged files were read: %s", got)
	}
	if got := visited(0, known(first)); len(got) != len("a.md b.md") {
		t.Errorf("without Since, read only %q", got)
	}
	// An edit of the same size within one tick of the clock: every time is as it was.
	f, _ := first.File("a.md")
	must(t, os.WriteFile(d.Abs("a.md"), []byte("ONE"), 0o644))
	must(t, os.Chtimes(d.Abs("a.md"), time.Unix(0, f.ModTime), time.Unix(0, f.ModTime)))
	table := known(first)
	must(t, Stat(d.Abs("a.md"), &f))
	table[0] = f
	if got := visited(f.ModTime, table); !strings.Contains(got, "a.md") {
		t.Error("an edit within the clock's tick was not seen")
	}
	// With a clock that has moved on since, the entry is proof again: that it was
	// changed behind the clock's back is what the change time is for.
	if f.Ctime != 0 {
		if got := visited(later, known(first)); got != "a.md" {
			t.Errorf("a forged time was believed; read %q", got)
		}
	}
}

func TestScanEndsWithItsContext(t *testing.T) {
	d := disk(t, map[string]string{"a.md": "a"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := d.Scan(ctx, ScanOptions{}); err == nil {
		t.Error("a scan ran on after its context ended")
	}
}

// tree makes n notes of about 4 KB in 200 folders.
func tree(b testing.TB, n int) *Dir {
	root := b.TempDir()
	body := strings.Repeat("Some words of a note that says nothing at all, again and again.\n", 60)
	for i := range n {
		dir := filepath.Join(root, fmt.Sprintf("f%03d", i%200))
		if i < 200 {
			must(b, os.MkdirAll(dir, 0o755))
		}
		must(b, os.WriteFile(filepath.Join(dir, fmt.Sprintf("note %05d.md", i)), fmt.Appendf(nil, "# Note %d\n\n%s", i, body), 0o644))
	}
	d, err := OpenDir(root)
	must(b, err)
	b.Cleanup(func() { d.Close() })
	return d
}

func BenchmarkScan(b *testing.B) {
	d := tree(b, 10000)
	table := known(scan(b, d, ScanOptions{}))
	b.Run("yardstick", func(b *testing.B) {
		for b.Loop() {
			must(b, filepath.WalkDir(d.Path(), func(_ string, e fs.DirEntry, err error) error {
				if err == nil {
					_, err = e.Info()
				}
				return err
			}))
		}
	})
	b.Run("unchanged", func(b *testing.B) {
		for b.Loop() {
			scan(b, d, ScanOptions{Recall: recall(table, time.Now().Add(time.Hour).UnixNano())})
		}
	})
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			scan(b, d, ScanOptions{})
		}
	})
}

// The listing is in the order of paths without being sorted as a whole.
func TestScanIsInOrder(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{"a", "a.md", "a-b/x.md", "a b.md", "a/.md", "ab.md", "b/a.md", "b.b/c.md", "b/c/d.md", "b/c.md", "b-/x.md", "é.md", "z/é/a.md", "B.md", "a!"} {
		if name != "a" && !strings.HasPrefix(name, "a/") {
			files[name] = ""
		}
	}
	files["c/x.md"], files["c.md"], files["c/y/z.md"], files["c/y.md"], files["c!/q.md"], files["c0.md"] = "", "", "", "", "", ""
	s := scan(t, disk(t, files), ScanOptions{})
	if !slices.IsSortedFunc(s.Files(), func(a, b File) int { return strings.Compare(a.Path, b.Path) }) || len(s.Files()) != len(files) {
		t.Errorf("order: %s", paths(s))
	}
	for name := range files {
		if _, ok := s.File(name); !ok {
			t.Errorf("%s is not found", name)
		}
	}
}

// Several goroutines ask about the files, and nobody can tell which found what.
func TestScanOfManyFoldersIsInOrder(t *testing.T) {
	files := map[string]string{}
	for i := range 3 * 256 {
		files[fmt.Sprintf("flat/note %03d.md", i)] = "text"
	}
	for i := range 200 {
		files[fmt.Sprintf("deep/%d/%d/%d/a.md", i%3, i%7, i)] = "text"
		files[fmt.Sprintf("deep/%d/%d.md", i%3, i)] = "text"
		if i%20 == 0 {
			files[fmt.Sprintf("deep/%d/%d/Odd.md", i%3, i)], files[fmt.Sprintf("deep/%d/%d/odd.md", i%3, i)] = "a", "b"
		}
	}
	d := disk(t, files)
	var before *Snapshot
	for range 5 {
		s := scan(t, d, ScanOptions{})
		if !slices.IsSortedFunc(s.Files(), func(a, b File) int { return strings.Compare(a.Path, b.Path) }) || len(s.Files()) < 3*256+400 {
			t.Fatalf("%d files, in order or not", len(s.Files()))
		}
		if before != nil && (!slices.Equal(before.Files(), s.Files()) || kinds(before) != kinds(s)) {
			t.Fatal("two scans of one vault differ")
		}
		before = s
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := d.Scan(ctx, ScanOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a scan that nobody waits for ends with %v", err)
	}
}
