package view

import (
	"slices"
	"strings"

	"assay/vault"
)

// An Previous says what of the vault is as it was when a build last had nothing to do: what
// that build found of it still holds, though the vault as a whole is another one.
type Previous struct {
	Files       []vault.File          // of then, by path
	Since       map[string]vault.Hash // notes that changed before the table of files was made, and after that build
	Rows        []NoteRow             // of notes, by path
	Names, Held string                // digests of all paths, and of all that is no note
	evidence    string                // digest, made when it is asked for
}

func (t *Previous) File(name string) (vault.File, bool) {
	i, ok := slices.BinarySearchFunc(t.Files, name, func(f vault.File, name string) int { return strings.Compare(f.Path, name) })
	if !ok {
		return vault.File{}, false
	}
	return t.Files[i], true
}

// EvidenceStands reports whether all that is no note is what it was, but for what is said
// of it in the ledger and by judges.
func (v *View) EvidenceStands() bool {
	if v.Previous.evidence == "" {
		v.Previous.evidence = v.digestEvidence(v.Previous.Files)
	}
	return v.EvidenceDigest() == v.Previous.evidence
}
