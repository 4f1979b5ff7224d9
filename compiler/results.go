package compiler

import (
	"encoding/binary"
	"time"

	"assay/ingest/alike"
	"assay/provenance"
	"assay/vault"
)

// The codecs of what actions return. A change of shape needs a new version in the
// action's key, or old results would be read wrongly.

// A parsed note and the digest of its claims, which would cost more to make on each
// build than to keep.
type parsed struct {
	note   *vault.Note
	claims string // digest
	first  string // the first claim's text
	chunks bool   // some claim cites a chunk
	marks  alike.Marks
	cold   []byte // footnotes and claims, not decoded yet
}

func newParsed(n *vault.Note) parsed {
	p := parsed{note: n, claims: claimsDigest(n), marks: marksOfNote(n)}
	for i, c := range n.Claims {
		if i == 0 {
			p.first = c.Text
		}
		for _, cite := range c.Cites {
			p.chunks = p.chunks || cite.Form == vault.CiteChunk
		}
	}
	return p
}

func encodeNote(v any) []byte {
	n := v.(parsed).note
	e := &encoder{}
	e.str(v.(parsed).claims)
	e.str(v.(parsed).first)
	e.bool(v.(parsed).chunks)
	putMarks(e, v.(parsed).marks)
	e.str(n.Path)
	e.str(n.Title)
	e.int(n.BodyStart)
	e.int(n.Words)
	putMeta(e, &n.Meta)
	list(e, n.Headings, func(e *encoder, h *vault.Heading) {
		e.int(h.Level)
		e.str(h.Text)
		e.int(h.Start)
		e.int(h.End)
	})
	list(e, n.Blocks, func(e *encoder, b *vault.BlockID) {
		e.str(b.ID)
		e.int(b.Start)
		e.int(b.End)
	})
	list(e, n.Links, func(e *encoder, l *vault.Link) {
		e.str(l.Target)
		e.str(l.Anchor)
		e.str(l.Text)
		e.uint(flags(l.Wiki, l.Embed, l.Meta, l.URL))
		e.int(l.Start)
		e.int(l.End)
	})
	list(e, n.Questions, func(e *encoder, q *vault.Question) {
		e.str(q.Text)
		e.int(q.Start)
		e.int(q.End)
	})
	list(e, n.Problems, func(e *encoder, p *vault.Problem) {
		e.str(p.Kind)
		e.int(p.Start)
		e.int(p.End)
		e.str(p.Text)
	})
	// What most builds do not need comes last, to be read or not.
	cold := &encoder{b: e.b}
	list(cold, n.Footnotes, func(e *encoder, f *vault.Footnote) {
		e.str(f.Label)
		e.str(f.Text)
		e.int(f.Start)
		e.int(f.End)
	})
	list(cold, n.Claims, putClaim)
	return cold.b
}

func getCold(d *decoder) (notes []vault.Footnote, claims []vault.Claim) {
	notes = unlist(d, func(d *decoder, f *vault.Footnote) {
		f.Label, f.Text, f.Start, f.End = d.str(), d.str(), d.int(), d.int()
	})
	claims = unlist(d, getClaim)
	if d.err != nil {
		return nil, nil
	}
	return notes, claims
}

func decodeNote(b []byte) (parsed, error) {
	d := newDecoder(b)
	read := parsed{claims: d.str(), first: d.str(), chunks: d.bool(), marks: getMarks(d)}
	n := &vault.Note{Path: d.str(), Title: d.str(), BodyStart: d.int(), Words: d.int()}
	getMeta(d, &n.Meta)
	n.Headings = unlist(d, func(d *decoder, h *vault.Heading) {
		h.Level, h.Text, h.Start, h.End = d.int(), d.str(), d.int(), d.int()
	})
	n.Blocks = unlist(d, func(d *decoder, b *vault.BlockID) {
		b.ID, b.Start, b.End = d.str(), d.int(), d.int()
	})
	n.Links = unlist(d, func(d *decoder, l *vault.Link) {
		l.Target, l.Anchor, l.Text = d.str(), d.str(), d.str()
		f := d.uint()
		l.Wiki, l.Embed, l.Meta, l.URL = f&1 != 0, f&2 != 0, f&4 != 0, f&8 != 0
		l.Start, l.End = d.int(), d.int()
	})
	n.Questions = unlist(d, func(d *decoder, q *vault.Question) {
		q.Text, q.Start, q.End = d.str(), d.int(), d.int()
	})
	n.Problems = unlist(d, func(d *decoder, p *vault.Problem) {
		p.Kind, p.Start, p.End, p.Text = d.str(), d.int(), d.int(), d.str()
	})
	read.note, read.cold = n, d.b
	return read, d.err
}

// putMarks writes a text's marks; of a short text, which has none, one byte.
func putMarks(e *encoder, m alike.Marks) {
	e.bool(m != alike.Marks{})
	if m != (alike.Marks{}) {
		for _, v := range m {
			e.b = binary.LittleEndian.AppendUint64(e.b, v)
		}
	}
}

func getMarks(d *decoder) (m alike.Marks) {
	if !d.bool() {
		return m
	}
	if len(d.b) < 8*len(m) {
		d.fail()
		return m
	}
	for i := range m {
		m[i] = binary.LittleEndian.Uint64(d.b[8*i:])
	}
	d.skip(8 * len(m))
	return m
}

func flags(bits ...bool) uint64 {
	var v uint64
	for i, b := range bits {
		if b {
			v |= 1 << i
		}
	}
	return v
}

func putMeta(e *encoder, m *vault.Meta) {
	e.str(m.Title)
	e.strs(m.Aliases)
	e.strs(m.Tags)
	e.strs(m.Sources)
	e.strs(m.Gaps)
	e.str(m.Retrieved)
	e.str(m.URL)
	e.str(m.Licence)
	e.str(m.Author)
	e.uint(flags(m.Generated, m.Stamp.Present))
	e.strs(m.Stamp.SourceIDs)
	e.strs(m.Stamp.ChunkIDs)
	e.str(m.Stamp.Retrieved)
	e.str(m.Stamp.Agent)
}

func getMeta(d *decoder, m *vault.Meta) {
	m.Title, m.Aliases, m.Tags, m.Sources, m.Gaps = d.str(), d.strs(), d.strs(), d.strs(), d.strs()
	m.Retrieved, m.URL, m.Licence, m.Author = d.str(), d.str(), d.str(), d.str()
	f := d.uint()
	m.Generated, m.Stamp.Present = f&1 != 0, f&2 != 0
	m.Stamp.SourceIDs, m.Stamp.ChunkIDs = d.strs(), d.strs()
	m.Stamp.Retrieved, m.Stamp.Agent = d.str(), d.str()
}

func putClaim(e *encoder, c *vault.Claim) {
	e.str(string(c.ID))
	e.str(c.Text)
	e.int(c.Start)
	e.int(c.End)
	e.int(c.Heading)
	e.uint(uint64(c.Kind))
	e.str(c.BlockID)
	e.bool(c.Inferred)
	e.uint(uint64(len(c.Lead)))
	for _, line := range c.Lead {
		e.word(line)
	}
	list(e, c.Cites, putCite)
}

func getClaim(d *decoder, c *vault.Claim) {
	c.ID, c.Text, c.Start, c.End = vault.ClaimID(d.str()), d.str(), d.int(), d.int()
	c.Heading, c.Kind, c.BlockID, c.Inferred = d.int(), vault.ClaimKind(d.uint()), d.str(), d.bool()
	if n := d.count(); n > 0 {
		c.Lead = make([]string, n)
		for i := range c.Lead {
			c.Lead[i] = d.word()
		}
	}
	c.Cites = unlist(d, getCite)
}

func putCite(e *encoder, c *vault.Cite) {
	e.uint(uint64(c.Form))
	e.uint(uint64(c.Scope))
	e.word(c.Target)
	e.word(c.Anchor)
	e.int(c.FromLine)
	e.int(c.ToLine)
	e.str(c.Quote)
	e.str(c.Label)
	e.int(c.Start)
	e.int(c.End)
}

func getCite(d *decoder, c *vault.Cite) {
	c.Form, c.Scope = vault.CiteForm(d.uint()), vault.CiteScope(d.uint())
	c.Target, c.Anchor, c.FromLine, c.ToLine = d.word(), d.word(), d.int(), d.int()
	c.Quote, c.Label, c.Start, c.End = d.str(), d.str(), d.int(), d.int()
}

func putJudgement(e *encoder, j *provenance.Judgement) {
	e.uint(uint64(j.Stance))
	e.float(j.Score)
	e.float(j.Similarity)
	e.word(j.Rule)
	putMismatch(e, j.Mismatch)
	e.strs(j.Missing)
	e.strs(j.Absent)
	e.int(j.QuoteStart)
	e.int(j.QuoteEnd)
	e.word(j.Judge)
	list(e, j.Others, func(e *encoder, o *provenance.Opinion) {
		e.word(o.Judge)
		e.uint(uint64(o.Stance))
		e.float(o.Score)
		e.word(o.Note)
	})
	e.word(j.Unanswered)
}

func getJudgement(d *decoder, j *provenance.Judgement) {
	j.Stance, j.Score, j.Similarity, j.Rule = provenance.Stance(d.uint()), d.float(), d.float(), d.word()
	j.Mismatch = getMismatch(d)
	j.Missing, j.Absent = d.strs(), d.strs()
	j.QuoteStart, j.QuoteEnd, j.Judge = d.int(), d.int(), d.word()
	j.Others = unlist(d, func(d *decoder, o *provenance.Opinion) {
		o.Judge, o.Stance, o.Score, o.Note = d.word(), provenance.Stance(d.uint()), d.float(), d.word()
	})
	j.Unanswered = d.word()
}

func putMismatch(e *encoder, m *provenance.Mismatch) {
	e.bool(m != nil)
	if m != nil {
		e.str(m.Kind)
		e.str(m.Claim)
		e.str(m.Source)
	}
}

func getMismatch(d *decoder) *provenance.Mismatch {
	if !d.bool() {
		return nil
	}
	return &provenance.Mismatch{Kind: d.str(), Claim: d.str(), Source: d.str()}
}

func putTime(e *encoder, t time.Time) {
	if t.IsZero() {
		e.int64(0)
		return
	}
	e.int64(t.UnixNano())
}

func getTime(d *decoder) time.Time {
	n := d.int64()
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}
