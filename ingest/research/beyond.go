package research

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"assay/ingest/discover"
	"assay/ingest/rank"
	"assay/ingest/tool"
)

// A Reranker scores hits by reading them: an agent. Where it fails, local relevance ranks.
type Reranker func(ctx context.Context, question string, hits []rank.Candidate) (Scores, error)

// Scores are from 0 to 100, by the index of a hit; one that has none keeps its place.
type Scores struct {
	By string
	Of map[int]float64
}

// Reranked says who ranked.
type Reranked struct {
	By      string `json:"by"`                // local, or an agent
	Scored  int    `json:"scored,omitempty"`  // hits that it scored; the others kept their places
	Refused string `json:"refused,omitempty"` // why no agent's answer counts
}

// A Resort has somebody search the web by himself, and says who did.
type Resort func(ctx context.Context, question string, most int) (hits []discover.Hit, by string, err error)

// rerank lets whoever reads hits have a say in their order.
func (r *Result) rerank(ctx context.Context, by Asker, q rank.Question) {
	r.Reranked.By = "local"
	if by.Rerank == nil || len(r.Hits) < 2 {
		return
	}
	scores, err := by.Rerank(ctx, q.Text, r.Hits)
	if err != nil {
		r.Reranked.Refused = err.Error()
		return
	}
	r.Hits = by.Weights.Rescore(q, r.Hits, scores.Of)
	r.Reranked = Reranked{By: scores.By, Scored: len(scores.Of)}
}

// beyond asks whom there is besides sources, none of which had a hit: programs of this machine,
// and if they have none either, the last resort.
func (r *Result) beyond(ctx context.Context, by Asker) (out []discover.Answer) {
	question, most := r.Plan.Queries[0].Text, r.Plan.PerStream
	for _, t := range by.Tools {
		found, err := t.Find(ctx, question, r.Plan.Entity, most)
		var hits []discover.Hit
		for _, f := range found {
			hits = append(hits, discover.Hit{Title: f.Title, URL: f.URL, Snippet: f.Text})
		}
		out = append(out, came(t.Name(), question, hits, err))
	}
	if by.Resort == nil || anyHit(out) || ctx.Err() != nil {
		return out
	}
	found, who, err := by.Resort(ctx, question, most)
	r.Resorted = cmp.Or(who, Nobody)
	a := came(LastResort, question, found, err)
	if who != "" {
		a.Reason = "the last resort: " + who + " searched the web by itself"
	}
	return append(out, a)
}

const (
	LastResort = "web_search" // what a coverage table calls it
	Nobody     = "nobody"     // who searched where every agent failed
)

func came(source, question string, hits []discover.Hit, err error) discover.Answer {
	a := discover.Answer{
		Source: source, Query: question, Hits: discover.Sound(hits), Verdict: discover.Answered, Requests: 1,
	}
	switch {
	case errors.Is(err, tool.ErrNotHere):
		a.Verdict, a.Reason, a.Requests = discover.Unconfigured, err.Error(), 0
	case errors.Is(err, tool.ErrUnsuited):
		a.Verdict, a.Reason, a.Requests = discover.Unsuited, err.Error(), 0
	case err != nil:
		a.Verdict, a.Reason = discover.Failed, err.Error()
	case len(a.Hits) == 0:
		a.Verdict = discover.Empty
	}
	return a
}

func anyHit(answers []discover.Answer) bool {
	return slices.ContainsFunc(answers, func(a discover.Answer) bool { return len(a.Hits) > 0 })
}
