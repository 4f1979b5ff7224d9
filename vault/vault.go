// Package vault is what the author wrote: the files of a Markdown vault at one
// moment, and what a reader can say about each of them without judging it.
//
// Read [Snapshot] first. [Read] walks a folder and gives a Snapshot; [Parse]
// turns the bytes of one file into a [Note] with its headings, links and claims;
// a [Resolver] answers what a link points at, exactly as Obsidian would; [Apply]
// puts a set of [Write]s on disk, all or nothing.
//
// Bytes come in, facts go out. Parsing never fails: what is odd about a file is a
// [Problem] beside what could be read. The package imports nothing else of ours,
// opens no network and keeps no state.
package vault
