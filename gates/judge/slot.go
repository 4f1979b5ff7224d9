package judge

import (
	"slices"
	"strings"
	"unicode/utf8"

	"assay/gates/judge/align"
	"assay/gates/judge/layout"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
)

// sureSlot is the share of the claim's other words that a slot's heads must have to deny it.
const sureSlot = 0.8

// tieSlots finds the slots whose words the claim has, and says whether they stand under
// what the claim says them of.
func (b *valueBinder) tieSlots() tie {
	var anchors, rivals []candidate
	var asked []askedWord
	var total float32
	for _, in := range b.source.Slots {
		s := &b.source.All[in]
		if s.Says != 0 || !b.wholly(s.Body) || b.otherCode(s.Body) {
			continue
		}
		if asked == nil {
			asked, total = b.askedBeside(s.Body)
		}
		anchors = append(anchors, b.weigh(candidate{in: in, at: -1}, asked))
	}
	if len(anchors) == 0 || total == 0 || len(anchors) > maxRivals {
		return untied
	}
	anchor, _ := foremost(anchors)
	for _, in := range b.source.Slots {
		s := &b.source.All[in]
		if b.touched(s.Body) && !b.otherCode(s.Body) || s.Says != 0 || s.Group != b.source.All[anchor.in].Group || s.Kind == layout.InTable && !b.parallel(in, anchor.in) {
			continue
		}
		if rivals = append(rivals, candidate{in: in, at: -1}); len(rivals) > maxRivals {
			return untied
		}
	}
	for k := range rivals {
		rivals[k] = b.weigh(rivals[k], asked)
	}
	best, next := foremost(rivals)
	sole := next.in < 0 || next.score < best.score-0.01
	if best.in < 0 || anchor.score >= best.score-0.01 {
		if anchor.matched == 0 {
			return untied
		}
		return tie{owned, -1, anchor.in, best.in < 0 || anchor.score > best.score+0.01}
	}
	t := tie{unsettled, -1, best.in, sole}
	for _, c := range anchors {
		if len(c.got) == 0 {
			continue // none of the words that were asked for stands over it
		}
		gain, loss := compareGot(asked, best.got, c.got, false)
		if loss > 0 || gain == 0 {
			return t
		}
	}
	if best.matched/total < sureSlot {
		return t
	}
	t.stands = strayed
	if sole && b.named(best.in) {
		t.stands = another
	}
	return t
}

// foremost are the two of some candidates that fit best; in is -1 for none.
func foremost(all []candidate) (best, next candidate) {
	best.in, best.at, next.in = -1, -1, -1
	for _, c := range all {
		switch {
		case best.in < 0 || c.score > best.score:
			best, next = c, best
		case next.in < 0 || c.score > next.score:
			next = c
		}
	}
	return best, next
}

// parallel reports a cell that may hold what another holds: of its column, or of its row
// where the claim names both heads.
func (b *valueBinder) parallel(x, y int32) bool {
	p, q := &b.source.All[x], &b.source.All[y]
	if p.Heads[0] == q.Heads[0] {
		return true
	}
	return p.Unit == q.Unit && !slices.ContainsFunc(p.Heads, func(h [2]int32) bool { return !b.wholly(h) })
}

// wholly reports that the claim has every word of a range.
func (b *valueBinder) wholly(r [2]int32) bool {
	words := 0
	for k := r[0]; k < r[1]; k++ {
		if tok := &b.Source.Toks[k]; tok.Content() {
			if words++; !b.taken[k] {
				return false
			}
		}
	}
	return words > 0
}

// touched reports that the claim has a word of a range.
func (b *valueBinder) touched(r [2]int32) bool {
	return text.AnyIn(r[0], r[1], func(k int32) bool { return b.taken[k] && b.Source.Toks[k].Content() })
}

// otherCode reports a slot that holds one thing written without spaces, of several words,
// which the claim does not have as it is written: part H3-EL-S is not H3-EL-T.
func (b *valueBinder) otherCode(r [2]int32) bool {
	body := b.Source.Raw[b.Source.Toks[r[0]].Start:b.Source.Toks[r[1]-1].End]
	return r[1]-r[0] > 1 && !strings.ContainsAny(body, " \t\n") && !text.WithoutSpaces(body) && !strings.Contains(strings.ToLower(b.Claim.Raw), strings.ToLower(body))
}

// askedBeside lists the claim's words but those that fill a slot.
func (b *valueBinder) askedBeside(body [2]int32) (asked []askedWord, total float32) {
	for k := range b.Terms {
		if b.has(askedWord{int32(k), -1, 0}, body, -1) || b.empty(k) {
			continue
		}
		asked = append(asked, askedWord{int32(k), -1, b.Terms[k].Weight})
		total += b.Terms[k].Weight
	}
	for k := range b.Claim.Values {
		asked = append(asked, askedWord{-1, int32(k), asValue})
		total += asValue
	}
	return asked, total
}

// slotFinding is what a slot that the claim fills with its neighbour's words comes to.
func (b *valueBinder) slotFinding(t *tie) *finding {
	if t.stands != another && t.stands != strayed {
		return nil
	}
	s := &b.source.All[t.in]
	effect := Caps
	if t.stands == another {
		effect = Refutes
	}
	source := strings.TrimSpace(b.Source.Raw[b.Source.Toks[s.Body[0]].Start:b.Source.Toks[s.Body[1]-1].End])
	return &finding{rule: RuleName, effect: effect, unit: s.Unit, mismatch: &provenance.Mismatch{Kind: "name", Claim: b.filled(s), Source: source}}
}

// filled is what the claim says where the text has a slot: its words that no head of that
// slot has and some other slot has.
func (b *valueBinder) filled(right *layout.Entry) string {
	first, last := int32(-1), int32(-1)
	for _, in := range b.source.Slots {
		s := &b.source.All[in]
		if s.Group != right.Group || s.Says != 0 || !b.wholly(s.Body) {
			continue
		}
		for k := range b.Terms {
			if tok := b.Terms[k].Tok; b.has(askedWord{int32(k), -1, 0}, s.Body, -1) {
				if first < 0 || tok < first {
					first = tok
				}
				last = max(last, tok)
			}
		}
		break
	}
	if first < 0 {
		return ""
	}
	return b.Claim.Raw[b.Claim.Toks[first].Start:b.Claim.Toks[last].End]
}

var ()

// tieYesNo compares a claim without a value with the cell that says yes or no of what it
// speaks of.
func (b *valueBinder) tieYesNo() (t tie, says int8) {
	if len(b.Claim.Values) > 0 {
		return untied, 0
	}
	var saying []candidate
	var asked []askedWord
	var total float32
	for _, in := range b.source.Slots {
		if b.source.All[in].Says != 0 {
			if asked == nil {
				asked, total = b.askedBeside([2]int32{})
			}
			saying = append(saying, b.weigh(candidate{in: in, at: -1}, asked))
		}
	}
	best, next := foremost(saying)
	if best.in < 0 || !b.named(best.in) || next.in >= 0 && next.score >= best.score-0.01 || best.matched/total < sureSlot {
		return untied, 0
	}
	// Each head must be wholly the claim's: a row alone may have many columns.
	if slices.ContainsFunc(b.source.All[best.in].Heads, func(h [2]int32) bool { return !b.wholly(h) }) {
		return untied, 0
	}
	return tie{owned, -1, best.in, true}, b.source.All[best.in].Says
}

// fitsSlot reports that every word of the claim is the slot's or its heads', or says no
// more than that a thing has it.
func (b *valueBinder) fitsSlot(t *tie) bool {
	s := &b.source.All[t.in]
	asked, _ := b.askedBeside([2]int32{})
	asked = slices.DeleteFunc(asked, func(w askedWord) bool { return w.value >= 0 })
	c := b.weigh(candidate{in: t.in, at: -1}, asked)
	return b.named(c.in) && b.onlyLight(asked, &c) && (s.Says != 0 || b.plainBody(s, -1))
}

// lightCJK are the same in scripts without spaces; what is left of a claim must be made
// of them.
var lightCJK = strings.NewReplacer(sets(`提供 包含 支持 允许 设置 设为 默认 达到 拥有 数值 目前 位于 采用 使用 为 是 有 了 的 在 于 共 达 到 约 由 从 个 之 和 与 被 其 值
	設定 使用 上限 合計`)...)

// repeatsCell accepts a claim that repeats a cell, key or item of the text: every word of
// it is the entry's, or says no more than that a thing has a value, and no other
// entry fits as well.
func (a *alignment) repeatsCell(v *valueCheck, j *provenance.Judgement) bool {
	b := v.binder
	if b == nil || len(a.Claim.Units) != 1 || v.worst != nil && v.worst.effect == Refutes {
		return false
	}
	unit, denied := int32(-1), 0
	for i := range v.ties {
		t := &v.ties[i]
		if a.Claim.Values[i].Of != "" && a.Elsewhere(&a.Claim.Values[i], nil) {
			continue // a part of a name
		}
		if t.stands != owned || !t.sole || t.at < 0 || b.relateIn(&a.Claim.Values[i], t.at) != value.Same || !b.accounts(int32(i), t) {
			return false
		}
		unit = b.source.All[t.in].Unit
	}
	if len(a.Claim.Values) == 0 {
		t := &v.slot
		if t.stands != owned || !t.sole || !b.fitsSlot(t) {
			return false
		}
		s := &b.source.All[t.in]
		if s.Says < 0 {
			denied = 1
		}
		unit = s.Unit
	}
	if unit < 0 || a.Claim.Negations() != denied || !a.PlainClaim() {
		return false
	}
	j.Stance, j.Score, j.Rule, j.Missing = provenance.Supports, cellScore, RuleCell, nil
	a.quote(j, unit)
	return true
}

const cellScore = 0.95

// accounts reports that an entry has every word of the claim that goes with a value,
// and that the claim has all that its heads say.
func (b *valueBinder) accounts(i int32, t *tie) bool {
	s := &b.source.All[t.in]
	if s.Kind == layout.InClause && len(s.Heads) == 0 {
		return false // who does what to whom is not read here
	}
	asked, _ := b.asked(i)
	c := b.weigh(candidate{in: t.in, at: t.at}, asked)
	return b.named(c.in) && b.onlyLight(asked, &c) && b.plainBody(s, t.at)
}

// onlyLight reports that the words of the claim which an entry has not say no more
// than that a thing has a value.
func (b *valueBinder) onlyLight(asked []askedWord, c *candidate) bool {
	cjk := slices.ContainsFunc(b.Claim.Toks, func(tok text.Token) bool { return tok.Is(text.MarkCJK) })
	for k, w := range asked {
		if c.got[k] >= aroundWord {
			continue
		}
		if w.term < 0 {
			return false
		}
		tok := &b.Claim.Toks[b.Terms[w.term].Tok]
		switch {
		case tok.Is(text.MarkCJK):
		case tok.Is(text.MarkName|text.MarkCode) && !tok.Is(text.MarkFirst):
			return false
		case !text.Light.Has(tok.Low) && !isStopword(tok.Low):
			return false
		}
	}
	return !cjk || b.restIsLight(asked, c.got)
}

// isStopword reports a small word of any language: a claim of few words may be taken for
// one of another.
func isStopword(low string) bool {
	return slices.ContainsFunc(text.LatinLanguages, func(lang string) bool { return text.Stopwords[lang].Has(low) })
}

// restIsLight reports that the characters which no word of the entry covers say
// nothing more.
func (b *valueBinder) restIsLight(asked []askedWord, got []float32) bool {
	covered := make([]bool, len(b.Claim.Raw))
	for k, w := range asked {
		if w.term >= 0 && got[k] >= aroundWord {
			tok := &b.Claim.Toks[b.Terms[w.term].Tok]
			for at := tok.Start; at < tok.End; at++ {
				covered[at] = true
			}
		}
	}
	for k := range b.Claim.Values {
		for at := b.Claim.Values[k].Start; at < b.Claim.Values[k].End; at++ {
			covered[at] = true
		}
	}
	var rest strings.Builder
	for at, r := range b.Claim.Raw {
		if !covered[at] && (text.IsHan(r) || text.IsKatakana(r) || text.IsHangul(r)) {
			rest.WriteRune(r)
		} else if rest.Len() > 0 && !strings.HasSuffix(rest.String(), " ") {
			rest.WriteByte(' ')
		}
	}
	return strings.TrimSpace(lightCJK.Replace(rest.String())) == ""
}

// plainBody reports that what an entry says is its value, and no condition of it.
func (b *valueBinder) plainBody(s *layout.Entry, at int32) bool {
	const most = 3 // words of a body that a claim may leave out
	words := 0
	for k := s.Body[0]; k < s.Body[1]; k++ {
		tok := &b.Source.Toks[k]
		if tok.Is(text.MarkNeg) || text.Hedges.Has(tok.Low) || align.Conditioning.Has(tok.Low) {
			return false
		}
		if tok.Content() && !b.taken[k] {
			words++
		}
	}
	first, last := b.Source.Range(s.Body)
	for k := first; k < last; k++ {
		if at >= 0 && int32(k) != at && value.Rivals(&b.Source.Values[k], &b.Source.Values[at]) && value.Relate(&b.Source.Values[k], &b.Source.Values[at]) != value.Same {
			return false
		}
	}
	return words <= most && utf8.RuneCountInString(b.Source.Raw[b.Source.Toks[s.Body[0]].Start:b.Source.Toks[s.Body[1]-1].End]) < 120
}

func sets(list string) []string {
	var pairs []string
	for _, w := range strings.Fields(list) {
		pairs = append(pairs, w, "")
	}
	return pairs
}
