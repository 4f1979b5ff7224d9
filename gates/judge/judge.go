// Package judge says whether a text supports a claim, contradicts it, or is silent. The judge built
// in, Lexical, needs no model: it aligns words, compares values, and turns what it found into a
// calibrated probability.
package judge

import (
	"context"

	"assay/gates/judge/align"
	"assay/provenance"
)

// A Question is a claim and the text it is put to.
type Question = align.Question

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
