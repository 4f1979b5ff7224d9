package vault

import (
	"path"
	"slices"
)

// RemoveEmpty removes the folders that files were in and that hold nothing any more.
// A folder that is not empty stays: it is not ours to judge.
func (d *Dir) RemoveEmpty(files []string) {
	folders := map[string]bool{}
	for _, f := range files {
		for dir := path.Dir(f); dir != "." && dir != "/"; dir = path.Dir(dir) {
			folders[dir] = true
		}
	}
	deepest := make([]string, 0, len(folders))
	for dir := range folders {
		deepest = append(deepest, dir)
	}
	slices.SortFunc(deepest, func(a, b string) int { return len(b) - len(a) })
	for _, dir := range deepest {
		_ = d.root.Remove(dir) // fails where something is in it
	}
}
