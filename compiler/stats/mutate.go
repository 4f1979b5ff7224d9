package stats

import (
	"context"
	"strings"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/gates/mutate"
	"assay/provenance"
)

// MutateOptions say how a vault's gate is put to the test.
type MutateOptions struct {
	Kinds    []mutate.Kind // empty for all
	PerClaim int           // mutants of one claim at most; 0 for all
	Sample   int           // claims at most; 0 for all
	Progress func(reports.Event)
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
	Tiers     reports.Tally             `json:"tiers"` // of the mutants
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
func Mutate(ctx context.Context, c *compiler.Compiler, o MutateOptions) (*MutateReport, error) {
	s, err := c.Look(ctx)
	if err != nil {
		return nil, err
	}
	p, err := c.Observe(ctx, s, false, o.Progress)
	if err != nil {
		return nil, err
	}
	t := &Trial{C: c, P: p, o: o}
	t.Collect()
	if err := t.run(ctx); err != nil {
		return nil, err
	}
	return t.report(), nil
}

func (s *patient) count(m mutate.Mutant, v provenance.Verdict) {
	k := s.counts[m.Kind]
	k.Mutants++
	s.tiers.Count(v.Tier)
	if v.Tier == provenance.T0 || v.Tier == provenance.T1 || v.Tier == provenance.T4 {
		k.Killed++
	} else {
		s.lived = append(s.lived, s.survivor(m, v))
	}
	s.counts[m.Kind] = k
}

func (s *patient) survivor(m mutate.Mutant, v provenance.Verdict) Survivor {
	r := Survivor{File: s.Note.Path, Line: s.line, Claim: s.Claim.Text, Mutant: m.Text, Kind: m.Kind, From: m.From, To: m.To,
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

// report adds up what became of the mutants, in the order of notes.
func (t *Trial) report() *MutateReport {
	r := &MutateReport{Vault: t.C.Root, Judge: t.C.World.Judge.Model(), Claims: len(t.Patients), ByKind: map[mutate.Kind]KindCount{}, Survivors: []Survivor{}}
	for _, s := range t.Patients {
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
		for i, x := range s.tiers.List() {
			*r.Tiers.List()[i] += *x
		}
		r.Survivors = append(r.Survivors, s.lived...)
	}
	return r
}
