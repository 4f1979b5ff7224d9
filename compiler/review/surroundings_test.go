package review

import (
	"strings"
	"testing"
)

func TestSurroundings(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("wort ", 200)
	for _, c := range []struct{ text, last, first string }{
		{"", "", ""},
		{"one\n\ntwo\nthree\nfour", "two\nthree\nfour", "one\n\ntwo\nthree"},
		{"\n\n  indented\n", "  indented", "  indented"},
		{"天地玄黄。宇宙洪荒。", "天地玄黄。宇宙洪荒。", "天地玄黄。宇宙洪荒。"},
	} {
		if got := lastOf(c.text); got != c.last {
			t.Errorf("end of %q: %q", c.text, got)
		}
		if got := firstOf(c.text); got != c.first {
			t.Errorf("beginning of %q: %q", c.text, got)
		}
	}
	if got := lastOf(long); !strings.HasPrefix(got, "…wort ") || len(got) > aroundRunes+len("…") {
		t.Errorf("%q", got)
	}
	if got := firstOf(long); !strings.HasSuffix(got, " wort…") || len(got) > aroundRunes+len("…") {
		t.Errorf("%q", got)
	}
}
