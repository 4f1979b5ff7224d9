package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// ScanOptions say what a scan leaves out and what it may believe.
type ScanOptions struct {
	// Exclude are globs of files and folders that are no part of the vault. A
	// pattern with a slash is matched from the root, one without at any depth;
	// ** stands for any number of folders.
	Exclude []string
	// Recall, if set, gives the table of an earlier scan, by path, and when that began, in
	// nanoseconds since 1970. A file with the same size, times and inode keeps its hash,
	// but for one that was last changed then or later: it may have changed once more within
	// the clock's tick. It is called once all is listed, so that it can be read meanwhile.
	Recall func() (known []File, since int64)
	// Under, if set, is a folder that alone is asked about: where it is a folder of the
	// vault as any other, nothing else is listed.
	Under string
	// Settings, if set, gives the files of [SettingsFiles] in place of the disk.
	Settings func(name string) ([]byte, error)
}

// readers is how many files are read and hashed at a time: more gains nothing on
// two cores (reading is a third of the work), and on a disk it harms.
const readers = 2

// Scan lists the files of the vault and hashes the text among them that is new or
// changed. What cannot be read is a problem of the snapshot; the rest goes on.
// Scan fails only when the vault itself cannot be listed or ctx ends.
func (d *Dir) Scan(ctx context.Context, o ScanOptions) (*Snapshot, error) {
	s, err := d.List(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := s.hash(ctx, o); err != nil {
		return nil, fmt.Errorf("scan %s: %w", d.path, err)
	}
	slices.SortStableFunc(s.problems, func(a, b FileProblem) int { return strings.Compare(a.Path, b.Path) })
	return s, nil
}

// List is Scan without a look into files: which there are, and what their folder entries say.
func (d *Dir) List(ctx context.Context, o ScanOptions) (*Snapshot, error) {
	w := walk{ctx: ctx, dir: d, exclude: newGlobs(o.Exclude), seen: map[string]string{}, snapshot: &Snapshot{dir: d, real: map[string]string{}, changed: &changedFile{}}}
	read := d.readFile
	if o.Settings != nil {
		read = o.Settings
	}
	w.snapshot.settings = readObsidian(read)
	if !w.isPlain(o.Under) {
		o.Under = ""
	}
	err := w.folder(o.Under, d.Abs(o.Under))
	if err == nil {
		err = w.snapshot.stat(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("scan %s: %w", d.path, err)
	}
	SortFiles(w.snapshot.files)
	slices.Sort(w.snapshot.excluded)
	return w.snapshot, nil
}

// walk is the state of listing a vault's folders.
type walk struct {
	ctx      context.Context
	dir      *Dir
	exclude  globs
	snapshot *Snapshot
	seen     map[string]string // names of files and folders, by their folder and the folded name
}

// isPlain reports whether a scan of the vault would come to a folder by its path, and by no
// other.
func (w *walk) isPlain(folder string) bool {
	if checkPath(folder) != nil {
		return false
	}
	for at := range len(folder) + 1 {
		if at < len(folder) && folder[at] != '/' {
			continue
		}
		part := folder[:at]
		info, err := w.dir.root.Lstat(part)
		if err != nil || !info.IsDir() || skipName(path.Base(part)) || oddName(path.Base(part)) || w.exclude.match(part) {
			return false
		}
	}
	return true
}

// folder lists one folder and what is below it; name is "" for the root, else ends
// without slash.
func (w *walk) folder(name, abs string) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	entries, err := os.ReadDir(abs)
	if err != nil {
		if name == "" {
			return cause(err)
		}
		w.problem(name, "unreadable", "the folder cannot be read: "+cause(err).Error(), "check its permissions")
		// What could be listed before the error still counts.
	}
	for _, e := range entries {
		if skipName(e.Name()) {
			continue
		}
		child := path.Join(name, e.Name())
		w.collide(child)
		if oddName(e.Name()) {
			w.unspellable(child)
			continue
		}
		if len(w.exclude) > 0 && w.exclude.match(child) {
			w.leaveOut(child, e, abs)
			continue
		}
		switch {
		case e.IsDir():
			if err := w.folder(child, filepath.Join(abs, e.Name())); err != nil {
				return err
			}
		case e.Type().IsRegular():
			w.snapshot.files = append(w.snapshot.files, File{Path: child, Ignored: w.snapshot.settings.ignores(child)})
		case e.Type()&fs.ModeSymlink != 0:
			w.link(child)
		case IsText(child): // other sockets, pipes and devices are no part of a vault
			w.problem(child, "unreadable", "the file cannot be read: it is a pipe, a socket or a device", "remove it")
		}
	}
	return nil
}

// oddName says whether a name is one that no link can spell.
func oddName(name string) bool {
	ascii := true
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c < ' ' || c == '\\' || c == 0x7f {
			return true
		}
		ascii = ascii && c < utf8.RuneSelf
	}
	return !ascii && !utf8.ValidString(name)
}

// leaveOut notes the names under an excluded path, for links to find: that assay
// does not look at a file does not make a link to it dead.
func (w *walk) leaveOut(name string, e fs.DirEntry, parent string) {
	if !e.IsDir() {
		w.snapshot.excluded = append(w.snapshot.excluded, name)
		return
	}
	abs := filepath.Join(parent, e.Name())
	entries, err := os.ReadDir(abs)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !skipName(e.Name()) {
			w.leaveOut(name+"/"+e.Name(), e, abs)
		}
	}
}

// link looks where a symbolic link leads. A link to a file in the vault is that
// file under another name. Folders are never entered through links, so that no file
// is read twice and nothing runs in circles.
func (w *walk) link(name string) {
	abs := w.dir.Abs(name)
	target, _ := os.Readlink(abs)
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			w.problem(name, "symlink-broken", fmt.Sprintf("the symbolic link leads to %s, which is not there", target), "remove the link or restore its target")
			return
		}
		// EvalSymlinks has no error of its own for "too many links".
		w.problem(name, "symlink-loop", fmt.Sprintf("the symbolic link to %s leads in a circle or cannot be followed", target), "remove the link")
		return
	}
	rel, ok := w.dir.inside(real)
	if !ok {
		w.problem(name, "symlink-outside", fmt.Sprintf("the symbolic link leads out of the vault, to %s", target),
			"it is not followed; move the file into the vault")
		return
	}
	info, err := os.Lstat(real)
	switch {
	case err != nil:
		w.problem(name, "unreadable", "the file cannot be read: "+cause(err).Error(), "check its permissions")
	case info.IsDir() && (rel == "." || strings.HasPrefix(name, rel+"/")):
		w.problem(name, "symlink-loop", fmt.Sprintf("the symbolic link leads to %s, a folder it lies in", target), "remove the link")
	case info.IsDir():
		w.problem(name, "symlink-folder", fmt.Sprintf("the symbolic link leads to the folder %s of this vault", rel),
			"its files are read where they are; link to them there")
	case Skips(rel) || !info.Mode().IsRegular():
		w.problem(name, "symlink-outside", fmt.Sprintf("the symbolic link leads to %s, which is no part of the vault", target), "it is not followed")
	default:
		w.snapshot.real[name] = rel
		w.snapshot.files = append(w.snapshot.files, File{Path: name, Link: true, Ignored: w.snapshot.settings.ignores(name)})
	}
}

// collide reports a file or folder whose name is that of another in its folder on a system that
// ignores case or normalises Unicode.
func (w *walk) collide(name string) {
	dir, base := path.Split(name)
	key := dir + FoldName(base)
	other, ok := w.seen[key]
	if !ok {
		w.seen[key] = base
		return
	}
	a, b := min(base, other), max(base, other)
	kind, how := "case-collision", "only in case"
	if norm.NFC.String(a) == norm.NFC.String(b) {
		kind, how = "unicode-collision", "only in how their characters are encoded"
	}
	w.problem(dir+b, kind, fmt.Sprintf("%q and %q in one folder differ %s", a, b, how),
		"rename one: on other systems they are the same file, and a link cannot tell them apart")
}

func (w *walk) unspellable(name string) {
	w.problem(name, "invalid-name", "the name is not valid UTF-8, or has control characters or a backslash in it",
		"rename it: links cannot name it, and other systems cannot hold it")
}

func (w *walk) problem(name, kind, text, hint string) {
	w.snapshot.problems = append(w.snapshot.problems, FileProblem{Path: strings.ToValidUTF8(name, "\ufffd"), Kind: kind, Text: text, Hint: hint})
}

// hash fills in hashes, from an earlier scan where the entry is unchanged and old enough.
func (s *Snapshot) hash(ctx context.Context, o ScanOptions) error {
	var todo []int
	var known []File
	var since int64
	if o.Recall != nil {
		known, since = o.Recall()
	}
	for i := range s.files {
		f := &s.files[i]
		for len(known) > 0 && known[0].Path < f.Path {
			known = known[1:]
		}
		if !IsText(f.Path) {
			continue
		}
		if len(known) > 0 && known[0].Path == f.Path {
			k := &known[0]
			if !k.Hash.IsZero() && k.Size == f.Size && k.ModTime == f.ModTime && k.Inode == f.Inode && k.Ctime == f.Ctime &&
				!TooRecent(f.ModTime, since) && !TooRecent(f.Ctime, since) {
				f.Sum = k.Sum
				continue
			}
		}
		todo = append(todo, i)
	}
	return s.each(ctx, todo, readers, func(f *File) error {
		text, err := s.load(f.Path)
		if err == nil {
			f.Sum = SumText(text)
		}
		return err
	})
}

// stat fills in what folder entries say of files. Asking the kernel about each file is nearly
// all that a look at an unchanged vault costs, and several can ask at a time.
func (s *Snapshot) stat(ctx context.Context) error {
	all := make([]int, len(s.files))
	for i := range all {
		all[i] = i
	}
	return s.each(ctx, all, min(runtime.GOMAXPROCS(0), mostAsking), func(f *File) error { return Stat(s.dir.Abs(s.where(f.Path)), f) })
}

// mostAsking is how many goroutines ask the kernel about files at a time.
const mostAsking = 8

// each does something with the files at some indexes, several at a time. A file with which that
// fails is a problem, unless it was deleted meanwhile, and no part of the snapshot.
func (s *Snapshot) each(ctx context.Context, at []int, workers int, do func(*File) error) error {
	errs := make([]error, len(at))
	var next atomic.Int64
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for n := next.Add(1) - 1; n < int64(len(at)) && ctx.Err() == nil; n = next.Add(1) - 1 {
				errs[n] = do(&s.files[at[n]])
			}
		})
	}
	group.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	gone := map[string]bool{}
	for n, err := range errs {
		if err == nil {
			continue
		}
		name := s.files[at[n]].Path
		gone[name] = true
		if !errors.Is(err, fs.ErrNotExist) {
			s.problems = append(s.problems, FileProblem{name, "unreadable", "the file cannot be read: " + reason(err), "check its permissions"})
		}
	}
	if len(gone) > 0 {
		s.files = slices.DeleteFunc(s.files, func(f File) bool { return gone[f.Path] })
	}
	return nil
}

// TooRecent says whether a time is too close to since for an unchanged entry to prove
// unchanged bytes. Kernels stamp files with the last tick of their clock, up to
// 10 ms ago; a time in whole seconds comes from a file system that rounds, FAT to
// two of them.
func TooRecent(t, since int64) bool {
	slack := int64(20e6)
	if t%1e9 == 0 {
		slack = 2e9
	}
	return t >= since-slack
}

// reason is the innermost cause of an error, without paths.
func reason(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err.Error()
		}
		err = inner
	}
}
