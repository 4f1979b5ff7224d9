package research

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"assay/ingest/discover"
	"assay/ingest/rank"
	"assay/ingest/thread"
	"assay/ingest/tool"
)

// A Result is what came of a plan.
type Result struct {
	Plan     Plan
	Hits     []rank.Candidate
	Clusters []rank.Cluster
	Coverage []Coverage
	Summary  string            // an answer in words that a source gave: a lead
	Denied   map[string]string // by address: why policy denies it
	Refs     []SourceRefs
	Degraded bool // nothing to go by: the question is a bare name, of which nothing was resolved
	Reranked Reranked
	Resorted string // who searched the web as the last resort, [Nobody] where all failed; "" where none had to
}

// SourceRefs is what a hit refers to.
type SourceRefs struct {
	SourceURL string       `json:"source_url"`
	Refs      []thread.Ref `json:"refs"`
	Count     int          `json:"ref_count"`
	Error     string       `json:"error,omitempty"`
}

// An Asker is who a run asks, and by what it ranks.
type Asker struct {
	Engine  *discover.Engine
	Weights *rank.Weights
	Deny    func(url string) error // why policy denies an address; nil where none is
	Threads *thread.Reader         // nil: nobody reads threads
	Rerank  Reranker               // nil: local relevance ranks
	Tools   []tool.Finder          // of this machine, asked where no source has a hit
	Resort  Resort                 // the last one, where those have none either; nil: there is none
}

// Coverage says what came of one source, over all queries.
type Coverage struct {
	Source   string           `json:"source"`
	Verdict  discover.Verdict `json:"verdict"`
	Queries  int              `json:"queries"`
	Hits     int              `json:"hits"`
	Requests int              `json:"requests"`
	Cached   bool             `json:"cached"`
	Stale    bool             `json:"stale,omitempty"`
	USD      float64          `json:"usd,omitempty"`
	Took     int64            `json:"took_ms"`
	Reason   string           `json:"reason,omitempty"`
	Instead  string           `json:"instead_of,omitempty"`
	Engines  []string         `json:"engines_silent,omitempty"`
}

// Run asks all sources of a plan at once, and ranks what they say. One that fails stops no
// other; what came of each is on record. A hit that policy denies is a lead that nobody may
// follow.
func Run(ctx context.Context, p Plan, by Asker) (*Result, error) {
	e, w := by.Engine, by.Weights
	answers := retrieve(ctx, p, e, w.Planning.Workers)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := &Result{Plan: p, Coverage: cover(answers), Denied: map[string]string{}, Degraded: p.Entity == "" && len(strings.Fields(p.Queries[0].Text)) == 1}
	streams := normalize(p, answers, e)
	if len(streams) == 0 && !anyHit(answers) && !p.only {
		more := r.beyond(ctx, by)
		r.Coverage = append(r.Coverage, cover(more)...)
		streams = normalize(p, more, e)
	}
	for _, a := range answers {
		r.Summary = cmp.Or(r.Summary, a.Summary)
	}
	q := rank.Question{Text: p.Queries[0].Text, Also: w.Also(p.Queries[0].Text), Entity: p.Entity, Intent: p.Intent, Shape: p.Shape, Boost: p.Boost, Now: p.now}
	if p.plain {
		r.Hits = w.Fusion.Unranked(streams)
	} else {
		r.Hits = w.Fuse(q, streams, p.depth)
		if enrich(ctx, e, r, p.depth.Pool) { // what was learned of the survivors counts
			r.Hits = w.Again(q, r.Hits)
		}
		r.rerank(ctx, by, q)
		r.Clusters = w.Cluster(p.Shape, r.Hits)
	}
	for _, h := range r.Hits {
		if by.Deny == nil {
			break
		}
		if err := by.Deny(h.URL); err != nil {
			r.Denied[h.URL] = err.Error()
		}
	}
	r.refer(ctx, by)
	return r, ctx.Err()
}

// refer reads hits for what they refer to: threads where the intent wants it, all where it
// was asked for; and goes on from threads to what they name, as far as it bears on the
// question.
func (r *Result) refer(ctx context.Context, by Asker) {
	if by.Threads == nil || r.Plan.Refs == "" {
		return
	}
	var urls []string
	for _, h := range r.Hits {
		if r.Denied[h.URL] == "" && (r.Plan.Refs == "all" || thread.IsThread(h.URL)) {
			urls = append(urls, h.URL)
		}
	}
	list, rows := Refs(ctx, by, urls)
	r.Refs = rows
	relevance := func(text string) float64 { return by.Weights.Relevance(r.Plan.Queries[0].Text, text) }
	for _, t := range by.Threads.Follow(ctx, list, thread.Threshold, relevance) {
		r.Refs = append(r.Refs, SourceRefs{SourceURL: t.URL, Refs: t.Refs, Count: len(t.Refs)})
	}
}

// Refs reads pages for what they refer to, twenty at most.
func Refs(ctx context.Context, by Asker, urls []string) (read []*thread.Thread, rows []SourceRefs) {
	var allowed []string
	for _, u := range urls {
		if by.Deny != nil {
			if err := by.Deny(u); err != nil {
				rows = append(rows, SourceRefs{SourceURL: u, Refs: []thread.Ref{}, Error: err.Error()})
				continue
			}
		}
		allowed = append(allowed, u)
	}
	threads, errs := by.Threads.Batch(ctx, allowed)
	for i, t := range threads {
		row := SourceRefs{SourceURL: allowed[i], Refs: []thread.Ref{}}
		if errs[i] != nil {
			row.Error = errs[i].Error()
		} else {
			row.Refs, row.Count = t.Refs, len(t.Refs)
			read = append(read, t)
		}
		rows = append(rows, row)
	}
	return read, rows
}

// Canaries asks sources what they always have hits on, those of the names or all that can be
// asked, each once.
func Canaries(ctx context.Context, e *discover.Engine, names []string) []Coverage {
	rows := make([]Coverage, len(e.Skills))
	var wg sync.WaitGroup
	for i, s := range e.Skills {
		if named := slices.Contains(names, s.Name); len(names) > 0 && !named || len(names) == 0 && (s.Canary == "" || e.Ready(s) != "") {
			continue
		}
		wg.Go(func() {
			rows[i] = cover(e.Ask(ctx, s, discover.Query{Text: s.Canary, Entity: s.Canary, Num: 1})[:1])[0]
		})
	}
	wg.Wait()
	return slices.DeleteFunc(rows, func(c Coverage) bool { return c.Source == "" })
}

// enrich asks sources again about hits that are still in the race.
func enrich(ctx context.Context, e *discover.Engine, r *Result, most int) bool {
	bySource := map[string][]int{}
	for i, h := range r.Hits[:min(len(r.Hits), most)] {
		if s := e.Skill(h.Source); s != nil && s.Enrich != nil && h.ID != "" {
			bySource[h.Source] = append(bySource[h.Source], i)
		}
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	for source, at := range bySource {
		if s := e.Skill(source); s.Enrich.Hits == "" {
			at = at[:min(len(at), 5)] // one request each
		}
		wg.Go(func() {
			hits := make([]*discover.Hit, len(at))
			for k, i := range at {
				h := r.Hits[i]
				hits[k] = &discover.Hit{ID: h.ID, Snippet: h.Text, Signals: h.Signals}
			}
			a := e.Enrich(ctx, e.Skill(source), hits)
			mu.Lock()
			defer mu.Unlock()
			for k, i := range at {
				r.Hits[i].Text, r.Hits[i].Signals = hits[k].Snippet, hits[k].Signals
			}
			for c := range r.Coverage {
				if r.Coverage[c].Source == source {
					r.Coverage[c].Requests += a.Requests
					r.Coverage[c].USD += a.USD
				}
			}
		})
	}
	wg.Wait()
	return len(bySource) > 0
}

// cover sums up the answers of each source: the best verdict of its queries.
func cover(answers []discover.Answer) []Coverage {
	var out []Coverage
	for _, a := range answers {
		i := slices.IndexFunc(out, func(c Coverage) bool { return c.Source == a.Source && c.Instead == a.Instead })
		if i < 0 {
			i = len(out)
			out = append(out, Coverage{Source: a.Source, Instead: a.Instead, Verdict: a.Verdict, Reason: a.Reason, Cached: a.Cached})
		}
		c := &out[i]
		if better(a.Verdict, c.Verdict) {
			c.Verdict, c.Reason = a.Verdict, a.Reason
		}
		c.Queries++
		c.Hits += len(a.Hits)
		c.Requests += a.Requests
		c.Cached = c.Cached && a.Cached
		c.Stale = c.Stale || a.Stale
		c.USD += a.USD
		c.Took = max(c.Took, a.Took.Milliseconds())
		for _, e := range a.Engines {
			if !slices.Contains(c.Engines, e) {
				c.Engines = append(c.Engines, e)
			}
		}
	}
	return out
}

var byWorth = []discover.Verdict{discover.Answered, discover.Degraded, discover.Empty, discover.Unsuited}

func better(a, b discover.Verdict) bool {
	worth := func(v discover.Verdict) int {
		if i := slices.Index(byWorth, v); i >= 0 {
			return i
		}
		return len(byWorth)
	}
	return worth(a) < worth(b)
}
