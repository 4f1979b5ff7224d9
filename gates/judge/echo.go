package judge

import (
	"slices"

	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
)

// An echo is a sentence of the claim that repeats one of the text word for word, but
// for some places. What differs there is what a writer changed, so that the two are
// compared place by place, which no weighing of words can do in a long sentence.
type echo struct {
	unit    int32    // of the text, the first one
	text    [2]int32 // tokens of the text, last exclusive
	claim   [2]int32 // tokens of the claim, last exclusive
	kept    float32  // share of the claim's words that stand in the text in this order
	covers  float32  // share of the text's sentence that they are
	weight  float32  // of all the claim's words
	changes []change
}

// A change is tokens of the claim, none maybe, in place of tokens of the text.
type change struct {
	c, s [2]int32 // last exclusive
}

const (
	echoFloor    = 0.70 // share of its words that a sentence must repeat to be an echo
	echoShort    = 0.60 // likewise, where all that differs is what it begins with
	echoRefutes  = 0.85 // share, the changed place left out, from which on a change refutes
	echoExact    = 0.95 // likewise, from which on even a value or name that the sentence has elsewhere is out of place
	echoMutual   = 0.60 // share of the text's sentence that a claim must repeat for another name to refute it
	sameRest     = 0.90 // share of the text's sentence outside a change, from which on both are one sentence
	sameLeast    = 3    // words that such a sentence must have
	echoSentence = 110  // words of a sentence that is laid over another
	echoPlace    = 6    // words of a change at most: more is another way to say it
	echoTries    = 3    // sentences of the text that are looked at
)

// echoes are the sentences of the claim that repeat one of the text.
func (a *alignment) echoes() (found []echo) {
	for u := range a.c.Units {
		if e, ok := a.echoOf(int32(u)); ok {
			found = append(found, e)
		}
	}
	return found
}

// checkEchoes compares each sentence of the claim with the sentence of the text that
// it repeats, if there is one.
func (a *alignment) checkEchoes(echoes []echo) *finding {
	var worst *finding
	for _, e := range echoes {
		for i := range e.changes {
			worst = worse(worst, a.checkChange(&e, &e.changes[i]))
		}
	}
	return worst
}

// echoOf finds the sentence of the text that unit u of the claim repeats best.
func (a *alignment) echoOf(u int32) (best echo, ok bool) {
	cu := a.c.Units[u]
	if n := cu.Last - cu.First; n < 3 || n > echoSentence {
		return best, false
	}
	tried, short := 0, echo{}
	for _, s := range a.order {
		su := a.s.Units[s]
		if n := su.Last - su.First; n < 3 || n > 2*echoSentence || a.alignedIn(s, u) < echoFloor-0.2 || a.common(cu, su) < echoShort {
			continue
		}
		e := a.layOver(cu.First, cu.Last, s, s+1)
		if e.kept >= echoFloor && (!ok || e.kept > best.kept) {
			best, ok = e, true
		} else if e.kept >= echoShort && e.opensOtherwise() && e.kept > short.kept {
			short = e
		}
		if tried++; tried == echoTries || ok && len(best.changes) == 0 {
			break
		}
	}
	// The text may be cut where the claim is not.
	if w := a.window; !ok && w.last-w.first > 1 && a.s.Units[w.last-1].Last-a.s.Units[w.first].First <= 2*echoSentence {
		best = a.layOver(cu.First, cu.Last, w.first, w.last)
		ok = best.kept >= echoFloor
	}
	if short.kept > 0 && (!ok || best.unit != short.unit && best.covers < sameRest) {
		return short, true // laid over several sentences the claim only seems to keep more
	}
	return best, ok
}

// opensOtherwise reports that of the claim only its first words are its own.
func (e *echo) opensOtherwise() bool {
	return !slices.ContainsFunc(e.changes, func(ch change) bool { return ch.c[0] != e.claim[0] && ch.c[0] < ch.c[1] })
}

// common is the share of a sentence's words that a unit of the text has, in any order:
// an echo keeps no more.
func (a *alignment) common(cu, su text.Unit) float32 {
	var has, whole float32
	for i := cu.First; i < cu.Last; i++ {
		tok := &a.c.Toks[i]
		w := wordOf(tok)
		whole += w
		if tok.Is(text.MarkNumber) {
			has += w // numbers are not in the index
			continue
		}
		at := a.s.PlacesOf(tok.Stem)
		if k, _ := slices.BinarySearch(at, su.First); k < len(at) && at[k] < su.Last {
			has += w
		}
	}
	if whole == 0 {
		return 0
	}
	return has / whole
}

// layOver aligns tokens of the claim with those of a run of units of the text.
func (a *alignment) layOver(first, last, unit, until int32) echo {
	source := [2]int32{a.s.Units[unit].First, a.s.Units[until-1].Last}
	c, s := a.c.Toks[first:last], a.s.Toks[source[0]:source[1]]
	places := runThrough(c, s)
	e := echo{unit: unit, text: source, claim: [2]int32{first, last}}
	var kept float32
	ci, si := int32(0), int32(0) // behind the last pair
	add := func(c1, s1 int32) {
		if c1 > ci || s1 > si {
			e.changes = append(e.changes, change{c: [2]int32{first + ci, first + c1}, s: [2]int32{source[0] + si, source[0] + s1}})
		}
	}
	for i := range c {
		w := wordOf(&c[i])
		e.weight += w
		if places[i] < 0 {
			continue
		}
		kept += w
		add(int32(i), int32(places[i]))
		ci, si = int32(i)+1, int32(places[i])+1
	}
	add(int32(len(c)), int32(len(s)))
	if e.weight > 0 {
		e.kept = kept / e.weight
	}
	var whole float32
	for i := range s {
		whole += wordOf(&s[i])
	}
	if whole > 0 {
		e.covers = kept / whole
	}
	return e
}

// wordOf is what a token counts in an echo, where grammar counts too.
func wordOf(tok *text.Token) float32 {
	if tok.Content() || tok.Is(text.MarkNumber) {
		return 1
	}
	return 0.4
}

// keptElsewhere is the share of the claim's words outside a change that the text has.
func (e *echo) keptElsewhere(t *reading.Text, ch *change) float32 {
	rest := e.weight
	for i := ch.c[0]; i < ch.c[1]; i++ {
		rest -= wordOf(&t.Toks[i])
	}
	if rest <= 0 {
		return 0
	}
	return e.kept * e.weight / rest
}

// onlyChange reports that the claim says, but for a change, what the text says in one go,
// and long enough for that to be no chance.
func (a *alignment) onlyChange(e *echo, ch *change) bool {
	first, last := e.text[0], e.text[1]
	for i := range e.changes {
		switch other := &e.changes[i]; {
		case other.c[0] == e.claim[0]:
			first = other.s[1]
		case other.c[1] == e.claim[1] && other.s[1] == e.text[1]:
			last = other.s[0]
		}
	}
	var rest float32
	for i := first; i < last; i++ {
		if i < ch.s[0] || i >= ch.s[1] {
			rest += wordOf(&a.s.Toks[i])
		}
	}
	return e.kept*e.weight >= sameLeast && e.kept*e.weight >= sameRest*rest
}

// compareOthers compares two things of which one stands in the place of the other in a
// sentence that is else the same. Another name than the text's cannot be right there. Of
// what the text only describes a name may be the name, and the words may be a paraphrase.
func (a *alignment) compareOthers(x, y *reading.Phrase) *finding {
	cs, ss := slices.Concat(x.Names, x.Words), slices.Concat(y.Names, y.Words)
	if len(cs) == 0 || len(ss) == 0 || x.Numbers+y.Numbers > 0 || a.s.JoinsIn(y) || a.c.JoinsIn(x) {
		return nil
	}
	for _, i := range cs {
		for _, j := range ss {
			if len(a.c.Toks[i].Low) < 2 || len(a.s.Toks[j].Low) < 2 {
				return nil // an initial
			}
			if a.akin(i, j) || oneSlip(a.c.Toks[i].Low, a.s.Toks[j].Low) {
				return nil
			}
		}
	}
	x1, y1 := a.c.OnlyNamed(x, cs), a.s.OnlyNamed(y, ss)
	switch {
	case x1 && y1 && (x.First > a.c.Units[a.c.Toks[x.First].Unit].First && a.c.NamesOnward(x.Last) || !a.c.Described(x) && !a.s.Described(y)):
		return &finding{rule: RuleName, effect: Refutes, mismatch: &provenance.Mismatch{Kind: "name"}}
	case len(x.Names) > 0 && !x1, a.c.Described(x), a.s.Described(y):
		return nil
	}
	return &finding{rule: RuleReplaced, effect: Caps, mismatch: &provenance.Mismatch{Kind: "name"}}
}

// clip cuts the text's side of a change at the ends of the claim's sentence to what
// stands next to the words that both have: the text's sentence may be longer.
func (e *echo) clip(ch *change) (c, s [2]int32, ok bool) {
	c, s = ch.c, ch.s
	n := c[1] - c[0]
	opens, ends := c[0] == e.claim[0], c[1] == e.claim[1]
	switch {
	case opens && ends:
		return c, s, false
	case opens && s[1]-s[0] > n+2:
		if n == 0 {
			return c, s, false
		}
		s[0] = s[1] - n - 1
	case ends && n == 0 && s[1] == e.text[1] && s[1]-s[0] > 2:
		return c, s, false // the claim ends, the text goes on
	case ends && s[1]-s[0] > n+2:
		s[1] = s[0] + n + 1
	}
	return c, s, n <= echoPlace && s[1]-s[0] <= echoPlace
}

// checkChange says what one change comes to, nil where both may mean the same.
func (a *alignment) checkChange(e *echo, ch *change) *finding {
	c, s, ok := e.clip(ch)
	if !ok || c[0] == c[1] && c[1] == e.claim[1] && a.s.Lang == "ko" && s[0] < s[1] && a.s.Parted(s[0]) {
		return nil // or the text goes on
	}
	x, y := a.c.Phrase(c), a.s.Phrase(s)
	kept := e.keptElsewhere(a.c, ch)
	only := s == ch.s && kept >= echoExact && a.onlyChange(e, ch)
	f := a.compareValues(&x, &y)
	if f == nil {
		f = a.comparePhrases(&x, &y)
	}
	sole := false
	if only {
		if other := a.compareOthers(&x, &y); other != nil && (f == nil || other.effect >= f.effect) {
			f, sole = other, other.effect == Refutes && (a.c.NamesOnward(c[1]) || !a.c.BehindPlace(c[0]))
		}
	}
	if f == nil {
		return nil
	}
	if f.unit = a.s.Toks[min(s[0], e.text[1]-1)].Unit; a.s.ListsReferences(f.unit) {
		return nil
	}
	if kept < echoExact && (a.standsElsewhere(e, f, &x, &y) || f.rule == RuleReplaced) {
		return nil
	}
	// One end is open, too much else differs, or it is said of another case.
	loose := s != ch.s || kept < echoRefutes || a.c.UnderCondition(c[0])
	switch {
	case f.rule != RuleName:
	case sole:
		loose = false
	default:
		loose = loose || e.covers < echoMutual || a.c.BehindPlace(c[0])
	}
	if loose || a.standsElsewhere(e, f, &x, &y) {
		f.effect = Caps
	}
	f.claimAt = c[0]
	if f.mismatch == nil {
		f.mismatch = &provenance.Mismatch{Kind: "negation"}
	}
	f.mismatch.Claim, f.mismatch.Source = a.c.Shown(c), a.s.Shown(s)
	return f
}

// standsElsewhere reports values or names that the text's sentence has at another
// place: the two may have been laid over each other in the wrong way.
func (a *alignment) standsElsewhere(e *echo, f *finding, x, y *reading.Phrase) bool {
	switch f.rule {
	case RuleValue, RuleDate:
		first, last := a.s.Range(e.text)
		return slices.ContainsFunc(x.Values, func(cv *value.Value) bool {
			return slices.ContainsFunc(a.s.Values[first:last], func(sv value.Value) bool { return value.Relate(cv, &sv) == value.Same })
		})
	case RuleAntonym:
		// "East is like west" and "west is like east" have both words in both.
		c, s := a.c.OnlyWord(x), a.s.OnlyWord(y)
		return c >= 0 && s >= 0 && a.inEcho(e, a.c.Toks[c].Stem) && a.claimHas(a.s.Toks[s].Stem)
	case RuleName:
		return slices.ContainsFunc(x.Names, func(i int32) bool { return a.inEcho(e, a.c.Toks[i].Stem) })
	}
	return false
}

// inEcho reports a word of the text within the echo.
func (a *alignment) inEcho(e *echo, stem string) bool {
	return touches(a.s.PlacesOf(stem), e.text)
}
