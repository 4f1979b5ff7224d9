package stats

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"assay/compiler"
	"assay/compiler/grade"
	"assay/compiler/reports"
	"assay/gates/judge"
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
		reports.Add(&r.Tiers, s.tiers, 1)
		r.Survivors = append(r.Survivors, s.lived...)
	}
	return r
}

// wrongSources cite, in place of all that a claim cites, a passage that another claim
// does: one of the same note where there is one, and one of another. A passage that has
// the claim's own words, or the cited text once more, is no wrong source. Start is the
// passage's place among those cited.
func (t *Trial) wrongSources(s *patient) []mutate.Mutant {
	if len(t.o.Kinds) > 0 && !slices.Contains(t.o.Kinds, mutate.Source) || len(s.Basis.Grading.Passages) == 0 || len(s.Basis.Premises) > 0 || len(t.cited) < 2 {
		return nil
	}
	own := s.Basis.Grading.Passages
	words := Letters(s.Claim.Text)
	fits := func(q provenance.Judged) bool {
		return !slices.ContainsFunc(own, func(o provenance.Judged) bool {
			return o.Evidence.Chunk == q.Evidence.Chunk && o.Evidence.Span == q.Evidence.Span || o.Evidence.Text == q.Evidence.Text || strings.Contains(q.Evidence.Text, o.Evidence.Text)
		}) && !strings.Contains(Letters(q.Evidence.Text), words)
	}
	var out []mutate.Mutant
	from := mutate.Pick(len(t.cited), string(s.Claim.ID), "source")
	for _, same := range [...]bool{true, false} {
		for k := range t.cited {
			i := (from + k) % len(t.cited)
			if q := t.cited[i]; (q.note == s.Note) == same && fits(q.passage) {
				out = append(out, mutate.Mutant{Kind: mutate.Source, Text: s.Claim.Text, Start: i, From: grade.NameOf(own[0].Evidence), To: grade.NameOf(q.passage.Evidence)})
				break
			}
		}
	}
	return out
}

// Letters are a text's letters and digits, without case.
func Letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// citing is what a claim would be judged by if it cited one other passage alone.
func (t *Trial) citing(s *patient, at int) grade.Basis {
	q := t.cited[at].passage
	cite := s.Claim.Cites[0]
	cite.Target, cite.Anchor, cite.FromLine, cite.ToLine, cite.Quote = grade.NameOf(q.Evidence), "", 0, 0, ""
	q.Cite = cite
	b := grade.Basis{Grading: s.Basis.Grading, Lead: s.Basis.Lead, Written: s.Basis.Written, Instead: map[int]bool{}}
	b.Grading.Passages, b.Grading.Problems = []provenance.Judged{q}, nil
	b.Questions = []judge.Question{{Text: q.Evidence.Text, Context: q.Evidence.Heading, About: q.Evidence.About, Lead: b.Lead, Written: b.Written}}
	return b
}

// longPassage is more text than a claim needs to be checked by: in so much, another
// sentence may carry a wrong one.
const longPassage = 2000

// advice says what an author can do so that such a change would be found.
func (s *patient) advice(m mutate.Mutant, v provenance.Verdict) string {
	passages := s.Basis.Grading.Passages
	size, has := 0, false
	for _, q := range passages {
		size += len(q.Evidence.Text)
		has = has || strings.Contains(strings.ToLower(q.Evidence.Text), strings.ToLower(strings.TrimSpace(m.From)))
	}
	switch {
	case v.Tier == provenance.Unchecked:
		return "have what the claim cites stored: nothing here can tell the two apart"
	case m.Kind == mutate.Source:
		return fmt.Sprintf("look at %s: it seems to say the same, so cite both, or it is taken for support and the claim should use the words of its own passage", m.To)
	case len(m.From) > 0 && !has && m.Kind != mutate.Roles && m.Kind != mutate.Negation:
		return fmt.Sprintf("cite a passage that has %q: what is cited puts it in other words", m.From)
	case len(passages) > 1:
		return "narrow the citation: cite the one passage that says this, not several"
	case size > longPassage:
		return "narrow the citation: cite the section or block that says this, not so much text"
	}
	if len(strings.Fields(s.Claim.Text)) > longClaim {
		return "split the claim: in a short sentence one word weighs more, and is compared on its own"
	}
	return "read this one yourself when it changes: the passage says it plainly, and the judge does not see the difference"
}

// longClaim is more words than a sentence needs that says one thing.
const longClaim = 20
