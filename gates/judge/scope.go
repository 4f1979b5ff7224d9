package judge

import "assay/text"

// markScopes marks the tokens of a unit that a negator or a hedge governs, and
// those within quotation marks. The scope of a negator runs to the next
// punctuation or clause word, four meaning-bearing words at most; in Japanese it
// runs backwards, the negation being the predicate's end.
func (t *reading) markScopes(u *unit) {
	for i := u.first; i < u.last; i++ {
		tok := &t.toks[i]
		switch {
		case tok.Is(text.MarkNeg) && tok.Is(text.MarkCJK) && tok.Stem == "ない":
			for j, n := i-1, 0; j >= u.first && n < 3 && !t.toks[j+1].Is(text.MarkBreak); j-- {
				if t.toks[j].Content() {
					t.toks[j].Marks |= text.MarkNegated
					n++
				}
			}
		case tok.Is(text.MarkNeg):
			if t.idleNegator(i, u.last) {
				continue
			}
			t.deny(i+1, u.last)
		case tok.Low == "turned" && i+1 < u.last && t.toks[i+1].Low == "down", toNegators.Has(tok.Low) && i+1 < u.last && t.toks[i+1].Low == "to", (tok.Low == "instead" || tok.Low == "rather") && i+1 < u.last && (t.toks[i+1].Low == "of" || t.toks[i+1].Low == "than"):
			// "has yet to be released", "failed to", "instead of": they deny what follows.
			tok.Marks |= text.MarkNeg
			t.deny(i+1, u.last)
		}
	}
}

// toNegators deny before "to".
var toNegators = text.WordSet(`yet fail fails failed failing refuse refuses refused decline declines declined`)

// idleNegator reports negators that deny nothing: "not only", "no longer than",
// "No. 5", "not … but", "no more than".
func (t *reading) idleNegator(i, last int32) bool {
	if i+1 >= last {
		return false
	}
	next := t.toks[i+1].Low
	switch t.toks[i].Low {
	case "not":
		return next == "only" || next == "just" || next == "merely" || next == "least"
	case "no":
		return t.gap(i) == "-" || next == "less" || next == "fewer" || next == "doubt" || next == "matter" || t.toks[i+1].Is(text.MarkNumber) && text.IsDigitByte(next[0]) ||
			(next == "longer" || next == "more" || next == "later") && i+2 < last && t.toks[i+2].Low == "than"
	case "without":
		return next == "doubt" || next == "question" || next == "exception" || next == "fail" || next == "a" && i+2 < last && (t.toks[i+2].Low == "doubt" || t.toks[i+2].Low == "question")
	case "n't":
		return next == "only" || next == "just"
	}
	return false
}

// deny marks what a negator before token from governs.
func (t *reading) deny(from, last int32) {
	const reach = 4
	for j, n := from, 0; j < last && n < reach; j++ {
		tok := &t.toks[j]
		if j > from && (tok.Is(text.MarkBreak) || text.ClauseWords.Has(tok.Low)) {
			return
		}
		tok.Marks |= text.MarkNegated
		if tok.Content() {
			n++
		}
	}
}
