package compiler

import (
	"assay/compiler/view"
	"assay/provenance"
)

// signedLedger is a ledger whose signatures were looked at, which takes a program each.
type signedLedger struct {
	of       string
	unsigned []provenance.Event
}

// signatures are what policy asks decisions to be signed by; nil where it does not ask.
func (s *Session) signatures() view.Signatures {
	if s.C.Guest() || !s.C.Policy.Safety.RequireSignatures {
		return nil
	}
	return SignaturesOf(s.C.World, s.C.Root)
}

// SignaturesOf are those that hold for a vault.
func SignaturesOf(w view.World, root string) view.Signatures {
	if w.OpenSignatures == nil {
		return noSignatures{}
	}
	return w.OpenSignatures(root)
}

// unsigned are the decisions on the vault's ledger, as it is before the plan, that lack a
// signature which policy asks for.
func (s *Session) unsigned(file string) []provenance.Event {
	signatures := s.signatures()
	if signatures == nil {
		return nil
	}
	if of := s.signedOf(file, signatures); s.signed.of != of {
		text, _ := s.Base.Read(file)
		s.signed = signedLedger{of, provenance.ReadLedger(text).Unsigned(signatures.Holds)}
	}
	return s.signed.unsigned
}

// signedOf names what signatures are looked at in.
func (s *Session) signedOf(file string, signatures view.Signatures) string {
	f, _ := s.Base.File(file)
	return view.HashOf(f.Hash.String(), signatures.State())
}

// signedSince reports that the vault's ledger is another one than that whose signatures
// were looked at: a build wrote to it, and what it says of the vault is not all there is.
func (s *Session) signedSince() bool {
	signatures := s.signatures()
	return signatures != nil && s.signed.of != s.signedOf(s.C.Policy.LedgerFile(), signatures)
}

type noSignatures struct{}

func (noSignatures) Holds(string, []byte, string) bool { return false }
func (noSignatures) State() string                     { return "" }
