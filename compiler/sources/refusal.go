package sources

import (
	"context"
	"errors"
	"fmt"

	"assay/compiler"
	"assay/gates"
	"assay/ingest/web"
	"assay/provenance"
)

// A Refusal is what somebody asked for and may not have.
type Refusal struct {
	What    string // propose, map, approve, promote, attest, resolve as escalate, …
	Subject string // a source, a note, a claim, a conflict
	URL     string // of a source: the subject is then its id
	By      string // who asked
}

// An OutsideError says that a client asks for a path of this machine that is not the vault's.
type OutsideError struct{ Target, By string }

func (e *OutsideError) Error() string {
	return fmt.Sprintf("propose %s as %s: what lies outside the vault is no source that a client may ask for", e.Target, e.By)
}

// Hint says what would do.
func (*OutsideError) Hint() string {
	return "name an address on the web or a path of the vault; a file beside the vault a person proposes, at a terminal"
}

// Barred reports whether an error says that something may not be, and not that it is wrong in
// itself, such as the name of a note that is not there.
func Barred(err error) bool {
	_, denied := errors.AsType[*gates.DeniedError](err)
	_, outside := errors.AsType[*OutsideError](err)
	return denied || outside || errors.Is(err, ErrAuthRequired)
}

// Record writes a refusal to the ledger of a vault.
func (r Refusal) Record(ctx context.Context, c *compiler.Compiler, reason error) error {
	e := provenance.Event{Actor: r.By, Role: r.role(), Kind: provenance.KindRefused, Subject: r.Subject, Data: map[string]any{"what": r.What, "reason": reason.Error()}}
	if r.URL != "" {
		url := r.URL
		if at, err := web.Canonical(url); err == nil {
			url = at
		}
		e.Subject, e.Data["url"] = string(provenance.NewSourceID(url)), url
	}
	return c.AppendEvent(ctx, c.Policy.LedgerFile(), e)
}

// role is the one that somebody plays who asks for something.
func (r Refusal) role() string {
	switch {
	case provenance.KindOfActor(r.By) == provenance.Person:
		return provenance.RolePerson
	case r.What == "propose":
		return provenance.RoleLibrarian
	case r.What == "map", r.What == "approve", r.What == "crawl", r.What == "refresh":
		return provenance.RoleEngineer
	}
	return provenance.RoleChronicler
}
