// Package fix repairs what is certain to be wrong with citations and links, and nothing
// else of a note. Begin with [Find].
package fix

import (
	"context"
	"fmt"
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

	Start  int    `json:"-"`
	End    int    `json:"-"`
	Claims []int  `json:"-"` // whose citations it changes
	file   string // that is cited now, if only what it says tells that it is the one
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
	t := &Trial{Dir: c.Dir}
	p, err := c.Settle(ctx, s, progress, func(p *compiler.Plan) (bool, error) {
		var l *look
		return t.Round(p, func(n *markdown.Note, vs []provenance.Verdict) []Fix {
			if !vault.IsNote(n.Path) { // a list of claims, which its keepers have in a form of their own
				return nil
			}
			if l == nil {
				l = newLook(p)
			}
			return l.fixes(n, vs)
		}, t.repaired), nil
	})
	if err != nil {
		return nil, err
	}
	return t.report(c, p)
}

// Apply writes what was found, as one transaction. A note that was changed since fails it.
func (f *Fixes) Apply(ctx context.Context, c *compiler.Compiler) error {
	return c.ApplyAlone(ctx, f.writes)
}

// repaired drops each fix that did more than it should: a claim says what it said, cites what it
// cited unless that was repaired, and has no worse a verdict.
func (t *Trial) repaired(x Tried) {
	for i, c := range x.Note.Claims {
		now, kinds := x.Now[i], kindsOf(x.Edits, i)
		switch {
		case c.Text != x.Was[i].Text, worth(now) < worth(x.Then[i]),
			len(kinds) == 0 && !sameCites(c, x.Was[i]),
			slices.Contains(kinds, Range) && now.Best != nil && now.Best.OffRange != 0,
			slices.Contains(kinds, Passage) && !stands(now):
			t.Drop(x.Note.Path, i)
		}
	}
	for _, e := range x.Edits {
		says := func(i int) bool {
			return worth(x.Now[i]) > 1 && x.Now[i].Best != nil && x.Now[i].Best.Evidence.Span.File == e.file
		}
		if e.file != "" && !slices.ContainsFunc(e.Claims, says) {
			t.dropped[place{e.Note, e.Start, e.Kind}] = true // nothing says that it is the file that was meant
		}
	}
}

func kindsOf(fixes []Fix, claim int) (kinds []Kind) {
	for _, x := range fixes {
		if slices.Contains(x.Claims, claim) {
			kinds = append(kinds, x.Kind)
		}
	}
	return kinds
}

func sameCites(a, b markdown.Claim) bool {
	return slices.EqualFunc(a.Cites, b.Cites, func(x, y markdown.Cite) bool { return x.Target == y.Target && x.Form == y.Form })
}

// report is what is certain, with the texts as they will be.
func (t *Trial) report(c *compiler.Compiler, p *compiler.Plan) (*Fixes, error) {
	r := &Fixes{Vault: c.Root, Fixes: []Fix{}, Counts: map[Kind]int{}, Dropped: len(t.dropped), Left: t.Left}
	var diff strings.Builder
	for _, w := range p.List() {
		fixes := t.Made[w.Path]
		if len(fixes) == 0 {
			continue // the ledger's: a fix decides nothing
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
