package vaultgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// kind of a note. Only permanent notes have claims that are graded.
type kind int

const (
	permanent kind = iota
	plain
	journal
	inbox
)

// outline is what a link needs to know of a note.
type outline struct {
	kind     kind
	path     string
	title    string // the file's name
	headings []string
	block    string // an anchor that one of its paragraphs has
	alias    string
	eastern  bool // in Chinese or Japanese
}

// outline of note i. It is made again for each link that leads there: that costs
// less than keeping all of them.
func (g *generator) outline(i int) outline {
	r := g.rand(forOutline, i)
	o := outline{title: g.words.title(i)}
	switch k := r.IntN(100); {
	case k < 30:
		o.kind = permanent
		o.path = "01_Wiki/" + g.folder(r, 12, 20)
	case k < 76:
		o.kind = plain
		o.path = "Notes/" + g.folder(r, 20, 30)
	case k < 97:
		o.kind = journal
		o.title = fmt.Sprintf("%d-%02d-%02d %d", 2010+r.IntN(16), 1+r.IntN(12), 1+r.IntN(28), i)
		o.path = fmt.Sprintf("Journal/%s/%s/", o.title[:4], o.title[5:7])
	default:
		o.kind = inbox
		o.path = "00_Inbox/"
	}
	o.path += o.title + ".md"
	o.eastern = o.kind == plain && chance(r, 7)
	if o.kind != journal {
		for range min(logNormal(r, 2.6, 0.7), 12) {
			o.headings = append(o.headings, g.words.name(r)+" "+g.words.word(r))
		}
	}
	if chance(r, 6) {
		o.block = fmt.Sprintf("b%05x", r.IntN(1<<20))
	}
	if chance(r, 25) {
		o.alias = g.words.name(r) + " " + g.words.word(r) + " " + g.words.word(r)
	}
	return o
}

// folder is one of some folders, or below one, of which a few have most notes.
func (g *generator) folder(r *rand.Rand, outer, inner int) string {
	name := g.words.words[900+powerLaw(r, outer)]
	if chance(r, 30) {
		return name + "/"
	}
	name += "/" + g.words.words[1000+powerLaw(r, inner)]
	if chance(r, 20) {
		name += "/" + g.words.words[1100+powerLaw(r, inner)]
	}
	return name + "/"
}

// target is the note that a link of note i leads to: a neighbour, or any, the known
// ones more often. Which are known has nothing to do with where they lie.
func (g *generator) target(r *rand.Rand, i int) int {
	if chance(r, 30) {
		return min(max(0, i-20+r.IntN(41)), g.Notes-1)
	}
	return int(uint64(powerLaw(r, g.Notes)) * 1_000_003 % uint64(g.Notes))
}

// unresolved is the name of a note that nobody has written. Names are asked for
// again and again; few are of what an original tells.
func (g *generator) unresolved(r *rand.Rand) string {
	if n := g.Notes / 500; n > 0 && r.IntN(40) == 0 {
		return g.topic(r.IntN(n))
	}
	n := powerLaw(r, g.Notes/40+3)
	q := g.rand(forUnresolved, n)
	var b strings.Builder
	for range 3 {
		for range 3 {
			b.WriteString(onsets[q.IntN(len(onsets))])
			b.WriteByte("aeiou"[q.IntN(5)])
		}
		b.WriteByte('q') // a letter that no word ends with: no passage has these
	}
	return fmt.Sprintf("%s %d", capital(b.String()), n)
}
