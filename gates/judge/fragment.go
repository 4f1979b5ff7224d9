package judge

import (
	"slices"
	"strings"
	"sync"

	"assay/gates/judge/reading"
	"assay/text"
)

// A weave is how the claim's words, those without meaning included, run through the
// window: which word of the claim is which of the source, in order. What a claim
// copies and what it leaves out between two copied words show there.
type weave struct {
	kept      float64 // share of the claim's words that the window has in this order
	cuts      float64 // places where the claim joins what the source has three words or more between, within a clause
	longest   float64 // most words left out at one such place
	cutShort  float64 // 1 where the claim ends and the source's phrase goes on
	weakening float64 // words left out that deny or hedge
	fragments float64 // runs that the claim is put together from, for each ten of its words
}

const (
	weaveClaim  = 90  // words of a claim that are looked at
	weaveWindow = 260 // words of a window
)

// weave finds the common subsequence with the fewest breaks.
func (a *alignment) weave() weave {
	c := a.c.Toks[:min(len(a.c.Toks), weaveClaim)]
	if len(c) == 0 || a.window.last <= a.window.first || int(a.window.last) > len(a.s.Units) {
		return weave{}
	}
	s := a.s.Toks[a.s.Units[a.window.first].First:a.s.Units[a.window.last-1].Last]
	s = s[:min(len(s), weaveWindow)]
	places := runThrough(c, s)
	var w weave
	last, matched, runs := -1, 0, 0
	for i, at := range places {
		if at < 0 {
			continue
		}
		matched++
		if last < 0 || places[last] != at-1 || last != i-1 {
			runs++
		}
		if last >= 0 && i-last <= 2 {
			left := s[places[last]+1 : at]
			w.leaveOut(left, s[at].Is(text.MarkBreak), i-last-1)
		}
		last = i
	}
	w.kept = float64(matched) / float64(len(c))
	w.fragments = 10 * float64(runs) / float64(len(c)+4)
	if last == len(c)-1 {
		w.cutShort = cutShort(s, places[last])
	}
	return w
}

// leaveOut notes the words between two that the claim joins. A stretch between two
// marks is an aside and may go.
func (w *weave) leaveOut(left []text.Token, closed bool, inserted int) {
	content := 0
	for i := range left {
		if left[i].Content() || left[i].Is(text.MarkNumber) {
			content++
		}
		if left[i].Is(text.MarkNeg) || text.Hedges.Has(left[i].Low) || weakenings.Has(left[i].Low) {
			w.weakening++
		}
	}
	if content == 0 || len(left)-inserted < 3 || closed && left[0].Is(text.MarkBreak) {
		return
	}
	w.cuts++
	w.longest = max(w.longest, float64(min(len(left), 30)))
}

var weakenings = text.WordSet(`possible possibly alleged former formerly once if unless except only planned proposed almost nearly attempted
	without against until`)

// cutShort reports a source that goes on within the phrase where the claim ends.
func cutShort(s []text.Token, at int) float64 {
	if at+1 >= len(s) || s[at+1].Unit != s[at].Unit || s[at+1].Is(text.MarkBreak) {
		return 0
	}
	if s[at+1].Is(text.MarkStop) && s[at+1].Low != "and" && s[at+1].Low != "or" && s[at+1].Low != "that" && !s[at].Is(text.MarkStop) {
		return 0.5
	}
	return 1
}

// gainOf is what a word that both have counts in their alignment.
func gainOf(tok *text.Token) float32 {
	if tok.Content() {
		return 1
	}
	return 0.4
}

// grids are room for tables, which are large and asked for several times a claim.
var grids = sync.Pool{New: func() any { return new([]float32) }}

// runThrough aligns words by stem, in order, preferring neighbours: the place of
// each word of c in s, or -1.
func runThrough(c, s []text.Token) []int {
	n, m := len(c), len(s)
	// best[i][j]: most from the first i and j words; ending[i][j]: with these two matched.
	size := (n + 1) * (m + 1)
	grid := grids.Get().(*[]float32)
	defer grids.Put(grid)
	*grid = slices.Grow((*grid)[:0], 2*size)[:2*size]
	clear(*grid)
	best, ending := (*grid)[:size], (*grid)[size:]
	for i := 1; i <= n; i++ {
		row, above := i*(m+1), (i-1)*(m+1)
		stem, gain := c[i-1].Stem, gainOf(&c[i-1])
		left := float32(0)
		for j := 1; j <= m; j++ {
			if score := best[above+j]; score > left {
				left = score
			}
			if stem == s[j-1].Stem {
				e := best[above+j-1] + gain
				if before := ending[above+j-1]; before > 0 {
					e = max(e, before+gain+0.5)
				}
				ending[row+j] = e
				left = max(left, e)
			}
			best[row+j] = left
		}
	}
	places := make([]int, n)
	for i := range places {
		places[i] = -1
	}
	for i, j := n, m; i > 0 && j > 0; {
		at := i*(m+1) + j
		switch {
		case ending[at] > 0 && ending[at] == best[at]:
			// Down the run of neighbours as long as it pays.
			for {
				places[i-1] = j - 1
				gain := gainOf(&c[i-1])
				before := ending[(i-1)*(m+1)+j-1]
				joined := before > 0 && ending[i*(m+1)+j] == before+gain+0.5
				i, j = i-1, j-1
				if !joined {
					break
				}
			}
		case best[at] == best[at-m-1]:
			i--
		default:
			j--
		}
	}
	return places
}

// spliced reports a claim put together from pieces of a longer text: it copies most
// of its words, and joins what the text has words between, drops a reservation, ends
// within a phrase, or ties words that the text does not. A summary by extraction
// goes wrong in this way; a claim in words of its own does not, nor does a row or an item with a label
// ("Wichert: 1999 – 2001") that a sentence has whole and in its order.
func (a *alignment) spliced(f *features) bool {
	n := len(a.s.Toks)
	if n < reading.ArticleFrom || n >= reading.PageFrom || f[featureKept] < copied || f[featureReserved] == 0 && strings.Contains(a.c.Raw, ": ") && a.retells(a.bestUnit()) {
		return false
	}
	return f[featureCuts] > 0 || f[featureCutShort] == 1 || f[featureReserved] > 0 || f[featureUsurped] > 0 || f[featureWeakest] < 0.5
}

// copied is the share of a claim's words from which on it is a copy.
const copied = 0.75
