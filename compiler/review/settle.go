package review

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"assay/compiler"
	"assay/compiler/author"
	"assay/compiler/draft"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
	"assay/vault/markdown"
)

// A ConflictRow is two claims that cannot both hold, and a way out.
type ConflictRow struct {
	ID         provenance.ConflictID `json:"id"`
	Kind       string                `json:"kind"` // number, date, negation, name, superlative
	New        ConflictSide          `json:"new"`
	Existing   ConflictSide          `json:"existing"`
	HighStakes bool                  `json:"high_stakes"`
	Proposal   gates.Proposal        `json:"proposal"`
	Advice     *author.Advice        `json:"advice,omitempty"` // what an agent says, where one was asked since both sides are as they are
	Command    string                `json:"command"`
}

// A ConflictSide is one of the two claims, and the evidence that it rests on.
type ConflictSide struct {
	Claim     markdown.ClaimID `json:"claim"`
	Note      string           `json:"note"`
	Line      int              `json:"line"`
	Text      string           `json:"text"`
	Quote     string           `json:"quote,omitempty"`
	Source    string           `json:"source,omitempty"` // where the evidence lies in the vault
	URL       string           `json:"url,omitempty"`
	Title     string           `json:"title,omitempty"`
	Class     string           `json:"class,omitempty"`
	Authority float64          `json:"authority,omitempty"` // weight of the address, 0.4 to 1
	Published string           `json:"published,omitempty"`
	Retrieved string           `json:"retrieved,omitempty"` // RFC 3339
	AgeDays   int              `json:"age_days"`            // since it was retrieved

	n     *markdown.Note
	at    int // in n.Claims
	facts gates.Side
	held  []provenance.Evidence // what it cites, the evidence shown first
}

// Conflicts lists the claims that cannot both hold, each pair once.
func Conflicts(ctx context.Context, c *compiler.Compiler) ([]ConflictRow, error) {
	_, p, err := c.Graded(ctx)
	if err != nil {
		return nil, err
	}
	return rowsOfConflicts(p), nil
}

func rowsOfConflicts(p *compiler.Plan) []ConflictRow {
	rows := []ConflictRow{}
	seen := map[provenance.ConflictID]bool{}
	for _, n := range p.Notes {
		for i, v := range p.Grade.VerdictsIf(n, func(t reports.Tally) bool { return t.T4 > 0 }) {
			if v.Tier != provenance.T4 || v.Conflict == nil {
				continue
			}
			id := provenance.NewConflictID(v.Claim, v.Conflict.With)
			if seen[id] {
				continue
			}
			seen[id] = true
			if row, ok := conflictRow(p, id, n, i, v.Conflict); ok {
				row.Advice, _ = view.Lookup[*author.Advice](p.Results, row.adviceKey())
				rows = append(rows, row)
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b ConflictRow) int {
		return cmp.Or(strings.Compare(a.New.Note, b.New.Note), a.New.Line-b.New.Line)
	})
	return rows
}

func conflictRow(p *compiler.Plan, id provenance.ConflictID, n *markdown.Note, at int, c *provenance.Conflict) (row ConflictRow, ok bool) {
	other := p.Note(c.Note)
	if other == nil {
		return row, false
	}
	for i := range p.Whole(other).Claims {
		if other.Claims[i].ID == c.With && (other != n || i != at) {
			row.New, row.Existing, ok = conflictSide(p, n, at), conflictSide(p, other, i), true
			break
		}
	}
	if !ok {
		return row, false
	}
	mismatch := c.Mismatch
	if !p.IsDraft(n.Path) && older(row.New, row.Existing) {
		row.New, row.Existing = row.Existing, row.New
		if mismatch != nil {
			mismatch = &provenance.Mismatch{Kind: mismatch.Kind, Claim: mismatch.Source, Source: mismatch.Claim}
		}
	}
	row.ID, row.Kind = id, c.Kind
	row.HighStakes = p.Policy.HighStakes(row.New.n.Meta.Tags) || p.Policy.HighStakes(row.Existing.n.Meta.Tags)
	row.Proposal = gates.Propose(gates.Dispute{New: row.New.facts, Existing: row.Existing.facts, Mismatch: mismatch, HighStakes: row.HighStakes})
	row.Command = "assay resolve " + string(id) + " --as " + string(row.Proposal.Way)
	if row.Proposal.Keep == gates.SideExisting {
		row.Command += " --keep existing"
	}
	if row.Proposal.Way == gates.Escalate {
		row.Command += " --keep new|existing|both --reason \"…\""
	}
	return row, true
}

// older reports which of two permanent claims was there first, as far as their
// evidence tells; else their places decide, so that the answer is always the same.
func older(a, b ConflictSide) bool {
	if !a.facts.Retrieved.Equal(b.facts.Retrieved) {
		return a.facts.Retrieved.Before(b.facts.Retrieved)
	}
	return a.Note < b.Note || a.Note == b.Note && a.Line < b.Line
}

func conflictSide(p *compiler.Plan, n *markdown.Note, at int) ConflictSide {
	c := p.Whole(n).Claims[at]
	s := ConflictSide{Claim: c.ID, Note: n.Path, Line: p.LineOf(n.Path, c.Start), Text: c.Text, n: n, at: at, facts: gates.Side{Text: c.Text}}
	var best provenance.Evidence
	if vs := p.Grade.VerdictsOf(n); at < len(vs) && vs[at].Best != nil {
		best = vs[at].Best.Evidence
	}
	for _, cite := range c.Cites {
		found := p.Held().Locate(n, cite)
		if found.Status != provenance.Held {
			continue
		}
		for _, e := range append([]provenance.Evidence{found.Evidence}, found.Also...) {
			if e.Chunk == best.Chunk && e.Span.File == best.Span.File {
				s.held = append([]provenance.Evidence{e}, s.held...)
			} else {
				s.held = append(s.held, e)
			}
		}
	}
	if len(s.held) > 0 {
		describe(p, &s, s.held[0])
	}
	return s
}

// describe tells of a side what is known of its evidence.
func describe(p *compiler.Plan, s *ConflictSide, e provenance.Evidence) {
	id := e.Source
	if id == "" {
		id = p.SourceOf(e.Span.File)
	}
	s.Quote, s.Source, s.URL, s.Title = draft.Closest(e.Text, s.Text), e.Span.File, e.URL, e.Title
	s.Class = p.ClassOf(id)
	if source := p.Source(id); id != "" {
		s.Published = source.Published
		if !view.IsRemote(source.URL) && view.IsRemote(e.URL) && s.Class == string(provenance.ClassReference) {
			class, _ := view.ClassOf(e.URL) // a clipping is what the page was that it was cut from
			s.Class = string(class)
		}
	}
	authority := p.Policy.Authority(e.URL)
	s.Authority = authority.Weight
	if !e.Retrieved.IsZero() {
		s.Retrieved = e.Retrieved.UTC().Format(time.RFC3339)
		s.AgeDays = int(p.Now.Sub(e.Retrieved).Hours() / 24)
	}
	s.facts = gates.Side{Text: s.Text, Quote: s.Quote, Title: strings.Join(append([]string{e.Title}, e.Heading...), " · "),
		Class: provenance.Class(s.Class), Authority: authority, Published: dateOf(s.Published), Retrieved: e.Retrieved}
}

// dateOf reads a date as sources give it: as much of one as there is.
func dateOf(s string) time.Time {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", time.DateOnly, "2006-01", "2006"} {
		if at, err := time.Parse(layout, strings.TrimSpace(s)); err == nil {
			return at
		}
	}
	return time.Time{}
}

// digest names both claims with their evidence as they are, for a decision to be bound
// to what was shown.
func (r ConflictRow) digest() string {
	side := func(s ConflictSide) string { return claimDigest(s.n.Claims[s.at], s.held) }
	return view.HashOf("conflict", string(r.ID), side(r.New), side(r.Existing))
}

// settlement finds how a conflict ended.
func settlement(p *compiler.Plan, id provenance.ConflictID) (found provenance.Resolution, ok bool) {
	for _, s := range p.Ledger.Resolutions() {
		if s.Conflict == id {
			found, ok = s, true
		}
	}
	return found, ok
}
