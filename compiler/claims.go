package compiler

import (
	"cmp"
	"context"
	"slices"

	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// checkClaims is a check that reads every claim, also of notes that did not change.
func (c *Compiler) checkClaims(ctx context.Context, o CheckOptions) (*reports.CheckReport, error) {
	s, err := c.Look(ctx)
	if err != nil {
		return nil, err
	}
	a, p, err := c.judgeBy(ctx, s, false, o.Progress)
	if err != nil {
		return nil, err
	}
	rows := p.claimRows(a.Each, o.Paths)
	if err := s.Base.Changed(); err != nil {
		return nil, err
	}
	c.Store(ctx, s, a)
	r, err := c.checked(ctx, s, a, o)
	if r != nil {
		r.List = rows
	}
	return r, err
}

// claimRows are the claims of the graded notes below some paths, or of all, in the order
// of notes and places.
func (p *Plan) claimRows(told []gates.Diagnostic, paths []string) []reports.ClaimRow {
	of := map[vault.Span]gates.Diagnostic{}
	for _, d := range told {
		if d.Claim != "" && d.Graded {
			if was, ok := of[d.Span]; !ok || d.Severity > was.Severity {
				of[d.Span] = d
			}
		}
	}
	rows := []reports.ClaimRow{}
	for _, n := range p.Notes {
		if !p.Graded(n) || len(paths) > 0 && !view.Within(n.Path, paths) {
			continue
		}
		verdicts := p.Grade.VerdictsOf(n)
		text, err := p.Snap.Read(n.Path)
		if err != nil {
			continue
		}
		lines := vault.NewLines(text)
		for i, c := range p.Whole(n).Claims {
			if i >= len(verdicts) {
				break
			}
			row := claimRow(n.Path, c, verdicts[i], lines)
			if d, ok := of[vault.Span{File: n.Path, Start: c.Start, End: c.End}]; ok {
				row.Code, row.Severity = d.Code, d.Severity.String()
			}
			rows = append(rows, row)
		}
	}
	return rows
}

func claimRow(note string, c markdown.Claim, v provenance.Verdict, lines vault.Lines) reports.ClaimRow {
	from, to := lines.Position(c.Start), lines.Position(c.End)
	row := reports.ClaimRow{ID: c.ID,
		ClaimPlace: reports.ClaimPlace{File: note, Line: from.Line, Column: from.Column, EndLine: to.Line, EndColumn: to.Column, Start: c.Start, End: c.End},
		Text:       c.Text, Tier: v.Tier.String(), Rule: v.Rule, Cited: []string{}, Missing: []string{}, Absent: []string{}}
	for _, q := range v.Passages {
		row.Cited = append(row.Cited, q.Evidence.Span.File)
	}
	for _, at := range v.Problems {
		row.Cited = append(row.Cited, cmp.Or(at.Evidence.Span.File, at.Cite.Target))
	}
	slices.Sort(row.Cited)
	row.Cited = slices.Compact(row.Cited)
	if b := v.Best; b != nil {
		j := b.Judgement
		row.JudgeRule, row.Score, row.Quote, row.Source, row.URL = j.Rule, j.Score, b.Evidence.Text, b.Evidence.Span.File, b.Evidence.URL
		row.Missing, row.Absent = append(row.Missing, j.Missing...), append(row.Absent, j.Absent...)
		if m := j.Mismatch; m != nil {
			row.Values = &reports.ReviewValues{Kind: m.Kind, Claim: m.Claim, Source: m.Source}
		}
	}
	return row
}
