package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/gates"
	"assay/vault"
)

// baselineDays are how long an old vault's faults are let be, unless somebody says
// otherwise.
const baselineDays = 90

// baselineFlags are what check is told about a baseline.
type baselineFlags struct {
	file               string
	off                bool
	write, prune, grow bool
	expires            string
}

func (b *baselineFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&b.file, "baseline", "", "`file` of the vault that lists known faults, which do not fail (default "+gates.BaselineFile+", where it is there)")
	f.BoolVar(&b.off, "no-baseline", false, "let nothing be")
	f.BoolVar(&b.write, "baseline-write", false, "list what is found as known; only where there is no baseline yet")
	f.BoolVar(&b.prune, "baseline-prune", false, "take off the list what is not found any more; adds nothing")
	f.BoolVar(&b.grow, "baseline-grow", false, "list what is new as known too, and what has expired once more")
	f.StringVar(&b.expires, "baseline-expires", "", "until when what is listed now is let be: a `day` such as 2027-02-20, or 90d (default 90d)")
}

// check refuses what contradicts itself, before anything is read.
func (b *baselineFlags) check() error {
	acts := 0
	for _, act := range []bool{b.write, b.prune, b.grow} {
		if act {
			acts++
		}
	}
	switch {
	case b.off && (b.file != "" || acts > 0):
		return hinted{errors.New("--no-baseline, and a baseline as well"), "leave one of them out"}
	case acts > 1:
		return hinted{errors.New("--baseline-write, --baseline-prune and --baseline-grow are three things to do"), "do one at a time"}
	case b.expires != "" && !b.write && !b.grow:
		return hinted{errors.New("--baseline-expires is for what is listed now"), "use it with --baseline-write or --baseline-grow"}
	}
	return nil
}

func (b *baselineFlags) changes() bool { return b.write || b.prune || b.grow }

// apply compares a report with the baseline: what it lists is let be. Where it was
// asked for, the baseline is written first, and applies as it is then.
func (b *baselineFlags) apply(ctx context.Context, a *app, c *compiler.Compiler, r *compiler.CheckReport) error {
	whole := len(r.Paths) == 0 && r.Change == nil
	if b.changes() && !whole {
		return hinted{errors.New("a baseline is of the whole vault, and this check is of a part"), "leave out paths, --staged and --diff"}
	}
	if b.off || r.Change != nil && r.Change.Vault == nil { // nothing of the vault changed
		return nil
	}
	now := clock(a.getenv("SOURCE_DATE_EPOCH"))()
	until, err := b.until(now)
	if err != nil {
		return err
	}
	file, err := b.path(c)
	if err != nil {
		return err
	}
	list, old, err := b.read(a, file)
	if err != nil {
		return err
	}
	if list == nil && !b.write {
		if r.Change != nil && exists(filepath.Join(c.Root, filepath.FromSlash(file))) {
			a.out.Messagef("%s is not in what is checked, so it lets nothing be; `git add` it", a.out.Path(file))
		}
		return nil
	}
	w := gates.BaselineWorld{Today: gates.DayOf(now), Whole: whole, Read: a.out.Texts.Read, Claims: claimsOf(a, c)}
	if b.changes() {
		if list, err = b.change(ctx, a, c, baselineChange{file: file, old: old, list: list, split: list.Split(r.Diagnostics, w), until: until}); err != nil {
			return err
		}
	}
	if list != nil {
		settle(r, list, list.Split(r.Diagnostics, w), file)
	}
	return nil
}

// settle leaves in a report what counts.
func settle(r *compiler.CheckReport, list *gates.Baseline, s gates.Split, file string) {
	r.Diagnostics, r.Known = s.New, s.Known
	r.Summary.Errors, r.Summary.Warnings, r.Summary.Notes = gates.Count(s.New)
	r.Summary.Known = s.LetBe
	if r.Change != nil {
		r.Change.Elsewhere = 0
		for _, d := range s.New {
			if d.Elsewhere {
				r.Change.Elsewhere++
			}
		}
	}
	r.Baseline = &compiler.BaselineReport{File: file, Entries: list.Len(), Known: s.LetBe, New: s.Fresh, Expired: s.Expired, Fixed: s.Fixed}
}

// until is the day through which what is listed now is let be.
func (b *baselineFlags) until(now time.Time) (gates.Day, error) {
	if b.expires == "" {
		return gates.DayOf(now.AddDate(0, 0, baselineDays)), nil
	}
	hint := "write a day to come, such as 2027-02-20, or a number of days, such as 90d"
	if days, ok := strings.CutSuffix(b.expires, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n > 0 && n < 100*366 {
			return gates.DayOf(now.AddDate(0, 0, n)), nil
		}
	}
	day, err := time.Parse(time.DateOnly, b.expires)
	if err != nil {
		return "", hinted{fmt.Errorf("--baseline-expires %q is no day", b.expires), hint}
	}
	if gates.DayOf(day) <= gates.DayOf(now) {
		return "", hinted{fmt.Errorf("--baseline-expires %s is not to come", b.expires), hint}
	}
	return gates.DayOf(day), nil
}

// path is the baseline's, in the vault.
func (b *baselineFlags) path(c *compiler.Compiler) (string, error) {
	if b.file == "" {
		return gates.BaselineFile, nil
	}
	file, ok := inside(c, b.file)
	if !ok && b.write { // not there yet, in a folder that is
		var folder string
		if folder, ok = inside(c, filepath.Dir(b.file)); ok {
			file = strings.TrimPrefix(folder+"/"+filepath.Base(b.file), "./")
		}
	}
	switch {
	case !ok && !exists(b.file):
		return "", hinted{fmt.Errorf("read baseline %s: no such file", b.file), "`assay check --baseline " + gates.ShellWord(b.file) + " --baseline-write` writes it"}
	case !ok:
		return "", hinted{fmt.Errorf("read baseline %s: not in the vault %s", b.file, c.Root), "a baseline is committed with the notes that it lets be"}
	case !gates.IsBaseline(file):
		return "", hinted{fmt.Errorf("read baseline %s: the name does not end with %s", b.file, gates.BaselineFile),
			"by that it is known, and is neither note nor evidence"}
	}
	return file, nil
}

// read gives the baseline and its text; none where there is no file.
func (b *baselineFlags) read(a *app, file string) (*gates.Baseline, []byte, error) {
	text, err := a.out.Texts.Read(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && (b.prune || b.grow):
		return nil, nil, hinted{fmt.Errorf("read baseline %s: no such file", file), "`assay check --baseline-write` writes one"}
	case errors.Is(err, fs.ErrNotExist) && b.file != "" && !b.write:
		return nil, nil, hinted{fmt.Errorf("read baseline %s: no such file", file), "it has to be in what is checked; was it added to git?"}
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, nil
	case err != nil:
		return nil, nil, hinted{fmt.Errorf("read baseline: %w", cause(err)), "make it readable, or restore it from git; `--no-baseline` checks without it"}
	}
	list, err := gates.ParseBaseline(text)
	if err != nil {
		return nil, nil, fmt.Errorf("read baseline %s: %w", file, err)
	}
	if b.write {
		return nil, nil, hinted{fmt.Errorf("write baseline: %s is there already, with %d entries", file, list.Len()),
			"`--baseline-prune` takes off it what is fixed; `--baseline-grow` lets be what is new as well"}
	}
	return list, text, nil
}

// A baselineChange is a baseline before a person has it changed.
type baselineChange struct {
	file  string
	old   []byte
	list  *gates.Baseline
	split gates.Split
	until gates.Day
}

// change writes the baseline as a person asked for, and says what became of it.
func (b *baselineFlags) change(ctx context.Context, a *app, c *compiler.Compiler, o baselineChange) (*gates.Baseline, error) {
	next, s := o.split.Prune(), o.split
	told := fmt.Sprintf("%d of %d entries dropped", s.Fixed, o.list.Len())
	if !b.prune {
		next = s.Grow(o.until)
		told = fmt.Sprintf("%d added, %d let be once more, both until %s; %d dropped", s.Fresh, s.Expired, o.until, s.Fixed)
	}
	if b.write {
		if next.Len() == 0 {
			a.out.Messagef("no baseline is needed: the vault has no errors and no warnings")
			return nil, nil
		}
		told = fmt.Sprintf("%d errors and warnings, let be until %s; commit it with the notes", next.Len(), o.until)
	}
	text := next.Encode()
	if string(text) == string(o.old) {
		a.out.Messagef("%s is as it should be: nothing to change", a.out.Path(o.file))
		return next, nil
	}
	write := vault.Write{Path: o.file, Data: text}
	if o.old != nil {
		write.Base = vault.HashText(o.old)
	}
	if err := writeAll(ctx, c.Root, a.command, []vault.Write{write}); err != nil {
		return nil, fmt.Errorf("write baseline: %w", err)
	}
	a.out.Messagef("wrote %s: %s", a.out.Path(o.file), told)
	return next, nil
}

// claimsOf gives what the claims of a note say, as its file is now.
func claimsOf(a *app, c *compiler.Compiler) func(note string) map[vault.ClaimID]string {
	return func(note string) map[vault.ClaimID]string {
		out := map[vault.ClaimID]string{}
		text, err := a.out.Texts.Read(note)
		if err != nil {
			return out
		}
		for _, claim := range vault.Parse(note, text, vault.Options{ExemptSections: c.Policy.Vault.ExemptSections}).Claims {
			out[claim.ID] = claim.Text
		}
		return out
	}
}
