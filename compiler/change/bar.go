package change

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"assay/vault/git"
	"assay/vault/markdown"
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
	ledger   string            // the file of the ledger
	by       map[string]string // who accepted what
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

// compareBars finds what a change lowers.
func (ch *Changeset) compareBars(ctx context.Context, baseline string) (*bar, error) {
	b := &bar{ch: ch, baseline: cmp.Or(baseline, gates.BaselineFile), was: ch.Policy, now: ch.Policy, policy: ch.Policy}
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
	for _, step := range []func(context.Context) error{b.records, b.policies, b.baselines, b.filters, b.judges, b.marks} {
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
	was, err := b.ch.was(ctx, b.ledger)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	now, err := b.ch.now(ctx, b.ledger)
	if errors.Is(err, fs.ErrNotExist) && b.now.LedgerFile() != b.ledger { // it was moved with its folder
		b.ledger = b.now.LedgerFile()
		now, err = b.ch.now(ctx, b.ledger)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	old, l := provenance.ReadLedger(was), provenance.ReadLedger(now)
	b.lost = l.LostSince(old)
	for id, by := range l.AcceptedSince(old) {
		b.accept(id, by)
	}
	return nil
}

func (b *bar) accept(id, by string) {
	if b.by == nil {
		b.by = map[string]string{}
	}
	b.by[id] = by
}

func (b *bar) policies(context.Context) error {
	var lower []gates.Lowering
	lower, b.policy = gates.ComparePolicies(b.was, b.now, b.accepted)
	b.lowers = append(b.lowers, lower...)
	return nil
}

func (b *bar) baselines(ctx context.Context) error {
	if _, changed := b.ch.differs(b.baseline); !changed {
		return nil
	}
	lists := [2]*gates.Baseline{}
	for i, read := range []func(context.Context, string) ([]byte, error){b.ch.was, b.ch.now} {
		text, err := read(ctx, b.baseline)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if lists[i], err = gates.ParseBaseline(text); err != nil && i == 1 {
			return nil // whoever reads it next says what is wrong with it
		}
	}
	lower, known := gates.CompareBaselines(b.baseline, lists[0], lists[1], b.accepted)
	b.lowers, b.known = append(b.lowers, lower...), known
	return nil
}

// filters compares what Obsidian's settings leave out.
func (b *bar) filters(ctx context.Context) error {
	changed := slices.ContainsFunc(vault.SettingsFiles(), func(name string) bool { _, is := b.ch.differs(name); return is })
	if !changed {
		return nil
	}
	was := func(name string) ([]byte, error) { return b.ch.was(ctx, name) }
	old, all := vault.LeftOut(was), true
	for _, part := range vault.LeftOut(func(name string) ([]byte, error) { return b.ch.now(ctx, name) }) {
		if !slices.Contains(old, part) {
			all = b.add(gates.NewLowering(gates.LowersIgnored, vault.SettingsFiles()[0], "Obsidian's settings leave out "+part, part)) && all
		}
	}
	if !all {
		b.settings = was
	}
	return nil
}

// judges compares what is on record of a judge beside the built-in one.
func (b *bar) judges(ctx context.Context) error {
	if file := b.policy.JudgeFile(); b.policy.Judge.IsModel() {
		if _, changed := b.ch.differs(file); changed {
			now, err := b.ch.now(ctx, file)
			if err == nil && !b.add(gates.NewLowering(gates.LowersCalibration, file, "the calibration of the judge is another one", string(now))) {
				old, err := b.ch.was(ctx, file)
				b.writes = append(b.writes, vault.Write{Path: file, Data: old, Delete: err != nil})
			}
		}
	}
	file := b.policy.AnswersFile()
	if _, changed := b.ch.differs(file); !changed {
		return nil
	}
	old, err := b.ch.was(ctx, file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	now, err := b.ch.now(ctx, file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	gone, added := linesWithout(old, now), linesWithout(now, old)
	if n := bytes.Count(added, []byte("\n")); n > 0 {
		b.remarks = append(b.remarks, fmt.Sprintf("answers of a judge that this change adds to %s: %d; they count as recorded, and nobody can tell here who gave them", file, n))
	}
	if n := bytes.Count(gone, []byte("\n")); n > 0 && !b.add(gates.NewLowering(gates.LowersAnswers, file, fmt.Sprintf("answers of a judge that were recorded are gone or changed: %d", n), string(gone))) {
		b.writes = append(b.writes, vault.Write{Path: file, Data: slices.Concat(bytes.TrimRight(now, "\n"), []byte("\n"), gone)})
	}
	return nil
}

// linesWithout are the lines of a text that another has not, each with its end.
func linesWithout(text, other []byte) []byte {
	has := map[string]bool{}
	for line := range bytes.Lines(other) {
		has[string(bytes.TrimSpace(line))] = true
	}
	var out []byte
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 && !has[string(line)] {
			out = append(append(out, line...), '\n')
		}
	}
	return out
}

// marks finds notes that the change marks as generated: of those nothing would be graded.
// The catalogue and the log of the Librarian are the only ones that assay writes so.
func (b *bar) marks(ctx context.Context) error {
	own := func(name string) bool {
		return name == path.Join(b.policy.Vault.Wiki, "index.md") || name == path.Join(b.policy.Vault.Wiki, "log.md")
	}
	for _, d := range b.ch.diffs {
		name := d.New.Path
		if d.New.Mode == git.Submodule && b.coversNotes(name) {
			b.add(gates.NewLowering(gates.LowersIgnored, name, "the folder is a submodule, so nothing in it would be graded", "submodule"))
			continue
		}
		if name == "" || !vault.IsNote(name) || own(name) || !b.policy.Vault.Area(name).Graded() || b.policy.Vault.IsEvidence(name) || !d.Unknown && !d.New.Mode.File() {
			continue
		}
		text, err := b.ch.now(ctx, name)
		if err != nil || !marked(name, text) {
			continue // what cannot be read is told by whoever judges it
		}
		if d.Old.Path != "" && !own(d.Old.Path) {
			if old, err := b.ch.repo.Read(ctx, d.Old); err == nil && marked(d.Old.Path, old) {
				continue
			}
		}
		if !b.add(gates.NewLowering(gates.LowersGenerated, name, "the note is marked as generated, so nothing in it would be graded", "generated")) {
			b.writes = append(b.writes, vault.Write{Path: name, Data: unmarked(name, text)})
		}
	}
	return nil
}

// coversNotes reports a folder that lies over notes which are graded, or among them.
func (b *bar) coversNotes(folder string) bool {
	v := b.policy.Vault
	return v.Area(folder+"/x.md").Graded() || slices.ContainsFunc([]string{v.Wiki, v.Drafts}, func(name string) bool { return name == folder || strings.HasPrefix(name, folder+"/") })
}

const generatedWord = "generated"

func marked(name string, text []byte) bool {
	return bytes.Contains(bytes.ToLower(text), []byte(generatedWord)) && markdown.Parse(name, text, markdown.Options{}).Meta.Generated
}

// unmarked is a note without the mark, every byte of it in its place.
func unmarked(name string, text []byte) []byte {
	out := bytes.Clone(text)
	for from := 0; marked(name, out); {
		at := bytes.Index(bytes.ToLower(out[from:]), []byte(generatedWord))
		if at < 0 {
			return out
		}
		from += at + len(generatedWord)
		out[from-1] = '_'
	}
	return out
}

// record writes to the ledger that a person accepts what the change lowers.
func (b *bar) record(ctx context.Context, list []gates.Lowering, by string) error {
	ids, says := make([]any, len(list)), make([]any, len(list))
	for i, l := range list {
		ids[i], says[i] = l.ID, l.File+": "+l.Text
		b.accept(l.ID, by)
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
	ds := gates.CheckGrowth(b.ledger, b.lost)
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
