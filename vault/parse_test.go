package vault

import (
	"os"
	"testing"
)

func TestScratch(t *testing.T) {
	b, err := os.ReadFile(os.Getenv("SCRATCH"))
	if err != nil {
		t.Skip()
	}
	n := Parse("x/Note.md", b, Options{ExemptSections: []string{"See also"}})
	t.Logf("title=%q body=%d words=%d meta=%+v", n.Title, n.BodyStart, n.Words, n.Meta)
	for _, h := range n.Headings {
		t.Logf("H %+v [%s]", h, b[h.Start:h.End])
	}
	for _, l := range n.Links {
		t.Logf("L %+v [%s]", l, b[l.Start:l.End])
	}
	for _, l := range n.Blocks {
		t.Logf("B %+v [%s]", l, b[l.Start:l.End])
	}
	for _, l := range n.Questions {
		t.Logf("Q %+v [%s]", l, b[l.Start:l.End])
	}
	for _, l := range n.Footnotes {
		t.Logf("F %+v [%s]", l, b[l.Start:l.End])
	}
	for _, c := range n.Claims {
		t.Logf("C %q h=%d k=%d b=%s inf=%v\n   [%s]", c.Text, c.Heading, c.Kind, c.BlockID, c.Inferred, b[c.Start:c.End])
		for _, x := range c.Cites {
			t.Logf("     cite %+v [%s]", x, b[x.Start:x.End])
		}
	}
	for _, p := range n.Problems {
		t.Logf("P %+v", p)
	}
}
