package judge

import (
	"slices"
	"strings"
	"sync"

	"assay/text"
	"assay/text/syntax"
)

// A statement is a predicate with what it is said of: "the pump was sold by Orla" and
// "Orla, who sold the pump" state the same.
type statement struct {
	pred  int32 // node
	being bool  // the predicate is a noun or an adjective: "the pump is old"
	mood  mood
	args  []argument
	frame string // what it says from one of several sides, "" for only itself
}

// An argument fills a place of a statement.
type argument struct {
	kind string // asSubject, asObject, or the preposition before it
	role string // the same, or what it is in the statement's frame
	node int32
	or   bool // it is one of several that "or" joins
}

// A bond ties a word to the word it depends on.
type bond struct {
	kind string // one of those below, or the preposition between the two
	head int32  // token of the text
	dep  int32
}

const (
	asSubject  = "subject"  // head a verb
	asObject   = "object"   // head a verb; the subject of a passive is its object
	asBeing    = "is"       // head the subject, dep what it is
	asModifier = "modifier" // head a noun
)

const maxBonds = 120 // of a unit; a sentence has a dozen

// state reads the statements of a sentence.
func (x *tree) state() {
	for i := range x.nodes {
		n := int32(i)
		if x.predicate(n) && x.nodes[n].tok >= 0 {
			x.states = append(x.states, statement{pred: n, being: x.being(n), mood: x.nodes[n].mood})
		}
	}
	for i := range x.states {
		x.fill(&x.states[i])
	}
	// What a statement leaves out it has of the one that it hangs on, which may have it
	// of another.
	for range 2 {
		for i := range x.states {
			x.share(&x.states[i])
		}
	}
	for i := range x.states {
		x.place(&x.states[i])
	}
}

func (x *tree) being(n int32) bool {
	d := &x.nodes[n]
	if d.Tag == syntax.Verb && x.child(n, syntax.Cop) < 0 {
		return false
	}
	return x.child(n, syntax.Cop) >= 0 || d.Tag == syntax.Adj || d.Tag == syntax.Noun || d.Tag == syntax.Propn
}

// passive reports a verb that is done to its subject.
func (x *tree) passive(n int32) bool {
	d := &x.nodes[n]
	if x.child(n, syntax.AuxPass, syntax.NsubjPass) >= 0 {
		return true
	}
	switch d.Rel {
	case syntax.Acl, syntax.Advcl:
		return x.child(n, syntax.Nsubj, syntax.Aux, syntax.Mark) < 0 && d.Tag == syntax.Verb && !strings.HasSuffix(d.low, "ing")
	case syntax.Conj:
		return x.child(n, syntax.Nsubj, syntax.Aux, syntax.Obj) < 0 && d.Tag == syntax.Verb && x.nodes[d.Head].Tag == syntax.Verb && pastForm(d.low) && x.passive(d.Head)
	}
	return false
}

var participles = text.WordSet(`written made born held known given taken shown seen built led won sold sent found set put based shot told thought taught
	caught brought bought fought begun run become come drawn driven grown spoken stolen thrown worn broken chosen frozen hidden ridden risen`)

// pastForm reports a word that looks like a past participle.
func pastForm(w string) bool {
	return participles.Has(w) || strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "en")
}

// add gives a statement an argument, with what "and" joins to it and what it is called
// besides.
func (x *tree) add(s *statement, kind string, n int32) {
	or, name := x.alternative(n), x.name(n)
	if x.nodes[name].tok >= 0 && name != s.pred && len(s.args) < maxBonds/4 && !slices.ContainsFunc(s.args, func(a argument) bool { return a.node == name && a.kind == kind }) {
		s.args = append(s.args, argument{kind, kind, name, or})
	}
	for k := x.nodes[n].kid; k >= 0; k = x.nodes[k].next {
		if r := x.nodes[k].Rel; r == syntax.Conj && !x.predicate(k) || r == syntax.Appos {
			x.add(s, kind, k)
		}
	}
}

// name is the last word of a name, by which it is called.
func (x *tree) name(n int32) int32 {
	last := n
	for k := x.nodes[n].kid; k >= 0; k = x.nodes[k].next {
		if x.nodes[k].Rel == syntax.Flat && x.nodes[k].tok >= 0 && x.nodes[k].Tag == syntax.Propn {
			last = k
		}
	}
	return last
}

// subjectPlace is what the grammatical subject of a verb fills.
func subjectPlace(passive bool) string {
	if passive {
		return asObject
	}
	return asSubject
}

// fill reads the arguments that depend on a predicate.
func (x *tree) fill(s *statement) {
	passive := x.passive(s.pred)
	for k := x.nodes[s.pred].kid; k >= 0; k = x.nodes[k].next {
		switch x.nodes[k].Rel {
		case syntax.Nsubj, syntax.Csubj, syntax.CsubjPass:
			x.add(s, subjectPlace(passive), k)
		case syntax.NsubjPass, syntax.Obj:
			x.add(s, asObject, k)
		case syntax.Iobj:
			x.add(s, "to", k)
		case syntax.Xcomp:
			if !x.verb(k) {
				x.add(s, asObject, k)
			}
		case syntax.OblAgent:
			if k > s.pred {
				x.add(s, asSubject, k)
			} else {
				x.add(s, "by", k)
			}
		case syntax.Obl, syntax.Nmod:
			link := x.preposition(k)
			switch {
			case link == "by" && passive && k > s.pred:
				x.add(s, asSubject, k)
			case link != "":
				x.add(s, link, k)
			}
		}
	}
	x.fillRelative(s, passive)
}

func (x *tree) verb(n int32) bool {
	t := x.nodes[n].Tag
	return t == syntax.Verb || t == syntax.AuxVerb
}

// preposition is the preposition before a noun.
func (x *tree) preposition(n int32) string {
	if x.nodes[n].Rel == syntax.NmodPoss {
		return "of"
	}
	if k := x.child(n, syntax.Case); k >= 0 {
		if low := x.nodes[k].low; low != "'s" && low != "'" {
			return low
		}
		return "of"
	}
	return ""
}

var relatives = text.WordSet(`who which that whom`)

// fillRelative gives a clause that describes a noun that noun as an argument: in the
// place that its relative pronoun has, or that is empty.
func (x *tree) fillRelative(s *statement, passive bool) {
	d := &x.nodes[s.pred]
	head := d.Head
	if head < 0 {
		return
	}
	switch d.Rel {
	case syntax.Relcl:
		for i := range s.args {
			if a := &s.args[i]; relatives.Has(x.nodes[a.node].low) {
				kind := a.kind
				s.args = append(s.args[:i:i], s.args[i+1:]...)
				x.add(s, kind, head)
				return
			}
		}
		if x.child(s.pred, syntax.Nsubj, syntax.NsubjPass) < 0 {
			x.add(s, subjectPlace(passive), head)
		} else if !passive && !s.being && x.child(s.pred, syntax.Obj, syntax.Ccomp) < 0 && x.child(s.pred, syntax.Advmod) < 0 {
			x.add(s, asObject, head)
		}
	case syntax.Acl:
		if x.child(s.pred, syntax.Mark) < 0 {
			x.add(s, subjectPlace(passive), head)
		}
	}
}

// share gives a statement without a subject that of the statement it hangs on.
func (x *tree) share(s *statement) {
	d := &x.nodes[s.pred]
	if d.Head < 0 || x.child(s.pred, syntax.Nsubj, syntax.NsubjPass, syntax.Csubj) >= 0 {
		return
	}
	from := x.statementOf(d.Head)
	if from == nil {
		return
	}
	passive := x.passive(s.pred)
	own, subject := subjectPlace(passive), subjectPlace(x.passive(d.Head))
	switch d.Rel {
	case syntax.Conj:
		if d.Head > s.pred {
			return
		}
		s.take(own, from, subject)
		if x.nodes[s.pred-1].Head == s.pred && x.nodes[s.pred-1].Rel == syntax.Cc && s.pred-2 == d.Head { // written and directed by
			if passive {
				from.take(asSubject, s, asSubject)
				s.take(asSubject, from, asSubject)
			} else if !s.being {
				from.take(asObject, s, asObject)
			}
		}
	case syntax.Xcomp:
		if !s.take(own, from, asObject) || x.passive(d.Head) {
			s.take(own, from, subject)
		}
	case syntax.Advcl:
		s.take(own, from, subject)
	}
}

func (x *tree) statementOf(n int32) *statement {
	for i := range x.states {
		if x.states[i].pred == n {
			return &x.states[i]
		}
	}
	return nil
}

// take fills an empty place of a statement with what fills one of another.
func (s *statement) take(kind string, from *statement, place string) bool {
	if slices.ContainsFunc(s.args, func(a argument) bool { return a.kind == kind }) {
		return true
	}
	taken := false
	for _, a := range from.args {
		if a.kind == place && a.node != s.pred {
			s.args = append(s.args, argument{kind, kind, a.node, a.or})
			taken = true
		}
	}
	return taken
}

// tie lays the bonds: those of the statements, and those of nouns.
func (x *tree) tie() {
	for i := range x.states {
		s := &x.states[i]
		for _, a := range s.args {
			switch {
			case s.being && a.kind == asSubject:
				x.bind(asBeing, a.node, s.pred)
				for k := x.nodes[s.pred].kid; k >= 0; k = x.nodes[k].next { // an Italian player is Italian
					if r := x.nodes[k].Rel; r == syntax.Amod || r == syntax.Compound || r == syntax.Nmod && kindWords.Has(x.nodes[s.pred].low) {
						x.bind(asBeing, a.node, k)
					}
				}
			case s.being:
				x.bind(a.kind, s.pred, a.node)
				for _, b := range s.args {
					if b.kind == asSubject {
						x.bind(a.kind, b.node, a.node)
					}
				}
			default:
				x.bind(a.kind, s.pred, a.node)
			}
		}
	}
	for i := range x.nodes {
		n := int32(i)
		d := &x.nodes[n]
		if d.Head < 0 {
			continue
		}
		head := x.name(d.Head)
		switch d.Rel {
		case syntax.Amod, syntax.Compound, syntax.Nummod:
			x.bind(asModifier, head, n)
		case syntax.Flat:
			if head != n {
				x.bind(asModifier, head, n)
			} else {
				x.bind(asModifier, head, d.Head)
			}
		case syntax.Appos:
			x.bind(asBeing, head, x.name(n))
		case syntax.Nmod, syntax.NmodPoss:
			if !x.predicate(d.Head) {
				link := x.preposition(n)
				if link == "" {
					link = "of"
				}
				x.bind(link, head, x.name(n))
			}
		}
	}
}

var kindWords = text.WordSet(`one some type kind form sort class genre species style variety many two three example name`)

func (x *tree) bind(kind string, head, dep int32) {
	h, d := x.nodes[head].tok, x.nodes[dep].tok
	if h >= 0 && d >= 0 && h != d && len(x.bonds) < maxBonds {
		x.bonds = append(x.bonds, bond{kind, h, d})
	}
}

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
