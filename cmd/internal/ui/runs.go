package ui

import (
	"fmt"
	"strings"

	"assay/compiler/reports"
	"assay/compiler/stats"
)

// Runs writes how runs did over time, the latest first.
func (o *Out) Runs(r *stats.RunsReport) {
	if len(r.Runs) == 0 {
		o.Printf("no run is on record; a build that does something leaves one, and so does a search\n")
		return
	}
	o.Printf("%s\n", o.Dim(fmt.Sprintf("%-16s %-8s %7s %8s %8s %9s %9s %8s %8s", "when (UTC)", "run", "builds", "licence", "rewrite", "coverage", "fresh", "claims", "time")))
	for _, t := range r.Runs {
		claims := ""
		if t.Claims != nil {
			c := *t.Claims
			claims = fmt.Sprint(c.T0 + c.T1 + c.T2 + c.T3 + c.T4 + c.T5 + c.Unchecked)
		}
		builds := styled("      –")
		if s := t.Axes.ArtefactBuilds.Score; s != nil {
			builds = o.style(green, "    yes")
			if *s < 1 {
				builds = o.style(red, "     no")
			}
		}
		kind := t.Kind
		if t.Query != nil {
			kind = "search"
		}
		o.Printf("%-16s %-8s %s %8s %8s %9s %9s %8s %6d ms\n", t.Time.UTC().Format("2006-01-02 15:04"), kind, builds,
			part(t.Axes.LicenceClear.Score), part(t.Axes.HumanRewrite.Score), part(t.Axes.Coverage.Score), part(t.Axes.Freshness.Score), claims, t.MS)
	}
	o.figures(r.Figures)
	o.intents(r.Intents)
	o.Printf("\n%s", o.Bold(reports.Count(r.Total, "run")+" on record"))
	if hidden := r.Total - len(r.Runs); hidden > 0 {
		o.Printf(", %d of them shown: -n %d shows all", len(r.Runs), r.Total)
	}
	o.Printf("\n")
	if r.LastResort > 0 {
		o.Printf("%s\n", o.style(yellow, fmt.Sprintf("last resort: an agent had to search the web itself for %d of %d questions",
			r.LastResort, r.Researched)))
	}
	if r.Broken > 0 {
		o.Printf("%s\n", o.style(yellow, reports.Count(r.Broken, "line")+" of the record could not be read"))
	}
}

// figures writes each axis and metric over time; what is not known has its reason.
func (o *Out) figures(list []stats.RunFigure) {
	role := "-"
	for _, f := range list {
		if f.Role != role {
			role = f.Role
			title := "over time, the latest right"
			if role != "" {
				title = strings.ToUpper(role[:1]) + role[1:]
			}
			o.Printf("\n%s\n", o.Bold(title))
		}
		name := strings.ReplaceAll(f.Name, "_", " ")
		if f.Latest == nil {
			o.Printf("  %-24s %9s  %s\n", name, "–", o.Dim("not known: "+f.Why))
			continue
		}
		format, change := part, fmt.Sprintf("%+.1f", 100**f.Change)
		if f.Name == "claim_to_evidence_ratio" {
			format, change = plain, fmt.Sprintf("%+.2f", *f.Change)
		}
		without := ""
		switch {
		case f.Over[len(f.Over)-1] == nil:
			without = "  last run: " + f.Why
		case f.Unknown > 0:
			without = fmt.Sprintf("  without %d of which it is not known", f.Unknown)
		}
		o.Printf("  %-24s %9s  %7s  %s%s\n", name, format(f.Latest), change, sparkline(f.Over), o.Dim(without))
	}
}

func (o *Out) intents(list []stats.IntentFigure) {
	if len(list) == 0 {
		return
	}
	o.Printf("\n%s\n", o.Bold("Searches, by what they were after"))
	for _, i := range list {
		o.Printf("  %-24s %s: licence %s, all words in the passage %s, fresh %s\n", i.Intent, reports.Count(i.Queries, "question"), part(i.LicenceClear), part(i.Coverage), part(i.Freshness))
	}
}

// sparkline draws shares as bars, the oldest left, the last 30 of them. What is not
// known is a dot and not a low bar; ratios above 1 are drawn against the greatest.
func sparkline(over []*float64) string {
	over = over[max(0, len(over)-30):]
	top := 1.0
	for _, x := range over {
		if x != nil {
			top = max(top, *x)
		}
	}
	bars := []rune("▁▂▃▄▅▆▇█")
	var b strings.Builder
	for _, x := range over {
		if x == nil {
			b.WriteRune('·')
			continue
		}
		b.WriteRune(bars[min(len(bars)-1, int(*x/top*float64(len(bars)-1)+0.5))])
	}
	return b.String()
}

// part is a share for people. It says 100 % and 0 % of nothing that is only nearly so.
func part(x *float64) string {
	if x == nil {
		return "–"
	}
	share := 100 * *x
	switch {
	case *x < 1 && share > 99.9:
		share = 99.9
	case *x > 0 && share < 0.1:
		share = 0.1
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", share), ".0") + " %"
}

func plain(x *float64) string { return fmt.Sprintf("%.2f", *x) }
