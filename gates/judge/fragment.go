package judge

import (
	"strings"

	"assay/gates/judge/reading"
)

// spliced reports a claim put together from pieces of a longer text: it copies most
// of its words, and joins what the text has words between, drops a reservation, ends
// within a phrase, or ties words that the text does not. A summary by extraction
// goes wrong in this way; a claim in words of its own does not, nor does a row or an item with a label
// ("Wichert: 1999 – 2001") that a sentence has whole and in its order.
func (a *alignment) spliced(f *features) bool {
	n := len(a.Source.Toks)
	if n < reading.ArticleFrom || n >= reading.PageFrom || f[featureKept] < copied || f[featureReserved] == 0 && strings.Contains(a.Claim.Raw, ": ") && a.Retells(a.BestUnit()) {
		return false
	}
	return f[featureCuts] > 0 || f[featureCutShort] == 1 || f[featureReserved] > 0 || f[featureUsurped] > 0 || f[featureWeakest] < 0.5
}

// copied is the share of a claim's words from which on it is a copy.
const copied = 0.75
