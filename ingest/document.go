package ingest

import (
	"time"

	"assay/vault"
)

// A Document is one page as extraction gives it: the main content as Markdown, and
// what the page says of itself. Fields that it does not say are empty.
type Document struct {
	URL          string // where it was fetched; of a local file its path relative to the vault
	Canonical    string // the address the page itself prefers
	Title        string
	Author       string
	Published    string // as the page has it, ISO 8601 where it could be read
	Modified     string // likewise
	Language     string // BCP 47
	Licence      string
	Withdrawn    string     // the words by which the page says that it was withdrawn
	SupersededBy string     // absolute URL of what the page says has taken its place
	Retrieved    time.Time  // as an original's own frontmatter says; zero where it does not
	Markdown     string     // UTF-8, LF; without frontmatter
	Hash         vault.Hash // of Markdown
	Warnings     []string   // what extraction had to leave out or guess
}
