package audit

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"assay/compiler/compose"
	"assay/ingest/alike"
)

// A textLine is a line of a page, by a hash of its words.
type textLine struct {
	hash  uint64
	words int
}

// linesOf a text, each once, with the words of all its places.
func linesOf(text string) []textLine {
	var out []textLine
	for line := range strings.Lines(text) {
		if h := alike.Hash(line); h != 0 {
			out = append(out, textLine{h, compose.CountWords(line)})
		}
	}
	slices.SortFunc(out, func(a, b textLine) int { return cmp.Compare(a.hash, b.hash) })
	n := 0
	for i, l := range out {
		if i > 0 && out[n-1].hash == l.hash {
			out[n-1].words += l.words
			continue
		}
		out[n] = l
		n++
	}
	return out[:n]
}

// repeats finds the lines that page after page has: what is left of menus and footers.
// Copies count as one page, since a text at two addresses is no menu.
func (in *Inspection) repeats(lines [][]textLine) {
	copied := map[int]bool{}
	for _, group := range in.copies {
		for _, i := range group[1:] {
			copied[i] = true
		}
	}
	in.distinct = len(lines) - len(copied)
	pages := map[uint64]int{}
	for i, page := range lines {
		for _, l := range page {
			if !copied[i] {
				pages[l.hash]++
			}
		}
	}
	often := max(auditRepeats, int(math.Ceil(auditRepeatShare*float64(in.distinct))))
	for i, page := range lines {
		repeated := 0
		for _, l := range page {
			if pages[l.hash] >= often {
				repeated += l.words
			}
		}
		if copied[i] {
			continue
		}
		in.words += in.Pages[i].words
		in.repeated += repeated
		if p := &in.Pages[i]; p.flaw == sound && p.words >= auditNavWords && float64(repeated) >= auditNavShare*float64(p.words) {
			p.flaw, p.why = navigation, "all but nothing of it is its own: other pages have the same lines"
		}
	}
}
