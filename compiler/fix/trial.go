package fix

import (
	"os"
	"slices"

	"assay/compiler"
	"assay/compiler/draft"
	"assay/compiler/reports"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// A Trial lays edits of notes over the vault as it would be, and drops those that do more than they
// should.
type Trial struct {
	Dir     *vault.Dir
	Made    map[string][]Fix    // of this round, by note
	Left    []reports.LeftAlone // notes that cannot be written, and why
	dropped map[place]bool
	before  map[string][]provenance.Verdict // of this round, by note, without edits
}

// place is where an edit begins, in a note as it was.
type place struct {
	note  string
	start int
	kind  Kind
}

// Tried is a note before its edits and with them.
type Tried struct {
	Note      *markdown.Note
	Was       []markdown.Claim
	Now, Then []provenance.Verdict
	Edits     []Fix
}

// Round lays what is proposed for each graded note over the vault, but for what was dropped, and
// grades it; harm then drops what did harm. It reports false where actions have to run first, or where
// something was dropped.
func (t *Trial) Round(p *compiler.Plan, propose func(*markdown.Note, []provenance.Verdict) []Fix, harm func(Tried)) bool {
	if !p.Lay() || !p.Grade.All() {
		return false
	}
	if t.dropped == nil {
		t.dropped = map[place]bool{}
	}
	was := map[string][]markdown.Claim{}
	t.before, t.Made, t.Left = p.Grade.Verdicts, map[string][]Fix{}, []reports.LeftAlone{}
	for _, n := range slices.Clone(p.Notes) {
		if p.Graded(n) {
			t.lay(p, n, propose(n, t.before[n.Path]))
			was[n.Path] = n.Claims
		}
	}
	if len(t.Made) == 0 {
		return true
	}
	if !p.Lay() || !p.Grade.All() {
		return false
	}
	dropped := len(t.dropped)
	for note, edits := range t.Made {
		n, was, then := p.ByPath[note], was[note], t.before[note]
		if n == nil || len(p.Whole(n).Claims) != len(was) || len(p.Grade.VerdictsOf(n)) != len(then) {
			t.Drop(note, -1)
			continue
		}
		harm(Tried{n, was, p.Grade.VerdictsOf(n), then, edits})
	}
	t.spare(p)
	return len(t.dropped) == dropped
}

// Kept are edits of a note that were not dropped, in their order.
func (t *Trial) Kept(note string, edits []Fix) []Fix {
	edits = slices.DeleteFunc(edits, func(x Fix) bool { return t.dropped[place{note, x.Start, x.Kind}] })
	slices.SortStableFunc(edits, func(a, b Fix) int { return a.Start - b.Start })
	return edits
}

// lay lays a note over the vault with some edits.
func (t *Trial) lay(p *compiler.Plan, n *markdown.Note, edits []Fix) {
	if edits = t.Kept(n.Path, edits); len(edits) == 0 {
		return
	}
	text, err := p.Base.Read(n.Path)
	if err != nil {
		return
	}
	why := p.Unwritable(n.Path, text)
	if info, err := os.Lstat(t.Dir.Abs(n.Path)); why == "" && err == nil && info.Mode().Perm()&0o200 == 0 {
		why = "it is read-only"
	}
	if why != "" {
		t.Left = append(t.Left, reports.LeftAlone{File: n.Path, Why: why})
		return
	}
	lines := vault.NewLines(text)
	var made []Fix
	last := 0
	for _, x := range edits {
		if x.Start < last || x.End > len(text) {
			continue // two that overlap: the first stands
		}
		x.Note, x.Line, x.Old = n.Path, lines.Position(x.Start).Line, string(text[x.Start:x.End])
		made = append(made, x)
		last = x.End
	}
	t.Made[n.Path] = made
	p.Write(n.Path, Splice(text, made))
}

// Splice makes edits, which are in order and apart from each other.
func Splice(text []byte, edits []Fix) (out []byte) {
	last := 0
	for _, x := range edits {
		out = append(append(out, text[last:x.Start]...), x.New...)
		last = x.End
	}
	return append(out, text[last:]...)
}

// Drop drops the edits for a claim of a note; all of the note where there are none.
func (t *Trial) Drop(note string, claim int) {
	ours := func(x Fix) bool { return slices.Contains(x.Claims, claim) }
	all := !slices.ContainsFunc(t.Made[note], ours)
	for _, x := range t.Made[note] {
		if all || ours(x) {
			t.dropped[place{note, x.Start, x.Kind}] = true
		}
	}
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

// spare drops the edits of pages that other notes cite where these have a worse verdict by it.
func (t *Trial) spare(p *compiler.Plan) {
	for _, n := range p.Notes {
		then := t.before[n.Path]
		if len(t.Made[n.Path]) > 0 || !p.Graded(n) {
			continue
		}
		for i, v := range p.Grade.VerdictsOf(n) {
			if i < len(then) && worth(v) < worth(then[i]) {
				t.dropCited(p.Whole(n).Claims[i])
			}
		}
	}
}

// dropCited drops the edits of the pages that a claim cites; all, where it cannot be told
// which page it was.
func (t *Trial) dropCited(c markdown.Claim) {
	stem := func(file string) string { return vault.FoldName(draft.BaseName(file)) }
	cited := map[string]bool{}
	for _, cite := range c.Cites {
		cited[stem(cite.Target)] = true
	}
	all := true
	for note := range t.Made {
		all = all && !cited[stem(note)]
	}
	for note := range t.Made {
		if all || cited[stem(note)] {
			t.Drop(note, -1)
		}
	}
}
