package compiler

import (
	"slices"
	"strings"

	"assay/vault"
)

// An earlier says what of the vault is as it was when a build last had nothing to do: what
// that build found of it still holds, though the vault as a whole is another one.
type earlier struct {
	files       []vault.File          // of then, by path
	since       map[string]vault.Hash // notes that changed before the table of files was made, and after that build
	rows        []noteRow             // of notes, by path
	names, held string                // digests of all paths, and of all that is no note
	evidence    string                // digest, made when it is asked for
}

func (t *earlier) file(name string) (vault.File, bool) {
	i, ok := slices.BinarySearchFunc(t.files, name, func(f vault.File, name string) int { return strings.Compare(f.Path, name) })
	if !ok {
		return vault.File{}, false
	}
	return t.files[i], true
}

// evidenceStands reports whether all that is no note is what it was, but for what is said
// of it in the ledger and by judges.
func (p *view) evidenceStands() bool {
	if p.earlier.evidence == "" {
		p.earlier.evidence = p.digestEvidence(p.earlier.files)
	}
	return p.evidenceDigest() == p.earlier.evidence
}
