package statement

import (
	"slices"
	"strings"
	"sync"

	"assay/text"
	"assay/text/syntax"
)

// A Statement is a predicate with what it is said of: "the pump was sold by Orla" and
// "Orla, who sold the pump" state the same.
type Statement struct {
	Pred  int32 // node
	Being bool  // the predicate is a noun or an adjective: "the pump is old"
	Mood  Mood
	Args  []Argument
	Frame string // what it says from one of several sides, "" for only itself
}

// An Argument fills a place of a statement.
type Argument struct {
	Kind string // asSubject, asObject, or the preposition before it
	Role string // the same, or what it is in the statement's frame
	Node int32
	Or   bool // it is one of several that "or" joins
}

// A Bond ties a word to the word it depends on.
type Bond struct {
	Kind string // one of those below, or the preposition between the two
	Head int32  // token of the text
	Dep  int32
}

const (
	AsSubject  = "subject"  // head a verb
	AsObject   = "object"   // head a verb; the subject of a passive is its object
	AsBeing    = "is"       // head the subject, dep what it is
	AsModifier = "modifier" // head a noun
)

const MaxBonds = 120 // of a unit; a sentence has a dozen

// state reads the statements of a sentence.
func (x *Tree) state() {
	for i := range x.Nodes {
		n := int32(i)
		if x.predicate(n) && x.Nodes[n].Tok >= 0 {
			x.States = append(x.States, Statement{Pred: n, Being: x.being(n), Mood: x.Nodes[n].Mood})
		}
	}
	for i := range x.States {
		x.fill(&x.States[i])
	}
	// What a statement leaves out it has of the one that it hangs on, which may have it
	// of another.
	for range 2 {
		for i := range x.States {
			x.share(&x.States[i])
		}
	}
	for i := range x.States {
		x.place(&x.States[i])
	}
}

func (x *Tree) being(n int32) bool {
	d := &x.Nodes[n]
	if d.Tag == syntax.Verb && x.Child(n, syntax.Cop) < 0 {
		return false
	}
	return x.Child(n, syntax.Cop) >= 0 || d.Tag == syntax.Adj || d.Tag == syntax.Noun || d.Tag == syntax.Propn
}

// passive reports a verb that is done to its subject.
func (x *Tree) passive(n int32) bool {
	d := &x.Nodes[n]
	if x.Child(n, syntax.AuxPass, syntax.NsubjPass) >= 0 {
		return true
	}
	switch d.Rel {
	case syntax.Acl, syntax.Advcl:
		return x.Child(n, syntax.Nsubj, syntax.Aux, syntax.Mark) < 0 && d.Tag == syntax.Verb && !strings.HasSuffix(d.Low, "ing")
	case syntax.Conj:
		return x.Child(n, syntax.Nsubj, syntax.Aux, syntax.Obj) < 0 && d.Tag == syntax.Verb && x.Nodes[d.Head].Tag == syntax.Verb && pastForm(d.Low) && x.passive(d.Head)
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
func (x *Tree) add(s *Statement, kind string, n int32) {
	or, name := x.alternative(n), x.name(n)
	if x.Nodes[name].Tok >= 0 && name != s.Pred && len(s.Args) < MaxBonds/4 && !slices.ContainsFunc(s.Args, func(a Argument) bool { return a.Node == name && a.Kind == kind }) {
		s.Args = append(s.Args, Argument{kind, kind, name, or})
	}
	for k := x.Nodes[n].Kid; k >= 0; k = x.Nodes[k].Next {
		if r := x.Nodes[k].Rel; r == syntax.Conj && !x.predicate(k) || r == syntax.Appos {
			x.add(s, kind, k)
		}
	}
}

// name is the last word of a name, by which it is called.
func (x *Tree) name(n int32) int32 {
	last := n
	for k := x.Nodes[n].Kid; k >= 0; k = x.Nodes[k].Next {
		if x.Nodes[k].Rel == syntax.Flat && x.Nodes[k].Tok >= 0 && x.Nodes[k].Tag == syntax.Propn {
			last = k
		}
	}
	return last
}

// subjectPlace is what the grammatical subject of a verb fills.
func subjectPlace(passive bool) string {
	if passive {
		return AsObject
	}
	return AsSubject
}

// fill reads the arguments that depend on a predicate.
func (x *Tree) fill(s *Statement) {
	passive := x.passive(s.Pred)
	for k := x.Nodes[s.Pred].Kid; k >= 0; k = x.Nodes[k].Next {
		switch x.Nodes[k].Rel {
		case syntax.Nsubj, syntax.Csubj, syntax.CsubjPass:
			x.add(s, subjectPlace(passive), k)
		case syntax.NsubjPass, syntax.Obj:
			x.add(s, AsObject, k)
		case syntax.Iobj:
			x.add(s, "to", k)
		case syntax.Xcomp:
			if !x.Verb(k) {
				x.add(s, AsObject, k)
			}
		case syntax.OblAgent:
			if k > s.Pred {
				x.add(s, AsSubject, k)
			} else {
				x.add(s, "by", k)
			}
		case syntax.Obl, syntax.Nmod:
			link := x.Preposition(k)
			switch {
			case link == "by" && passive && k > s.Pred:
				x.add(s, AsSubject, k)
			case link != "":
				x.add(s, link, k)
			}
		}
	}
	x.fillRelative(s, passive)
}

func (x *Tree) Verb(n int32) bool {
	t := x.Nodes[n].Tag
	return t == syntax.Verb || t == syntax.AuxVerb
}

// Preposition is the preposition before a noun.
func (x *Tree) Preposition(n int32) string {
	if x.Nodes[n].Rel == syntax.NmodPoss {
		return "of"
	}
	if k := x.Child(n, syntax.Case); k >= 0 {
		if low := x.Nodes[k].Low; low != "'s" && low != "'" {
			return low
		}
		return "of"
	}
	return ""
}

var Relatives = text.WordSet(`who which that whom`)

// fillRelative gives a clause that describes a noun that noun as an argument: in the
// place that its relative pronoun has, or that is empty.
func (x *Tree) fillRelative(s *Statement, passive bool) {
	d := &x.Nodes[s.Pred]
	head := d.Head
	if head < 0 {
		return
	}
	switch d.Rel {
	case syntax.Relcl:
		for i := range s.Args {
			if a := &s.Args[i]; Relatives.Has(x.Nodes[a.Node].Low) {
				kind := a.Kind
				s.Args = append(s.Args[:i:i], s.Args[i+1:]...)
				x.add(s, kind, head)
				return
			}
		}
		if x.Child(s.Pred, syntax.Nsubj, syntax.NsubjPass) < 0 {
			x.add(s, subjectPlace(passive), head)
		} else if !passive && !s.Being && x.Child(s.Pred, syntax.Obj, syntax.Ccomp) < 0 && x.Child(s.Pred, syntax.Advmod) < 0 {
			x.add(s, AsObject, head)
		}
	case syntax.Acl:
		if x.Child(s.Pred, syntax.Mark) < 0 {
			x.add(s, subjectPlace(passive), head)
		}
	}
}

// share gives a statement without a subject that of the statement it hangs on.
func (x *Tree) share(s *Statement) {
	d := &x.Nodes[s.Pred]
	if d.Head < 0 || x.Child(s.Pred, syntax.Nsubj, syntax.NsubjPass, syntax.Csubj) >= 0 {
		return
	}
	from := x.statementOf(d.Head)
	if from == nil {
		return
	}
	passive := x.passive(s.Pred)
	own, subject := subjectPlace(passive), subjectPlace(x.passive(d.Head))
	switch d.Rel {
	case syntax.Conj:
		if d.Head > s.Pred {
			return
		}
		s.take(own, from, subject)
		if x.Nodes[s.Pred-1].Head == s.Pred && x.Nodes[s.Pred-1].Rel == syntax.Cc && s.Pred-2 == d.Head { // written and directed by
			if passive {
				from.take(AsSubject, s, AsSubject)
				s.take(AsSubject, from, AsSubject)
			} else if !s.Being {
				from.take(AsObject, s, AsObject)
			}
		}
	case syntax.Xcomp:
		if !s.take(own, from, AsObject) || x.passive(d.Head) {
			s.take(own, from, subject)
		}
	case syntax.Advcl:
		s.take(own, from, subject)
	}
}

func (x *Tree) statementOf(n int32) *Statement {
	for i := range x.States {
		if x.States[i].Pred == n {
			return &x.States[i]
		}
	}
	return nil
}

// take fills an empty place of a statement with what fills one of another.
func (s *Statement) take(kind string, from *Statement, place string) bool {
	if slices.ContainsFunc(s.Args, func(a Argument) bool { return a.Kind == kind }) {
		return true
	}
	taken := false
	for _, a := range from.Args {
		if a.Kind == place && a.Node != s.Pred {
			s.Args = append(s.Args, Argument{kind, kind, a.Node, a.Or})
			taken = true
		}
	}
	return taken
}

// tie lays the bonds: those of the statements, and those of nouns.
func (x *Tree) tie() {
	for i := range x.States {
		s := &x.States[i]
		for _, a := range s.Args {
			switch {
			case s.Being && a.Kind == AsSubject:
				x.bind(AsBeing, a.Node, s.Pred)
				for k := x.Nodes[s.Pred].Kid; k >= 0; k = x.Nodes[k].Next { // an Italian player is Italian
					if r := x.Nodes[k].Rel; r == syntax.Amod || r == syntax.Compound || r == syntax.Nmod && KindWords.Has(x.Nodes[s.Pred].Low) {
						x.bind(AsBeing, a.Node, k)
					}
				}
			case s.Being:
				x.bind(a.Kind, s.Pred, a.Node)
				for _, b := range s.Args {
					if b.Kind == AsSubject {
						x.bind(a.Kind, b.Node, a.Node)
					}
				}
			default:
				x.bind(a.Kind, s.Pred, a.Node)
			}
		}
	}
	for i := range x.Nodes {
		n := int32(i)
		d := &x.Nodes[n]
		if d.Head < 0 {
			continue
		}
		head := x.name(d.Head)
		switch d.Rel {
		case syntax.Amod, syntax.Compound, syntax.Nummod:
			x.bind(AsModifier, head, n)
		case syntax.Flat:
			if head != n {
				x.bind(AsModifier, head, n)
			} else {
				x.bind(AsModifier, head, d.Head)
			}
		case syntax.Appos:
			x.bind(AsBeing, head, x.name(n))
		case syntax.Nmod, syntax.NmodPoss:
			if !x.predicate(d.Head) {
				link := x.Preposition(n)
				if link == "" {
					link = "of"
				}
				x.bind(link, head, x.name(n))
			}
		}
	}
}

var KindWords = text.WordSet(`one some type kind form sort class genre species style variety many two three example name`)

func (x *Tree) bind(kind string, head, dep int32) {
	h, d := x.Nodes[head].Tok, x.Nodes[dep].Tok
	if h >= 0 && d >= 0 && h != d && len(x.Bonds) < MaxBonds {
		x.Bonds = append(x.Bonds, Bond{kind, h, d})
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

// Sides are the words of a frame that say it from another side than a word does.
func Sides(low string, than bool) []string {
	var others []string
	if f, ok := frames()[low]; ok {
		for w, g := range frames() {
			if g.name == f.name && g.roles[AsSubject] != f.roles[AsSubject] {
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
func (x *Tree) place(s *Statement) {
	low := x.Nodes[s.Pred].Low
	f, ok := frames()[low]
	if s.Being && !ok {
		f, ok = comparison(low)
	}
	if !ok {
		return
	}
	s.Frame = f.name
	for _, a := range s.Args { // "bought the mill from Ordis" may be read as the mill from Ordis
		for k := x.Nodes[a.Node].Kid; k >= 0 && a.Kind == AsObject; k = x.Nodes[k].Next {
			if link := x.Preposition(k); x.Nodes[k].Rel == syntax.Nmod && f.roles[link] != "" {
				x.add(s, link, k)
			}
		}
	}
	for i := range s.Args {
		if role, ok := f.roles[s.Args[i].Kind]; ok {
			s.Args[i].Role = role
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
			return frame{low, map[string]string{AsSubject: "more", "than": "less"}}, true
		}
		return frame{other, map[string]string{AsSubject: "less", "than": "more"}}, true
	}
	return frame{}, false
}

// Main reports a predicate that the sentence asserts by itself, in no clause that only
// describes.
func (x *Tree) Main(n int32) bool {
	for {
		switch x.Nodes[n].Rel {
		case syntax.Conj, syntax.Ccomp, syntax.Parataxis, syntax.Xcomp:
			if n = x.Nodes[n].Head; n >= 0 {
				continue
			}
		}
		return n >= 0 && x.Nodes[n].Head < 0
	}
}

// Core reports a place that says who does what to whom.
func (a *Argument) Core() bool {
	return a.Kind == AsSubject || a.Kind == AsObject || a.Role != a.Kind
}

// FillsOther reports a word that is subject or object of another statement.
func (x *Tree) FillsOther(n int32, but *Statement) bool {
	return slices.ContainsFunc(x.States, func(s Statement) bool {
		return s.Pred != but.Pred && slices.ContainsFunc(s.Args, func(a Argument) bool { return a.Node == n && (a.Kind == AsSubject || a.Kind == AsObject) })
	})
}
