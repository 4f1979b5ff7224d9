package markdown

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
)

// Options are what parsing depends on besides the bytes.
type Options struct {
	ExemptSections []string // headings under which nothing is a claim, compared without case
}
