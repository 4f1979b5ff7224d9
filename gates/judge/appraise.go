package judge

import (
	"assay/provenance"
	"assay/text"
)

// allow leaves it at a doubt where a note says what it makes of its source: that nothing of it is there
// is no wonder, and that its source does not say something no sentence denies.
func (a *alignment) allow(j *provenance.Judgement) {
	switch {
	case j.Stance == provenance.Contradicts && j.Rule == RuleNegation && a.kept < copied && a.Appraises():
		j.Stance, j.Score, j.Mismatch = provenance.Silent, weakest, nil
	case j.Stance == provenance.Silent && (a.Claim.SaysLack() || j.Rule != RuleLanguage && a.Lacking(wikiWords) > 0):
		j.Score, j.Rule, j.Missing = max(j.Score, weakest), RuleCoverage, nil
	case j.Stance == provenance.Silent && j.Rule != RuleNowhere && len(j.Missing) == 0 && a.Appraises():
		j.Score = max(j.Score, weakest)
	}
}

// wikiWords, of which its source has none, are of a claim on the wiki that it stands in: how a page was
// made, and what is to become of it.
var wikiWords = text.WordSet(`wiki wiki's ingest ingests ingested ingestion`)
