package ui

import (
	"fmt"
	"strings"

	"assay/compiler/reports"
	"assay/compiler/stats"
	"assay/gates/mutate"
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
	if len(r.Intents) > 0 {
		o.Printf("\n%s\n", o.Bold("Searches, by what they were after"))
	}
	for _, i := range r.Intents {
		o.Printf("  %-24s %s: licence %s, all words in the passage %s, fresh %s\n", i.Intent, reports.Count(i.Queries, "question"), part(i.LicenceClear), part(i.Coverage), part(i.Freshness))
	}
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

// firstMutants are shown of each kind where not all were asked for.
const firstMutants = 5

// Mutants writes which corruptions a gate found out and which it would let through.
func (o *Out) Mutants(r *stats.MutateReport, all bool) {
	switch {
	case r.Claims == 0:
		o.Printf("nothing to change: no cited claim passes yet; `assay check` says what each lacks\n")
		return
	case r.Mutants == 0:
		o.Printf("nothing to change: %s, and nothing in them is of a kind that was asked for\n", reports.Verb(r.Claims, "1 claim passes", fmt.Sprintf("%d claims pass", r.Claims)))
		return
	}
	o.Printf("%s\n", o.Dim(fmt.Sprintf("%-12s %8s %8s %8s", "kind", "mutants", "found", "share")))
	for _, kind := range mutate.Kinds() {
		if k, ok := r.ByKind[kind]; ok {
			o.Printf("%-12s %8d %8d %8s\n", kind, k.Mutants, k.Killed, o.share(k))
		}
	}
	total := stats.KindCount{Mutants: r.Mutants, Killed: r.Killed}
	o.Printf("%s\n", o.Bold(fmt.Sprintf("%-12s %8d %8d %8s", "all", r.Mutants, r.Killed, percent(total))))
	for _, kind := range mutate.Kinds() {
		o.survivors(r, kind, all)
	}
	o.Printf("\n%s of %s; %s\n", reports.Count(r.Mutants, "mutant"), reports.Count(r.Claims, "claim"), tally(r.Tiers))
	if moved := r.Claims - r.Kept; moved > 0 {
		o.Printf("%s\n", o.style(red, reports.Count(moved, "claim")+" did not keep "+reports.Verb(moved, "its tier", "their tiers")+" as they stand"))
	}
}

func (o *Out) share(k stats.KindCount) styled {
	if k.Killed < k.Mutants {
		return o.style(yellow, fmt.Sprintf("%8s", percent(k)))
	}
	return o.style(green, fmt.Sprintf("%8s", percent(k)))
}

// percent never says that all were found where one was not.
func percent(k stats.KindCount) string {
	share := 100 * k.Share()
	if k.Killed < k.Mutants {
		share = min(share, 99.9)
	}
	return fmt.Sprintf("%.1f %%", share)
}

// survivors lists what would have passed of one kind.
func (o *Out) survivors(r *stats.MutateReport, kind mutate.Kind, all bool) {
	n := r.ByKind[kind].Mutants - r.ByKind[kind].Killed
	if n == 0 {
		return
	}
	o.Printf("\n%s\n", o.Bold(fmt.Sprintf("%s: %d would pass", kind, n)))
	shown := 0
	for _, s := range r.Survivors {
		if s.Kind != kind {
			continue
		}
		if !all && shown == firstMutants {
			o.Printf("%s\n", o.Dim(fmt.Sprintf("… and %d more: --all, or --json", n-shown)))
			return
		}
		shown++
		o.survivor(s)
	}
}

func (o *Out) survivor(s stats.Survivor) {
	row := func(name, text string) { o.fact("    ", 8, name, wrap(text, o.textWidth()-14, 6)) }
	o.Printf("%s:%d  %s\n", o.Path(s.File), s.Line, o.Dim(fmt.Sprintf("%s, %.2f", s.Tier, s.Score)))
	row("claim", s.Claim)
	if s.Kind == mutate.Source {
		row("cites", s.From)
		row("passes on", s.To)
	} else {
		row("mutant", s.Mutant)
	}
	if s.Quote != "" {
		row("evidence", fmt.Sprintf("%q in %s", s.Quote, o.Path(s.Source)))
	}
	row("do", s.Hint)
}
