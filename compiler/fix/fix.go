// Package fix repairs what is certain to be wrong with citations and links, and nothing
// else of a note. Begin with [Find].
package fix

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// A Kind says what is repaired.
type Kind string

// The kinds, as they are told.
const (
	Range   Kind = "range"   // the lines that a citation names are not those that say it
	File    Kind = "file"    // the cited file has another folder now
	Name    Kind = "name"    // several files answer to the name; one of them says it
	Heading Kind = "heading" // the heading that a link names differs by case or punctuation
	Passage Kind = "passage" // one of the files that the page lists says it word for word
	Derived Kind = "derived" // the passages cited behind it say it together and none alone; where policy asks for the mark
)

// Kinds are all of them.
var Kinds = [...]Kind{Range, File, Name, Heading, Passage, Derived}

// A Fix is one replacement in a note.
type Fix struct {
	Note string `json:"note"`
	Line int    `json:"line"`
	Kind Kind   `json:"kind"`
	Old  string `json:"old"`
	New  string `json:"new"`
	Why  string `json:"why"`

	start, end int
	claims     []int  // whose citations it changes
	file       string // that is cited now, if only what it says tells that it is the one
}

// Fixes are what is certain in a vault. Get them from [Find].
type Fixes struct {
	Vault   string              `json:"vault"`
	DryRun  bool                `json:"dry_run,omitempty"`
	Fixes   []Fix               `json:"fixes"`
	Counts  map[Kind]int        `json:"counts"`
	Dropped int                 `json:"dropped"` // that would have changed more than they should
	Left    []reports.LeftAlone `json:"left"`    // notes that cannot be written, and why
	Diff    string              `json:"diff"`

	writes []vault.Write
}

// Find looks for what is certain, and tries it: with all of it done, every claim says what
// it said, and no verdict is worse. It writes nothing.
func Find(ctx context.Context, c *compiler.Compiler, progress func(reports.Event)) (*Fixes, error) {
	s, err := c.Look(ctx)
	if err != nil {
		return nil, err
	}
	f := &finder{dropped: map[place]bool{}}
	for range mostRounds {
		p := c.Plan(s, false)
		settled := f.round(p)
		if err := errors.Join(ctx.Err(), s.Base.Changed()); err != nil {
			return nil, err
		}
		if len(p.Todo) > 0 {
			if _, err := s.Results.Run(ctx, c.World, p.Todo, c.Jobs(), progress); err != nil {
				return nil, err
			}
			continue
		}
		if settled {
			return f.report(c, p)
		}
	}
	return nil, errors.New("fix: what the fixes change did not settle, so nothing is certain")
}

// mostRounds bounds the loop: each round runs actions, or drops fixes.
const mostRounds = 200

// Apply writes what was found, as one transaction. A note that was changed since fails it.
func (f *Fixes) Apply(ctx context.Context, c *compiler.Compiler) error {
	return c.ApplyAlone(ctx, f.writes)
}

// place is where a fix begins, in a note as it was.
type place struct {
	note  string
	start int
	kind  Kind
}

type finder struct {
	dropped map[place]bool
	made    map[string][]Fix
	left    []reports.LeftAlone
}

// round proposes what was not dropped, and looks at the vault as it would be. It reports
// false where actions have to run first, or where something was dropped.
func (f *finder) round(p *compiler.Plan) bool {
	if !p.Lay() || !p.Grade.All() {
		return false
	}
	before, was := p.Grade.Verdicts, map[string]*markdown.Note{}
	f.made, f.left = map[string][]Fix{}, []reports.LeftAlone{}
	look := newLook(p)
	for _, n := range slices.Clone(p.Notes) {
		if !vault.IsNote(n.Path) { // a list of claims, which its keepers have in a form of their own
			continue
		}
		was[n.Path] = p.Whole(n)
		if p.Graded(n) {
			f.note(p, n, look.fixes(n, before[n.Path]))
		}
	}
	if len(f.made) == 0 {
		return true
	}
	return p.Lay() && p.Grade.All() && f.harmless(p, before, was)
}

// note lays what is to be repaired in a note over the vault.
func (f *finder) note(p *compiler.Plan, n *markdown.Note, found []Fix) {
	found = slices.DeleteFunc(found, func(x Fix) bool { return f.dropped[place{n.Path, x.start, x.Kind}] })
	if len(found) == 0 {
		return
	}
	text, err := p.Base.Read(n.Path)
	if err != nil {
		return
	}
	if why := p.Unwritable(n.Path, text); why != "" {
		f.left = append(f.left, reports.LeftAlone{File: n.Path, Why: why})
		return
	}
	slices.SortStableFunc(found, func(a, b Fix) int { return a.start - b.start })
	lines := vault.NewLines(text)
	var out []byte
	last := 0
	for _, x := range found {
		if x.start < last || x.end > len(text) {
			continue // two that overlap: the first stands
		}
		x.Note, x.Line, x.Old = n.Path, lines.Position(x.start).Line, string(text[x.start:x.end])
		out = append(append(out, text[last:x.start]...), x.New...)
		last = x.end
		f.made[n.Path] = append(f.made[n.Path], x)
	}
	p.Write(n.Path, append(out, text[last:]...))
}

// worth ranks what a verdict says of a claim.
func worth(v provenance.Verdict) int {
	switch v.Tier {
	case provenance.T0, provenance.T4:
		return 0
	case provenance.T2, provenance.T3:
		return 2
	case provenance.T5:
		return 3
	}
	return 1
}

// harmless drops each fix that did more than it should, and reports whether there were none:
// each claim says what it said, cites what it cited unless that was repaired, and has no
// worse a verdict.
func (f *finder) harmless(p *compiler.Plan, before map[string][]provenance.Verdict, was map[string]*markdown.Note) bool {
	clean := true
	drop := func(note string, claim int) {
		clean = false
		ours := func(x Fix) bool { return slices.Contains(x.claims, claim) }
		all := !slices.ContainsFunc(f.made[note], ours)
		for _, x := range f.made[note] {
			if all || ours(x) {
				f.dropped[place{note, x.start, x.Kind}] = true
			}
		}
	}
	for note, fixes := range f.made {
		n, old := p.ByPath[note], was[note]
		if n == nil {
			drop(note, -1)
			continue
		}
		now, then := p.Grade.VerdictsOf(n), before[note]
		if p.Whole(n); len(n.Claims) != len(old.Claims) || len(now) != len(then) {
			drop(note, -1)
			continue
		}
		for i := range n.Claims {
			kinds := kindsOf(fixes, i)
			switch {
			case n.Claims[i].Text != old.Claims[i].Text, worth(now[i]) < worth(then[i]),
				len(kinds) == 0 && !sameCites(n.Claims[i], old.Claims[i]),
				slices.Contains(kinds, Range) && now[i].Best != nil && now[i].Best.OffRange != 0,
				slices.Contains(kinds, Passage) && !stands(now[i]):
				drop(note, i)
			}
		}
		for _, x := range fixes {
			says := func(i int) bool {
				return worth(now[i]) > 1 && now[i].Best != nil && now[i].Best.Evidence.Span.File == x.file
			}
			if x.file != "" && !slices.ContainsFunc(x.claims, says) {
				f.dropped[place{note, x.start, x.Kind}], clean = true, false // nothing says that it is the file that was meant
			}
		}
	}
	return f.spared(p, before) && clean
}

// spared drops the fixes of pages that other notes cite where these have a worse verdict by
// it, and reports whether there were none.
func (f *finder) spared(p *compiler.Plan, before map[string][]provenance.Verdict) bool {
	clean := true
	for _, n := range p.Notes {
		then := before[n.Path]
		if len(f.made[n.Path]) > 0 || !p.Graded(n) {
			continue
		}
		for i, v := range p.Grade.VerdictsOf(n) {
			if i < len(then) && worth(v) < worth(then[i]) {
				clean = false
				f.dropCited(p.Whole(n).Claims[i])
			}
		}
	}
	return clean
}

// dropCited drops the fixes of the pages that a claim cites; all, where it cannot be told
// which page it was.
func (f *finder) dropCited(c markdown.Claim) {
	stem := func(file string) string {
		return vault.FoldName(strings.TrimSuffix(path.Base(file), path.Ext(file)))
	}
	cited := map[string]bool{}
	for _, cite := range c.Cites {
		cited[stem(cite.Target)] = true
	}
	all := true
	for note := range f.made {
		all = all && !cited[stem(note)]
	}
	for note, fixes := range f.made {
		for _, x := range fixes {
			if all || cited[stem(note)] {
				f.dropped[place{note, x.start, x.Kind}] = true
			}
		}
	}
}

func kindsOf(fixes []Fix, claim int) (kinds []Kind) {
	for _, x := range fixes {
		if slices.Contains(x.claims, claim) {
			kinds = append(kinds, x.Kind)
		}
	}
	return kinds
}

func sameCites(a, b markdown.Claim) bool {
	return slices.EqualFunc(a.Cites, b.Cites, func(x, y markdown.Cite) bool { return x.Target == y.Target && x.Form == y.Form })
}

// report is what is certain, with the texts as they will be.
func (f *finder) report(c *compiler.Compiler, p *compiler.Plan) (*Fixes, error) {
	r := &Fixes{Vault: c.Root, Fixes: []Fix{}, Counts: map[Kind]int{}, Dropped: len(f.dropped), Left: f.left}
	var diff strings.Builder
	for _, w := range p.List() {
		fixes := f.made[w.Path]
		if len(fixes) == 0 {
			continue // the ledger's: a fix decides nothing
		}
		if info, err := os.Lstat(c.Dir.Abs(w.Path)); err == nil && info.Mode().Perm()&0o200 == 0 {
			r.Left = append(r.Left, reports.LeftAlone{File: w.Path, Why: "it is read-only"})
			continue
		}
		old, err := p.Base.Read(w.Path)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", w.Path, err)
		}
		diff.WriteString(view.Unified(w.Path, string(old), string(w.Data)))
		r.writes = append(r.writes, w)
		r.Fixes = append(r.Fixes, fixes...)
	}
	slices.SortStableFunc(r.Fixes, func(a, b Fix) int { return strings.Compare(a.Note, b.Note) })
	for _, x := range r.Fixes {
		r.Counts[x.Kind]++
	}
	r.Diff = diff.String()
	return r, nil
}
