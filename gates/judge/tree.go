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
	x := &tree{first: u.first, at: make([]int32, u.last-u.first)}
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
	for i := u.first; i < u.last; i++ {
		if len(words) >= maxNodes {
			for ; i < u.last; i++ {
				x.at[i-u.first] = -1
			}
			break
		}
		tok := &t.toks[i]
		start := tok.Start
		if i > u.first {
			cutGap(t.raw[min(t.toks[i-1].End, start):start], add)
		}
		x.at[i-u.first] = -1
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
