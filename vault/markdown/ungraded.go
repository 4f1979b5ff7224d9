package markdown

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// Ungraded counts the cited sentences of a note that are no claims, by why: nobody checks
// them, so a reader should know how many there are.
type Ungraded struct {
	Generated    int `json:"generated,omitempty"`    // in a note that is marked as generated
	Instructions int `json:"instructions,omitempty"` // in a file that tells agents what to do
	Exempt       int `json:"exempt,omitempty"`       // in a section that policy exempts, a list of sources, or a text that a tool took from elsewhere
	Set          int `json:"set_apart,omitempty"`    // in a quotation, a task, or a callout of an opinion or a question
	Metadata     int `json:"metadata,omitempty"`     // on a line of metadata, such as key:: value
	Unasserted   int `json:"unasserted,omitempty"`   // a question, an imperative, the first person
	Linked       int `json:"linked,omitempty"`       // a sentence that is a link as a whole
	Titles       int `json:"titles,omitempty"`       // a heading, the title of a callout, the head of a table
	HTML         int `json:"html,omitempty"`         // markers in blocks of HTML
}

// List is every count.
func (u *Ungraded) List() []*int {
	return []*int{&u.Generated, &u.Instructions, &u.Exempt, &u.Set, &u.Metadata, &u.Unasserted, &u.Linked, &u.Titles, &u.HTML}
}

// Total is their sum.
func (u Ungraded) Total() (n int) {
	for _, x := range u.List() {
		n += *x
	}
	return n
}

// silent is the count of what is no claim for where it stands; nil where it may be one.
func (r *reader) silent(c setting) *int {
	u := &r.note.Ungraded
	switch {
	case r.note.Meta.Generated:
		return &u.Generated
	case r.instructs:
		return &u.Instructions
	case r.exempt > 0, r.note.Meta.Taken:
		return &u.Exempt
	case c.quiet, c.apart && !r.quotes(c):
		return &u.Set
	}
	return nil
}

// quotes reports a block that is all one quotation, of which it is known where it is from: it, what
// leads it in, what stands right below its heading, or the frontmatter says so.
func (r *reader) quotes(c setting) bool {
	p := &r.prose
	return p.wholeQuotation() != nil && (len(c.cites)+len(p.marks)+len(p.maybe) > 0 || r.sourced())
}

// sourced reports that what stands here has sources of its note or its section, as far as it is read.
func (r *reader) sourced() bool {
	return len(r.noteCites)+len(r.listCites)+len(r.origins) > 0 || r.over(&Claim{Heading: r.heading}) != nil
}

// says reports a span that has words, and is not a marker alone.
func (p *prose) says(s [2]int) bool {
	return bytes.ContainsFunc(p.text[s[0]:s[1]], func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) })
}

// linkedSentence reports a span that is one link to something that can be cited, with a
// label as long as a sentence.
func (p *prose) linkedSentence(s [2]int) bool {
	const fewest = 25 // characters; "See the page on tea" is a pointer
	a := p.linkIn(s)
	if a < 0 || p.atoms[a].from < s[0] || p.atoms[a].to > s[1] {
		return false
	}
	rest := append(bytes.Clone(p.text[s[0]:p.atoms[a].from]), p.text[p.atoms[a].to:s[1]]...)
	label := bytes.TrimSpace(p.text[p.atoms[a].from:p.atoms[a].to])
	if bytes.ContainsFunc(rest, unicode.IsLetter) || utf8.RuneCount(label) < fewest || !bytes.HasSuffix(label, []byte(".")) && !bytes.ContainsRune(rest, '.') {
		return false
	}
	l, ok := p.linkOf(p.atoms[a])
	return ok && citable(l) && !l.Embed && !navigates(l)
}

// titled counts prose that names what follows, where it cites.
func (r *reader) titled() {
	p := &r.prose
	if cites, _ := r.citesOf(p.marks); len(cites) > 0 && p.says([2]int{0, len(p.text)}) {
		r.note.Ungraded.Titles++
	}
}

// unparsed counts the markers of citations in a block whose text is not read.
func (r *reader) unparsed(text []byte) {
	r.note.Ungraded.HTML += bytes.Count(text, []byte("[^")) + bytes.Count(text, []byte("^["))
}
