package assess

import (
	"cmp"
	"path"
	"strings"

	"assay/compiler/reports"
	"assay/compiler/view"
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
	if view.IsRemote(target) {
		if at, err := web.Canonical(target); err == nil {
			return at
		}
	}
	return vault.FoldName(target)
}

// history is what the scores need of the ledger, which is read once for all of them.
type history struct {
	PromotedAs map[string]string // note → its hash when it was promoted last
	sought     map[string]bool   // topic or address that something was proposed or drafted for → it was read
}

func (as *Assessor) History() history {
	h := history{map[string]string{}, map[string]bool{}}
	for _, e := range as.Ledger.Events() {
		switch e.Kind {
		case provenance.KindPromoted:
			h.PromotedAs[e.Subject] = e.Text("hash")
		case provenance.KindDrafted:
			if gap := e.Text("gap"); gap != "" {
				h.sought[wanted(gap)] = true
			}
		case provenance.KindProposed:
			if e.Text("gap") != "" {
				url := wanted(e.Text("url"))
				h.sought[url] = h.sought[url] || hasText(as.State(provenance.SourceID(e.Subject)).State)
			}
		}
	}
	return h
}

// Axes scores what a build left behind, with so many errors and failed actions.
func (as *Assessor) Axes(a *view.Assessment, h history, faults int) reports.Axes {
	builds := 0
	if faults == 0 {
		builds = 1
	}
	claims, supported := a.Summary.Cited+a.Summary.Uncited, a.Claims.T5+a.Claims.T3+a.Claims.T2
	x := reports.Axes{
		ArtefactBuilds: reports.Ratio(builds, 1, ""),
		LicenceClear:   a.Scores.LicenceClear,
		HumanRewrite:   as.Draft.HumanRewrite(h.PromotedAs),
		Coverage:       reports.Ratio(a.Summary.Cited-a.Summary.NotHeld, claims, "there are no claims"),
		Freshness:      reports.Ratio(supported-a.Claims.T3, supported, "no claim holds yet"),
	}
	if as.Policy.IsGuest() {
		x.LicenceClear, x.HumanRewrite = noLedger, noLedger
	}
	return x
}

// noLedger is of a vault without a policy, which has no record to score.
var noLedger = reports.Unknown("a vault without a policy has no ledger")

// Score gives an assessment the scores that only a look at the whole vault can give. What
// is made over some notes changes none of them, but for the sources that notes rest on.
func (as *Assessor) Score(a *view.Assessment) {
	others := as.Scope == nil
	for id, c := range a.Notes.Sources {
		_, had := as.Results.Store.Sources.At(id)
		others = others || had != (c != nil)
	}
	if others {
		var ids []string
		for _, c := range as.Results.Store.Sources.With(a.Notes.Sources, a.Notes.Whole) {
			ids = append(ids, c.Id)
		}
		a.Scores.LicenceClear = as.LicenceClear(ids)
	}
	if as.Scope == nil && !as.Policy.IsGuest() {
		a.Scores.GapToCrawl, a.Scores.IndexAccuracy, a.Scores.PolicyCompliance = gapToCrawl(a.Wants, as.History().sought), as.indexAccuracy(), as.policyCompliance()
	}
}

// Metrics of the roles.
func (as *Assessor) Metrics(a *view.Assessment, run, failed int) reports.RoleMetrics {
	claims := a.Summary.Cited + a.Summary.Uncited
	m := reports.RoleMetrics{
		Uptime:           reports.Ratio(run, run+failed, "nothing had to be done"),
		EvidenceCoverage: reports.Ratio(a.Summary.Hold, claims, "there are no claims"),
		ClaimsPerPassage: reports.Ratio(a.Summary.Cited-a.Summary.NotHeld, a.Passages, "no claim rests on a passage yet"),
	}
	if as.Policy.IsGuest() {
		m.GapToCrawl, m.IndexAccuracy, m.PolicyCompliance, m.AuditIntegrity = noLedger, noLedger, noLedger, noLedger
		return m
	}
	m.GapToCrawl, m.IndexAccuracy, m.PolicyCompliance = a.Scores.GapToCrawl, a.Scores.IndexAccuracy, a.Scores.PolicyCompliance
	events, bad := as.Ledger.Len(), len(as.Ledger.Problems())
	m.AuditIntegrity = reports.Ratio(events, events+bad, "the ledger is empty")
	return m
}

// LicenceClear is of the sources that permanent notes rest on. One that states no
// licence is unknown: silence is neither leave nor refusal.
func (as *Assessor) LicenceClear(ids []string) reports.Measure {
	clear, stated, silent := 0, 0, 0
	for _, id := range ids {
		switch open, known := provenance.OpenLicence(as.SourceNow(provenance.SourceID(id)).Licence); {
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
	m := reports.Ratio(clear, stated, why)
	m.Unknown = silent
	return m
}

// gapToCrawl is how many of the topics and addresses that notes wanted, then and now,
// a crawl served: with a source proposed for a gap that was read, or with a draft made
// of what was read.
func gapToCrawl(wants, sought map[string]bool) reports.Measure {
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
	return reports.Ratio(served, all, "no note wants anything")
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
func (as *Assessor) indexAccuracy() reports.Measure {
	name := path.Join(as.Policy.Vault.Wiki, "index.md")
	index := as.Note(name)
	if index == nil {
		return reports.Unknown("there is no " + name)
	}
	listed := map[string]bool{}
	for _, l := range index.Links {
		if l.URL || l.Embed {
			continue
		}
		t := as.Links().Resolve(name, l)
		at := cmp.Or(t.Path, "?"+l.Target) // a link to nothing is an entry all the same
		if at != name && (t.Path == "" || as.Policy.Vault.Area(at) == view.WikiArea) {
			listed[at] = true
		}
	}
	both, either := 0, len(listed)
	for _, n := range as.Notes {
		if as.Policy.Vault.Area(n.Path) != view.WikiArea || n.Meta.Generated || n.Path == name {
			continue
		}
		if listed[n.Path] {
			both++
		} else {
			either++
		}
	}
	return reports.Ratio(both, either, "there are no permanent notes")
}

// policyCompliance is of the sources whose text is held: those that the policy, as it
// is now, does not deny, and that are on record, not rejected and not waiting for a
// person. One that failed since it was read was approved all the same.
func (as *Assessor) policyCompliance() reports.Measure {
	fine, held := 0, 0
	prefix := as.Policy.Vault.Sources + "/"
	for _, f := range as.Snap.Files() {
		if !strings.HasPrefix(f.Path, prefix) || path.Base(f.Path) != provenance.SourceFile {
			continue
		}
		id := provenance.SourceID(path.Base(path.Dir(f.Path)))
		if !id.Valid() {
			continue
		}
		held++
		state := as.State(id)
		url := state.URL
		if url == "" {
			url = as.SourceNow(id).URL
		}
		if (hasText(state.State) || state.State == provenance.Failed) && (!view.IsRemote(url) || as.Policy.Denied(url) == nil) {
			fine++
		}
	}
	return reports.Ratio(fine, held, "no source is held")
}
