package research

import (
	"strings"
	"time"

	"assay/ingest/rank"
)

// A Brief is a result as JSON.
type Brief struct {
	Mode       string         `json:"mode"`
	Depth      string         `json:"depth"`
	Intent     string         `json:"intent"` // "none" where no score was asked for
	Shape      string         `json:"shape"`
	Queries    []string       `json:"queries"`
	Plan       Plan           `json:"plan"`
	Count      int            `json:"count"`
	Results    []Found        `json:"results"`
	Statements []Statement    `json:"statements"` // the answer, sentence by sentence, each word for word in the hits it cites
	Clusters   []rank.Cluster `json:"clusters"`
	Answer     string         `json:"answer,omitempty"`           // written by a source's own model: a lead, never evidence
	Window     string         `json:"freshness_filter,omitempty"` // pd, pw, pm or py
	Refs       []SourceRefs   `json:"refs,omitempty"`             // what hits refer to, and what that refers to
	Coverage   []Coverage     `json:"coverage"`
	USD        float64        `json:"usd"`
	Degraded   bool           `json:"degraded,omitempty"`
	Reranked   *Reranked      `json:"reranked,omitempty"`    // who ranked, where anybody did
	LastResort string         `json:"last_resort,omitempty"` // the agent that searched the web by itself, as nothing else had a hit; "nobody" where all failed
}

// Found is one result.
type Found struct {
	Title     string             `json:"title"`
	URL       string             `json:"url"`
	Snippet   string             `json:"snippet"`
	Published string             `json:"published_date"` // YYYY-MM-DD, "" where the source says none
	Source    string             `json:"source"`         // all sources that have it, with commas
	Sources   []string           `json:"sources"`
	Score     float64            `json:"score"` // 0–1: the final score of 100
	Author    string             `json:"author,omitempty"`
	Signals   map[string]float64 `json:"signals,omitempty"` // the source's own numbers
	Measures  *rank.Measures     `json:"measures,omitempty"`
	Denied    string             `json:"denied,omitempty"` // why policy lets nobody read it
}

// Brief gives a result as JSON has it.
func (r *Result) Brief() Brief {
	b := Brief{Mode: r.Plan.Mode, Depth: r.Plan.Depth, Intent: string(r.Plan.Intent), Shape: string(r.Plan.Shape), Plan: r.Plan, Count: len(r.Hits),
		Results: []Found{}, Statements: r.Statements(), Clusters: append([]rank.Cluster{}, r.Clusters...), Answer: r.Summary, Refs: r.Refs, Window: r.Plan.Window, Coverage: r.Coverage, Degraded: r.Degraded, LastResort: r.Resorted}
	if r.Plan.plain {
		b.Intent = "none"
	} else {
		b.Reranked = &r.Reranked
	}
	for _, q := range r.Plan.Queries {
		b.Queries = append(b.Queries, q.Text)
	}
	for _, h := range r.Hits {
		f := Found{Title: h.Title, URL: h.URL, Snippet: h.Text, Source: strings.Join(h.Sources, ", "), Sources: h.Sources, Author: h.Author, Signals: h.Signals, Denied: r.Denied[h.URL]}
		if !h.Date.IsZero() {
			f.Published = h.Date.Format(time.DateOnly)
		}
		if !r.Plan.plain {
			f.Score = h.Final / 100
			f.Measures = &h.Measures
		}
		b.Results = append(b.Results, f)
	}
	for _, c := range r.Coverage {
		b.USD += c.USD
	}
	return b
}
