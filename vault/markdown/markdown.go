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
