// Package git says what git has of a vault: which files its index or a commit holds,
// what they say, and what differs from a commit.
//
// It asks the git that is installed, since nobody else reads every index (split, sparse,
// of either hash) and every object store. It writes nothing, starts nothing that needs a
// network, runs no program that a repository's settings name, and follows what git tells
// a hook about where things lie (GIT_DIR, GIT_INDEX_FILE, GIT_WORK_TREE).
//
// Read [Repo] first. Paths are those of the vault, with '/'; what lies elsewhere in the
// repository is not seen.
package git
