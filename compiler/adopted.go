package compiler

import (
	"cmp"
	"path"

	"assay/gates"
)

func (c *Compiler) AdoptedPath() string { return path.Join(c.SourcesFolder(), adoptedFile) }

// adoptedFile lies among the sources and is committed with them.
const adoptedFile = "adopted.json"

// SourcesFolder is the folder of sources; of a vault without a policy the one that an
// adoption would give it, or once gave it.
func (c *Compiler) SourcesFolder() string {
	return cmp.Or(c.Policy.Vault.Sources, gates.Default().Vault.Sources)
}
