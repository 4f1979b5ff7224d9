package judge

import (
	"math"
	"slices"

	"assay/gates/judge/align"
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
	n := max(1, float64(len(a.Terms)))
	total := math.Max(float64(a.Total), 1e-6)
	var all, here, absentMax, others, othersHere, othersMissing, exact, plain float64
	var absent, missing, absentRun, run int
	for i := range a.Terms {
		tm := &a.Terms[i]
		tok := &a.Claim.Toks[tm.Tok]
		w := float64(tm.Weight)
		all += w * float64(tm.Anywhere)
		here += w * float64(tm.Here)
		plain += float64(tm.Here)
		if tm.Found == 1 {
			exact += w
		}
		if tm.Anywhere == 0 {
			if w > negligible {
				absent++
			}
			run++
			absentRun = max(absentRun, run)
			absentMax = math.Max(absentMax, w)
		} else {
			run = 0
		}
		if tm.Here < 0.5 {
			missing++
		}
		if !tok.Is(text.MarkName | text.MarkCode) {
			others += w
			othersHere += w * float64(tm.Here)
			if tm.Here < 0.5 {
				othersMissing++
			}
		}
	}
	f[0] = here / total
	f[1] = float64(a.Coverage(a.Single))
	f[2] = all / total
	f[3] = 1 - all/total
	f[4] = absentMax
	f[5] = float64(absent)
	f[6] = float64(missing)
	f[7] = align.Share(othersHere, others)
	f[8] = othersMissing
	f[9] = a.CommonRun()
	f[10], f[11], f[36], f[32], f[37] = a.InOrder()
	f[12], f[13], f[29] = a.Density()
	f[14], f[15], f[16] = a.Clauses()
	f[17] = float64(absentRun)
	if (ch.polarity.claim > 0) != (ch.polarity.source > 0) {
		f[18] = 1
	}
	f[19] = float64(ch.polarity.flipped)
	if ch.polarity.antonym {
		f[20] = 1
	}
	f[21], f[22] = float64(min(ch.polarity.claim, 2)), float64(min(ch.polarity.source, 2))
	f[23] = a.Exclusive()
	f[24] = float64(ch.values.here)
	f[25] = float64(ch.values.away)
	f[26] = n
	f[featureLength] = math.Log1p(float64(len(a.Source.Toks)))
	f[28] = float64(a.Window.Last - a.Window.First)
	f[30] = exact / total
	if slices.ContainsFunc(a.Claim.Toks, func(tok text.Token) bool { return tok.Is(text.MarkCJK) }) {
		f[featureCJK] = 1
	}
	if len(a.Terms) > 0 {
		f[33] = float64(a.Terms[len(a.Terms)-1].Here)
	}
	f[34] = plain / n
	for i := range a.Claim.Toks {
		if personWords.Has(a.Claim.Toks[i].Low) {
			f[35]++
		}
	}
	w := a.Weave()
	f[38], f[39], f[40], f[41], f[42], f[43] = w.Kept, w.Cuts, w.Longest, w.CutShort, w.Weakening, w.Fragments
	b := a.bind()
	f[44], f[45], f[46], f[47] = b.count, b.kept, b.rivals, b.modified
	f[48], f[49], f[50] = b.being, b.weakest, b.object
	f[51], f[52] = b.usurped, b.agents
	return f
}
