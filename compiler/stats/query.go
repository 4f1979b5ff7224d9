package stats

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"assay/compiler/reports"
	"assay/compiler/runs"
	"assay/compiler/sources"
	"assay/provenance"
)

// traceHits bounds the passages that a trace names.
const traceHits = 50

// trace leaves the record of a search. What it is after is noted also where it
// was not ranked by that, so that weights can be judged before anybody uses them.
func (held *holding) trace(query string, o SearchOptions, hits []scored, took time.Duration) {
	// A question has one name whatever its case and spacing. It is cut short: it tells a question
	// that was asked again, and many texts have it.
	name := sha256.Sum256([]byte(strings.ToLower(strings.Join(strings.Fields(query), " "))))
	q := &runs.Query{Hash: hex.EncodeToString(name[:6]), Intent: o.Intent, Ranked: o.Intent != "", Hits: []runs.Hit{}}
	if q.Intent == "" {
		q.Intent = held.w.Intent(query)
	}
	for _, h := range hits[:min(len(hits), traceHits)] {
		q.Hits = append(q.Hits, runs.Hit{Chunk: h.Chunk, Features: h.features})
	}
	held.mu.Lock()
	defer held.mu.Unlock()
	runs.Open(held.c.Root).Append(runs.Trace{Time: held.p.Now.Truncate(time.Second), Kind: "query", MS: took.Milliseconds(), Axes: held.axes(hits), Query: q}, false)
}

// axes scores an answer: what it rests on, as far as that can be told before
// anybody has used it.
func (held *holding) axes(hits []scored) reports.Axes {
	if len(hits) == 0 {
		none := reports.Unknown("nothing was found")
		return reports.Axes{ArtefactBuilds: none, LicenceClear: none, HumanRewrite: none, Coverage: none, Freshness: none}
	}
	seen := map[provenance.SourceID]bool{}
	var ids []string
	covered, fresh, told := 0, 0, 0
	for _, h := range hits {
		if h.features.Keyword == 1 {
			covered++
		}
		if !seen[h.Source] {
			seen[h.Source] = true
			ids = append(ids, string(h.Source))
		}
		s, ok := held.of[h.Source]
		if !ok {
			s = held.p.Source(h.Source)
			held.of[h.Source] = s
		}
		if s.Pages = []provenance.Page{{Retrieved: h.Retrieved}}; h.Retrieved.IsZero() && !s.Fixed {
			continue // nobody can tell
		}
		if told++; sources.Freshness(held.p, s) != "stale" {
			fresh++
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
