package main

import (
	"math/rand/v2"
	"strings"

	"assay/gates/judge"
)

// lengthen lays the evidence of rows among that of others, up to the length of a
// page: most open sets have passages, most wikis cite pages. The answer stays.
func lengthen(rows []*sample, seed uint64, most int) []*sample {
	r := rand.New(rand.NewPCG(seed, 7))
	var long []*sample
	for _, k := range r.Perm(len(rows)) {
		row := rows[k]
		if judge.WithoutSpaces(row.claim) || len(long) == most {
			continue
		}
		want := 1200 + r.IntN(5000) // bytes
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
