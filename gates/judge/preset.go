package judge

import (
	"regexp"
	"slices"
	"strings"

	"assay/gates/judge/value"
	"assay/provenance"
)

// A preset is what a text gives as the default of something: "defaults to 16", "/tmp by default".
type preset struct {
	v          *value.Value // nil for a name
	name       string
	start, end int32 // bytes
	in         int32 // unit
}

const (
	defaultWord = `(?:default(?:s|ed|ing)?|par défaut|por defecto|por omisión|predeterminad[oa]s?|standardmäßig|standardwert|vorgabe(?:wert)?|voreinstellung|voreingestellt|默认|缺省|預設|预设|既定|デフォルト)`
	openMarks   = "[`\"'‘’“«「]*"
)

// What stands before and behind a default, and a name behind the word for it.
var (
	presetBefore = regexp.MustCompile(`(?i)` + defaultWord + `[^,.;:=()|、，。；：（）0-9]{0,30}[:=：(（]?\s*` + openMarks + `$`)
	presetBehind = regexp.MustCompile("(?i)^[`\"'’”»」]*[^,.;:=()|、，。；：（）0-9]{0,16}" + `(?:by ` + defaultWord + `|[(（,]\s*(?:the |by )?` + defaultWord + `\s*[).,;）]|(?:is |, |as )the default\b|` + defaultWord + `\s*(?:[).,;。，、；）|]|で|$))`)
	presetName   = regexp.MustCompile(`(?i)` + defaultWord + `(?:\s+value|值|値)?\s*(?:\bis\b|\bto\b|\best\b|\bes\b|\bist\b|为|是|使用|は|:|：|=)\s*` + "([`\"'‘“「]?)" + `([/~\w][\w./~:+-]*[\w/])`)
)

// presets are the defaults that a sentence gives.
func (t *reading) presets(unit int32) (all []preset) {
	u := t.Units[unit]
	raw := t.Raw[u.Start:u.End]
	if !hasAnyOf(raw, presetParts) {
		return nil
	}
	const near = 80 // bytes
	for _, v := range t.valuesIn([2]int32{u.First, u.Last}) {
		before, behind := t.Raw[max(u.Start, v.Start-near):v.Start], t.Raw[v.End:min(u.End, v.End+near)]
		if presetBefore.MatchString(before) || presetBehind.MatchString(behind) {
			all = append(all, preset{v, "", v.Start, v.End, unit})
		}
	}
	if len(all) > 0 {
		return all
	}
	for _, m := range presetName.FindAllStringSubmatchIndex(raw, -1) {
		name := raw[m[4]:m[5]]
		if m[2] < m[3] || strings.ContainsAny(name, "/~._") || m[5] == len(raw) || strings.ContainsAny(raw[m[5]:m[5]+1], ".,;)\n") {
			all = append(all, preset{nil, name, u.Start + int32(m[4]), u.Start + int32(m[5]), unit})
		}
	}
	return all
}

// presetAlone opens a sentence that names what it is the default of in no word before it.
var presetAlone = regexp.MustCompile("(?i)^[*\\-` ]*(?:the |la |el |der |die )?" + defaultWord + `(?:\s+value|值|値)?\s*(?:\bis\b|\bto\b|\best\b|\bes\b|\bist\b|为|是|は|:|：|=)`)

var presetWord = regexp.MustCompile(`(?i)` + defaultWord)

// presetParts are of the words for a default, each of which has one: most sentences have none, and an
// expression takes long to say so.
var presetParts = []string{"efault", "éfaut", "defecto", "omisión", "determinad", "tandard", "orgabe", "oreingestell", "oreinstellung", "默认", "缺省", "預設", "预设", "既定", "デフォルト"}

// Of what a claim says besides a default must a text have so much in the sentences up to the one
// that gives another, and more where the claim speaks of a case, or for it to give the same.
const (
	presetRest = 0.65
	presetSure = 0.8
)

// preset compares a default that the claim gives with that of the text. "The default is 16" is of what
// the sentences before it speak of. It is nil, false where the text gives none, or more than one.
func (a *alignment) preset() (other *finding, agrees bool) {
	var given []preset
	for u := range a.c.Units {
		given = append(given, a.c.presets(int32(u))...)
	}
	if len(given) != 1 {
		return nil, false
	}
	const back = 4 // sentences
	p := given[0]
	var best preset
	most := float32(0)
	for u := range a.s.Units {
		for _, s := range a.s.presets(int32(u)) {
			first := s.in
			for first > 0 && s.in-first < back && a.s.goesOnTo(first-1, s.in) {
				first--
			}
			last := s.in + 1
			if first < s.in && a.s.opensPreset(s.in) {
				last = s.in // it says nothing but the default of what stands before it
			}
			rest, named := a.besides(&p, window{first, last, 0})
			switch {
			case !named || rest < presetRest || rest < presetSure && a.c.underCondition(a.c.tokenFrom(int(p.start))):
				continue
			case (p.v == nil) != (s.v == nil):
				return nil, false
			case p.v != nil && !a.rivals(p.v, s.v), p.v == nil && hasWords(a.s.Raw[a.s.Units[first].Start:a.s.Units[s.in].End], p.name):
				return nil, rest >= presetSure && (p.v == nil || a.relate(p.v, s.v) == value.Same)
			case most > 0 && !strings.EqualFold(a.s.Raw[s.start:s.end], a.s.Raw[best.start:best.end]):
				return nil, false // which of two
			}
			best, most = s, rest
		}
	}
	switch {
	case most == 0:
		return nil, false
	case p.v != nil:
		return a.otherThan(p.v, best.v), false
	}
	return &finding{rule: RuleName, effect: Refutes, unit: best.in, mismatch: &provenance.Mismatch{Kind: "name", Claim: p.name, Source: best.name}}, false
}

// goesOnTo reports a sentence of the paragraph that another is of, or, where that one says nothing but
// a default, of the entry that it ends.
func (t *reading) goesOnTo(from, to int32) bool {
	own := t.opensPreset(to)
	if own && t.opensPreset(from) {
		return false
	}
	return t.Units[from].Block == t.Units[to].Block || own && t.Units[from].Block+2 >= t.Units[to].Block
}

func (t *reading) opensPreset(unit int32) bool {
	u := t.Units[unit]
	return presetAlone.MatchString(t.Raw[u.Start:min(u.End, u.Start+60)])
}

func (a *alignment) otherPreset() *finding {
	other, _ := a.preset()
	return other
}

// besides is the share of what a claim says besides a default that a window has, and whether it has
// each name.
func (a *alignment) besides(p *preset, w window) (share float32, named bool) {
	var sum, total float32
	words := presetWord.FindAllStringIndex(a.c.Raw, -1)
	for i := range a.terms {
		tm := &a.terms[i]
		tok := &a.c.Toks[tm.tok]
		if tok.Start < p.end && tok.End > p.start || slices.ContainsFunc(words, func(r []int) bool { return int(tok.Start) < r[1] && int(tok.End) > r[0] }) {
			continue
		}
		has := a.strength(tm, w)
		if has == 0 && a.c.isNamed(tm.tok) {
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
