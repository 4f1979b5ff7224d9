package change

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"assay/vault"
)

// changedLines says which lines of a text are not those of an older one, and where the
// others stood.
type changedLines struct {
	now, was vault.Lines
	from     []int // by line: its number in the older text, or 0 where it is new
}

func newChangedLines(was, now []byte) *changedLines {
	c := &changedLines{now: vault.NewLines(now), was: vault.NewLines(was)}
	c.from = make([]int, c.now.Count()+1)
	old, new := splitLines(was), splitLines(now)
	text := string(diff.Diff("a", []byte(old), "b", []byte(new)))
	at, to := 1, 1 // the lines that follow, of the older text and of this one
	keep := func(until int) {
		for ; at < until; at, to = at+1, to+1 {
			c.note(to, at)
		}
	}
	body := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "@@ ") {
			var a, an, b, bn int
			if _, err := fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@", &a, &an, &b, &bn); err != nil {
				return &changedLines{now: c.now, was: c.was, from: make([]int, len(c.from))}
			}
			if an == 0 { // then it names the line before
				a++
			}
			keep(a)
			body = true
			continue
		}
		if !body {
			continue
		}
		switch line[0] {
		case ' ':
			c.note(to, at)
			at, to = at+1, to+1
		case '-':
			at++
		case '+':
			to++
		}
	}
	keep(c.was.Count() + 1)
	return c
}

func (c *changedLines) note(line, old int) {
	if line < len(c.from) {
		c.from[line] = old
	}
}

// splitLines brings line ends to one form, so that a checkout's are none of the change.
func splitLines(text []byte) string {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	if text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n")); len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, '\n') // a last line is the same with an end and without
	}
	return string(text)
}

// touches reports whether a span has part in a line that is new.
func (c *changedLines) touches(s vault.Span) bool {
	from, to := c.now.Position(s.Start).Line, c.now.Position(max(s.Start, s.End)).Line
	for line := from; line <= to && line < len(c.from); line++ {
		if begin, _ := c.now.Range(line); c.from[line] == 0 && (line == from || begin < s.End) {
			return true
		}
	}
	return false
}

// old is where an offset of an unchanged line was.
func (c *changedLines) old(offset int) (int, bool) {
	line := c.now.Position(offset).Line
	if line >= len(c.from) || c.from[line] == 0 {
		return 0, false
	}
	now, _ := c.now.Range(line)
	was, _ := c.was.Range(c.from[line])
	return was + offset - now, true
}
