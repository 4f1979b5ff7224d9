package main

import (
	"context"
	"errors"

	"assay/compiler"
	"assay/compiler/sources"
	"assay/gates"
	"assay/ingest/web"
	"assay/provenance"
)

// A refusal is what was asked for, should it be refused.
type refusal struct {
	what    string // propose, map, approve, promote, attest, resolve as escalate, …
	subject string // a source, a note, a claim, a conflict; an address becomes its source's id
	url     string
}

// unknownAgent is who asks without a terminal and without a name.
const unknownAgent = "agent:unknown"

// onRecord writes a refusal to the ledger, and gives back the error that says why. What is
// wrong in itself, such as the name of a note that is not there, is no refusal.
func (a *app) onRecord(ctx context.Context, c *compiler.Compiler, r refusal, err error) error {
	if err == nil || c.Guest() || ctx.Err() != nil {
		return err
	}
	by, asErr := a.actor()
	if asErr != nil {
		return err
	}
	var denied *gates.DeniedError
	var person *needsPersonError
	barred := errors.Is(err, sources.ErrAuthRequired) || errors.As(err, &denied) || errors.As(err, &person)
	if r.what == "promote" { // an agent's is one whatever stops it, two roles among it
		_, readErr := c.ReadFile(r.subject)
		barred = readErr == nil && (barred || provenance.KindOfActor(by) != provenance.Person)
	}
	if !barred {
		return err
	}
	if tty, ttyErr := openTerminal(); ttyErr == nil {
		tty.Close()
	} else if a.as == "" {
		by = unknownAgent
	}
	e := provenance.Event{Actor: by, Role: roleOf(by, r.what), Kind: provenance.KindRefused, Subject: r.subject, Data: map[string]any{"what": r.what, "reason": err.Error()}}
	if r.url != "" {
		url := r.url
		if at, webErr := web.Canonical(url); webErr == nil {
			url = at
		}
		e.Subject, e.Data["url"] = string(provenance.NewSourceID(url)), url
	}
	if writeErr := c.AppendEvent(ctx, c.Policy.LedgerFile(), e); writeErr != nil {
		a.out.Messagef("the refusal is not on record: %v", writeErr)
	}
	return err
}

// roleOf is the role that somebody plays who asks for something.
func roleOf(by, what string) string {
	switch {
	case provenance.KindOfActor(by) == provenance.Person:
		return provenance.RolePerson
	case what == "propose":
		return provenance.RoleLibrarian
	case what == "map", what == "approve", what == "crawl", what == "refresh":
		return provenance.RoleEngineer
	}
	return provenance.RoleChronicler
}
