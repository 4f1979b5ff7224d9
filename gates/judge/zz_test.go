package judge

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"assay/text"
)

func TestZZ(t *testing.T) {
	b, _ := os.ReadFile("/tmp/w/tmp-plants/zz.txt")
	l := NewLexical()
	for _, p := range strings.Split(strings.TrimSpace(string(b)), "\n\n") {
		c, s, _ := strings.Cut(p, "\n")
		if strings.HasPrefix(s, "@") {
			b, err := os.ReadFile("/tmp/w/tmp-plants/ew/" + s[1:])
			if err != nil {
				panic(err)
			}
			s = string(b)
		}
		q := Question{Claim: c, Text: s}
		claim, source := l.texts.get(q.Claim, l.stems), l.texts.get(q.Text, l.stems)
		a := l.align(claim, source, nil, q)
		j, _ := l.Judge(nil, q)
		fmt.Println("==", c, "\n  ", s[:min(len(s),200)], "\n  ", j.Rule, j.Score, j.Stance, j.Mismatch)
		fmt.Println("  order", len(a.order), "units", len(a.s.units), "window", a.window, a.single)
		for k, u := range a.order[:min(5, len(a.order))] {
			fmt.Printf("    %d %.2f %.80q\n", k, a.perUnit[u]/a.total, a.s.raw[a.s.units[u].start:a.s.units[u].end])
		}
		ch := a.check()
		fmt.Println("  polarity", ch.polarity.worst, "stated", ch.stated)
		for u := range a.c.units {
			e, ok := a.echoOf(int32(u))
			fmt.Printf("  echo %v kept %.2f covers %.2f\n", ok, e.kept, e.covers)
			for i := range e.changes {
				ch := &e.changes[i]
				f := a.checkChange(&e, ch)
				fmt.Printf("    %q %q elsewhere %.2f", a.c.shown(ch.c), a.s.shown(ch.s), e.keptElsewhere(a.c, ch))
				if f != nil {
					fmt.Print(" ", f.rule, f.effect)
				}
				fmt.Println()
			}
		}
		for i := range a.terms {
			tm := &a.terms[i]
			tok := &a.c.toks[tm.tok]
			fmt.Printf(" [%s w%.1f f%.1f any%.1f pos%d %v%v]", tok.Low, tm.weight, tm.found, tm.anywhere, tm.pos, tok.Is(text.MarkName), tok.Is(text.MarkCode))
		}
		fmt.Println()
	}
}
