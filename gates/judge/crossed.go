package judge

import (
	"assay/text"
	"strings"
)

var inTurn = text.WordSet(`respectively jeweils beziehungsweise bzw respectivamente respectivement rispettivamente respektive`)

const crossedGroup = -3 // and below: the pairs of one sentence

// crossed reads "A and B are 5 and 30 seconds, respectively": what is told, of what in the same order,
// nil where the sentence ties no two lists together, and the words that are of all.
func (t *reading) crossed(body [2]int32) (told, owners, shared [][2]int32) {
	if body[0] >= body[1] {
		return nil, nil, nil
	}
	mark := int32(-1)
	for i := body[0]; i < body[1] && mark < 0; i++ {
		if inTurn.Has(t.toks[i].Low) {
			mark = i
		}
	}
	raw := t.raw[t.toks[body[0]].Start:t.toks[body[1]-1].End]
	if mark < 0 && !strings.Contains(raw, "分别") && !strings.Contains(raw, "分別") && !strings.Contains(raw, "それぞれ") {
		return nil, nil, nil
	}
	told = t.toldInTurn(body)
	n := len(told)
	if n < 2 {
		return nil, nil, nil
	}
	if owners = t.conjuncts([2]int32{body[0], told[0][0]}, n); owners == nil {
		return nil, nil, nil
	}
	head, tail := owners[0], owners[n-1]
	for k := tail[0] + 1; k < tail[1]; k++ { // the verb is of all
		if low := t.toks[k].Low; finite.Has(low) || light.Has(low) || t.verbLike(k) {
			owners[n-1][1] = k
			break
		}
	}
	least := 1 << 30 // words of the shortest: what a longer one has beyond them is shared
	for _, o := range owners {
		least = min(least, t.says(o[0], o[1]))
	}
	for t.says(owners[0][0], owners[0][1]) > least {
		owners[0][0]++
	}
	for t.says(owners[n-1][0], owners[n-1][1]) > least {
		owners[n-1][1]--
	}
	return told, owners, [][2]int32{{head[0], owners[0][0]}, {owners[n-1][1], tail[1]}, {told[n-1][1], body[1]}}
}

// toldInTurn are the values that a sentence gives one after another, or the names.
func (t *reading) toldInTurn(body [2]int32) [][2]int32 {
	first, last := t.valueRange(body)
	run := t.longestRun(first, last)
	var told [][2]int32
	if run[1]-run[0] >= 2 {
		for _, v := range t.values[run[0]:run[1]] {
			told = append(told, [2]int32{v.first, v.last})
		}
		return told
	}
	// The last joint parts two names; commas before it part more.
	joint := int32(-1)
	for i := body[1] - 1; i > body[0] && joint < 0; i-- {
		if t.joins(i) || inTurn.Has(t.toks[i].Low) && i+1 < body[1] {
			joint = i
		}
	}
	if joint < 0 {
		return nil
	}
	from := joint
	for from < body[1] && (joints.Has(t.toks[from].Low) || inTurn.Has(t.toks[from].Low)) {
		from++
	}
	to := from
	for to < body[1] && t.toks[to].Content() && !inTurn.Has(t.toks[to].Low) && !(to > from && t.toks[to].Is(text.MarkBreak)) {
		to++
	}
	size := to - from
	if size == 0 || joint-size <= body[0] {
		return nil
	}
	told = [][2]int32{{joint - size, joint}, {from, to}}
	for at := joint - size; t.toks[at].Is(text.MarkBreak) && at-size > body[0]; at -= size {
		told = append([][2]int32{{at - size, at}}, told...)
	}
	return told
}

// joins reports a token that a joint stands before, or is.
func (t *reading) joins(i int32) bool {
	between := t.gap(i - 1)
	return joints.Has(t.toks[i].Low) || strings.ContainsAny(between, "和与及") || strings.Contains(between, "と") || t.opensHan(i)
}

// longestRun is the longest list of values of one kind with nothing but joints between
// them.
func (t *reading) longestRun(first, last int) [2]int {
	var best [2]int
	for i := first; i < last; {
		k := i + 1
		for k < last && rivalKinds(&t.values[k-1], &t.values[k]) && t.wordsIn(t.values[k-1].last, t.values[k].first) == 0 {
			k++
		}
		if k-i > best[1]-best[0] {
			best = [2]int{i, k}
		}
		i = k
	}
	return best
}

// conjuncts cuts what stands before a list of n values into as many things, nil where it
// is no list of as many.
func (t *reading) conjuncts(body [2]int32, n int) [][2]int32 {
	var cuts []int32
	for i := body[0] + 1; i < body[1]; i++ {
		between := t.gap(i - 1)
		if (t.joins(i) || strings.ContainsAny(between, ",、，")) && (len(cuts) == 0 || t.says(cuts[len(cuts)-1], i) > 0) {
			cuts = append(cuts, i)
		}
	}
	if len(cuts) < n-1 {
		return nil
	}
	cuts = cuts[len(cuts)-n+1:]
	owners := make([][2]int32, n)
	from := body[0]
	for k := range n {
		to := body[1]
		if k < n-1 {
			to = cuts[k]
		}
		if t.says(from, to) == 0 {
			return nil
		}
		owners[k] = [2]int32{from, to}
		from = to
	}
	for k := range owners { // pairs of characters that straddle the joint
		if o := &owners[k]; k > 0 && t.opensHan(o[0]) && o[1]-o[0] > 1 {
			o[0]++
		}
		if o := &owners[k]; k < n-1 && o[1]-o[0] > 1 && t.toks[o[1]-1].End > t.toks[o[1]].Start {
			o[1]--
		}
	}
	return owners
}

// opensHan reports a pair of characters the first of which joins.
func (t *reading) opensHan(i int32) bool {
	rest := t.raw[t.toks[i].Start:]
	return t.toks[i].Is(text.MarkCJK) && (strings.HasPrefix(rest, "和") || strings.HasPrefix(rest, "与") || strings.HasPrefix(rest, "及") || strings.HasPrefix(rest, "跟"))
}
