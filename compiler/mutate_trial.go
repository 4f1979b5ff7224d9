package compiler

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/gates"
	"assay/gates/mutate"
	"assay/provenance"
	"assay/vault"
)

// A trial is one run of mutants against a gate.
type trial struct {
	c        *Compiler
	p        *plan
	o        MutateOptions
	patients []*patient
	names    []string
	cited    []citedBy // every passage that a patient cites, in the order of notes
	index    *gates.Conflicts
}

// citedBy is a passage and the note that cites it.
type citedBy struct {
	note    *vault.Note
	passage provenance.Judged
}

// A patient is a claim that passes, and all that its mutants are graded by.
type patient struct {
	note  *vault.Note
	claim vault.Claim
	line  int
	tier  provenance.Tier
	basis basis
	fresh func(provenance.Evidence) time.Duration

	kept   bool
	counts map[mutate.Kind]KindCount
	tiers  Tally
	lived  []Survivor
}

// passes reports a tier with which a claim goes on.
func passes(t provenance.Tier) bool {
	return t == provenance.T5 || t == provenance.T3 || t == provenance.T2
}

// collect finds the claims that pass, and looks up what they cite: once for all of a
// claim's mutants, and before they run, since looking up fills what a plan remembers.
func (t *trial) collect() {
	var statements []gates.Statement
	seen := map[string]bool{}
	for _, n := range t.p.notes {
		if !t.p.graded(n) {
			continue
		}
		verdicts := t.p.grade.verdictsOf(n)
		text, _ := t.p.snap.Read(n.Path)
		lines := vault.NewLines(text)
		for i, c := range t.p.whole(n).Claims {
			if t.p.policy.Synthesis.RequireAgreement && !t.p.isDraft(n.Path) {
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
			t.patients = append(t.patients, &patient{note: n, claim: c, line: lines.Position(c.Start).Line, tier: verdicts[i].Tier,
				counts: map[mutate.Kind]KindCount{}})
		}
	}
	slices.Sort(t.names)
	t.index = gates.NewConflicts(statements)
	t.sample()
	for _, s := range t.patients {
		s.basis = t.p.grade.gather(s.note, s.claim, &noteVerdicts{})
		s.fresh = t.freshFor(s)
		for _, q := range s.basis.grading.Passages {
			t.cited = append(t.cited, citedBy{s.note, q})
		}
	}
}

// sample leaves as many claims as were asked for, the same ones each time and from
// everywhere in the vault.
func (t *trial) sample() {
	if t.o.Sample <= 0 || len(t.patients) <= t.o.Sample {
		return
	}
	const many = 1 << 30
	rank := func(s *patient) int { return mutate.Pick(many, string(s.claim.ID)) }
	all := slices.Clone(t.patients)
	slices.SortStableFunc(all, func(a, b *patient) int { return cmp.Compare(rank(a), rank(b)) })
	keep := map[*patient]bool{}
	for _, s := range all[:t.o.Sample] {
		keep[s] = true
	}
	t.patients = slices.DeleteFunc(t.patients, func(s *patient) bool { return !keep[s] })
}

// freshFor asks for the class of each cited source now: a plan is not to be asked by
// several at once.
func (t *trial) freshFor(s *patient) func(provenance.Evidence) time.Duration {
	for _, q := range s.basis.grading.Passages {
		t.p.classOf(q.Evidence.Source)
	}
	return t.p.grade.freshFor(s.note.Meta.Tags)
}

// run tries the subjects, several at once.
func (t *trial) run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan *patient)
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for range max(1, t.c.jobs()) {
		wg.Go(func() {
			for s := range next {
				if err := t.try(ctx, s); err != nil {
					cancel(err)
					return
				}
				mu.Lock()
				done++
				if t.o.Progress != nil {
					t.o.Progress(Event{Phase: "mutate", Done: done, Total: len(t.patients), Text: short(s.claim.Text)})
				}
				mu.Unlock()
			}
		})
	}
feed:
	for _, s := range t.patients {
		select {
		case next <- s:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	wg.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// try grades a claim as it stands, and then each of its mutants.
func (t *trial) try(ctx context.Context, s *patient) error {
	v, err := t.grade(ctx, s, s.claim.Text, s.basis)
	if err != nil {
		return err
	}
	s.kept = v.Tier == s.tier
	mutants := append(mutate.Mutants(s.claim.Text, t.about(s), t.o.Kinds), t.wrongSources(s)...)
	for _, m := range mutate.Few(mutants, t.o.PerClaim) {
		if err := ctx.Err(); err != nil {
			return err
		}
		b := s.basis
		if m.Kind == mutate.Source {
			b = t.citing(s, m.Start)
		}
		v, err := t.grade(ctx, s, m.Text, b)
		if err != nil {
			return err
		}
		s.count(m, v)
	}
	return nil
}

// about is what a claim's mutants depend on: a value that its evidence has may be true.
func (t *trial) about(s *patient) mutate.About {
	var evidence []string
	for _, q := range s.basis.questions {
		evidence = append(evidence, q.Text)
		evidence = append(evidence, q.Context...)
	}
	return mutate.About{Seed: string(s.claim.ID), Evidence: strings.Join(append(evidence, s.basis.premises...), "\n"), Names: t.names}
}

// grade gives a claim's verdict with other words, or other evidence. It is the path of
// a check, but for the store: what is corrupt is not kept.
func (t *trial) grade(ctx context.Context, s *patient, text string, b basis) (provenance.Verdict, error) {
	claim := s.claim
	if text != claim.Text {
		claim.Text, claim.ID = text, vault.NewClaimID(s.note.Path, text)
	}
	g := b.grading
	g.Claim = claim
	if !b.silent() {
		b.questions = slices.Clone(b.questions)
		for i := range b.questions {
			b.questions[i].Claim = text
		}
		j, err := askJudge(ctx, t.c.world.Judge, text, b, g.Threshold)
		if err != nil {
			return provenance.Verdict{}, err
		}
		g = t.p.grade.settle(claim, b, j)
	}
	g.FreshFor = s.fresh
	if t.p.policy.Synthesis.RequireAgreement {
		if c := t.index.Find(gates.StatementOf(s.note, claim)); c != nil {
			g.Conflict = t.p.grade.standing(map[vault.ClaimID]*provenance.Conflict{claim.ID: c})[claim.ID]
		}
	}
	return provenance.Grade(g), nil
}
