package judge

import (
	"slices"
	"strings"
	"unicode/utf8"

	"assay/provenance"
	"assay/text"
)

// light words say no more than that a thing has a value.
var light = text.WordSet(`amount amounts amounted total totals totalled stand stands stood come comes get gets give gives given include includes
	included including offer offers offered provide provides provided allow allows allowed permit permits support supports
	cost costs take takes last lasts weigh weighs measure measures hold holds held contain contains use uses used require requires cover covers
	list lists listed show shows shown set sets configured default defaults equal equals run runs count counts value
	values figure limit limited number level reach reaches recorded reported name named call called located based found founded have has
	beträgt betragen enthalten enthält bietet hat haben liegt kostet wiegt dauert umfasst erlaubt lautet gilt läuft heißt misst
	erreicht steht stehen wert anzahl
	incluye incluyen ofrece ofrecen cuesta cuestan tiene tienen pesa mide dura permite alcanza equivale asciende contiene llama valor número`)

// lightCJK are the same in scripts without spaces; what is left of a claim must be made
// of them.
var lightCJK = strings.NewReplacer(sets(`提供 包含 支持 允许 设置 设为 默认 达到 拥有 数值 目前 位于 采用 使用 为 是 有 了 的 在 于 共 达 到 约 由 从 个 之 和 与 被 其 值
	設定 使用 上限 合計`)...)

func sets(list string) []string {
	var pairs []string
	for _, w := range strings.Fields(list) {
		pairs = append(pairs, w, "")
	}
	return pairs
}

// repeatsCell accepts a claim that repeats a cell, key or item of the text: every word of
// it is the entry's, or says no more than that a thing has a value, and no other
// entry fits as well.
func (a *alignment) repeatsCell(v *valueCheck, j *provenance.Judgement) bool {
	b := v.binder
	if b == nil || len(a.c.units) != 1 || v.worst != nil && v.worst.effect == Refutes {
		return false
	}
	unit, denied := int32(-1), 0
	for i := range v.ties {
		t := &v.ties[i]
		if a.c.values[i].of != "" && a.elsewhere(&a.c.values[i], nil) {
			continue // a part of a name
		}
		if t.stands != owned || !t.sole || t.at < 0 || b.relateIn(&a.c.values[i], t.at) != same || !b.accounts(int32(i), t) {
			return false
		}
		unit = b.source.all[t.in].unit
	}
	if len(a.c.values) == 0 {
		t := &v.slot
		if t.stands != owned || !t.sole || !b.fitsSlot(t) {
			return false
		}
		s := &b.source.all[t.in]
		if s.says < 0 {
			denied = 1
		}
		unit = s.unit
	}
	if unit < 0 || a.c.negations() != denied || !a.plainClaim() {
		return false
	}
	j.Stance, j.Score, j.Rule, j.Missing = provenance.Supports, cellScore, RuleCell, nil
	a.quote(j, unit)
	return true
}

const cellScore = 0.95

// plainClaim reports a claim that neither reserves nor restricts.
func (a *alignment) plainClaim() bool {
	for i := range a.c.toks {
		tok := &a.c.toks[i]
		if text.Hedges.Has(tok.Low) || conditioning.Has(tok.Low) || text.Exclusives.Has(tok.Low) || text.Quantifiers()[tok.Low] != 0 {
			return false
		}
	}
	return !strings.ContainsAny(a.c.raw, "?？")
}

// accounts reports that an entry has every word of the claim that goes with a value,
// and that the claim has all that its heads say.
func (b *valueBinder) accounts(i int32, t *tie) bool {
	s := &b.source.all[t.in]
	if s.kind == inClause && len(s.heads) == 0 {
		return false // who does what to whom is not read here
	}
	asked, _ := b.asked(i)
	c := b.weigh(candidate{in: t.in, at: t.at}, asked)
	return b.named(c.in) && b.onlyLight(asked, &c) && b.plainBody(s, t.at)
}

// onlyLight reports that the words of the claim which an entry has not say no more
// than that a thing has a value.
func (b *valueBinder) onlyLight(asked []askedWord, c *candidate) bool {
	cjk := slices.ContainsFunc(b.c.toks, func(tok text.Token) bool { return tok.Is(text.MarkCJK) })
	for k, w := range asked {
		if c.got[k] >= aroundWord {
			continue
		}
		if w.term < 0 {
			return false
		}
		tok := &b.c.toks[b.terms[w.term].tok]
		switch {
		case tok.Is(text.MarkCJK):
		case tok.Is(text.MarkName|text.MarkCode) && !tok.Is(text.MarkFirst):
			return false
		case !light.Has(tok.Low) && !isStopword(tok.Low):
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
	covered := make([]bool, len(b.c.raw))
	for k, w := range asked {
		if w.term >= 0 && got[k] >= aroundWord {
			tok := &b.c.toks[b.terms[w.term].tok]
			for at := tok.Start; at < tok.End; at++ {
				covered[at] = true
			}
		}
	}
	for k := range b.c.values {
		for at := b.c.values[k].start; at < b.c.values[k].end; at++ {
			covered[at] = true
		}
	}
	var rest strings.Builder
	for at, r := range b.c.raw {
		if !covered[at] && (text.IsHan(r) || text.IsKatakana(r) || text.IsHangul(r)) {
			rest.WriteRune(r)
		} else if rest.Len() > 0 && !strings.HasSuffix(rest.String(), " ") {
			rest.WriteByte(' ')
		}
	}
	return strings.TrimSpace(lightCJK.Replace(rest.String())) == ""
}

// plainBody reports that what an entry says is its value, and no condition of it.
func (b *valueBinder) plainBody(s *entry, at int32) bool {
	const most = 3 // words of a body that a claim may leave out
	words := 0
	for k := s.body[0]; k < s.body[1]; k++ {
		tok := &b.s.toks[k]
		if tok.Is(text.MarkNeg) || text.Hedges.Has(tok.Low) || conditioning.Has(tok.Low) {
			return false
		}
		if tok.Content() && !b.taken[k] {
			words++
		}
	}
	first, last := b.s.valueRange(s.body)
	for k := first; k < last; k++ {
		if at >= 0 && int32(k) != at && rivalKinds(&b.s.values[k], &b.s.values[at]) && relate(&b.s.values[k], &b.s.values[at]) != same {
			return false
		}
	}
	return words <= most && utf8.RuneCountInString(b.s.raw[b.s.toks[s.body[0]].Start:b.s.toks[s.body[1]-1].End]) < 120
}
