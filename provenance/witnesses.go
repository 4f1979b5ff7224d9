package provenance

// Witnesses are the independent sources that a claim rests on. Copies of a text, and
// pages of one source, are one.
type Witnesses struct {
	Count int    // of those that carry the claim, each alone
	Twins []Twin // passages that carry it and are counted with another
}

// A Twin is a passage that is the same witness as an earlier one.
type Twin struct {
	Passage, Of int    // indices into Verdict.Passages
	Why         string // what made them one: "same text", "near-copies, Jaccard 0.93"
}

// maxWitnesses bounds how many passages of one claim are compared with each other. A
// list of sources for a whole note can name hundreds; nobody asks for as many.
const maxWitnesses = 64

// witnesses counts who carries a claim. A passage does if it would be enough alone and
// its page still says so. What is inferred is as good as the weakest of its premises;
// passages that carry a claim only together are one witness, whoever wrote them.
func (g *Grading) witnesses(v *Verdict) Witnesses {
	var carry []int
	for i := range v.Passages {
		q := &v.Passages[i]
		if g.carries(q.Judgement) && !q.drifted() && len(carry) < maxWitnesses {
			carry = append(carry, i)
		}
	}
	var w Witnesses
	group := make([]int, len(carry)) // the first of those that are the same
	for k := range carry {
		group[k] = k
		for j := range k {
			if group[j] == group[k] {
				continue
			}
			why := g.same(&v.Passages[carry[j]], &v.Passages[carry[k]])
			if why == "" {
				continue
			}
			if group[k] == k {
				w.Twins = append(w.Twins, Twin{carry[k], carry[j], why})
			}
			// It may join two groups that nothing joined before.
			low, high := min(group[j], group[k]), max(group[j], group[k])
			for m := range k + 1 {
				if group[m] == high {
					group[m] = low
				}
			}
		}
	}
	for k := range carry {
		if group[k] == k {
			w.Count++
		}
	}
	if w.Count > 0 || v.Tier != T2 && v.Tier != T3 && v.Tier != T5 {
		return w
	}
	if len(v.Passages) > 0 && v.Rule != RuleDrifted {
		w.Count = 1
	}
	for i, premise := range g.Premises {
		if n := premise.Witnesses.Count; i == 0 && len(v.Passages) == 0 || n < w.Count {
			w.Count = n
		}
	}
	return w
}

// same says why two passages are one witness, "" where they are two.
func (g *Grading) same(a, b *Judged) string {
	if g.Same != nil {
		return g.Same(*a, *b)
	}
	if a.Evidence.Source == b.Evidence.Source && a.Evidence.Source != "" {
		return "same source"
	}
	return ""
}
