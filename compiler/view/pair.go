package view

import (
	"cmp"
	"strings"

	"assay/compiler/codec"
	"assay/provenance"
	"assay/vault/markdown"
)

type ConflictPair struct {
	Note     string
	Claim    markdown.ClaimID
	Conflict provenance.Conflict
}

// Compare orders pairs by claim, then by what contradicts it.
func (p *ConflictPair) Compare(o *ConflictPair) int {
	if c := strings.Compare(p.Note, o.Note); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(p.Claim, o.Claim), strings.Compare(p.Conflict.Note, o.Conflict.Note), cmp.Compare(p.Conflict.With, o.Conflict.With))
}

func PutConflictPair(e *codec.Encoder, c *ConflictPair) {
	e.Str(c.Note)
	e.Str(string(c.Claim))
	PutConflict(e, &c.Conflict)
}

func GetConflictPair(d *codec.Decoder, c *ConflictPair) {
	c.Note, c.Claim = d.Str(), markdown.ClaimID(d.Str())
	c.Conflict = *GetConflict(d)
}

func PutConflict(e *codec.Encoder, c *provenance.Conflict) {
	e.Str(string(c.With))
	e.Str(c.Note)
	PutSpan(e, c.Span)
	e.Str(c.Text)
	putMismatch(e, c.Mismatch)
	e.Str(c.Kind)
}

func GetConflict(d *codec.Decoder) *provenance.Conflict {
	return &provenance.Conflict{With: markdown.ClaimID(d.Str()), Note: d.Str(), Span: GetSpan(d), Text: d.Str(),
		Mismatch: getMismatch(d), Kind: d.Str()}
}
