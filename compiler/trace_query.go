package compiler

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"assay/ingest"
	"assay/ingest/rank"
	"assay/provenance"
)

// traceHits bounds the passages that a trace names.
const traceHits = 50

// traceQuery leaves the record of a search. What it is after is noted also where it
// was not ranked by that, so that weights can be judged before anybody uses them.
func (c *Compiler) traceQuery(p *plan, w *rank.Weights, query string, o SearchOptions, hits []ingest.Hit, features []rank.Features, took time.Duration) {
	q := &TraceQuery{Hash: queryHash(query), Intent: o.Intent, Ranked: o.Intent != "", Hits: []TraceHit{}}
	if q.Intent == "" {
		q.Intent = w.Intent(query)
	}
	for i := range hits[:min(len(hits), traceHits)] {
		q.Hits = append(q.Hits, TraceHit{hits[i].Chunk, features[i]})
	}
	newTraces(c.Root).append(Trace{Time: p.now.Truncate(time.Second), Kind: "query", MS: took.Milliseconds(), Axes: p.queryAxes(hits, features), Query: q}, false)
}

// queryHash names a question whatever its case and spacing. It is cut short: it tells
// a question that was asked again, and many texts have it.
func queryHash(query string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(strings.Join(strings.Fields(query), " "))))
	return hex.EncodeToString(sum[:6])
}

// queryAxes scores an answer: what it rests on, as far as that can be told before
// anybody has used it.
func (p *plan) queryAxes(hits []ingest.Hit, features []rank.Features) Axes {
	if len(hits) == 0 {
		none := unknown("nothing was found")
		return Axes{ArtefactBuilds: none, LicenceClear: none, HumanRewrite: none, Coverage: none, Freshness: none}
	}
	sources := map[provenance.SourceID]provenance.Source{}
	var ids []string
	fresh, told := 0, 0
	for _, h := range hits {
		s, ok := sources[h.Source]
		if !ok {
			s = p.source(h.Source)
			sources[h.Source] = s
			ids = append(ids, string(h.Source))
		}
		switch p.freshnessAt(s, h.Retrieved) {
		case "fresh", "does-not-age":
			fresh, told = fresh+1, told+1
		case "stale":
			told++
		}
	}
	covered := 0
	for _, f := range features {
		if f.Keyword == 1 {
			covered++
		}
	}
	freshness := ratio(fresh, told, "no passage has a date")
	freshness.Unknown = len(hits) - told
	return Axes{
		ArtefactBuilds: unknown("a search builds nothing"),
		LicenceClear:   p.assess.licenceClear(ids),
		HumanRewrite:   unknown("a search writes nothing"),
		Coverage:       ratio(covered, len(hits), ""),
		Freshness:      freshness,
	}
}

// freshnessAt is a passage's freshness by the policy's clock, tags aside.
func (p *plan) freshnessAt(s provenance.Source, retrieved time.Time) string {
	if s.Fixed {
		return "does-not-age"
	}
	if retrieved.IsZero() {
		return "unknown"
	}
	if fresh := p.policy.FreshFor(nil, string(s.Class), hostOf(s.URL)); fresh > 0 && p.now.Sub(retrieved) > fresh {
		return "stale"
	}
	return "fresh"
}
