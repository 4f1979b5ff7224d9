package judge

import (
	"regexp"
	"slices"
	"strings"

	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/provenance"
)

var presetWord = regexp.MustCompile(`(?i)` + reading.DefaultWord)

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
	for u := range a.c.Units {
		given = append(given, a.c.Presets(int32(u))...)
	}
	if len(given) != 1 {
		return nil, false
	}
	const back = 4 // sentences
	p := given[0]
	var best reading.Preset
	most := float32(0)
	for u := range a.s.Units {
		for _, s := range a.s.Presets(int32(u)) {
			first := s.In
			for first > 0 && s.In-first < back && a.s.GoesOnTo(first-1, s.In) {
				first--
			}
			last := s.In + 1
			if first < s.In && a.s.OpensPreset(s.In) {
				last = s.In // it says nothing but the default of what stands before it
			}
			rest, named := a.besides(&p, window{first, last, 0})
			switch {
			case !named || rest < presetRest || rest < presetSure && a.c.UnderCondition(a.c.TokenFrom(int(p.Start))):
				continue
			case (p.V == nil) != (s.V == nil):
				return nil, false
			case p.V != nil && !a.rivals(p.V, s.V), p.V == nil && hasWords(a.s.Raw[a.s.Units[first].Start:a.s.Units[s.In].End], p.Name):
				return nil, rest >= presetSure && (p.V == nil || a.relate(p.V, s.V) == value.Same)
			case most > 0 && !strings.EqualFold(a.s.Raw[s.Start:s.End], a.s.Raw[best.Start:best.End]):
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

// besides is the share of what a claim says besides a default that a window has, and whether it has
// each name.
func (a *alignment) besides(p *reading.Preset, w window) (share float32, named bool) {
	var sum, total float32
	words := presetWord.FindAllStringIndex(a.c.Raw, -1)
	for i := range a.terms {
		tm := &a.terms[i]
		tok := &a.c.Toks[tm.tok]
		if tok.Start < p.End && tok.End > p.Start || slices.ContainsFunc(words, func(r []int) bool { return int(tok.Start) < r[1] && int(tok.End) > r[0] }) {
			continue
		}
		has := a.strength(tm, w)
		if has == 0 && a.c.IsNamed(tm.tok) {
			return 0, false
		}
		total += tm.weight
		sum += tm.weight * has
	}
	return sum / max(total, 0.01), total > 0
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
