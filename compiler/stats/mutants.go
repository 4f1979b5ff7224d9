package stats

import (
	"slices"
	"strings"
	"unicode"

	"assay/compiler/grade"
	"assay/gates/judge"
	"assay/gates/mutate"
	"assay/provenance"
)

// wrongSources cite, in place of all that a claim cites, a passage that another claim
// does: one of the same note where there is one, and one of another. A passage that has
// the claim's own words, or the cited text once more, is no wrong source. Start is the
// passage's place among those cited.
func (t *Trial) wrongSources(s *patient) []mutate.Mutant {
	if len(t.o.Kinds) > 0 && !slices.Contains(t.o.Kinds, mutate.Source) || len(s.Basis.Grading.Passages) == 0 || len(s.Basis.Premises) > 0 || len(t.cited) < 2 {
		return nil
	}
	own := s.Basis.Grading.Passages
	words := folded(s.Claim.Text)
	fits := func(q provenance.Judged) bool {
		return !slices.ContainsFunc(own, func(o provenance.Judged) bool {
			return o.Evidence.Chunk == q.Evidence.Chunk && o.Evidence.Span == q.Evidence.Span || o.Evidence.Text == q.Evidence.Text || strings.Contains(q.Evidence.Text, o.Evidence.Text)
		}) && !strings.Contains(folded(q.Evidence.Text), words)
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
func (t *Trial) citing(s *patient, at int) grade.Basis {
	q := t.cited[at].passage
	cite := s.Claim.Cites[0]
	cite.Target, cite.Anchor, cite.FromLine, cite.ToLine, cite.Quote = grade.NameOf(q.Evidence), "", 0, 0, ""
	q.Cite = cite
	b := grade.Basis{Grading: s.Basis.Grading, Lead: s.Basis.Lead, Instead: map[int]bool{}}
	b.Grading.Passages, b.Grading.Problems = []provenance.Judged{q}, nil
	b.Questions = []judge.Question{{Text: q.Evidence.Text, Context: q.Evidence.Heading, Lead: b.Lead}}
	return b
}
