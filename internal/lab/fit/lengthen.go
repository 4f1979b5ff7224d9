package main

import (
	"assay/text"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

const (
	mostLong  = 800  // rows of a set that are made long
	alongFrom = 2000 // bytes of text, in the middle, from which on a set is long already
)

// lengthen lays the evidence of rows among that of others, up to the length of a
// page: most open sets have passages, most wikis cite pages. The answer stays.
func lengthen(rows []*sample, seed uint64) []*sample {
	var sizes []int
	for _, row := range rows {
		sizes = append(sizes, len(row.text))
	}
	slices.Sort(sizes)
	if len(sizes) == 0 || sizes[len(sizes)/2] >= alongFrom {
		return nil
	}
	r := rand.New(rand.NewPCG(seed, 7))
	var long []*sample
	for _, k := range r.Perm(len(rows)) {
		row := rows[k]
		if text.WithoutSpaces(row.claim) || len(long) == mostLong {
			continue
		}
		want := int(1200 * math.Exp(2.5*r.Float64())) // bytes, up to 15,000
		parts := []string{}
		for n := 0; n < want; {
			other := rows[r.IntN(len(rows))]
			if other.group == row.group {
				n += 100
				continue
			}
			parts = append(parts, other.text)
			n += len(other.text)
		}
		at := r.IntN(len(parts) + 1)
		parts = append(parts[:at:at], append([]string{row.text}, parts[at:]...)...)
		long = append(long, &sample{set: row.set + "~", group: row.group, claim: row.claim, text: strings.Join(parts, "\n\n"), fit: true, y: row.y})
	}
	return long
}
