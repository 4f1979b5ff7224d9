package grade

import (
	"fmt"
	"strings"
)

// What a judge reads at most. It compares each value of a claim with each of the passage,
// so its time is their product; beyond these bounds one claim would take seconds.
const (
	maxClaim   = 8 << 10
	maxPassage = 4 << 20
	maxNesting = 1000
)

// tooLarge says why a claim is not held against a passage; "" where it is.
func tooLarge(claim, passage string) string {
	switch {
	case len(claim) > maxClaim:
		return fmt.Sprintf("the sentence has %d KB, and a judge reads %d", len(claim)>>10, maxClaim>>10)
	case len(passage) > maxPassage:
		return fmt.Sprintf("the text has %d MB, and a judge reads %d", len(passage)>>20, maxPassage>>20)
	case brackets(passage) > maxNesting && nesting(passage) > maxNesting:
		return fmt.Sprintf("the text is nested deeper than %d", maxNesting)
	}
	return ""
}

// brackets are those that open in a text: it is nested no deeper. Counting them is fast.
func brackets(text string) int {
	return strings.Count(text, "[") + strings.Count(text, "{") + strings.Count(text, "(")
}

// nesting is how deep the brackets of a text are nested.
func nesting(text string) (deepest int) {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '[', '{', '(':
			depth++
			deepest = max(deepest, depth)
		case ']', '}', ')':
			depth = max(0, depth-1)
		}
	}
	return deepest
}
