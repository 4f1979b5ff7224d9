package lists

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// show prints claims one a line: what stands at its place, and what it cites.
func show(text string, f Fields) (out []string) {
	n := Parse("kb/a.yaml", []byte(text), f)
	for _, p := range n.Problems {
		out = append(out, p.Kind)
	}
	for _, c := range n.Claims {
		s := c.Text + " @" + text[c.Start:min(c.End, c.Start+4)]
		for _, x := range c.Cites {
			s += fmt.Sprintf(" <%s:%d-%d %q>", x.Target, x.FromLine, x.ToLine, x.Quote)
		}
		out = append(out, s)
	}
	return out
}

// Whoever keeps claims as data has them read where they stand, however their mappings nest.
func TestParse(t *testing.T) {
	f := Fields{Claim: "says", Reference: "ref", Snippet: "words"}
	for name, tt := range map[string]struct{ text, want string }{
		"evidence within":          {"- says: The kiln is warm.\n  evidence:\n    - ref: raw/a.md#L3-L4\n      words: is warm\n    - ref: PMID:12\n", `The kiln is warm. @The  <raw/a.md:3-4 "is warm"> <PMID:12:0-0 "">`},
		"a list of references":     {"says: \"The kiln is warm.\"\nref: [a.md, b.md]\n", `The kiln is warm. @"The <a.md:0-0 ""> <b.md:0-0 "">`},
		"claims within claims":     {"a:\n  says: The kiln is warm.\n  ref: a.md\n  parts:\n    - says: The door is shut.\n      ref: b.md\n", "The kiln is warm. @The  <a.md:0-0 \"\">|The door is shut. @The  <b.md:0-0 \"\">"},
		"JSON on a line":           {`{"x": [{"says": "The \"kiln\" is warm.", "ref": "repo://a.ts#L1"}]}`, `The "kiln" is warm. @"The <a.ts:1-1 "">`},
		"a block of text":          {"- says: |\n    The kiln\n    is warm.\n  ref: a.md\n", `The kiln is warm. @| <a.md:0-0 "">`},
		"nothing that is a claim":  {"- name: x\n  ref: a.md\n", ""},
		"no YAML":                  {"- says: \"\n", "list-syntax"},
		"several documents":        {"says: The kiln is warm.\n---\nsays: The door is shut.\n", "The kiln is warm. @The |The door is shut. @The "},
		"a number for a reference": {"says: The kiln is warm.\nref: 12\n", `The kiln is warm. @The  <12:0-0 "">`},
	} {
		t.Run(name, func(t *testing.T) {
			var want []string
			if tt.want != "" {
				want = strings.Split(tt.want, "|")
			}
			if name == "a block of text" {
				want = []string{tt.want}
			}
			if diff := cmp.Diff(want, show(tt.text, f)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// FuzzParse holds that any bytes are read, and that places lie within them.
func FuzzParse(f *testing.F) {
	f.Add([]byte("- says: a b c\n  ref: x.md\n"))
	f.Add([]byte(`{"says": "ü", "ref": ["a", {"ref": "b"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, c := range Parse("a.yaml", text, Fields{"says", "ref", "words"}).Claims {
			if c.Start < 0 || c.Start > c.End || c.End > len(text) {
				t.Errorf("%d-%d of %d bytes", c.Start, c.End, len(text))
			}
		}
	})
}
