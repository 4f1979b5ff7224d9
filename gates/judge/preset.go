package judge

import (
	"strings"

	"assay/gates/judge/align"
	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/provenance"
)

// Of what a claim says besides a default must a text have so much in the sentences up to the one
// that gives another, and more where the claim speaks of a case, or for it to give the same.
const (
	presetRest = 0.65
	presetSure = 0.8
)

// preset compares a default that the claim gives with that of the text. "The default is 16" is of what
// the sentences before it speak of. It is nil, false where the text gives none, or more than one.
func (a *alignment) preset() (other *finding, agrees bool) {
	var given []reading.Preset
	for u := range a.Claim.Units {
		given = append(given, a.Claim.Presets(int32(u))...)
	}
	if len(given) != 1 {
		return nil, false
	}
	const back = 4 // sentences
	p := given[0]
	var best reading.Preset
	most := float32(0)
	for u := range a.Source.Units {
		for _, s := range a.Source.Presets(int32(u)) {
			first := s.In
			for first > 0 && s.In-first < back && a.Source.GoesOnTo(first-1, s.In) {
				first--
			}
			last := s.In + 1
			if first < s.In && a.Source.OpensPreset(s.In) {
				last = s.In // it says nothing but the default of what stands before it
			}
			rest, named := a.Besides(&p, align.Window{First: first, Last: last})
			switch {
			case !named || rest < presetRest || rest < presetSure && a.Claim.UnderCondition(a.Claim.TokenFrom(int(p.Start))):
				continue
			case (p.V == nil) != (s.V == nil):
				return nil, false
			case p.V != nil && !a.Rivals(p.V, s.V), p.V == nil && align.HasWords(a.Source.Raw[a.Source.Units[first].Start:a.Source.Units[s.In].End], p.Name):
				return nil, rest >= presetSure && (p.V == nil || a.Relate(p.V, s.V) == value.Same)
			case most > 0 && !strings.EqualFold(a.Source.Raw[s.Start:s.End], a.Source.Raw[best.Start:best.End]):
				return nil, false // which of two
			}
			best, most = s, rest
		}
	}
	switch {
	case most == 0:
		return nil, false
	case p.V != nil:
		return a.otherThan(p.V, best.V), false
	}
	return &finding{rule: RuleName, effect: Refutes, unit: best.In, mismatch: &provenance.Mismatch{Kind: "name", Claim: p.Name, Source: best.Name}}, false
}

func (a *alignment) otherPreset() *finding {
	other, _ := a.preset()
	return other
}

// agreed carries a claim whose default the text gives, in the sentences that say the rest of it.
func (l *Lexical) agreed(a *alignment, j *provenance.Judgement) {
	if j.Stance != provenance.Silent || len(j.Missing) > 0 || j.Mismatch != nil || j.Rule != RuleCoverage && j.Rule != RuleSpliced && j.Rule != RuleTail {
		return
	}
	if _, agrees := a.preset(); agrees {
		j.Stance, j.Score, j.Rule = provenance.Supports, max(j.Score, heldScore), RuleCoverage
	}
}
