package stats

import (
	"context"
	"time"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/runs"
	"assay/compiler/view"
	"assay/gates"
	"assay/ingest/discover"
	"assay/ingest/rank"
	"assay/ingest/research"
	"assay/provenance"
)

// Aides are agents that help with a question of `assay research`.
type Aides struct {
	Refused []gates.Brought   // what the vault asks for, and nobody here trusts it with
	Cost    reports.Cost      // so far
	Rerank  research.Reranker // has them score hits; nil where nobody is here
	Resort  research.Resort   // has them search the web; nil where policy does not let them, or nobody is here
}

// AidesOf are the Librarians of a vault, nobody where its policy asks for none and no person
// named one.
func AidesOf(c *compiler.Compiler) (*Aides, error) {
	crew, refused, err := c.Crew()
	a := &Aides{Refused: refused}
	if err != nil || crew == nil {
		return a, err
	}
	list, missing := c.Find(crew.OptionsOf(provenance.RoleLibrarian))
	switch {
	case len(list) == 0 && c.Opts.Agent != "":
		return a, &compiler.NoAgentError{Missing: missing, Without: "hits are ranked by local relevance"}
	case len(list) == 0:
		return a, nil
	}
	w := c.World
	w.Spent = func(more reports.Cost) { reports.Add(&a.Cost, more, 1) }
	a.Rerank = func(ctx context.Context, question string, hits []rank.Candidate) (research.Scores, error) {
		return crew.Rerank(ctx, w, list, question, hits)
	}
	if c.Policy.Search.LastResort && c.Trusted() {
		a.Resort = func(ctx context.Context, question string, most int) ([]discover.Hit, string, error) {
			return crew.LastResort(ctx, w, list, question, most)
		}
	}
	return a, nil
}

// Researched leaves a trace of a question and of what agents cost, and says how often the last resort was needed in the
// runs on record.
func Researched(c *compiler.Compiler, r *research.Result, cost reports.Cost, took time.Duration) (resorted, of int) {
	asked := &runs.Question{
		Hash: view.HashOf(r.Plan.Queries[0].Text), Sources: len(r.Coverage), Hits: len(r.Hits),
		Reranked: r.Reranked.By, LastResort: r.Resorted,
	}
	for _, row := range r.Coverage {
		if row.Hits > 0 {
			asked.Answered++
		}
	}
	traces := runs.Open(c.Root)
	now := c.World.Now().UTC().Truncate(time.Second)
	traces.Append(runs.Trace{Time: now, Kind: runs.Research, MS: took.Milliseconds(), Cost: &cost, Asked: asked}, false)
	all, _, err := traces.Read()
	if err != nil {
		return 0, 0 // no record, as where there is no .assay
	}
	return resortedIn(all)
}

// resortedIn counts questions, and those that came to the last resort.
func resortedIn(all []runs.Trace) (resorted, of int) {
	for _, t := range all {
		if t.Asked == nil {
			continue
		}
		of++
		if t.Asked.LastResort != "" {
			resorted++
		}
	}
	return resorted, of
}
