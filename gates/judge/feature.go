package judge

import (
	"math"
	"slices"

	"assay/text"
)

// A Feature is a number that the model weighs.
type Feature struct {
	Name string
	// Sign says how support may depend on it: +1 grows, -1 shrinks, 0 either. The
	// model is fitted under it, so that more evidence never lowers a score.
	Sign int
	// Group joins features that the same code measures, to measure what each group is worth.
	Group string
}

// Features lists what [Lexical.Features] measures, in order.
func Features() []Feature { return slices.Clone(featureTable[:]) }

// featureTable lists the features in the order of the vector. Changing it asks for
// a new fit: see package fit.
var featureTable = [...]Feature{
	{"coverage of the window", +1, "coverage"},
	{"coverage of the best unit", +1, "coverage"},
	{"coverage of the whole text", +1, "coverage"},
	{"weight absent from the text", -1, "coverage"},
	{"rarest absent word", -1, "coverage"},
	{"absent words", -1, "coverage"},
	{"words not in the window", -1, "coverage"},
	{"coverage of other words", +1, "coverage"},
	{"other words not in the window", -1, "coverage"},
	{"longest common run", +1, "order"},
	{"pairs kept together", +1, "order"},
	{"order kept", +1, "order"},
	{"density of the aligned words", 0, "density"},
	{"share of the window that the claim uses", +1, "density"},
	{"worst clause", +1, "clauses"},
	{"last clause", +1, "clauses"},
	{"clauses", 0, "clauses"},
	{"longest absent run", -1, "coverage"},
	{"negation differs", -1, "polarity"},
	{"share of flipped words", -1, "polarity"},
	{"antonym", -1, "polarity"},
	{"claim denies", 0, "polarity"},
	{"source denies", 0, "polarity"},
	{"exclusive words without counterpart", -1, "polarity"},
	{"values matched", +1, "values"},
	{"values elsewhere", -1, "values"},
	{"words of the claim", 0, "lengths"},
	{"words of the text, log", 0, "lengths"},
	{"sentences in the window", 0, "lengths"},
	{"unused names of the window", -1, "names"},
	{"exact share", +1, "coverage"},
	{"characters without spaces", 0, "script"},
	{"role pairs inverted", -1, "order"},
	{"last term found", +1, "coverage"},
	{"weight-free coverage", +1, "coverage"},
	{"first or second person", -1, "person"},
	{"inserted words", -1, "order"},
	{"jumps of the alignment", -1, "order"},
	{"words kept in order", +1, "weave"},
	{"cuts within a clause", -1, "weave"},
	{"longest cut", -1, "weave"},
	{"cut short", -1, "weave"},
	{"reservations left out", -1, "weave"},
	{"fragments", -1, "weave"},
	{"bonds", 0, "bonds"},
	{"bonds kept", +1, "bonds"},
	{"places taken", -1, "bonds"},
	{"modifiers exchanged", -1, "bonds"},
	{"what is what", +1, "bonds"},
	{"weakest bond", +1, "bonds"},
	{"done to whom", +1, "bonds"},
	{"subjects usurped", -1, "bonds"},
	{"names in the place of names", -1, "bonds"},
}

const (
	featureWindow       = 0
	featureText         = 2
	featureAbsent       = 5
	featurePairs        = 10
	featureUsed         = 13
	featureClause       = 14
	featureFlipped      = 19
	featureDenies       = 21
	featureSourceDenies = 22
	featureLength       = 27
	featureCJK          = 31
	featureInverted     = 32
	featureKept         = 38
	featureCuts         = 39
	featureCutShort     = 41
	featureReserved     = 42
	featureWeakest      = 49
	featureUsurped      = 51
	featureAgents       = 52
)

// negligible is the weight of a single letter: that it is absent says nothing.
const negligible = 0.35

const featureCount = len(featureTable)

type features [featureCount]float64

// checks are the comparisons of one alignment.
type checks struct {
	values   valueCheck
	polarity polarityCheck
	name     *finding
	roles    *finding
	nuance   *finding
	stated   stated
	width    *finding
	across   *finding
	rows     *finding
}

var personWords = text.WordSet(`i me my we our us you your mine myself yes yeah yea haha hey hi hello sure ok okay well oh`)

// features describes an alignment in numbers.
func (a *alignment) features(ch *checks) features {
	var f features
	n := max(1, float64(len(a.terms)))
	total := math.Max(float64(a.total), 1e-6)
	var all, here, absentMax, others, othersHere, othersMissing, exact, plain float64
	var absent, missing, absentRun, run int
	for i := range a.terms {
		tm := &a.terms[i]
		tok := &a.c.Toks[tm.tok]
		w := float64(tm.weight)
		all += w * float64(tm.anywhere)
		here += w * float64(tm.here)
		plain += float64(tm.here)
		if tm.found == 1 {
			exact += w
		}
		if tm.anywhere == 0 {
			if w > negligible {
				absent++
			}
			run++
			absentRun = max(absentRun, run)
			absentMax = math.Max(absentMax, w)
		} else {
			run = 0
		}
		if tm.here < 0.5 {
			missing++
		}
		if !tok.Is(text.MarkName | text.MarkCode) {
			others += w
			othersHere += w * float64(tm.here)
			if tm.here < 0.5 {
				othersMissing++
			}
		}
	}
	f[0] = here / total
	f[1] = float64(a.coverage(a.single))
	f[2] = all / total
	f[3] = 1 - all/total
	f[4] = absentMax
	f[5] = float64(absent)
	f[6] = float64(missing)
	f[7] = share(othersHere, others)
	f[8] = othersMissing
	f[9] = a.commonRun()
	f[10], f[11], f[36], f[32], f[37] = a.inOrder()
	f[12], f[13], f[29] = a.density()
	f[14], f[15], f[16] = a.clauses()
	f[17] = float64(absentRun)
	if (ch.polarity.claim > 0) != (ch.polarity.source > 0) {
		f[18] = 1
	}
	f[19] = float64(ch.polarity.flipped)
	if ch.polarity.antonym {
		f[20] = 1
	}
	f[21], f[22] = float64(min(ch.polarity.claim, 2)), float64(min(ch.polarity.source, 2))
	f[23] = a.exclusive()
	f[24] = float64(ch.values.here)
	f[25] = float64(ch.values.away)
	f[26] = n
	f[featureLength] = math.Log1p(float64(len(a.s.Toks)))
	f[28] = float64(a.window.last - a.window.first)
	f[30] = exact / total
	if slices.ContainsFunc(a.c.Toks, func(tok text.Token) bool { return tok.Is(text.MarkCJK) }) {
		f[featureCJK] = 1
	}
	if len(a.terms) > 0 {
		f[33] = float64(a.terms[len(a.terms)-1].here)
	}
	f[34] = plain / n
	for i := range a.c.Toks {
		if personWords.Has(a.c.Toks[i].Low) {
			f[35]++
		}
	}
	w := a.weave()
	f[38], f[39], f[40], f[41], f[42], f[43] = w.kept, w.cuts, w.longest, w.cutShort, w.weakening, w.fragments
	b := a.bind()
	f[44], f[45], f[46], f[47] = b.count, b.kept, b.rivals, b.modified
	f[48], f[49], f[50] = b.being, b.weakest, b.object
	f[51], f[52] = b.usurped, b.agents
	return f
}

func share(part, whole float64) float64 {
	if whole <= 0 {
		return 1
	}
	return part / whole
}

// commonRun is the longest run of words that both have, as a share of the claim.
func (a *alignment) commonRun() float64 {
	c := a.c.Toks
	if len(c) == 0 || a.window.last <= a.window.first {
		return 0
	}
	s := a.s.Toks[a.s.Units[a.window.first].First:a.s.Units[a.window.last-1].Last]
	if len(c) > 200 {
		c = c[:200]
	}
	if len(s) > 600 {
		s = s[:600]
	}
	row := make([]uint16, len(c)+1)
	best := uint16(0)
	for i := range s {
		before := uint16(0)
		for j := range c {
			kept := row[j+1]
			if c[j].Stem == s[i].Stem {
				row[j+1] = before + 1
				best = max(best, before+1)
			} else {
				row[j+1] = 0
			}
			before = kept
		}
	}
	return float64(best) / float64(len(c))
}

// inOrder says how far neighbours of the claim are neighbours in the source, how far their order is
// kept, how many words of weight the source has between them, which share of those found as they are
// stands the other way round, and where the alignment leaps: claims spliced from several sentences do.
func (a *alignment) inOrder() (together, order, inserted, inverted, jumps float64) {
	near, kept, placed, found, turned := 0, 0, 0, 0, 0
	last, lastFound := -1, int32(-1) // term that has a place, place of one that was found
	for i := range a.terms {
		tm := &a.terms[i]
		if tm.pos < 0 {
			continue
		}
		if last >= 0 {
			gap, want := tm.pos-a.terms[last].pos, tm.tok-a.terms[last].tok
			if gap < 0 || gap > want+4 {
				jumps++
			}
			if last == i-1 {
				if gap > 0 && gap <= want+2 {
					near++
				}
				for k := a.terms[last].pos + 1; k < tm.pos && gap < 12; k++ {
					if a.s.Toks[k].Content() {
						inserted++
					}
				}
			}
		}
		if last < 0 || tm.pos > a.terms[last].pos {
			kept++
		}
		placed++
		last = i
		if tm.found >= asForm {
			if lastFound >= 0 {
				found++
				if tm.pos < lastFound {
					turned++
				}
			}
			lastFound = tm.pos
		}
	}
	return share(float64(near), float64(len(a.terms)-1)), share(float64(kept), float64(placed)), inserted / math.Max(1, float64(len(a.terms))),
		share(float64(turned), math.Max(1, float64(found))), jumps
}

// density says how closely the aligned words stand, how much of the window's weight
// the claim uses, and how many names of the window it does not.
func (a *alignment) density() (dense, used, names float64) {
	first, last := int32(-1), int32(-1)
	aligned := map[int32]bool{}
	for i := range a.terms {
		if p := a.terms[i].pos; p >= 0 {
			if first < 0 || p < first {
				first = p
			}
			last = max(last, p)
			aligned[p] = true
		}
	}
	if len(aligned) == 0 {
		return 0, 0, 0
	}
	var weight, hit float64
	content := 0
	for u := a.window.first; u < a.window.last; u++ {
		for k := a.s.Units[u].First; k < a.s.Units[u].Last; k++ {
			tok := &a.s.Toks[k]
			if !tok.Content() {
				continue
			}
			if k >= first && k <= last {
				content++
			}
			weight += float64(tok.Weight)
			if aligned[k] || a.claimHas(tok.Stem) {
				hit += float64(tok.Weight)
			} else if tok.Is(text.MarkName) {
				names++
			}
		}
	}
	return share(float64(len(aligned)), float64(content)), share(hit, weight), math.Min(names, 8)
}

// clauses is the support of the worst and the last clause of the claim, each judged
// in the window or wherever one unit has more of it.
func (a *alignment) clauses() (worst, tail, count float64) {
	worst, tail = 1, 1
	var sum, have float32
	terms := 0
	flush := func() {
		if terms == 0 || sum == 0 {
			return
		}
		count++
		tail = float64(have / sum)
		worst = math.Min(worst, tail)
		sum, have, terms = 0, 0, 0
	}
	t := 0
	for i := range a.c.Toks {
		tok := &a.c.Toks[i]
		if (tok.Is(text.MarkBreak) || text.ClauseWords.Has(tok.Low) || tok.Unit != a.c.Toks[max(0, i-1)].Unit) && terms >= 2 {
			flush()
		}
		if t < len(a.terms) && a.terms[t].tok == int32(i) {
			tm := &a.terms[t]
			sum += tm.weight
			have += tm.weight * max(tm.here, 0.5*tm.anywhere)
			terms++
			t++
		}
	}
	flush()
	if count == 0 {
		return 0, 0, 0
	}
	return worst, tail, count
}

// exclusive counts words that lift the claim above its source.
func (a *alignment) exclusive() float64 {
	n := 0.0
	for i := range a.c.Toks {
		tok := &a.c.Toks[i]
		if !text.Exclusives.Has(tok.Low) {
			continue
		}
		if !slices.ContainsFunc(a.s.PlacesOf(tok.Stem), func(at int32) bool { return a.inWindow(a.s.Toks[at].Unit) }) {
			n++
		}
	}
	return n
}
