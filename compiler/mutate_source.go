package compiler

import (
	"slices"
	"strings"
	"unicode"

	"assay/gates/judge"
	"assay/gates/mutate"
	"assay/provenance"
)

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
	b := basis{grading: s.basis.grading, lead: s.basis.lead, instead: map[int]bool{}}
	b.grading.Passages, b.grading.Problems = []provenance.Judged{q}, nil
	b.questions = []judge.Question{{Text: q.Evidence.Text, Context: q.Evidence.Heading, Lead: b.lead}}
	return b
}
