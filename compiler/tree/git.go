package tree

import (
	"bytes"
	"os"
	"path/filepath"
)

// gitLock is the file that is there while git writes the index of the work tree that
// a folder is in, as it does from the beginning of a checkout to its end; "" where
// there is no git.
func gitLock(root string) string {
	for dir := root; ; dir = filepath.Dir(dir) {
		at := filepath.Join(dir, ".git")
		if info, err := os.Stat(at); err == nil {
			if info.IsDir() {
				return filepath.Join(at, "index.lock")
			}
			// A linked work tree or a submodule: a line says where its git folder is.
			text, err := os.ReadFile(at)
			to, ok := bytes.CutPrefix(bytes.TrimSpace(text), []byte("gitdir: "))
			if err != nil || !ok {
				return ""
			}
			if at = filepath.FromSlash(string(to)); !filepath.IsAbs(at) {
				at = filepath.Join(dir, at)
			}
			return filepath.Join(at, "index.lock")
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}
