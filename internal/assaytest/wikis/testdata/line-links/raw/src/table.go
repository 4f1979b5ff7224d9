package src

// A table of symbols.

const buckets = 64 // The table of symbols has 64 buckets.
