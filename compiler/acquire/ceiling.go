package acquire

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"assay/compiler/reports"
	"assay/ingest/web"
	"assay/provenance"
)

// bound gives a source the limits of its next reading. Hosts, prefixes and the ceiling
// are those of the map that was approved, whatever quotas say now; policy only lowers
// them.
func (aq *Acquirer) bound(r *Remote, mapped provenance.Event) {
	allowed := max(r.Credits, aq.Policy.Safety.RequireHITLForCostsOver, 1)
	bounds := r.Limits
	if r.Ceiling = int(mapped.Number("ceiling")); r.Ceiling > 0 {
		bounds.Pages, bounds.Credits = r.Ceiling, r.Ceiling
	} else { // mapped by a program whose approvals were for the quotas
		r.Ceiling, bounds.Credits = allowed, aq.Policy.Quotas.MaxCreditsPerSession
	}
	r.Approval = DigestOf(bounds)
	if provenance.KindOfActor(r.state.Approver) != provenance.Person {
		r.Ceiling = min(r.Ceiling, allowed) // what policy lets pass without a person today
	}
	r.Limits.Credits = r.Ceiling
	if left, most := aq.left(r.Id); left > 0 && r.refresh {
		if grown := r.most() - most; grown > 0 && len(aq.Trails.of(r.Id).URLs) > 0 {
			r.more, r.Limits.Credits = true, grown
		}
	}
}

// most is how many pages the limits of a source let one reading ask for.
func (r *Remote) most() int { return min(r.Ceiling, r.Limits.Pages) }

// left is how many addresses the last reading of a source left because it had come to
// its limit, and what that was.
func (aq *Acquirer) left(id provenance.SourceID) (addresses, limit int) {
	for _, e := range slices.Backward(aq.Ledger.Touching(string(id))) {
		if e.Kind == provenance.KindCrawled || e.Kind == provenance.KindRefreshed {
			return int(e.Number("beyond")), int(e.Number("ceiling"))
		}
	}
	return 0, 0
}

// whole makes a reading one of everything, not of what was left alone.
func (r *Remote) whole() { r.more, r.Limits.Credits = false, r.Ceiling }

// again reports that an agent or client asks for what was read within a day and is fresh: to
// pay for that once more takes a person.
func (aq *Acquirer) again(r Remote) bool {
	if !provenance.Automatic(aq.RequestedBy) || !r.refresh || aq.Trails.unfinished(r) || aq.stale(r) || r.more || !aq.Now.Before(r.state.Retrieved.Add(refreshAfter)) {
		return false
	}
	aq.Waiting = append(aq.Waiting, reports.Waiting{Source: string(r.Id), Needs: fmt.Sprintf("a person's word: it was read within a day, and %s asks for it again", aq.RequestedBy),
		Command: "assay source refresh " + string(r.Id)})
	return true
}

// handOver gives the crawl of what was left the pages that are held, so that they are
// neither asked for nor paid for again and lead to the others.
func (j *crawlJob) handOver(kept *web.Journal) error {
	if !j.more || kept.Len() > 0 {
		return nil
	}
	for _, url := range slices.Sorted(maps.Keys(j.known.URLs)) {
		f := j.known.URLs[url]
		p := web.Page{URL: url, Final: url, Verdict: f.Verdict, Class: f.Class, Reason: f.Reason, Of: f.Of, Depth: f.Depth,
			Header: web.Header{ETag: f.ETag, LastModified: f.LastModified}, Retrieved: j.world.Now().UTC()}
		switch s, stored := j.stored[url]; {
		case stored && s.there && s.hash == f.Text && f.Of == "" && f.Verdict.Look() == web.LooksGood:
			p.Verdict = web.NotModified
		case stored || f.Verdict == web.Fetched || f.Verdict == web.NotModified || !p.Settled():
			continue
		case f.Verdict == web.Duplicate && !f.Text.IsZero():
			p.Status = http.StatusOK
		}
		if err := kept.Append(p); err != nil {
			return err
		}
	}
	return nil
}

// unfinished reports whether a crawl of a source that was read before was stopped
// halfway: what it fetched is in its journal. A crawl of what was left is due in any case.
func (t *Trails) unfinished(r Remote) bool {
	r.whole()
	return slices.ContainsFunc(t.journaled(), func(name string) bool { return strings.HasPrefix(name, t.journal(r)) })
}
