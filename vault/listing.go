package vault

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A Listing is a vault as something else than its folders has it: git's index, or a
// commit.
type Listing struct {
	Files []Listed // in any order
	// Sum is of a file's text; it is asked for those that are text.
	Sum func(f Listed) (Sum, error)
	// Read gives the bytes of a listed file, dot files too.
	Read func(name string) ([]byte, error)
	// Beside are files and folders that are taken from the disk although they are not
	// listed.
	Beside []string
}

// A Listed is a file of a [Listing].
type Listed struct {
	Path string
	ID   string // whatever names its bytes, for Sum
	To   string // of a symbolic link: where it leads, as it is written
	Link bool
}

// FromListing makes a snapshot of a listing. It reads nothing below the vault's folder but what
// Beside names, and Obsidian's settings where the listing has none of them.
func (d *Dir) FromListing(ctx context.Context, l Listing, o ScanOptions) (*Snapshot, error) {
	s := &Snapshot{dir: d, read: l.Read, real: map[string]string{}, beside: map[string]bool{}, changed: &changedFile{}}
	read := o.Settings
	if read == nil {
		read = func(name string) ([]byte, error) {
			if text, err := l.Read(name); err == nil {
				return text, nil
			}
			return d.readFile(name)
		}
	}
	s.settings = readObsidian(read)
	w := walk{ctx: ctx, dir: d, exclude: newGlobs(o.Exclude), seen: map[string]string{}, snapshot: s}
	s.files = make([]File, 0, len(l.Files)+16)
	var links []Listed
	for _, f := range l.Files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if Skips(f.Path) || !w.takes(f.Path) {
			continue
		}
		if f.Link {
			links = append(links, f)
			continue
		}
		s.files = append(s.files, File{Path: f.Path, Ignored: s.settings.ignores(f.Path)})
		if !IsText(f.Path) {
			continue
		}
		file := &s.files[len(s.files)-1]
		var err error
		if file.Sum, err = l.Sum(f); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			s.files = s.files[:len(s.files)-1]
			s.excluded = append(s.excluded, f.Path)
			w.problem(f.Path, "unreadable", "the file cannot be read: "+cause(err).Error(), advice(err))
		}
	}
	SortFiles(s.files)
	listed := &Snapshot{files: slices.Clip(s.files)}
	for _, f := range links {
		w.follow(f, listed)
	}
	if err := w.besides(l.Beside, listed, o); err != nil {
		return nil, fmt.Errorf("scan %s: %w", d.path, err)
	}
	SortFiles(s.files)
	w.seen = make(map[string]string, len(s.files)) // what besides saw is among them
	last := ""
	for _, f := range s.files {
		for i := 0; i < len(f.Path); i++ {
			if f.Path[i] == '/' && (len(last) <= i || last[:i+1] != f.Path[:i+1]) {
				w.collide(f.Path[:i])
			}
		}
		w.collide(f.Path)
		last = f.Path
	}
	slices.Sort(s.excluded)
	slices.SortStableFunc(s.problems, func(a, b FileProblem) int { return strings.Compare(a.Path, b.Path) })
	return s, nil
}

// advice is what an error says can be done about it.
func advice(err error) string {
	if h, ok := err.(interface{ Hint() string }); ok {
		return h.Hint()
	}
	return "check its permissions"
}

// takes says whether a listed path is part of the vault, and notes those that are not.
func (w *walk) takes(name string) bool {
	for i := 0; i <= len(name); i++ {
		if i < len(name) && name[i] != '/' {
			continue
		}
		if oddName(name[strings.LastIndexByte(name[:i], '/')+1 : i]) {
			if p := w.snapshot.problems; len(p) > 0 && p[len(p)-1].Path == strings.ToValidUTF8(name[:i], "\ufffd") {
				return false // said of its folder's first file
			}
			w.unspellable(name[:i])
			return false
		}
		if len(w.exclude) > 0 && w.exclude.match(name[:i]) {
			w.snapshot.excluded = append(w.snapshot.excluded, name)
			return false
		}
	}
	return true
}

// follow looks where a listed symbolic link leads, as [walk.link] does on disk.
func (w *walk) follow(f Listed, listed *Snapshot) {
	s, to := w.snapshot, ""
	if filepath.IsAbs(f.To) || strings.HasPrefix(f.To, "/") {
		rel, err := filepath.Rel(w.dir.path, f.To)
		if err != nil {
			rel = ".."
		}
		to = filepath.ToSlash(rel)
	} else {
		to = path.Join(path.Dir(f.Path), f.To)
	}
	if to == ".." || strings.HasPrefix(to, "../") || Skips(to) && to != "." {
		w.problem(f.Path, "symlink-outside", fmt.Sprintf("the symbolic link leads out of the vault, to %s", f.To),
			"it is not followed; move the file into the vault")
		return
	}
	if file, ok := listed.File(to); ok {
		file.Path, file.Link, file.Ignored = f.Path, true, s.settings.ignores(f.Path)
		s.real[f.Path] = to
		s.files = append(s.files, file)
		return
	}
	if len(listed.Under(to)) > 0 {
		w.problem(f.Path, "symlink-folder", fmt.Sprintf("the symbolic link leads to the folder %s of this vault", to),
			"its files are read where they are; link to them there")
		return
	}
	w.problem(f.Path, "symlink-broken", fmt.Sprintf("the symbolic link leads to %s, which is not there", f.To), "remove the link or restore its target")
}

// besides adds what the listing lacks and the disk has.
func (w *walk) besides(names []string, listed *Snapshot, o ScanOptions) error {
	s := w.snapshot
	for _, name := range names {
		from := len(s.files)
		abs := w.dir.Abs(name)
		info, err := os.Lstat(abs)
		switch {
		case err != nil:
			continue
		case info.IsDir():
			if err := w.folder(name, abs); err != nil {
				return err
			}
		case info.Mode().IsRegular():
			s.files = append(s.files, File{Path: name, Ignored: s.settings.ignores(name)})
		}
		disk := &Snapshot{dir: w.dir, real: s.real, files: slices.DeleteFunc(slices.Clone(s.files[from:]), func(f File) bool { _, ok := listed.File(f.Path); return ok })}
		if err := disk.stat(w.ctx); err != nil {
			return err
		}
		if err := disk.hash(w.ctx, o); err != nil {
			return err
		}
		s.files, s.problems = append(s.files[:from], disk.files...), append(s.problems, disk.problems...)
		for _, f := range disk.files {
			s.beside[f.Path] = true
		}
	}
	return nil
}

// Unread says whether a path is no part of a vault for the name of a folder that Obsidian
// shows all the same: what lies there looks like a note of it.
func Unread(name string) bool {
	return Skips(name) && !strings.HasPrefix(name, ".") && !strings.Contains(name, "/.")
}
