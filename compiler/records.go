package compiler

import (
	"cmp"
	"fmt"
	"path"
	"slices"

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

// A RecordError is a committed record that cannot be read. To go on without it would judge by
// less than was decided, and write a new one over it.
type RecordError struct{ File, Why string }

func (e RecordError) Error() string { return fmt.Sprintf("read %s: %s", e.File, e.Why) }

// Hint says what to do.
func (e RecordError) Hint() string {
	return fmt.Sprintf("make it readable, or restore it: `git checkout -- %s`; nothing was changed", e.File)
}

// records refuses a vault whose committed records are there and cannot be read.
func (s *Session) records() error {
	if s.C.Policy.IsGuest() {
		return nil
	}
	return s.readable(s.C.Policy.LedgerFile(), s.C.Policy.AnswersFile(), s.C.AdoptedPath())
}

// readable refuses files that are there and cannot be read.
func (s *Session) readable(files ...string) error {
	for _, p := range s.Base.Problems() {
		if _, held := s.Base.File(p.Path); !held && slices.Contains(files, p.Path) {
			return RecordError{p.Path, p.Text}
		}
	}
	return nil
}
