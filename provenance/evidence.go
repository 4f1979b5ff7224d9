package provenance

import (
	"time"

	"assay/vault"
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
