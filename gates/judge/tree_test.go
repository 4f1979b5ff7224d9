package judge

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestDump(t *testing.T) {
	if os.Getenv("SENT") == "" {
		t.Skip()
	}
	for _, s := range strings.Split(os.Getenv("SENT"), "|") {
		x := analyse(s, newStemCache())
		tr := x.tree(0)
		for i, n := range tr.nodes {
			fmt.Printf("%d:%s<%d %s %s %d%d m%b | ", i, n.low, n.Head, n.Rel, n.Tag, n.sign, n.within, n.mood)
		}
		var got []string
		for _, b := range tr.bonds {
			got = append(got, fmt.Sprintf("%s(%s,%s)", b.kind, x.toks[b.head].low, x.toks[b.dep].low))
		}
		fmt.Println(s, "\n ", strings.Join(got, " "))
	}
}
