package index

import (
	"cmp"
	"context"
	"math"
	"slices"

	"assay/ingest"
)

// A question on a subject that many passages are about is searched a second time with the
// words that its first answers have in common (RM3; Abdul-Jaleel and others, TREC 2004), and
// what that finds is put in order by how near it is to the question and its best answers
// (Rocchio 1971): what means the same in other words is found so without a model.
const (
	expandDocs   = 10  // answers that lend words
	expandTerms  = 30  // words that they lend
	expandFewest = 2   // answers that must have one
	expandShare  = 0.4 // what these weigh together, of 1
	shortQuery   = 6   // words: what so few ask for they say themselves
	longQuery    = 9
	// Where the last of these answers scores far below the first, one passage is meant.
	alone = 0.35 // as a share of the first's score
	among = 0.6
	// nearDepth passages are held against the nearDocs best.
	nearDepth = 60
	nearDocs  = 3
)

// long is how far a query is one of many words, from 0 to 1.
func long(terms []ingest.Count) float64 {
	return min(1, max(0, float64(len(terms)-shortQuery)/(longQuery-shortQuery)))
}

// again searches once more, as far as the first answers show that a subject is meant.
func (r *reader) again(ctx context.Context, terms []ingest.Count, answers []match, depth int, source string) ([]match, error) {
	first := answers[:min(expandDocs, len(answers))]
	level := first[len(first)-1].score / first[0].score
	subject := long(terms) * min(1, max(0, (level-alone)/(among-alone)))
	if subject == 0 {
		return answers, nil
	}
	held, err := r.held(first)
	if err != nil {
		return nil, err
	}
	// What passages of one page share is its name, and the question has that already.
	pages := map[string]bool{}
	for _, h := range held {
		pages[cmp.Or(h.title, h.id)] = true
	}
	if subject *= float64(len(pages)-1) / float64(max(1, len(held)-1)); subject <= 0 {
		return answers, nil
	}
	lent, err := r.lent(ctx, held)
	if err != nil {
		return nil, err
	}
	if answers, err = r.search(ctx, expand(terms, lent, expandShare*subject), depth, source); err != nil {
		return nil, err
	}
	return r.nearer(ctx, terms, answers, subject)
}

// A read is a match with the words of its passage.
type read struct {
	match
	title  string
	counts []ingest.Count
	length int
}

func (r *reader) held(list []match) (out []read, err error) {
	for _, m := range list {
		d, ok, err := r.doc(m.id)
		if err != nil {
			return nil, err
		}
		if ok {
			counts, length := d.Passage().Counts()
			out = append(out, read{m, d.Title, counts, length})
		}
	}
	return out, nil
}

func weigh(terms []ingest.Count) []weighed {
	out := make([]weighed, len(terms))
	for i, t := range terms {
		out[i] = weighed{t.Term, float64(t.N)}
	}
	return out
}

// expand is a query with words lent to it, which weigh a share together.
func expand(terms []ingest.Count, lent []weighed, share float64) []weighed {
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
	return out
}

// lent are the words that answers have most of and others have least, the best first.
func (r *reader) lent(ctx context.Context, answers []read) ([]weighed, error) {
	sum, in := map[string]float64{}, map[string]int{}
	for _, a := range answers {
		worth := a.score / answers[0].score
		for _, c := range a.counts {
			in[c.Term]++
			sum[c.Term] += worth * worth * float64(c.N) / float64(a.length)
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

// nearer puts the first answers in order by their scores and, as far as share says, by the
// cosine of their words with those of the query and of the best answers.
func (r *reader) nearer(ctx context.Context, terms []ingest.Count, answers []match, share float64) ([]match, error) {
	top, err := r.held(answers[:min(nearDepth, len(answers))])
	if err != nil || len(top) == 0 {
		return answers, err
	}
	words := make([][]weighed, len(top))
	for i, a := range top {
		if words[i], err = r.unit(ctx, a.counts); err != nil {
			return nil, err
		}
	}
	asked, err := r.unit(ctx, terms)
	if err != nil {
		return nil, err
	}
	at := map[string]int{} // in best
	var best []weighed
	for _, list := range words[:min(nearDocs, len(words))] {
		for _, w := range list {
			i, ok := at[w.term]
			if !ok {
				i = len(best)
				at[w.term], best = i, append(best, weighed{w.term, 0})
			}
			best[i].weight += w.weight
		}
	}
	toward := make(map[string]float64, len(best))
	for _, w := range append(asked, scale(best)...) {
		toward[w.term] += w.weight
	}
	near, most := make([]float64, len(top)), 0.0
	for i, list := range words {
		for _, w := range list {
			near[i] += w.weight * toward[w.term]
		}
		most = max(most, near[i])
	}
	if most == 0 {
		return answers, nil
	}
	out := make([]match, len(top))
	for i, a := range top {
		out[i] = match{a.id, a.score/top[0].score + share*near[i]/most}
	}
	out = cutMatches(out, len(out))
	low := out[len(out)-1].score
	for _, m := range answers[min(nearDepth, len(answers)):] {
		out = append(out, match{m.id, low * m.score / answers[0].score})
	}
	return out, nil
}

// unit weighs terms by how often and how rare they are, to length 1.
func (r *reader) unit(ctx context.Context, counts []ingest.Count) ([]weighed, error) {
	out := make([]weighed, 0, len(counts))
	for _, c := range counts {
		n, err := r.frequency(ctx, c.Term)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			out = append(out, weighed{c.Term, (1 + math.Log(float64(c.N))) * inverseFrequency(n, r.docs)})
		}
	}
	return scale(out), nil
}

// scale gives weights the length 1.
func scale(list []weighed) []weighed {
	sum := 0.0
	for _, w := range list {
		sum += w.weight * w.weight
	}
	for i := range list {
		list[i].weight /= max(math.Sqrt(sum), math.SmallestNonzeroFloat64)
	}
	return list
}
