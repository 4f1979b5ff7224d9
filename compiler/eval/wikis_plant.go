package eval

import (
	"context"
	"fmt"
	"slices"

	"assay/compiler/stats"
	"assay/gates/mutate"
)

// plant makes false what is verified, as labels.
func (w *wikiRun) plant(ctx context.Context, name string) ([]*WikiLabel, error) {
	c, err := w.o.Open(w.root)
	if err != nil {
		return nil, err
	}
	// Those after which a claim is wrong. What is said without a reservation, or with an addition, is
	// more than the source says, and not against it.
	kinds := slices.DeleteFunc(mutate.Kinds(), func(k mutate.Kind) bool {
		return k == mutate.Source || k == mutate.Hedge || k == mutate.Boundary || k == mutate.Tail
	})
	plants, err := stats.Plants(ctx, c, stats.PlantOptions{Kinds: kinds, Most: w.o.Plant, Seed: w.o.Seed})
	if err != nil {
		return nil, err
	}
	var rows []*WikiLabel
	for _, p := range plants {
		rows = append(rows, &WikiLabel{Wiki: name, File: p.File, Line: p.Line, Claim: p.New, Cited: p.Cited, Label: labelContradicted,
			Part: p.To, Why: fmt.Sprintf("it held with %q in place of %q", p.From, p.To), Stratum: stratumPlanted, Weight: 1,
			Edit: []string{p.Old, p.New}, Kind: string(p.Kind)})
	}
	return rows, nil
}
