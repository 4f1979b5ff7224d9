package sources

import (
	"context"
	"errors"
	"fmt"

	"assay/compiler"
	"assay/compiler/acquire"
	"assay/compiler/view"
	"assay/provenance"
)

// ErrAuthRequired says that only a person can let something go on.
var ErrAuthRequired = errors.New("AUTH_REQUIRED")

// Approve lets a mapped source be read. Only a person may: the caller has seen to
// that by a controlling terminal; by is that person.
func Approve(ctx context.Context, c *compiler.Compiler, id, digest, by string) error {
	if provenance.KindOfActor(by) != provenance.Person {
		return fmt.Errorf("approve %s as %s: %w: a person must run `assay source approve %s` at a terminal", id, by, ErrAuthRequired, id)
	}
	r, err := Source(ctx, c, id)
	if err != nil {
		return err
	}
	want, data := acquire.BoundsOf(r.URL), map[string]any{"digest": digest, "approver": by}
	if view.IsRemote(r.URL) {
		if err := c.Policy.Denied(r.URL); err != nil {
			return err
		}
		if r.Map == nil {
			return fmt.Errorf("approve %s: it is not mapped; run `assay source map %s`", id, id)
		}
		want, data["ceiling"] = r.Map.Digest, float64(r.Map.Ceiling)
	}
	if digest != want {
		return fmt.Errorf("approve %s: what was shown has changed; look at `assay source map %s` again", id, id)
	}
	return record(ctx, c, r.ID, by, told{provenance.KindApproved, data})
}

// Reject says no to a source, with a reason.
func Reject(ctx context.Context, c *compiler.Compiler, id, reason, by string) error {
	r, err := Source(ctx, c, id)
	if err != nil {
		return err
	}
	return record(ctx, c, r.ID, by, told{provenance.KindRejected, map[string]any{"reason": reason}})
}

// told is what there is to tell of a source in the ledger.
type told struct {
	kind string
	data map[string]any
}

// record writes events about a source to the ledger, each only where the lifecycle
// allows it.
func record(ctx context.Context, c *compiler.Compiler, id provenance.SourceID, by string, events ...told) error {
	return c.Alone(ctx, func() error {
		s, err := c.Look(ctx)
		if err != nil {
			return err
		}
		p := c.Plan(s, false)
		for _, e := range events {
			if to := provenance.Entered(e.kind); to != provenance.StateNone {
				if err := provenance.Advance(p.State(id), to); err != nil {
					return err
				}
			}
			role := provenance.RoleEngineer
			switch {
			case provenance.KindOfActor(by) == provenance.Person:
				role = provenance.RolePerson
			case e.kind == provenance.KindProposed:
				role = provenance.RoleLibrarian // who looks for what is missing, whoever it is
			}
			p.Acquire.Record(by, role, e.kind, string(id), e.data)
		}
		return c.Enter(ctx, p)
	})
}
