package text

import (
	"regexp"
	"sync"
)

// Pattern compiles an expression when it is first asked for: most commands need few.
func Pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
