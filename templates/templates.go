// Package templates is what assay writes: drafts and their footnotes, the
// Librarian's catalogue and log, and the files of a starter vault.
//
// Read [Draft] first. A template gets plain data and gives bytes; it decides how
// things look and nothing else. The same data gives the same bytes.
package templates
