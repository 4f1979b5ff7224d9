package compiler

import (
	"time"

	"assay/compiler/codec"
	"assay/compiler/reports"
	"assay/compiler/runs"
	"assay/compiler/view"
)

// traceKind says what a build was for.
func (p *Plan) traceKind() string {
	switch {
	case p.Acquire.IntakeOnly:
		return "crawl"
	case p.Draft.DraftOnly:
		return "draft"
	case len(p.Draft.Promotions) > 0:
		return "promote"
	}
	return "build"
}

// moved reports whether claims have other tiers than at the last look, as when time
// alone made evidence stale.
func (s *Session) moved(a *view.Assessment) bool {
	last, _ := s.Store.Head()
	if last == nil {
		return true
	}
	before, err := codec.Decode[view.Head](last)
	return err != nil || before.Claims != a.Claims
}

// trace leaves the record of a build that did something.
func (c *Compiler) trace(p *Plan, a *view.Assessment, errors int, counts reports.ActionCounts, written int, spent reports.Cost, took time.Duration) {
	h := p.Assess.History()
	if !p.Policy.IsGuest() {
		p.Draft.Texts.Keep(p.Draft, h.PromotedAs)
	}
	metrics := p.Assess.Metrics(a, counts.Run, counts.Failed)
	runs.Open(c.Root).Append(runs.Trace{
		Time: p.Now.Truncate(time.Second), Kind: p.traceKind(), MS: took.Milliseconds(), Judge: p.Version.Judge,
		Actions: &runs.Actions{Run: counts.Run, Failed: counts.Failed, Written: written, Promoted: len(p.Draft.Promoted)},
		Notes:   a.Files, Claims: &a.Claims, Gaps: a.Gaps, Cost: &spent, Axes: p.Assess.Axes(a, h, errors+counts.Failed), Metrics: &metrics,
	}, true)
}

// traceFailure leaves the record of a build that ended with an error. What the vault
// is like then was not looked at.
func (c *Compiler) traceFailure(s *Session, counts reports.ActionCounts, took time.Duration) {
	none := reports.Unknown("the build ended with an error")
	runs.Open(c.Root).Append(runs.Trace{
		Time: s.Now.Truncate(time.Second), Kind: "build", MS: took.Milliseconds(), Failed: true, Judge: c.World.Judge.Model(),
		Actions: &runs.Actions{Run: counts.Run, Failed: counts.Failed + 1},
		Axes:    reports.Axes{ArtefactBuilds: reports.Ratio(0, 1, ""), LicenceClear: none, HumanRewrite: none, Coverage: none, Freshness: none},
		Metrics: &reports.RoleMetrics{Uptime: reports.Ratio(counts.Run, counts.Run+counts.Failed+1, ""), GapToCrawl: none, IndexAccuracy: none,
			PolicyCompliance: none, AuditIntegrity: none, EvidenceCoverage: none, ClaimsPerPassage: none},
	}, true)
}
