package compiler

import (
	"assay/provenance"
	"assay/vault"
)

// A drafter writes drafts for gaps, keeps their footnotes and the catalogue, and promotes.
type drafter struct {
	*view
	draftMemo *draftMemo

	index   *indexer
	acquire *acquirer
	grade   *grader

	texts       promotedTexts
	directives  []string          // topics to draft
	promotions  map[string]string // draft → who promotes it
	draftOnly   bool              // draft the directives and nothing else
	promoted    []string
	heldDrafts  []HeldDraft
	draftEvents map[string]provenance.Event
	titles      map[string][]titledPage
}

// draftMemo is what was found of topics and notes, kept over the plans of a process.
type draftMemo struct {
	thin   map[string]bool // topics without a draft, by the evidence in thinOf
	thinOf Key
	footed map[*vault.Note]string // notes whose definitions fit, by the evidence that they were held against
}
