package judge

import (
	"slices"

	"assay/gates/judge/align"
	"assay/gates/judge/reading"
	"assay/gates/judge/statement"
	"assay/text"
)

// bindings is how the claim's bonds fare in the sentences it may rest on.
type bindings struct {
	count    float64
	kept     float64 // share, by weight, that the text has as they are
	rivals   float64 // bonds whose place another word has taken, modifiers apart
	modified float64 // modifiers whose place another word has taken
	weakest  float64 // of all bonds: 1 kept, tied in part, 0 untied, -1 taken
	being    float64 // sums of the same by kind, within 3
	object   float64
	usurped  float64 // subjects that stand in the window, their place taken
	agents   float64 // names that stand in the window, their place taken by a name
}

const (
	boundHere = 0.5 // strength from which on a word counts as found
	asPronoun = 0.6 // a pronoun for the subject it may mean
	asTurned  = 0.8 // a pair tied the other way round
)

// A binder holds both sides while they are compared.
type binder struct {
	*alignment
	claim, source   []statement.Bond
	claims, sources []*statement.Tree
	besideC         map[int32][]int32
	besideS         map[int32][]int32
}

// bind compares bonds, where a sentence has words enough in common with the claim for
// what ties them to say something.
func (a *alignment) bind() bindings {
	b := bindings{weakest: 1}
	x := a.binder()
	if x == nil {
		return b
	}
	if len(x.sources) == 0 {
		b.weakest = 0
		return b
	}
	var total, kept float64
	for _, r := range x.claim {
		w := float64(x.Claim.Toks[r.Head].Weight + x.Claim.Toks[r.Dep].Weight)
		if x.Claim.Toks[r.Dep].Weight == 0 {
			continue
		}
		f := x.find(r)
		b.count++
		total += w
		kept += w * float64(f.keep)
		value := x.weigh(&b, r, f)
		b.weakest = min(b.weakest, value)
		switch r.Kind {
		case statement.AsBeing:
			b.being += value
		case statement.AsObject:
			b.object += value
		}
	}
	b.kept = align.Share(kept, total)
	b.being, b.object = max(-3, min(3, b.being)), max(-3, min(3, b.object))
	return b
}

// binder reads both sides; nil where one of them is in a language without a parser.
func (a *alignment) binder() *binder {
	if a.bound != nil || !statement.Parses(a.Claim.Lang) || !statement.Parses(a.Source.Lang) {
		return a.bound
	}
	x := &binder{alignment: a}
	a.bound = x
	for u := a.Window.First; u < a.Window.Last; u++ {
		x.readSource(u)
	}
	for _, u := range a.Order[:min(readUnits, len(a.Order))] {
		if !a.InWindow(u) {
			x.readSource(u)
		}
	}
	for i := range a.Claim.Units {
		if len(x.sources) == 0 {
			break
		}
		if t := a.Claim.Tree(int32(i)); t != nil {
			x.claims = append(x.claims, t)
			x.claim = append(x.claim, t.Bonds...)
		}
	}
	x.besideC, x.besideS = namesBeside(a.Claim, x.claim), namesBeside(a.Source, x.source)
	return x
}

// readFloor is the share of the claim's words that a sentence must have to be read:
// what has fewer ties nothing that matters, and reading is what takes time.
const readFloor = 0.65

// readUnits is how many sentences of the text are read beside the window.
const readUnits = 1

func (x *binder) readSource(u int32) {
	if x.PerUnit[u] < readFloor*x.Total {
		return
	}
	if t := x.Source.Tree(u); t != nil {
		x.sources = append(x.sources, t)
		x.source = append(x.source, t.Bonds...)
	}
}

// A finding of one bond.
type found struct {
	keep, tie float32
	taken     bool // the text has the head, and another word in the place
	named     bool // which is a name
}

func (x *binder) find(r statement.Bond) found {
	var f found
	for _, q := range x.source {
		h := x.same(r.Head, q.Head)
		if h < boundHere {
			if x.same(r.Head, q.Dep) >= boundHere && x.same(r.Dep, q.Head) >= boundHere {
				f.tie = max(f.tie, asTurned)
			}
			continue
		}
		d := x.same(r.Dep, q.Dep)
		if d < boundHere && align.ThirdPersons.Has(x.Source.Toks[q.Dep].Low) && (r.Kind == statement.AsSubject || r.Kind == statement.AsBeing) {
			d = asPronoun
		}
		switch {
		case d >= boundHere && r.Kind == q.Kind:
			f.keep = max(f.keep, h*d)
		case d >= boundHere:
			f.tie = max(f.tie, h*d)
		case r.Kind == q.Kind && !x.ClaimHas(x.Source.Toks[q.Dep].Stem):
			f.taken = true
			f.named = f.named || h >= align.AsSynonym && x.Source.IsName(q.Dep)
		}
	}
	return f
}

// weigh says how a bond fares and counts what it fares ill by.
func (x *binder) weigh(b *bindings, r statement.Bond, f found) float64 {
	if f.keep >= boundHere {
		return 1
	}
	if tie := max(f.keep, f.tie); tie >= boundHere {
		return float64(tie)
	}
	if !f.taken {
		return 0
	}
	if r.Kind == statement.AsModifier {
		b.modified++
		return -1
	}
	b.rivals++
	if tm := x.TermAt(r.Dep); tm != nil && tm.Here >= boundHere {
		if r.Kind == statement.AsSubject || r.Kind == statement.AsBeing {
			b.usurped++
		}
		if f.named && x.Claim.IsName(r.Dep) && (r.Kind == statement.AsSubject || r.Kind == statement.AsObject) {
			b.agents++
		}
	}
	return -1
}

// same is how far a word of the claim is a word of the text. What a name stands with
// makes it another: the Dead Sea is not the Aegean Sea.
func (x *binder) same(c, s int32) float32 {
	m := x.match(c, s)
	own, other := x.besideC[c], x.besideS[s]
	if m == 0 || len(own) == 0 || len(other) == 0 {
		return m
	}
	for _, n := range own {
		for _, o := range other {
			if x.match(n, o) >= boundHere {
				return m
			}
		}
	}
	return 0.3 * m
}

func (x *binder) match(c, s int32) float32 {
	if x.Claim.Toks[c].Stem == x.Source.Toks[s].Stem {
		return 1
	}
	if tm := x.TermAt(c); tm != nil {
		for _, h := range tm.Hits {
			if h.Tok == s {
				return h.Strength
			}
		}
	}
	return 0
}

// namesBeside lists for each word the names that modify it.
func namesBeside(t *reading.Text, bonds []statement.Bond) map[int32][]int32 {
	m := map[int32][]int32{}
	for _, r := range bonds {
		if r.Kind == statement.AsModifier && t.Toks[r.Dep].Is(text.MarkName) && !slices.Contains(m[r.Head], r.Dep) {
			m[r.Head] = append(m[r.Head], r.Dep)
		}
	}
	return m
}
