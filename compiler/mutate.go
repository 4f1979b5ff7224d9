package compiler

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"assay/gates"
	"assay/gates/judge"
	"assay/gates/mutate"
	"assay/provenance"
	"assay/vault"
)

// MutateOptions say how a vault's gate is put to the test.
type MutateOptions struct {
	Kinds    []mutate.Kind // empty for all
	PerClaim int           // mutants of one claim at most; 0 for all
	Sample   int           // claims at most; 0 for all
	Progress func(Event)
}

// KindCount is what became of the mutants of one kind.
type KindCount struct {
	Mutants int `json:"mutants"`
	Killed  int `json:"killed"`
}

// MutateReport says which corruptions of a vault's own claims its gate would let
// through.
type MutateReport struct {
	Vault     string                    `json:"vault"`
	Judge     string                    `json:"judge"`
	Claims    int                       `json:"claims"` // that pass, and were corrupted
	Kept      int                       `json:"kept"`   // of Claims, those that keep their tier when they are graded here as they stand
	Mutants   int                       `json:"mutants"`
	Killed    int                       `json:"killed"`
	Tiers     Tally                     `json:"tiers"` // of the mutants
	ByKind    map[mutate.Kind]KindCount `json:"by_kind"`
	Survivors []Survivor                `json:"survivors"`
}

// Share of the mutants that were killed; 1 where there were none.
func (k KindCount) Share() float64 {
	if k.Mutants == 0 {
		return 1
	}
	return float64(k.Killed) / float64(k.Mutants)
}

// A Survivor is a corruption that would have passed.
type Survivor struct {
	File   string      `json:"file"`
	Line   int         `json:"line"`
	Claim  string      `json:"claim"`
	Mutant string      `json:"mutant"` // for source, the claim as it stands
	Kind   mutate.Kind `json:"kind"`
	From   string      `json:"from"` // the words that were changed; for source, what the claim cites
	To     string      `json:"to"`
	Tier   string      `json:"tier"`
	Rule   string      `json:"rule"`
	Score  float64     `json:"score"`
	Quote  string      `json:"quote,omitempty"`  // what the judge took for support
	Source string      `json:"source,omitempty"` // the file that says so
	Hint   string      `json:"hint"`
}

// Mutate corrupts claims that pass, grades the corruptions by the same evidence and
// the same table, and reports those that pass as well. It writes nothing.
func (c *Compiler) Mutate(ctx context.Context, o MutateOptions) (*MutateReport, error) {
	s, err := c.look(ctx)
	if err != nil {
		return nil, err
	}
	p, err := c.observe(ctx, s, false, o.Progress)
	if err != nil {
		return nil, err
	}
	t := &trial{c: c, p: p, o: o}
	t.collect()
	if err := t.run(ctx); err != nil {
		return nil, err
	}
	return t.report(), nil
}

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
		verdicts := t.p.verdictsOf(n)
		text, _ := t.p.snap.Read(n.Path)
		lines := vault.NewLines(text)
		for i, c := range t.p.whole(n).Claims {
			if !t.p.guest && !t.p.isDraft(n.Path) {
				statements = append(statements, gates.Statement{Claim: c, Note: n.Path})
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
		s.basis = t.p.gather(s.note, s.claim, &noteVerdicts{})
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
	return t.p.freshFor(s.note.Meta.Tags)
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
	var evidence []string
	for _, q := range s.basis.questions {
		evidence = append(evidence, q.Text)
		evidence = append(evidence, q.Context...)
	}
	about := mutate.About{Seed: string(s.claim.ID), Evidence: strings.Join(append(evidence, s.basis.premises...), "\n"), Names: t.names}
	mutants := append(mutate.Mutants(s.claim.Text, about, t.o.Kinds), t.wrongSources(s)...)
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
		questions := slices.Clone(b.questions)
		for i := range questions {
			questions[i].Claim = text
		}
		j, err := askJudge(ctx, t.c.world.Judge, text, questions, b.premises, g.Threshold)
		if err != nil {
			return provenance.Verdict{}, err
		}
		g = t.p.settle(claim, b, j)
	}
	g.FreshFor = s.fresh
	if !t.p.guest {
		if c := t.index.Find(gates.Statement{Claim: claim, Note: s.note.Path}); c != nil {
			g.Conflict = t.p.standing(map[vault.ClaimID]*provenance.Conflict{claim.ID: c})[claim.ID]
		}
	}
	return provenance.Grade(g), nil
}

func (s *patient) count(m mutate.Mutant, v provenance.Verdict) {
	k := s.counts[m.Kind]
	k.Mutants++
	s.tiers.count(v.Tier)
	if v.Tier == provenance.T0 || v.Tier == provenance.T1 || v.Tier == provenance.T4 {
		k.Killed++
	} else {
		s.lived = append(s.lived, s.survivor(m, v))
	}
	s.counts[m.Kind] = k
}

func (s *patient) survivor(m mutate.Mutant, v provenance.Verdict) Survivor {
	r := Survivor{File: s.note.Path, Line: s.line, Claim: s.claim.Text, Mutant: m.Text, Kind: m.Kind, From: m.From, To: m.To,
		Tier: v.Tier.String(), Rule: v.Rule}
	if b := v.Best; b != nil {
		from, to := b.Judgement.QuoteStart, b.Judgement.QuoteEnd
		if 0 <= from && from < to && to <= len(b.Evidence.Text) {
			r.Quote = strings.Join(strings.Fields(b.Evidence.Text[from:to]), " ")
		}
		r.Score, r.Source = b.Judgement.Score, b.Evidence.Span.File
	}
	r.Hint = s.advice(m, v)
	return r
}

// wrongSources cite, in place of all that a claim cites, a passage that another claim
// does: one of the same note where there is one, and one of another. A passage that has
// the claim's own words, or the cited text once more, is no wrong source. Start is the
// passage's place among those cited.
func (t *trial) wrongSources(s *patient) []mutate.Mutant {
	if len(t.o.Kinds) > 0 && !slices.Contains(t.o.Kinds, mutate.Source) || len(s.basis.grading.Passages) == 0 || len(s.basis.premises) > 0 || len(t.cited) < 2 {
		return nil
	}
	own := s.basis.grading.Passages
	words := folded(s.claim.Text)
	fits := func(q provenance.Judged) bool {
		return !slices.ContainsFunc(own, func(o provenance.Judged) bool {
			return o.Evidence.Chunk == q.Evidence.Chunk && o.Evidence.Span == q.Evidence.Span || o.Evidence.Text == q.Evidence.Text || strings.Contains(q.Evidence.Text, o.Evidence.Text)
		}) && !strings.Contains(folded(q.Evidence.Text), words)
	}
	var out []mutate.Mutant
	from := mutate.Pick(len(t.cited), string(s.claim.ID), "source")
	for _, same := range [...]bool{true, false} {
		for k := range t.cited {
			i := (from + k) % len(t.cited)
			if q := t.cited[i]; (q.note == s.note) == same && fits(q.passage) {
				out = append(out, mutate.Mutant{Kind: mutate.Source, Text: s.claim.Text, Start: i, From: nameOf(own[0].Evidence), To: nameOf(q.passage.Evidence)})
				break
			}
		}
	}
	return out
}

// folded is a text's letters and digits, without case.
func folded(s string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s))
}

// citing is what a claim would be judged by if it cited one other passage alone.
func (t *trial) citing(s *patient, at int) basis {
	q := t.cited[at].passage
	cite := s.claim.Cites[0]
	cite.Target, cite.Anchor, cite.FromLine, cite.ToLine, cite.Quote = nameOf(q.Evidence), "", 0, 0, ""
	q.Cite = cite
	b := basis{grading: s.basis.grading, instead: map[int]bool{}}
	b.grading.Passages, b.grading.Problems = []provenance.Judged{q}, nil
	b.questions = []judge.Question{{Text: q.Evidence.Text, Context: q.Evidence.Heading}}
	return b
}

// report adds up what became of the mutants, in the order of notes.
func (t *trial) report() *MutateReport {
	r := &MutateReport{Vault: t.c.Root, Judge: t.c.world.Judge.Model(), Claims: len(t.patients), ByKind: map[mutate.Kind]KindCount{}, Survivors: []Survivor{}}
	for _, s := range t.patients {
		if s.kept {
			r.Kept++
		}
		for kind, k := range s.counts {
			sum := r.ByKind[kind]
			sum.Mutants += k.Mutants
			sum.Killed += k.Killed
			r.ByKind[kind] = sum
			r.Mutants += k.Mutants
			r.Killed += k.Killed
		}
		for i, x := range s.tiers.list() {
			*r.Tiers.list()[i] += *x
		}
		r.Survivors = append(r.Survivors, s.lived...)
	}
	return r
}
