// Package reading reads a text by itself. It says where its words stand, and what its names, values,
// clauses and denials are, what it only supposes and what it quotes. A claim and its evidence are read
// alike, before one is put to the other; what they make of each other is the judge's.
package reading

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"assay/gates/judge/layout"
	"assay/gates/judge/statement"
	"assay/gates/judge/value"
	"assay/text"
	"assay/text/syntax"
)

// A Text is what is known of a text before any claim is put to it.
type Text struct {
	value.Text
	index   index
	Parts   map[string][]int32 // parts of identifiers to tokens
	Prefix  map[string][]int32 // first five bytes of a stem to one token of each such stem
	Initial map[string]int32   // initials of a run of names to its first token
	Defined map[string][]int32 // abbreviations to the tokens of the words that the text says they are short for
	As      written
	reading sync.Once
	laid    *layout.Layout                   // its statements, once they are asked for
	trees   []atomic.Pointer[statement.Tree] // one for each unit, read when it is first asked for: few of a page ever are
	Parsed  *statement.Sentences             // of the cache that it lies in, nil for none
	Cutting sync.Once
	lives   []life
	States  []*Text // its clauses, once it is compared with another statement; see statesOf
}

// written are ways in which a text is looked through for words as they are written, each made when it
// is first asked for.
type written struct {
	quotable func() string // its letters and digits, to look quotations up in
	Low      func() string // in lower case
	tight    func() string // likewise, without spaces and marks of Markdown
}

// Lengths in words from which on a text is an article, and a page.
const (
	ArticleFrom = 200
	PageFrom    = 800
)

// IsArticle reports a text as long as an article, or longer.
func (t *Text) IsArticle() bool { return len(t.Toks) >= ArticleFrom }

// WrittenAsSaid reports what was said and a machine wrote down: lines that begin with their time, or
// next to no stops. It has names as they sound: "chat gbt", "gaju explorer".
func (t *Text) WrittenAsSaid() bool {
	const wordsPer = 60 // line or stop
	timed, stops := 0, 0
	for line := range strings.Lines(t.Raw) {
		if text.Timed(strings.TrimLeft(line, " >-")) {
			timed++
		}
		stops += strings.Count(line, ". ") + strings.Count(line, "? ") + strings.Count(line, ".\n")
	}
	prose := !slices.ContainsFunc(t.Units, func(u text.Unit) bool { return u.Kind != text.Prose && u.Kind != text.Heading })
	return wordsPer*timed >= len(t.Toks) || wordsPer*stops < len(t.Toks) && prose && !text.WithoutSpaces(t.Raw)
}

// Analyse cuts and indexes raw.
func Analyse(raw string, cache *text.Stems) *Text {
	return AnalyseIn(raw, text.Language(raw), cache)
}

// AnalyseIn reads raw in a language.
func AnalyseIn(raw, lang string, cache *text.Stems) *Text {
	t := &Text{Text: value.Read(raw, lang, cache), As: written{
		quotable: sync.OnceValue(func() string { return foldForQuote(raw, lang) }),
		Low:      sync.OnceValue(func() string { return strings.ToLower(raw) }),
		tight:    sync.OnceValue(func() string { return strings.ToLower(tightened.Replace(raw)) }),
	}}
	t.trees = make([]atomic.Pointer[statement.Tree], len(t.Units))
	for i := range t.Units {
		t.markScopes(&t.Units[i])
	}
	t.buildIndex(cache)
	return t
}

const PrefixLen = 5

// An index has the places of each stem in order, those of all stems one behind the other.
type index struct {
	ids    map[string]int32 // of stems
	from   []int32          // where the places of a stem begin, and behind those of the last one where they end
	places []int32
}

// PlacesOf are the tokens of a stem.
func (t *Text) PlacesOf(stem string) []int32 {
	id, ok := t.index.ids[stem]
	if !ok {
		return nil
	}
	return t.index.places[t.index.from[id]:t.index.from[id+1]]
}

// buildIndex maps stems to places.
func (t *Text) buildIndex(stems *text.Stems) {
	n := len(t.Toks)
	t.index = index{ids: make(map[string]int32, n/3+1), from: make([]int32, 2, n/2+2)}
	t.Prefix = make(map[string][]int32, n/4+1)
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
		if add(tok.Stem, i) && tok.Content() && len(tok.Stem) >= PrefixLen && !tok.Is(text.MarkCJK) {
			t.Prefix[tok.Stem[:PrefixLen]] = append(t.Prefix[tok.Stem[:PrefixLen]], int32(i))
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

// Tree reads a unit, once; nil where nothing can be read of it.
func (t *Text) Tree(unit int32) *statement.Tree {
	u := &t.Units[unit]
	if u.Kind == text.Code || u.Kind == text.Row || u.Last-u.First < 2 || !statement.Parses(t.Lang) {
		return nil
	}
	if known := t.trees[unit].Load(); known != nil {
		return known
	}
	x := statement.ParseUnit(&t.Document, u, t.Parsed)
	t.trees[unit].Store(x)
	return x
}

// TagAt is the part of speech of a token, X where its sentence is not read.
func (t *Text) TagAt(i int32) syntax.Tag {
	if x := t.Tree(t.Toks[i].Unit); x != nil {
		return x.TagAt(i)
	}
	return syntax.X
}

// LayoutOf reads a text's entries when they are first asked for.
func (t *Text) LayoutOf() *layout.Layout {
	t.reading.Do(func() { t.laid = layout.New(&t.Text) })
	return t.laid
}

// ContentFrom is the first token with a meaning from one on, -1 for none.
func (t *Text) ContentFrom(i int32) int32 {
	for ; int(i) < len(t.Toks); i++ {
		if t.Toks[i].Content() {
			return i
		}
	}
	return -1
}

// TokenFrom is the first token that begins at a byte or behind it.
func (t *Text) TokenFrom(at int) int32 {
	i, _ := slices.BinarySearchFunc(t.Toks, int32(at), func(tok text.Token, at int32) int { return cmp.Compare(tok.Start, at) })
	return int32(i)
}

// Word is the word of a node of a tree, "" for none.
func (t *Text) Word(x *statement.Tree, n int32) string {
	if n < 0 || x.Nodes[n].Tok < 0 {
		return ""
	}
	return t.Span(x.Nodes[n].Tok, x.Nodes[n].Tok)
}

// ValueOf is the value that a word is a part of, or that counts it.
func (t *Text) ValueOf(x *statement.Tree, n int32) *value.Value {
	if x.Nodes[n].Tok < 0 {
		return nil
	}
	if k := x.Child(n, syntax.Nummod); k >= 0 && x.Nodes[k].Tok >= 0 {
		n = k
	}
	tok := x.Nodes[n].Tok
	for _, v := range t.ValuesIn([2]int32{tok, tok + 1}) {
		if v.First <= tok && tok < v.Last {
			return v
		}
	}
	return nil
}

// HasIn reports a stretch with one of some words.
func (t *Text) HasIn(r [2]int32, words text.Set) bool {
	return slices.ContainsFunc(t.Toks[r[0]:r[1]], func(tok text.Token) bool { return words.Has(tok.Low) })
}

// HasAny reports a text with one of some words.
func (t *Text) HasAny(of text.Set) bool {
	return t.HasIn([2]int32{0, int32(len(t.Toks))}, of)
}

// HasAll reports that a text has each of some words, as words that say something.
func (t *Text) HasAll(stems []string) bool {
	return !slices.ContainsFunc(stems, func(stem string) bool {
		return !slices.ContainsFunc(t.PlacesOf(stem), func(i int32) bool { return t.Toks[i].Content() })
	})
}

// HasBase reports a stretch with a word of which a stem denies the stem, as "untaxed" denies "taxation".
func (t *Text) HasBase(stem string, r [2]int32) bool {
	const least = 3
	base := strings.TrimPrefix(strings.TrimPrefix(stem, "un"), "non")
	return base != stem && len(base) >= least && slices.ContainsFunc(t.Toks[r[0]:r[1]], func(tok text.Token) bool { return strings.HasPrefix(tok.Stem, base) })
}

func (t *Text) hasWord(low string) bool {
	return slices.ContainsFunc(t.Toks, func(tok text.Token) bool { return tok.Low == low })
}

// Has reports a word that another text has too. That may be read in another language, a
// title being short.
func (t *Text) Has(word *text.Token) bool {
	return t != nil && (len(t.PlacesOf(word.Stem)) > 0 || slices.ContainsFunc(t.Toks, func(tok text.Token) bool { return tok.Low == word.Low }))
}

// Topics are the words of a title or heading that name its subject.
func (t *Text) Topics() (words []*text.Token) {
	for i := range t.Toks {
		if tok := &t.Toks[i]; tok.Content() && !general.Has(tok.Low) {
			words = append(words, tok)
		}
	}
	return words
}

// general words of titles and headings name no subject.
var general = text.WordSet(`overview summary introduction details detail notes note facts fact key general guide about reference concept concepts basics description
	background definition specification specifications parameters properties settings configuration information info main
	überblick zusammenfassung einleitung einführung allgemeines grundlagen
	résumé introduction généralités resumen introducción
	概述 概要 简介 摘要 总结 介绍 说明 はじめに 概説 まとめ 개요 요약`)

// HasAnyOf reports a text with one of some strings in it.
func HasAnyOf(t string, of []string) bool {
	return slices.ContainsFunc(of, func(s string) bool { return strings.Contains(t, s) })
}
