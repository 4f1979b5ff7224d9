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
		qc, wc := a.c.Quantified(tm.tok)
		qs, ws := a.s.Quantified(tm.pos)
		if qc == 0 || qs == 0 || qc <= qs {
			continue
		}
		if qc >= 4 && qs <= 3 || qc == 3 && qs == 1 {
			return &finding{rule: RuleQuantifier, effect: Caps, unit: best, mismatch: &provenance.Mismatch{Kind: "negation", Claim: wc, Source: ws}}
		}
	}
	return nil
}

// checkQuotations looks for the words between quotation marks, literally. One or
// two words are a title or a term and are weighed as such.
func (a *alignment) checkQuotations() *finding {
	for _, body := range quotations(a.c.Raw) {
		if wordsIn(body) < 3 || a.s.Quotes(body) || a.around != nil && a.around.Quotes(body) {
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
