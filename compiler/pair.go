package compiler

import (
	"assay/compiler/codec"
	"assay/provenance"
	"assay/vault"
	"cmp"
	"strings"
)

type conflictPair struct {
	note     string
	claim    vault.ClaimID
	conflict provenance.Conflict
}

// compare orders pairs by claim, then by what contradicts it.
func (p *conflictPair) compare(o *conflictPair) int {
	if c := strings.Compare(p.note, o.note); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(p.claim, o.claim), strings.Compare(p.conflict.Note, o.conflict.Note), cmp.Compare(p.conflict.With, o.conflict.With))
}

func putConflictPair(e *codec.Encoder, c *conflictPair) {
	e.Str(c.note)
	e.Str(string(c.claim))
	putConflict(e, &c.conflict)
}

func getConflictPair(d *codec.Decoder, c *conflictPair) {
	c.note, c.claim = d.Str(), vault.ClaimID(d.Str())
	c.conflict = *getConflict(d)
}

func putConflict(e *codec.Encoder, c *provenance.Conflict) {
	e.Str(string(c.With))
	e.Str(c.Note)
	putSpan(e, c.Span)
	e.Str(c.Text)
	putMismatch(e, c.Mismatch)
	e.Str(c.Kind)
}

func getConflict(d *codec.Decoder) *provenance.Conflict {
	return &provenance.Conflict{With: vault.ClaimID(d.Str()), Note: d.Str(), Span: getSpan(d), Text: d.Str(),
		Mismatch: getMismatch(d), Kind: d.Str()}
}
