package review

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/compiler/view"
	"assay/provenance"
)

// Vouched are the permanent notes that a person vouched for at once.
type Vouched struct {
	Notes []string `json:"notes"` // those that the ledger had nothing of
	Known []string `json:"known"` // those that were promoted, or vouched for before
}

// IsNotes reports whether a path names notes, one or a folder of them, and not a claim.
func IsNotes(c *compiler.Compiler, name string) bool {
	info, err := os.Stat(c.Dir.Abs(name))
	return err == nil && (info.IsDir() || strings.HasSuffix(strings.ToLower(name), ".md"))
}

// Vouch records a person's word for permanent notes that nobody promoted, as they stand. No
// claim gets another tier by it.
func Vouch(ctx context.Context, c *compiler.Compiler, name, reason, by string) (*Vouched, error) {
	switch {
	case c.Guest():
		return nil, errors.New("attest: the vault has no policy, so there is no ledger to write to; run `assay init` first")
	case provenance.KindOfActor(by) != provenance.Person:
		return nil, fmt.Errorf("attest as %s: %w: only a person's word counts", by, sources.ErrAuthRequired)
	case strings.TrimSpace(reason) == "":
		return nil, errors.New("attest: give a reason with --reason")
	}
	out := &Vouched{Notes: []string{}, Known: []string{}}
	_, err := c.Locked(ctx, func() (*reports.Report, error) {
		s, p, err := c.Glance(ctx)
		if err != nil {
			return nil, err
		}
		for _, f := range p.Base.Files() {
			if !view.Within(f.Path, []string{name}) || !p.IsNote(f) || p.Policy.Vault.Area(f.Path) != view.WikiArea {
				continue
			}
			if n := p.Note(f.Path); n == nil || n.Meta.Generated {
				continue
			}
			if a := p.Assess.Arrived(f.Path); a.Promoted || a.Vouched {
				out.Known = append(out.Known, f.Path)
				continue
			}
			p.Ledger.Append(provenance.Event{Time: s.Now, Actor: by, Role: provenance.RolePerson, Kind: provenance.KindVouched, Subject: f.Path,
				Data: map[string]any{"hash": f.Hash.String(), "reason": reason}})
			out.Notes = append(out.Notes, f.Path)
		}
		if len(out.Notes)+len(out.Known) == 0 {
			return nil, fmt.Errorf("attest %s: no permanent note is there", name)
		}
		if len(out.Notes) == 0 {
			return nil, nil
		}
		p.Attributes()
		return nil, c.Apply(ctx, p.List())
	})
	return out, err
}
