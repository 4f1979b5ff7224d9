package judge

// markScopes marks the tokens of a unit that a negator or a hedge governs, and
// those within quotation marks. The scope of a negator runs to the next
// punctuation or clause word, four meaning-bearing words at most; in Japanese it
// runs backwards, the negation being the predicate's end.
func (t *text) markScopes(u *unit) {
	const reach = 4
	for i := u.first; i < u.last; i++ {
		tok := &t.toks[i]
		switch {
		case tok.is(markNeg) && tok.is(markCJK) && tok.stem == "ない":
			for j, n := i-1, 0; j >= u.first && n < 3 && !t.toks[j+1].is(markBreak); j-- {
				if t.toks[j].content() {
					t.toks[j].marks |= markNegated
					n++
				}
			}
		case tok.is(markNeg):
			if t.idleNegator(i, u.last) {
				continue
			}
			t.govern(i+1, u.last, reach, markNegated)
		case tok.low == "turned" && i+1 < u.last && t.toks[i+1].low == "down", toNegators.has(tok.low) && i+1 < u.last && t.toks[i+1].low == "to", (tok.low == "instead" || tok.low == "rather") && i+1 < u.last && (t.toks[i+1].low == "of" || t.toks[i+1].low == "than"):
			// "has yet to be released", "failed to", "instead of": they deny what follows.
			tok.marks |= markNeg
			t.govern(i+1, u.last, reach, markNegated)
		case hedges.has(tok.low) && !tok.is(markName):
			t.govern(i+1, u.last, reach, markHedged)
		}
	}
}

// toNegators deny before "to".
var toNegators = wordSet(`yet fail fails failed failing refuse refuses refused decline declines declined`)

// idleNegator reports negators that deny nothing: "not only", "no longer than",
// "No. 5", "not … but", "no more than".
func (t *text) idleNegator(i, last int32) bool {
	if i+1 >= last {
		return false
	}
	next := t.toks[i+1].low
	switch t.toks[i].low {
	case "not":
		return next == "only" || next == "just" || next == "merely" || next == "least"
	case "no":
		return next == "less" || next == "fewer" || next == "doubt" || next == "matter" || t.toks[i+1].is(markNumber) && isDigitByte(next[0]) ||
			(next == "longer" || next == "more" || next == "later") && i+2 < last && t.toks[i+2].low == "than"
	case "without":
		return next == "doubt" || next == "question" || next == "exception" || next == "fail" || next == "a" && i+2 < last && (t.toks[i+2].low == "doubt" || t.toks[i+2].low == "question")
	case "n't":
		return next == "only" || next == "just"
	}
	return false
}

func (t *text) govern(from, last int32, reach int, m marks) {
	for j, n := from, 0; j < last && n < reach; j++ {
		tok := &t.toks[j]
		if j > from && (tok.is(markBreak) || clauseWords.has(tok.low)) {
			return
		}
		tok.marks |= m
		if tok.content() {
			n++
		}
	}
}
