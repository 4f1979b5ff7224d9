package judge

import "assay/gates/judge/align"

// An alignment is a claim laid over a text, with what has been made of it so far.
type alignment struct {
	align.Alignment
	bound  *binder // once read
	margin float64 // what the trees make of it, once judged
	near   float64 // see [nearness]
	kind   string  // of evidence
	kept   float64 // share of the claim's words that the window has in their order
}
