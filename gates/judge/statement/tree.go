// Package statement reads what a sentence states, and how: denied, under a condition, perhaps, as
// what somebody said.
//
// A statement is a predicate with what plays which part in it. [ParseUnit] makes a [Tree] of a unit of a [text.Document]: the parser of package syntax says which
// word depends on which, faults that the tree itself shows are mended, and what is left is read as
// [Statement]s and as [Bond]s between words. Only English is parsed. Nothing is compared here.
package statement

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/text"
	"assay/text/syntax"
)

// A Node is a word of a sentence as the parser cuts it: marks are words of their own,
// and so are "n't" and "'s".
type Node struct {
	syntax.Word
	Tok       int32  // of the text, -1 for a mark or a word that the tokens leave out
	Low       string // lower case
	Kid, Next int32  // first dependent, next dependent of the same head; -1 for none
	Mood      Mood   // how its clause is said
}

// A Tree is a sentence with what depends on what, and what it states.
type Tree struct {
	Nodes  []Node
	First  int32   // token of the text that at[0] is
	At     []int32 // node of each token of the unit
	States []Statement
	Bonds  []Bond
}

// MaxNodes is how much of a sentence is read: what is longer is a list or a page that
// lost its full stops.
const MaxNodes = 160

// TagAt is the part of speech of a token, X where the tree has it not.
func (x *Tree) TagAt(i int32) syntax.Tag {
	if n := x.At[i-x.First]; n >= 0 {
		return x.Nodes[n].Tag
	}
	return syntax.X
}

// Parses reports a language that is parsed.
func Parses(lang string) bool { return lang == "en" || lang == "" }

// ParseUnit reads a unit of a document, by what is known of its sentences already.
func ParseUnit(t *text.Document, u *text.Unit, known *Sentences) *Tree {
	x := &Tree{First: u.First, At: slices.Repeat([]int32{-1}, int(u.Last-u.First))}
	words := x.cut(t, u)
	for i, w := range known.parse(words) {
		x.Nodes[i].Word = w
	}
	x.read(t.Raw[u.Start:u.End])
	return x
}

// cut gives the words of a unit as the parser wants them, and lays nodes for them.
func (x *Tree) cut(t *text.Document, u *text.Unit) []string {
	var words []string
	depth := 0 // of brackets: what stands in them is said aside, and breaks the sentence
	add := func(word string, tok int32) {
		switch word {
		case "(", "[", "（":
			depth++
			return
		case ")", "]", "）":
			depth = max(0, depth-1)
			return
		}
		if depth > 0 {
			return
		}
		x.Nodes = append(x.Nodes, Node{Tok: tok, Low: strings.ToLower(word)})
		words = append(words, word)
	}
	for i := u.First; i < u.Last && len(words) < MaxNodes; i++ {
		tok := &t.Toks[i]
		start := tok.Start
		if i > u.First {
			cutGap(t.Raw[min(t.Toks[i-1].End, start):start], add)
		}
		if opens, closes := Bracket(tok.Low); opens {
			depth++
			continue
		} else if closes {
			depth = max(0, depth-1)
			continue
		}
		if depth > 0 {
			continue
		}
		x.At[i-u.First] = int32(len(words))
		word := t.Raw[start:tok.End]
		switch {
		case tok.Low == "n't":
			word = "n't"
		case i+1 < u.Last && t.Toks[i+1].Low == "n't" && len(word) > 1:
			word = word[:len(word)-1] // the n belongs to what follows
		case tok.Low == "cannot":
			add(word[:3], i)
			word = word[3:]
			x.At[i-u.First]++
		case clitics.Has(tok.Low) && i > u.First && t.Toks[i-1].End+1 == start && text.IsApostrophe(rune(t.Raw[start-1])):
			word = "'" + word
		}
		add(word, i)
	}
	if n := u.Last - 1; len(words) < MaxNodes {
		cutGap(t.Raw[min(t.Toks[n].End, u.End):u.End], add)
	}
	return words
}

// Bracket reports brackets as some corpora write them.
func Bracket(w string) (opens, closes bool) {
	return w == "lrb" || w == "lsb", w == "rrb" || w == "rsb"
}

var clitics = text.WordSet(`re ve ll d m`)

// WithoutTarget is what stands between two tokens without the target of a link.
func WithoutTarget(gap string) string {
	if at := strings.Index(gap, "]("); at >= 0 {
		if end := strings.IndexByte(gap[at:], ')'); end >= 0 {
			return gap[:at] + gap[at+end+1:]
		}
	}
	return gap
}

// cutGap cuts what stands between two tokens: marks, and "'s".
func cutGap(gap string, add func(string, int32)) {
	if gap == " " || gap == "" {
		return
	}
	gap = WithoutTarget(gap)
	for i := 0; i < len(gap); {
		r, n := utf8.DecodeRuneInString(gap[i:])
		switch {
		case text.IsApostrophe(r) && i == 0 && len(gap) > n && (gap[n] == 's' || gap[n] == 'S') && (len(gap) == n+1 || !text.IsASCIIWord(gap[n+1])):
			add("'s", -1)
			n++
		case unicode.IsSpace(r), text.IsApostrophe(r), strings.ContainsRune("*_`#>|\\", r):
		case r == '-' || r == '.':
			end := i + n
			for end < len(gap) && gap[end] == gap[i] {
				end++
			}
			add(gap[i:end], -1)
			n = end - i
		default:
			add(gap[i:i+n], -1)
		}
		i += n
	}
}

// link makes what depends on a node quick to walk.
func (x *Tree) link() {
	for i := range x.Nodes {
		x.Nodes[i].Kid, x.Nodes[i].Next = -1, -1
	}
	for i := len(x.Nodes) - 1; i >= 0; i-- {
		if h := x.Nodes[i].Head; h >= 0 && int(h) < len(x.Nodes) && int(h) != i {
			x.Nodes[i].Next, x.Nodes[h].Kid = x.Nodes[h].Kid, int32(i)
		}
	}
}

// Child is the first dependent of a node in one of some relations, -1 for none.
func (x *Tree) Child(n int32, rels ...syntax.Relation) int32 {
	for k := x.Nodes[n].Kid; k >= 0; k = x.Nodes[k].Next {
		if slices.Contains(rels, x.Nodes[k].Rel) {
			return k
		}
	}
	return -1
}

// Has reports a dependent in a relation that is one of some words.
func (x *Tree) Has(n int32, words text.Set, rels ...syntax.Relation) bool {
	for k := x.Nodes[n].Kid; k >= 0; k = x.Nodes[k].Next {
		if slices.Contains(rels, x.Nodes[k].Rel) && words.Has(x.Nodes[k].Low) {
			return true
		}
	}
	return false
}

// A mood is how a clause is said. Only what has none is asserted.
type Mood uint8

const (
	MoodDenied Mood = 1 << iota
	MoodIf          // under a condition, or only where one holds
	MoodMaybe       // may, perhaps, in order to
	MoodSaid        // what somebody said, believed or wanted
	MoodOr          // one of several
	moodAsked
)

var (
	Deniers    = text.WordSet(`not n't never neither nor hardly scarcely barely rarely seldom nowhere`)
	Nobody     = text.WordSet(`nobody nothing none noone neither`)
	Conditions = text.WordSet(`if unless whether lest provided supposing assuming`)
	Doubtful   = text.WordSet(`perhaps maybe possibly probably likely unlikely presumably apparently seemingly reportedly allegedly supposedly arguably hopefully potentially`)
	MayVerbs   = text.WordSet(`may might could`)
	Opinions   = text.WordSet(`believe believes believed believing think thinks thought hope hopes hoped assume assumes assumed suppose supposes supposed suspect suspects suspected
		claim claims claimed wish wishes wished doubt doubts doubted deny denies denied fear fears feared imagine imagined guess guessed suggest suggests suggested
		predict predicts predicted expect expects expected speculate speculated estimate estimated say said says argue argues argued allege alleged alleges
		pretend pretended feel felt propose proposed hypothesize hypothesized`)
	Attempts = text.WordSet(`want wants wanted hope hopes hoped try tries tried attempt attempts attempted plan plans planned refuse refuses refused fail fails failed
		decline declines declined expect expects expected intend intends intended threaten threatened promise promised believed thought said supposed rumored
		rumoured alleged reported considering decide asked told ordered urged encouraged supposed wish wished propose proposed offer offered agreed aim aims likely
		unlikely able unable seem seems seemed appear appears appeared tend tends tended claim claims claimed`)
	turnedDown = text.WordSet(`refuse refuses refused fail fails failed decline declines declined unable`)
	unlikely   = text.WordSet(`possible likely unlikely probable impossible false untrue doubtful unclear uncertain conceivable plausible`)
	Universals = text.WordSet(`every each all everyone everybody everything whoever whatever`)
	Definite   = text.WordSet(`the this that these those his her its their my your our`)
	Forgoing   = text.WordSet(`avoid avoids avoided avoiding lack lacks lacked lacking refuse refuses refused fail fails failed forbid forbids forbidden prohibit prohibits prohibited
		prevent prevents prevented deny denies denied doubt doubts doubted`)
)

// read works out the moods from the root down, and then what is stated.
func (x *Tree) read(raw string) {
	x.link()
	x.mend()
	asked := Mood(0)
	if text.Asks(raw) {
		asked = moodAsked
	}
	if len(x.Nodes) > 0 && x.Nodes[0].Low == "whether" {
		asked |= MoodIf // "whether it does is unknown"
	}
	for i := range x.Nodes {
		if x.Nodes[i].Head < 0 {
			x.descend(int32(i), asked, 0)
		}
	}
	x.state()
	x.tie()
}

// descend gives a node its mood, from that of its clause, and goes on to what depends on it.
func (x *Tree) descend(n int32, outer Mood, depth int) {
	if depth > MaxNodes {
		return // heads in a circle
	}
	d := &x.Nodes[n]
	own := x.ownMood(n)
	d.Mood = outer | own
	if x.alternative(n) {
		d.Mood |= MoodOr
	}
	for k := d.Kid; k >= 0; k = x.Nodes[k].Next {
		m := d.Mood
		switch c := &x.Nodes[k]; c.Rel {
		case syntax.Csubj, syntax.Ccomp:
			m &^= MoodDenied | MoodMaybe
			switch {
			case x.Has(k, Conditions, syntax.Mark):
				m |= MoodIf
			case unlikely.Has(d.Low):
				m |= MoodMaybe
			case c.Rel == syntax.Ccomp && Opinions.Has(d.Low) && k > n: // "so it is, she said" says it
				m |= MoodSaid
			}
		case syntax.Xcomp:
			switch {
			case turnedDown.Has(d.Low):
				m |= MoodDenied
			case Attempts.Has(d.Low):
				m |= MoodSaid
			}
		case syntax.Advcl:
			m &^= MoodDenied | MoodMaybe
			switch {
			case x.Conditional(k):
				m |= MoodIf
			case x.Has(k, toWord, syntax.Mark):
				m |= MoodMaybe
			case own&MoodIf != 0:
				m &^= MoodIf
			}
		case syntax.Relcl, syntax.Acl:
			m &^= MoodDenied | MoodMaybe
		case syntax.Conj, syntax.Parataxis:
			m = outer
			if x.alternative(n) {
				m |= MoodOr
			}
			if x.Child(k, syntax.Nsubj, syntax.NsubjPass, syntax.Aux, syntax.Cop, syntax.AuxPass) < 0 {
				m |= own & (MoodMaybe | MoodIf)
				if own&MoodDenied != 0 && x.Has(k, OrWords, syntax.Cc) {
					m |= MoodDenied
				}
			}
		}
		x.descend(k, m, depth+1)
	}
}

var (
	toWord  = text.WordSet(`to`)
	OrWords = text.WordSet(`or nor`)
)

// ownMood is what a predicate's own words say of how it is said.
func (x *Tree) ownMood(n int32) Mood {
	var m Mood
	for k := x.Nodes[n].Kid; k >= 0; k = x.Nodes[k].Next {
		c := &x.Nodes[k]
		switch c.Rel {
		case syntax.Aux:
			if MayVerbs.Has(c.Low) {
				m |= MoodMaybe
			}
		case syntax.Advmod, syntax.Discourse, syntax.Mark, syntax.Cc, syntax.Det:
			switch {
			case Deniers.Has(c.Low) && !x.notOnly(k):
				if c.Rel != syntax.Mark && c.Rel != syntax.Cc {
					m |= MoodDenied
				}
			case Doubtful.Has(c.Low):
				m |= MoodMaybe
			}
		case syntax.Nsubj, syntax.NsubjPass, syntax.Obj:
			if Nobody.Has(c.Low) || x.Has(k, NoWord, syntax.Det) {
				m |= MoodDenied
			}
		case syntax.Advcl:
			if x.Conditional(k) {
				m |= MoodIf
			}
		}
	}
	return m
}

var (
	Indefinite = text.WordSet(`a an`)
	NoWord     = text.WordSet(`no`)
)

// notOnly reports "not only", which denies nothing.
func (x *Tree) notOnly(n int32) bool {
	return int(n)+1 < len(x.Nodes) && (x.Nodes[n+1].Low == "only" || x.Nodes[n+1].Low == "just" || x.Nodes[n+1].Low == "merely")
}

// Conditional reports a clause that says on what the other hangs.
func (x *Tree) Conditional(n int32) bool {
	for k := x.Nodes[n].Kid; k >= 0; k = x.Nodes[k].Next {
		if c := &x.Nodes[k]; c.Rel == syntax.Mark || c.Rel == syntax.Advmod || c.Rel == syntax.Case {
			if Conditions.Has(c.Low) || c.Low == "in" && int(k)+1 < len(x.Nodes) && x.Nodes[k+1].Low == "case" {
				return true
			}
		} else if c.Low == "case" && k < n && x.Child(k, syntax.Case) >= 0 && x.Child(k, syntax.Det) < 0 {
			return true // in case
		}
	}
	return false
}

// alternative reports one of two that "or" joins. Of a longer list each may hold. What is
// not either is neither, and what may be either may be each.
func (x *Tree) alternative(n int32) bool {
	if x.Nodes[n].Rel == syntax.Conj {
		n = x.Nodes[n].Head
	}
	if x.Nodes[n].Mood&(MoodDenied|MoodMaybe) != 0 {
		return false
	}
	joined, or := 0, false
	for k := x.Nodes[n].Kid; k >= 0; k = x.Nodes[k].Next {
		if x.Nodes[k].Rel == syntax.Conj {
			joined++
			or = or || x.Has(k, OrWords, syntax.Cc)
		}
	}
	return or && joined == 1 && x.Nodes[n].Tag != syntax.Propn
}

// predicate reports a word that says something of a subject.
func (x *Tree) predicate(n int32) bool {
	d := &x.Nodes[n]
	switch d.Rel {
	case syntax.Ccomp, syntax.Advcl, syntax.Acl, syntax.Relcl, syntax.Csubj, syntax.Parataxis:
		return d.Tag == syntax.Verb || d.Tag == syntax.AuxVerb || x.Child(n, syntax.Nsubj, syntax.NsubjPass, syntax.Cop) >= 0
	case syntax.Xcomp:
		return true
	}
	return d.Tag == syntax.Verb && d.Rel != syntax.Amod && d.Rel != syntax.Compound || x.Child(n, syntax.Nsubj, syntax.NsubjPass, syntax.Cop) >= 0
}

// Superlative reports what is one of a kind by all that is said of it: "the fourth
// largest port of the coast".
func (x *Tree) Superlative(n int32) bool {
	if x.Nodes[n].Tag != syntax.Noun {
		return false
	}
	for k := x.Nodes[n].Kid; k >= 0 && k < n; k = x.Nodes[k].Next {
		c := &x.Nodes[k]
		if c.Rel == syntax.Amod && (Superlatives.Has(c.Low) || x.Has(k, most, syntax.Advmod)) {
			return true
		}
	}
	return false
}

var most = text.WordSet(`most least`)

var Superlatives = text.WordSet(`first last largest smallest biggest highest lowest longest shortest fastest slowest oldest youngest newest
	earliest latest greatest best worst most least only sole tallest deepest richest`)

// Hangs reports a kept word whose head is kept, or whose part somebody else plays: the
// last name for the full one, the second of two that "and" joins, the subject of a
// clause that leaves it out.
func (x *Tree) Hangs(n int32, kept []bool) bool {
	for at := n; x.Nodes[at].Head >= 0; at = x.Nodes[at].Head {
		if kept[x.Nodes[at].Head] {
			return true
		}
		if r := x.Nodes[at].Rel; r != syntax.Flat && r != syntax.Compound && r != syntax.Appos && r != syntax.Conj {
			break
		}
	}
	return slices.ContainsFunc(x.States, func(s Statement) bool {
		return kept[s.Pred] && slices.ContainsFunc(s.Args, func(a Argument) bool { return a.Node == n && a.Core() })
	})
}
