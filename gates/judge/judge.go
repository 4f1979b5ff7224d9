// Package judge says whether a text supports a claim, contradicts it, or is silent. The judge built
// in, Lexical, needs no model: it aligns words, compares values, and turns what it found into a
// calibrated probability.
package judge

import (
	"context"

	"assay/provenance"
)

// A Question is one claim and one text to judge it by.
type Question struct {
	Claim   string
	Text    string   // Markdown or plain text, a sentence or a whole page
	Context []string // breadcrumb and title of the text: they may name the subject that its sentences leave out
	About   []string // the text's frontmatter: it may name what the text need not say again, and no value
	Lead    []string // what stands over the claim in its note, from the outside in: title, headings, lead-in, heads of its columns; no evidence
	Whole   bool     // the claim's author cites all of Text, and no place in it
	From    int      // hinted range of bytes in Text, the first place to look; 0, 0 for none
	To      int
	Written string // language of the claim's note, which a short claim may not tell; "" for not known
}

// A Judge answers questions. It is safe for concurrent use.
type Judge interface {
	// Model is the judge's name and version, recorded in each verdict.
	Model() string
	// Judge fails only where the judge itself cannot answer: a text that says
	// nothing about the claim is an answer.
	Judge(ctx context.Context, q Question) (provenance.Judgement, error)
	// Bears reports for each of several texts whether it may carry a claim with the others: it
	// has what the claim speaks of, or what it speaks of itself is in the claim or in another
	// text. What another tower is like says nothing of this one, though it has the words that
	// are lacking. quotes are the places in the texts that are nearest to the claim.
	Bears(claim string, texts, quotes []string) []bool
}
