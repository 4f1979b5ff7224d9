package judge

import (
	"slices"
	"strings"

	"assay/provenance"
	"assay/text"
)

// appraising are what headings begin with under which a note says what it makes of its source, and not what
// that says: how far it goes, how far it is to be trusted, how it was read, what is to be done next, what one does wrong with it.
var appraising = [...]string{"limitation", "caveat", "reliability note", "reliability assess", "source reliab", "credibility", "evidence quality", "source quality",
	"extraction note", "ingest note", "ingested", "open question", "critical assess", "critique", "my take", "commentary", "reviewer note", "to chase", "follow-up", "next step",
	"linked entit", "linked concept", "cross-ref", "relevance to", "relationship to existing", "relation to existing", "trap", "mistake", "pitfall",
	"局限", "可信度", "待确认", "待验证", "个人思考", "我的思考", "개인 의견", "한계", "限界", "所感"}

// appraises reports a claim under such a heading.
func (a *alignment) appraises() bool {
	if len(a.q.Lead) < 2 {
		return false
	}
	return slices.ContainsFunc(a.q.Lead[1:], func(over string) bool {
		over = strings.ToLower(over)
		return slices.ContainsFunc(appraising[:], func(w string) bool {
			return strings.HasPrefix(strings.TrimLeft(over, "0123456789.)# "), w) || strings.Contains(over, " "+w)
		})
	})
}

// allow leaves it at a doubt where a note says what it makes of its source: that nothing of it is there
// is no wonder, and that its source does not say something no sentence denies.
func (a *alignment) allow(j *provenance.Judgement) {
	switch {
	case j.Stance == provenance.Contradicts && j.Rule == RuleNegation && a.kept < copied && a.appraises():
		j.Stance, j.Score, j.Mismatch = provenance.Silent, weakest, nil
	case j.Stance == provenance.Silent && (a.c.SaysLack() || j.Rule != RuleLanguage && a.lacking(wikiWords) > 0):
		j.Score, j.Rule, j.Missing = max(j.Score, weakest), RuleCoverage, nil
	case j.Stance == provenance.Silent && j.Rule != RuleNowhere && len(j.Missing) == 0 && a.appraises():
		j.Score = max(j.Score, weakest)
	}
}

// wikiWords, of which its source has none, are of a claim on the wiki that it stands in: how a page was
// made, and what is to become of it.
var wikiWords = text.WordSet(`wiki ingest ingests ingested ingestion`)
