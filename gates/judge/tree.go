package judge

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/text"
	"assay/text/syntax"
)

// A node is a word of a sentence as the parser cuts it: marks are words of their own,
// and so are "n't" and "'s".
type node struct {
	syntax.Word
	tok       int32  // of the text, -1 for a mark or a word that the tokens leave out
	low       string // lower case
	kid, next int32  // first dependent, next dependent of the same head; -1 for none
	mood      mood   // how its clause is said
}

// A tree is a sentence with what depends on what, and what it states.
type tree struct {
	nodes  []node
	first  int32   // token of the text that at[0] is
	at     []int32 // node of each token of the unit
	states []statement
	bonds  []bond
}

// maxNodes is how much of a sentence is read: what is longer is a list or a page that
// lost its full stops.
const maxNodes = 160

// tree reads a unit, once; nil where nothing can be read of it.
func (t *reading) tree(unit int32) *tree {
	u := &t.units[unit]
	if u.kind == code || u.kind == row || u.last-u.first < 2 || !parses(t.lang) {
		return nil
	}
	if known := t.trees[unit].Load(); known != nil {
		return known
	}
	x := t.parse(u)
	t.trees[unit].Store(x)
	return x
}

// tagAt is the part of speech of a token, X where its sentence is not read.
func (t *reading) tagAt(i int32) syntax.Tag {
	x := t.tree(t.toks[i].Unit)
	if x == nil || x.at[i-x.first] < 0 {
		return syntax.X
	}
	return x.nodes[x.at[i-x.first]].Tag
}

func parses(lang string) bool { return lang == "en" || lang == "" }

func (t *reading) parse(u *unit) *tree {
	x := &tree{first: u.first, at: slices.Repeat([]int32{-1}, int(u.last-u.first))}
	words := x.cut(t, u)
	for i, w := range t.parsed.parse(words) {
		x.nodes[i].Word = w
	}
	x.read(t.raw[u.start:u.end])
	return x
}

// cut gives the words of a unit as the parser wants them, and lays nodes for them.
func (x *tree) cut(t *reading, u *unit) []string {
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
		x.nodes = append(x.nodes, node{tok: tok, low: strings.ToLower(word)})
		words = append(words, word)
	}
	for i := u.first; i < u.last && len(words) < maxNodes; i++ {
		tok := &t.toks[i]
		start := tok.Start
		if i > u.first {
			cutGap(t.raw[min(t.toks[i-1].End, start):start], add)
		}
		if opens, closes := bracket(tok.Low); opens {
			depth++
			continue
		} else if closes {
			depth = max(0, depth-1)
			continue
		}
		if depth > 0 {
			continue
		}
		x.at[i-u.first] = int32(len(words))
		word := t.raw[start:tok.End]
		switch {
		case tok.Low == "n't":
			word = "n't"
		case i+1 < u.last && t.toks[i+1].Low == "n't" && len(word) > 1:
			word = word[:len(word)-1] // the n belongs to what follows
		case tok.Low == "cannot":
			add(word[:3], i)
			word = word[3:]
			x.at[i-u.first]++
		case clitics.Has(tok.Low) && i > u.first && t.toks[i-1].End+1 == start && text.IsApostrophe(rune(t.raw[start-1])):
			word = "'" + word
		}
		add(word, i)
	}
	if n := u.last - 1; len(words) < maxNodes {
		cutGap(t.raw[min(t.toks[n].End, u.end):u.end], add)
	}
	return words
}

// bracket reports brackets as some corpora write them.
func bracket(w string) (opens, closes bool) {
	return w == "lrb" || w == "lsb", w == "rrb" || w == "rsb"
}

var clitics = text.WordSet(`re ve ll d m`)

// withoutTarget is what stands between two tokens without the target of a link.
func withoutTarget(gap string) string {
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
	gap = withoutTarget(gap)
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
func (x *tree) link() {
	for i := range x.nodes {
		x.nodes[i].kid, x.nodes[i].next = -1, -1
	}
	for i := len(x.nodes) - 1; i >= 0; i-- {
		if h := x.nodes[i].Head; h >= 0 && int(h) < len(x.nodes) && int(h) != i {
			x.nodes[i].next, x.nodes[h].kid = x.nodes[h].kid, int32(i)
		}
	}
}

// child is the first dependent of a node in one of some relations, -1 for none.
func (x *tree) child(n int32, rels ...syntax.Relation) int32 {
	for k := x.nodes[n].kid; k >= 0; k = x.nodes[k].next {
		if slices.Contains(rels, x.nodes[k].Rel) {
			return k
		}
	}
	return -1
}

// has reports a dependent in a relation that is one of some words.
func (x *tree) has(n int32, words text.Set, rels ...syntax.Relation) bool {
	for k := x.nodes[n].kid; k >= 0; k = x.nodes[k].next {
		if slices.Contains(rels, x.nodes[k].Rel) && words.Has(x.nodes[k].low) {
			return true
		}
	}
	return false
}

// A mood is how a clause is said. Only what has none is asserted.
type mood uint8

const (
	moodDenied mood = 1 << iota
	moodIf          // under a condition, or only where one holds
	moodMaybe       // may, perhaps, in order to
	moodSaid        // what somebody said, believed or wanted
	moodOr          // one of several
	moodAsked
)

var (
	deniers    = text.WordSet(`not n't never neither nor hardly scarcely barely rarely seldom nowhere`)
	nobody     = text.WordSet(`nobody nothing none noone neither`)
	conditions = text.WordSet(`if unless whether lest provided supposing assuming`)
	doubtful   = text.WordSet(`perhaps maybe possibly probably likely unlikely presumably apparently seemingly reportedly allegedly supposedly arguably hopefully potentially`)
	mayVerbs   = text.WordSet(`may might could`)
	opinions   = text.WordSet(`believe believes believed believing think thinks thought hope hopes hoped assume assumes assumed suppose supposes supposed suspect suspects suspected
		claim claims claimed wish wishes wished doubt doubts doubted deny denies denied fear fears feared imagine imagined guess guessed suggest suggests suggested
		predict predicts predicted expect expects expected speculate speculated estimate estimated say said says argue argues argued allege alleged alleges
		pretend pretended feel felt propose proposed hypothesize hypothesized`)
	attempts = text.WordSet(`want wants wanted hope hopes hoped try tries tried attempt attempts attempted plan plans planned refuse refuses refused fail fails failed
		decline declines declined expect expects expected intend intends intended threaten threatened promise promised believed thought said supposed rumored
		rumoured alleged reported considering decide asked told ordered urged encouraged supposed wish wished propose proposed offer offered agreed aim aims likely
		unlikely able unable seem seems seemed appear appears appeared tend tends tended claim claims claimed`)
	turnedDown = text.WordSet(`refuse refuses refused fail fails failed decline declines declined unable`)
	unlikely   = text.WordSet(`possible likely unlikely probable impossible false untrue doubtful unclear uncertain conceivable plausible`)
	universals = text.WordSet(`every each all everyone everybody everything whoever whatever`)
	definite   = text.WordSet(`the this that these those his her its their my your our`)
	forgoing   = text.WordSet(`avoid avoids avoided avoiding lack lacks lacked lacking refuse refuses refused fail fails failed forbid forbids forbidden prohibit prohibits prohibited
		prevent prevents prevented deny denies denied doubt doubts doubted`)
)

// read works out the moods from the root down, and then what is stated.
func (x *tree) read(raw string) {
	x.link()
	x.mend()
	asked := mood(0)
	if asks(raw) {
		asked = moodAsked
	}
	if len(x.nodes) > 0 && x.nodes[0].low == "whether" {
		asked |= moodIf // "whether it does is unknown"
	}
	for i := range x.nodes {
		if x.nodes[i].Head < 0 {
			x.descend(int32(i), asked, 0)
		}
	}
	x.state()
	x.tie()
}

// descend gives a node its mood, from that of its clause, and goes on to what depends on it.
func (x *tree) descend(n int32, outer mood, depth int) {
	if depth > maxNodes {
		return // heads in a circle
	}
	d := &x.nodes[n]
	own := x.ownMood(n)
	d.mood = outer | own
	if x.alternative(n) {
		d.mood |= moodOr
	}
	for k := d.kid; k >= 0; k = x.nodes[k].next {
		m := d.mood
		switch c := &x.nodes[k]; c.Rel {
		case syntax.Csubj, syntax.Ccomp:
			m &^= moodDenied | moodMaybe
			switch {
			case x.has(k, conditions, syntax.Mark):
				m |= moodIf
			case unlikely.Has(d.low):
				m |= moodMaybe
			case c.Rel == syntax.Ccomp && opinions.Has(d.low) && k > n: // "so it is, she said" says it
				m |= moodSaid
			}
		case syntax.Xcomp:
			switch {
			case turnedDown.Has(d.low):
				m |= moodDenied
			case attempts.Has(d.low):
				m |= moodSaid
			}
		case syntax.Advcl:
			m &^= moodDenied | moodMaybe
			switch {
			case x.conditional(k):
				m |= moodIf
			case x.has(k, toWord, syntax.Mark):
				m |= moodMaybe
			case own&moodIf != 0:
				m &^= moodIf
			}
		case syntax.Relcl, syntax.Acl:
			m &^= moodDenied | moodMaybe
		case syntax.Conj, syntax.Parataxis:
			m = outer
			if x.alternative(n) {
				m |= moodOr
			}
			if x.child(k, syntax.Nsubj, syntax.NsubjPass, syntax.Aux, syntax.Cop, syntax.AuxPass) < 0 {
				m |= own & (moodMaybe | moodIf)
				if own&moodDenied != 0 && x.has(k, orWords, syntax.Cc) {
					m |= moodDenied
				}
			}
		}
		x.descend(k, m, depth+1)
	}
}

var (
	toWord  = text.WordSet(`to`)
	orWords = text.WordSet(`or nor`)
)

// ownMood is what a predicate's own words say of how it is said.
func (x *tree) ownMood(n int32) mood {
	var m mood
	for k := x.nodes[n].kid; k >= 0; k = x.nodes[k].next {
		c := &x.nodes[k]
		switch c.Rel {
		case syntax.Aux:
			if mayVerbs.Has(c.low) {
				m |= moodMaybe
			}
		case syntax.Advmod, syntax.Discourse, syntax.Mark, syntax.Cc, syntax.Det:
			switch {
			case deniers.Has(c.low) && !x.notOnly(k):
				if c.Rel != syntax.Mark && c.Rel != syntax.Cc {
					m |= moodDenied
				}
			case doubtful.Has(c.low):
				m |= moodMaybe
			}
		case syntax.Nsubj, syntax.NsubjPass, syntax.Obj:
			if nobody.Has(c.low) || x.has(k, noWord, syntax.Det) {
				m |= moodDenied
			}
		case syntax.Advcl:
			if x.conditional(k) {
				m |= moodIf
			}
		}
	}
	return m
}

var (
	indefinite = text.WordSet(`a an`)
	noWord     = text.WordSet(`no`)
)

// notOnly reports "not only", which denies nothing.
func (x *tree) notOnly(n int32) bool {
	return int(n)+1 < len(x.nodes) && (x.nodes[n+1].low == "only" || x.nodes[n+1].low == "just" || x.nodes[n+1].low == "merely")
}

// conditional reports a clause that says on what the other hangs.
func (x *tree) conditional(n int32) bool {
	for k := x.nodes[n].kid; k >= 0; k = x.nodes[k].next {
		if c := &x.nodes[k]; c.Rel == syntax.Mark || c.Rel == syntax.Advmod || c.Rel == syntax.Case {
			if conditions.Has(c.low) || c.low == "in" && int(k)+1 < len(x.nodes) && x.nodes[k+1].low == "case" {
				return true
			}
		} else if c.low == "case" && k < n && x.child(k, syntax.Case) >= 0 && x.child(k, syntax.Det) < 0 {
			return true // in case
		}
	}
	return false
}

// alternative reports one of two that "or" joins. Of a longer list each may hold. What is
// not either is neither, and what may be either may be each.
func (x *tree) alternative(n int32) bool {
	if x.nodes[n].Rel == syntax.Conj {
		n = x.nodes[n].Head
	}
	if x.nodes[n].mood&(moodDenied|moodMaybe) != 0 {
		return false
	}
	joined, or := 0, false
	for k := x.nodes[n].kid; k >= 0; k = x.nodes[k].next {
		if x.nodes[k].Rel == syntax.Conj {
			joined++
			or = or || x.has(k, orWords, syntax.Cc)
		}
	}
	return or && joined == 1 && x.nodes[n].Tag != syntax.Propn
}

// predicate reports a word that says something of a subject.
func (x *tree) predicate(n int32) bool {
	d := &x.nodes[n]
	switch d.Rel {
	case syntax.Ccomp, syntax.Advcl, syntax.Acl, syntax.Relcl, syntax.Csubj, syntax.Parataxis:
		return d.Tag == syntax.Verb || d.Tag == syntax.AuxVerb || x.child(n, syntax.Nsubj, syntax.NsubjPass, syntax.Cop) >= 0
	case syntax.Xcomp:
		return true
	}
	return d.Tag == syntax.Verb && d.Rel != syntax.Amod && d.Rel != syntax.Compound || x.child(n, syntax.Nsubj, syntax.NsubjPass, syntax.Cop) >= 0
}

// superlative reports what is one of a kind by all that is said of it: "the fourth
// largest port of the coast".
func (x *tree) superlative(n int32) bool {
	if x.nodes[n].Tag != syntax.Noun {
		return false
	}
	for k := x.nodes[n].kid; k >= 0 && k < n; k = x.nodes[k].next {
		c := &x.nodes[k]
		if c.Rel == syntax.Amod && (superlatives.Has(c.low) || x.has(k, most, syntax.Advmod)) {
			return true
		}
	}
	return false
}

var most = text.WordSet(`most least`)
