package judge

import (
	"strings"

	"assay/provenance"
	"assay/text"
)

// A role is what a value is of a change: where it began, where it ended, how much it was.
type role uint8

const (
	noRole role = iota
	begins
	ends
	differs
)

// roleWords stand before a value of a change, in Japanese behind it, by language: some are words of
// another.
var roleWords = map[string]map[string]role{
	"en": {"from": begins, "to": ends, "by": differs},
	"de": {"von": begins, "auf": ends, "um": differs},
	"es": {"de": begins, "a": ends, "en": differs},
	"fr": {"de": begins, "à": ends},
	"zh": {"从": begins, "由": begins, "到": ends, "至": ends, "增加了": differs, "减少了": differs, "下降了": differs, "上升了": differs},
	"ja": {"から": begins, "に": ends, "へ": ends, "まで": ends},
}

// roleOf reads the role of a value by the word before it, or in Japanese behind it.
func (t *reading) roleOf(v *value) role {
	head, rest := t.raw[t.units[v.in].start:v.start], t.raw[v.end:t.units[v.in].end]
	words := roleWords[t.lang]
	if t.lang == "zh" || t.lang == "ja" {
		for word, r := range words {
			if t.lang == "zh" && strings.HasSuffix(head, word) || t.lang == "ja" && strings.HasPrefix(rest, word) {
				return r
			}
		}
		return noRole
	}
	k := v.first - 1
	for k >= 0 && t.toks[k].Unit == v.in && v.first-k < 3 {
		low := t.toks[k].Low
		if r := words[low]; r != noRole {
			return r
		}
		if boundWords[low] == exactly && low != "the" && low != "a" {
			return noRole
		}
		k--
	}
	return noRole
}

// saysNow reports a value that the claim says a thing has today, in a sentence that tells of
// no change.
func (t *reading) saysNow(v *value) bool {
	now := false
	u := t.units[v.in]
	for i := u.first; i < u.last; i++ {
		switch low := t.toks[i].Low; {
		case changing.Has(low) || earlier.Has(low):
			return false
		case low == "is" || low == "are" || low == "now" || low == "has" || low == "have":
			now = true
		}
	}
	return now
}

// changes reports a value in a sentence that tells of a change, and of no range that holds
// at all times: "opens from 8 to 17".
func (t *reading) changes(v *value) bool {
	return t.hasIn([2]int32{t.units[v.in].first, v.first}, changing)
}

var (
	changing = text.WordSet(`went goes changed changes raised rose risen rises increased increases grew grown fell fallen falls dropped drops decreased decreases
		reduced cut lowered moved bumped doubled halved tripled shrank shrunk declined climbed jumped lifted upgraded improved extended shortened`)
	earlier = text.WordSet(`was were had been before earlier formerly previously initially originally once used until from previous old`)
)

// checkRoleOf compares the end of a change with the end, its begin with the begin: where
// the text says "from 5 to 8", it did not rise to 5.
func (a *alignment) checkRoleOf(cv *value) *finding {
	r := a.c.roleOf(cv)
	now := r == noRole && a.c.saysNow(cv)
	if now {
		r = ends
	}
	if r == noRole {
		return nil
	}
	for _, at := range a.order {
		if a.alignedIn(at, cv.in) < alignedForValue {
			continue
		}
		taken, filled := false, (*value)(nil)
		for _, sv := range a.s.valuesIn([2]int32{a.s.units[at].first, a.s.units[at].last}) {
			if !rivalKinds(cv, sv) {
				continue
			}
			its, alike := a.s.roleOf(sv), cv.n == sv.n && cv.date == sv.date && cv.parts == sv.parts
			switch {
			case alike && (its == r || its == noRole), now && !a.s.changes(sv):
				return nil
			case alike:
				taken = true
			case its == r:
				filled = sv
			}
		}
		if taken && filled != nil {
			return &finding{rule: RuleValue, effect: Refutes, unit: at, mismatch: &provenance.Mismatch{Kind: "number", Claim: a.c.show(cv), Source: a.s.show(filled)}}
		}
	}
	return nil
}
