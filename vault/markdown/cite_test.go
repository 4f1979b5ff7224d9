package markdown

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What other tools write, and write wrongly.
func TestForeignCitations(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a header below the summary", "# Kiln\n\n**Summary**: How the kiln is fired each week.\n\n**Sources**: `raw/kiln.md`\n\nThe kiln is warm.\n\n## Old\n\nThe door is shut.\n", "Summary: How the kiln is fired each week. <note meta raw/kiln.md>|The kiln is warm. <note meta raw/kiln.md>|The door is shut. <note meta raw/kiln.md>"},
		{"sources after a section", "# Kiln\n\n## Old\n\nThe door is shut.\n\n**Sources**: `raw/door.md`\n\n## New\n\nThe kiln is warm.\n", "The door is shut. <section meta raw/door.md>|The kiln is warm."},
		{"one marker at the end of the page", "# Kiln\n\nThe door is shut.\n\n## New\n\nThe kiln is warm.\n\n^[sources/papers/x.md]\n", "The door is shut. <note caret sources/papers/x.md>|The kiln is warm. <note caret sources/papers/x.md>"},
		{"a marker at the end, and another", "# Kiln\n\nThe door is shut. ^[a.md]\n\nThe roof is new.\n\n## New\n\nThe kiln is warm.\n\n^[b.md]\n", "The door is shut. <caret a.md>|The roof is new.|The kiln is warm. <section caret b.md>"},
		{"a marker in the midst", "# Kiln\n\nThe door is shut.\n\n^[b.md]\n\n## New\n\nThe kiln is warm.\n", "The door is shut. <section caret b.md>|The kiln is warm."},
		{"a name like a placeholder's", "The kiln is warm. ^[QUICKSTART.md]\n\nThe door is shut. ^[a.md#LSTART-LEND]\n\nThe roof is new. ^[…]\n", "The kiln is warm. <caret QUICKSTART.md>|The door is shut. <undefined a.md#LSTART-LEND>|The roof is new. <undefined …>"},
		{"a footnote that only its label explains", "The kiln is warm.[^src-kiln] The door is shut.[^n]\n\n[^src-kiln]: A paper on kilns\n[^n]: That is, most of the time.\n", "The kiln is warm. <undefined src-kiln>|The door is shut."},
		{"a sentence that begins with code", "The wheel turns (source: `a.go`). `Turn` returns an error (source: `b.go`).\n", "The wheel turns. <paren a.go>|Turn returns an error. <paren b.go>"},
		{"ranges with a dash", "The kiln is warm ^[a.md:3–5, L9-L12]\n", "The kiln is warm <caret a.md:3-5> <caret a.md:9-12>"},
		{"a place in the source", "The kiln is warm (source: a.md, lines 3-5). The door is shut (source: b.md, section 2, c.md).\n", "The kiln is warm. <paren a.md:3-5>|The door is shut. <paren b.md> <paren c.md>"},
		{"a comma in a name", "---\nsources: [Kilns, old and new.md, b.md]\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note meta Kilns, old and new.md> <note meta b.md>"},
		{"a colon in a name", "---\nsources:\n  - Kilns: a guide.md\n  - b.md\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note meta Kilns: a guide.md> <note meta b.md>"},
		{"sources that are mappings", "---\nsources:\n  - path: raw/a.md\n    title: A\n  - {file: raw/b.md, pages: 3}\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note meta raw/a.md> <note meta raw/b.md>"},
		{"sources left empty", "---\nsources:\n  created: 2026-01-01\n---\n\nThe kiln is warm.\n", "The kiln is warm."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(strings.Split(test.want, "|"), showClaims(test.text)); diff != "" {
				t.Errorf("%s\n%s", test.text, diff)
			}
		})
	}
}

// A fault of the frontmatter is told once.
func TestFrontmatterFaultsOnce(t *testing.T) {
	for text, want := range map[string]string{
		"---\nsources:\n  created: 2026-01-01\n---\n":      "frontmatter-shape",
		"---\nsources:\n---\n":                             "frontmatter-empty",
		"---\nsources: [Kilns, old and new.md]\n---\n":     "frontmatter-list-split",
		"---\nsources: [\"Kilns, old and new.md\"]\n---\n": "",
		"---\nsources: [Kilns, Pots, Glazes]\n---\n":       "",
		"---\nsources:\n  - Kilns: a guide.md\n---\n":      "",
	} {
		var got []string
		for _, p := range Parse("a.md", []byte(text), Options{}).Problems {
			got = append(got, p.Kind)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %q", text, got, want)
		}
	}
}
