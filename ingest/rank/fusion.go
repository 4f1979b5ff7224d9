package rank

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Fusion has the numbers by which hits of many sources become one list.
type Fusion struct {
	K             float64                                            `yaml:"k"`
	SourceWeight  map[string]float64                                 `yaml:"source_weight"`
	Quality       map[string]float64                                 `yaml:"quality"`
	QualityOther  float64                                            `yaml:"quality_other"`
	Engagement    map[string]map[string]float64                      `yaml:"engagement"`
	Unlogged      map[string]map[string]float64                      `yaml:"unlogged"`
	RecencyDays   float64                                            `yaml:"recency_days"`
	Undated       float64                                            `yaml:"undated"`
	Freshness     map[string]Line                                    `yaml:"freshness"`
	FreshnessOf   map[Shape]string                                   `yaml:"freshness_of"`
	PreRank       struct{ Relevance, Freshness, Engagement float64 } `yaml:"prerank"`
	Floors        Floors                                             `yaml:"floors"`
	Social        []string                                           `yaml:"social"`
	Author        int                                                `yaml:"author"`
	Slots         int                                                `yaml:"slots"`
	SlotRelevance float64                                            `yaml:"slot_relevance"`
	Rerank        struct{ Relevance, Intent float64 }                `yaml:"rerank"`
	Final         Final                                              `yaml:"final"`
	Weak          struct{ Below, Times float64 }                     `yaml:"weak"`
	Miss          struct{ Final, Rerank float64 }                    `yaml:"miss"`
	Mirrors       map[string]string                                  `yaml:"mirrors"`
}

// A Line turns recency into freshness.
type Line struct{ Times, Plus float64 }

// Floors are what a hit must reach.
type Floors struct {
	Any           float64 `yaml:"any"`
	Silent        float64 `yaml:"silent"` // social, and nobody reacted
	Views         float64 `yaml:"views"`
	Seen          float64 `yaml:"seen"` // a video with so many views
	SeenRelevance float64 `yaml:"seen_relevance"`
}

// Final are the parts of a final score.
type Final struct {
	Rerank          float64 `yaml:"rerank"`
	RRF             float64 `yaml:"rrf"`
	RRFFull         float64 `yaml:"rrf_full"`
	Freshness       float64 `yaml:"freshness"`
	Quality         float64 `yaml:"quality"`
	Engagement      float64 `yaml:"engagement"`
	EngagementTimes float64 `yaml:"engagement_times"`
	EngagementFull  float64 `yaml:"engagement_full"`
}

// A Candidate is one thing that sources found, however many did.
type Candidate struct {
	Item
	Author  string
	ID      string
	Source  string // whose variant is kept
	Sources []string
	Signals map[string]float64

	Measures
}

// Measures are what ranking found out of a candidate.
type Measures struct {
	Relevance  float64 `json:"local_relevance"` // 0–1
	Recency    float64 `json:"freshness"`       // 0–100, after its mode
	Engagement float64 `json:"raw_engagement"`
	Stirred    float64 `json:"engagement_score"` // 0–100 in its stream
	RRF        float64 `json:"rrf"`
	Intent     float64 `json:"intent_score"`
	Rerank     float64 `json:"rerank"`
	Final      float64 `json:"final"`
	Marked     bool    `json:"below_floor,omitempty"`
}

// A Stream is what one source gave to one query, in its own order.
type Stream struct {
	Source string
	Weight float64 // of the query
	Hits   []Candidate
}

// A Question is what a run ranks for.
type Question struct {
	Text   string
	Also   []string // the same in another language: a hit answers the one that it answers best
	Entity string
	Intent Intent
	Shape  Shape
	Boost  []string
	Now    time.Time
}

// Fuse makes one list of all streams, ranked: the best first. What falls below a floor is
// left out, unless everything does.
func (w *Weights) Fuse(q Question, streams []Stream, d Depth) []Candidate {
	w.measure(q, streams)
	pool := w.merge(streams)
	pool = w.floors(pool)
	pool = w.pool(pool, d.Pool)
	w.order(q, pool)
	return pool[:min(len(pool), d.Rerank)]
}

// order puts hits in order by what local relevance makes of them.
func (w *Weights) order(q Question, hits []Candidate) {
	for i := range hits {
		w.final(q, &hits[i], 100*(w.Fusion.Rerank.Relevance*hits[i].Relevance+w.Fusion.Rerank.Intent*hits[i].Intent))
	}
	slices.SortStableFunc(hits, func(a, b Candidate) int { return cmp.Compare(b.Final, a.Final) })
}

// preRank orders hits before a model, and where there is none.
func (f *Fusion) preRank(c Candidate) float64 {
	return f.PreRank.Relevance*c.Relevance + f.PreRank.Freshness*c.Recency/100 + f.PreRank.Engagement*c.Stirred/100
}

func (f *Fusion) quality(source string) float64 { return valueOr(f.Quality, source, f.QualityOther) }

// valueOr is what a table says of a key, else another value.
func valueOr[K comparable, V any](table map[K]V, key K, other V) V {
	if v, ok := table[key]; ok {
		return v
	}
	return other
}

// merge makes one candidate of what is the same thing, and adds up reciprocal ranks.
func (w *Weights) merge(streams []Stream) []Candidate {
	var all []Candidate
	var ids [][]string
	for _, s := range streams {
		for rank, c := range s.Hits {
			c.RRF = s.Weight * valueOr(w.Fusion.SourceWeight, s.Source, 1) / (w.Fusion.K + float64(rank+1))
			c.Sources = []string{c.Source}
			all, ids = append(all, c), append(ids, w.Fusion.identities(c))
		}
	}
	var out []Candidate
	for _, group := range same(ids) {
		kept := all[group[0]]
		for _, i := range group[1:] {
			c := all[i]
			rrf, sources := kept.RRF+c.RRF, kept.Sources
			if !slices.Contains(sources, c.Source) {
				sources = append(slices.Clone(sources), c.Source)
			}
			if w.Fusion.variant(c) > w.Fusion.variant(kept) {
				kept = c
			}
			kept.RRF, kept.Sources = rrf, sources
		}
		out = append(out, kept)
	}
	slices.SortStableFunc(out, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.RRF, a.RRF), cmp.Compare(b.Relevance, a.Relevance), cmp.Compare(b.Recency, a.Recency),
			strings.Compare(a.Source, b.Source), strings.Compare(a.Title, b.Title))
	})
	return out
}

// variant says which of several hits of the same thing is kept.
func (f *Fusion) variant(c Candidate) float64 {
	return 100*c.Relevance + c.Recency + 10*f.quality(c.Source)
}

// floors leaves out what is too far off. Where that is everything, everything stays, and
// is marked.
func (w *Weights) floors(pool []Candidate) []Candidate {
	f := w.Fusion
	watched := map[string]bool{} // sources of short videos with a hit that somebody saw
	for _, c := range pool {
		if f.thinlySeen(c.Source) && c.Signals["views"] >= f.Floors.Views {
			watched[c.Source] = true
		}
	}
	var out []Candidate
	for _, c := range pool {
		floor := f.Floors.Any
		if slices.Contains(f.Social, c.Source) && c.Engagement == 0 {
			floor = max(floor, f.Floors.Silent)
		}
		if c.Source == "youtube" && c.Signals["views"] > f.Floors.Seen {
			floor = max(floor, f.Floors.SeenRelevance)
		}
		if c.Relevance < floor || f.thinlySeen(c.Source) && c.Signals["views"] < f.Floors.Views && watched[c.Source] {
			continue
		}
		out = append(out, c)
	}
	if len(out) > 0 {
		return out
	}
	for i := range pool {
		pool[i].Marked = true
	}
	return pool
}

func (f *Fusion) thinlySeen(source string) bool { return source == "tiktok" || source == "instagram" }

// pool takes the best in the order that they have, no author more often than the cap, and
// room for each source that has something to say.
func (w *Weights) pool(in []Candidate, size int) []Candidate {
	f := w.Fusion
	byPreRank := slices.Clone(in)
	slices.SortStableFunc(byPreRank, func(a, b Candidate) int {
		return cmp.Compare(b.RRF/f.Final.RRFFull+f.preRank(b), a.RRF/f.Final.RRFFull+f.preRank(a))
	})
	authors, best := map[string]int{}, map[string]float64{}
	capped := slices.DeleteFunc(byPreRank, func(c Candidate) bool {
		if c.Author == "" {
			return false
		}
		authors[c.Source+"\x00"+c.Author]++
		return authors[c.Source+"\x00"+c.Author] > f.Author
	})
	for _, c := range capped {
		best[c.Source] = max(best[c.Source], c.Relevance)
	}
	taken, slots := make([]bool, len(capped)), map[string]int{}
	n := 0
	for i, c := range capped { // the slots first
		if n < size && best[c.Source] >= f.SlotRelevance && slots[c.Source] < f.Slots {
			slots[c.Source]++
			taken[i] = true
			n++
		}
	}
	for i := range capped {
		if n < size && !taken[i] {
			taken[i] = true
			n++
		}
	}
	var out []Candidate
	for i, c := range capped {
		if taken[i] {
			out = append(out, c)
		}
	}
	return out
}

// final adds up; rerank is a score from 0 to 100, without a model or by one.
func (w *Weights) final(q Question, c *Candidate, rerank float64) {
	f := w.Fusion
	miss := q.Entity != "" && c.Title+c.Text != "" && !mentions(q.Entity, c.Title+" "+c.Text)
	if miss {
		rerank = max(0, rerank-f.Miss.Rerank)
	}
	c.Rerank = places(rerank)
	score := f.Final.Rerank*rerank +
		f.Final.RRF*min(100, max(0, c.RRF/f.Final.RRFFull*100)) +
		f.Final.Freshness*c.Recency +
		f.Final.Quality*f.quality(c.Source)*100 +
		f.Final.Engagement*min(c.Engagement*f.Final.EngagementTimes, f.Final.EngagementFull)
	if rerank < f.Weak.Below {
		score *= f.Weak.Times
	}
	if miss {
		score = max(0, score-f.Miss.Final)
	}
	c.Final = places(score)
}

func (f *Fusion) sound() error {
	if !(f.K > 0) || !(f.Final.RRFFull > 0) || !(f.RecencyDays > 0) {
		return fmt.Errorf("fusion: k, rrf_full and recency_days are more than 0")
	}
	if f.Author < 1 || f.Slots < 0 {
		return fmt.Errorf("fusion: author is from 1, slots from 0")
	}
	return nil
}

// Again ranks hits of which more was learned.
func (w *Weights) Again(q Question, hits []Candidate) []Candidate {
	for i := range hits {
		hits[i].Engagement = w.Fusion.engagement(hits[i].Source, hits[i].Signals)
	}
	w.order(q, hits)
	return hits
}

// Rescore ranks hits by what a model made of them: scores from 0 to 100 by their index. One
// without a score keeps its place. The model read what a hit is about, so nothing is taken off
// for a name that it lacks.
func (w *Weights) Rescore(q Question, hits []Candidate, scores map[int]float64) []Candidate {
	q.Entity = ""
	var moved []Candidate
	for i, h := range hits {
		if score, ok := scores[i]; ok {
			w.final(q, &h, score)
			moved = append(moved, h)
		}
	}
	slices.SortStableFunc(moved, func(a, b Candidate) int { return cmp.Compare(b.Final, a.Final) })
	out := slices.Clone(hits)
	for i := range out {
		if _, ok := scores[i]; ok {
			out[i], moved = moved[0], moved[1:]
		}
	}
	return out
}

// Unranked is all hits in the order of their sources, each thing once.
func (f *Fusion) Unranked(streams []Stream) []Candidate {
	var out []Candidate
	at := map[string]int{}
	for _, s := range streams {
		for _, c := range s.Hits {
			key := f.Canonical(c.URL)
			i, known := at[key]
			if !known {
				at[key] = len(out)
				c.Sources = []string{c.Source}
				out = append(out, c)
			} else if !slices.Contains(out[i].Sources, c.Source) {
				out[i].Sources = append(out[i].Sources, c.Source)
			}
		}
	}
	return out
}
