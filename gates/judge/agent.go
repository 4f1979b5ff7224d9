package judge

import "assay/provenance"

// checkAgents finds a claim that gives a deed to one whom the text names for another:
// "directed by Orla", where the text has "directed by Brandt, starring Orla".
func (a *alignment) checkAgents() *finding {
	best := a.single.first
	if a.single.score < echoFloor || len(a.c.units) != 1 {
		return nil
	}
	for i := range a.terms {
		tm := &a.terms[i]
		if tm.pos < 0 || tm.found < 1 || a.s.toks[tm.pos].unit != best || a.c.toks[tm.tok].is(markName|markCode|markCJK) {
			continue
		}
		sf, sl := a.s.agent(tm.pos, 5)
		if sl <= sf || !a.onceIn(tm, best) {
			continue
		}
		cf, cl := a.c.agent(tm.tok, 0) // "by the son of Orla" names another
		if cl <= cf && a.c.toks[tm.tok].low == a.s.toks[tm.pos].low {
			cf, cl = a.c.doer(tm.tok)
		}
		if cl <= cf || a.sharesName(cf, cl, sf, sl) || !a.bothNamed(cf, cl) {
			continue
		}
		return &finding{rule: RuleName, effect: Caps, unit: best, claimAt: cf, sourceAt: sf,
			mismatch: &provenance.Mismatch{Kind: "name", Claim: span(a.c, cf, cl-1), Source: span(a.s, sf, sl-1)}}
	}
	return nil
}

// onceIn reports a word that the unit has once, as it is.
func (a *alignment) onceIn(tm *term, unit int32) bool {
	n := 0
	for _, h := range tm.hits {
		if h.strength == 1 && a.s.toks[h.tok].unit == unit {
			n++
		}
	}
	return n == 1
}

// agent is the names behind "by" behind a verb, all of a list, with so many words at
// most before them that say what they are: "by the actor Orla".
func (t *text) agent(verb, titles int32) (first, last int32) {
	end := t.units[t.toks[verb].unit].last
	i := verb + 1
	if t.low(i, end) != "by" {
		return 0, 0
	}
	for i++; i < end && (t.toks[i].low == "the" || t.toks[i].low == "a" || t.toks[i].low == "an"); i++ {
	}
	first = i
	for i < end && i < verb+24 {
		tok := &t.toks[i]
		if !tok.is(markName) && tok.low != "and" && tok.low != "of" && tok.low != "the" {
			if titles--; titles < 0 || tok.is(markStop) || t.parted(i) {
				break
			}
		}
		i++
	}
	return first, i
}

// doer is the names right before a verb.
func (t *text) doer(verb int32) (first, last int32) {
	u := t.units[t.toks[verb].unit]
	first = verb
	for first > u.first && (t.toks[first-1].is(markName) || first-1 == u.first && t.capital(int(first-1))) && !t.parted(first) {
		first--
	}
	return first, verb
}

// sharesName reports a name of the claim's run in the text's, or forms of one.
func (a *alignment) sharesName(cf, cl, sf, sl int32) bool {
	for i := cf; i < cl; i++ {
		for j := sf; j < sl; j++ {
			if (a.c.toks[i].content() || a.c.names(i)) && (a.s.toks[j].content() || a.s.names(j)) && a.akin(i, j) {
				return true
			}
		}
	}
	return false
}

// bothNamed reports that a run of the claim is of names, all of which the text has.
func (a *alignment) bothNamed(first, last int32) bool {
	for i := first; i < last; i++ {
		if tok := &a.c.toks[i]; !tok.is(markName) && !a.c.capital(int(i)) || len(a.s.index[tok.stem]) == 0 {
			return false
		}
	}
	return true
}
