package pdf

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// dropRepeated takes out of every page the lines at its head and foot that other
// pages have at the same height, numbers aside: running titles and page numbers.
func dropRepeated(sheets []sheet) {
	if len(sheets) < 3 {
		return
	}
	type key struct {
		text string
		y    int
	}
	count := map[key]int{}
	type counter struct{ off, y int } // a number that grows with the pages, and where
	counts := map[counter]int{}
	edge := make([][]int, len(sheets))
	for i, s := range sheets {
		edge[i] = s.edges()
		seen := map[key]bool{}
		for _, k := range edge[i] {
			l := s.lines[k]
			if t := numberless(l.text()); t != "" {
				y := int(math.Round(l.y / 4))
				for _, near := range []int{y - 1, y, y + 1} { // pages differ by a hair
					seen[key{t, near}] = true
				}
			}
		}
		for k := range seen {
			count[k]++
		}
		paged := map[counter]bool{}
		for _, k := range edge[i] {
			for _, n := range outerNumbers(s.lines[k].text()) {
				paged[counter{n - i, int(math.Round(s.lines[k].y / 4))}] = true
			}
		}
		for c := range paged {
			counts[c]++
		}
	}
	// Left and right pages have their own; chapters change them.
	need := max(3, len(sheets)/10)
	for i, s := range sheets {
		drop := map[int]bool{}
		for _, k := range edge[i] {
			l := s.lines[k]
			if t := numberless(l.text()); t != "" && count[key{t, int(math.Round(l.y / 4))}] >= need {
				drop[k] = true
			}
			for _, n := range outerNumbers(l.text()) {
				if len(l.text()) < 120 && counts[counter{n - i, int(math.Round(l.y / 4))}] >= need {
					drop[k] = true
				}
			}
		}
		kept := make([]line, 0, len(s.lines))
		for k, l := range s.lines {
			if !drop[k] {
				kept = append(kept, l)
			}
		}
		sheets[i].lines = kept
	}
}

// edges are the lines among the three highest and the three lowest of a page that stand
// in its upper or lower eighth.
func (s sheet) edges() []int {
	order := make([]int, len(s.lines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.lines[b].y, s.lines[a].y) })
	var out []int
	for i, k := range order {
		y := s.lines[k].y
		if i < 3 && y > s.height*7/8 || i >= len(order)-3 && y < s.height/8 {
			out = append(out, k)
		}
	}
	return out
}

// outerNumbers are the numbers with which a line begins or ends.
func outerNumbers(s string) []int {
	var out []int
	f := strings.Fields(s)
	for _, w := range []string{f[0], f[len(f)-1]} {
		if n, err := strconv.Atoi(w); err == nil && n >= 0 && n < 100_000 {
			out = append(out, n)
		}
	}
	return out
}

// numberless folds every number to one sign, roman page numbers among them.
func numberless(s string) string {
	s = strings.ToLower(s)
	if strings.Trim(s, "ivxlc") == "" && s != "" {
		return "#"
	}
	var b strings.Builder
	digits := false
	for _, r := range s {
		if unicode.IsDigit(r) {
			if !digits {
				b.WriteByte('#')
			}
			digits = true
			continue
		}
		digits = false
		b.WriteRune(r)
	}
	return b.String()
}
