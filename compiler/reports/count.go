package reports

import (
	"fmt"
	"strings"
)

// Count says n things: "1 claim", "3 claims". many is what several are called, where that is not
// told by what one is.
func Count(n int, one string, many ...string) string {
	stem, y := strings.CutSuffix(one, "y")
	switch {
	case n == 1:
		return "1 " + one
	case len(many) > 0:
		return fmt.Sprintf("%d %s", n, many[0])
	case y && !strings.HasSuffix(stem, "a"):
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// Verb is what one thing does, or several do.
func Verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
