package main

import (
	"fmt"
	"io"
	"strings"

	"assay/gates/judge"
)

// leaveOut prints, of each set, what the whole judge makes of it: cross-validated, as
// the samples come, and then fitted without the set and all that was made from it. How
// far the second falls behind is how far the judge is tuned to the set.
func leaveOut(w io.Writer, samples []*sample, b boosting, seed uint64) {
	fmt.Fprintln(w, "| set | rows | false T5 | recall | false T0 | AUC | without it: false T5 | recall | false T0 | AUC |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|---|")
	own := func(s *sample) string { return strings.TrimRight(s.set, "+~") }
	figures := func(rows []*sample) string {
		falseT5, recall, falseT0 := outcome(rows)
		return fmt.Sprintf(" %.3f | %.3f | %.3f | %.3f |", falseT5, recall, falseT0, auc(rows))
	}
	type line struct {
		name string
		rows []*sample
		with string
	}
	var lines []line
	for i := 0; i < len(samples); { // the rows of a set stand together
		set := samples[i].set
		var rows []*sample
		for ; i < len(samples) && samples[i].set == set; i++ {
			rows = append(rows, samples[i])
		}
		if !strings.HasSuffix(set, "+") {
			lines = append(lines, line{set, rows, figures(rows)})
		}
	}
	var left string
	var without *judge.Lexical
	var weights *judge.Weights
	for _, l := range lines {
		if !l.rows[0].fit {
			fmt.Fprintf(w, "| %s | %d |%s never fitted | | | |\n", l.name, len(l.rows), l.with)
			continue
		}
		if base := own(l.rows[0]); base != left {
			weights, _ = fit(where(samples, func(s *sample) bool { return own(s) != base }), b, seed)
			left, without = base, judge.NewFitted(weights)
		}
		for _, s := range l.rows {
			s.cv = weights.Margin(s.x)
			s.ask(without)
		}
		fmt.Fprintf(w, "| %s | %d |%s%s\n", l.name, len(l.rows), l.with, figures(l.rows))
	}
}
