package compiler

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/vault"
	"assay/vault/markdown"
)

// BaselineOptions say which faults of an old vault are let be. The zero value is what all
// commands hold to: the list at the top of the vault, where there is one.
type BaselineOptions struct {
	File  string               // of the vault; "" for [gates.BaselineFile]
	Off   bool                 // let nothing be
	Edit  reports.BaselineEdit // what a person asks for the list
	Until gates.Day            // through which what is listed now is let be
}

// BaselineDays are how long an old vault's faults are let be, unless somebody says
// otherwise.
const BaselineDays = 90

// The ways to write a baseline.
const (
	BaselineWrite reports.BaselineEdit = "write" // a new one, of all that counts
	BaselinePrune reports.BaselineEdit = "prune" // without what is not found any more
	BaselineGrow  reports.BaselineEdit = "grow"  // with what is new
)

// A baseline is the list that holds for one state of the vault.
type baseline struct {
	c     *Compiler
	of    *vault.Snapshot
	file  string
	text  []byte
	list  *gates.Baseline // nil where there is none, and it is to be written
	today gates.Day
}

// Baseline reads the one that holds for what the session looks at; nil where nothing is let
// be.
func (s *Session) Baseline(o BaselineOptions) (*baseline, error) {
	if o.Off {
		return nil, nil
	}
	b := &baseline{c: s.C, of: s.Base, file: o.File, today: gates.DayOf(s.Now)}
	b.file = cmp.Or(b.file, gates.BaselineFile)
	failed := func(err error, hint string) error {
		return gates.WithHint(fmt.Errorf("read baseline %s: %w", b.file, err), hint)
	}
	if err := s.readable(b.file); err != nil {
		return nil, err
	}
	none := errors.New("no such file")
	text, err := s.Base.Read(b.file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && o.Edit == BaselineWrite:
		return b, nil
	case errors.Is(err, fs.ErrNotExist) && o.Edit != "":
		return nil, failed(none, "`assay check --baseline-write` writes one")
	case errors.Is(err, fs.ErrNotExist) && o.File != "":
		return nil, failed(none, "it has to be in what is checked; was it added to git?")
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, failed(err, "")
	}
	if b.list, err = gates.ParseBaseline(text); err != nil {
		return nil, failed(err, "") // it says itself what to do
	}
	if o.Edit == BaselineWrite {
		return nil, gates.WithHint(fmt.Errorf("write baseline: %s is there already, with %d entries", b.file, b.list.Len()),
			"`--baseline-prune` takes off it what is fixed; `--baseline-grow` lets be what is new as well")
	}
	b.text = text
	return b, nil
}

// Hold has another list hold in place of the one that was read.
func (b *baseline) Hold(list *gates.Baseline) {
	if b != nil && b.list != nil {
		b.list = list
	}
}

// split tells what is known from what is new.
func (b *baseline) split(ds []gates.Diagnostic, whole bool) gates.Split {
	return b.list.Split(ds, gates.BaselineWorld{Today: b.today, Whole: whole, Read: b.of.Read, Claims: b.claims})
}

// claims are what the claims of a note say.
func (b *baseline) claims(note string) map[markdown.ClaimID]string {
	out := map[markdown.ClaimID]string{}
	if text, err := b.of.Read(note); err == nil {
		for _, claim := range markdown.Parse(note, text, markdown.Options{ExemptSections: b.c.Policy.Vault.ExemptSections}).Claims {
			out[claim.ID] = claim.Text
		}
	}
	return out
}

// Gate takes what is let be out of what there is to tell, and out of its summary.
func (b *baseline) Gate(ds []gates.Diagnostic, sum *reports.Summary, whole bool) (fresh, known []gates.Diagnostic, r *reports.BaselineReport) {
	if b == nil || b.list == nil {
		return ds, nil, nil
	}
	s := b.split(ds, whole)
	sum.Errors, sum.Warnings, sum.Notes = gates.Count(s.New)
	sum.Known = s.LetBe
	return s.New, s.Known, &reports.BaselineReport{File: b.file, Entries: b.list.Len(), Known: s.LetBe, New: s.Fresh, Expired: s.Expired, Fixed: s.Fixed}
}

// report is an assessment as a build reports it.
func (c *Compiler) report(a *view.Assessment, b *baseline) *reports.Report {
	r := &reports.Report{
		Vault: c.Root, Guest: c.Guest(), Actions: reports.ActionCounts{ByKind: map[string]int{}},
		Claims: a.Claims, Gaps: a.Gaps, Held: a.Held, Waiting: a.Waiting, Summary: a.Summary,
		Promoted: []string{}, Written: []string{},
		Findings: reports.Findings{Diagnostics: a.Reported, Errors: a.Brief, Showcase: a.Showcase},
		Basis:    reports.Basis{Some: a.Scope, Until: a.Until},
	}
	if b == nil {
		return r
	}
	r.Diagnostics, _, r.Baseline = b.Gate(a.Reported, &r.Summary, true)
	r.Errors = gates.NewBrief(r.Diagnostics)
	if _, next := b.list.Over(b.today); next != "" {
		day, _ := time.Parse(time.DateOnly, string(next)) // it was read as one
		if over := day.AddDate(0, 0, 1); r.Until.IsZero() || over.Before(r.Until) {
			r.Until = over
		}
	}
	return r
}

// edit writes the baseline as a person asked for; what is reported next is by that one.
func (b *baseline) edit(ctx context.Context, ds []gates.Diagnostic, o BaselineOptions) (*reports.BaselineEdited, error) {
	s := b.split(ds, true)
	next, told := s.Prune(), &reports.BaselineEdited{Listed: b.list.Len(), Dropped: s.Fixed}
	if o.Edit != BaselinePrune {
		next = s.Grow(o.Until)
		told.Added, told.Again = s.Fresh, s.Expired
	}
	if o.Edit == BaselineWrite && next.Len() == 0 {
		return told, nil
	}
	if err := b.of.Changed(); err != nil {
		return nil, err
	}
	b.list = next
	text := next.Encode()
	if string(text) == string(b.text) {
		return told, nil
	}
	if err := b.c.ApplyAlone(ctx, []vault.Write{b.write(text)}); err != nil {
		return nil, fmt.Errorf("write baseline: %w", err)
	}
	told.Written = true
	return told, nil
}

// write is the write of another text in place of the one that was read.
func (b *baseline) write(text []byte) vault.Write {
	w := vault.Write{Path: b.file, Data: text}
	if b.text != nil {
		w.Base = vault.HashText(b.text)
	}
	return w
}

// Baselined is the write of a baseline that lets be all that is found in the vault with
// some writes laid over it, and how much that is; nothing is written where nothing is found.
// A baseline that is there grows.
func (s *Session) Baselined(ds []gates.Diagnostic, writes []vault.Write, until gates.Day) (w *vault.Write, known int, err error) {
	b, err := s.Baseline(BaselineOptions{})
	if err != nil {
		return nil, 0, err
	}
	if b == nil {
		b = &baseline{c: s.C, file: gates.BaselineFile, today: gates.DayOf(s.Now)}
	}
	b.of = s.Base.With(writes...)
	split := b.split(ds, true)
	if split.Fresh+split.Expired == 0 {
		return nil, split.LetBe, nil
	}
	write := b.write(split.Grow(until).Encode())
	return &write, split.LetBe + split.Fresh + split.Expired, nil
}
