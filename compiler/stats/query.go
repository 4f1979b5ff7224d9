package stats

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/runs"
	"assay/gates"
	"assay/ingest"
	"assay/ingest/rank"
	"assay/provenance"
)

// traceHits bounds the passages that a trace names.
const traceHits = 50

// trace leaves the record of a search. What it is after is noted also where it
// was not ranked by that, so that weights can be judged before anybody uses them.
func (held *holding) trace(query string, o SearchOptions, hits []ingest.Hit, features []rank.Features, took time.Duration) {
	q := &runs.Query{Hash: queryHash(query), Intent: o.Intent, Ranked: o.Intent != "", Hits: []runs.Hit{}}
	if q.Intent == "" {
		q.Intent = held.w.Intent(query)
	}
	for i := range hits[:min(len(hits), traceHits)] {
		q.Hits = append(q.Hits, runs.Hit{Chunk: hits[i].Chunk, Features: features[i]})
	}
	held.mu.Lock()
	defer held.mu.Unlock()
	runs.Open(held.c.Root).Append(runs.Trace{Time: held.p.Now.Truncate(time.Second), Kind: "query", MS: took.Milliseconds(), Axes: held.axes(hits, features), Query: q}, false)
}

// queryHash names a question whatever its case and spacing. It is cut short: it tells
// a question that was asked again, and many texts have it.
func queryHash(query string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(strings.Join(strings.Fields(query), " "))))
	return hex.EncodeToString(sum[:6])
}

// axes scores an answer: what it rests on, as far as that can be told before
// anybody has used it.
func (held *holding) axes(hits []ingest.Hit, features []rank.Features) reports.Axes {
	if len(hits) == 0 {
		none := reports.Unknown("nothing was found")
		return reports.Axes{ArtefactBuilds: none, LicenceClear: none, HumanRewrite: none, Coverage: none, Freshness: none}
	}
	seen := map[provenance.SourceID]bool{}
	var ids []string
	fresh, told := 0, 0
	for _, h := range hits {
		if !seen[h.Source] {
			seen[h.Source] = true
			ids = append(ids, string(h.Source))
		}
		switch freshnessAt(held.p, held.source(h.Source), h.Retrieved) {
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
	freshness := reports.Ratio(fresh, told, "no passage has a date")
	freshness.Unknown = len(hits) - told
	return reports.Axes{
		ArtefactBuilds: reports.Unknown("a search builds nothing"),
		LicenceClear:   held.p.Assess.LicenceClear(ids),
		HumanRewrite:   reports.Unknown("a search writes nothing"),
		Coverage:       reports.Ratio(covered, len(hits), ""),
		Freshness:      freshness,
	}
}

// freshnessAt is a passage's freshness by the policy's clock, tags aside.
func freshnessAt(p *compiler.Plan, s provenance.Source, retrieved time.Time) string {
	if s.Fixed {
		return "does-not-age"
	}
	if retrieved.IsZero() {
		return "unknown"
	}
	if fresh := p.Policy.FreshFor(nil, string(s.Class), gates.HostOf(s.URL)); fresh > 0 && p.Now.Sub(retrieved) > fresh {
		return "stale"
	}
	return "fresh"
}
