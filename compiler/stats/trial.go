package stats

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"assay/compiler"
	"assay/compiler/grade"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/gates/mutate"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// A Trial is one run of mutants against a gate.
type Trial struct {
	C        *compiler.Compiler
	P        *compiler.Plan
	o        MutateOptions
	Patients []*patient
	names    []string
	cited    []citedBy // every passage that a patient cites, in the order of notes
	index    *gates.Conflicts
}

// citedBy is a passage and the note that cites it.
type citedBy struct {
	note    *markdown.Note
	passage provenance.Judged
}

// A patient is a claim that passes, and all that its mutants are graded by.
type patient struct {
	Note  *markdown.Note
	Claim markdown.Claim
	line  int
	tier  provenance.Tier
	Basis grade.Basis
	fresh func(provenance.Evidence) time.Duration

	kept   bool
	counts map[mutate.Kind]KindCount
	tiers  reports.Tally
	lived  []Survivor
}

// passes reports a tier with which a claim goes on.
func passes(t provenance.Tier) bool {
	return t == provenance.T5 || t == provenance.T3 || t == provenance.T2
}

// Collect finds the claims that pass, and looks up what they cite: once for all of a
// claim's mutants, and before they run, since looking up fills what a plan remembers.
func (t *Trial) Collect() {
	var statements []gates.Statement
	seen := map[string]bool{}
	for _, n := range t.P.Notes {
		if !t.P.Graded(n) {
			continue
		}
		verdicts := t.P.Grade.VerdictsOf(n)
		text, _ := t.P.Snap.Read(n.Path)
		lines := vault.NewLines(text)
		for i, c := range t.P.Whole(n).Claims {
			if !t.P.Policy.IsGuest() && !t.P.IsDraft(n.Path) {
				statements = append(statements, gates.StatementOf(n, c))
			}
			if i >= len(verdicts) || !passes(verdicts[i].Tier) {
				continue
			}
			for _, name := range mutate.Names(c.Text) {
				if !seen[name] {
					seen[name] = true
					t.names = append(t.names, name)
				}
			}
			t.Patients = append(t.Patients, &patient{Note: n, Claim: c, line: lines.Position(c.Start).Line, tier: verdicts[i].Tier,
				counts: map[mutate.Kind]KindCount{}})
		}
	}
	slices.Sort(t.names)
	t.index = gates.NewConflicts(statements)
	t.sample()
	for _, s := range t.Patients {
		s.Basis = t.P.Grade.Gather(s.Note, s.Claim, &grade.NoteVerdicts{})
		for _, q := range s.Basis.Grading.Passages {
			t.P.ClassOf(q.Evidence.Source) // now: a plan is not to be asked by several at once
			t.cited = append(t.cited, citedBy{s.Note, q})
		}
		s.fresh = t.P.Grade.FreshFor(s.Note.Meta.Tags)
	}
}

// sample leaves as many claims as were asked for, the same ones each time and from
// everywhere in the vault.
func (t *Trial) sample() {
	if t.o.Sample <= 0 || len(t.Patients) <= t.o.Sample {
		return
	}
	const many = 1 << 30
	rank := func(s *patient) int { return mutate.Pick(many, string(s.Claim.ID)) }
	all := slices.Clone(t.Patients)
	slices.SortStableFunc(all, func(a, b *patient) int { return cmp.Compare(rank(a), rank(b)) })
	keep := map[*patient]bool{}
	for _, s := range all[:t.o.Sample] {
		keep[s] = true
	}
	t.Patients = slices.DeleteFunc(t.Patients, func(s *patient) bool { return !keep[s] })
}

// run tries the subjects, several at once.
func (t *Trial) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, t.C.Jobs()))
	var mu sync.Mutex
	done := 0
	for _, s := range t.Patients {
		group.Go(func() error {
			if err := t.try(ctx, s); err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			done++
			if t.o.Progress != nil {
				t.o.Progress(reports.Event{Phase: "mutate", Done: done, Total: len(t.Patients), Text: view.Short(s.Claim.Text)})
			}
			return nil
		})
	}
	return group.Wait()
}

// try grades a claim as it stands, and then each of its mutants.
func (t *Trial) try(ctx context.Context, s *patient) error {
	v, err := t.Grade(ctx, s, s.Claim.Text, s.Basis)
	if err != nil {
		return err
	}
	s.kept = v.Tier == s.tier
	mutants := append(mutate.Mutants(s.Claim.Text, t.about(s), t.o.Kinds), t.wrongSources(s)...)
	for _, m := range mutate.Few(mutants, t.o.PerClaim) {
		if err := ctx.Err(); err != nil {
			return err
		}
		b := s.Basis
		if m.Kind == mutate.Source {
			b = t.citing(s, m.Start)
		}
		v, err := t.Grade(ctx, s, m.Text, b)
		if err != nil {
			return err
		}
		s.count(m, v)
	}
	return nil
}

// about is what a claim's mutants depend on: a value that its evidence has may be true.
func (t *Trial) about(s *patient) mutate.About {
	var evidence []string
	for _, q := range s.Basis.Questions {
		evidence = append(evidence, q.Text)
		evidence = append(evidence, q.Context...)
	}
	return mutate.About{Seed: string(s.Claim.ID), Evidence: strings.Join(append(evidence, s.Basis.Premises...), "\n"), Names: t.names}
}

// Grade gives a claim's verdict with other words, or other evidence. It is the path of
// a check, but for the store: what is corrupt is not kept.
func (t *Trial) Grade(ctx context.Context, s *patient, text string, b grade.Basis) (provenance.Verdict, error) {
	claim := s.Claim
	if text != claim.Text {
		claim.Text, claim.ID = text, markdown.NewClaimID(s.Note.Path, text)
	}
	g := b.Grading
	g.Claim = claim
	if !b.Silent() {
		b.Questions = slices.Clone(b.Questions)
		for i := range b.Questions {
			b.Questions[i].Claim = text
		}
		j, err := grade.AskJudge(ctx, t.C.World.Judge, text, b, g.Threshold)
		if err != nil {
			return provenance.Verdict{}, err
		}
		g = t.P.Grade.Settle(claim, b, j)
	}
	g.FreshFor, g.PageUntil = s.fresh, provenance.PageUntil(s.Note.Meta.StaleAfter)
	if !t.P.Policy.IsGuest() {
		if c := t.index.Find(gates.StatementOf(s.Note, claim)); c != nil {
			g.Conflict = t.P.Grade.Standing(map[markdown.ClaimID]*provenance.Conflict{claim.ID: c})[claim.ID]
		}
	}
	return provenance.Grade(g), nil
}
