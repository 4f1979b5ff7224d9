package vault

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"slices"
	"sort"
	"strings"
	"sync/atomic"
)

// A File is one file of a vault, as its folder entry describes it.
type File struct {
	Path    string // relative to the vault, with slashes
	ModTime int64  // nanoseconds since 1970
	Ctime   int64  // nanoseconds since 1970 of the last change of the entry; 0 where the system has none
	Inode   uint64 // 0 where the system has none
	Sum            // of its text; nothing but the size for files that are never hashed, see [IsText]
	Link    bool   // a symbolic link to a file in the vault; Size and times are the target's
	Ignored bool   // Obsidian's filters or a template folder leave it out: it can be linked and cited, but is not a note of its own
}

// A FileProblem is something odd about a file or folder itself.
type FileProblem struct {
	Path string
	Kind string // stable: symlink-loop, symlink-broken, symlink-outside, symlink-folder, unreadable, case-collision, unicode-collision, invalid-name
	Text string // one sentence: what is so
	Hint string // what to do
}

// A Snapshot is the files of a vault at one moment. It never changes; [Snapshot.With]
// gives another. It is safe for concurrent use.
type Snapshot struct {
	dir      *Dir // nil where no file is on disk
	files    []File
	overlay  map[string][]byte                 // contents laid over the disk
	read     func(name string) ([]byte, error) // of a [Listing]; nil where folders were listed
	beside   map[string]bool                   // files of a listing's snapshot that are read from disk
	real     map[string]string                 // of files that are symbolic links: the path they lead to
	excluded []string                          // names that are left out but that links may point at, sorted
	problems []FileProblem
	settings obsidianSettings
	changed  *changedFile // shared with what is laid over it; nil where no file is on disk
}

// changedFile remembers a file of which another text was read than the snapshot is of.
type changedFile struct{ path atomic.Pointer[string] }

// Files are all files of the snapshot, sorted by path. The caller must not change
// them.
func (s *Snapshot) Files() []File { return s.files }

// File finds a file by its exact path.
func (s *Snapshot) File(name string) (File, bool) {
	i, ok := s.find(name)
	if !ok {
		return File{}, false
	}
	return s.files[i], true
}

func (s *Snapshot) find(name string) (int, bool) {
	// A search through package slices would copy a File at every step.
	i := sort.Search(len(s.files), func(i int) bool { return s.files[i].Path >= name })
	return i, i < len(s.files) && s.files[i].Path == name
}

// Under are the files whose path begins with the folder's, sorted by path.
func (s *Snapshot) Under(folder string) []File {
	if folder = strings.Trim(folder, "/"); folder == "" || folder == "." {
		return s.files
	}
	from, _ := s.find(folder + "/")
	to, _ := s.find(folder + "0") // '0' follows '/'
	return s.files[from:to]
}

// Problems are the oddities of files and folders, in the order of their paths.
func (s *Snapshot) Problems() []FileProblem { return s.problems }

// Read gives the bytes of a file of the snapshot: what [Snapshot.With] laid over
// it, else what the disk holds. A text that is not the one that was hashed any more
// is [ErrChanged], and [Snapshot.Changed] tells of it from then on.
func (s *Snapshot) Read(name string) ([]byte, error) {
	if text, ok := s.overlay[name]; ok {
		return text, nil
	}
	i, ok := s.find(name)
	if !ok || s.dir == nil {
		return nil, fmt.Errorf("read %s: %w", name, fs.ErrNotExist)
	}
	text, err := s.load(name)
	if h := s.files[i].Hash; errors.Is(err, fs.ErrNotExist) || err != nil && s.replaced(&s.files[i]) || err == nil && !h.IsZero() && HashText(text) != h {
		s.changed.path.CompareAndSwap(nil, &name)
		return nil, ErrChanged{name}
	}
	return text, err
}

// replaced reports whether something else lies where a file was: nothing, a folder, a link
// that leads elsewhere.
func (s *Snapshot) replaced(f *File) bool {
	name := s.where(f.Path)
	if s.read != nil && !s.beside[name] {
		return false
	}
	info, err := os.Lstat(s.dir.Abs(name))
	return err != nil || !info.Mode().IsRegular() || info.Size() != f.Size
}

// Changed is the error that some Read gave because a file is not as it was: whoever
// keeps what came of reading this snapshot, or of one laid over it, asks first.
func (s *Snapshot) Changed() error {
	if s.changed == nil {
		return nil
	}
	if name := s.changed.path.Load(); name != nil {
		return ErrChanged{*name}
	}
	return nil
}

// load reads a file from disk, or from where it was listed.
func (s *Snapshot) load(name string) ([]byte, error) {
	name = s.where(name)
	if s.read != nil && !s.beside[name] {
		return s.read(name)
	}
	return s.dir.ReadFile(name)
}

// where is the path of a file itself, where a symbolic link leads to it.
func (s *Snapshot) where(name string) string {
	if real, ok := s.real[name]; ok {
		return real
	}
	return name
}

// With is the snapshot as it would be with writes carried out. Bases are not
// compared. An append to a file that cannot be read begins an empty one.
func (s *Snapshot) With(writes ...Write) *Snapshot {
	t := *s
	if len(writes) == 0 {
		return &t
	}
	t.files = slices.Clone(s.files)
	t.overlay = make(map[string][]byte, len(s.overlay)+len(writes))
	maps.Copy(t.overlay, s.overlay)
	for _, w := range writes {
		i, ok := t.find(w.Path)
		if w.Delete {
			if ok {
				t.files = slices.Delete(t.files, i, i+1)
				delete(t.overlay, w.Path)
			}
			continue
		}
		data := w.Data
		if w.Append && ok {
			if old, err := t.Read(w.Path); err == nil {
				data = slices.Concat(old, data)
			}
		}
		f := File{Path: w.Path, Sum: Sum{Size: int64(len(data))}, Ignored: s.settings.ignores(w.Path)}
		if IsText(w.Path) {
			f.Sum = SumText(data)
		}
		if ok {
			t.files[i] = f
		} else {
			t.files = slices.Insert(t.files, i, f)
		}
		t.overlay[w.Path] = data
	}
	return &t
}

// Applied is the snapshot after writes were carried out. What the files are that were
// written is known; how their folder entries look is not, so the next scan reads them.
func (s *Snapshot) Applied(writes ...Write) *Snapshot {
	shown := slices.DeleteFunc(slices.Clone(writes), func(w Write) bool { return Skips(w.Path) })
	t := s.With(shown...)
	t.overlay = nil
	return t
}

// Digest hashes the paths and hashes of all files: two snapshots with the same
// digest hold the same text.
func (s *Snapshot) Digest() Hash {
	h := sha256.New()
	for _, f := range s.files {
		h.Write([]byte(f.Path))
		mark := byte(0)
		if f.Ignored {
			mark = 1
		}
		h.Write([]byte{0, mark})
		sum := f.Bytes()
		h.Write(sum[:])
	}
	return Hash(h.Sum(nil))
}

// SortFiles puts files in the order of their paths.
func SortFiles(files []File) {
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
}

// Excluded are the names that are no part of the vault, but that links may point at, sorted.
func (s *Snapshot) Excluded() []string { return s.excluded }

// Differences are the files that two tables, both by path, do not have alike, in order:
// what a has, and what b has instead, or nil.
func Differences(a, b []File) iter.Seq2[*File, *File] {
	return func(yield func(*File, *File) bool) {
		for len(a) > 0 || len(b) > 0 {
			switch {
			case len(b) == 0 || len(a) > 0 && a[0].Path < b[0].Path:
				if !yield(&a[0], nil) {
					return
				}
				a = a[1:]
			case len(a) == 0 || b[0].Path < a[0].Path:
				if !yield(nil, &b[0]) {
					return
				}
				b = b[1:]
			default:
				if a[0] != b[0] && !yield(&a[0], &b[0]) {
					return
				}
				a, b = a[1:], b[1:]
			}
		}
	}
}
