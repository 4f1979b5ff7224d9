// Package draft writes what assay itself writes: drafts for gaps, their footnotes and links, the
// catalogue, and notes that are promoted.
package draft

import (
	"assay/compiler/acquire"
	"assay/compiler/author"
	"assay/compiler/grade"
	"assay/compiler/index"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
	"assay/vault/markdown"
)

// A Drafter writes drafts for gaps, keeps their footnotes and the catalogue, and promotes.
type Drafter struct {
	*view.View
	Memo *Memo

	Index   *index.Indexer
	Acquire *acquire.Acquirer
	Grade   *grade.Grader

	Texts       promotedTexts
	Author      *author.Author      // an agent writes; nil for the built-in Chronicler
	Untrusted   []gates.Brought     // what came with the vault, and is not acted on
	Wrote       map[string]string   // drafts of this plan by an agent, and by which
	Blind       map[string]string   // of these, those for which no web search had results, and why
	Lacks       map[string][]string // of these, what the agent says that its passages lack
	Directives  []string            // topics to draft
	Promotions  map[string]string   // draft → who promotes it
	DraftOnly   bool                // draft the directives and nothing else
	Hold        bool                // promote nothing that policy alone lets be promoted
	Promoted    []string
	HeldDrafts  []reports.HeldDraft
	draftEvents map[string]provenance.Event
	titles      map[string][]titledPage
}

// Memo is what was found of topics and notes, kept over the plans of a process.
type Memo struct {
	Thin   map[string]bool // topics without a draft, by the evidence in thinOf
	thinOf view.Key
	Footed map[*markdown.Note]string // notes whose definitions fit, by the evidence that they were held against
}
