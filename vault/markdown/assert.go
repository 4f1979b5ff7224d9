package markdown

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// A pointer is the bare name of another note in a list of sources.
type pointer struct {
	cite   Cite
	before int // claims of the note so far
}

// cut turns the prose of a paragraph, list item or callout into claims.
func (r *reader) cut(c setting) {
	p := &r.prose
	forced, meta := r.metaLines()
	if r.sourceLine(meta) {
		return
	}
	said := p.attributions()
	for _, s := range said {
		forced = append(forced, s[0], s[1])
	}
	for i := range p.marks {
		m := &p.marks[i]
		if m.at > 0 && m.at < len(p.text) {
			if stop, _ := terminator(bytes.TrimRight(p.text[:m.at], " ")); stop != 0 {
				forced = append(forced, m.at)
			}
		}
	}
	for _, at := range p.cuts {
		if at < 0 {
			forced = append(forced, min(-at, len(p.text)))
		} else if stop, _ := terminator(bytes.TrimRight(p.text[:min(at, len(p.text))], " ")); stop != 0 {
			forced = append(forced, at)
		}
	}
	var whole []int
	if c.apart {
		whole = p.wholeQuotation()
	}
	if whole != nil {
		for _, m := range omission().FindAllIndex(p.text, -1) {
			forced = append(forced, m[1])
		}
		for _, q := range p.quoted() {
			forced = append(forced, min(q[1], whole[1]))
		}
	}
	sort.Ints(forced)
	r.spans = cutSentences(p.text, p.atoms, forced)
	for i, s := range r.spans {
		r.spans[i][0] = pastItem(p.text, s)
	}
	r.spans = slices.DeleteFunc(r.spans, func(s [2]int) bool {
		return whole != nil && s[0] >= whole[1] || slices.ContainsFunc(said, func(d [2]int) bool { return d[0] <= s[0] && s[1] <= d[1] })
	})
	if len(r.spans) == 0 {
		r.alone()
		return
	}
	r.sentences(r.spans, meta, c)
}

// row turns a table row into one claim.
func (r *reader) row(c setting) {
	r.headed = false
	s, e := trimRange(r.prose.text, 0, len(r.prose.text))
	if s == e {
		r.alone()
		return
	}
	r.sentences([][2]int{{s, e}}, nil, c)
}

// alone handles a paragraph that holds nothing but citations: they cover what
// stands before it, back to the previous marker or heading.
func (r *reader) alone() {
	cites, _ := r.citesOf(r.prose.marks)
	if r.sources > 0 {
		r.listCites = append(r.listCites, withScope(cites, ScopeNote)...)
		return
	}
	if len(cites) > 0 {
		r.cover(cites)
	}
}

func (r *reader) cover(cites []Cite) {
	r.covers++
	r.cited = true
	cites, claims := withScope(cites, ScopeSection), r.note.Claims
	for i := len(claims) - 1; i >= r.section && len(claims[i].Cites) == 0; i-- {
		claims[i].Cites = cites
	}
	r.section = len(claims)
}

// citesOf looks up the citations of marks, and whether one marks inference.
func (r *reader) citesOf(marks []mark) (cites []Cite, inferred bool) {
	for i := range marks {
		m := &marks[i]
		inferred = inferred || m.inferred
		if m.label == "" {
			cites = append(cites, m.cites...)
			continue
		}
		defined, ok := r.notes[footnoteKey(m.label)]
		if c, called := r.byID[footnoteKey(m.label)]; called && !ok {
			c.Start, c.End = m.start, m.end
			cites = append(cites, c)
			continue
		}
		if !ok {
			c := Cite{Form: CiteUndefined, Target: m.label, Label: m.label, Start: m.start, End: m.end}
			if strings.HasPrefix(strings.ToLower(m.label), "chk-") {
				c.Form, c.Target = CiteChunk, strings.ToLower(m.label) // the label alone names the chunk
			}
			cites = append(cites, c)
			continue
		}
		if len(defined) == 0 && namesSource(m.label) {
			cites = append(cites, Cite{Form: CiteUndefined, Target: m.label, Label: m.label, Start: m.start, End: m.end})
		}
		for _, c := range defined {
			c.Start, c.End = m.start, m.end
			cites = append(cites, c)
		}
	}
	return cites, inferred
}

// namesSource reports a footnote's label that says by itself that the footnote cites,
// whatever its definition says.
func namesSource(label string) bool {
	label = strings.ToLower(label)
	return strings.HasPrefix(label, "src-") || strings.HasPrefix(label, "source-")
}

// sentences makes claims of those spans that are some, and shares out citations.
func (r *reader) sentences(spans [][2]int, meta [][2]int, c setting) {
	p := &r.prose
	p.mentions()
	if r.mentionsOnly() {
		return
	}
	type part struct {
		marks    []mark
		cites    []Cite
		named    []Cite // what it mentions
		inferred bool
		claim    int
	}
	parts := make([]part, 0, len(spans))
	m, named := 0, 0
	for i := range spans {
		limit := len(p.text) + 1
		if i+1 < len(spans) {
			limit = spans[i+1][0] + 1
		}
		from := m
		for m < len(p.marks) && p.marks[m].at < limit {
			m++
		}
		pt := part{marks: p.marks[from:m], claim: -1, named: p.mentionedBy(named, limit)}
		named = limit
		pt.cites, pt.inferred = r.citesOf(pt.marks)
		r.cited = r.cited || len(pt.cites) > 0
		parts = append(parts, pt)
	}
	if r.sources > 0 {
		r.listed(c.kind)
	}
	if c.kind == ListItem || c.kind == TableRow {
		r.items++
		if p.linkFirst() {
			r.linkedItems++
		}
	}
	if p.related && c.kind == ListItem && p.linkFirst() && inSources(p.links[0].Target) && labels(p.text[p.atoms[0].to:]) {
		related := linkCite(p.links[0])
		related.Form, related.Scope = CiteMention, ScopeNote // it may be what the page was written from
		r.origins = append(r.origins, related)
	}
	if n := r.silent(c); n != nil {
		for i, s := range spans {
			if len(parts[i].cites) > 0 && p.says(s) {
				*n++
			}
		}
		r.named(-1, p.mentionedBy(0, len(p.text)+1))
		return
	}
	for _, q := range p.quoted() { // what is cited at the end of a quotation is for all of it
		last := sort.Search(len(spans), func(i int) bool { return spans[i][1] >= q[1] })
		for i := last - 1; last < len(spans) && spans[last][0] < q[1] && i >= 0 && spans[i][1] > q[0] && len(parts[i].cites)+len(parts[i].named) == 0; i-- {
			parts[i].cites, parts[i].named = parts[last].cites, parts[last].named
		}
	}
	k, first := 0, len(r.note.Claims)
	quotes := c.kind != TableRow && r.quotes(c)
	whole := len(spans) == 1
	if whole && r.headed && c.kind != TableRow && len(parts[0].cites) == 0 && !parts[0].inferred && r.setOff(spans) {
		return // a heading by another name
	}
	for i, s := range spans {
		for k < len(meta) && meta[k][1] <= s[0] {
			k++
		}
		cited := len(parts[i].cites) > 0 && p.says(s)
		if k < len(meta) && meta[k][0] < s[1] {
			if cited {
				r.note.Ungraded.Metadata++
			}
			continue
		}
		if !r.asserts(s, c.kind, len(parts[i].cites) > 0 || parts[i].inferred, quotes || len(parts[i].cites)+len(parts[i].named) > 0 || r.sourced()) {
			switch {
			case p.linkedSentence(s):
				r.note.Ungraded.Linked++
			case cited:
				r.note.Ungraded.Unasserted++
			}
			continue
		}
		floor, ceil := len(bytes.TrimRight(r.file[:p.at(s[0])], emphasis)), len(r.file)
		if s[0] > 0 {
			floor = p.at(s[0]-1) + 1
		}
		if s[1] < len(p.text) {
			ceil = p.at(s[1])
		}
		start, end := p.span(r.file, s[0], s[1], floor, ceil)
		text := foldText(p.text[s[0]:s[1]])
		parts[i].claim = len(r.note.Claims)
		r.note.Claims = append(r.note.Claims, Claim{
			ID: NewClaimID(r.note.Path, text), Text: text, Start: start, End: end, Heading: r.heading,
			Kind: c.kind, Lead: c.lead, BlockID: p.blockID.ID, Inferred: parts[i].inferred, Cites: parts[i].cites,
		})
	}
	for i := range parts {
		r.named(parts[i].claim, parts[i].named)
	}
	var next []Cite
	inferred := false
	for _, pt := range slices.Backward(parts) {
		if len(pt.cites) > 0 || pt.inferred {
			next, inferred = nil, caretInferred(pt.marks, r.file)
			if coversBlock(pt.cites) {
				next = withScope(pt.cites, ScopeBlock)
			}
		} else if pt.claim >= 0 && (next != nil || inferred) {
			r.note.Claims[pt.claim].Cites, r.note.Claims[pt.claim].Inferred = next, inferred
		}
	}
	for i := first; i < len(r.note.Claims) && len(c.cites) > 0; i++ {
		if claim := &r.note.Claims[i]; len(claim.Cites) == 0 && !claim.Inferred {
			if r.led == nil {
				r.led = map[int][]Cite{}
			}
			r.led[i] = c.cites
		}
	}
}

// coversBlock reports citations of a form that stands for the text of its block back to
// the one before it: ^[file.md] and (source: path) are put once, at the end of what they
// are for. A footnote, a link and a key stand for their own sentence. What stands before
// such a sentence and cites nothing is not graded against its neighbour's source.
func coversBlock(cites []Cite) bool {
	return slices.ContainsFunc(cites, func(c Cite) bool {
		return c.Form == CiteCaretFile || c.Form == CiteParen || c.Form == CiteUndefined && c.Label == ""
	})
}

// caretInferred reports a ^[inferred], which like every caret marker stands for the
// text back to the previous one; (Derived) is for its own sentence alone.
func caretInferred(marks []mark, file []byte) bool {
	return slices.ContainsFunc(marks, func(m mark) bool { return m.inferred && m.start < len(file) && file[m.start] == '^' })
}

// citeClaims gives every claim its citations: nearest first, then the note's.
func (r *reader) citeClaims() {
	all := r.noteCites
	if len(all) == 0 && len(r.listCites) == 0 {
		r.widen()
		last := len(r.note.Headings) - 1
		if of := r.governed[last]; of != nil && !slices.ContainsFunc(r.note.Claims, func(c Claim) bool { return c.Heading == last }) {
			r.listCites = withScope(of, ScopeNote) // a line at the end, behind a list of other pages
		}
	}
	if len(all) == 0 {
		for _, p := range r.pointers {
			if p.before == len(r.note.Claims) {
				r.listCites = append(r.listCites, p.cite)
			}
		}
		all = r.listCites
	}
	if len(all) == 0 {
		all = r.origins
	} else {
		all = r.alsoMadeFrom(all)
	}
	if r.catalogue() {
		r.note.Claims = nil
	}
	for i := range r.note.Claims {
		c := &r.note.Claims[i]
		if len(c.Cites) == 0 {
			if c.Cites = all; r.led[i] != nil {
				c.Cites = alsoNamed(r.led[i], all)
			} else if len(r.governed) > 0 {
				c.Cites = alsoNamed(r.over(c), all)
			}
		}
		if named := r.mentioned[i]; named != nil {
			c.Cites = alsoNamed(named, c.Cites)
		}
	}
}

// alsoMadeFrom adds to what a note lists the path of an original that its frontmatter has under another
// key. It counts where nothing of the list is held: that may hold no more than the note's own name.
func (r *reader) alsoMadeFrom(listed []Cite) []Cite {
	for _, c := range r.origins {
		if c.End <= r.note.BodyStart && inSources(c.Target) && namesFile(c.Target) && !slices.ContainsFunc(listed, func(l Cite) bool { return l.Target == c.Target }) {
			c.Form = CiteMention
			listed = append(listed[:len(listed):len(listed)], c)
		}
	}
	return listed
}

// widen makes a marker that stands alone at the end of the note, and is the only
// citation in it, one of the whole note.
func (r *reader) widen() {
	claims := r.note.Claims
	if r.covers != 1 || r.section != len(claims) {
		return
	}
	var marker []Cite
	for _, c := range claims {
		if len(c.Cites) > 0 {
			marker = c.Cites
			if marker[0].Scope != ScopeSection {
				return
			}
		}
	}
	r.listCites = withScope(marker, ScopeNote)
	for i := range claims {
		claims[i].Cites = nil
	}
}

func withScope(cites []Cite, s CiteScope) []Cite {
	out := make([]Cite, len(cites))
	for i, c := range cites {
		c.Scope = s
		out[i] = c
	}
	return out
}

// listed adds the links of a closing list of citations to the note's. Items that are
// links or paths and no more count, and so do those that say beside a link what it is, and titles of
// originals; a sentence that mentions a note on the way does not.
func (r *reader) listed(kind ClaimKind) {
	p := &r.prose
	alone := p.words == 0
	if !alone && kind == Sentence {
		return
	}
	lead := len(p.atoms) > 0 && p.atoms[0].from <= firstLetter(p.text) && labels(p.text[min(p.atoms[0].to, len(p.text)):])
	for i, l := range p.links {
		if l.Embed || !citable(l) || navigates(l) && !alone && !(lead && i == 0) {
			continue
		}
		c := linkCite(l)
		c.Scope = ScopeNote
		r.list(c, navigates(l))
	}
	if len(p.links) == 0 && (alone || lead) {
		for _, a := range p.atoms {
			if t := string(p.text[a.from:a.to]); a.kind == atomCode && fileLike(t) {
				r.list(metaCite(t, a.start, a.end), false)
			}
		}
		return
	}
	if len(p.links) == 0 && len(p.atoms) == 0 {
		t := p.text
		if title := string(bytes.TrimSpace(t)); kind == ListItem && len(title) <= longestTitle && strings.Contains(title, " ") {
			r.list(Cite{Form: CiteMention, Scope: ScopeNote, Target: title, Start: p.at(0), End: p.at(len(t)-1) + 1}, true)
		}
		if k := colon(t); k > 0 && !bytes.HasPrefix(t[k:], []byte("://")) && namesFile(valueAfter(t, k)) {
			t = []byte(valueAfter(t, k)) // "File: raw/a.md"
		}
		if t := string(bytes.TrimSpace(t)); isPath(t) {
			r.list(metaCite(t, p.at(0), p.at(len(p.text)-1)+1), false)
		}
	}
}

// longestTitle is how long an item of a closing list may be that is a title.
const longestTitle = 160

// labels reports whether what follows the link of a list item says what the link
// is: nothing, or something set off by a dash, a colon, a comma or a bracket.
func labels(rest []byte) bool {
	rest = bytes.TrimLeft(rest, " \t*_")
	if len(rest) == 0 {
		return true
	}
	c, _ := utf8.DecodeRune(rest)
	return strings.ContainsRune("-–—:：,，;；(（|.", c)
}

// list takes a citation of a list into account for the whole note. One that only
// names another note counts where the list closes the note: in the midst of it, a
// section "Sources" is as likely the part on a folder of that name.
func (r *reader) list(c Cite, bare bool) {
	if bare {
		r.pointers, r.listLevel = append(r.pointers, pointer{c, len(r.note.Claims)}), r.sources
		return
	}
	r.listCites = append(r.listCites, c)
}
