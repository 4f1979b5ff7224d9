package compiler

// An auditor looks at the pages of sources as they were stored.
type auditor struct {
	*view
	index   *indexer
	acquire *acquirer
}
