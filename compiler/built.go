package compiler

import (
	"path/filepath"
	"strings"
	"time"

	"assay/vault"
)

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
