package rank

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"assay/ingest"
)

// measure finds relevance, freshness and engagement of each hit of each stream.
func (w *Weights) measure(q Question, streams []Stream) {
	forms := append([]string{q.Text}, q.Also...)
	weights := make([]map[string]float64, len(forms))
	for i, f := range forms {
		weights[i] = rarity(f, streams)
	}
	line := valueOr(w.Fusion.Freshness, cmp.Or(w.Fusion.FreshnessOf[q.Shape], "balanced_recent"), Line{Times: 1})
	for _, s := range streams {
		for i := range s.Hits {
			c := &s.Hits[i]
			best := q.Text
			for i, f := range forms {
				if r := relevance(weights[i], c.Item); i == 0 || r > c.Relevance {
					c.Relevance, best = r, f
				}
			}
			c.Recency = min(100, w.Fusion.recency(c.Date, q.Now)*line.Times+line.Plus)
			c.Engagement = w.Fusion.engagement(c.Source, c.Signals)
			c.Intent = w.Intents[q.Intent].Score(w.Features(best, c.Item, q.Now, q.Boost))
		}
		stirred(s.Hits)
	}
}

// rarity weighs the words of a question by how few of all hits have them.
func rarity(query string, streams []Stream) map[string]float64 {
	had, all := map[string]int{}, 0
	for _, s := range streams {
		for _, c := range s.Hits {
			all++
			for word := range Terms(c.Title + "\n" + c.Text) {
				had[word]++
			}
		}
	}
	out := map[string]float64{}
	for word := range Terms(query) {
		out[word] = math.Log(1 + float64(all+1)/float64(had[word]+1))
	}
	return out
}

// Terms are the words of a text, as search cuts and stems them.
func Terms(text string) map[string]bool {
	counts, _ := ingest.Passage{Text: text}.Counts()
	out := make(map[string]bool, len(counts))
	for _, c := range counts {
		out[c.Term] = true
	}
	return out
}

// inText is what a word counts that stands in a hit's text and not in its title.
const inText = 0.8

// relevance is the share of a question's words, by their weight, that a hit has.
func relevance(weight map[string]float64, it Item) float64 {
	if len(weight) == 0 {
		return noWords
	}
	title, text := Terms(it.Title), Terms(it.Text)
	sum, got := 0.0, 0.0
	for _, word := range sorted(weight) {
		sum += weight[word]
		switch {
		case title[word]:
			got += weight[word]
		case text[word]:
			got += inText * weight[word]
		}
	}
	return places(got / sum)
}

// Relevance of a text to a question: the share of its words that the text has, from 0 to 1.
func (w *Weights) Relevance(question, text string) float64 { return keyword(question, text) }

// sorted has the same sum come out on any day.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func (f *Fusion) recency(at, now time.Time) float64 {
	if at.IsZero() {
		return f.Undated
	}
	age := now.Sub(at).Hours() / 24
	return min(100, max(0, 100*(1-age/f.RecencyDays)))
}

// engagement is the raw number: it is on no scale.
func (f *Fusion) engagement(source string, signals map[string]float64) float64 {
	logged := func(x float64) float64 { return math.Log1p(max(0, x)) }
	sum := 0.0
	if weights := f.Engagement[source]; weights != nil {
		for _, name := range sorted(weights) {
			sum += weights[name] * logged(signals[name])
		}
		for _, name := range sorted(f.Unlogged[source]) {
			sum += f.Unlogged[source][name] * signals[name]
		}
		return places(sum)
	}
	for _, name := range sorted(signals) {
		sum += logged(signals[name])
	}
	if len(signals) > 0 {
		sum /= float64(len(signals))
	}
	return places(sum)
}

// stirred puts the engagement of a stream on a scale of its own.
func stirred(hits []Candidate) {
	low, high, any := math.Inf(1), math.Inf(-1), false
	for _, c := range hits {
		if len(c.Signals) > 0 {
			low, high, any = min(low, c.Engagement), max(high, c.Engagement), true
		}
	}
	for i := range hits {
		switch c := &hits[i]; {
		case !any || len(c.Signals) == 0:
		case low == high:
			c.Stirred = 50
		default:
			c.Stirred = places(100 * (c.Engagement - low) / (high - low))
		}
	}
}

// mentions reports whether a text names an entity: all its words stand in it.
func mentions(entity, text string) bool {
	wanted := Terms(entity)
	return Shared(wanted, Terms(text)) == len(wanted) && (len(wanted) > 0 || strings.Contains(strings.ToLower(text), strings.ToLower(entity)))
}
