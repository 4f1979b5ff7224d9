package draft

import (
	"strings"
	"testing"
)

func TestCommonWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a b c", "", 0}, {"a b c", "a b c", 3}, {"a b c", "a x c", 2}, {"a b c d", "b c d a", 3}, {"a a a", "a", 1}, {"x a y b z", "a b", 2},
	} {
		if got := common(strings.Fields(c.a), strings.Fields(c.b)); got != c.want {
			t.Errorf("%q, %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
	long := strings.Fields("head " + strings.Repeat("a b ", 10_000) + "tail")
	turned := strings.Fields("tail " + strings.Repeat("b a ", 10_000) + "head")
	if got := common(long, turned); got != len(long) {
		t.Errorf("%d of %d", got, len(long))
	}
}
