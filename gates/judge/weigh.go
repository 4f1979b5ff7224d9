package judge

import (
	"math"

	"assay/provenance"
)

// Settled reports a judgement that no model is asked about, because it could not change
// it: a deterministic check found something, or the text has the claim word for word, or in a cell with its heads.
// Three rules that cap are no findings but doubts about words, and a model may know better:
// that claim and text are in two languages, that the text is in one that is not read, and
// that the claim is put together from
// pieces.
func Settled(l provenance.Judgement) bool {
	if l.Stance == provenance.Contradicts || l.Rule == RuleVerbatim || l.Rule == RuleCell {
		return true
	}
	for _, r := range Rules() {
		if r.Name == l.Rule {
			return r.Effect != Scores && r.Name != RuleLanguage && r.Name != RuleUnread && r.Name != RuleSpliced
		}
	}
	return false
}

// What a model's word can do at most. The table's own lines are in the policy; these
// keep to its defaults.
const (
	uncalibratedCap = 0.70 // below any threshold: a score that nobody calibrated passes nothing
	contradictBelow = 0.20 // calibrated support, for a model's "contradicts" to count
	carriesAlone    = 0.78 // support at which the deterministic judge would pass the claim
)

// Weigh lays a model's answer over the judgement of the deterministic judge l. What l
// found stands: a model overrules no check. Without a calibration no score passes a
// claim. Where l would pass what the model calls contradicted, neither counts alone: the
// claim is for a person.
func Weigh(l provenance.Judgement, who Identity, a provenance.Answer, c *Calibration) provenance.Judgement {
	if Settled(l) {
		l.Others = append(l.Others, provenance.Opinion{Judge: who.String(), Stance: a.Stance, Score: a.Score, Note: "overruled: " + l.Rule})
		return l
	}
	score := uncalibratedCap * a.Score
	if c != nil {
		score = c.Score(a.Score)
	}
	if a.Stance != provenance.Supports {
		score = math.Min(score, uncalibratedCap)
	}
	j := l
	j.Judge, j.Rule, j.Score, j.Stance = who.String(), RuleModel, score, provenance.Silent
	j.Others = append(j.Others, provenance.Opinion{Judge: l.Judge, Stance: l.Stance, Score: l.Score, Note: l.Rule})
	switch {
	case a.Stance == provenance.Supports && score >= 0.5:
		j.Stance = provenance.Supports
	case a.Stance != provenance.Contradicts || c == nil || score >= contradictBelow:
	case l.Stance == provenance.Supports && l.Score >= carriesAlone:
		j.Score = onTopic
	default:
		j.Stance = provenance.Contradicts
	}
	return j
}
