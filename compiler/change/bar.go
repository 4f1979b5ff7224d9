package change

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"assay/vault/git"
)

// A bar is what the claims of a change are held to: what held before it, but for what a
// person accepted. It is compared file by file, so that a change which leaves those files
// alone costs nothing.
type bar struct {
	ch       *Changeset
	baseline string // the file of the baseline

	was      gates.Policy // before the change
	now      gates.Policy // of the change
	policy   gates.Policy // that holds
	known    *gates.Baseline
	settings func(name string) ([]byte, error) // of Obsidian; nil where they are not changed
	writes   []vault.Write                     // laid over the vault before it is judged
	lowers   []gates.Lowering
	lost     []provenance.Event
	forged   []gates.Diagnostic           // events that do not count
	happened map[provenance.SourceID]bool // sources that events of the change are about
	ledger   string                       // the file of the ledger
	by       map[string]string            // who accepted what
	remarks  []string
}

// differs reports whether a file is not as it was.
func (ch *Changeset) differs(name string) (git.Change, bool) {
	for _, d := range ch.diffs {
		if d.Path == name || d.Old.Path == name || d.New.Path == name {
			return d, true
		}
	}
	return git.Change{}, false
}

// was reads a file as it was before the change. A commit that was named may have gone on
// since this work began: what it has that this work never had is none of the change.
func (ch *Changeset) was(ctx context.Context, name string) ([]byte, error) {
	if ch.Since != "" {
		return ch.repo.At(ctx, ch.base(ctx), name)
	}
	for _, d := range ch.diffs {
		switch {
		case d.Old.Path == name:
			return ch.repo.Read(ctx, d.Old)
		case d.New.Path == name:
			return nil, fs.ErrNotExist
		}
	}
	return ch.now(ctx, name)
}

// base is where the commit that was named and HEAD parted, or that commit.
func (ch *Changeset) base(ctx context.Context) string {
	if ch.parted == "" {
		ch.parted = ch.rev
		if id, err := ch.repo.Commit(ctx, ch.rev+"..."); err == nil {
			ch.parted = id
		}
	}
	return ch.parted
}

// now reads a file as it is with the change.
func (ch *Changeset) now(ctx context.Context, name string) ([]byte, error) {
	if !ch.Staged || slices.Contains(ch.beside, name) {
		return ch.Dir.ReadFile(name)
	}
	if e, ok := git.Find(ch.entries, name); ok && e.Mode.File() {
		return ch.repo.Read(ctx, e)
	}
	return nil, fs.ErrNotExist
}

// present is the text of a file, nil where it is not there.
func present(text []byte, err error) ([]byte, error) {
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// compareBars finds what a change lowers.
func (ch *Changeset) compareBars(ctx context.Context, baseline string) (*bar, error) {
	b := &bar{ch: ch, baseline: cmp.Or(baseline, gates.BaselineFile), was: ch.Policy, now: ch.Policy, policy: ch.Policy, by: map[string]string{}}
	if d, changed := ch.differs(gates.PolicyFile); changed {
		if d.New.Path != gates.PolicyFile {
			b.now = gates.Guest() // where it lies on and git ignores it, no clone has it
		}
		text, err := ch.was(ctx, gates.PolicyFile)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			b.was = gates.Guest()
		case err != nil:
			return nil, err
		default:
			// One that could not be read then says nothing of a bar.
			if p, err := gates.ParsePolicy(gates.PolicyFile, text); err == nil {
				b.was = p
			}
		}
	}
	if b.was.IsGuest() { // nothing was required, so nothing can be required less
		return b, nil
	}
	return b, b.compare(ctx)
}

// compare does it again once a person accepted something.
func (b *bar) compare(ctx context.Context) error {
	b.lowers, b.writes, b.known, b.settings, b.remarks = nil, nil, nil, nil, nil
	for _, step := range []func(context.Context) error{b.records, b.policies, b.baselines, b.filters, b.judges, b.marks, b.links, b.descriptions} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// accepted reports whether a person accepted a lowering, or none is asked.
func (b *bar) accepted(id string) bool {
	return b.by[id] != "" || !b.was.Safety.RequireHITLForBarChanges
}

func (b *bar) add(l gates.Lowering) (accepted bool) {
	b.lowers = append(b.lowers, l)
	return b.accepted(l.ID)
}

// open lists what nobody accepted.
func (b *bar) open() []gates.Lowering {
	return slices.DeleteFunc(slices.Clone(b.lowers), func(l gates.Lowering) bool { return b.by[l.ID] != "" })
}

// records compares the ledgers.
func (b *bar) records(ctx context.Context) error {
	b.ledger = b.was.LedgerFile()
	if _, changed := b.ch.differs(b.ledger); !changed {
		return nil
	}
	was, err := present(b.ch.was(ctx, b.ledger))
	if err != nil {
		return err
	}
	now, err := b.ch.now(ctx, b.ledger)
	if errors.Is(err, fs.ErrNotExist) && b.now.LedgerFile() != b.ledger { // it was moved with its folder
		b.ledger = b.now.LedgerFile()
		now, err = b.ch.now(ctx, b.ledger)
	}
	if now, err = present(now, err); err != nil {
		return err
	}
	old, l := provenance.ReadLedger(was), provenance.ReadLedger(now)
	b.lost = l.LostSince(old)
	b.forged = forged(b.ledger, l, old)
	b.happened = map[provenance.SourceID]bool{}
	for _, e := range old.LostSince(l) { // what is new
		b.happened[provenance.SourceID(e.Subject)] = true
	}
	accepted := l.AcceptedSince(old)
	if len(accepted) > 0 && b.was.Safety.RequireSignatures { // also where the change no longer asks for them
		l.SetAside(l.Unsigned(compiler.SignaturesOf(b.ch.World, b.ch.Root).Holds))
		accepted = l.AcceptedSince(old)
	}
	for id, by := range accepted {
		b.by[id] = by
	}
	return nil
}

// record writes to the ledger that a person accepts what the change lowers.
func (b *bar) record(ctx context.Context, list []gates.Lowering, by string) error {
	ids, says := make([]any, len(list)), make([]any, len(list))
	for i, l := range list {
		ids[i], says[i] = l.ID, l.File+": "+l.Text
		b.by[l.ID] = by
	}
	err := b.ch.AppendEvent(ctx, b.ledger, provenance.Event{Actor: by, Role: provenance.RolePerson, Kind: provenance.KindBarAccepted,
		Subject: "vault", Data: map[string]any{"accepts": ids, "says": says}})
	if err != nil {
		return fmt.Errorf("record what is accepted: %w", err)
	}
	return nil
}

// tell is what there is to tell of the bar, each kind of each file in one line.
func (b *bar) tell() []gates.Diagnostic {
	ds := append(gates.CheckGrowth(b.ledger, b.lost), b.forged...)
	severity, hint := gates.Error, "claims are judged by the bar as it was; take it out of the change, or a person runs `assay check "+b.ch.way()+" --accept-policy`"
	if !b.was.Safety.RequireHITLForBarChanges {
		severity, hint = gates.Warning, "the policy lets it hold at once (`safety.require_hitl_for_bar_changes`)"
	}
	open := b.open()
	for len(open) > 0 {
		first := open[0]
		same := slices.DeleteFunc(slices.Clone(open), func(l gates.Lowering) bool { return l.Kind != first.Kind || l.File != first.File })
		open = slices.DeleteFunc(open, func(l gates.Lowering) bool { return l.Kind == first.Kind && l.File == first.File })
		const most = 5 // of one file; a baseline may have thousands
		for _, l := range same[:min(len(same), most)] {
			ds = append(ds, l.Diagnostic(severity, hint))
		}
		if n := len(same) - most; n > 0 {
			ds = append(ds, gates.Lowering{File: first.File, Text: fmt.Sprintf("%d more of the same file", n)}.Diagnostic(severity, hint))
		}
	}
	return ds
}

func (ch *Changeset) way() string {
	if ch.Staged {
		return "--staged"
	}
	return "--diff " + gates.ShellWord(ch.Since)
}

// settle compares the bars, has a person accept what is lowered where one is asked, and
// puts the bar that holds in place.
func (ch *Changeset) settle(ctx context.Context, o compiler.CheckOptions, r *reports.ChangeReport) (*bar, error) {
	b, err := ch.compareBars(ctx, o.Baseline.File)
	if err != nil {
		return nil, err
	}
	if open := b.open(); o.Accept != nil && len(open) > 0 {
		by, err := o.Accept(ctx, open)
		if err != nil {
			return nil, err
		}
		if err := b.record(ctx, open, by); err != nil {
			return nil, err
		}
		r.Recorded = b.ledger
		if err := b.compare(ctx); err != nil {
			return nil, err
		}
	}
	for i := range b.lowers {
		l := &b.lowers[i]
		if l.Accepted = b.by[l.ID]; l.Accepted != "" {
			r.Remarks = append(r.Remarks, fmt.Sprintf("accepted by %s: %s: %s", l.Accepted, l.File, l.Text))
		}
	}
	r.Digest = gates.DigestOf(b.open())
	r.Lowers, r.Remarks = b.lowers, append(r.Remarks, b.remarks...)
	ch.Policy, ch.Opts.Settings = b.policy, b.settings
	return b, nil
}
