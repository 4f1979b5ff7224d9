package view

import (
	"slices"
	"strings"

	"assay/compiler/codec"
	"assay/ingest/alike"
	"assay/text"
	"assay/vault/markdown"
)

// A Parsed note and the digest of its claims, which would cost more to make on each
// build than to keep.
type Parsed struct {
	Note   *markdown.Note // without what is in Cold
	Claims string         // digest
	First  string         // the first claim's text
	Spoken string         // language of the claims, as a code of BCP 47
	Chunks bool           // some claim cites a chunk
	Marks  alike.Marks
	Cold   []byte // a cold, which most builds need not read
}

// A cold has what is long of a note.
type cold struct {
	Footnotes []markdown.Footnote
	Claims    []markdown.Claim
}

// NewParsed takes a note over.
func NewParsed(n *markdown.Note) Parsed {
	hot := *n
	hot.Footnotes, hot.Claims = nil, nil
	p := Parsed{Note: &hot, Claims: claimsDigest(n), Spoken: spoken(n), Marks: marksOfNote(n), Cold: codec.Encode(cold{n.Footnotes, n.Claims})}
	for i, c := range n.Claims {
		if i == 0 {
			p.First = c.Text
		}
		for _, cite := range c.Cites {
			p.Chunks = p.Chunks || cite.Form == markdown.CiteChunk
		}
	}
	return p
}

// Spoken is the language of a note, which its short claims may not tell.
func (v *View) Spoken(n *markdown.Note) string {
	if p, ok := v.Results.Parsed[n]; ok {
		return p.Spoken
	}
	return spoken(n)
}

// spoken is the language of a note's first claims.
func spoken(n *markdown.Note) string {
	const enough = 2000
	var sample strings.Builder
	for i := 0; i < len(n.Claims) && sample.Len() < enough; i++ {
		sample.WriteString(n.Claims[i].Text + "\n")
	}
	return text.Language(sample.String())
}

// Warm gives a note what is cold of it.
func Warm(n *markdown.Note, b []byte) *markdown.Note {
	c, _ := codec.Decode[cold](b)
	n.Footnotes, n.Claims = c.Footnotes, c.Claims
	return n
}

// claimsDigest names what a note's verdicts are made from on the note's side. Where a claim
// stands does not matter to its grade, and its record holds places only of evidence, so a moved
// claim keeps its verdict.
func claimsDigest(n *markdown.Note) string {
	claims, headings := slices.Clone(n.Claims), slices.Clone(n.Headings)
	for i := range claims {
		c := &claims[i]
		c.Text, c.Start, c.End, c.Cites = "", 0, 0, slices.Clone(c.Cites) // its id is a hash of the text
		for j := range c.Cites {
			c.Cites[j].Start, c.Cites[j].End = 0, 0
		}
	}
	for i := range headings {
		headings[i].Start, headings[i].End = 0, 0
	}
	meta := markdown.Meta{Tags: n.Meta.Tags, Sources: n.Meta.Sources, Generated: n.Meta.Generated, StaleAfter: n.Meta.StaleAfter}
	return HashOf(n.Path, string(codec.Encode(markdown.Note{Title: n.Title, Claims: claims, Headings: headings, Meta: meta})))
}

// marksOfNote are the marks of a note's sentences; none of a short note.
func marksOfNote(n *markdown.Note) alike.Marks {
	pieces := make([]string, len(n.Claims))
	for i := range n.Claims {
		pieces[i] = n.Claims[i].Text
	}
	m, words := alike.MarksOf(pieces...)
	if words < MirrorWords {
		return alike.Marks{}
	}
	return m
}

// MirrorWords is how long a page must be for its double elsewhere to mean something:
// two sites may both say "This page has moved."
const MirrorWords = 40
