package review

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// A Decision is what a person says of one thing that waits, as a front end passes it on.
type Decision struct {
	ID       string `json:"id"`
	Digest   string `json:"digest"`   // of the item as it was shown
	Decision string `json:"decision"` // accept, reject, edit, skip, or a way out of a conflict
	Reason   string `json:"reason,omitempty"`
	Text     string `json:"text,omitempty"`     // edit: what the note says instead, as Markdown
	Keep     string `json:"keep,omitempty"`     // update, escalate: the side that stands
	When     string `json:"when,omitempty"`     // narrow, parallelize: what the existing claim says first
	NewWhen  string `json:"new_when,omitempty"` // the same of the new claim
	By       string `json:"by,omitempty"`
}

// Decided is what came of a decision.
type Decided struct {
	ID       string                `json:"id"`
	Decision string                `json:"decision"`
	Applied  bool                  `json:"applied"`
	By       string                `json:"by,omitempty"`
	Claims   []reports.PacketClaim `json:"claims"`         // concerned, as they are graded now
	Diff     string                `json:"diff,omitempty"` // what changed in notes
	Written  []string              `json:"written"`
	Error    string                `json:"error,omitempty"` // why it was refused: then nothing was changed
	Hint     string                `json:"hint,omitempty"`

	Undo *Undo `json:"-"` // takes the decision back; nil where nothing was changed
}

// Decide carries out one decision, whole or not at all. It is refused where what was
// shown is not what is there any more, and where only a person at a terminal may.
func Decide(ctx context.Context, c *compiler.Compiler, d Decision) (*Decided, error) {
	out := &Decided{ID: d.ID, Decision: d.Decision, By: d.By, Claims: []reports.PacketClaim{}, Written: []string{}}
	switch {
	case d.ID == "" || d.Decision == "":
		return nil, errors.New("decide: want an id and a decision")
	case d.Decision == DecideSkip:
		return out, nil
	case d.Digest == "":
		return nil, fmt.Errorf("decide %s: name the digest of what was shown", d.ID)
	case slices.Contains(gates.Ways(), gates.Way(d.Decision)):
		r, err := Resolve(ctx, c, d.ID, ResolveOptions{As: gates.Way(d.Decision), Keep: d.Keep, When: d.When, NewWhen: d.NewWhen,
			Reason: d.Reason, By: d.By, Shown: d.Digest})
		if err != nil {
			return nil, err
		}
		if r.Done {
			return nil, fmt.Errorf("decide %s: it was settled as %s by %s", d.ID, r.As, r.By)
		}
		out.Applied, out.Claims, out.Diff, out.Written, out.Undo = true, r.Claims, r.Diff, r.Written, r.Undo
		return out, nil
	case d.Decision == DecideEdit:
		if err := edit(ctx, c, d, out); err != nil {
			return nil, err
		}
		return out, nil
	case d.Decision != DecideAccept && d.Decision != DecideReject:
		return nil, fmt.Errorf("decide %s: %q is no decision; want accept, reject, edit, skip, or a way out of a conflict", d.ID, d.Decision)
	}
	var claim *reports.PacketClaim
	var err error
	if d.Decision == DecideReject {
		claim, err = RejectClaim(ctx, c, d.ID, d.Reason, d.By, d.Digest)
	} else {
		claim, err = Attest(ctx, c, d.ID, d.Reason, d.By, d.Digest)
	}
	if err != nil {
		return nil, err
	}
	out.Applied, out.Claims, out.Undo = true, append(out.Claims, *claim), &Undo{claim: claim.ID}
	return out, nil
}

// edit replaces a claim's sentence.
func edit(ctx context.Context, c *compiler.Compiler, d Decision, out *Decided) error {
	switch {
	case provenance.KindOfActor(d.By) != provenance.Person:
		return fmt.Errorf("edit as %s: %w: a review is a person's; an agent edits the note itself", d.By, sources.ErrAuthRequired)
	case strings.TrimSpace(d.Text) == "":
		return fmt.Errorf("edit %s: give the text that the note is to have instead", d.ID)
	case !utf8.ValidString(d.Text) || strings.ContainsRune(d.Text, 0):
		return fmt.Errorf("edit %s: the text is not UTF-8", d.ID)
	}
	var before []byte
	var note string
	err := c.Alone(ctx, func() error {
		_, p, err := c.Glance(ctx)
		if err != nil {
			return err
		}
		item, ok, err := find(ctx, c, p, d.ID)
		switch {
		case err != nil:
			return err
		case !ok || item.Claim.ID == "":
			return fmt.Errorf("edit %s: it waits no more", d.ID)
		case item.Digest != d.Digest:
			return fmt.Errorf("edit %s: %w", d.ID, ErrChanged)
		}
		n, i, err := FindClaim(p, string(item.Claim.ID))
		if err != nil {
			return err
		}
		old, base := p.Current(n.Path)
		note, before = n.Path, old
		text := string(old[:n.Claims[i].Start]) + d.Text + string(old[n.Claims[i].End:])
		if text == string(old) {
			return fmt.Errorf("edit %s: that is what the note says", d.ID)
		}
		out.Claims = append(out.Claims, item.Claim)
		out.Diff = view.Unified(n.Path, string(old), text)
		return c.Apply(ctx, []vault.Write{{Path: n.Path, Data: []byte(text), Base: base}})
	})
	if err != nil {
		return err
	}
	was := out.Claims[0].ID
	out.Applied, out.Written = true, []string{note}
	if out.Claims, out.Undo, err = Edited(ctx, c, note, before, was); err != nil {
		out.Hint = "the note was changed and could not be graded: " + err.Error()
	}
	return nil
}

// Edited looks at a note that somebody edited: the claims that it has now and had not
// before, and the one that was asked about, as they are graded.
func Edited(ctx context.Context, c *compiler.Compiler, note string, before []byte, about markdown.ClaimID) ([]reports.PacketClaim, *Undo, error) {
	out := []reports.PacketClaim{}
	_, p, err := c.Glance(ctx)
	if err != nil {
		return out, nil, err
	}
	now, hash := p.Current(note)
	undo := &Undo{texts: []undoText{{note, before, hash}}}
	if now == nil {
		return out, nil, fmt.Errorf("look at %s: it is gone", note)
	}
	had := map[markdown.ClaimID]bool{}
	for _, c := range markdown.Parse(note, before, markdown.Options{ExemptSections: p.Policy.Vault.ExemptSections}).Claims {
		had[c.ID] = c.ID != about
	}
	if n := p.ByPath[note]; n != nil {
		for i, c := range p.Whole(n).Claims {
			if !had[c.ID] && i < len(p.Grade.VerdictsOf(n)) {
				out = append(out, packetClaim(p, n, i))
			}
		}
	}
	return out, undo, nil
}

// An Undo takes back one decision: notes get the text that they had, unless somebody
// changed them since, and the ledger says that it was taken back.
type Undo struct {
	claim   markdown.ClaimID      // whose word is taken back; "" for none
	settled provenance.Resolution // that is taken back
	texts   []undoText
}

type undoText struct {
	path   string
	before []byte
	after  vault.Hash // that it still has to have
}

// Revert takes a decision back.
func Revert(ctx context.Context, c *compiler.Compiler, u *Undo, by string) error {
	const reason = "taken back in review"
	if u.claim != "" {
		_, err := TakeBack(ctx, c, string(u.claim), reason, by)
		return err
	}
	return c.Alone(ctx, func() error {
		s, err := c.Look(ctx)
		if err != nil {
			return err
		}
		p := c.Plan(s, false)
		for _, t := range u.texts {
			if _, now := p.Current(t.path); now != t.after {
				return fmt.Errorf("undo: %s was changed since; git has what it was", t.path)
			}
			p.Write(t.path, t.before)
		}
		if u.settled.Event != "" {
			e := provenance.NewRevocation(u.settled, reason, by)
			e.Time, e.Role = s.Now, provenance.RolePerson
			if err := p.Ledger.Allows(e); err != nil {
				return err
			}
			p.Ledger.Append(e)
			p.Attributes()
		}
		return c.Apply(ctx, p.List())
	})
}
