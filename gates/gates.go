// Package gates is what the author is told, and what is let through.
//
// The packages below return facts: what a note says, what a passage says, how the
// table grades the one against the other. This package alone turns facts into
// [Diagnostic]s, each with a stable [Code], a severity, one sentence that says what
// is so and a hint that says what to do; and it alone knows the [Policy] of a
// vault, which says what is denied, what needs a person, and where the bars are.
//
// Read [Check] first. [Facts] go in, diagnostics come out, in one order, the same
// for the same facts. [ParsePolicy] reads pipeline-policy.yaml and refuses what it
// does not know, with the place and the nearest name.
//
// The package reads no disk, no clock and no network, and it changes no tier: a
// severity says how loudly, never how true.
package gates
