package provenance

import (
	"fmt"
	"strings"
	"testing"

	"assay/vault"
	"assay/vault/links"
	"assay/vault/markdown"
)

func TestLinkGaps(t *testing.T) {
	files := map[string]string{
		"a.md":                 "---\ngaps: [quantum tunnelling]\n---\n# A\n\nSee [[Missing|this]], [[missing]], [[Missing]] and [[b#Nowhere]], [[b#^nope]], ![[gone.png]]; all of it in words enough to be more than any stub.\n\n> [!question] Why is that so?\n",
		"b.md":                 "# B\n\nBack to [[A]] and [[MISSING]].\n",
		"c.md":                 "Alone, with a [site](https://example.org) and [itself](#) and words enough to be more than a stub here.\n",
		"03_Sources/sr_1/p.md": "[[Nothing at all]]\n",
		"index.md":             "---\ngenerated: true\n---\n[[c]] [[a]] [[lost]]\n",
	}
	var notes []*markdown.Note
	var writes []vault.Write
	for name, text := range files {
		writes = append(writes, vault.Write{Path: name, Data: []byte(text)})
	}
	s := new(vault.Snapshot).With(writes...)
	byPath := map[string]*markdown.Note{}
	for _, f := range s.Files() {
		n := markdown.Parse(f.Path, []byte(files[f.Path]), markdown.Options{})
		notes, byPath[f.Path] = append(notes, n), n
	}
	r := links.New(s, func(path string) *markdown.Note { return byPath[path] }, links.Options{Sources: "03_Sources"})
	var b strings.Builder
	for _, g := range LinkGaps(notes, r, GapOptions{Sources: "03_Sources", MinWords: 8}) {
		if g.Kind == StubNote {
			g.Count = 0
		}
		fmt.Fprintf(&b, "%s %s %q %d %v %v\n", g.File, g.Kind, g.Target, g.Count, g.From, g.End > g.Start)
	}
	want := `a.md declared "quantum tunnelling" 1 [] false
a.md unresolved-link "Missing" 2 [a.md b.md] true
a.md unresolved-link "missing" 1 [a.md b.md] true
a.md missing-heading "b#Nowhere" 1 [a.md] true
a.md missing-block "b#^nope" 1 [a.md] true
a.md missing-attachment "gone.png" 1 [a.md] true
a.md open-question "Why is that so?" 1 [] true
b.md stub "" 0 [] false
b.md unresolved-link "MISSING" 1 [a.md b.md] true
c.md orphan "" 1 [] false
c.md dead-end "" 1 [] false
index.md unresolved-link "lost" 1 [index.md] true
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}
