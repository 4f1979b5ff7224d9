// Package store keeps what builds found, in two files of .assay: a snapshot, which is
// never changed, and a journal of what was added since.
//
//	state-N.bin    the entries by place, where each begins, and what every build reads first:
//	               the table of files and what the last assessment says of the vault
//	journal-N.bin  what was put over that snapshot since
//
// An entry is the result of an action under its key, or a row of a [Table] under its path.
// Both files are disposable: what does not check out is as good as none, and is made
// again. FORMAT.md gives every byte. Begin with [Open].
package store
