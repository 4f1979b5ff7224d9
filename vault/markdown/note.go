package markdown

import "assay/vault"

// A Note is what [Parse] read out of one Markdown file. All offsets are bytes of
// the file as it is on disk.
type Note struct {
	Path      string
	Title     string // frontmatter title, else the first level-1 heading, else the file's base name
	BodyStart int    // where the body begins, after the frontmatter
	Words     int    // words of prose in the body, links and code left out; a CJK character counts as one
	Meta      Meta
	Headings  []Heading
	Blocks    []BlockID
	Links     []Link
	Footnotes []Footnote
	Claims    []Claim
	Questions []Question
	Ungraded  Ungraded // cited sentences that are no claims
	Problems  []vault.Problem
}

// Meta is the part of the frontmatter that means something to us. What it does not
// name stays in the file untouched.
type Meta struct {
	Title     string
	Aliases   []string
	Tags      []string // without '#', frontmatter and body
	Sources   []string // sources: items as written; a Markdown link in a string is kept whole
	Gaps      []string // gaps: and sources_wanted:, topics the author declares missing
	Retrieved string   // retrieved: (or ingestedAt:), as written
	URL       string   // url: or source_url:
	Licence   string   // license: or licence:
	Author    string   // author:
	Status    string   // status: in lower case, as OKF and others have it: draft, stable, deprecated
	Generated bool     // the file carries our generated marker, or generated: true
	Stamp     Stamp

	StaleAfter string // stale_after:, as written; the note says of itself that it is stale then
}

// Provisional reports a note that says of itself that nobody should rely on it: it is not
// finished, or no longer current.
func (m *Meta) Provisional() bool { return m.Status == "draft" || m.Status == "deprecated" }

// Stamp is the provenance block of a promoted note, as found; see
// provenance.Stamp for what it must be.
type Stamp struct {
	Present   bool
	SourceIDs []string
	ChunkIDs  []string
	Retrieved string
	Agent     string
}

// A Heading, with its text as Obsidian compares it.
type Heading struct {
	Level      int
	Text       string
	Start, End int
}

// A BlockID is an anchor, ^name, that links can point at.
type BlockID struct {
	ID         string
	Start, End int // the anchor itself, '^' included
}

// A Link is any reference from a note to a file or a place in one.
type Link struct {
	Target     string // the path or name as written, decoded (%20), without anchor and alias; empty for this note
	Anchor     string // what follows '#': "A#B" for headings, "^id" for a block
	Text       string // the alias or label
	Wiki       bool   // [[…]]
	Embed      bool   // ![[…]] or ![…](…)
	Meta       bool   // stands in the frontmatter
	URL        bool   // Target is an absolute URL: never a gap
	Start, End int
}

// Written is the link's target as its author wrote it, without alias.
func (l Link) Written() string {
	if l.Anchor == "" {
		return l.Target
	}
	return l.Target + "#" + l.Anchor
}

// A Footnote is a definition, [^label]: text.
type Footnote struct {
	Label      string
	Text       string // the definition's source text
	Start, End int    // the whole definition, its last line end included
}

// A Question is something the author marked as open.
type Question struct {
	Text       string
	Start, End int
}
