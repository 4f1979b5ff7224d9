package ui

import (
	"fmt"

	"assay/compiler/reports"
	"assay/compiler/stats"
	"assay/gates/mutate"
)

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
	row := func(name, text string) {
		for i, line := range wrap(text, o.textWidth()-14, 6) {
			if i > 0 {
				name = ""
			}
			o.Printf("    %s %s\n", o.Dim(fmt.Sprintf("%-8s", name)), line)
		}
	}
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
