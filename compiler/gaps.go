package compiler

import (
	"sort"

	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

func (p *grader) gapOptions() provenance.GapOptions {
	return provenance.GapOptions{MinWords: p.policy.Vault.MinNoteWords, Sources: p.policy.Vault.Sources}
}

// linkGaps are the gaps that can be seen without grading: links, stubs, orphans,
// questions, declared topics.
func (p *grader) linkGaps() []provenance.Gap {
	return provenance.LinkGaps(p.notes, p.links(), p.gapOptions())
}

// followed is where the links of all notes lead.
type followed struct {
	options provenance.GapOptions
	links   []provenance.NoteLinks // parallel to the notes
	linked  map[string]int         // notes that link to a path
	placed  map[string]bool        // paths of notes into which others link
}

func (p *grader) followLinks() *followed {
	o := p.gapOptions()
	f := &followed{options: o, links: provenance.FollowLinks(p.notes, p.links(), o), linked: make(map[string]int, len(p.notes)), placed: map[string]bool{}}
	for i, n := range p.notes {
		for _, to := range f.links[i].To {
			f.linked[to]++
		}
		for _, to := range f.links[i].Into {
			f.placed[to] = f.placed[to] || to != n.Path
		}
	}
	return f
}

func (f *followed) gapsOf(i int, n *vault.Note) []provenance.Gap {
	return f.links[i].Gaps(n, f.linked[n.Path] > 0, f.options)
}

// gaps are all gaps, those of claims among them.
func (p *grader) gaps() []provenance.Gap {
	out := p.linkGaps()
	for _, n := range p.notes {
		for i, v := range p.verdicts[n.Path] {
			if i >= len(n.Claims) {
				break
			}
			if kind, ok := p.claimGap(n, v); ok {
				c, note := n.Claims[i], v.Reason
				if kind == provenance.SingleWitness {
					note = p.countWitnesses(n, v).String()
				}
				out = append(out, provenance.Gap{Kind: kind, File: n.Path, Start: c.Start, End: c.End, Target: c.Text, Count: 1, Note: note})
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if a.File != b.File {
			return a.File < b.File
		}
		if a.Start != b.Start {
			return a.Start < b.Start
		}
		return a.Kind < b.Kind
	})
	return out
}

// claimGap is the gap that a claim's verdict shows, if any.
func (p *grader) claimGap(n *vault.Note, v provenance.Verdict) (provenance.GapKind, bool) {
	switch {
	case v.Rule == provenance.RuleUncited:
		return provenance.UncitedClaim, true
	case v.Tier == provenance.Unchecked && v.Cited && v.Rule != provenance.RuleUnjudged:
		return provenance.UncheckedClaim, true
	case v.Tier == provenance.T3:
		return provenance.StaleEvidence, true
	case gates.LacksWitness(v, p.witnessesAsked(n)):
		return provenance.SingleWitness, true
	}
	return "", false
}

// witnessesAsked is how many independent witnesses each claim of a note must have.
func (p *grader) witnessesAsked(n *vault.Note) int {
	return p.policy.Vault.WitnessesFor(n.Path, n.Meta.Tags)
}

func (p *grader) countWitnesses(n *vault.Note, v provenance.Verdict) gates.WitnessCount {
	return gates.CountWitnesses(v, p.witnessesAsked(n))
}

// rows are gaps with their places, as `assay gaps` lists them.
func (p *grader) rows(gaps []provenance.Gap) []GapRow {
	lines := map[string]vault.Lines{}
	out := make([]GapRow, 0, len(gaps))
	for _, g := range gaps {
		l, ok := lines[g.File]
		if !ok {
			if text, err := p.snap.Read(g.File); err == nil {
				l = vault.NewLines(text)
			}
			lines[g.File] = l
		}
		at := l.Position(g.Start)
		from := g.From
		if from == nil {
			from = []string{}
		}
		out = append(out, GapRow{Kind: string(g.Kind), File: g.File, Line: at.Line, Column: at.Column,
			Target: g.Target, Count: g.Count, From: from, Note: g.Note})
	}
	return out
}
