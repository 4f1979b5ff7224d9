package value

import (
	"slices"
	"strings"

	"assay/text"
)

// BoundWords stand before a value and limit it.
var BoundWords = map[string]Bound{
	"about": About, "around": About, "approximately": About, "roughly": About, "circa": About, "nearly": About, "almost": About, "ca": About, "c": About, "some": About,
	"etwa": About, "ungefähr": About, "rund": About, "environ": About, "unos": About, "circa,": About, "ongeveer": About, "около": About, "примерно": About,
	"over": MoreThan, "above": MoreThan, "exceeding": MoreThan, "exceeds": MoreThan, "beyond": MoreThan, "über": MoreThan,
	"under": LessThan, "below": LessThan, "unter": LessThan,
	"minimum": AtLeast, "mindestens": AtLeast, "maximum": AtMost, "höchstens": AtMost,
}

// ThanWords stand before "than".
var ThanWords = map[string]Bound{
	"more": MoreThan, "greater": MoreThan, "larger": MoreThan, "higher": MoreThan, "longer": MoreThan, "later": MoreThan, "newer": MoreThan, "bigger": MoreThan, "older": LessThan,
	"less": LessThan, "fewer": LessThan, "lower": LessThan, "smaller": LessThan, "shorter": LessThan, "earlier": LessThan, "rather": Exactly, "other": Exactly,
}

// DateWords limit dates and versions.
var DateWords = map[string]Bound{
	"after": MoreThan, "since": AtLeast, "from": AtLeast, "starting": AtLeast, "before": LessThan, "until": AtMost, "till": AtMost, "through": AtMost,
	"by": AtMost, "nach": MoreThan, "seit": AtLeast, "ab": AtLeast, "vor": LessThan, "bis": AtMost, "après": MoreThan, "depuis": AtLeast, "avant": LessThan,
	"después": MoreThan, "desde": AtLeast, "antes": LessThan, "hasta": AtMost, "around": About, "circa": About, "about": About, "c": About, "после": MoreThan, "до": LessThan,
}

// BoundTails stand behind a value.
var BoundTails = map[string]Bound{
	"more": AtLeast, "later": AtLeast, "newer": AtLeast, "above": AtLeast, "higher": AtLeast, "greater": AtLeast, "up": AtLeast, "onward": AtLeast, "onwards": AtLeast,
	"less": AtMost, "fewer": AtMost, "earlier": AtMost, "older": AtMost, "below": AtMost, "lower": AtMost,
}

// LimitPairs are two words that limit what stands behind them.
var LimitPairs = map[string]Bound{"at least": AtLeast, "at most": AtMost, "up to": AtMost, "prior to": LessThan, "close to": About,
	"as of": AtLeast, "minimum of": AtLeast, "maximum of": AtMost}

// readBound reads what limits a value that begins at token i, next the token behind it.
func (t *Text) readBound(v *Value, i, next, last int32) {
	words := BoundWords
	if v.Kind == Version || v.Kind == Dated {
		words = DateWords
	}
	v.Bound = t.boundBefore(i, words)
	if v.Kind == Version && v.Bound == Exactly {
		// "from Databricks Runtime 16.4": the name of what has the version stands between.
		unit := t.Toks[i].Unit
		for j := i - 1; j >= 0 && j >= i-6 && t.Toks[j].Unit == unit; j-- {
			tok := &t.Toks[j]
			if tok.Is(text.MarkName) || tok.Is(text.MarkNumber) || VersionWords.Has(tok.Low) || tok.Low == "for" || tok.Low == "the" || tok.Low == "machine" || tok.Low == "learning" {
				continue
			}
			v.Bound = t.boundBefore(j+1, words)
			break
		}
	}
	t.boundAfter(v, next, last)
}

// passedOver stand between a limit and its value.
var passedOver = text.WordSet(`the a an version versions`)

// boundBefore reads the words before token i.
func (t *Text) boundBefore(i int32, words map[string]Bound) Bound {
	head := t.Before(i)
	for _, x := range cjkBounds {
		if strings.HasSuffix(head, x.word) {
			return x.bound
		}
	}
	for _, x := range hangulBounds {
		if strings.HasSuffix(strings.TrimRight(head, " "), x.word) {
			return x.bound
		}
	}
	trimmed := strings.TrimRight(head, " $€£")
	for _, x := range signBounds {
		rest, ok := strings.CutSuffix(trimmed, x.word)
		arrow, quoted := strings.HasSuffix(rest, "-") || strings.HasSuffix(rest, "="), rest == "" && head != trimmed
		if ok && (x.bound != MoreThan || !arrow && !quoted) {
			return x.bound
		}
	}
	n := int32(1)
	for passedOver.Has(t.Back(i, n)) {
		n++
	}
	word, before := t.Back(i, n), t.Back(i, n+1)
	if word != "than" {
		if b, ok := LimitPairs[before+" "+word]; ok {
			return b
		}
		return words[word]
	}
	b := ThanWords[before]
	if w := t.Back(i, n+2); w == "no" || w == "not" {
		switch b {
		case MoreThan:
			return AtMost
		case LessThan:
			return AtLeast
		}
	}
	return b
}

// A limit is a sign or word that stands right beside a number.
type limit struct {
	word  string
	bound Bound
}

var signBounds = []limit{{"~", About}, {"≈", About}, {">=", AtLeast}, {"≥", AtLeast}, {"<=", AtMost}, {"≤", AtMost}, {">", MoreThan}, {"<", LessThan}}

// cjkBounds stand right before a number; a longer word before one that it ends in.
var cjkBounds = []limit{{"不超过", AtMost}, {"不超過", AtMost}, {"不多于", AtMost}, {"不高于", AtMost}, {"不低于", AtLeast}, {"不少于", AtLeast}, {"不小于", AtLeast}, {"不大于", AtMost},
	{"约", About}, {"約", About}, {"大概", About}, {"将近", About}, {"接近", About}, {"近", About}, {"およそ", About}, {"ほぼ", About},
	{"超过", MoreThan}, {"超過", MoreThan}, {"多于", MoreThan}, {"高于", MoreThan}, {"大于", MoreThan}, {"少于", LessThan}, {"低于", LessThan}, {"小于", LessThan}, {"不到", LessThan}, {"不足", LessThan},
	{"至少", AtLeast}, {"最少", AtLeast}, {"最低", AtLeast}, {"少なくとも", AtLeast}, {"最低でも", AtLeast}, {"最多", AtMost}, {"至多", AtMost}, {"最大", AtMost}, {"最高", AtMost}, {"最大で", AtMost}, {"自", AtLeast}, {"从", AtLeast}}

// cjkTails stand behind a value and its unit.
var cjkTails = []limit{{"以上", AtLeast}, {"以来", AtLeast}, {"以降", AtLeast}, {"以下", AtMost}, {"以内", AtMost}, {"未満", LessThan}, {"未满", LessThan}, {"之前", LessThan}, {"以前", LessThan},
	{"之后", MoreThan}, {"以后", MoreThan}, {"を超え", MoreThan}, {"を上回", MoreThan}, {"を下回", LessThan}, {"左右", About}, {"前後", About}, {"程度", About}, {"ほど", About}, {"くらい", About}, {"ぐらい", About}}

// hangulBounds stand before a number with a space, hangulTails behind a value and its unit.
var (
	hangulBounds = []limit{{"약", About}, {"대략", About}, {"거의", About}, {"최소", AtLeast}, {"적어도", AtLeast}, {"최대", AtMost}, {"많아야", AtMost}}
	hangulTails  = []limit{{"이상", AtLeast}, {"이하", AtMost}, {"이내", AtMost}, {"미만", LessThan}, {"초과", MoreThan}, {"넘", MoreThan}, {"가량", About}, {"정도", About},
		{"쯤", About}, {"내외", About}, {"안팎", About}, {"이후", MoreThan}, {"이전", LessThan}, {"부터", AtLeast}, {"까지", AtMost}}
)

// boundAfter reads "or more", "and later", "以上".
func (t *Text) boundAfter(v *Value, next, last int32) {
	rest := t.After(next - 1)
	if strings.HasPrefix(rest, "+") {
		v.Bound = AtLeast
		return
	}
	if tails := map[string][]limit{"zh": cjkTails, "ja": cjkTails, "ko": hangulTails}[t.Lang]; tails != nil {
		near := strings.TrimLeft(rest, " ")
		near = near[:min(18, len(near))]
		if stop := strings.IndexAny(near, "，。、；,;（(0123456789"); stop >= 0 {
			near = near[:stop]
		}
		for _, x := range tails {
			if strings.Contains(near, x.word) {
				v.Bound = x.bound
				return
			}
		}
	}
	for k := next; k < last && k < next+4; k++ {
		w := t.Toks[k].Low
		if w == "or" || w == "and" {
			if b, ok := BoundTails[t.Low(k+1, last)]; ok && !(b == AtLeast && t.Low(k+1, last) == "up" && t.Low(k+2, last) == "to") && t.Low(k+2, last) != "than" && v.Bound == Exactly {
				v.Bound, v.open = b, true
			}
			return
		}
		if w == "onwards" || w == "onward" {
			v.Bound = AtLeast
			return
		}
		if !t.Toks[k].Is(text.MarkName) && w != "versions" && v.Kind != Number {
			return
		}
	}
}

// Limited is where a value begins and ends with the signs of Chinese, Japanese or Korean that limit it.
func (t *Text) Limited(v *Value) (start, end int32) {
	start, end = v.Start, v.End
	head, rest := strings.TrimRight(t.Before(v.First), " "), strings.TrimLeft(t.Raw[v.End:], " ")
	for _, x := range slices.Concat(cjkBounds, hangulBounds) {
		if x.bound == v.Bound && strings.HasSuffix(head, x.word) {
			start = t.Units[v.In].Start + int32(len(head)-len(x.word))
			break
		}
	}
	for _, x := range slices.Concat(cjkTails, hangulTails) {
		if x.bound == v.Bound && strings.HasPrefix(rest, x.word) {
			end = int32(len(t.Raw)-len(rest)) + int32(len(x.word))
			break
		}
	}
	return start, end
}
