package review

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"assay/compiler"
	"assay/compiler/grade"
	"assay/compiler/reports"
	"assay/gates"
	"assay/gates/judge"
	"assay/ingest"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// queue collects what waits.
type queue struct {
	c     *compiler.Compiler
	p     *compiler.Plan
	o     Options
	only  string // the id of the one thing that is looked for; "" for all
	items []Item
}

func (q *queue) fill(ctx context.Context) error {
	rows := map[provenance.ConflictID]ConflictRow{}
	for _, row := range rowsOfConflicts(q.p) {
		rows[row.ID] = row
	}
	told := map[provenance.ConflictID]bool{}
	for _, n := range q.p.Notes {
		for i, v := range q.p.Grade.VerdictsIf(n, func(t reports.Tally) bool { return t.T4+t.T1 > 0 }) {
			switch {
			case v.Tier == provenance.T4 && v.Conflict != nil:
				id := provenance.NewConflictID(v.Claim, v.Conflict.With)
				row, ok := rows[id]
				if told[id] {
					continue // the other side of it
				}
				told[id] = true
				at, claim := n, i
				if ok {
					at, claim = row.New.n, row.New.at
				}
				if err := q.claim(ctx, at, claim, &row); err != nil {
					return err
				}
			case waits(v):
				if err := q.claim(ctx, n, i, nil); err != nil {
					return err
				}
			}
		}
		if q.p.IsDraft(n.Path) && q.wants(n.Path, n.Path) {
			if ok, _ := q.p.Draft.Ready(n); ok {
				q.items = append(q.items, Item{ID: n.Path, Kind: ReviewReady, Note: n.Path, Draft: true, Command: "assay promote " + gates.ShellWord(n.Path)})
			}
		}
	}
	slices.SortStableFunc(q.items, Compare)
	return nil
}

// waits reports whether a claim is weak and nobody has spoken on it.
func waits(v provenance.Verdict) bool {
	return v.Tier == provenance.T1 && v.Attested == "" && v.Rejected == ""
}

// Compare puts things in the order in which one would take them up: what is wrong, then what
// is weak, then what is ready.
func Compare(a, b Item) int {
	rank := func(item Item) int {
		return slices.Index([]string{ReviewConflict, ReviewWeak, ReviewHeld, ReviewReady}, item.Kind)
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Note, b.Note), cmp.Compare(a.Claim.Line, b.Claim.Line), cmp.Compare(a.ID, b.ID))
}

func (q *queue) wants(id, note string) bool {
	if q.only != "" {
		return id == q.only
	}
	return Within(note, q.o.Paths)
}

// claim puts a weak claim on the list, or with a row a conflict.
func (q *queue) claim(ctx context.Context, n *markdown.Note, i int, row *ConflictRow) error {
	vs := q.p.Grade.VerdictsOf(n)
	if i >= len(vs) {
		return nil
	}
	v, claim := vs[i], q.p.Whole(n).Claims[i]
	item := Item{ID: string(v.Claim), Kind: ReviewWeak, Note: n.Path, Draft: q.p.IsDraft(n.Path)}
	if row != nil {
		item.Kind = ReviewConflict
		if row.ID != "" {
			item.ID = string(row.ID)
		}
	}
	if !q.wants(item.ID, n.Path) && (row == nil || row.ID == "" || q.only != "" || !q.wants(item.ID, row.Existing.Note)) {
		return nil
	}
	if item.Claim = packetClaim(q.p, n, i); item.Claim.Line == 0 {
		return nil // gone since it was graded
	}
	place := gates.ShellWord(fmt.Sprintf("%s:%d", n.Path, item.Claim.Line))
	switch {
	case row == nil:
		item.Command = "assay attest " + place + " --reason \"…\""
	case row.ID == "" || q.c.Guest():
		item.Command = "assay why " + place // where the other claim is gone in the meantime
	default:
		item.Command, item.Advice = row.Command, row.Advice
	}
	if q.o.Whole {
		if err := q.whole(ctx, &item, n, claim, v, row); err != nil {
			return err
		}
	}
	q.items = append(q.items, item)
	return nil
}

// whole adds to an item what one needs to see to decide.
func (q *queue) whole(ctx context.Context, item *Item, n *markdown.Note, c markdown.Claim, v provenance.Verdict, row *ConflictRow) error {
	g, held, err := examine(ctx, q.p, q.c.World.Judge, n, c)
	if err != nil {
		return err
	}
	text, err := q.p.Snap.Read(n.Path)
	if err != nil {
		return err
	}
	lines := vault.NewLines(text)
	from, to := lines.Position(c.Start), lines.Position(c.End)
	d := &Detail{Column: from.Column, EndLine: to.Line, EndColumn: to.Column, Markdown: string(text[c.Start:c.End]), Rule: v.Rule,
		Threshold: g.Threshold, Missing: []string{}, Absent: []string{}, Problems: []string{}, Passages: q.passages(g, v.Best), Elsewhere: []Passage{}}
	item.Detail = d
	j := g.Together // whose reasons the verdict gives, where no passage alone decided
	if v.Best != nil {
		j = &v.Best.Judgement
	}
	if j != nil {
		d.Missing, d.Absent = append(d.Missing, j.Missing...), append(d.Absent, j.Absent...)
		if m := j.Mismatch; m != nil {
			d.Values = &reports.ReviewValues{Kind: m.Kind, Claim: m.Claim, Source: m.Source}
		}
	}
	for _, at := range v.Problems {
		d.Problems = append(d.Problems, gates.CiteProblem(at))
	}
	if row != nil && v.Conflict != nil && v.Conflict.Mismatch != nil {
		m := v.Conflict.Mismatch
		d.Values = &reports.ReviewValues{Kind: m.Kind, Claim: m.Claim, Source: m.Source} // of the existing claim
	}
	if row == nil {
		item.Digest = claimDigest(c, held)
		d.Elsewhere = q.elsewhere(ctx, n, c, g)
		d.Decisions = q.choices(len(held) > 0)
		return nil
	}
	d.Decisions = []Choice{{Decision: DecideEdit, Needs: []string{"text"}}, {Decision: DecideSkip, Needs: []string{}}}
	if row.ID == "" {
		item.Digest = claimDigest(c, held)
		return nil
	}
	item.Digest, d.Conflict = row.digest(), row
	if other := row.Existing; other.n != nil {
		og, _, err := examine(ctx, q.p, q.c.World.Judge, other.n, q.p.Whole(other.n).Claims[other.at])
		if err != nil {
			return err
		}
		var best *provenance.Judged
		if ovs := q.p.Grade.VerdictsOf(other.n); other.at < len(ovs) {
			best = ovs[other.at].Best
		}
		d.Against = q.passages(og, best)
	}
	if !q.c.Guest() {
		d.Decisions = append(waysOut(row), d.Decisions...)
	}
	return nil
}

// passages shows what a claim cites, the passage that decided first.
func (q *queue) passages(g provenance.Grading, best *provenance.Judged) []Passage {
	out := []Passage{}
	for _, j := range g.Passages {
		shown := passage(q.p, j)
		if best != nil && len(out) > 0 && j.Evidence.Chunk == best.Evidence.Chunk && j.Evidence.Span.File == best.Evidence.Span.File {
			out = slices.Insert(out, 0, shown)
		} else {
			out = append(out, shown)
		}
	}
	return out
}

// choices are what a person can say of a weak claim.
func (q *queue) choices(cited bool) (out []Choice) {
	if !q.c.Guest() {
		if cited {
			out = append(out, Choice{Decision: DecideAccept, Needs: []string{"reason"}})
		}
		out = append(out, Choice{Decision: DecideReject, Needs: []string{"reason"}})
	}
	return append(out, Choice{Decision: DecideEdit, Needs: []string{"text"}}, Choice{Decision: DecideSkip, Needs: []string{}})
}

// waysOut are the four ways out of a conflict, the proposed one first.
func waysOut(row *ConflictRow) (out []Choice) {
	for _, way := range gates.Ways() {
		choice := Choice{Decision: string(way), Needs: []string{}, Proposed: way == row.Proposal.Way,
			Terminal: needsPersonFor(*row, ResolveOptions{As: way})}
		if !choice.Proposed || way == gates.Escalate {
			choice.Needs = append(choice.Needs, "reason")
		}
		if way == gates.Escalate {
			choice.Needs = append(choice.Needs, "keep")
		}
		if (way == gates.Narrow || way == gates.Parallelize) && row.Proposal.When == "" && row.Proposal.NewWhen == "" {
			choice.Needs = append(choice.Needs, "when")
		}
		out = append(out, choice)
	}
	if i := slices.IndexFunc(out, func(c Choice) bool { return c.Proposed }); i > 0 {
		out = slices.Concat(out[i:i+1], out[:i], out[i+1:])
	}
	return out
}

// mostElsewhere is how many passages are looked at that a claim does not cite.
const mostElsewhere = 8

// elsewhere finds passages that a claim does not cite and that carry it: what the
// author may have meant to cite. What was written from this vault is none. It only looks where the index is as the vault is,
// since a reader waits for nobody.
func (q *queue) elsewhere(ctx context.Context, n *markdown.Note, c markdown.Claim, g provenance.Grading) []Passage {
	out := []Passage{}
	if len(q.p.Index.Pages()) == 0 {
		return out
	}
	if q.p.Index.Digest == "" {
		q.p.Index.Want()
	}
	if q.p.Index.Digest == "" || !q.c.World.Index.Holds(q.p.Index.Digest) {
		return out
	}
	ask := ingest.Query{Text: c.Text, K: mostElsewhere} // by words alone where a model would have to be asked
	if !q.p.Policy.Embedding.IsModel() {
		ask, _ = q.p.Index.Query(ctx, q.c.World, c.Text, mostElsewhere)
	}
	hits, err := q.c.World.Index.Search(ctx, ask)
	if err != nil {
		return out // what cannot be searched offers nothing; the claim can be decided all the same
	}
	for _, hit := range hits {
		at := q.p.Held().Locate(&markdown.Note{}, markdown.Cite{Form: markdown.CiteChunk, Target: hit.Chunk.Anchor()})
		cited := slices.ContainsFunc(g.Passages, func(j provenance.Judged) bool { return j.Evidence.Chunk == hit.Chunk })
		if cited || at.Status != provenance.Held || at.Evidence.Superseded || q.p.Policy.Denied(at.Evidence.URL) != nil {
			continue
		}
		e := at.Evidence
		if q.p.Grade.Circular(n, c, e, &grade.NoteVerdicts{}) != "" {
			continue
		}
		answer, err := q.c.World.Judge.Judge(ctx, judge.Question{Claim: c.Text, Text: e.Text, Context: e.Heading, About: e.About, Lead: n.Over(c), Written: q.p.Spoken(n)})
		if err != nil || answer.Stance != provenance.Supports || answer.Score < g.Threshold || len(answer.Missing) > 0 {
			continue
		}
		out = append(out, passage(q.p, provenance.Judged{Evidence: e, Judgement: answer}))
	}
	return out
}
