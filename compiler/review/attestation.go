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
	"assay/vault/markdown"
)

// A attestation is what a person says of a claim.
type attestation struct {
	verb   string // as errors name it
	claim  string
	reason string
	by     string
	shown  string // digest of what the person was shown; "" where it does not matter
	record func(c markdown.Claim, evidence []provenance.Evidence, note string) (provenance.Event, error)
}

// ErrChanged says that a decision is of something else than what is there now.
var ErrChanged = errors.New("what was shown has changed; look at it again")

// Attest records a person's word for a claim, bound to the claim and its evidence
// as they are now. shown is the digest of what the person was shown, "" where it does not
// matter.
func Attest(ctx context.Context, c *compiler.Compiler, claim, reason, by, shown string) (*reports.PacketClaim, error) {
	return say(ctx, c, attestation{"attest", claim, reason, by, shown,
		func(about markdown.Claim, evidence []provenance.Evidence, note string) (provenance.Event, error) {
			if len(evidence) == 0 {
				return provenance.Event{}, fmt.Errorf("attest %s: it cites nothing that is held; cite the evidence you vouch for", claim)
			}
			return provenance.NewWord(provenance.KindAttested, about, evidence, note, reason, by), nil
		}})
}

// RejectClaim records a person's word against a claim, bound like one for it. The claim
// keeps its tier, is promoted by nobody, and is not asked about again.
func RejectClaim(ctx context.Context, c *compiler.Compiler, claim, reason, by, shown string) (*reports.PacketClaim, error) {
	return say(ctx, c, attestation{"reject", claim, reason, by, shown,
		func(about markdown.Claim, evidence []provenance.Evidence, note string) (provenance.Event, error) {
			return provenance.NewWord(provenance.KindClaimRejected, about, evidence, note, reason, by), nil
		}})
}

// TakeBack ends what persons said of a claim, for it or against it.
func TakeBack(ctx context.Context, c *compiler.Compiler, claim, reason, by string) (*reports.PacketClaim, error) {
	return say(ctx, c, attestation{"take back a word on", claim, reason, by, "",
		func(about markdown.Claim, _ []provenance.Evidence, _ string) (provenance.Event, error) {
			return provenance.Event{Actor: by, Kind: provenance.KindAttestationRevoked, Subject: string(about.ID), Data: map[string]any{"reason": reason}}, nil
		}})
}

// mayVouch holds a word for the ledger to a person who gives a reason, where there is one.
func mayVouch(c *compiler.Compiler, verb, reason, by string) error {
	switch {
	case c.Guest():
		return fmt.Errorf("%s: the vault has no policy, so there is no ledger to write to; run `assay init` first", verb)
	case provenance.KindOfActor(by) != provenance.Person:
		return fmt.Errorf("%s as %s: %w: only a person's word counts", verb, by, sources.ErrAuthRequired)
	case strings.TrimSpace(reason) == "":
		return fmt.Errorf("%s: give a reason with --reason", verb)
	}
	return nil
}

// say writes a person's word on a claim to the ledger.
func say(ctx context.Context, c *compiler.Compiler, w attestation) (*reports.PacketClaim, error) {
	if err := mayVouch(c, w.verb, w.reason, w.by); err != nil {
		return nil, err
	}
	var out *reports.PacketClaim
	err := c.Alone(ctx, func() error {
		s, p, err := c.Glance(ctx)
		if err != nil {
			return err
		}
		n, i, err := FindClaim(p, w.claim)
		if err != nil {
			return err
		}
		if i >= len(p.Grade.VerdictsOf(n)) {
			return fmt.Errorf("%s %s: the claims of %s are not graded; `assay explain vault.wiki` says of which notes they are", w.verb, w.claim, n.Path)
		}
		_, evidence, err := examine(ctx, p, c.World.Judge, n, n.Claims[i])
		if err != nil {
			return err
		}
		if w.shown != "" && w.shown != claimDigest(n.Claims[i], evidence) {
			return fmt.Errorf("%s %s: %w", w.verb, w.claim, ErrChanged)
		}
		if w.shown != "" && !waits(p.Grade.VerdictsOf(n)[i]) {
			return fmt.Errorf("%s %s: it waits no more: somebody decided, or it is graded otherwise now", w.verb, w.claim)
		}
		e, err := w.record(n.Claims[i], evidence, n.Path)
		if err != nil {
			return err
		}
		e.Time, e.Role = s.Now, provenance.RolePerson
		p.Ledger.Append(e)
		p.Attributes()
		pc := packetClaim(p, n, i)
		out = &pc
		return c.Apply(ctx, p.List())
	})
	return out, err
}

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
	if err := mayVouch(c, "attest", reason, by); err != nil {
		return nil, err
	}
	out := &Vouched{Notes: []string{}, Known: []string{}}
	err := c.Alone(ctx, func() error {
		s, p, err := c.Glance(ctx)
		if err != nil {
			return err
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
			return fmt.Errorf("attest %s: no permanent note is there", name)
		}
		if len(out.Notes) == 0 {
			return nil
		}
		return c.Enter(ctx, p)
	})
	return out, err
}
