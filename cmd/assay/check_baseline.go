package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/gates"
)

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
	switch {
	case b.off && (b.file != "" || b.write || b.prune || b.grow):
		return hinted(errors.New("--no-baseline, and a baseline as well"), "leave one of them out")
	case b.write && b.prune || b.write && b.grow || b.prune && b.grow:
		return hinted(errors.New("--baseline-write, --baseline-prune and --baseline-grow are three things to do"), "do one at a time")
	case b.expires != "" && !b.write && !b.grow:
		return hinted(errors.New("--baseline-expires is for what is listed now"), "use it with --baseline-write or --baseline-grow")
	}
	return nil
}

// options are what the compiler is told.
func (b *baselineFlags) options(c *compiler.Compiler) (o compiler.BaselineOptions, err error) {
	switch {
	case b.write:
		o.Edit = compiler.BaselineWrite
	case b.prune:
		o.Edit = compiler.BaselinePrune
	case b.grow:
		o.Edit = compiler.BaselineGrow
	}
	o.Off = b.off
	if o.Until, err = b.until(c.World.Now()); err == nil && b.file != "" {
		o.File, err = b.path(c)
	}
	return o, err
}

// edited says what became of a baseline that was asked to be written.
func (b *baselineFlags) edited(a *app, o compiler.BaselineOptions, r *reports.CheckReport) {
	e := r.Edited
	switch {
	case e == nil:
		return
	case r.Baseline == nil:
		a.out.Messagef("no baseline is needed: the vault has no errors and no warnings")
		return
	case !e.Written:
		a.out.Messagef("%s is as it should be: nothing to change", a.out.Path(r.Baseline.File))
		return
	}
	told := fmt.Sprintf("%d of %d entries dropped", e.Dropped, e.Listed)
	switch {
	case b.write:
		told = fmt.Sprintf("%d errors and warnings, let be until %s; commit it with the notes", r.Baseline.Entries, o.Until)
	case b.grow:
		told = fmt.Sprintf("%d added, %d let be once more, both until %s; %d dropped", e.Added, e.Again, o.Until, e.Dropped)
	}
	a.out.Messagef("wrote %s: %s", a.out.Path(r.Baseline.File), told)
}

// until is the day through which what is listed now is let be.
func (b *baselineFlags) until(now time.Time) (gates.Day, error) {
	if b.expires == "" {
		return gates.DayOf(now.AddDate(0, 0, compiler.BaselineDays)), nil
	}
	hint := "write a day to come, such as 2027-02-20, or a number of days, such as 90d"
	if days, ok := strings.CutSuffix(b.expires, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n > 0 && n < 100*366 {
			return gates.DayOf(now.AddDate(0, 0, n)), nil
		}
	}
	day, err := time.Parse(time.DateOnly, b.expires)
	if err != nil {
		return "", hinted(fmt.Errorf("--baseline-expires %q is no day", b.expires), hint)
	}
	if gates.DayOf(day) <= gates.DayOf(now) {
		return "", hinted(fmt.Errorf("--baseline-expires %s is not to come", b.expires), hint)
	}
	return gates.DayOf(day), nil
}

// path is the baseline's, in the vault.
func (b *baselineFlags) path(c *compiler.Compiler) (string, error) {
	file, ok := inside(c, b.file)
	if !ok && b.write { // not there yet, in a folder that is
		var folder string
		if folder, ok = inside(c, filepath.Dir(b.file)); ok {
			file = strings.TrimPrefix(folder+"/"+filepath.Base(b.file), "./")
		}
	}
	switch {
	case !ok && !exists(b.file):
		return "", hinted(fmt.Errorf("read baseline %s: no such file", b.file), "`assay check --baseline "+gates.ShellWord(b.file)+" --baseline-write` writes it")
	case !ok:
		return "", hinted(fmt.Errorf("read baseline %s: not in the vault %s", b.file, c.Root), "a baseline is committed with the notes that it lets be")
	case !gates.IsBaseline(file):
		return "", hinted(fmt.Errorf("read baseline %s: the name does not end with %s", b.file, gates.BaselineFile),
			"by that it is known, and is neither note nor evidence")
	}
	return file, nil
}
