// Package provenance is why a claim may be believed: where stored text came from,
// what it was judged to say of a claim, and who decided what and when.
//
// Read [Verdict] first. A [Source] has pages; a page file holds [Evidence], each a
// passage with a stable id; provenance/citation finds what a note's citation points at
// ([Located]); a judge says how a passage bears on a claim ([Judgement]); [Grade] is the
// table that turns judgements into a [Tier]; the [Ledger] records each step of a
// source's life, and a note's [Stamp] says what it rests on.
//
// The package is pure: it reads no clock, no disk and no network, and it never
// speaks to the author; gates does.
package provenance

import (
	"assay/vault"
	"assay/vault/markdown"
)

// Stance is a judge's answer: how a text bears on a claim.
type Stance uint8

// The three answers.
const (
	Silent Stance = iota
	Supports
	Contradicts
)

// A Judgement is what a judge said of one claim and one text.
type Judgement struct {
	Stance     Stance
	Score      float64   // calibrated probability that the text supports the claim, 0 to 1
	Similarity float64   // share of the claim's meaning-bearing words that the quote covers, 0 to 1
	Rule       string    // the rule that decided, such as "value-mismatch", "negation", "coverage"
	Mismatch   *Mismatch // the two values, where the text says another one
	Missing    []string  // values of the claim without a counterpart in the text
	Absent     []string  // words of the claim that the text never uses
	QuoteStart int       // the decisive sentence: bytes of the judged text
	QuoteEnd   int
	Judge      string // name and version of the judge
	Others     []Opinion
	Unanswered string // why the judge that policy names did not decide this, where it might have; "" otherwise
}

// An Opinion is what another judge said of the same question, and why it did not decide.
type Opinion struct {
	Judge  string
	Stance Stance
	Score  float64
	Note   string // the rule it came to, or what overruled it
}

// A Mismatch is a value that the claim and its source give differently.
type Mismatch struct {
	Kind   string // number, date, unit, name, negation, boundary, quotation
	Claim  string // as the claim has it
	Source string // as the source has it
}

// Tier grades a claim. The zero value is Unchecked, which is no tier: there is
// nothing to check against.
type Tier uint8

// The tiers, T0 the worst that can be said and T5 the best.
const (
	Unchecked Tier = iota
	T0             // fabrication
	T1             // weak evidence
	T2             // unmarked inference
	T3             // stale evidence
	T4             // conflict
	T5             // verified
)

// A Verdict is the grade of one claim, with its reason.
type Verdict struct {
	Claim    markdown.ClaimID
	Tier     Tier
	Rule     string    // which line of the table decided: see Rules
	Reason   string    // one sentence of plain text: what is so
	Best     *Judged   // the passage that carried or sank the claim
	Passages []Judged  // every passage that was judged
	Problems []Located // citations that could not be judged, and why
	Conflict *Conflict // for T4
	Cited    bool      // the claim has a citation of its own, its block's or its note's
	Attested string    // the reason a person gave for a T1 claim, where that word still holds; the tier stays
	Rejected string    // the reason a person gave against a claim, where that word still holds; the tier stays
	// Witnesses never make a tier: a copy supports a claim as well as its original does.
	// How many there have to be before a note is promoted is the policy's to say.
	Witnesses Witnesses
}

// Word is the verdict's class in words: that of its tier, but for a claim that cites
// nothing, which nobody has found to be wrong.
func (v Verdict) Word() string { return WordOf(v.Tier, v.Rule) }

// WordOf is the class of a tier that came by a rule.
func WordOf(t Tier, rule string) string {
	if rule == RuleUncited {
		return rule
	}
	return t.Name()
}

// Judged is a passage and what the judge said of it.
type Judged struct {
	Cite      markdown.Cite
	Evidence  Evidence
	Judgement Judgement
	Stale     bool
	OffRange  int // the line where the evidence is, when the cited line range does not hold it; 0 otherwise
}

// Conflict is a claim of a permanent note that a claim contradicts.
type Conflict struct {
	With     markdown.ClaimID
	Note     string
	Span     vault.Span
	Text     string
	Mismatch *Mismatch
	Kind     string // number, date, negation, name, superlative
}
