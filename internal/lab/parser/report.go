package main

import (
	"fmt"
	"io"
	"strings"

	"assay/text/syntax"
)

// report parses the sentences and says how many words have the right head (UAS), the
// right head and relation (LAS) and the right tag, with and without punctuation.
func report(out io.Writer, held []sentence, parse func([]string) []syntax.Word) {
	if len(held) == 0 {
		return
	}
	trees := make([][]syntax.Word, len(held))
	for i, s := range held {
		trees[i] = parse(s.words())
	}
	score(out, "as written", held, trees)
	for i, s := range held {
		trees[i] = parse(strings.Split(strings.ToLower(strings.Join(s.words(), "\x00")), "\x00"))
	}
	score(out, "lower case", held, trees)
}

func score(out io.Writer, name string, held []sentence, trees [][]syntax.Word) {
	var n, heads, both, all, allHeads, allBoth, tags int
	var want, got, right [64]int
	for i, s := range held {
		for j, g := range s {
			w := trees[i][j]
			if w.Tag == g.tag {
				tags++
			}
			h, b := 0, 0
			if w.Head == g.head {
				h = 1
				if w.Rel == g.rel {
					b = 1
				}
			}
			want[g.rel]++
			got[w.Rel]++
			right[g.rel] += b
			all++
			allHeads += h
			allBoth += b
			if g.tag != syntax.Punctuation {
				n++
				heads += h
				both += b
			}
		}
	}
	of := func(a, b int) float64 { return float64(a) / float64(max(1, b)) }
	fmt.Fprintf(out, "%s: UAS %.4f LAS %.4f without punctuation, %.4f %.4f with; UPOS %.4f\n", name, of(heads, n), of(both, n),
		of(allHeads, all), of(allBoth, all), of(tags, all))
	if name != "as written" {
		return
	}
	for r := range syntax.Punct + 1 {
		if want[r] >= all/400 {
			fmt.Fprintf(out, "  %-12s precision %.3f recall %.3f of %d\n", r, of(right[r], got[r]), of(right[r], want[r]), want[r])
		}
	}
}
