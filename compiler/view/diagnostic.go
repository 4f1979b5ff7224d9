package view

import (
	"assay/compiler/codec"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

func putDiagnostic(e *codec.Encoder, g *gates.Diagnostic) {
	e.Str(string(g.Code))
	e.Uint(uint64(g.Severity))
	PutSpan(e, g.Span)
	e.Str(string(g.Claim))
	e.Bool(g.Graded)
	e.Uint(uint64(g.Tier))
	e.Str(g.Message)
	e.Str(g.Hint)
	codec.List(e, g.Related, func(e *codec.Encoder, r *gates.Related) {
		PutSpan(e, r.Span)
		e.Str(r.Quote)
		e.Str(r.Message)
	})
	e.Bool(g.Fix != nil)
	if g.Fix != nil {
		e.Str(g.Fix.Title)
		codec.List(e, g.Fix.Edits, func(e *codec.Encoder, x *gates.Edit) {
			PutSpan(e, x.Span)
			e.Str(x.Text)
		})
	}
	e.Bool(g.Witnesses != nil)
	if w := g.Witnesses; w != nil {
		e.Int(w.Count)
		e.Int(w.Asked)
		codec.List(e, w.Same, func(e *codec.Encoder, s *gates.SameWitness) { e.Strs([]string{s.File, s.Of, s.Why}) })
	}
}

func getDiagnostic(d *codec.Decoder, g *gates.Diagnostic) {
	g.Code, g.Severity, g.Span = gates.Code(d.Str()), gates.Severity(d.Uint()), GetSpan(d)
	g.Claim, g.Graded, g.Tier = markdown.ClaimID(d.Str()), d.Bool(), provenance.Tier(d.Uint())
	g.Message, g.Hint = d.Str(), d.Str()
	g.Related = codec.Unlist(d, func(d *codec.Decoder, r *gates.Related) {
		r.Span, r.Quote, r.Message = GetSpan(d), d.Str(), d.Str()
	})
	if d.Bool() {
		g.Fix = &gates.Fix{Title: d.Str(), Edits: codec.Unlist(d, func(d *codec.Decoder, x *gates.Edit) {
			x.Span, x.Text = GetSpan(d), d.Str()
		})}
	}
	if d.Bool() {
		g.Witnesses = &gates.WitnessCount{Count: d.Int(), Asked: d.Int()}
		g.Witnesses.Same = append([]gates.SameWitness{}, codec.Unlist(d, func(d *codec.Decoder, s *gates.SameWitness) {
			if v := d.Strs(); len(v) == 3 {
				s.File, s.Of, s.Why = v[0], v[1], v[2]
			}
		})...)
	}
}

// PutGrouped writes a diagnostic that may yet be told together with others.
func PutGrouped(e *codec.Encoder, g *gates.Diagnostic) {
	putDiagnostic(e, g)
	e.Str(g.Group.Key)
	e.Str(g.Group.Many)
	e.Bool(g.Group.Marker)
}

func GetGrouped(d *codec.Decoder, g *gates.Diagnostic) {
	getDiagnostic(d, g)
	g.Group.Key, g.Group.Many, g.Group.Marker = d.Str(), d.Str(), d.Bool()
}

func PutSpan(e *codec.Encoder, s vault.Span) {
	e.Word(s.File)
	e.Int(s.Start)
	e.Int(s.End)
}

func GetSpan(d *codec.Decoder) vault.Span {
	return vault.Span{File: d.Word(), Start: d.Int(), End: d.Int()}
}
