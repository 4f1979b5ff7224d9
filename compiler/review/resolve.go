package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"assay/compiler"
	"assay/compiler/draft"
	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// KeepBoth lets both sides of a conflict stand as they are.
const KeepBoth = "both"

// ResolveOptions say how a conflict is to end.
type ResolveOptions struct {
	As      gates.Way
	Keep    string // update: new or existing; escalate: these or both; "" as proposed
	When    string // narrow, parallelize: what the existing claim says first; "" as proposed
	NewWhen string // the same of the new claim
	Reason  string // "" for the proposal's, where that is followed
	By      string
	Dry     bool   // change nothing
	Digest  string // what a person at a terminal was shown and agreed to
	Shown   string // digest of the conflict as a front end showed it; "" where none did
}

// A Resolution is a way out of a conflict, shown or taken.
type Resolution struct {
	ID      provenance.ConflictID `json:"id"`
	As      gates.Way             `json:"as"` // update, narrow, parallelize or escalate
	Keep    string                `json:"keep,omitempty"`
	Reason  string                `json:"reason"`
	Diff    string                `json:"diff"`            // unified, over the notes concerned; "" where no note changes
	Claims  []reports.PacketClaim `json:"claims"`          // what both say afterwards, as they are graded then
	Needs   string                `json:"needs,omitempty"` // why only a person at a terminal can do it
	Digest  string                `json:"digest"`          // of all of this
	Applied bool                  `json:"applied"`
	Done    bool                  `json:"done"` // it was settled before
	By      string                `json:"by,omitempty"`
	At      string                `json:"at,omitempty"` // RFC 3339
	Written []string              `json:"written"`

	Undo *Undo `json:"-"` // takes the resolution back; nil where nothing was written
}

// Resolve ends a conflict, or shows how it would end. Notes and ledger change together
// or not at all, and only if the vault as it would be is no worse for it. What is for a
// person is refused without the digest of what that person was shown at a terminal.
func Resolve(ctx context.Context, c *compiler.Compiler, id string, o ResolveOptions) (*Resolution, error) {
	if c.Guest() {
		return nil, errors.New("resolve: the vault has no policy, so there is no ledger to write to; run `assay init` first")
	}
	if o.Dry {
		r, _, err := resolution(ctx, c, id, o)
		return r, err
	}
	var r *Resolution
	err := c.Alone(ctx, func() error {
		var p *compiler.Plan
		var err error
		if r, p, err = resolution(ctx, c, id, o); err != nil || r.Done {
			return err
		}
		if r.Needs != "" && (provenance.KindOfActor(o.By) != provenance.Person || o.Digest == "") {
			return fmt.Errorf("resolve %s as %s without a terminal: %w: %s", id, o.By, sources.ErrAuthRequired, r.Needs)
		}
		if o.Digest != "" && o.Digest != r.Digest {
			return fmt.Errorf("resolve %s: what was shown has changed; look at it again", id)
		}
		p.Attributes()
		writes, undo := p.List(), undoResolution(p, r.ID)
		if err := c.Apply(ctx, writes); err != nil {
			return err
		}
		r.Applied, r.Undo = true, undo
		for _, w := range writes {
			r.Written = append(r.Written, w.Path)
		}
		return nil
	})
	return r, err
}

// undoResolution remembers what a resolution is about to replace.
func undoResolution(p *compiler.Plan, id provenance.ConflictID) *Undo {
	u := &Undo{}
	u.settled, _ = settlement(p, id)
	for _, w := range p.Writes {
		if old, _ := p.Current(w.Path); vault.IsNote(w.Path) && old != nil && !w.Append {
			u.texts = append(u.texts, undoText{w.Path, old, vault.HashText(w.Data)})
		}
	}
	return u
}

// resolution works out the end of a conflict, as a plan whose writes would bring it.
func resolution(ctx context.Context, c *compiler.Compiler, id string, o ResolveOptions) (*Resolution, *compiler.Plan, error) {
	s, before, err := c.Graded(ctx)
	if err != nil {
		return nil, nil, err
	}
	rows := rowsOfConflicts(before)
	i := slices.IndexFunc(rows, func(r ConflictRow) bool { return string(r.ID) == id })
	if i < 0 {
		if was, ok := settlement(before, provenance.ConflictID(id)); ok {
			return &Resolution{ID: was.Conflict, As: gates.Way(was.As), Keep: was.Keep, Reason: was.Reason, Claims: []reports.PacketClaim{}, Written: []string{},
				Done: true, By: was.By, At: was.At.UTC().Format(time.RFC3339)}, nil, nil
		}
		return nil, nil, fmt.Errorf("find conflict %q: there is none; `assay conflicts` lists those there are", id)
	}
	row := rows[i]
	if o.Shown != "" && o.Shown != row.digest() {
		return nil, nil, fmt.Errorf("resolve %s: %w", id, ErrChanged)
	}
	if err := o.complete(row); err != nil {
		return nil, nil, err
	}
	if o.Dry {
		o.By = lookingOn // whoever looks: nothing is recorded
	} else if err := mayResolve(before, row, o); err != nil {
		return nil, nil, err
	}
	// The plainest wording first; where its source would not carry it, one that says less.
	var failed error
	for _, e := range o.endings(row) {
		r, p, err := try(ctx, c, s, before, row, o, e)
		if err == nil {
			return r, p, nil
		}
		if failed == nil {
			failed = err
		}
	}
	return nil, nil, failed
}

// complete fills in what the proposal knows and refuses what makes no sense.
func (o *ResolveOptions) complete(row ConflictRow) error {
	q := row.Proposal
	if !slices.Contains(gates.Ways(), o.As) {
		return fmt.Errorf("resolve %s as %q: want update, narrow, parallelize or escalate", row.ID, o.As)
	}
	follows := o.As == q.Way && (o.Keep == "" || o.Keep == q.Keep)
	switch o.As {
	case gates.Update:
		o.Keep = cmp.Or(o.Keep, q.Keep, gates.SideNew)
		if o.Keep != gates.SideNew && o.Keep != gates.SideExisting {
			return fmt.Errorf("resolve %s: an update keeps new or existing, not %q", row.ID, o.Keep)
		}
	case gates.Escalate:
		if o.Keep != gates.SideNew && o.Keep != gates.SideExisting && o.Keep != KeepBoth {
			return fmt.Errorf("resolve %s: nothing decides but you: say with --keep which side stands, new, existing or both", row.ID)
		}
		follows = false
	default:
		if o.Keep != "" && o.Keep != KeepBoth {
			return fmt.Errorf("resolve %s: both sides stand after %s; --keep is for update and escalate", row.ID, o.As)
		}
		o.Keep = KeepBoth
		if o.When == "" && o.NewWhen == "" {
			o.When, o.NewWhen = q.When, q.NewWhen
			if q.Way != o.As && !(q.Way == gates.Narrow || q.Way == gates.Parallelize) {
				return fmt.Errorf("resolve %s: no source names a condition; say when each claim holds with --when \"in version 3\" (the existing one) and --new-when", row.ID)
			}
		}
	}
	if o.Reason = strings.TrimSpace(o.Reason); o.Reason == "" {
		if !follows {
			return fmt.Errorf("resolve %s: give a reason with --reason, since it is not what was proposed", row.ID)
		}
		o.Reason = q.Reason
	}
	return nil
}

// lookingOn stands for whoever has a patch shown.
const lookingOn = "person:someone"

// mayResolve holds an agent to what it could promote: no permanent note under review,
// and nothing that rests on what it ingested.
func mayResolve(p *compiler.Plan, row ConflictRow, o ResolveOptions) error {
	if k := provenance.KindOfActor(o.By); k == provenance.Person {
		return nil
	}
	if needs := needsPersonFor(row, o); needs != "" {
		return fmt.Errorf("resolve %s as %s: %w: %s", row.ID, o.By, sources.ErrAuthRequired, needs)
	}
	if p.Policy.Promotion.Mode != "auto" {
		return fmt.Errorf("resolve %s as %s: %w: policy has permanent notes reviewed by a person (promotion.mode: review)", row.ID, o.By, sources.ErrAuthRequired)
	}
	var sources []provenance.SourceID
	for _, e := range row.New.held {
		if e.Source != "" {
			sources = append(sources, e.Source)
		}
	}
	return provenance.MayPromote(p.Ledger, o.By, sources)
}

// needsPersonFor is why only a person at a terminal can take this way out, or "".
func needsPersonFor(row ConflictRow, o ResolveOptions) string {
	switch {
	case row.HighStakes:
		return "a note has a tag of promotion.high_stakes_tags: its conflicts are for a person"
	case o.As == gates.Escalate:
		return "an escalated conflict is for a person"
	}
	return ""
}

// endings are the wordings to try, best first.
func (o ResolveOptions) endings(row ConflictRow) []ending {
	switch {
	case o.Keep == gates.SideNew:
		return []ending{{loser: &row.Existing, winner: &row.New}}
	case o.Keep == gates.SideExisting:
		return []ending{{loser: &row.New, winner: &row.Existing}}
	case o.As == gates.Escalate:
		return []ending{{}}
	}
	first := ending{when: o.When, newWhen: o.NewWhen}
	if strings.HasPrefix(o.When, "except ") {
		return []ending{first, {when: "generally", newWhen: o.NewWhen, exception: true}}
	}
	return []ending{first}
}

// An ending is what a resolution does to the notes.
type ending struct {
	loser, winner *ConflictSide // one gives way to the other
	when, newWhen string        // or each says when it holds
	exception     bool          // and the existing note says the new claim besides
}

// try lays an ending over the vault and grades what comes of it.
func try(ctx context.Context, c *compiler.Compiler, s *compiler.Session, before *compiler.Plan, row ConflictRow, o ResolveOptions, e ending) (*Resolution, *compiler.Plan, error) {
	texts, err := patched(before, row, o, e)
	if err != nil {
		return nil, nil, err
	}
	after, err := claimsAfter(before, row, e, texts)
	if err != nil {
		return nil, nil, err
	}
	settled := provenance.Resolution{
		Conflict: row.ID, As: string(o.As), Keep: o.Keep, Reason: o.Reason, Existing: row.Existing.Claim, New: row.New.Claim,
		Was: row.Existing.Text, Against: row.New.Text, Note: row.Existing.Note, NewNote: row.New.Note, By: o.By,
	}
	for _, a := range after {
		settled.Becomes = append(settled.Becomes, a.claim.ID)
	}
	var both []markdown.Claim
	if len(after) == 2 && e.winner == nil {
		both = []markdown.Claim{after[0].claim, after[1].claim}
	}
	event := provenance.NewResolution(settled, both, row.HighStakes)
	event.Role = draft.RoleOf(o.By)
	p, err := preview(ctx, c, s, texts, event)
	if err != nil {
		return nil, nil, err
	}
	r := &Resolution{ID: row.ID, As: o.As, Keep: o.Keep, Reason: o.Reason, Needs: needsPersonFor(row, o), Written: []string{}, Claims: []reports.PacketClaim{}}
	if err := noWorse(p, before, row, after, r, e.when == row.Proposal.When && strings.HasPrefix(e.when, "except ")); err != nil {
		return nil, nil, err
	}
	restamp(p, texts)
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		old, _ := p.Current(name)
		r.Diff += view.Unified(name, string(old), string(p.Writes[name].Data))
	}
	r.Digest = vault.HashText([]byte(strings.Join([]string{string(r.ID), string(r.As), r.Keep, r.Reason, r.Diff}, "\n"))).String()
	return r, p, nil
}

// preview grades the vault as it would be with these notes and this event.
func preview(ctx context.Context, c *compiler.Compiler, s *compiler.Session, texts map[string][]byte, event provenance.Event) (*compiler.Plan, error) {
	return c.Settle(ctx, s, nil, func(p *compiler.Plan) (bool, error) {
		for name, text := range texts {
			p.Write(name, text)
		}
		event.Time = p.Now.Truncate(time.Second)
		if err := p.Ledger.Allows(event); err != nil {
			return false, err
		}
		p.Ledger.Append(event)
		if p.Lay() {
			p.Grade.All()
		}
		return true, nil
	})
}

// noWorse refuses an ending that leaves the conflict, rejects a claim of the two, or
// takes from another claim what it rests on. strict asks the two to be carried whole.
func noWorse(p *compiler.Plan, before *compiler.Plan, row ConflictRow, after []afterwards, r *Resolution, strict bool) error {
	for _, a := range after {
		n := p.ByPath[a.note]
		for i, v := range p.Grade.VerdictsOf(n) {
			if v.Claim != a.claim.ID {
				continue
			}
			r.Claims = append(r.Claims, packetClaim(p, n, i))
			switch {
			case v.Tier == provenance.T4 && v.Conflict != nil && slices.ContainsFunc(after, func(b afterwards) bool { return b.claim.ID == v.Conflict.With }),
				v.Tier == provenance.T0 && a.edited:
				return fmt.Errorf("resolve %s as %s: %s would then be %s (%s); edit the notes by hand", row.ID, r.As, view.Short(a.claim.Text), v.Tier, v.Reason)
			case strict && (v.Tier == provenance.T1 || v.Tier == provenance.Unchecked):
				return fmt.Errorf("resolve %s as %s: its source would not carry %q: %s", row.ID, r.As, a.claim.Text, v.Reason)
			}
			break
		}
	}
	for _, note := range []string{row.New.Note, row.Existing.Note} {
		was := map[markdown.ClaimID]provenance.Verdict{}
		for _, v := range before.Grade.VerdictsOf(before.ByPath[note]) {
			was[v.Claim] = v
		}
		for _, v := range p.Grade.VerdictsOf(p.ByPath[note]) {
			if old, ok := was[v.Claim]; ok && old.Tier == provenance.T5 && v.Tier != provenance.T5 {
				return fmt.Errorf("resolve %s as %s: another claim of %s would lose its evidence (%s: %s); edit the notes by hand", row.ID, r.As, note, v.Tier, v.Reason)
			}
		}
	}
	return nil
}

// restamp keeps the provenance of permanent notes with what they rest on now.
func restamp(p *compiler.Plan, texts map[string][]byte) {
	for name := range texts {
		n := p.ByPath[name]
		if n == nil || !n.Meta.Stamp.Present || p.IsDraft(name) {
			continue
		}
		stamp, err := provenance.ParseStamp(n.Meta.Stamp)
		if err != nil {
			continue // the gates say what is wrong with it
		}
		sources, chunks, oldest := p.Draft.StampOf(p.Grade.VerdictsOf(n))
		if len(sources) == 0 || oldest.IsZero() {
			continue
		}
		stamp.SourceIDs, stamp.ChunkIDs, stamp.Retrieved = sources, chunks, oldest
		if text, err := draft.StampText(texts[name], stamp); err == nil {
			p.Write(name, text)
		}
	}
}
