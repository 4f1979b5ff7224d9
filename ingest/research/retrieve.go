package research

import (
	"context"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"assay/ingest/discover"
	"assay/ingest/rank"
)

// retrieve asks every source every query, each source at its own pace, and of web searches
// only some at once.
func retrieve(ctx context.Context, p Plan, e *discover.Engine, at rank.Workers) []discover.Answer {
	var wg sync.WaitGroup
	got := make([][][]discover.Answer, len(p.Asked)) // by source and query
	ask := func(i, j int) { got[i][j] = e.Ask(ctx, e.Skill(p.Asked[i].Name), p.query(p.Queries[j])) }
	var web []int
	for i, asked := range p.Asked {
		got[i] = make([][]discover.Answer, len(p.Queries))
		switch {
		case asked.Skip:
			got[i][0] = []discover.Answer{{Source: asked.Name, Query: p.Queries[0].Text, Verdict: discover.Unconfigured, Reason: asked.Why}}
		case e.Skill(asked.Name).Class == "web":
			web = append(web, i)
		default:
			for j := range p.Queries {
				wg.Go(func() { ask(i, j) })
			}
		}
	}
	requests := semaphore.NewWeighted(at.Requests)
	var queries errgroup.Group
	queries.SetLimit(at.Queries)
	for j := range p.Queries {
		queries.Go(func() error {
			var sources errgroup.Group
			sources.SetLimit(at.Sources)
			for _, i := range web {
				sources.Go(func() error {
					if err := requests.Acquire(ctx, 1); err != nil {
						return err // the caller asks ctx
					}
					defer requests.Release(1)
					ask(i, j)
					return nil
				})
			}
			return sources.Wait()
		})
	}
	_ = queries.Wait()
	wg.Wait()
	return slices.Concat(slices.Concat(got...)...) // in the order of the plan, whoever was first
}

func (p Plan) query(q rank.Subquery) discover.Query {
	out := discover.Query{Text: q.Text, Entity: p.Entity, Num: p.PerStream, Window: p.Window, Until: p.now}
	if p.Since != "" {
		out.Since, _ = time.Parse(time.DateOnly, p.Since)
	}
	return out
}

// normalize makes streams of answers: one for each source and query, without what is older
// than the window. Web hits without a date go only where there is a window.
func normalize(p Plan, answers []discover.Answer, e *discover.Engine) []rank.Stream {
	since, _ := time.Parse(time.DateOnly, p.Since)
	windowed := p.Since != "" && p.Shape == "breaking_news"
	weights := map[string]float64{}
	for _, q := range p.Queries {
		weights[q.Text] = q.Weight
	}
	var out []rank.Stream
	for _, a := range answers {
		if len(a.Hits) == 0 {
			continue
		}
		class := ""
		if s := e.Skill(a.Source); s != nil {
			class = s.Class
		}
		st := rank.Stream{Source: a.Source, Weight: weights[a.Query]}
		for _, h := range a.Hits {
			evergreen := a.Source == "youtube" && p.Shape == "how_to"
			if p.Since != "" && !h.Date.IsZero() && h.Date.Before(since) && !evergreen && class != "package" && class != "reference" ||
				windowed && h.Date.IsZero() && class == "web" {
				continue
			}
			st.Hits = append(st.Hits, rank.Candidate{Item: rank.Item{Title: h.Title, Text: h.Snippet, URL: h.URL, Date: h.Date},
				Author: h.Author, ID: h.ID, Source: a.Source, Signals: h.Signals})
		}
		if len(st.Hits) > 0 {
			out = append(out, st)
		}
	}
	return out
}
