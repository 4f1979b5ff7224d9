package compiler

import (
	"encoding/binary"
	"strconv"
	"time"

	"assay/ingest/alike"
	"assay/provenance"
	"assay/vault"
)

// noteVerdicts are a note's verdicts with what they depend on besides the key.
type noteVerdicts struct {
	verdicts  []provenance.Verdict
	files     []dependency // files whose text was judged or described
	names     string       // digest of all paths, where a citation was looked up by name
	held      string       // digest of all that is not a note, where a citation led nowhere
	led       string       // where those citations led; "" where the digests alone say whether that still holds
	lost      bool         // a passage was among what is not held
	asked     provenance.Asked
	attested  string    // digest of what persons said of the note's claims; "" for nothing
	nextStale time.Time // when a verdict turns T3 by the clock alone; zero: never
}

type dependency struct {
	path string
	hash vault.Hash
	// Of a text long enough to be a copy of a note: its marks, the digest of the notes
	// that share them, and those that it is a copy of. Another note can become its double
	// without the file changing.
	marks  alike.Marks
	notes  string
	like   []string // the paths of those notes
	copies string
	// Of a text like the note itself: whether the ledger shows that the note came from it.
	from string
}

// depend notes what a look-up read, and where it led.
func (r *noteVerdicts) depend(p *plan, at provenance.Located) {
	if at.Cite.Form != vault.CiteChunk {
		r.names = p.namesDigest
	}
	r.led = p.ledTo(r.led, at)
	if at.Status != provenance.Held {
		r.names, r.held = p.namesDigest, p.heldDigest()
		r.lost = r.lost || at.Cite.Form == vault.CiteChunk
		return
	}
	r.dependFile(p, at.Evidence.Span.File)
	if at.Evidence.Source != "" {
		r.dependFile(p, p.sourcePath(at.Evidence.Source, provenance.SourceFile))
	}
}

func (r *noteVerdicts) dependFile(p *plan, path string) {
	for _, d := range r.files {
		if d.path == path {
			return
		}
	}
	if f, ok := p.snap.File(path); ok {
		r.files = append(r.files, dependency{path: path, hash: f.Bytes()})
	}
}

// saidAsBefore reports whether neither a person nor the clock has said anything since.
func (p *plan) saidAsBefore(n *vault.Note, r *noteVerdicts) bool {
	return r.attested == p.words[n.Path] && (r.nextStale.IsZero() || !p.now.After(r.nextStale))
}

// stillHold reports whether stored verdicts still hold for this snapshot and time.
func (p *plan) stillHold(n *vault.Note, r *noteVerdicts) bool {
	if !p.saidAsBefore(n, r) {
		return false
	}
	if (r.names != "" && r.names != p.namesDigest || r.held != "" && r.held != p.heldDigest()) && !p.ledAtBase(n, r) && !p.leadsAsBefore(n, r) {
		return false
	}
	return p.restsAsBefore(n, r)
}

// restsAsBefore reports whether the files are what they were that a note's verdicts rest on.
func (p *plan) restsAsBefore(n *vault.Note, r *noteVerdicts) bool {
	for _, d := range r.files {
		if f, ok := p.snap.File(d.path); !ok || f.Bytes() != d.hash {
			return false
		}
		if d.marks != (alike.Marks{}) && !p.stillAlone(&d) || d.from != "" && d.from != strconv.FormatBool(p.writtenFrom(n, d.path)) {
			return false
		}
	}
	return true
}

// place gives stored verdicts their claims, and their citations the places that
// they have in the note now.
func place(n *vault.Note, verdicts []provenance.Verdict) {
	for i := range verdicts {
		if i >= len(n.Claims) {
			return
		}
		verdicts[i].Claim = n.Claims[i].ID
		fix := func(c *vault.Cite) {
			for _, now := range n.Claims[i].Cites {
				there := *c
				there.Start, there.End = now.Start, now.End
				if there == now {
					*c = now
					return
				}
			}
		}
		for j := range verdicts[i].Passages {
			fix(&verdicts[i].Passages[j].Cite)
		}
		for j := range verdicts[i].Problems {
			fix(&verdicts[i].Problems[j].Cite)
		}
	}
}

// expires notes that something turns stale at t.
func (p *plan) expires(t time.Time) {
	if !t.IsZero() && (p.nextStale.IsZero() || t.Before(p.nextStale)) {
		p.nextStale = t
	}
}

// compact keeps of each passage what is shown of it: the decisive words, not the
// whole text.
func compact(v provenance.Verdict) provenance.Verdict {
	best := -1
	for i := range v.Passages {
		if v.Best == &v.Passages[i] {
			best = i
		}
	}
	passages := make([]provenance.Judged, len(v.Passages))
	for i, q := range v.Passages {
		passages[i] = compactJudged(q)
	}
	v.Passages = passages
	switch {
	case best >= 0:
		v.Best = &v.Passages[best]
	case v.Best != nil:
		b := compactJudged(*v.Best)
		v.Best = &b
	}
	return v
}

func compactJudged(q provenance.Judged) provenance.Judged {
	text := q.Evidence.Text
	from, to := q.Judgement.QuoteStart, q.Judgement.QuoteEnd
	if from < 0 || to > len(text) || from >= to {
		from, to = 0, min(len(text), 200)
	}
	q.Evidence.Text = text[from:to]
	if q.Evidence.Chunk == "" {
		q.Evidence.Span.Start, q.Evidence.Span.End = q.Evidence.Span.Start+from, q.Evidence.Span.Start+to
	}
	q.Judgement.QuoteStart, q.Judgement.QuoteEnd = 0, to-from
	return q
}

func (r *noteVerdicts) encode() []byte {
	e := &encoder{}
	r.putDependencies(e)
	list(e, r.verdicts, putVerdict)
	return e.b
}

func (r *noteVerdicts) putDependencies(e *encoder) {
	list(e, r.files, func(e *encoder, d *dependency) {
		e.word(d.path)
		e.b = append(e.b, d.hash[:]...)
		putMarks(e, d.marks)
		e.str(d.notes)
		e.strs(d.like)
		e.str(d.copies)
		e.str(d.from)
	})
	e.str(r.names)
	e.str(r.held)
	e.str(r.attested)
	e.str(r.led)
	e.bool(r.lost)
	putAsked(e, &r.asked)
	putTime(e, r.nextStale)
}

func putAsked(e *encoder, a *provenance.Asked) {
	e.str(keysText(a.Keys))
	e.strs(a.Near)
}

func getAsked(d *decoder) provenance.Asked {
	return provenance.Asked{Keys: keysIn(d.str()), Near: d.strs()}
}

// keysText is keys in the form in which they are stored, keysIn reads it.
func keysText(keys []vault.NameKey) string {
	b := make([]byte, 0, 4*len(keys))
	for _, k := range keys {
		b = binary.LittleEndian.AppendUint32(b, uint32(k))
	}
	return string(b)
}

func keysIn(text string) []vault.NameKey {
	if len(text) < 4 {
		return nil
	}
	keys := make([]vault.NameKey, 0, len(text)/4)
	for b := []byte(text); len(b) >= 4; b = b[4:] {
		keys = append(keys, vault.NameKey(binary.LittleEndian.Uint32(b)))
	}
	return keys
}

func (r *noteVerdicts) getDependencies(d *decoder) {
	r.files = unlist(d, func(d *decoder, f *dependency) {
		f.path = d.word()
		if len(d.b) < len(f.hash) {
			d.fail()
			return
		}
		copy(f.hash[:], d.b)
		d.skip(len(f.hash))
		f.marks, f.notes, f.like, f.copies, f.from = getMarks(d), d.str(), d.strs(), d.str(), d.str()
	})
	r.names, r.held, r.attested, r.led, r.lost = d.str(), d.str(), d.str(), d.str(), d.bool()
	r.asked = getAsked(d)
	r.nextStale = getTime(d)
}

func decodeVerdicts(b []byte) (*noteVerdicts, error) {
	d := newDecoder(b)
	r := &noteVerdicts{}
	r.getDependencies(d)
	r.verdicts = unlist(d, getVerdict)
	return r, d.err
}

func putVerdict(e *encoder, v *provenance.Verdict) {
	e.uint(uint64(v.Tier))
	e.word(v.Rule)
	e.word(v.Reason)
	e.bool(v.Cited)
	e.str(v.Attested)
	e.str(v.Rejected)
	list(e, v.Passages, putPassage)
	best := -1
	for i := range v.Passages {
		if v.Best == &v.Passages[i] {
			best = i
		}
	}
	e.int(best)
	list(e, v.Problems, func(e *encoder, l *provenance.Located) {
		putCite(e, &l.Cite)
		e.uint(uint64(l.Status))
		putEvidence(e, &l.Evidence)
		e.strs(l.Candidates)
		e.str(l.Reason)
	})
	e.bool(v.Conflict != nil)
	if c := v.Conflict; c != nil {
		putConflict(e, c)
	}
	e.int(v.Witnesses.Count)
	list(e, v.Witnesses.Twins, func(e *encoder, t *provenance.Twin) {
		e.int(t.Passage)
		e.int(t.Of)
		e.word(t.Why)
	})
}

func getVerdict(d *decoder, v *provenance.Verdict) {
	v.Tier, v.Rule, v.Reason = provenance.Tier(d.uint()), d.word(), d.word()
	v.Cited, v.Attested, v.Rejected = d.bool(), d.str(), d.str()
	v.Passages = unlist(d, getPassage)
	if best := d.int(); best >= 0 && best < len(v.Passages) {
		v.Best = &v.Passages[best]
	}
	v.Problems = unlist(d, func(d *decoder, l *provenance.Located) {
		getCite(d, &l.Cite)
		l.Status = provenance.LocateStatus(d.uint())
		getEvidence(d, &l.Evidence)
		l.Candidates, l.Reason = d.strs(), d.str()
	})
	if d.bool() {
		v.Conflict = getConflict(d)
	}
	v.Witnesses.Count = d.int()
	v.Witnesses.Twins = unlist(d, func(d *decoder, t *provenance.Twin) {
		t.Passage, t.Of, t.Why = d.int(), d.int(), d.word()
	})
}

func putPassage(e *encoder, q *provenance.Judged) {
	putCite(e, &q.Cite)
	putEvidence(e, &q.Evidence)
	putJudgement(e, &q.Judgement)
	e.bool(q.Stale)
	e.int(q.OffRange)
}

func getPassage(d *decoder, q *provenance.Judged) {
	getCite(d, &q.Cite)
	getEvidence(d, &q.Evidence)
	getJudgement(d, &q.Judgement)
	q.Stale, q.OffRange = d.bool(), d.int()
}

func putEvidence(e *encoder, v *provenance.Evidence) {
	e.word(string(v.Chunk))
	e.word(string(v.Source))
	putSpan(e, v.Span)
	e.uint(uint64(len(v.Heading)))
	for _, h := range v.Heading {
		e.word(h)
	}
	e.str(v.Text)
	e.word(v.Title)
	e.word(v.URL)
	putTime(e, v.Retrieved)
	e.uint(flags(v.Ages, v.Superseded, v.Drifted, v.Withdrawn, v.Remote))
}

func getEvidence(d *decoder, v *provenance.Evidence) {
	v.Chunk, v.Source = provenance.ChunkID(d.word()), provenance.SourceID(d.word())
	v.Span = getSpan(d)
	v.Heading = unlist(d, func(d *decoder, h *string) { *h = d.word() })
	v.Text, v.Title, v.URL, v.Retrieved = d.str(), d.word(), d.word(), getTime(d)
	f := d.uint()
	v.Ages, v.Superseded, v.Drifted, v.Withdrawn, v.Remote = f&1 != 0, f&2 != 0, f&4 != 0, f&8 != 0, f&16 != 0
}

func putSpan(e *encoder, s vault.Span) {
	e.word(s.File)
	e.int(s.Start)
	e.int(s.End)
}

func getSpan(d *decoder) vault.Span { return vault.Span{File: d.word(), Start: d.int(), End: d.int()} }

func putConflict(e *encoder, c *provenance.Conflict) {
	e.str(string(c.With))
	e.str(c.Note)
	putSpan(e, c.Span)
	e.str(c.Text)
	putMismatch(e, c.Mismatch)
	e.str(c.Kind)
}

func getConflict(d *decoder) *provenance.Conflict {
	return &provenance.Conflict{With: vault.ClaimID(d.str()), Note: d.str(), Span: getSpan(d), Text: d.str(),
		Mismatch: getMismatch(d), Kind: d.str()}
}

func encodeJudged(v any) []byte {
	j := v.(judged)
	e := &encoder{}
	list(e, j.Each, putJudgement)
	e.bool(j.Together != nil)
	if j.Together != nil {
		putJudgement(e, j.Together)
	}
	return e.b
}

func decodeJudged(b []byte) (judged, error) {
	d := newDecoder(b)
	j := judged{Each: unlist(d, getJudgement)}
	if d.bool() {
		j.Together = &provenance.Judgement{}
		getJudgement(d, j.Together)
	}
	return j, d.err
}

// claimsDigest names what a note's verdicts are made from on the note's side.
func claimsDigest(n *vault.Note) string {
	e := &encoder{}
	for i := range n.Claims {
		c := n.Claims[i]
		// Where a claim stands does not matter to its grade, but its record holds
		// places only of evidence, so a moved claim keeps its verdict.
		e.str(string(c.ID))
		e.bool(c.Inferred)
		e.uint(uint64(c.Kind))
		e.str(c.BlockID)
		e.int(c.Heading)
		e.strs(c.Lead)
		for j := range c.Cites {
			cite := c.Cites[j]
			cite.Start, cite.End = 0, 0
			putCite(e, &cite)
		}
	}
	for i := range n.Headings {
		e.int(n.Headings[i].Level)
		e.str(n.Headings[i].Text)
	}
	e.str(n.Title)
	e.strs(n.Meta.Tags)
	e.strs(n.Meta.Sources)
	e.str(strconv.FormatBool(n.Meta.Generated))
	return hashOf(n.Path, string(e.b))
}
