package stats

import (
	"context"
	"time"

	"assay/agents"
	"assay/compiler"
	"assay/compiler/author"
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
	Refused []gates.Brought // what the vault asks for, and nobody here trusts it with
	Cost    reports.Cost    // so far

	crew   *author.Crew
	list   []*agents.Agent
	world  view.World
	resort bool
}

// AidesOf are the Librarians of a vault, nobody where its policy asks for none and no person
// named one.
func AidesOf(c *compiler.Compiler) (*Aides, error) {
	crew, refused, err := c.Crew()
	a := &Aides{Refused: refused, crew: crew, world: c.World}
	if err != nil || crew == nil {
		return a, err
	}
	found, missing := c.Find(crew.OptionsOf(provenance.RoleLibrarian))
	if len(found) == 0 && c.Opts.Agent != "" {
		return a, &compiler.NoAgentError{Missing: missing, Without: "hits are ranked by local relevance"}
	}
	a.list, a.resort = found, c.Policy.Search.LastResort && c.Trusted()
	a.world.Spent = func(more reports.Cost) { reports.Add(&a.Cost, more, 1) }
	return a, nil
}

// Reranker has them score hits; nil where nobody is here.
func (a *Aides) Reranker() research.Reranker {
	if len(a.list) == 0 {
		return nil
	}
	return func(ctx context.Context, question string, hits []rank.Candidate) (research.Scores, error) {
		return a.crew.Rerank(ctx, a.world, a.list, question, hits)
	}
}

// Resort has them search the web; nil where policy does not let them, or nobody is here who
// can.
func (a *Aides) Resort() research.Resort {
	if !a.resort || len(a.list) == 0 {
		return nil
	}
	return func(ctx context.Context, question string, most int) ([]discover.Hit, string, error) {
		return a.crew.LastResort(ctx, a.world, a.list, question, most)
	}
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
