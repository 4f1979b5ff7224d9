package vaultgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// pagesEach is how many pages of a wiki rest on one original.
const pagesEach = 10

// WriteWiki writes a wiki as other tools write them: pages that name an original in their
// frontmatter and cite it claim by claim, the originals in raw/, and no policy. A quarter of
// what it cites says something else than the original.
func WriteWiki(dir string, o Options) error {
	g := &generator{Options: o, dir: dir, words: newVocabulary()}
	return each((g.Notes+pagesEach-1)/pagesEach, func(i int) error {
		r := g.rand(forOriginal, i)
		topic := g.topic(i)
		facts := make([]string, 40)
		for k := range facts {
			facts[k] = g.words.fact(r, topic, g.words.word(r))
		}
		name := fmt.Sprintf("topic-%06d", i)
		text := "---\ntitle: " + topic + "\n---\n\n# " + topic + "\n\n" + strings.Join(facts, "\n\n") + "\n"
		if err := g.write("raw/"+name+".md", []byte(text)); err != nil {
			return err
		}
		for k := i * pagesEach; k < min((i+1)*pagesEach, g.Notes); k++ {
			if err := g.write(fmt.Sprintf("wiki/%s/page-%06d.md", g.words.words[i%50], k), g.page(r, k, name, facts)); err != nil {
				return err
			}
		}
		return nil
	})
}

// page is a page of such a wiki: a few claims that cite, as many that do not, and links.
func (g *generator) page(r *rand.Rand, number int, original string, facts []string) []byte {
	title := g.words.title(number)
	b := fmt.Appendf(nil, "---\ntitle: %s\ntags: [%s]\nsources: [raw/%s.md]\n---\n\n# %[1]s\n\n", title, g.words.words[300+powerLaw(r, 200)], original)
	for range 2 {
		b = fmt.Appendf(b, "## %s\n\n", g.words.title(40_000_000+r.IntN(1_000_000)))
		for range 1 + r.IntN(3) {
			fact := facts[r.IntN(len(facts))]
			if chance(r, 25) {
				fact = g.words.fact(r, "it", g.words.word(r))
			}
			b = fmt.Appendf(b, "%s ^[raw/%s.md]\n", fact, original)
		}
		to := r.IntN(g.Notes)
		b = fmt.Appendf(b, "\nSee [[page-%06d]] and [[page-%06d|%s]].\n\n", to, (to*7+1)%g.Notes, g.words.word(r))
	}
	return b
}
