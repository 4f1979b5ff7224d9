package compiler

// A conflictFinder finds claims that cannot hold beside others.
type conflictFinder struct {
	*view

	pairs []conflictPair
	filed map[string]bool // notes whose claims are filed under older words
}
