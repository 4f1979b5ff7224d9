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
