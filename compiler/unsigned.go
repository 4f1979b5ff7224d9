package compiler

import (
	"assay/compiler/view"
	"assay/provenance"
	"assay/vault"
)

// signedLedger is a ledger whose signatures were looked at, which takes a program each.
type signedLedger struct {
	of       vault.Hash
	unsigned []provenance.Event
}

// signatures are what policy asks decisions to be signed by; nil where it does not ask.
func (s *Session) signatures() view.Signatures {
	if s.C.Guest() || !s.C.Policy.Safety.RequireSignatures {
		return nil
	}
	if s.C.World.OpenSignatures == nil {
		return noSignatures{}
	}
	return s.C.World.OpenSignatures(s.C.Root)
}

// unsigned are the decisions on the vault's ledger, as it is before the plan, that lack a
// signature which policy asks for.
func (s *Session) unsigned(file string) []provenance.Event {
	signatures := s.signatures()
	if signatures == nil {
		return nil
	}
	text, _ := s.Base.Read(file)
	of := vault.HashText([]byte(string(text) + signatures.State()))
	if s.signed.of != of {
		s.signed = signedLedger{of, provenance.ReadLedger(text).Unsigned(signatures.Holds)}
	}
	return s.signed.unsigned
}

type noSignatures struct{}

func (noSignatures) Holds(string, []byte, string) bool { return false }
func (noSignatures) State() string                     { return "" }
