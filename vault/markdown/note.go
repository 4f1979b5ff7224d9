// Package markdown is what can be said about one Markdown file without judging it.
//
// Read [Note] and [Claim] first. [Parse] turns the bytes of a file into a Note with its
// headings, links, footnotes and claims, and each [Claim] has the [Cite]s that stand
// for it. [ReadFront] reads frontmatter alone; [SetMeta] and [Splice] edit a text and
// leave all else as it was, to the byte.
//
// Bytes come in, facts go out. Parsing never fails: what is odd about a file is a
// [vault.Problem] beside what could be read. Of vault the package uses places, hashes
// and names; it knows no file, and reads none.
package markdown

import (
	"crypto/sha256"
	"encoding/base32"

	"assay/vault"
)

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
	Taken     bool     // a text from elsewhere below a head of llm-wiki-compiler's (ingestedAt:), and no page about one
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

// ClaimID names a claim: the hash of its normalised sentence and its note.
type ClaimID string

// A Claim is a declarative sentence that can be right or wrong.
type Claim struct {
	ID         ClaimID
	Text       string // NFC, white space folded; markup, citations and markers removed
	Start, End int    // the sentence in the file, without citations that follow it
	Heading    int    // index into Note.Headings of the nearest heading above, or -1
	Kind       ClaimKind
	Lead       []string // below its heading: the sentence that leads in its list, the heads of its columns with " | " between; see Note.Over
	BlockID    string   // the ^anchor of the claim's block, without '^', where it has one
	Inferred   bool     // carries (Derived), or the ^[inferred] of other tools
	Cites      []Cite   // its own, or those it takes from its block or its note
}

// ClaimKind says what sort of text a claim was cut from.
type ClaimKind uint8

// The kinds of text that hold claims.
const (
	Sentence ClaimKind = iota
	ListItem
	TableRow
	Callout
)

// A Cite is one citation of a claim, as written and not yet looked up.
type Cite struct {
	Form       CiteForm
	Scope      CiteScope
	Target     string // chunk id (chk-…), path, base name, URL, footnote label without definition, or bibliography key
	Anchor     string // heading or ^block within the target
	FromLine   int    // a line range is a hint; 0 for none
	ToLine     int
	Quote      string // words the citation itself quotes, to be found literally
	Label      string // the footnote's label where it came through one
	Start, End int    // the marker in the file (for note scope: the frontmatter item, or 0,0)
}

// CiteForm is the way a citation is written.
type CiteForm uint8

// The forms that real vaults use.
const (
	CiteChunk     CiteForm = iota // [^chk-…]
	CiteFootnote                  // [^n] whose definition holds a link, path or URL
	CiteCaretFile                 // ^[file.md], ^[file.md:42-58], ^[file.md#L42-L58]
	CiteBlock                     // [[page#^block]] or [[page]] as a marker after the sentence
	CiteLink                      // [text](path-or-url) after the sentence
	CiteParen                     // (source: path)
	CiteKey                       // [@key]
	CiteMeta                      // sources: or provenance_* of the note
	CiteUndefined                 // [^label] with no definition, a malformed ^[…]
	CiteMention                   // a path, a name or a link that cites if it leads to an original, and else is none
)

// CiteScope says how a claim came by a citation. How far a citation reaches is the
// author's way of citing: a footnote, a link or a key stands for its sentence alone, and a
// neighbour without one cites nothing; ^[file.md] and (source: path) stand once, at the
// end of what they are for; a marker alone in a paragraph is for what stands before it;
// and a list of sources is for the whole note, but for what cites by itself.
type CiteScope uint8

// Nearest first.
const (
	ScopeSentence CiteScope = iota // its own
	ScopeBlock                     // the next one in its paragraph or list item, of a form that covers what stands before it
	ScopeSection                   // a marker alone in a paragraph covers what stands before it
	ScopeNote                      // the whole note's
	ScopeBeside                    // a page that its sentence names on the way: it may bear the claim out, and refutes nothing
)

// Options are what parsing depends on besides the bytes.
type Options struct {
	ExemptSections []string // headings under which nothing is a claim, compared without case
}

// claimAlphabet is base32 in lower case.
var claimAlphabet = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// NewClaimID names the claim that normalizedText makes in the note at notePath:
// "cl_" and 80 bits of the SHA-256 of both.
func NewClaimID(notePath, normalizedText string) ClaimID {
	sum := sha256.Sum256([]byte(notePath + "\x00" + normalizedText))
	return ClaimID("cl_" + claimAlphabet.EncodeToString(sum[:10]))
}
