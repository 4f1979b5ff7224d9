package layout

import (
	"slices"
	"strings"

	"assay/gates/judge/value"
	"assay/text"
)

// addClauses adds an entry for each clause of a range of tokens: a sentence that gives
// several values of one kind is cut between them.
func (r *reader) addClauses(s Entry, body [2]int32) {
	t := r.t
	if told, owners, shared := t.crossed(body); owners != nil {
		for k := range told {
			each := s
			each.Body, each.Kind, each.Group = told[k], inKeys, crossedGroup-s.Unit
			each.Heads = append(slices.Clone(s.Heads), owners[k])
			each.Around = append(slices.Clone(s.Around), shared...)
			r.add(each)
		}
		return
	}
	cuts := t.cutsOf(body)
	if len(cuts) == 0 {
		s.Body = body
		r.add(s)
		return
	}
	from := body[0]
	for k := 0; k <= len(cuts); k++ {
		to := body[1]
		if k < len(cuts) {
			to = cuts[k]
		}
		each := s
		each.Body, each.Kind, each.Heads = [2]int32{from, to}, InClause, nil
		each.Around = append(slices.Clone(s.Around), s.Heads...)
		switch {
		case k == 0: // it names what it speaks of
		case t.valueFirst(from, to):
			// "5 kg by day and 8 kg by night": what stands before the one stands before the other.
			before := body[0]
			if k > 1 {
				before = cuts[k-2]
			}
			if first, last := t.Range([2]int32{before, from}); first < last {
				each.Around = append(each.Around, [2]int32{before, t.Values[last-1].First})
			}
			each.Around = append(each.Around, t.Opening(body[0], cuts[0]))
		case text.WhoseWords.Has(t.Toks[from].Low):
			// "the gate, which opens at 8": what the clause is of stands right before it.
			_, last := t.Range([2]int32{body[0], from})
			each.Around = append(each.Around, [2]int32{max(body[0], t.Values[last-1].Last), from})
		}
		if k > 0 {
			each.Around = append(each.Around, t.verbBefore(body[0], cuts[0]))
		}
		r.add(each)
		from = to
	}
}

// verbBefore is the word before the first value of a sentence, where it seems to be a verb:
// later clauses leave it out.
func (t source) verbBefore(first, last int32) [2]int32 {
	j, end := t.Range([2]int32{first, last})
	if j == end {
		return [2]int32{}
	}
	k := t.Values[j].First - 1
	for k > first && t.Toks[k].Weight == 0 { // "expires after 12 hours"
		k--
	}
	if k <= first || !t.Toks[k].Content() || t.WordsIn(first, k) == 0 {
		return [2]int32{}
	}
	if !t.Capital(int(k)) && (t.Lang == "de" || t.Toks[k-1].Is(text.MarkName) || t.Capital(int(k-1))) || text.Finite.Has(t.Toks[k].Low) || text.Light.Has(t.Toks[k].Low) || t.Lang == "en" && t.VerbLike(k) {
		return [2]int32{k, k + 1}
	}
	return [2]int32{}
}

// cutsOf finds the fewest places at which a range of tokens is cut so that no clause has
// two values of one kind, those of a range or list excepted.
func (t source) cutsOf(body [2]int32) []int32 {
	first, last := t.Range(body)
	var gaps [][2]int32 // ranges of tokens, the last one inclusive, before one of which a cut falls
	for j := first; j < last; j++ {
		for k := j - 1; k >= first; k-- {
			a, b := &t.Values[k], &t.Values[j]
			if !value.Rivals(a, b) {
				continue
			}
			if t.WordsIn(a.Last, b.First) > 0 {
				gaps = append(gaps, [2]int32{a.Last, b.First})
			}
			break
		}
	}
	var cuts []int32
	for i := 0; i < len(gaps); {
		g := gaps[i] // in the order of their ends
		at, rank := int32(-1), 0
		for i < len(gaps) && gaps[i][0] <= g[1] {
			narrow := [2]int32{max(g[0], gaps[i][0]), min(g[1], gaps[i][1])}
			cut, its := t.bestCut(narrow, body)
			if its == 0 && rank > 0 {
				break
			}
			g, at, rank = narrow, cut, its
			i++
		}
		if rank > 0 && (len(cuts) == 0 || at > cuts[len(cuts)-1]) {
			cuts = append(cuts, at)
		}
	}
	return cuts
}

// bestCut is the token of a gap before which a clause most likely begins.
func (t source) bestCut(g, body [2]int32) (at int32, rank int) {
	at = -1
	for i := max(g[0], body[0]+1); i <= g[1] && i < body[1]; i++ {
		between := t.Gap(i - 1)
		n := 0
		switch low := t.Toks[i].Low; {
		case strings.ContainsAny(between, ";；。\n|"):
			n = 5
		case text.Contrasts.Has(low):
			n = 4
		case text.Joints.Has(low) && t.Toks[i].Is(text.MarkBreak) && strings.Contains(between, ","):
			n = 3
		case strings.ContainsAny(between, ",，、(（"):
			n = 2
		case text.Joints.Has(low) || strings.ContainsAny(between, "和与及而") || strings.Contains(between, "と"):
			n = 1
		}
		if i == g[1] && n == 1 {
			continue
		}
		if n > rank {
			at, rank = i, n
		}
	}
	return at, rank
}

// valueFirst reports a clause that begins with its value.
func (t source) valueFirst(first, last int32) bool {
	for first < last && t.Toks[first].Weight == 0 && !t.Toks[first].Is(text.MarkNumber) {
		first++
	}
	return first < last && t.Toks[first].Is(text.MarkNumber)
}

const crossedGroup = -3 // and below: the pairs of one sentence

// crossed reads "A and B are 5 and 30 seconds, respectively": what is told, of what in the same order,
// nil where the sentence ties no two lists together, and the words that are of all.
func (t source) crossed(body [2]int32) (told, owners, shared [][2]int32) {
	if body[0] >= body[1] {
		return nil, nil, nil
	}
	mark := int32(-1)
	for i := body[0]; i < body[1] && mark < 0; i++ {
		if text.InTurn.Has(t.Toks[i].Low) {
			mark = i
		}
	}
	raw := t.Raw[t.Toks[body[0]].Start:t.Toks[body[1]-1].End]
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
		if low := t.Toks[k].Low; text.Finite.Has(low) || text.Light.Has(low) || t.VerbLike(k) {
			owners[n-1][1] = k
			break
		}
	}
	least := 1 << 30 // words of the shortest: what a longer one has beyond them is shared
	for _, o := range owners {
		least = min(least, t.Says(o[0], o[1]))
	}
	for t.Says(owners[0][0], owners[0][1]) > least {
		owners[0][0]++
	}
	for t.Says(owners[n-1][0], owners[n-1][1]) > least {
		owners[n-1][1]--
	}
	return told, owners, [][2]int32{{head[0], owners[0][0]}, {owners[n-1][1], tail[1]}, {told[n-1][1], body[1]}}
}

// toldInTurn are the values that a sentence gives one after another, or the names.
func (t source) toldInTurn(body [2]int32) [][2]int32 {
	first, last := t.Range(body)
	run := t.longestRun(first, last)
	var told [][2]int32
	if run[1]-run[0] >= 2 {
		for _, v := range t.Values[run[0]:run[1]] {
			told = append(told, [2]int32{v.First, v.Last})
		}
		return told
	}
	// The last joint parts two names; commas before it part more.
	joint := int32(-1)
	for i := body[1] - 1; i > body[0] && joint < 0; i-- {
		if t.joins(i) || text.InTurn.Has(t.Toks[i].Low) && i+1 < body[1] {
			joint = i
		}
	}
	if joint < 0 {
		return nil
	}
	from := joint
	for from < body[1] && (text.Joints.Has(t.Toks[from].Low) || text.InTurn.Has(t.Toks[from].Low)) {
		from++
	}
	to := from
	for to < body[1] && t.Toks[to].Content() && !text.InTurn.Has(t.Toks[to].Low) && !(to > from && t.Toks[to].Is(text.MarkBreak)) {
		to++
	}
	size := to - from
	if size == 0 || joint-size <= body[0] {
		return nil
	}
	told = [][2]int32{{joint - size, joint}, {from, to}}
	for at := joint - size; t.Toks[at].Is(text.MarkBreak) && at-size > body[0]; at -= size {
		told = append([][2]int32{{at - size, at}}, told...)
	}
	return told
}

// joins reports a token that a joint stands before, or is.
func (t source) joins(i int32) bool {
	between := t.Gap(i - 1)
	return text.Joints.Has(t.Toks[i].Low) || strings.ContainsAny(between, "和与及") || strings.Contains(between, "と") || t.opensHan(i)
}

// longestRun is the longest list of values of one kind with nothing but joints between
// them.
func (t source) longestRun(first, last int) [2]int {
	var best [2]int
	for i := first; i < last; {
		k := i + 1
		for k < last && value.Rivals(&t.Values[k-1], &t.Values[k]) && t.WordsIn(t.Values[k-1].Last, t.Values[k].First) == 0 {
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
func (t source) conjuncts(body [2]int32, n int) [][2]int32 {
	var cuts []int32
	for i := body[0] + 1; i < body[1]; i++ {
		between := t.Gap(i - 1)
		if (t.joins(i) || strings.ContainsAny(between, ",、，")) && (len(cuts) == 0 || t.Says(cuts[len(cuts)-1], i) > 0) {
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
		if t.Says(from, to) == 0 {
			return nil
		}
		owners[k] = [2]int32{from, to}
		from = to
	}
	for k := range owners { // pairs of characters that straddle the joint
		if o := &owners[k]; k > 0 && t.opensHan(o[0]) && o[1]-o[0] > 1 {
			o[0]++
		}
		if o := &owners[k]; k < n-1 && o[1]-o[0] > 1 && t.Toks[o[1]-1].End > t.Toks[o[1]].Start {
			o[1]--
		}
	}
	return owners
}

// opensHan reports a pair of characters the first of which joins.
func (t source) opensHan(i int32) bool {
	rest := t.Raw[t.Toks[i].Start:]
	return t.Toks[i].Is(text.MarkCJK) && (strings.HasPrefix(rest, "和") || strings.HasPrefix(rest, "与") || strings.HasPrefix(rest, "及") || strings.HasPrefix(rest, "跟"))
}
