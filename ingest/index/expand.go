package index

import (
	"cmp"
	"context"
	"slices"

	"assay/ingest"
)

// A query is searched a second time with the words that its first answers have in common
// (RM3; Abdul-Jaleel and others, TREC 2004): what means the same in other words is found
// so without a model.
const (
	expandDocs   = 10  // answers that lend words
	expandTerms  = 30  // words that they lend
	expandFewest = 2   // answers that must have one
	expandShare  = 0.4 // what these weigh together, of 1, where a query is long
	shortQuery   = 6   // words: what so few ask for they say themselves
	longQuery    = 9
	// Where the last of these answers scores far below the first, one passage is meant.
	alone = 0.2 // as a share of the first's score
	among = 0.4
)

// expandable is how much of a query's weight other words may have.
func expandable(terms []ingest.Count) float64 {
	return expandShare * min(1, max(0, float64(len(terms)-shortQuery)/(longQuery-shortQuery)))
}

func weigh(terms []ingest.Count) []weighed {
	out := make([]weighed, len(terms))
	for i, t := range terms {
		out[i] = weighed{t.Term, float64(t.N)}
	}
	return out
}

// expand is a query with the words of its first answers.
func (r *reader) expand(ctx context.Context, terms []ingest.Count, answers []match) ([]weighed, error) {
	level := answers[len(answers)-1].score / answers[0].score
	share := expandable(terms) * min(1, max(0, (level-alone)/(among-alone)))
	if share == 0 {
		return weigh(terms), nil
	}
	lent, err := r.lent(ctx, answers)
	if err != nil {
		return nil, err
	}
	total, own := 0.0, 0.0
	for _, w := range lent {
		total += w.weight
	}
	for _, t := range terms {
		own += float64(t.N)
	}
	var out []weighed
	asked := map[string]int{}
	for _, t := range terms {
		asked[t.Term] = len(out)
		out = append(out, weighed{t.Term, (1 - share) * float64(t.N) / own})
	}
	for _, w := range lent {
		w.weight *= share / total
		if i, ok := asked[w.term]; ok {
			out[i].weight += w.weight
		} else {
			out = append(out, w)
		}
	}
	return out, nil
}

// lent are the words that answers have most of and others have least, the best first.
func (r *reader) lent(ctx context.Context, answers []match) ([]weighed, error) {
	sum, in := map[string]float64{}, map[string]int{}
	for _, m := range answers {
		d, ok, err := r.doc(m.id)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		counts, length := d.passage().Counts()
		for _, c := range counts {
			in[c.Term]++
			sum[c.Term] += m.score / answers[0].score * float64(c.N) / float64(length)
		}
	}
	var all []weighed
	for term, weight := range sum {
		if in[term] < expandFewest || len(term) < 2 {
			continue
		}
		n, err := r.frequency(ctx, term)
		if err != nil {
			return nil, err
		}
		all = append(all, weighed{term, weight * inverseFrequency(n, r.docs)})
	}
	slices.SortFunc(all, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.term, b.term))
	})
	return all[:min(len(all), expandTerms)], nil
}
