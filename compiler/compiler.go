// Package compiler brings a vault up to date.
//
// A build is a loop. A plan is made from a [vault.Snapshot] and the results
// already in the [view.Store]; it says which actions can run. They run. Then it plans
// again, until nothing is left. A plan with nothing ready carries the writes that
// make the vault what it should be; the gates judge the vault with those writes
// laid over it, and only then are they applied, all or nothing.
//
// A [view.Action] is named by a hash of everything it reads. So nothing is ever
// invalidated: a changed input is another key, and undoing an edit finds the old
// result where it was.
//
// Planning is pure. It reads files only through the snapshot and takes the time it
// is given; only an action's run reaches the outside, and only through the
// [view.World].
//
// A crawl is an action too, but its result is never kept: what a server says hashes
// to nothing that could be known before. Its pages lie in a journal below .assay
// until the transaction that stores them is done. Whether a source may be read at
// all is decided in the plan, in every build anew; the run asks policy only about
// each address.
//
// The rules are stages, each a package of its own over a [view.View]: index, acquire, audit,
// conflict, grade, draft, assess. What a person does with a vault stands on this package:
// change, sources, review, adopt, stats, watch. Start with [Compiler.Build], then plan.go,
// then package grade, the rule most others exist for.
package compiler
