package judge

import (
	"slices"
	"strings"
	"sync"

	"assay/text"
	"assay/text/syntax"
)

// A frame is what several predicates say from several sides: what one bought another
// has sold. Its places have names of their own.
type frame struct {
	name  string
	roles map[string]string // of a place of the predicate, in the frame
}

// frames are written as predicate: frame place=role …; a noun or adjective stands for
// itself in "is the successor of".
var frames = sync.OnceValue(func() map[string]frame {
	all := map[string]frame{}
	for line := range strings.SplitSeq(frameLines, "\n") {
		words, rest, ok := strings.Cut(line, ":")
		f := strings.Fields(rest)
		if !ok || len(f) < 2 {
			continue
		}
		roles := map[string]string{}
		for _, pair := range f[1:] {
			place, role, _ := strings.Cut(pair, "=")
			roles[place] = role
		}
		for w := range strings.FieldsSeq(words) {
			all[w] = frame{f[0], roles}
		}
	}
	return all
})

const frameLines = `
buy buys bought buying purchase purchases purchased acquire acquires acquired: sale subject=receiver object=thing from=giver
sell sells sold selling: sale subject=giver object=thing to=receiver
lend lends lent lending: loan subject=giver object=thing to=receiver
borrow borrows borrowed borrowing: loan subject=receiver object=thing from=giver
give gives gave given donate donates donated: gift subject=giver object=thing to=receiver
receive receives received: gift subject=receiver object=thing from=giver
send sends sent sending: sending subject=giver object=thing to=receiver
precede precedes preceded preceding: order subject=earlier object=later
follow follows followed succeed succeeds succeeded succeeding: order subject=later object=earlier
own owns owned possess possesses possessed: owning subject=owner object=thing
belong belongs belonged: owning subject=thing to=owner
employ employs employed: work subject=employer object=worker
work works worked: work subject=worker for=employer
beat beats beaten defeat defeats defeated: victory subject=winner object=loser
lose loses lost: victory subject=loser to=winner against=winner
parent father mother ancestor: descent subject=elder of=younger
child son daughter descendant: descent subject=younger of=elder
predecessor: order subject=earlier of=later
successor: order subject=later of=earlier
outlive outlives outlived: survival subject=survivor object=dead
`

// sides are the words of a frame that say it from another side than a word does.
func sides(low string, than bool) []string {
	var others []string
	if f, ok := frames()[low]; ok {
		for w, g := range frames() {
			if g.name == f.name && g.roles[asSubject] != f.roles[asSubject] {
				others = append(others, w)
			}
		}
		slices.Sort(others)
	}
	if than {
		if _, ok := comparison(low); ok {
			others = append(others, text.Antonyms()[low]...)
		}
	}
	return others
}

// place gives a statement its frame, and its places their roles there.
func (x *tree) place(s *statement) {
	low := x.nodes[s.pred].low
	f, ok := frames()[low]
	if s.being && !ok {
		f, ok = comparison(low)
	}
	if !ok {
		return
	}
	s.frame = f.name
	for _, a := range s.args { // "bought the mill from Ordis" may be read as the mill from Ordis
		for k := x.nodes[a.node].kid; k >= 0 && a.kind == asObject; k = x.nodes[k].next {
			if link := x.preposition(k); x.nodes[k].Rel == syntax.Nmod && f.roles[link] != "" {
				x.add(s, link, k)
			}
		}
	}
	for i := range s.args {
		if role, ok := f.roles[s.args[i].kind]; ok {
			s.args[i].role = role
		}
	}
}

// comparison is the frame of a comparative and its opposite: what is faster than
// another has it for the slower.
func comparison(low string) (frame, bool) {
	for _, other := range text.Antonyms()[low] {
		if !strings.HasSuffix(low, "er") || !strings.HasSuffix(other, "er") {
			continue
		}
		if low < other {
			return frame{low, map[string]string{asSubject: "more", "than": "less"}}, true
		}
		return frame{other, map[string]string{asSubject: "less", "than": "more"}}, true
	}
	return frame{}, false
}
