package judge

import (
	"assay/gates/judge/layout"
	"assay/gates/judge/value"
	"assay/text"
)

// checkSeries holds the values of a claim that gives several side by side against a list, table or keys
// of the text that has some of them: "10,269 train, 1,284 validation and 1,283 test" against the
// key Test, which has 1,267 there. What the words beside a value name is the whole head of one
// entry, and the entries beside it have other values of the claim.
func (a *alignment) checkSeries(check *valueCheck) *finding {
	if check.ties == nil || len(a.Claim.Values) < 2 {
		return nil
	}
	for i := range a.Claim.Values {
		cv := &a.Claim.Values[i]
		if cv.Kind != value.Number || cv.Bound != value.Exactly || cv.Of != "" || check.ties[i].stands == owned {
			continue
		}
		beside, group := a.Claim.Beside(cv), int32(0)
		found := -1
		for j := range a.Source.Values {
			sv := &a.Source.Values[j]
			in := check.binder.source.Of[j]
			if in < 0 || !check.binder.headed(in, beside) {
				continue
			}
			if r := a.Relate(cv, sv); r != value.Different && r != value.Unlike || sv.Kind != value.Number || sv.Unit != cv.Unit || a.ClaimGives(sv) || sv.Bound != value.Exactly || found >= 0 && value.Relate(&a.Source.Values[found], sv) != value.Same {
				found = -1 // it has the claim's, or several
				break
			}
			found, group = j, check.binder.source.All[in].Group
		}
		if found >= 0 && check.binder.givesAnother(i, group) {
			f := a.otherThan(cv, &a.Source.Values[found])
			f.vouched = true
			return f
		}
	}
	return nil
}

// givesAnother reports a group of entries of which one has another value of the claim, under a head
// that the words beside it name.
func (b *valueBinder) givesAnother(but int, group int32) bool {
	for k := range b.Claim.Values {
		cv := &b.Claim.Values[k]
		if k == but {
			continue
		}
		beside := b.Claim.Beside(cv)
		for j := range b.Source.Values {
			if in := b.source.Of[j]; in >= 0 && b.source.All[in].Group == group && b.Relate(cv, &b.Source.Values[j]) == value.Same && b.headed(in, beside) {
				return true
			}
		}
	}
	return false
}

// headed reports an entry that has one head, or first head, of which each word of meaning is among
// some words of the claim.
func (b *valueBinder) headed(in int32, words [2]int32) bool {
	e := &b.source.All[in]
	if e.Kind == layout.InClause || len(e.Heads) == 0 {
		return false
	}
	n := 0
	for k := e.Heads[0][0]; k < e.Heads[0][1]; k++ {
		if tok := &b.Source.Toks[k]; tok.Content() {
			if n++; !text.AnyIn(words[0], words[1], func(i int32) bool { return b.Claim.Toks[i].Stem == tok.Stem }) {
				return false
			}
		}
	}
	return n > 0
}
