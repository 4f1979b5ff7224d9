package align

import (
	"math"
	"slices"
	"sync"

	"assay/text"
)

// InOrder says how far neighbours of the claim are neighbours in the source, how far their order is
// kept, how many words of weight the source has between them, which share of those found as they are
// stands the other way round, and where the alignment leaps: claims spliced from several sentences do.
func (a *Alignment) InOrder() (together, order, inserted, inverted, jumps float64) {
	near, kept, placed, found, turned := 0, 0, 0, 0, 0
	last, lastFound := -1, int32(-1) // term that has a place, place of one that was found
	for i := range a.Terms {
		tm := &a.Terms[i]
		if tm.Pos < 0 {
			continue
		}
		if last >= 0 {
			gap, want := tm.Pos-a.Terms[last].Pos, tm.Tok-a.Terms[last].Tok
			if gap < 0 || gap > want+4 {
				jumps++
			}
			if last == i-1 {
				if gap > 0 && gap <= want+2 {
					near++
				}
				for k := a.Terms[last].Pos + 1; k < tm.Pos && gap < 12; k++ {
					if a.Source.Toks[k].Content() {
						inserted++
					}
				}
			}
		}
		if last < 0 || tm.Pos > a.Terms[last].Pos {
			kept++
		}
		placed++
		last = i
		if tm.Found >= AsForm {
			if lastFound >= 0 {
				found++
				if tm.Pos < lastFound {
					turned++
				}
			}
			lastFound = tm.Pos
		}
	}
	return Share(float64(near), float64(len(a.Terms)-1)), Share(float64(kept), float64(placed)), inserted / math.Max(1, float64(len(a.Terms))),
		Share(float64(turned), math.Max(1, float64(found))), jumps
}

// Density says how closely the aligned words stand, how much of the window's weight
// the claim uses, and how many names of the window it does not.
func (a *Alignment) Density() (dense, used, names float64) {
	first, last := int32(-1), int32(-1)
	aligned := map[int32]bool{}
	for i := range a.Terms {
		if p := a.Terms[i].Pos; p >= 0 {
			if first < 0 || p < first {
				first = p
			}
			last = max(last, p)
			aligned[p] = true
		}
	}
	if len(aligned) == 0 {
		return 0, 0, 0
	}
	var weight, hit float64
	content := 0
	for u := a.Window.First; u < a.Window.Last; u++ {
		for k := a.Source.Units[u].First; k < a.Source.Units[u].Last; k++ {
			tok := &a.Source.Toks[k]
			if !tok.Content() {
				continue
			}
			if k >= first && k <= last {
				content++
			}
			weight += float64(tok.Weight)
			if aligned[k] || a.ClaimHas(tok.Stem) {
				hit += float64(tok.Weight)
			} else if tok.Is(text.MarkName) {
				names++
			}
		}
	}
	return Share(float64(len(aligned)), float64(content)), Share(hit, weight), math.Min(names, 8)
}

// A weave is how the claim's words, those without meaning included, run through the
// window: which word of the claim is which of the source, in order. What a claim
// copies and what it leaves out between two copied words show there.
type weave struct {
	Kept      float64 // share of the claim's words that the window has in this order
	Cuts      float64 // places where the claim joins what the source has three words or more between, within a clause
	Longest   float64 // most words left out at one such place
	CutShort  float64 // 1 where the claim ends and the source's phrase goes on
	Weakening float64 // words left out that deny or hedge
	Fragments float64 // runs that the claim is put together from, for each ten of its words
}

const (
	WeaveClaim  = 90  // words of a claim that are looked at
	WeaveWindow = 260 // words of a window
)

// Weave finds the common subsequence with the fewest breaks.
func (a *Alignment) Weave() weave {
	c := a.Claim.Toks[:min(len(a.Claim.Toks), WeaveClaim)]
	if len(c) == 0 || a.Window.Last <= a.Window.First || int(a.Window.Last) > len(a.Source.Units) {
		return weave{}
	}
	s := a.Source.Toks[a.Source.Units[a.Window.First].First:a.Source.Units[a.Window.Last-1].Last]
	s = s[:min(len(s), WeaveWindow)]
	places := RunThrough(c, s)
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
	w.Kept = float64(matched) / float64(len(c))
	w.Fragments = 10 * float64(runs) / float64(len(c)+4)
	if last == len(c)-1 {
		w.CutShort = cutShort(s, places[last])
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
		if left[i].Is(text.MarkNeg) || text.Hedges.Has(left[i].Low) || Weakenings.Has(left[i].Low) {
			w.Weakening++
		}
	}
	if content == 0 || len(left)-inserted < 3 || closed && left[0].Is(text.MarkBreak) {
		return
	}
	w.Cuts++
	w.Longest = max(w.Longest, float64(min(len(left), 30)))
}

// Weakenings are words that a claim may not leave out.
var Weakenings = text.WordSet(`possible possibly alleged former formerly once if unless except only planned proposed almost nearly attempted
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

// RunThrough aligns words by stem, in order, preferring neighbours: the place of
// each word of c in s, or -1.
func RunThrough(c, s []text.Token) []int {
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

// overlap reports pairs of characters that share one.
func (a *Alignment) overlap(i, j int) bool {
	x, y := &a.Claim.Toks[a.Terms[i].Tok], &a.Claim.Toks[a.Terms[j].Tok]
	return x.Is(text.MarkCJK) && y.Is(text.MarkCJK) && x.End > y.Start
}
