package tree

import (
	"context"
	"encoding/binary"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"
)

// A stamp is what one look saw of a file. Two files with one stamp are taken for the
// same, unless it is young.
type stamp struct {
	sum uint64 // of size, times, mode and inode; of a folder or link: of what it is
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
		if skipped(d.Name()) {
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
	info, err := d.Info()
	if err != nil {
		return stamp{}, false
	}
	return stampInfo(info), true
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
		if o, ok := old.files[path]; ok && o.sum == s.sum && isYoung(o.at, old.began) {
			paths = append(paths, path)
		}
	}
	return paths
}

// isYoung is the doubt that package vault has too: kernels stamp files with the last
// tick of their clock, and some file systems round to two seconds.
func isYoung(at int64, since time.Time) bool {
	slack := int64(20 * time.Millisecond)
	if at%1e9 == 0 {
		slack = int64(2 * time.Second)
	}
	return at != 0 && at >= since.UnixNano()-slack
}

// skipped are the names that are no part of any vault.
func skipped(name string) bool {
	return strings.HasPrefix(name, ".") || name == "node_modules"
}

func mix(values ...int64) uint64 {
	var d xxhash.Digest
	d.Reset()
	var b [8]byte
	for _, v := range values {
		binary.LittleEndian.PutUint64(b[:], uint64(v))
		_, _ = d.Write(b[:])
	}
	return d.Sum64()
}
