// Package citation finds the text that a citation means: a passage with an id, a file by
// its path, name, title or address, a work of a bibliography, a folder. It reads the ways
// in which wikis cite as they are written, and asks nobody to write them otherwise.
//
// Read [Library] first. [New] makes one of a snapshot, and [Library.Locate] looks a
// citation up: what is found, or why nothing is, is a [provenance.Located].
// [Library.Whole] reads a cited file whole; [Asked] records which names a search asked
// for, so that a later build knows which new files it would have found.
package citation
