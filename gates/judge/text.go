package judge

import (
	"strings"
	"sync"
	"sync/atomic"

	"assay/gates/judge/layout"
	"assay/gates/judge/statement"
	"assay/gates/judge/value"
	"assay/text"
	"assay/text/syntax"
)

// A reading is what is known of a text before any claim is put to it.
type reading struct {
	value.Text
	index   index
	parts   map[string][]int32 // parts of identifiers to tokens
	prefix  map[string][]int32 // first five bytes of a stem to one token of each such stem
	initial map[string]int32   // initials of a run of names to its first token
	defined map[string][]int32 // abbreviations to the tokens of the words that the text says they are short for
	as      written
	reading sync.Once
	laid    *layout.Layout                   // its statements, once they are asked for
	trees   []atomic.Pointer[statement.Tree] // one for each unit, read when it is first asked for: few of a page ever are
	parsed  *statement.Sentences             // of the cache that it lies in, nil for none
	cutting sync.Once
	lives   []life
	states  []*reading // its clauses, once it is compared with another statement; see statesOf
}

// written are ways in which a text is looked through for words as they are written, each made when it
// is first asked for.
type written struct {
	quotable func() string // its letters and digits, to look quotations up in
	low      func() string // in lower case
	tight    func() string // likewise, without spaces and marks of Markdown
}

const prefixLen = 5

// analyse cuts and indexes raw.
func analyse(raw string, cache *text.Stems) *reading {
	return analyseIn(raw, text.Language(raw), cache)
}

// analyseIn reads raw in a language.
func analyseIn(raw, lang string, cache *text.Stems) *reading {
	t := &reading{Text: value.Read(raw, lang, cache), as: written{
		quotable: sync.OnceValue(func() string { return foldForQuote(raw, lang) }),
		low:      sync.OnceValue(func() string { return strings.ToLower(raw) }),
		tight:    sync.OnceValue(func() string { return strings.ToLower(tightened.Replace(raw)) }),
	}}
	t.trees = make([]atomic.Pointer[statement.Tree], len(t.Units))
	for i := range t.Units {
		t.markScopes(&t.Units[i])
	}
	t.buildIndex(cache)
	return t
}

// An index has the places of each stem in order, those of all stems one behind the other.
type index struct {
	ids    map[string]int32 // of stems
	from   []int32          // where the places of a stem begin, and behind those of the last one where they end
	places []int32
}

// placesOf are the tokens of a stem.
func (t *reading) placesOf(stem string) []int32 {
	id, ok := t.index.ids[stem]
	if !ok {
		return nil
	}
	return t.index.places[t.index.from[id]:t.index.from[id+1]]
}

// buildIndex maps stems to places.
func (t *reading) buildIndex(stems *text.Stems) {
	n := len(t.Toks)
	t.index = index{ids: make(map[string]int32, n/3+1), from: make([]int32, 2, n/2+2)}
	t.prefix = make(map[string][]int32, n/4+1)
	found := make([][2]int32, 0, n) // stem and place
	add := func(stem string, place int) (isNew bool) {
		id, ok := t.index.ids[stem]
		if !ok {
			id = int32(len(t.index.ids))
			t.index.ids[stem] = id
			t.index.from = append(t.index.from, 0)
		}
		t.index.from[id+2]++
		found = append(found, [2]int32{id, int32(place)})
		return !ok
	}
	for i := range t.Toks {
		tok := &t.Toks[i]
		if tok.Is(text.MarkNumber) {
			continue
		}
		if add(tok.Stem, i) && tok.Content() && len(tok.Stem) >= prefixLen && !tok.Is(text.MarkCJK) {
			t.prefix[tok.Stem[:prefixLen]] = append(t.prefix[tok.Stem[:prefixLen]], int32(i))
		}
		if tok.Is(text.MarkCode) {
			t.indexParts(i, tok)
		}
		if word := t.BrokenWord(int32(i)); word != "" {
			add(stems.Stem(word, t.WordLang()), i)
		}
	}
	for id := 2; id < len(t.index.from); id++ {
		t.index.from[id] += t.index.from[id-1]
	}
	t.index.places = make([]int32, len(found))
	for _, f := range found {
		t.index.places[t.index.from[f[0]+1]] = f[1]
		t.index.from[f[0]+1]++
	}
	t.indexInitials()
	t.indexDefined()
}

// indexParts makes the words within an identifier findable.
func (t *reading) indexParts(i int, tok *text.Token) {
	raw := t.Raw[tok.Start:tok.End]
	from := 0
	add := func(to int) {
		if to-from >= 3 {
			if t.parts == nil {
				t.parts = map[string][]int32{}
			}
			w := strings.ToLower(raw[from:to])
			t.parts[w] = append(t.parts[w], int32(i))
		}
	}
	for j := 1; j < len(raw); j++ {
		c, before := raw[j], raw[j-1]
		switch {
		case c == '_' || c == '.':
			add(j)
			from = j + 1
		case c >= 'A' && c <= 'Z' && before >= 'a' && before <= 'z', text.IsDigitByte(c) && !text.IsDigitByte(before) && before != '_' && before != '.':
			if from < j {
				add(j)
			}
			from = j
		}
	}
	if from < len(raw) && from > 0 {
		add(len(raw))
	}
}

// indexInitials notes the initials of runs of names, so that NATO finds the North
// Atlantic Treaty Organization.
func (t *reading) indexInitials() {
	for i := 0; i < len(t.Toks); i++ {
		if !t.Capital(i) {
			continue
		}
		var letters [8]byte
		n, last := 0, i
		for j := i; j < len(t.Toks) && n < len(letters); j++ {
			tok := &t.Toks[j]
			if tok.Unit != t.Toks[i].Unit || j > i && tok.Is(text.MarkBreak) {
				break
			}
			if t.Capital(j) {
				letters[n] = t.Raw[tok.Start] | 0x20 // in lower case
				n, last = n+1, j
			} else if !tok.Is(text.MarkStop) || j-last > 2 {
				break
			}
		}
		if n >= 2 {
			if t.initial == nil {
				t.initial = map[string]int32{}
			}
			for k := 2; k <= n; k++ {
				if t.initial[string(letters[:k])] == 0 {
					t.initial[string(letters[:k])] = int32(i) + 1
				}
			}
			i = last
		}
	}
}

// tree reads a unit, once; nil where nothing can be read of it.
func (t *reading) tree(unit int32) *statement.Tree {
	u := &t.Units[unit]
	if u.Kind == text.Code || u.Kind == text.Row || u.Last-u.First < 2 || !statement.Parses(t.Lang) {
		return nil
	}
	if known := t.trees[unit].Load(); known != nil {
		return known
	}
	x := statement.ParseUnit(&t.Document, u, t.parsed)
	t.trees[unit].Store(x)
	return x
}

// tagAt is the part of speech of a token, X where its sentence is not read.
func (t *reading) tagAt(i int32) syntax.Tag {
	if x := t.tree(t.Toks[i].Unit); x != nil {
		return x.TagAt(i)
	}
	return syntax.X
}

// layoutOf reads a text's entries when they are first asked for.
func (t *reading) layoutOf() *layout.Layout {
	t.reading.Do(func() { t.laid = layout.New(&t.Text) })
	return t.laid
}
