package ui

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/compiler/reports"
	"assay/gates"
	"assay/provenance"
)

// Why writes the walk from a subject to the bytes it rests on.
func (o *Out) Why(r *reports.WhyReport) {
	for _, s := range r.Steps {
		pad := strings.Repeat("  ", s.Depth)
		place := ""
		if s.File != "" {
			place = o.Path(s.File)
			if s.Line > 0 {
				place += fmt.Sprintf(":%d", s.Line)
			}
			place = "  " + place
		}
		text := o.Bold(o.Say(s.Text))
		if s.Depth > 0 {
			text = styled(Visible(o.Say(s.Text)))
		}
		o.Printf("%s%s%s\n", pad, text, o.Dim(place))
		o.below(pad+"    ", s.Detail, o.textWidth()-len(pad)-4, 8, o.Dim)
	}
}

// Status writes the vault at a glance.
func (o *Out) Status(r *reports.StatusReport) {
	row := func(name, text string) {
		if text != "" {
			o.Printf("%s %s\n", o.Dim(fmt.Sprintf("%-10s", name)), text)
		}
	}
	row("vault", r.Vault)
	row("notes", counts(r.Notes))
	row("claims", claimsLine(r.Summary))
	row("tiers", tally(r.Claims))
	row("ungraded", notGradedLine(r.Summary.NotGraded))
	row("gaps", counts(r.Gaps))
	row("sources", counts(r.Sources))
	if r.Chunks > 0 {
		row("passages", fmt.Sprint(r.Chunks))
	}
	if r.Admission != nil {
		row("wiki", wikiLine(r.Admission))
		if n := r.Admission.Unadmitted; n > 0 {
			row("evidence", fmt.Sprintf("%s on sources that are not %s by the ledger: `assay check` names their states", reports.Count(n, "claim"), r.Admission.Evidence))
		}
	}
	row("oldest", r.Oldest)
	if r.Stale > 0 {
		row("stale", reports.Count(r.Stale, "claim"))
	}
	built := cmp.Or(r.LastBuild, "never")
	if r.Pending > 0 {
		built += ", " + reports.Count(r.Pending, "action") + " to run"
	}
	row("built", built)
	for _, line := range roleLines(r) {
		row(line[0], line[1])
	}
	for _, w := range r.Waiting {
		row("waiting", w.Source+": "+w.Needs+"\n          "+o.Command(w.Command))
	}
	row("check", Faults(r.Summary))
	if r.Baseline != nil {
		row("baseline", baselineLine(r.Baseline, o.Path(r.Baseline.File)))
	}
}

// wikiLine says whether people may write straight into the wiki, and what came so.
func wikiLine(a *reports.AdmissionReport) string {
	says := "a note that nobody promoted is told of, and an error once any is promoted (promotion.direct is not set)"
	switch {
	case a.Direct == "allow":
		return "people write straight into it (promotion.direct: allow)"
	case a.Direct == "refuse":
		says = "a note that nobody promoted is an error (promotion.direct: refuse)"
	case a.Refuses:
		says = "a note that nobody promoted is an error: notes are promoted here, and promotion.direct is not set"
	}
	if a.Unpromoted > 0 {
		says = reports.Count(a.Unpromoted, "note") + " nobody promoted; " + says
	}
	return says
}

// counts lists counts by name, those that are nought left out.
func counts(m map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, present(counted{m[name], name})...)
	}
	return cmp.Or(strings.Join(parts, ", "), "none")
}

// Packet writes what a person reads before a promotion.
func (o *Out) Packet(p *reports.Packet) {
	o.Printf("%s → %s\n", o.Bold(o.Path(p.Note)), o.Bold(o.Path(p.To)))
	o.Printf("%s\n\n", tally(p.Tally))
	for _, c := range worstClaims(p.Claims) {
		o.claim(c)
	}
	if n := len(p.Conflicts); n > 0 {
		lines := make([]string, n)
		for i, c := range p.Conflicts {
			lines[i] = fmt.Sprint(c.Line)
		}
		o.Printf("%s\n\n", o.style(red, reports.Count(n, "conflict")+" with permanent notes: "+reports.Verb(n, "line ", "lines ")+strings.Join(lines, ", ")))
	}
	if p.Diff != "" {
		o.Diff(p.Diff)
		o.Printf("\n")
	}
	for _, b := range p.Blockers {
		o.Printf("%s %s\n", o.style(red, "blocks:"), o.Say(b))
	}
	if p.Ready {
		o.Printf("%s; %s\n", o.Bold("every gate passes"), o.Command("assay promote "+gates.ShellWord(p.Note)))
	} else {
		o.Printf("%s\n", o.Bold("cannot be promoted yet"))
	}
}

// worstClaims are a packet's claims with those first that stop it.
func worstClaims(claims []reports.PacketClaim) []reports.PacketClaim {
	rank := func(c reports.PacketClaim) int {
		return max(0, slices.IndexFunc(tiersOf(reports.Tally{}), func(tier counted) bool { return tier.what == c.Tier }))
	}
	claims = slices.Clone(claims)
	slices.SortStableFunc(claims, func(a, b reports.PacketClaim) int { return rank(a) - rank(b) })
	return claims
}

// claim writes a claim of a packet whole: its tier, what it says and what carries
// it. A person decides on what stands here, so nothing is cut off.
func (o *Out) claim(c reports.PacketClaim) {
	tier, _ := provenance.ParseTier(c.Tier)
	width := o.textWidth() - 10
	for i, line := range wrap(c.Text, width, 100) {
		if i == 0 {
			o.Printf("%s %s\n", o.style(tierColour(tier, c.Rule), fmt.Sprintf("%-9s", c.Tier)), line)
			continue
		}
		o.Printf("          %s\n", line)
	}
	reason, quote := c.Reason, strings.Join(strings.Fields(c.Quote), " ")
	if open, end := strings.Index(reason, `: "`), strings.LastIndexByte(reason, '"'); tier == provenance.T5 && quote != "" && open >= 0 && end > open+2 {
		reason = "the source says" + reason[end+1:] + ":" // the quote follows
		if quote == strings.Join(strings.Fields(c.Text), " ") {
			reason, quote = "the source says so word for word", ""
		}
	}
	o.below("          ", o.Say(fmt.Sprintf("line %d: %s", c.Line, reason)), width, 100, plainly)
	if quote != "" && !strings.Contains(reason, quote) {
		o.below("          ", `"`+quote+`"`, width, 100, o.Dim)
	}
	if c.Source != "" {
		o.Printf("          %s\n", o.Dim(o.Path(c.Source)))
	}
	if c.URL != "" && c.URL != c.Source {
		o.Printf("          %s\n", o.Dim(o.Say(c.URL)))
	}
	o.Printf("\n")
}

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
