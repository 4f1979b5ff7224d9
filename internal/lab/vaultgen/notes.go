package vaultgen

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"assay/provenance"
	"assay/templates"
)

func (g *generator) notes() error {
	if err := g.write("Attachments/figure.png", []byte("\x89PNG\r\n\x1a\n")); err != nil {
		return err
	}
	return each(g.Notes, func(i int) error {
		o := g.outline(i)
		n := note{generator: g, outline: o, number: i, r: g.rand(forBody, i), defined: map[provenance.ChunkID]bool{}}
		text := n.text()
		g.bytes.Add(int64(len(text)))
		g.links.Add(int64(n.linked))
		g.claims.Add(int64(n.cited))
		return g.write(o.path, text)
	})
}

// sample is the first permanent note with claims enough.
func (g *generator) sample() string {
	for i := g.Notes / 3; i < g.Notes; i++ {
		if o := g.outline(i); o.kind == permanent && len(o.headings) > 1 {
			return o.path
		}
	}
	return ""
}

// note is one that is being written.
type note struct {
	*generator
	outline
	number        int
	r             *rand.Rand
	b             []byte
	linked, cited int
	blocked       bool // its anchor is set
	defined       map[provenance.ChunkID]bool
	definitions   []string
}

func (n *note) text() []byte {
	n.frontmatter()
	n.b = append(n.b, "\n# "+n.title+"\n"...)
	switch n.kind {
	case permanent:
		n.permanent()
	case journal:
		n.journal()
	default:
		n.plain()
	}
	return n.b
}

func (n *note) frontmatter() {
	if chance(n.r, 25) {
		return
	}
	n.b = append(n.b, "---\n"...)
	if n.alias != "" {
		n.b = append(n.b, "aliases: ["+n.alias+"]\n"...)
	}
	tags := make([]string, 1+n.r.IntN(4))
	for i := range tags {
		tags[i] = n.words.words[300+powerLaw(n.r, 200)]
		if chance(n.r, 20) {
			tags[i] += "/" + n.words.words[600+powerLaw(n.r, 100)]
		}
	}
	if n.kind == permanent && chance(n.r, 8) {
		tags = append(tags, "volatile")
	}
	n.b = append(n.b, "tags: ["+strings.Join(tags, ", ")+"]\n"...)
	if chance(n.r, 40) {
		n.b = fmt.Appendf(n.b, "created: 20%02d-%02d-%02d\n", 10+n.r.IntN(16), 1+n.r.IntN(12), 1+n.r.IntN(28))
	}
	n.b = append(n.b, "---\n"...)
}

// permanent has a claim or a few under each heading, from the passages of one
// original, or sometimes of another.
func (n *note) permanent() {
	page := powerLaw(n.r, len(n.passages))
	left := min(max(1, logNormal(n.r, 7, 0.7)), 60)
	sections := append([]string{""}, n.headings...)
	for s, heading := range sections {
		if heading != "" {
			n.b = append(n.b, "\n## "+heading+"\n"...)
		}
		if chance(n.r, 25) {
			page = powerLaw(n.r, len(n.passages))
		}
		share := (left + len(sections) - s - 1) / (len(sections) - s)
		left -= share
		n.b = append(n.b, '\n')
		for k := range share {
			n.claim(page)
			if k%3 == 2 && k < share-1 {
				n.b = append(n.b, '\n')
			}
		}
		n.anchor()
		switch n.r.IntN(12) {
		case 0:
			n.code()
		case 1:
			n.b = append(n.b, "\n> "...)
			n.b = append(n.words.sentence(n.r, n.b), '\n')
		case 2:
			n.b = append(n.b, "\n![["...)
			n.b = append(n.b, "figure.png]]\n"...)
			n.linked++
		}
	}
	n.b = append(n.b, "\n## See also\n\n"...)
	for range max(1, min(logNormal(n.r, 4, 0.8), 60)) {
		n.b = append(n.b, "- "...)
		n.link()
		n.b = append(n.b, '\n')
	}
	if chance(n.r, 30) {
		n.b = append(n.b, "\n## Open questions\n\n"...)
		for range 1 + n.r.IntN(4) {
			n.b = append(n.b, "- Why "...)
			n.b = n.words.sentence(n.r, n.b)
			n.b[len(n.b)-1] = '?'
			n.b = append(n.b, '\n')
		}
	}
	if len(n.definitions) > 0 {
		n.b = append(n.b, "\n"+strings.Join(n.definitions, "\n")+"\n"...)
	}
}

// cite is the marker of a passage, whose definition the note then gets.
func (n *note) cite(from *page, c passage, fact string) string {
	if !n.defined[c.id] {
		n.defined[c.id] = true
		n.definitions = append(n.definitions, templates.Footnote{Chunk: c.id, Title: from.title, Quote: fact, URL: from.url,
			Path: strings.Repeat("../", strings.Count(n.path, "/")) + from.file, Retrieved: from.retrieved}.Line())
	}
	return "[^" + c.id.Anchor() + "]"
}

// claim is a line of its own.
func (n *note) claim(from int) {
	page := &n.passages[from]
	c := page.chunks[n.r.IntN(len(page.chunks))]
	fact := c.facts[n.r.IntN(len(c.facts))]
	said := n.words.claim(n.r, fact)
	if at := strings.LastIndexByte(said, ' ') + 1; chance(n.r, 12) { // its last word is a link
		said = said[:at] + "[[" + n.generator.outline(n.target(n.r, n.number)).title + "|" + strings.TrimSuffix(said[at:], ".") + "]]."
		n.linked++
	}
	switch k := n.r.IntN(100); {
	case k < 80:
		said += n.cite(page, c, fact)
	case k < 90:
		said += " ^[" + page.url + "]"
	case k < 93: // two passages that say it together
		other := page.chunks[n.r.IntN(len(page.chunks))]
		also := n.words.claim(n.r, other.facts[0])
		said = strings.TrimSuffix(said, ".") + ", and t" + strings.TrimSuffix(also[1:], ".") + "." + n.cite(page, c, fact) + n.cite(page, other, other.facts[0])
	case k < 95: // what this vault does not hold
		said += " [" + n.words.word(n.r) + "](https://" + n.words.words[n.r.IntN(3000)] + ".example/" + n.words.word(n.r) + ")"
	case k < 96: // a citation that leads nowhere
		said += " ^[raw/" + n.words.word(n.r) + "-" + n.words.word(n.r) + ".md]"
	case k < 97: // none
		n.b = append(n.b, said...)
		n.b = append(n.b, '\n')
		return
	default:
		said += n.cite(page, c, fact)
	}
	n.cited++
	n.b = append(n.b, said...)
	n.b = append(n.b, '\n')
}

// plain is prose about as long as notes are: 4 KB in the mean, and a few many times that.
func (n *note) plain() {
	length := min(max(200, logNormal(n.r, 3000, 0.85)), 120_000)
	if n.kind == inbox {
		length = min(length, 1500)
	}
	each := length / (len(n.headings) + 1)
	for s := range len(n.headings) + 1 {
		if s > 0 {
			n.b = append(n.b, "\n## "+n.headings[s-1]+"\n"...)
		}
		for start := len(n.b); len(n.b)-start < each; {
			switch k := n.r.IntN(100); {
			case k < 72:
				n.paragraph(2 + n.r.IntN(5))
			case k < 88:
				n.list()
			case k < 92:
				n.b = append(n.b, table(n.words, n.r, 2+n.r.IntN(8))...)
			case k < 96:
				n.code()
			default:
				n.b = append(n.b, "\n> [!note] "+n.words.name(n.r)+"\n> "...)
				n.b = append(n.words.sentence(n.r, n.b), '\n')
			}
		}
	}
	n.anchor()
}

// journal is a day's list of what was done, and a paragraph.
func (n *note) journal() {
	n.b = append(n.b, '\n')
	for range 2 + n.r.IntN(7) {
		n.b = append(n.b, [...]string{"- [ ] ", "- [x] ", "- "}[n.r.IntN(3)]...)
		n.b = n.words.sentence(n.r, n.b)
		if chance(n.r, 35) {
			n.b = append(n.b, ' ')
			n.link()
		}
		n.b = append(n.b, '\n')
	}
	for range n.r.IntN(4) {
		n.paragraph(2 + n.r.IntN(6))
	}
	n.anchor()
}

func (n *note) paragraph(sentences int) {
	n.b = append(n.b, '\n')
	for k := range sentences {
		if n.eastern {
			n.b = eastern(n.r, n.b, n.number%2 == 0)
		} else {
			if k > 0 {
				n.b = append(n.b, ' ')
			}
			n.b = n.words.sentence(n.r, n.b)
		}
		if chance(n.r, 22) {
			n.b = append(n.b, " See "...)
			n.link()
			n.b = append(n.b, '.')
		}
	}
	n.b = append(n.b, '\n')
}

func (n *note) list() {
	n.b = append(n.b, '\n')
	for k := range 2 + n.r.IntN(7) {
		if k > 0 && chance(n.r, 25) {
			n.b = append(n.b, "  "...)
		}
		n.b = append(n.b, "- "...)
		if chance(n.r, 30) {
			n.link()
			n.b = append(n.b, ": "...)
		}
		for range 2 + n.r.IntN(7) {
			n.b = append(n.b, n.words.word(n.r)...)
			n.b = append(n.b, ' ')
		}
		n.b[len(n.b)-1] = '\n'
	}
}

func (n *note) code() {
	n.b = append(n.b, "\n```go\nfunc "+n.words.word(n.r)+"("+n.words.word(n.r)+" int) int {\n"...)
	for range 1 + n.r.IntN(8) {
		n.b = append(n.b, "\t"+n.words.word(n.r)+" := "+n.words.word(n.r)+"["+strconv.Itoa(n.r.IntN(100))+"] // [[no link]]\n"...)
	}
	n.b = append(n.b, "\treturn "+n.words.word(n.r)+"\n}\n```\n"...)
}

// anchor gives the paragraph above the note's block id, once.
func (n *note) anchor() {
	if n.block == "" || n.blocked {
		return
	}
	n.blocked = true
	n.b = append(n.b, "\n"...)
	n.b = append(n.words.sentence(n.r, n.b), " ^"+n.block+"\n"...)
}

// link is written in one of the ways that people use.
func (n *note) link() {
	n.linked++
	k := n.r.IntN(100)
	switch {
	case k < 3:
		n.b = append(n.b, "[["+n.unresolved(n.r)+"]]"...)
		return
	case k < 8:
		n.b = append(n.b, "["+n.words.word(n.r)+"](https://"+n.words.words[n.r.IntN(3000)]+".example/"+n.words.word(n.r)+")"...)
		return
	}
	to := n.generator.outline(n.target(n.r, n.number))
	switch {
	case k < 18:
		n.b = append(n.b, "[["+to.title+"|"+n.words.word(n.r)+" "+n.words.word(n.r)+"]]"...)
	case k < 26 && len(to.headings) > 0:
		n.b = append(n.b, "[["+to.title+"#"+to.headings[n.r.IntN(len(to.headings))]+"]]"...)
	case k < 30 && to.block != "":
		n.b = append(n.b, "[["+to.title+"#^"+to.block+"]]"...)
	case k < 38:
		up := strings.Repeat("../", strings.Count(n.path, "/"))
		n.b = append(n.b, "["+n.words.word(n.r)+"](<"+up+to.path+">)"...)
	case k < 40:
		n.b = append(n.b, "[["+strings.TrimSuffix(to.path, ".md")+"]]"...)
	default:
		n.b = append(n.b, "[["+to.title+"]]"...)
	}
}
