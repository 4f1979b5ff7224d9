package align

import (
	"slices"

	"assay/gates/judge/reading"
	"assay/text"
)

// An Echo is a sentence of the claim that repeats one of the text word for word, but
// for some places. What differs there is what a writer changed, so that the two are
// compared place by place, which no weighing of words can do in a long sentence.
type Echo struct {
	unit    int32    // of the text, the first one
	Text    [2]int32 // tokens of the text, last exclusive
	Claim   [2]int32 // tokens of the claim, last exclusive
	kept    float32  // share of the claim's words that stand in the text in this order
	Covers  float32  // share of the text's sentence that they are
	weight  float32  // of all the claim's words
	Changes []Change
}

// A Change is tokens of the claim, none maybe, in place of tokens of the text.
type Change struct {
	C, S [2]int32 // last exclusive
}

const (
	echoFloor    = 0.70 // share of its words that a sentence must repeat to be an echo
	echoShort    = 0.60 // likewise, where all that differs is what it begins with
	sameRest     = 0.90 // share of the text's sentence outside a change, from which on both are one sentence
	sameLeast    = 3    // words that such a sentence must have
	EchoSentence = 110  // words of a sentence that is laid over another
	echoPlace    = 6    // words of a change at most: more is another way to say it
	EchoTries    = 3    // sentences of the text that are looked at
)

// Echoes are the sentences of the claim that repeat one of the text.
func (a *Alignment) Echoes() (found []Echo) {
	for u := range a.Claim.Units {
		if e, ok := a.echoOf(int32(u)); ok {
			found = append(found, e)
		}
	}
	return found
}

// echoOf finds the sentence of the text that unit u of the claim repeats best.
func (a *Alignment) echoOf(u int32) (best Echo, ok bool) {
	cu := a.Claim.Units[u]
	if n := cu.Last - cu.First; n < 3 || n > EchoSentence {
		return best, false
	}
	tried, short := 0, Echo{}
	for _, s := range a.Order {
		su := a.Source.Units[s]
		if n := su.Last - su.First; n < 3 || n > 2*EchoSentence || a.AlignedIn(s, u) < echoFloor-0.2 || a.common(cu, su) < echoShort {
			continue
		}
		e := a.layOver(cu.First, cu.Last, s, s+1)
		if e.kept >= echoFloor && (!ok || e.kept > best.kept) {
			best, ok = e, true
		} else if e.kept >= echoShort && e.opensOtherwise() && e.kept > short.kept {
			short = e
		}
		if tried++; tried == EchoTries || ok && len(best.Changes) == 0 {
			break
		}
	}
	// The text may be cut where the claim is not.
	if w := a.Window; !ok && w.Last-w.First > 1 && a.Source.Units[w.Last-1].Last-a.Source.Units[w.First].First <= 2*EchoSentence {
		best = a.layOver(cu.First, cu.Last, w.First, w.Last)
		ok = best.kept >= echoFloor
	}
	if short.kept > 0 && (!ok || best.unit != short.unit && best.Covers < sameRest) {
		return short, true // laid over several sentences the claim only seems to keep more
	}
	return best, ok
}

// opensOtherwise reports that of the claim only its first words are its own.
func (e *Echo) opensOtherwise() bool {
	return !slices.ContainsFunc(e.Changes, func(ch Change) bool { return ch.C[0] != e.Claim[0] && ch.C[0] < ch.C[1] })
}

// common is the share of a sentence's words that a unit of the text has, in any order:
// an echo keeps no more.
func (a *Alignment) common(cu, su text.Unit) float32 {
	var has, whole float32
	for i := cu.First; i < cu.Last; i++ {
		tok := &a.Claim.Toks[i]
		w := wordOf(tok)
		whole += w
		if tok.Is(text.MarkNumber) {
			has += w // numbers are not in the index
			continue
		}
		at := a.Source.PlacesOf(tok.Stem)
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
func (a *Alignment) layOver(first, last, unit, until int32) Echo {
	source := [2]int32{a.Source.Units[unit].First, a.Source.Units[until-1].Last}
	c, s := a.Claim.Toks[first:last], a.Source.Toks[source[0]:source[1]]
	places := RunThrough(c, s)
	e := Echo{unit: unit, Text: source, Claim: [2]int32{first, last}}
	var kept float32
	ci, si := int32(0), int32(0) // behind the last pair
	add := func(c1, s1 int32) {
		if c1 > ci || s1 > si {
			e.Changes = append(e.Changes, Change{C: [2]int32{first + ci, first + c1}, S: [2]int32{source[0] + si, source[0] + s1}})
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
		e.Covers = kept / whole
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

// OnlyChange reports that the claim says, but for a change, what the text says in one go,
// and long enough for that to be no chance.
func (a *Alignment) OnlyChange(e *Echo, ch *Change) bool {
	first, last := e.Text[0], e.Text[1]
	for i := range e.Changes {
		switch other := &e.Changes[i]; {
		case other.C[0] == e.Claim[0]:
			first = other.S[1]
		case other.C[1] == e.Claim[1] && other.S[1] == e.Text[1]:
			last = other.S[0]
		}
	}
	var rest float32
	for i := first; i < last; i++ {
		if i < ch.S[0] || i >= ch.S[1] {
			rest += wordOf(&a.Source.Toks[i])
		}
	}
	return e.kept*e.weight >= sameLeast && e.kept*e.weight >= sameRest*rest
}

// InEcho reports a word of the text within the echo.
func (a *Alignment) InEcho(e *Echo, stem string) bool {
	return Touches(a.Source.PlacesOf(stem), e.Text)
}

// HasRun reports words of the claim that a sentence of the text has in a row.
func (a *Alignment) HasRun(c []int32) bool {
	return slices.ContainsFunc(a.Source.Units, func(u text.Unit) bool {
		s := a.Source.WithoutArticles(u)
		for at := range max(0, len(s)-len(c)+1) {
			if slices.EqualFunc(c, s[at:at+len(c)], func(x, y int32) bool { return a.Claim.Toks[x].Low == a.Source.Toks[y].Low }) {
				return true
			}
		}
		return false
	})
}

// KeptElsewhere is the share of the claim's words outside a change that the text has.
func (e *Echo) KeptElsewhere(t *reading.Text, ch *Change) float32 {
	rest := e.weight
	for i := ch.C[0]; i < ch.C[1]; i++ {
		rest -= wordOf(&t.Toks[i])
	}
	if rest <= 0 {
		return 0
	}
	return e.kept * e.weight / rest
}

// Clip cuts the text's side of a change at the ends of the claim's sentence to what
// stands next to the words that both have: the text's sentence may be longer.
func (e *Echo) Clip(ch *Change) (c, s [2]int32, ok bool) {
	c, s = ch.C, ch.S
	n := c[1] - c[0]
	opens, ends := c[0] == e.Claim[0], c[1] == e.Claim[1]
	switch {
	case opens && ends:
		return c, s, false
	case opens && s[1]-s[0] > n+2:
		if n == 0 {
			return c, s, false
		}
		s[0] = s[1] - n - 1
	case ends && n == 0 && s[1] == e.Text[1] && s[1]-s[0] > 2:
		return c, s, false // the claim ends, the text goes on
	case ends && s[1]-s[0] > n+2:
		s[1] = s[0] + n + 1
	}
	return c, s, n <= echoPlace && s[1]-s[0] <= echoPlace
}
