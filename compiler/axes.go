package compiler

import (
	"maps"
	"path"
	"slices"
	"strings"

	"assay/ingest/web"
	"assay/provenance"
	"assay/vault"
)

// wanting are the topics and addresses that notes want, folded. What a note declares
// it goes on declaring when it is there.
func wanting(gaps []provenance.Gap) map[string]bool {
	seen := map[string]bool{}
	for _, g := range gaps {
		if g.Kind == provenance.UnresolvedLink || g.Kind == provenance.Declared {
			seen[wanted(g.Target)] = true
		}
	}
	return seen
}

func wanted(target string) string {
	if isRemote(target) {
		if at, err := web.Canonical(target); err == nil {
			return at
		}
	}
	return vault.FoldName(target)
}

// history is what the scores need of the ledger, which is read once for all of them.
type history struct {
	promotedAs map[string]string // note → its hash when it was promoted last
	sought     map[string]bool   // topic or address that something was proposed or drafted for → it was read
}

func (p *assessor) history() history {
	h := history{map[string]string{}, map[string]bool{}}
	for _, e := range p.ledger.Events() {
		switch e.Kind {
		case provenance.KindPromoted:
			h.promotedAs[e.Subject] = e.Text("hash")
		case provenance.KindDrafted:
			if gap := e.Text("gap"); gap != "" {
				h.sought[wanted(gap)] = true
			}
		case provenance.KindProposed:
			if e.Text("gap") != "" {
				url := wanted(e.Text("url"))
				h.sought[url] = h.sought[url] || hasText(p.state(provenance.SourceID(e.Subject)).State)
			}
		}
	}
	return h
}

// axes scores what a build left behind, with so many errors and failed actions.
func (p *assessor) axes(a *assessment, h history, faults int) Axes {
	builds := 0
	if faults == 0 {
		builds = 1
	}
	claims, supported := a.summary.Cited+a.summary.Uncited, a.claims.T5+a.claims.T3+a.claims.T2
	x := Axes{
		ArtefactBuilds: ratio(builds, 1, ""),
		LicenceClear:   a.scores.LicenceClear,
		HumanRewrite:   p.draft.humanRewrite(h.promotedAs),
		Coverage:       ratio(a.summary.Cited-a.summary.NotHeld, claims, "there are no claims"),
		Freshness:      ratio(supported-a.claims.T3, supported, "no claim holds yet"),
	}
	if p.policy.IsGuest() {
		x.LicenceClear, x.HumanRewrite = noLedger, noLedger
	}
	return x
}

// noLedger is of a vault without a policy, which has no record to score.
var noLedger = unknown("a vault without a policy has no ledger")

// score gives an assessment the scores that only a look at the whole vault can give. What
// is made over some notes changes none of them, but for the sources that notes rest on.
func (p *assessor) score(a *assessment) {
	if p.some == nil || a.elsewhere {
		a.scores.LicenceClear = p.licenceClear(p.restOn(a))
	}
	if p.some == nil && !p.policy.IsGuest() {
		a.scores.GapToCrawl, a.scores.IndexAccuracy, a.scores.PolicyCompliance = gapToCrawl(a.wants, p.history().sought), p.indexAccuracy(), p.policyCompliance()
	}
}

// restOn are the sources that permanent notes rest on, in order.
func (p *assessor) restOn(a *assessment) (ids []string) {
	if p.some == nil {
		return slices.Sorted(maps.Keys(a.notes.sources))
	}
	for _, c := range p.results.store.sources.With(a.laid.sources) {
		ids = append(ids, c.id)
	}
	return ids
}

// metrics of the roles.
func (p *assessor) metrics(a *assessment, h history, run, failed int) RoleMetrics {
	claims := a.summary.Cited + a.summary.Uncited
	m := RoleMetrics{
		Uptime:           ratio(run, run+failed, "nothing had to be done"),
		EvidenceCoverage: ratio(a.summary.Hold, claims, "there are no claims"),
		ClaimsPerPassage: ratio(a.summary.Cited-a.summary.NotHeld, a.passages, "no claim rests on a passage yet"),
	}
	if p.policy.IsGuest() {
		m.GapToCrawl, m.IndexAccuracy, m.PolicyCompliance, m.AuditIntegrity = noLedger, noLedger, noLedger, noLedger
		return m
	}
	m.GapToCrawl, m.IndexAccuracy, m.PolicyCompliance = a.scores.GapToCrawl, a.scores.IndexAccuracy, a.scores.PolicyCompliance
	events, bad := p.ledger.Len(), len(p.ledger.Problems())
	m.AuditIntegrity = ratio(events, events+bad, "the ledger is empty")
	return m
}

// licenceClear is of the sources that permanent notes rest on. One that states no
// licence is unknown: silence is neither leave nor refusal.
func (p *assessor) licenceClear(ids []string) Measure {
	clear, stated, silent := 0, 0, 0
	for _, id := range ids {
		switch open, known := provenance.OpenLicence(p.sourceNow(provenance.SourceID(id)).Licence); {
		case !known:
			silent++
		case open:
			clear, stated = clear+1, stated+1
		default:
			stated++
		}
	}
	why := "no note rests on a source yet"
	if silent > 0 {
		why = "no source states a licence that is known here"
	}
	m := ratio(clear, stated, why)
	m.Unknown = silent
	return m
}

// gapToCrawl is how many of the topics and addresses that notes wanted, then and now,
// a crawl served: with a source proposed for a gap that was read, or with a draft made
// of what was read.
func gapToCrawl(wants, sought map[string]bool) Measure {
	served, all := 0, len(sought)
	for _, read := range sought {
		if read {
			served++
		}
	}
	for target := range wants {
		if _, ok := sought[target]; !ok {
			all++
		}
	}
	return ratio(served, all, "no note wants anything")
}

// hasText reports whether a source in this state was read.
func hasText(s provenance.State) bool {
	switch s {
	case provenance.Crawled, provenance.Indexed, provenance.Verified, provenance.Synthesized, provenance.Promoted:
		return true
	}
	return false
}

// indexAccuracy compares the Librarian's index.md with the permanent notes: those in
// both, of those in either.
func (p *assessor) indexAccuracy() Measure {
	name := path.Join(p.policy.Vault.Wiki, "index.md")
	index := p.note(name)
	if index == nil {
		return unknown("there is no " + name)
	}
	listed := map[string]bool{}
	for _, l := range index.Links {
		if l.URL || l.Embed {
			continue
		}
		t := p.links().Resolve(name, l)
		at := t.Path
		if at == "" {
			at = "?" + l.Target // a link to nothing is an entry all the same
		}
		if at != name && (t.Path == "" || p.policy.Vault.Area(at) == wikiArea) {
			listed[at] = true
		}
	}
	both, either := 0, len(listed)
	for _, n := range p.notes {
		if p.policy.Vault.Area(n.Path) != wikiArea || n.Meta.Generated || n.Path == name {
			continue
		}
		if listed[n.Path] {
			both++
		} else {
			either++
		}
	}
	return ratio(both, either, "there are no permanent notes")
}

// policyCompliance is of the sources whose text is held: those that the policy, as it
// is now, does not deny, and that are on record, not rejected and not waiting for a
// person. One that failed since it was read was approved all the same.
func (p *assessor) policyCompliance() Measure {
	fine, held := 0, 0
	prefix := p.policy.Vault.Sources + "/"
	for _, f := range p.snap.Files() {
		if !strings.HasPrefix(f.Path, prefix) || path.Base(f.Path) != provenance.SourceFile {
			continue
		}
		id := provenance.SourceID(path.Base(path.Dir(f.Path)))
		if !id.Valid() {
			continue
		}
		held++
		state := p.state(id)
		url := state.URL
		if url == "" {
			url = p.sourceNow(id).URL
		}
		if (hasText(state.State) || state.State == provenance.Failed) && (!isRemote(url) || p.policy.Denied(url) == nil) {
			fine++
		}
	}
	return ratio(fine, held, "no source is held")
}
