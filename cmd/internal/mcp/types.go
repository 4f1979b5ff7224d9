package mcp

import (
	"assay/compiler/reports"
)

// listMost bounds the lists of an answer: a model reads all of it.
const listMost = 50

// Source is where a source stands: a row of the JSON contract, with its map.
type Source struct {
	reports.SourceRow
	URI     string              `json:"uri" jsonschema:"of this source as a resource"`
	Class   string              `json:"class,omitempty"`
	Map     *Map                `json:"map,omitempty"`
	NotHeld []reports.SourceURL `json:"not_held,omitempty" jsonschema:"the first addresses whose text is not held, and why"`
}

// Map is what a crawl would read, and what it would cost.
type Map struct {
	Root     string       `json:"root"`
	Envelope string       `json:"envelope,omitempty"`
	Prefixes []string     `json:"prefixes,omitempty"`
	Pages    []string     `json:"pages" jsonschema:"the first of them"`
	Count    int          `json:"count" jsonschema:"of pages"`
	Cost     reports.Cost `json:"cost" jsonschema:"an estimate"`
	Ceiling  int          `json:"ceiling" jsonschema:"credits that one reading may ever cost"`
	Digest   string       `json:"digest"`
}

func sourceOf(r *reports.SourceReport) *Source {
	s := &Source{SourceRow: r.SourceRow, URI: uriOf("source", string(r.ID)), Class: r.Class, NotHeld: limited(r.URLs, listMost)}
	if m := r.Map; m != nil {
		s.Map = &Map{m.Root, m.Envelope, m.Prefixes, limited(m.Pages, listMost), len(m.Pages), m.Cost, m.Ceiling, m.Digest}
	}
	return s
}
