package reading

import (
	"strings"

	"assay/gates/judge/value"
	"assay/text"
)

// A role is what a value is of a change: where it began, where it ended, how much it was.
type role uint8

const (
	NoRole role = iota
	begins
	Ends
	differs
)

// roleWords stand before a value of a change, in Japanese behind it, by language: some are words of
// another.
var roleWords = map[string]map[string]role{
	"en": {"from": begins, "to": Ends, "by": differs},
	"de": {"von": begins, "auf": Ends, "um": differs},
	"es": {"de": begins, "a": Ends, "en": differs},
	"fr": {"de": begins, "à": Ends},
	"zh": {"从": begins, "由": begins, "到": Ends, "至": Ends, "增加了": differs, "减少了": differs, "下降了": differs, "上升了": differs},
	"ja": {"から": begins, "に": Ends, "へ": Ends, "まで": Ends},
}

// RoleOf reads the role of a value by the word before it, or in Japanese behind it.
func (t *Text) RoleOf(v *value.Value) role {
	head, rest := t.Raw[t.Units[v.In].Start:v.Start], t.Raw[v.End:t.Units[v.In].End]
	words := roleWords[t.Lang]
	if t.Lang == "zh" || t.Lang == "ja" {
		for word, r := range words {
			if t.Lang == "zh" && strings.HasSuffix(head, word) || t.Lang == "ja" && strings.HasPrefix(rest, word) {
				return r
			}
		}
		return NoRole
	}
	k := v.First - 1
	for k >= 0 && t.Toks[k].Unit == v.In && v.First-k < 3 {
		low := t.Toks[k].Low
		if r := words[low]; r != NoRole {
			return r
		}
		if value.BoundWords[low] == value.Exactly && low != "the" && low != "a" {
			return NoRole
		}
		k--
	}
	return NoRole
}

// SaysNow reports a value that the claim says a thing has today, in a sentence that tells of
// no change.
func (t *Text) SaysNow(v *value.Value) bool {
	now := false
	u := t.Units[v.In]
	for i := u.First; i < u.Last; i++ {
		switch low := t.Toks[i].Low; {
		case changing.Has(low) || earlier.Has(low):
			return false
		case low == "is" || low == "are" || low == "now" || low == "has" || low == "have":
			now = true
		}
	}
	return now
}

// Changes reports a value in a sentence that tells of a change, and of no range that holds
// at all times: "opens from 8 to 17".
func (t *Text) Changes(v *value.Value) bool {
	return t.HasIn([2]int32{t.Units[v.In].First, v.First}, changing)
}

var (
	changing = text.WordSet(`went goes changed changes raised rose risen rises increased increases grew grown fell fallen falls dropped drops decreased decreases
		reduced cut lowered moved bumped doubled halved tripled shrank shrunk declined climbed jumped lifted upgraded improved extended shortened`)
	earlier = text.WordSet(`was were had been before earlier formerly previously initially originally once used until from previous old`)
)
