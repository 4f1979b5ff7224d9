package reports

import (
	"assay/provenance"
	"assay/vault/markdown"
)

// Citations counts the citations of graded claims: each as often as it stands in the
// notes, however many claims it covers.
type Citations struct {
	Total    int `json:"total"`
	Resolve  int `json:"resolve"`            // lead to text that claims can be checked against
	Circular int `json:"circular,omitempty"` // lead to the page itself, or to a copy of it

	// And why the others cannot be followed.
	NotHeld   int `json:"not_held,omitempty"`
	Stub      int `json:"stub,omitempty"`
	Generated int `json:"generated,omitempty"`
	Submodule int `json:"submodule,omitempty"`
	Ambiguous int `json:"ambiguous,omitempty"`
	Malformed int `json:"malformed,omitempty"`
	Dangling  int `json:"dangling,omitempty"`
	Changed   int `json:"changed,omitempty"`
	TooLarge  int `json:"too_large,omitempty"`
}

// Forms counts citations by the way in which they are written.
type Forms struct {
	Chunk     int `json:"chunk,omitempty"`     // a footnote to a stored passage
	Footnote  int `json:"footnote,omitempty"`  // a footnote
	CaretFile int `json:"caret,omitempty"`     // a caret and a file in brackets
	Page      int `json:"page,omitempty"`      // a wikilink
	Link      int `json:"link,omitempty"`      // a Markdown link
	Paren     int `json:"source,omitempty"`    // a word for source and a path, in parentheses
	Key       int `json:"key,omitempty"`       // a bibliography key
	Meta      int `json:"meta,omitempty"`      // in the frontmatter
	Undefined int `json:"undefined,omitempty"` // a footnote without a definition
	Mention   int `json:"mention,omitempty"`   // a path, a name or a link in the sentence
	Other     int `json:"other,omitempty"`     // in another way
}

// of is the count that a form belongs to.
func (f *Forms) of(form markdown.CiteForm) *int {
	counts := [...]*int{markdown.CiteChunk: &f.Chunk, markdown.CiteFootnote: &f.Footnote, markdown.CiteCaretFile: &f.CaretFile, markdown.CiteBlock: &f.Page,
		markdown.CiteLink: &f.Link, markdown.CiteParen: &f.Paren, markdown.CiteKey: &f.Key, markdown.CiteMeta: &f.Meta,
		markdown.CiteUndefined: &f.Undefined, markdown.CiteMention: &f.Mention}
	if int(form) < len(counts) {
		return counts[form]
	}
	return &f.Other
}

// of is the count that a citation with some fate belongs to.
func (c *Citations) of(s provenance.LocateStatus) *int {
	counts := [...]*int{provenance.Held: &c.Resolve, provenance.Dangling: &c.Dangling, provenance.Broken: &c.Changed, provenance.NotHeld: &c.NotHeld,
		provenance.Stub: &c.Stub, provenance.Generated: &c.Generated, provenance.Circular: &c.Circular, provenance.Submodule: &c.Submodule,
		provenance.Ambiguous: &c.Ambiguous, provenance.Malformed: &c.Malformed, provenance.TooLarge: &c.TooLarge}
	if int(s) < len(counts) {
		return counts[s]
	}
	return &c.NotHeld
}

// CitationsIn counts a note's citations by what became of them. One that leads to
// several files, as a folder does, resolves if any of them can be read.
func CitationsIn(verdicts []provenance.Verdict) (c Citations, f Forms) {
	type mark struct {
		start, end, from, to int
		target, anchor       string
	}
	seen := map[mark]provenance.LocateStatus{}
	see := func(cite markdown.Cite, s provenance.LocateStatus) {
		m := mark{cite.Start, cite.End, cite.FromLine, cite.ToLine, cite.Target, cite.Anchor}
		before, known := seen[m]
		switch {
		case !known:
			c.Total++
			*f.of(cite.Form)++
		case before == provenance.Held || s != provenance.Held:
			return
		default:
			*c.of(before)--
		}
		seen[m] = s
		*c.of(s)++
	}
	for i := range verdicts {
		for _, q := range verdicts[i].Passages {
			see(q.Cite, provenance.Held)
		}
		for _, at := range verdicts[i].Problems {
			see(at.Cite, at.Status)
		}
	}
	return c, f
}
