package judge

import (
	"strings"
	"unicode/utf8"

	"assay/provenance"
	"assay/text"
)

// checkNuance compares place by place where the claim repeats a sentence, and
// limits and quantifiers in an aligned sentence.
func (a *alignment) checkNuance(echoes []echo) *finding {
	if f := a.checkEchoes(echoes); f != nil {
		return f
	}
	if f := a.checkLanguage(); f != nil {
		return f
	}
	best := a.bestUnit()
	if int(best) >= len(a.s.Units) || a.coverage(window{first: best, last: best + 1}) < 0.7 {
		return nil
	}
	if f := a.checkLimits(best); f != nil {
		return f
	}
	return a.checkQuantifiers(best)
}

// checkQuantifiers compares the strongest quantifier of each side that stands
// before an aligned word.
func (a *alignment) checkQuantifiers(best int32) *finding {
	for i := range a.terms {
		tm := &a.terms[i]
		if tm.pos < 0 || a.s.Toks[tm.pos].Unit != best {
			continue
		}
		qc, wc := a.c.quantified(tm.tok)
		qs, ws := a.s.quantified(tm.pos)
		if qc == 0 || qs == 0 || qc <= qs {
			continue
		}
		if qc >= 4 && qs <= 3 || qc == 3 && qs == 1 {
			return &finding{rule: RuleQuantifier, effect: Caps, unit: best, mismatch: &provenance.Mismatch{Kind: "negation", Claim: wc, Source: ws}}
		}
	}
	return nil
}

// quantified is the strength of the quantifier up to two words before a token.
func (t *reading) quantified(i int32) (float32, string) {
	for j := i - 1; j >= 0 && j >= i-3 && t.Toks[j].Unit == t.Toks[i].Unit; j-- {
		if t.Toks[j+1].Is(text.MarkBreak) {
			break
		}
		if q, ok := text.Quantifiers()[t.Toks[j].Low]; ok {
			return q, t.Toks[j].Low
		}
	}
	return 0, ""
}

// checkQuotations looks for the words between quotation marks, literally. One or
// two words are a title or a term and are weighed as such.
func (a *alignment) checkQuotations() *finding {
	for _, body := range quotations(a.c.Raw) {
		if wordsIn(body) < 3 || a.s.quotes(body) || a.around != nil && a.around.quotes(body) {
			continue
		}
		return &finding{rule: RuleQuotation, effect: Caps, missing: []string{"“" + strings.TrimSpace(body) + "”"}, unit: -1}
	}
	return nil
}

var quotePairs = [...][2]string{{"\"", "\""}, {"“", "”"}, {"«", "»"}, {"「", "」"}, {"『", "』"}, {"``", "''"}}

// quotations are the words between quotation marks. What a low mark opens, any mark closes.
func quotations(s string) (found []string) {
	for {
		before, rest, opens := strings.Cut(s, "„")
		end := strings.IndexAny(rest, "“”\"")
		if !opens || end < 0 {
			break
		}
		_, width := utf8.DecodeRuneInString(rest[end:])
		found = append(found, rest[:end])
		s = before + " " + rest[end+width:]
	}
	for _, pair := range quotePairs {
		for _, rest, opens := strings.Cut(s, pair[0]); opens; {
			body, behind, closes := strings.Cut(rest, pair[1])
			if !closes {
				break
			}
			found = append(found, body)
			_, rest, opens = strings.Cut(behind, pair[0])
		}
	}
	return found
}

func wordsIn(s string) int {
	n := 0
	inWord := false
	for _, r := range s {
		switch {
		case text.IsCJK(r):
			n++
			inWord = false
		case text.IsWordRune(r):
			if !inWord {
				n++
			}
			inWord = true
		default:
			inWord = text.IsApostrophe(r) && inWord
		}
	}
	return n
}

// quotes searches letters and digits only, without case.
func (t *reading) quotes(part string) bool {
	return strings.Contains(t.as.quotable(), strings.TrimSpace(foldForQuote(part, t.Lang)))
}

func foldForQuote(s, lang string) string {
	var b strings.Builder
	b.Grow(len(s))
	space := true
	for _, r := range s {
		if text.IsWordRune(r) {
			b.WriteString(strings.ToLower(string(r)))
			space = false
		} else if !space && !text.IsApostrophe(r) {
			b.WriteByte(' ')
			space = true
		}
	}
	if lang == "de" {
		return text.Umlauts(b.String())
	}
	return b.String()
}
