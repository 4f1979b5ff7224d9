package vaultgen

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"assay/provenance"
)

// policy of a vault that lives from local originals. The dates of these are fixed,
// so nothing may go stale by the day on which somebody measures, but what a tag says.
const policy = `version: 1.0
synthesis:
  freshness_threshold_days: 36500
  freshness: {tags: {volatile: 30}}
vault:
  evidence: [raw]
`

// passagesEach is how many passages half of the originals have at least.
const passagesEach = 24

func (g *generator) originals() error {
	if err := g.write("pipeline-policy.yaml", []byte(policy)); err != nil {
		return err
	}
	lengths := g.lengths()
	return each(len(lengths), func(i int) error {
		return g.write(g.original(i, lengths[i]))
	})
}

// lengths of the originals in passages, together as many as are wanted.
func (g *generator) lengths() (out []int) {
	r := g.rand(forOriginal, 0)
	for left := g.Chunks; left > 0; {
		n := min(max(1, logNormal(r, passagesEach, 0.9)), 400, left)
		out = append(out, n)
		left -= n
	}
	return out
}

// topic of an original; titles of notes come from other numbers.
func (g *generator) topic(i int) string { return g.words.title(20_000_000 + i) }

// original has sections of up to four passages. A paragraph of about 800 characters
// becomes one passage; two thirds of its sentences are facts.
func (g *generator) original(i, passages int) (name string, text []byte) {
	r := g.rand(forOriginal, i+1)
	topic := g.topic(i)
	b := fmt.Appendf(nil, "---\ntitle: %s\nretrieved: %d-%02d-%02d\n---\n\n# %[1]s\n", topic, 2024+r.IntN(2), 1+r.IntN(12), 1+r.IntN(28))
	seen := map[string]bool{}
	for k := range passages {
		if k%4 == 0 && k > 0 {
			b = append(b, "\n## "+g.words.name(r)+" and "+g.words.word(r)+"\n"...)
		}
		b = append(b, '\n')
		for start := len(b); len(b)-start < 680; {
			if len(b) > start {
				b = append(b, ' ')
			}
			if chance(r, 35) {
				b = g.words.sentence(r, b)
				continue
			}
			attribute := g.words.word(r)
			for seen[attribute] {
				attribute = g.words.words[r.IntN(vocabularySize)]
			}
			seen[attribute] = true
			b = append(b, g.words.fact(r, topic, attribute)...)
		}
		b = append(b, '\n')
		if r.IntN(12) == 0 {
			b = append(b, table(g.words, r, 3+r.IntN(6))...)
		}
	}
	return fmt.Sprintf("raw/%s/%s.md", shelves[i%len(shelves)], strings.ReplaceAll(strings.ToLower(topic), " ", "-")), b
}

var shelves = []string{"books", "papers", "manuals", "articles/2023", "articles/2024", "articles/2025"}

func table(v *vocabulary, r *rand.Rand, rows int) []byte {
	b := []byte("\n| " + v.name(r) + " | " + v.name(r) + " | " + v.name(r) + " |\n|---|---|---|\n")
	for range rows {
		b = append(b, "| "+v.word(r)+" "+v.word(r)+" | "+strconv.Itoa(r.IntN(5000))+" | "+v.word(r)+" |\n"...)
	}
	return b
}

// page is a stored page with the passages that notes can cite.
type page struct {
	file, title, url string
	retrieved        time.Time
	chunks           []passage
}

type passage struct {
	id    provenance.ChunkID
	facts []string
}

// readPassages reads what a build stored, in the order of the addresses.
func readPassages(dir string) (pages []page, chunks int, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "03_Sources", "*", "*.md"))
	if err != nil || len(files) == 0 {
		return nil, 0, fmt.Errorf("read pages: none are stored in %s", dir)
	}
	all := make([]page, len(files))
	counts := make([]int, len(files))
	err = each(len(files), func(i int) error {
		text, err := os.ReadFile(files[i])
		if err != nil {
			return err
		}
		stored := provenance.ParsePage(filepath.ToSlash(files[i]), text, provenance.Source{})
		all[i] = page{title: stored.Title, url: stored.URL, retrieved: stored.Retrieved,
			file: "03_Sources/" + filepath.Base(filepath.Dir(files[i])) + "/" + filepath.Base(files[i])}
		for _, c := range stored.Chunks {
			counts[i]++
			var facts []string
			for _, s := range strings.SplitAfter(strings.ReplaceAll(c.Text, "\n", " "), ". ") {
				if s = strings.TrimSpace(s); strings.HasPrefix(s, "The ") && strings.HasSuffix(s, ".") && len(strings.Fields(s)) > 6 && strings.Fields(s)[2] == "of" {
					facts = append(facts, s)
				}
			}
			if len(facts) > 0 {
				all[i].chunks = append(all[i].chunks, passage{c.ID, facts})
			}
		}
		return nil
	})
	for i, p := range all {
		chunks += counts[i]
		if len(p.chunks) > 0 {
			pages = append(pages, p)
		}
	}
	return pages, chunks, err
}
