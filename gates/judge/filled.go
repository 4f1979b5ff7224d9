package judge

import "assay/text/syntax"

// otherValue finds the value that the text gives in a place of a statement which the claim
// fills with another: graduated in 1953, not 1958; the dose is 20 mg, not 40 mg. A statement
// that has the claim's value speaks for it.
func (x *binder) otherValue(t *tree, c *statement) *finding {
	var found *finding
	for _, src := range x.sources {
		for i := range src.states {
			s := &src.states[i]
			if s.being != c.being || s.mood != c.mood || !s.being && x.same(t.nodes[c.pred].tok, src.nodes[s.pred].tok) < 1 {
				continue
			}
			if s.being && (x.c.valueOf(t, c.pred) == nil || x.s.valueOf(src, s.pred) == nil) {
				continue
			}
			m := x.lay(t, c, src, s)
			if u := x.s.units[x.s.toks[src.nodes[s.pred].tok].Unit]; m.crossed+m.taken+m.open > 0 || u.last-u.first > plainSentence {
				continue
			}
			f, agrees := x.valuesIn(t, c, src, s)
			if agrees {
				return nil
			}
			if f != nil {
				found = f
			}
		}
	}
	return found
}

// valuesIn compares the values in the places of two statements.
func (x *binder) valuesIn(t *tree, c *statement, src *tree, s *statement) (f *finding, agrees bool) {
	compare := func(cn, sn int32) {
		cv, sv := x.c.valueOf(t, cn), x.s.valueOf(src, sn)
		if cv == nil || sv == nil {
			return
		}
		switch how := x.relate(cv, sv); {
		case how != different:
			agrees = agrees || how != unlike
		case comparable(cv, sv) && !x.claimGives(sv):
			f = x.otherThan(cv, sv)
		}
	}
	if c.being {
		compare(c.pred, s.pred)
		return f, agrees
	}
	for _, arg := range c.args {
		for _, o := range s.args {
			if o.role == arg.role && !o.or {
				compare(arg.node, o.node)
			}
		}
	}
	return f, agrees
}

// valueOf is the value that a word is a part of, or that counts it.
func (t *reading) valueOf(x *tree, n int32) *value {
	if x.nodes[n].tok < 0 {
		return nil
	}
	if k := x.child(n, syntax.Nummod); k >= 0 && x.nodes[k].tok >= 0 {
		n = k
	}
	tok := x.nodes[n].tok
	for _, v := range t.valuesIn([2]int32{tok, tok + 1}) {
		if v.first <= tok && tok < v.last {
			return v
		}
	}
	return nil
}
