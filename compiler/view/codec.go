package view

import (
	"encoding/binary"
	"strconv"
	"time"

	"assay/compiler/codec"
	"assay/ingest/alike"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// The codecs of what actions return. A change of shape needs a new version in the
// action's key, or old results would be read wrongly.

// A Parsed note and the digest of its claims, which would cost more to make on each
// build than to keep.
type Parsed struct {
	Note   *markdown.Note
	Claims string // digest
	First  string // the first claim's text
	chunks bool   // some claim cites a chunk
	Marks  alike.Marks
	Cold   []byte // footnotes and claims, not decoded yet
}

func NewParsed(n *markdown.Note) Parsed {
	p := Parsed{Note: n, Claims: claimsDigest(n), Marks: marksOfNote(n)}
	for i, c := range n.Claims {
		if i == 0 {
			p.First = c.Text
		}
		for _, cite := range c.Cites {
			p.chunks = p.chunks || cite.Form == markdown.CiteChunk
		}
	}
	return p
}

func EncodeNote(v any) []byte {
	n := v.(Parsed).Note
	e := &codec.Encoder{}
	e.Str(v.(Parsed).Claims)
	e.Str(v.(Parsed).First)
	e.Bool(v.(Parsed).chunks)
	PutMarks(e, v.(Parsed).Marks)
	e.Str(n.Path)
	e.Str(n.Title)
	e.Int(n.BodyStart)
	e.Int(n.Words)
	putMeta(e, &n.Meta)
	codec.List(e, n.Headings, func(e *codec.Encoder, h *markdown.Heading) {
		e.Int(h.Level)
		e.Str(h.Text)
		e.Int(h.Start)
		e.Int(h.End)
	})
	codec.List(e, n.Blocks, func(e *codec.Encoder, b *markdown.BlockID) {
		e.Str(b.ID)
		e.Int(b.Start)
		e.Int(b.End)
	})
	codec.List(e, n.Links, func(e *codec.Encoder, l *markdown.Link) {
		e.Str(l.Target)
		e.Str(l.Anchor)
		e.Str(l.Text)
		e.Uint(Flags(l.Wiki, l.Embed, l.Meta, l.URL))
		e.Int(l.Start)
		e.Int(l.End)
	})
	codec.List(e, n.Questions, func(e *codec.Encoder, q *markdown.Question) {
		e.Str(q.Text)
		e.Int(q.Start)
		e.Int(q.End)
	})
	codec.List(e, n.Problems, func(e *codec.Encoder, p *vault.Problem) {
		e.Str(p.Kind)
		e.Int(p.Start)
		e.Int(p.End)
		e.Str(p.Text)
	})
	e.Bool(n.Ungraded != markdown.Ungraded{}) // of most notes it says nothing
	for _, x := range n.Ungraded.List() {
		if n.Ungraded != (markdown.Ungraded{}) {
			e.Int(*x)
		}
	}
	// What most builds do not need comes last, to be read or not.
	cold := &codec.Encoder{B: e.B}
	codec.List(cold, n.Footnotes, func(e *codec.Encoder, f *markdown.Footnote) {
		e.Str(f.Label)
		e.Str(f.Text)
		e.Int(f.Start)
		e.Int(f.End)
	})
	codec.List(cold, n.Claims, putClaim)
	return cold.B
}

func GetCold(d *codec.Decoder) (notes []markdown.Footnote, claims []markdown.Claim) {
	notes = codec.Unlist(d, func(d *codec.Decoder, f *markdown.Footnote) {
		f.Label, f.Text, f.Start, f.End = d.Str(), d.Str(), d.Int(), d.Int()
	})
	claims = codec.Unlist(d, getClaim)
	if d.Err != nil {
		return nil, nil
	}
	return notes, claims
}

func DecodeNote(b []byte) (Parsed, error) {
	d := codec.NewDecoder(b)
	read := Parsed{Claims: d.Str(), First: d.Str(), chunks: d.Bool(), Marks: GetMarks(d)}
	n := &markdown.Note{Path: d.Str(), Title: d.Str(), BodyStart: d.Int(), Words: d.Int()}
	getMeta(d, &n.Meta)
	n.Headings = codec.Unlist(d, func(d *codec.Decoder, h *markdown.Heading) {
		h.Level, h.Text, h.Start, h.End = d.Int(), d.Str(), d.Int(), d.Int()
	})
	n.Blocks = codec.Unlist(d, func(d *codec.Decoder, b *markdown.BlockID) {
		b.ID, b.Start, b.End = d.Str(), d.Int(), d.Int()
	})
	n.Links = codec.Unlist(d, func(d *codec.Decoder, l *markdown.Link) {
		l.Target, l.Anchor, l.Text = d.Str(), d.Str(), d.Str()
		f := d.Uint()
		l.Wiki, l.Embed, l.Meta, l.URL = f&1 != 0, f&2 != 0, f&4 != 0, f&8 != 0
		l.Start, l.End = d.Int(), d.Int()
	})
	n.Questions = codec.Unlist(d, func(d *codec.Decoder, q *markdown.Question) {
		q.Text, q.Start, q.End = d.Str(), d.Int(), d.Int()
	})
	n.Problems = codec.Unlist(d, func(d *codec.Decoder, p *vault.Problem) {
		p.Kind, p.Start, p.End, p.Text = d.Str(), d.Int(), d.Int(), d.Str()
	})
	if d.Bool() {
		for _, x := range n.Ungraded.List() {
			*x = d.Int()
		}
	}
	read.Note, read.Cold = n, d.B
	return read, d.Err
}

// PutMarks writes a text's marks; of a short text, which has none, one byte.
func PutMarks(e *codec.Encoder, m alike.Marks) {
	e.Bool(m != alike.Marks{})
	if m != (alike.Marks{}) {
		for _, v := range m {
			e.B = binary.LittleEndian.AppendUint64(e.B, v)
		}
	}
}

func GetMarks(d *codec.Decoder) (m alike.Marks) {
	if !d.Bool() {
		return m
	}
	if len(d.B) < 8*len(m) {
		d.Fail()
		return m
	}
	for i := range m {
		m[i] = binary.LittleEndian.Uint64(d.B[8*i:])
	}
	d.Skip(8 * len(m))
	return m
}

func Flags(bits ...bool) uint64 {
	var v uint64
	for i, b := range bits {
		if b {
			v |= 1 << i
		}
	}
	return v
}

func putMeta(e *codec.Encoder, m *markdown.Meta) {
	e.Str(m.Title)
	e.Strs(m.Aliases)
	e.Strs(m.Tags)
	e.Strs(m.Sources)
	e.Strs(m.Gaps)
	e.Str(m.Retrieved)
	e.Str(m.URL)
	e.Str(m.Licence)
	e.Str(m.Author)
	e.Str(m.Status)
	e.Str(m.StaleAfter)
	e.Uint(Flags(m.Generated, m.Stamp.Present))
	e.Strs(m.Stamp.SourceIDs)
	e.Strs(m.Stamp.ChunkIDs)
	e.Str(m.Stamp.Retrieved)
	e.Str(m.Stamp.Agent)
}

func getMeta(d *codec.Decoder, m *markdown.Meta) {
	m.Title, m.Aliases, m.Tags, m.Sources, m.Gaps = d.Str(), d.Strs(), d.Strs(), d.Strs(), d.Strs()
	m.Retrieved, m.URL, m.Licence, m.Author = d.Str(), d.Str(), d.Str(), d.Str()
	m.Status, m.StaleAfter = d.Str(), d.Str()
	f := d.Uint()
	m.Generated, m.Stamp.Present = f&1 != 0, f&2 != 0
	m.Stamp.SourceIDs, m.Stamp.ChunkIDs = d.Strs(), d.Strs()
	m.Stamp.Retrieved, m.Stamp.Agent = d.Str(), d.Str()
}

func putClaim(e *codec.Encoder, c *markdown.Claim) {
	e.Str(string(c.ID))
	e.Str(c.Text)
	e.Int(c.Start)
	e.Int(c.End)
	e.Int(c.Heading)
	e.Uint(uint64(c.Kind))
	e.Str(c.BlockID)
	e.Bool(c.Inferred)
	e.Uint(uint64(len(c.Lead)))
	for _, line := range c.Lead {
		e.Word(line)
	}
	codec.List(e, c.Cites, PutCite)
}

func getClaim(d *codec.Decoder, c *markdown.Claim) {
	c.ID, c.Text, c.Start, c.End = markdown.ClaimID(d.Str()), d.Str(), d.Int(), d.Int()
	c.Heading, c.Kind, c.BlockID, c.Inferred = d.Int(), markdown.ClaimKind(d.Uint()), d.Str(), d.Bool()
	if n := d.Count(); n > 0 {
		c.Lead = make([]string, n)
		for i := range c.Lead {
			c.Lead[i] = d.Word()
		}
	}
	c.Cites = codec.Unlist(d, GetCite)
}

func PutCite(e *codec.Encoder, c *markdown.Cite) {
	e.Uint(uint64(c.Form))
	e.Uint(uint64(c.Scope))
	e.Word(c.Target)
	e.Word(c.Anchor)
	e.Int(c.FromLine)
	e.Int(c.ToLine)
	e.Str(c.Quote)
	e.Str(c.Label)
	e.Int(c.Start)
	e.Int(c.End)
}

func GetCite(d *codec.Decoder, c *markdown.Cite) {
	c.Form, c.Scope = markdown.CiteForm(d.Uint()), markdown.CiteScope(d.Uint())
	c.Target, c.Anchor, c.FromLine, c.ToLine = d.Word(), d.Word(), d.Int(), d.Int()
	c.Quote, c.Label, c.Start, c.End = d.Str(), d.Str(), d.Int(), d.Int()
}

func PutJudgement(e *codec.Encoder, j *provenance.Judgement) {
	e.Uint(uint64(j.Stance))
	e.Float(j.Score)
	e.Float(j.Similarity)
	e.Word(j.Rule)
	putMismatch(e, j.Mismatch)
	e.Strs(j.Missing)
	e.Strs(j.Absent)
	e.Int(j.QuoteStart)
	e.Int(j.QuoteEnd)
	e.Word(j.Judge)
	codec.List(e, j.Others, func(e *codec.Encoder, o *provenance.Opinion) {
		e.Word(o.Judge)
		e.Uint(uint64(o.Stance))
		e.Float(o.Score)
		e.Word(o.Note)
	})
	e.Word(j.Unanswered)
}

func GetJudgement(d *codec.Decoder, j *provenance.Judgement) {
	j.Stance, j.Score, j.Similarity, j.Rule = provenance.Stance(d.Uint()), d.Float(), d.Float(), d.Word()
	j.Mismatch = getMismatch(d)
	j.Missing, j.Absent = d.Strs(), d.Strs()
	j.QuoteStart, j.QuoteEnd, j.Judge = d.Int(), d.Int(), d.Word()
	j.Others = codec.Unlist(d, func(d *codec.Decoder, o *provenance.Opinion) {
		o.Judge, o.Stance, o.Score, o.Note = d.Word(), provenance.Stance(d.Uint()), d.Float(), d.Word()
	})
	j.Unanswered = d.Word()
}

func putMismatch(e *codec.Encoder, m *provenance.Mismatch) {
	e.Bool(m != nil)
	if m != nil {
		e.Str(m.Kind)
		e.Str(m.Claim)
		e.Str(m.Source)
	}
}

func getMismatch(d *codec.Decoder) *provenance.Mismatch {
	if !d.Bool() {
		return nil
	}
	return &provenance.Mismatch{Kind: d.Str(), Claim: d.Str(), Source: d.Str()}
}

func PutTime(e *codec.Encoder, t time.Time) {
	if t.IsZero() {
		e.Int64(0)
		return
	}
	e.Int64(t.UnixNano())
}

func GetTime(d *codec.Decoder) time.Time {
	n := d.Int64()
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}

// claimsDigest names what a note's verdicts are made from on the note's side.
func claimsDigest(n *markdown.Note) string {
	e := &codec.Encoder{}
	for i := range n.Claims {
		c := n.Claims[i]
		// Where a claim stands does not matter to its grade, but its record holds
		// places only of evidence, so a moved claim keeps its verdict.
		e.Str(string(c.ID))
		e.Bool(c.Inferred)
		e.Uint(uint64(c.Kind))
		e.Str(c.BlockID)
		e.Int(c.Heading)
		e.Strs(c.Lead)
		for j := range c.Cites {
			cite := c.Cites[j]
			cite.Start, cite.End = 0, 0
			PutCite(e, &cite)
		}
	}
	for i := range n.Headings {
		e.Int(n.Headings[i].Level)
		e.Str(n.Headings[i].Text)
	}
	e.Str(n.Title)
	e.Strs(n.Meta.Tags)
	e.Strs(n.Meta.Sources)
	e.Str(strconv.FormatBool(n.Meta.Generated))
	e.Str(n.Meta.StaleAfter)
	return HashOf(n.Path, string(e.B))
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
