// Package conflict finds claims of different notes that cannot hold at once, and keeps the
// pairs from build to build.
package conflict

import "assay/compiler/view"

// A ConflictFinder finds claims that cannot hold beside others.
type ConflictFinder struct {
	*view.View

	Pairs []view.ConflictPair
	Filed map[string]bool // notes whose claims are filed under older words
}
