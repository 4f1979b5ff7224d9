package compiler

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"assay/compiler/view"
	"assay/vault"
)

// rootName is the file of a cache that says of which vault it is.
const rootName = "vault"

// StateDir is where the results of a vault lie: in its .assay, where a build has made that,
// else in the user's folder of caches. A vault that is only looked at is not written to.
func StateDir(w view.World, root string) string {
	own := filepath.Join(root, vault.StateDir)
	if _, err := os.Stat(own); err == nil || w.Cache == "" {
		return own
	}
	sum := sha256.Sum256([]byte(root))
	return filepath.Join(w.Cache, hex.EncodeToString(sum[:8]), vault.StateDir)
}

// makeCache makes the cache of a vault, for its user alone, and takes away those of vaults
// that are gone.
func makeCache(w view.World, home, root string) error {
	note := filepath.Join(home, rootName)
	if _, err := os.Stat(note); err == nil {
		return nil
	}
	others, _ := os.ReadDir(w.Cache)
	for _, e := range others {
		other := filepath.Join(w.Cache, e.Name())
		of, err := os.ReadFile(filepath.Join(other, rootName))
		if err != nil {
			continue // not ours, or another process is making it
		}
		if _, err := os.Stat(string(of)); errors.Is(err, fs.ErrNotExist) {
			_ = os.RemoveAll(other)
		}
	}
	if err := os.MkdirAll(home, 0o700); err != nil {
		return err
	}
	return os.WriteFile(note, []byte(root), 0o600)
}

// builtName is the file of .assay that says when the last build ended.
const builtName = "built"

// built notes that a build ended, by the clock that it was made by. It is a memory: a disk
// that refuses costs nothing but it.
func (c *Compiler) built(at time.Time) {
	_ = vault.ReplaceCache(filepath.Join(c.Root, vault.StateDir, builtName), []byte(at.UTC().Format(time.RFC3339)+"\n"))
}

// LastBuild is when the last build of the vault ended; zero where none is known. What a check
// or a search stores there is none.
func (c *Compiler) LastBuild() time.Time {
	text, _ := vault.ReadFile(filepath.Join(c.Root, vault.StateDir, builtName))
	at, _ := time.Parse(time.RFC3339, strings.TrimSpace(string(text)))
	return at
}
