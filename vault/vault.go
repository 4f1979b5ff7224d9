// Package vault is the files of a Markdown vault: what they are at one moment, and how
// they are changed.
//
// Read [Snapshot] first. [OpenDir] opens a folder, and [Dir.Scan] lists it into a
// Snapshot, which never changes; [Snapshot.With] lays [Write]s over one; [Apply] puts
// them on disk, all or nothing, and [Recover] ends what a killed process began; [Lock]
// keeps two builds apart. What the text of a file says is for vault/markdown, what a
// link points at for vault/links, and the vault as git has it for vault/git.
//
// The package imports nothing else of ours, opens no network and keeps no state.
package vault
