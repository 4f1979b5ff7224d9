package judge

import (
	"strings"

	"assay/gates/judge/reading"
	"assay/text"
)

// asLed is what a word weighs that stands over the claim in its note and that the text
// does not have: what a section is about, its sentences repeat, and sources need not.
const asLed = 0.5

// findLead marks a term that stands over the claim in its note, or in the text's frontmatter. That is no evidence;
// that the text lacks them is no lack either. A name is weighed all the same: a text
// about something else has the other words as well.
func (a *alignment) findLead(tm *term) {
	tok := &a.c.Toks[tm.tok]
	if len(tm.hits) > 0 || tm.context > 0 {
		return
	}
	if a.isAbout(tok) {
		tm.led = true
		return
	}
	if a.lead == nil || len(a.lead.PlacesOf(tok.Stem)) == 0 {
		return
	}
	if tm.led = true; !tok.Is(text.MarkName | text.MarkCode) {
		tm.weight *= asLed
	}
}

// isAbout reports a word of the text's frontmatter, or a name in an address or a word there: github.com.
func (a *alignment) isAbout(tok *text.Token) bool {
	return a.about != nil && (len(a.about.PlacesOf(tok.Stem)) > 0 || tok.Is(text.MarkName) && len(tok.Low) > shortName && text.SpellsIn(a.about.As.Low(), tok.Low))
}

// deniedAbove reports that what stands over the claim denies what is listed under it, as
// "What it cannot do" does, and "Limitations" where the claim itself denies nothing: it
// says then what a text says in so many words. The title of a note denies nothing.
func (a *alignment) deniedAbove(claim int) bool {
	if a.lead == nil || len(a.q.Lead) < 2 {
		return false
	}
	title := int32(len(a.q.Lead[0]))
	for i := range a.lead.Toks {
		tok := &a.lead.Toks[i]
		if tok.Start >= title && tok.Is(text.MarkNeg) && !a.lead.IdleNegator(int32(i), a.lead.Units[tok.Unit].Last) {
			return true
		}
	}
	if a.c.Lang == "en" && (!a.c.Fragment() || a.c.Predicates()) {
		return false // a sentence of its own says what it says under "Restrictions" too
	}
	low := strings.ToLower(strings.Join(a.q.Lead[1:], "\n"))
	return claim == 0 && reading.HasAnyOf(low, denials)
}

// denials are what lists of what is not so stand under, beside the negators.
var denials = []string{"limitation", "restriction", "unsupported", "drawback", "anti-pattern", "pitfall", "lacks", "missing", "excluded", "einschränkung", "limites", "limitaciones",
	"限制", "局限", "缺点", "不足", "不支持", "制限", "制約", "非対応", "未対応", "注意点", "落とし穴", "한계", "제한", "미지원"}
