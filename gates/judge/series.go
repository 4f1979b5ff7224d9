package judge

import "assay/text"

// checkSeries holds the values of a claim that gives several side by side against a list, table or keys
// of the text that has some of them: "10,269 train, 1,284 validation and 1,283 test" against the
// key Test, which has 1,267 there. What the words beside a value name is the whole head of one
// entry, and the entries beside it have other values of the claim.
func (a *alignment) checkSeries(check *valueCheck) *finding {
	if check.ties == nil || len(a.c.values) < 2 {
		return nil
	}
	for i := range a.c.values {
		cv := &a.c.values[i]
		if cv.kind != number || cv.bound != exactly || cv.of != "" || check.ties[i].stands == owned {
			continue
		}
		beside, group := a.c.beside(cv), int32(0)
		found := -1
		for j := range a.s.values {
			sv := &a.s.values[j]
			in := check.binder.source.of[j]
			if in < 0 || !check.binder.headed(in, beside) {
				continue
			}
			if r := a.relate(cv, sv); r != different && r != unlike || sv.kind != number || sv.unit != cv.unit || a.claimGives(sv) || sv.bound != exactly || found >= 0 && relate(&a.s.values[found], sv) != same {
				found = -1 // it has the claim's, or several
				break
			}
			found, group = j, check.binder.source.all[in].group
		}
		if found >= 0 && check.binder.givesAnother(i, group) {
			f := a.otherThan(cv, &a.s.values[found])
			f.vouched = true
			return f
		}
	}
	return nil
}

// givesAnother reports a group of entries of which one has another value of the claim, under a head
// that the words beside it name.
func (b *valueBinder) givesAnother(but int, group int32) bool {
	for k := range b.c.values {
		cv := &b.c.values[k]
		if k == but {
			continue
		}
		beside := b.c.beside(cv)
		for j := range b.s.values {
			if in := b.source.of[j]; in >= 0 && b.source.all[in].group == group && b.relate(cv, &b.s.values[j]) == same && b.headed(in, beside) {
				return true
			}
		}
	}
	return false
}

// headed reports an entry that has one head, or first head, of which each word of meaning is among
// some words of the claim.
func (b *valueBinder) headed(in int32, words [2]int32) bool {
	e := &b.source.all[in]
	if e.kind == inClause || len(e.heads) == 0 {
		return false
	}
	n := 0
	for k := e.heads[0][0]; k < e.heads[0][1]; k++ {
		if tok := &b.s.toks[k]; tok.Content() {
			if n++; !anyIn(words[0], words[1], func(i int32) bool { return b.c.toks[i].Stem == tok.Stem }) {
				return false
			}
		}
	}
	return n > 0
}

// beside are the words around a value, up to the next value, sign or "and".
func (t *reading) beside(v *value) [2]int32 {
	u := &t.units[v.in]
	first, last := v.first, v.last
	for first > u.first && !t.toks[first].Is(text.MarkBreak) && !t.toks[first-1].Is(text.MarkNumber) && !joints.Has(t.toks[first-1].Low) {
		first--
	}
	for last < u.last && !t.toks[last].Is(text.MarkBreak) && !t.toks[last].Is(text.MarkNumber) && !joints.Has(t.toks[last].Low) {
		last++
	}
	return [2]int32{first, last}
}
