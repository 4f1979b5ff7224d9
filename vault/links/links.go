// Package links answers what a link of a note points at, exactly as Obsidian would.
//
// Read [Resolver] first: [New] makes one of a snapshot and its parsed notes, and
// [Resolver.Resolve] gives the [Target] of a link. A [NameKey] stands for a name in records
// of which names were asked for.
package links
