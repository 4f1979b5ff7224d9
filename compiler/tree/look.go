package tree

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/cespare/xxhash/v2"

	"assay/vault"
)

// A stamp is what one look saw of a file. Two files with one stamp are taken for the
// same, unless it is young.
type stamp struct {
	sum uint64 // of size, times and inode; of a folder or link: of what it is
	at  int64  // when it was last changed, in nanoseconds since 1970
}

// A table is one look at a tree.
type table struct {
	files map[string]stamp
	began time.Time
	took  time.Duration
}

// lookAt looks at every file that counts.
func (f *Follower) lookAt(ctx context.Context) (table, error) {
	t := table{files: make(map[string]stamp, f.lastSize.Load()), began: time.Now()}
	err := filepath.WalkDir(f.root, func(path string, d fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if path == f.root {
			return err
		}
		if vault.Skips(d.Name()) {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		rel := f.rel(path)
		if err != nil {
			t.files[rel] = stamp{sum: xxhash.Sum64String(err.Error())}
			return nil // unreadable: the same until it can be read
		}
		if s, ok := stampOf(path, d); ok {
			t.files[rel] = s
		}
		return nil
	})
	if err != nil {
		return table{}, err
	}
	for _, name := range f.o.Hidden {
		if info, err := os.Lstat(filepath.Join(f.root, filepath.FromSlash(name))); err == nil {
			if s, ok := stampOf(filepath.Join(f.root, filepath.FromSlash(name)), fs.FileInfoToDirEntry(info)); ok {
				t.files[name] = s
			}
		}
	}
	t.took = time.Since(t.began)
	f.lastSize.Store(int64(len(t.files)))
	return t, nil
}

// stampOf is false for a file that went while it was looked at.
func stampOf(path string, d fs.DirEntry) (stamp, bool) {
	switch {
	case d.IsDir():
		return stamp{sum: 1}, true
	case d.Type()&fs.ModeSymlink != 0:
		to, _ := os.Readlink(path)
		return stamp{sum: xxhash.Sum64String("->" + to)}, true
	}
	var f vault.File
	if vault.Stat(path, &f) != nil {
		return stamp{}, false
	}
	sum := xxhash.Sum64String(fmt.Sprint(f.Size, f.ModTime, f.Ctime, f.Inode))
	return stamp{sum, max(f.ModTime, f.Ctime)}, true
}

// changes are the paths that differ between two looks.
func changes(old, now table) (paths []string) {
	for path, s := range now.files {
		if o, ok := old.files[path]; !ok || o.sum != s.sum {
			paths = append(paths, path)
		}
	}
	for path := range old.files {
		if _, ok := now.files[path]; !ok {
			paths = append(paths, path)
		}
	}
	return paths
}

// young are the paths that look the same and were so young at the first look that they
// may have changed once more within the clock's tick.
func young(old, now table) (paths []string) {
	for path, s := range now.files {
		if o, ok := old.files[path]; ok && o.sum == s.sum && vault.TooRecent(o.at, old.began.UnixNano()) {
			paths = append(paths, path)
		}
	}
	return paths
}
