// Package conflict finds claims of different notes that cannot hold at once. The pairs are kept
// from build to build.
package conflict

import "assay/compiler/view"

// A Finder finds claims that cannot hold beside others.
type Finder struct {
	*view.View

	Pairs []view.ConflictPair
	Filed map[string]bool // notes whose claims are filed under older words
}
