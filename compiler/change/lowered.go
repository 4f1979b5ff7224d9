package change

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"assay/gates"
	"assay/vault"
	"assay/vault/git"
	"assay/vault/markdown"
)

// What of a change lowers the bar, kind by kind.

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
	old, err := present(b.ch.was(ctx, file))
	if err != nil {
		return err
	}
	now, err := present(b.ch.now(ctx, file))
	if err != nil {
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
