package author

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"assay/agents"
	"assay/compiler/view"
	"assay/ingest/discover"
	"assay/ingest/rank"
	"assay/ingest/research"
	"assay/templates/skills"
	"assay/text"
)

// Searching opens the web searches that writers are shown results of, when the first topic is
// searched for; nil where nobody may search.
func (c *Crew) Searching(w view.World, o view.SearchOptions) view.Search {
	if c == nil || !c.Live || w.OpenSearch == nil {
		return nil
	}
	open := sync.OnceValues(func() (view.Search, error) { return w.OpenSearch(o) })
	return func(ctx context.Context, topic string) (research.Live, error) {
		search, err := open()
		if err != nil {
			return research.Live{}, err
		}
		return search(ctx, topic)
	}
}

const rerankText = `{"type":"object","additionalProperties":false,"required":["scores"],"properties":{` +
	`"scores":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["id","score"],` +
	`"properties":{"id":{"type":"integer"},"score":{"type":"integer"}}}}}}`

const resortText = `{"type":"object","additionalProperties":false,"required":["results"],"properties":{` +
	`"results":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["title","url","snippet"],` +
	`"properties":{"title":{"type":"string"},"url":{"type":"string"},"snippet":{"type":"string"}}}}}}`

// Rerank has one agent after another score hits, until one does. An answer that scores what it
// was not given, something twice, or beyond 0 to 100 is refused.
func (c *Crew) Rerank(ctx context.Context, w view.World, list []*agents.Agent, question string, hits []rank.Candidate) (
	out research.Scores, err error,
) {
	inputs := map[string]any{"question": oneLine(question), "hits": listed(hits, drawn()), "schema": rerankText}
	_, by, err := first(ctx, c, w, list, skills.Rerank, inputs, agents.Question{Schema: schemaOf("rerank", rerankText)}, func(a scored) (err error) {
		out.Of, err = a.of(len(hits))
		return err
	})
	if err != nil {
		return research.Scores{}, err
	}
	out.By = by
	return out, nil
}

// scored is an answer of [Crew.Rerank]. Ids count from 1.
type scored struct {
	Scores []struct {
		ID    int
		Score float64
	}
}

// of are the scores of so many hits.
func (a scored) of(hits int) (map[int]float64, error) {
	scores := map[int]float64{}
	for _, s := range a.Scores {
		_, twice := scores[s.ID-1]
		switch {
		case s.ID < 1 || s.ID > hits:
			return nil, fmt.Errorf("it scores hit %d of %d", s.ID, hits)
		case twice:
			return nil, fmt.Errorf("it scores hit %d twice", s.ID)
		case s.Score < 0 || s.Score > 100:
			return nil, fmt.Errorf("it scores hit %d with %v, beyond 0 to 100", s.ID, s.Score)
		}
		scores[s.ID-1] = s.Score
	}
	if len(scores) == 0 {
		return nil, errors.New("it scores no hit")
	}
	return scores, nil
}

// listed are hits as data: each between marks that hold a word drawn for this question.
func listed(hits []rank.Candidate, mark string) string {
	var b strings.Builder
	for i, h := range hits {
		text := fmt.Sprintf("address: %s\ntitle: %s\n%s",
			oneLine(h.URL), oneLine(h.Title), text.Clip(oneLine(h.Text), mostSnippet))
		if !h.Date.IsZero() {
			text = "date: " + h.Date.Format(time.DateOnly) + "\n" + text
		}
		b.WriteString(block(fmt.Sprintf("HIT %d", i+1), text, mark))
	}
	return b.String()
}

// LastResort has one agent after another search the web itself, until one answers. Whoever
// cannot be asked to is passed over. What it names is a lead, and an answer that is no address
// of the web is none.
func (c *Crew) LastResort(ctx context.Context, w view.World, list []*agents.Agent, question string, most int) (
	hits []discover.Hit, by string, err error,
) {
	inputs := map[string]any{
		"question": oneLine(question), "today": w.Now().UTC().Format(time.DateOnly),
		"most": strconv.Itoa(most), "schema": resortText,
	}
	type found struct {
		Results []struct{ Title, URL, Snippet string }
	}
	got, by, err := first[found](ctx, c, w, list, skills.LastResort, inputs, agents.Question{Schema: schemaOf("last_resort", resortText), Search: true}, nil)
	if err != nil {
		return nil, "", err
	}
	for _, r := range got.Results[:min(len(got.Results), most)] {
		hits = append(hits, discover.Hit{Title: r.Title, URL: r.URL, Snippet: r.Snippet})
	}
	return hits, by, nil
}
