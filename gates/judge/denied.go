package judge

import (
	"slices"
	"strings"

	"assay/provenance"
	"assay/text"
)

// deniedCopy finds a claim that is a sentence of the text, or a part of one, but for a
// denial within it which one of the two has alone. Nothing could make both right.
func (a *alignment) deniedCopy() *finding {
	denials := a.c.negations()
	if denials > 1 {
		return nil
	}
	whole := [2]int32{0, int32(len(a.c.toks))}
	claim := a.c.plain(whole, true)
	if len(claim) < copyWords {
		return nil
	}
	for k, u := range a.order {
		if k == echoTries {
			break
		}
		if denials == 0 && !a.s.deniesIn(u) {
			continue
		}
		su := a.s.units[u]
		unit := [2]int32{su.first, su.last}
		said := a.s.plain(unit, false)
		turned := denials == 1 && follows(said, claim) || denials == 0 && !follows(said, claim) && follows(a.s.plain(unit, true), claim)
		if !turned || denials == 1 && a.c.toks[a.c.negator()].Is(text.MarkCJK) && a.s.deniesIn(u) || a.c.negator() >= 0 && follows(said, a.c.plain(whole, false)) {
			continue
		}
		return &finding{rule: RuleNegation, effect: Refutes, unit: u, mismatch: &provenance.Mismatch{Kind: "negation",
			Claim: a.c.around(text.MarkNeg, 0, whole[1]), Source: a.s.around(text.MarkNeg, su.first, su.last)}}
	}
	return nil
}

// copyWords is how many words such a claim must have, characters where there are no spaces.
const copyWords = 5

// changesAmount reports a claim that is all but word for word what a page says, with another word
// for how many or how often: "always" for "often".
func (a *alignment) changesAmount(f *finding) bool {
	return f.rule == RuleQuantifier && f.mismatch != nil && amounts.Has(f.mismatch.Claim) && amounts.Has(f.mismatch.Source) &&
		len(a.s.toks) >= articleFrom && len(a.terms) >= copyWords && a.kept >= amountCopy && !a.saysAmount(f)
}

// saysAmount reports that the sentence quoted has the claim's word too, of the same noun.
func (a *alignment) saysAmount(f *finding) bool {
	_, behind, _ := strings.Cut(a.c.raw, f.mismatch.Claim+" ")
	noun, _, _ := strings.Cut(behind, " ")
	u := a.s.units[f.unit]
	return hasWords(a.s.raw[u.start:u.end], f.mismatch.Claim+" "+noun)
}

// amountCopy is the share of the words of such a claim that the page has in their order.
const amountCopy = 0.7

var amounts = text.WordSet(`all every each always most mostly usually often many some several sometimes few rarely`)

// follows reports words that stand in a text one after the other.
func follows(in, words []string) bool {
	for i := 0; i+len(words) <= len(in); i++ {
		if slices.Equal(words, in[i:i+len(words)]) {
			return true
		}
	}
	return false
}

// plain are the stems of a run of tokens in order, and where there are no spaces the
// characters; articles, "do" and "all" apart, and negators where they are to be left out.
func (t *reading) plain(run [2]int32, without bool) []string {
	var words []string
	end := int32(0)
	for i := run[0]; i < run[1]; i++ {
		switch tok := &t.toks[i]; {
		case tok.Is(text.MarkNeg):
			switch {
			case !without:
				words = append(words, "not")
			case tok.Low == "cannot":
				words = append(words, "can")
			}
		case tok.Is(text.MarkCJK): // pairs overlap
			for _, r := range t.raw[max(end, tok.Start):max(end, tok.End)] {
				words = append(words, string(r))
			}
		case !articles.Has(tok.Low) && !doing.Has(tok.Low) && !universal.Has(tok.Low):
			words = append(words, tok.Stem)
		}
		end = max(end, t.toks[i].End)
	}
	return words
}

var (
	doing     = text.WordSet(`do does did`)
	universal = text.WordSet(`all every each any`)
)
