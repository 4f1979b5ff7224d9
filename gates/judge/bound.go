package judge

import (
	"strings"

	"assay/provenance"
	"assay/text"
)

// boundWords stand before a value and limit it.
var boundWords = map[string]bound{
	"about": about, "around": about, "approximately": about, "roughly": about, "circa": about, "nearly": about, "almost": about, "ca": about, "c": about, "some": about,
	"etwa": about, "ungefähr": about, "rund": about, "environ": about, "unos": about, "circa,": about, "ongeveer": about, "около": about, "примерно": about,
	"over": moreThan, "above": moreThan, "exceeding": moreThan, "exceeds": moreThan, "beyond": moreThan, "über": moreThan,
	"under": lessThan, "below": lessThan, "unter": lessThan,
	"minimum": atLeast, "mindestens": atLeast, "maximum": atMost, "höchstens": atMost,
}

// thanWords stand before "than".
var thanWords = map[string]bound{
	"more": moreThan, "greater": moreThan, "larger": moreThan, "higher": moreThan, "longer": moreThan, "later": moreThan, "newer": moreThan, "bigger": moreThan, "older": lessThan,
	"less": lessThan, "fewer": lessThan, "lower": lessThan, "smaller": lessThan, "shorter": lessThan, "earlier": lessThan, "rather": exactly, "other": exactly,
}

// dateWords limit dates and versions.
var dateWords = map[string]bound{
	"after": moreThan, "since": atLeast, "from": atLeast, "starting": atLeast, "before": lessThan, "until": atMost, "till": atMost, "through": atMost,
	"by": atMost, "nach": moreThan, "seit": atLeast, "ab": atLeast, "vor": lessThan, "bis": atMost, "après": moreThan, "depuis": atLeast, "avant": lessThan,
	"después": moreThan, "desde": atLeast, "antes": lessThan, "hasta": atMost, "around": about, "circa": about, "about": about, "c": about, "после": moreThan, "до": lessThan,
}

// boundTails stand behind a value.
var boundTails = map[string]bound{
	"more": atLeast, "later": atLeast, "newer": atLeast, "above": atLeast, "higher": atLeast, "greater": atLeast, "up": atLeast, "onward": atLeast, "onwards": atLeast,
	"less": atMost, "fewer": atMost, "earlier": atMost, "older": atMost, "below": atMost, "lower": atMost,
}

// limitPairs are two words that limit what stands behind them.
var limitPairs = map[string]bound{"at least": atLeast, "at most": atMost, "up to": atMost, "prior to": lessThan, "close to": about,
	"as of": atLeast, "minimum of": atLeast, "maximum of": atMost}

// readBound reads what limits a value that begins at token i, next the token behind it.
func (t *reading) readBound(v *value, i, next, last int32) {
	words := boundWords
	if v.kind == version || v.kind == dated {
		words = dateWords
	}
	v.bound = t.boundBefore(i, words)
	if v.kind == version && v.bound == exactly {
		// "from Databricks Runtime 16.4": the name of what has the version stands between.
		unit := t.toks[i].Unit
		for j := i - 1; j >= 0 && j >= i-6 && t.toks[j].Unit == unit; j-- {
			tok := &t.toks[j]
			if tok.Is(text.MarkName) || tok.Is(text.MarkNumber) || versionWords.Has(tok.Low) || tok.Low == "for" || tok.Low == "the" || tok.Low == "machine" || tok.Low == "learning" {
				continue
			}
			v.bound = t.boundBefore(j+1, words)
			break
		}
	}
	t.boundAfter(v, next, last)
}

// passedOver stand between a limit and its value.
var passedOver = text.WordSet(`the a an version versions`)

// boundBefore reads the words before token i.
func (t *reading) boundBefore(i int32, words map[string]bound) bound {
	head := t.before(i)
	for _, x := range cjkBounds {
		if strings.HasSuffix(head, x.word) {
			return x.bound
		}
	}
	trimmed := strings.TrimRight(head, " $€£")
	for _, x := range signBounds {
		rest, ok := strings.CutSuffix(trimmed, x.word)
		arrow, quoted := strings.HasSuffix(rest, "-") || strings.HasSuffix(rest, "="), rest == "" && head != trimmed
		if ok && (x.bound != moreThan || !arrow && !quoted) {
			return x.bound
		}
	}
	n := int32(1)
	for passedOver.Has(t.back(i, n)) {
		n++
	}
	word, before := t.back(i, n), t.back(i, n+1)
	if word != "than" {
		if b, ok := limitPairs[before+" "+word]; ok {
			return b
		}
		return words[word]
	}
	b := thanWords[before]
	if w := t.back(i, n+2); w == "no" || w == "not" {
		switch b {
		case moreThan:
			return atMost
		case lessThan:
			return atLeast
		}
	}
	return b
}

// A limit is a sign or word that stands right beside a number.
type limit struct {
	word  string
	bound bound
}

var signBounds = []limit{{"~", about}, {"≈", about}, {">=", atLeast}, {"≥", atLeast}, {"<=", atMost}, {"≤", atMost}, {">", moreThan}, {"<", lessThan}}

// cjkBounds stand right before a number; a longer word before one that it ends in.
var cjkBounds = []limit{{"不超过", atMost}, {"不超過", atMost}, {"不多于", atMost}, {"不高于", atMost}, {"不低于", atLeast}, {"不少于", atLeast}, {"不小于", atLeast}, {"不大于", atMost},
	{"约", about}, {"約", about}, {"大概", about}, {"将近", about}, {"接近", about}, {"近", about}, {"およそ", about}, {"ほぼ", about},
	{"超过", moreThan}, {"超過", moreThan}, {"多于", moreThan}, {"高于", moreThan}, {"大于", moreThan}, {"少于", lessThan}, {"低于", lessThan}, {"小于", lessThan}, {"不到", lessThan}, {"不足", lessThan},
	{"至少", atLeast}, {"最少", atLeast}, {"最低", atLeast}, {"少なくとも", atLeast}, {"最低でも", atLeast}, {"最多", atMost}, {"至多", atMost}, {"最大", atMost}, {"最高", atMost}, {"最大で", atMost}, {"自", atLeast}, {"从", atLeast}}

// cjkTails stand behind a value and its unit.
var cjkTails = []limit{{"以上", atLeast}, {"以来", atLeast}, {"以降", atLeast}, {"以下", atMost}, {"以内", atMost}, {"未満", lessThan}, {"未满", lessThan}, {"之前", lessThan}, {"以前", lessThan},
	{"之后", moreThan}, {"以后", moreThan}, {"を超え", moreThan}, {"を上回", moreThan}, {"を下回", lessThan}, {"左右", about}, {"前後", about}, {"程度", about}, {"ほど", about}, {"くらい", about}, {"ぐらい", about}}

// boundAfter reads "or more", "and later", "以上".
func (t *reading) boundAfter(v *value, next, last int32) {
	rest := t.after(next - 1)
	if strings.HasPrefix(rest, "+") {
		v.bound = atLeast
		return
	}
	if t.lang == "zh" || t.lang == "ja" {
		near := strings.TrimLeft(rest, " ")
		near = near[:min(18, len(near))]
		if stop := strings.IndexAny(near, "，。、；,;（(0123456789"); stop >= 0 {
			near = near[:stop]
		}
		for _, x := range cjkTails {
			if strings.Contains(near, x.word) {
				v.bound = x.bound
				return
			}
		}
	}
	for k := next; k < last && k < next+4; k++ {
		w := t.toks[k].Low
		if w == "or" || w == "and" {
			if b, ok := boundTails[t.low(k+1, last)]; ok && !(b == atLeast && t.low(k+1, last) == "up" && t.low(k+2, last) == "to") && t.low(k+2, last) != "than" && v.bound == exactly {
				v.bound, v.open = b, true
			}
			return
		}
		if w == "onwards" || w == "onward" {
			v.bound = atLeast
			return
		}
		if !t.toks[k].Is(text.MarkName) && w != "versions" && v.kind != number {
			return
		}
	}
}

// timeLimits say on which side of a moment something holds, the moment itself counted or
// not.
var timeLimits = map[string]bound{"after": moreThan, "before": lessThan, "from": atLeast, "since": atLeast, "until": atMost, "till": atMost,
	"nach": moreThan, "vor": lessThan, "seit": atLeast, "bis": atMost, "después": moreThan, "antes": lessThan, "desde": atLeast, "hasta": atMost}

// checkLimits finds a moment without a number that claim and text draw the limit at
// otherwise: "from the first frost" against "after the first frost".
func (a *alignment) checkLimits(best int32) *finding {
	for i := range a.terms {
		tm := &a.terms[i]
		if tm.pos < 0 || tm.found < 1 || a.s.toks[tm.pos].Unit != best {
			continue
		}
		c, s := a.c.limitBefore(tm.tok), a.s.limitBefore(tm.pos)
		if c < 0 || s < 0 || timeLimits[a.c.toks[c].Low] == timeLimits[a.s.toks[s].Low] {
			continue
		}
		return &finding{rule: RuleBoundary, effect: Caps, unit: best, mismatch: &provenance.Mismatch{Kind: "boundary", Claim: span(a.c, c, tm.tok), Source: span(a.s, s, tm.pos)}}
	}
	return nil
}

// limitBefore is the limit that a word stands behind with nothing but a few words of its
// phrase between, or -1.
func (t *reading) limitBefore(i int32) int32 {
	const phrase = 7
	for k := i - 1; k >= 0 && k >= i-phrase && t.toks[k].Unit == t.toks[i].Unit && !t.toks[k+1].Is(text.MarkBreak); k-- {
		if timeLimits[t.toks[k].Low] != exactly {
			return k
		}
	}
	return -1
}
