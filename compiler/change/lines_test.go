package change

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"assay/vault"
)

// A line that is not new is the line that it is said to have been, and where nothing
// changed nothing is new.
func TestChangedLinesProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SampledFrom([]string{"a", "b", "c", "", "知識", "- x", "+ y", "@@ -1,1 +1,1 @@", "\\ no", "--- a"})
		end := rapid.SampledFrom([]string{"\n", "\r\n"})
		text := func(lines []string, end string, last bool) string {
			s := strings.Join(lines, end)
			if last {
				s += end
			}
			return s
		}
		was, now := rapid.SliceOfN(line, 0, 12).Draw(t, "was"), rapid.SliceOfN(line, 0, 12).Draw(t, "now")
		if rapid.Bool().Draw(t, "same") {
			now = was
		}
		a := text(was, end.Draw(t, "end of was"), rapid.Bool().Draw(t, "last of was"))
		b := text(now, end.Draw(t, "end of now"), rapid.Bool().Draw(t, "last of now"))
		c := newChangedLines([]byte(a), []byte(b))
		of := func(text string, lines vault.Lines, n int) string {
			from, to := lines.Range(n)
			return strings.TrimRight(text[from:to], "\r\n")
		}
		last, kept := 0, 0
		for n := 1; n < len(c.from); n++ {
			old := c.from[n]
			if old == 0 {
				continue
			}
			kept++
			if old <= last {
				t.Fatalf("line %d was %d, and the one before it %d", n, old, last)
			}
			last = old
			if of(b, c.now, n) != of(a, c.was, old) {
				t.Fatalf("line %d is %q and was %q", n, of(b, c.now, n), of(a, c.was, old))
			}
		}
		if strings.ReplaceAll(a, "\r", "") == strings.ReplaceAll(b, "\r", "") && len(b) > 0 && kept < c.now.Count()-1 {
			t.Fatalf("nothing changed, and %d of %d lines are as they were", kept, c.now.Count())
		}
	})
}
