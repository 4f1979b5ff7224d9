package ui

import (
	"fmt"
	"strings"

	"assay/compiler/reports"
)

// roleLines say who plays each role, and how well.
func roleLines(r *reports.StatusReport) (lines [][2]string) {
	if r.Metrics == nil {
		return nil
	}
	m := r.Metrics
	figures := map[string][]string{
		"librarian":  {figure("gaps served", m.GapToCrawl), figure("catalogue", m.IndexAccuracy)},
		"engineer":   {figure("actions that worked", m.Uptime), figure("sources let in as policy has it", m.PolicyCompliance), figure("ledger events whole", m.AuditIntegrity)},
		"chronicler": {figure("claims that hold", m.EvidenceCoverage), ratio("claims a passage", m.ClaimsPerPassage)},
	}
	for _, role := range r.Roles {
		lines = append(lines, [2]string{role.Role, role.Actor + ": " + strings.Join(figures[role.Role], ", ")})
	}
	return lines
}

func figure(name string, m reports.Measure) string {
	if m.Score == nil {
		return name + " unknown"
	}
	return fmt.Sprintf("%s %d of %d", name, m.Part, m.Of)
}

func ratio(name string, m reports.Measure) string {
	if m.Score == nil {
		return name + " unknown"
	}
	return fmt.Sprintf("%s %.2f", name, *m.Score)
}
