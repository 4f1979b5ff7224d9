package eval

import (
	"context"
	"fmt"

	"assay/compiler"
)

// plant makes false what is verified, as labels.
func (w *wikiRun) plant(ctx context.Context, name string) ([]*WikiLabel, error) {
	c, err := w.o.Open(w.root)
	if err != nil {
		return nil, err
	}
	plants, err := c.Plants(ctx, compiler.PlantOptions{Most: w.o.Plant, Seed: w.o.Seed})
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
