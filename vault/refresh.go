package vault

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
)

// Refresh is what a scan would give now, where nothing but the files at paths may have
// changed since it gave s. Only those are looked at, and their bytes are read. It
// reports false where that is not enough: a file came or went, or is something else now.
func (d *Dir) Refresh(ctx context.Context, s *Snapshot, paths []string) (*Snapshot, bool) {
	t := *s
	t.files, t.changed, t.overlay = slices.Clone(s.files), &changedFile{}, nil
	if s.real != nil {
		t.real = maps.Clone(s.real)
	}
	for _, name := range paths {
		if ctx.Err() != nil {
			return nil, false
		}
		if Skips(name) {
			if strings.HasPrefix(name, ".obsidian") { // settings bear on which files are notes
				return nil, false
			}
			continue
		}
		i, there := s.find(name)
		f := File{Path: name}
		info, err := os.Lstat(d.Abs(name))
		switch {
		case errors.Is(err, fs.ErrNotExist) && !there && !s.holds(name):
			continue // it came and went
		case err != nil || !there || !info.Mode().IsRegular() || s.files[i].Link:
			return nil, false
		}
		if slices.ContainsFunc(s.problems, func(p FileProblem) bool { return p.Path == name }) || Stat(d.Abs(name), &f) != nil {
			return nil, false
		}
		f.Ignored = s.settings.ignores(name)
		if IsText(name) {
			text, err := d.ReadFile(name)
			if err != nil {
				return nil, false
			}
			f.Sum = SumText(text)
		}
		t.files[i] = f
	}
	return &t, true
}

// holds reports whether the snapshot has anything below a path, or knows it otherwise.
func (s *Snapshot) holds(name string) bool {
	i, _ := s.find(name + "/")
	if i < len(s.files) && strings.HasPrefix(s.files[i].Path, name+"/") {
		return true
	}
	return slices.Contains(s.excluded, name) || slices.ContainsFunc(s.problems, func(p FileProblem) bool { return p.Path == name })
}
