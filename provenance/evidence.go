package provenance

import (
	"time"

	"assay/vault"
	"assay/vault/markdown"
)

// SourceID names a source: sr_ and 16 base32 characters of the SHA-256 of its
// canonical URL, or of a local file's path relative to the vault.
type SourceID string

// ChunkID names a passage: chk_ and 16 base32 characters of the SHA-256 of its
// source's id and its normalised text.
type ChunkID string

// Evidence is stored text that can bear on a claim: one chunk of a page file, or,
// where a note cites a file as a whole, that file.
type Evidence struct {
	Chunk      ChunkID // empty for a whole file
	Source     SourceID
	Span       vault.Span // where the text stands in the vault
	Heading    []string   // breadcrumb: page title, then headings
	Text       string     // Markdown, anchors removed, escapes of stored pages undone
	Title      string     // of the page
	URL        string
	Retrieved  time.Time // zero where unknown
	Ages       bool      // false for what does not go stale by itself
	Superseded bool      // stands under "Superseded passages" of a page that drifted
	Drifted    bool      // its page has changed since the passage was stored, or was withdrawn
	Withdrawn  bool      // its publisher took the page back
	Remote     bool      // its source can be asked again over a network
	Barred     string    // why the ledger does not let it carry a claim, a clause; "" where it may
}

// Located is where a citation leads.
type Located struct {
	Cite       markdown.Cite
	Status     LocateStatus
	Evidence   Evidence   // when Held
	Also       []Evidence // what else the citation names: a folder's other files, a summary's other originals
	Hint       Range      // of Evidence.Text: the cited lines, section or block; empty where there is none
	Shifted    Range      // the cited lines, if they were counted without the file's frontmatter
	Candidates []string   // when Ambiguous or Dangling: files the author may have meant
	Reason     string     // one clause of plain text, for all but Held
}

// NotAsIngested ends the reason of what is Broken though its own passage hashes to its id.
const NotAsIngested = "are not those that the ledger says were ingested"

// A Range is a part of a text in bytes; End is exclusive.
type Range struct{ Start, End int }

// IsEmpty reports whether there is nothing in r.
func (r Range) IsEmpty() bool { return r.End <= r.Start }

// LocateStatus says whether a citation leads to stored text, and if not, why.
type LocateStatus uint8

// What can become of a citation. Dangling and Broken are faults of the note or the
// store; the others mean that there is nothing here to check against.
const (
	Held       LocateStatus = iota // stored text, intact
	Dangling                       // points into what is held, at nothing
	Broken                         // the passage no longer hashes to its id
	NotHeld                        // a URL or file that was never stored
	Stub                           // a redirect, a notice, an empty file
	Generated                      // a generated page with no original behind it
	Circular                       // the note itself, or a file equal to it
	Submodule                      // in a git submodule that is not checked out
	Ambiguous                      // several files answer to the name
	Malformed                      // not a citation that can be read
	TooLarge                       // the sentence or the text is more than a judge reads
	Unadmitted                     // its source has not the state on the ledger that evidence needs
	Refused                        // its source was rejected
)

var statusNames = [...]string{"held", "dangling", "broken", "not held", "stub", "generated", "circular", "submodule", "ambiguous", "malformed", "too large", "unadmitted", "refused"}

func (s LocateStatus) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return "unknown"
}
