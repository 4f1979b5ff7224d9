package reports

import "math"

// A Measure is a share that a run is scored by. Score is nil where it cannot be
// known, and Why says why: never 0 or 1 for want of knowledge.
type Measure struct {
	Score   *float64 `json:"score"`
	Part    int      `json:"part"`
	Of      int      `json:"of"`
	Unknown int      `json:"unknown,omitempty"` // what could be counted neither way
	Why     string   `json:"why,omitempty"`     // it is not known
}

// share is a measure; why says what is missing where there is nothing to divide by.
func Ratio(part, of int, why string) Measure {
	m := Measure{Part: part, Of: of}
	if of == 0 {
		m.Why = why
		return m
	}
	score := math.Round(1e4*float64(part)/float64(of)) / 1e4
	m.Score = &score
	return m
}

func Unknown(why string) Measure { return Measure{Why: why} }

// Axes are what every run is scored on.
type Axes struct {
	ArtefactBuilds Measure `json:"artefact_builds"` // 1: check is green, and no action failed
	LicenceClear   Measure `json:"licence_clear"`   // sources with a licence that lets others use them, of those that state one
	HumanRewrite   Measure `json:"human_rewrite"`   // words of promoted notes that were changed since, of those promoted
	Coverage       Measure `json:"coverage"`        // claims with evidence that is held
	Freshness      Measure `json:"freshness"`       // claims that hold whose evidence is fresh
}

func (x *Axes) List() []*Measure {
	return []*Measure{&x.ArtefactBuilds, &x.LicenceClear, &x.HumanRewrite, &x.Coverage, &x.Freshness}
}

// RoleMetrics say how the three roles do.
type RoleMetrics struct {
	GapToCrawl       Measure `json:"gap_to_crawl_ratio"`      // Librarian
	IndexAccuracy    Measure `json:"index_accuracy"`          // Librarian
	Uptime           Measure `json:"uptime"`                  // Engineer
	PolicyCompliance Measure `json:"policy_compliance"`       // Engineer
	AuditIntegrity   Measure `json:"audit_integrity"`         // Engineer
	EvidenceCoverage Measure `json:"evidence_coverage"`       // Chronicler
	ClaimsPerPassage Measure `json:"claim_to_evidence_ratio"` // Chronicler; a ratio and no share
}

func (m *RoleMetrics) List() []*Measure {
	return []*Measure{&m.GapToCrawl, &m.IndexAccuracy, &m.Uptime, &m.PolicyCompliance, &m.AuditIntegrity, &m.EvidenceCoverage, &m.ClaimsPerPassage}
}
