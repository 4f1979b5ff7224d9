package gates

// Nearest is the name that a typo most likely meant, or "" when none is near: at
// most a third of the word may differ (a swap of neighbours counts once).
func Nearest(word string, names []string) string {
	best, limit := "", max(1, len([]rune(word))/3)+1
	for _, name := range names {
		if d := editDistance(word, name); d < limit {
			best, limit = name, d
		}
	}
	return best
}

// editDistance counts the insertions, deletions, substitutions and swaps of
// neighbours that turn a into b (Damerau–Levenshtein, optimal string alignment).
func editDistance(from, to string) int {
	a, b := []rune(from), []rune(to)
	if len(a) > 64 || len(b) > 64 {
		return max(len(a), len(b)) // no name is that long
	}
	prev2, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}
