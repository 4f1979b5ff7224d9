package main

import (
	"context"

	"assay/compiler"
	"assay/compiler/sources"
	"assay/provenance"
)

// unknownAgent is who asks without a terminal and without a name.
const unknownAgent = "agent:unknown"

// onRecord writes a refusal to the ledger, and gives back the error that says why. What is
// wrong in itself, such as the name of a note that is not there, is no refusal.
func (a *app) onRecord(ctx context.Context, c *compiler.Compiler, r sources.Refusal, err error) error {
	if err == nil || c.Guest() || ctx.Err() != nil {
		return err
	}
	r.By = c.Opts.As
	barred := sources.Barred(err)
	if r.What == "promote" { // an agent's is one whatever stops it, two roles among it
		_, readErr := c.ReadFile(r.Subject)
		barred = readErr == nil && (barred || provenance.KindOfActor(r.By) != provenance.Person)
	}
	if !barred {
		return err
	}
	if tty, ttyErr := openTerminal(); ttyErr == nil {
		tty.Close()
	} else if a.as == "" {
		r.By = unknownAgent
	}
	a.record(ctx, c, r, err)
	return err
}

// record writes a refusal to the ledger, or says that it could not.
func (a *app) record(ctx context.Context, c *compiler.Compiler, r sources.Refusal, why error) {
	if err := r.Record(ctx, c, why); err != nil {
		a.out.Messagef("the refusal is not on record: %v", err)
	}
}
