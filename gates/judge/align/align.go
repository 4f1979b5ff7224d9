// Package align lays a claim over a text. It finds which words, values and names of the one stand
// in the other and where, what the two have in common, and where they differ. What follows from
// that it leaves to the rules of the judge.
package align

import (
	"cmp"
	"maps"
	"slices"

	"assay/gates/judge/lexicon"
	"assay/gates/judge/reading"
	"assay/gates/judge/statement"
	"assay/gates/judge/value"
	"assay/text"
)

// How much a find counts, by the way it was found.
const (
	AsSynonym  = 0.8
	AsForm     = 0.65 // shares most of its letters
	asPart     = 0.75 // within an identifier, or an identifier in words
	asInitials = 0.9
	asContext  = 0.75 // in a heading, a lead-in, a table's header, the page's title
	maxHits    = 48
)

// A Hit is a place in the source where a term of the claim is found.
type Hit struct {
	Tok      int32
	Unit     int32 // of the token
	Strength float32
}

// A Term is a meaning-bearing word of the claim and where the source has it.
type Term struct {
	Tok      int32 // in the claim
	Weight   float32
	Hits     []Hit   // sorted by place
	Anywhere float32 // best strength in the whole text or its context
	Context  float32 // strength in the question's context
	Here     float32 // best strength in the window, context included
	Pos      int32   // aligned token of the source, -1 for none
	Found    float32 // strength of the alignment itself, without context
	Led      bool    // not in the text, but over the claim in its note
}

// An Alignment is a claim laid over the best window of a text.
type Alignment struct {
	Claim, Source *reading.Text
	Question      Question
	Around        *reading.Text // what stands over the text, nil for nothing
	About         *reading.Text // what its frontmatter says of it, nil for nothing
	Lead          *reading.Text // what stands over the claim in its note, nil for nothing
	Terms         []Term
	Total         float32 // weight of all terms
	Window        Window
	Single        Window // best window of one unit
	PerUnit       []float32
	Order         []int32
	Stems         *text.Stems
}

// A Window is a run of units, last exclusive.
type Window struct {
	First, Last int32
	Score       float32 // share of the terms' weight
}

// Run finds each term of the claim in the source and the window that holds most.
func (a *Alignment) Run() {
	a.Terms = make([]Term, 0, len(a.Claim.Toks))
	for i := range a.Claim.Toks {
		if tok := &a.Claim.Toks[i]; tok.Content() {
			a.Terms = append(a.Terms, Term{Tok: int32(i), Weight: tok.Weight, Pos: -1})
		}
	}
	room := make([]Hit, 0, 8*len(a.Terms))
	for i := range a.Terms {
		tm := &a.Terms[i]
		tm.Hits = room
		a.findTerm(tm)
		tm.Hits, room = slices.Clip(tm.Hits), tm.Hits[len(tm.Hits):]
	}
	a.findAliases()
	a.findDefined()
	a.findGlossed()
	for i := range a.Terms {
		tm := &a.Terms[i]
		tm.Weight *= a.rarity(tm)
		a.findLead(tm)
		a.Total += tm.Weight
		tm.Anywhere = tm.Context
		for _, h := range tm.Hits {
			tm.Anywhere = max(tm.Anywhere, h.Strength)
		}
	}
	a.chooseWindow(a.Question.From, a.Question.To)
	a.place()
}

// rarity lowers the weight of what a long text says all the time: its subject.
func (a *Alignment) rarity(tm *Term) float32 {
	if len(a.Source.Units) < 8 {
		return 1
	}
	last, n := int32(-1), 0 // units that have its stem
	for _, i := range a.Source.PlacesOf(a.Claim.Toks[tm.Tok].Stem) {
		if u := a.Source.Toks[i].Unit; u != last {
			last, n = u, n+1
		}
	}
	share := float32(n) / float32(len(a.Source.Units))
	return 1 - 0.5*min(1, share*2)
}

func (a *Alignment) findTerm(tm *Term) {
	tok := &a.Claim.Toks[tm.Tok]
	s, context := a.Source, a.Around
	for _, i := range s.PlacesOf(tok.Stem) {
		if len(tm.Hits) >= maxHits {
			break
		}
		tm.Hits = append(tm.Hits, Hit{i, s.Toks[i].Unit, 1})
	}
	exact := len(tm.Hits)
	if !tok.Is(text.MarkCJK) {
		for _, other := range lexicon.Synonyms()[tok.Stem] {
			a.addHits(tm, s.PlacesOf(other), AsSynonym)
		}
		if a.Source.Lang == "en" && !tok.Is(text.MarkName|text.MarkCode) {
			a.findRelated(tm, tok.Stem)
			for _, other := range statement.Sides(tok.Low, len(a.Claim.PlacesOf("than")) > 0 && len(s.PlacesOf("than")) > 0) {
				for _, at := range s.PlacesOf(a.stemOf(other)) {
					if s.Toks[at].Low == other {
						a.addHits(tm, []int32{at}, AsSynonym)
					}
				}
			}
		}
		if len(tok.Stem) >= reading.PrefixLen {
			for _, i := range s.Prefix[tok.Stem[:reading.PrefixLen]] {
				if stem := s.Toks[i].Stem; stem != tok.Stem && similarForm(stem, tok.Stem) {
					a.addHits(tm, s.PlacesOf(stem), AsForm)
				}
			}
		}
		a.addHits(tm, s.Parts[tok.Low], asPart)
		if exact == 0 && tok.Is(text.MarkCode) {
			a.findIdentifier(tm)
		}
		if exact == 0 && text.IsUpperWord(a.Claim.Raw[tok.Start:tok.End]) {
			if first := s.Initial[tok.Low]; first > 0 {
				a.addHits(tm, []int32{first - 1}, asInitials)
			}
		}
	}
	if len(tm.Hits) > exact {
		slices.SortFunc(tm.Hits, byPlace)
	}
	if context != nil {
		if len(context.PlacesOf(tok.Stem)) > 0 {
			tm.Context = asContext
		} else if slices.ContainsFunc(lexicon.Synonyms()[tok.Stem], func(stem string) bool { return len(context.PlacesOf(stem)) > 0 }) {
			tm.Context = asContext * AsSynonym
		}
	}
}

func byPlace(a, b Hit) int {
	return cmp.Or(cmp.Compare(a.Tok, b.Tok), cmp.Compare(b.Strength, a.Strength))
}

func (a *Alignment) addHits(tm *Term, at []int32, strength float32) {
	for _, i := range at {
		if len(tm.Hits) >= 2*maxHits {
			return
		}
		tm.Hits = append(tm.Hits, Hit{i, a.Source.Toks[i].Unit, strength})
	}
}

// findIdentifier finds retryCount in "retry count".
func (a *Alignment) findIdentifier(tm *Term) {
	for _, word := range slices.Sorted(maps.Keys(a.Claim.Parts)) { // in order, for the first hits count
		if slices.Contains(a.Claim.Parts[word], tm.Tok) {
			a.addHits(tm, a.Source.PlacesOf(word), AsForm)
		}
	}
}

// similarForm reports stems that share most of their letters: automat, automate.
func similarForm(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	long := max(len(a), len(b))
	return n >= reading.PrefixLen && 10*n >= 7*long
}

// chooseWindow looks at each unit that holds much of the claim and at the units
// around it, and keeps the best run of one to three.
func (a *Alignment) chooseWindow(from, to int) {
	n := len(a.Source.Units)
	a.PerUnit = make([]float32, n)
	for i := range a.Terms {
		tm := &a.Terms[i]
		for j := 0; j < len(tm.Hits); {
			u, best := tm.Hits[j].Unit, tm.Hits[j].Strength
			for j++; j < len(tm.Hits) && tm.Hits[j].Unit == u; j++ {
				best = max(best, tm.Hits[j].Strength)
			}
			a.PerUnit[u] += tm.Weight * best
		}
	}
	values := a.valueBonus()
	for u := range a.PerUnit {
		if a.Source.Units[u].Kind == text.Heading && n > 1 {
			a.PerUnit[u] *= 0.7
		}
		if to > from && int(a.Source.Units[u].End) > from && int(a.Source.Units[u].Start) < to {
			a.PerUnit[u] *= 1.03
		}
	}
	a.Order = a.Order[:0]
	const candidates = 6
	for u := range a.PerUnit {
		at := len(a.Order)
		for at > 0 && a.PerUnit[u]+values[u] > a.PerUnit[a.Order[at-1]]+values[a.Order[at-1]] {
			at--
		}
		if at < candidates {
			if len(a.Order) == candidates {
				a.Order = a.Order[:candidates-1]
			}
			a.Order = slices.Insert(a.Order, at, int32(u))
		}
	}
	a.Window, a.Single = Window{0, min(1, int32(n)), -1}, Window{0, min(1, int32(n)), -1}
	for _, u := range a.Order {
		for _, w := range [...]Window{{u, u + 1, 0}, {u - 1, u + 1, 0}, {u, u + 2, 0}, {u - 1, u + 2, 0}, {u - 2, u + 1, 0}, {u, u + 3, 0}} {
			if w.First < 0 || int(w.Last) > n || slices.ContainsFunc(a.Source.Units[w.First+1:w.Last], func(u text.Unit) bool { return u.Kind == text.Heading }) {
				continue
			}
			w.Score = a.Coverage(w) - 0.04*float32(w.Last-w.First-1)
			for k := w.First; k < w.Last; k++ {
				w.Score += values[k] / max(a.Total, 1) / float32(w.Last-w.First)
			}
			if to > from && int(a.Source.Units[u].End) > from && int(a.Source.Units[u].Start) < to {
				w.Score += 0.03
			}
			if w.Score > a.Window.Score {
				a.Window = w
			}
			if w.Last == w.First+1 && w.Score > a.Single.Score {
				a.Single = w
			}
		}
	}
}

// valueBonus favours units that hold the claim's values.
func (a *Alignment) valueBonus() []float32 {
	bonus := make([]float32, len(a.Source.Units))
	for i := range a.Claim.Values {
		last := int32(-1)
		for j := range a.Source.Values {
			if sv := &a.Source.Values[j]; sv.In != last && value.Relate(&a.Claim.Values[i], sv) == value.Same {
				bonus[sv.In] += 0.5
				last = sv.In
			}
		}
	}
	return bonus
}

// Coverage is the share of the terms' weight that the window has.
func (a *Alignment) Coverage(w Window) float32 {
	if a.Total == 0 {
		return 0
	}
	var sum float32
	for i := range a.Terms {
		sum += a.Terms[i].Weight * a.strength(&a.Terms[i], w)
	}
	return sum / a.Total
}

// strength of a term in a window, its headings and the context included.
func (a *Alignment) strength(tm *Term, w Window) float32 {
	best := tm.Context
	for _, h := range tm.Hits {
		if best >= 1 {
			break // more there is not
		}
		if h.Strength <= best {
			continue
		}
		u := h.Unit
		if u >= w.First && u < w.Last {
			best = h.Strength
		} else if h.Strength*asContext > best && a.Over(u, w) {
			best = h.Strength * asContext
		}
	}
	return best
}

// Over reports whether unit u stands over the window: its heading, table header or
// lead-in, or the title of the text.
func (a *Alignment) Over(u int32, w Window) bool {
	if u == 0 && a.Source.Titled {
		return true
	}
	if !a.Source.Units[u].Over {
		return false
	}
	for i := w.First; i < w.Last; i++ {
		if above := a.Source.Units[i].Above; above == u || above >= 0 && a.Source.Units[above].Above == u {
			return true
		}
	}
	return false
}

// place aligns each term with one token of the window, nearest to where the term
// before it was found.
func (a *Alignment) place() {
	next := float32(-1)
	before := int32(0)
	for i := range a.Terms {
		tm := &a.Terms[i]
		tm.Here = a.strength(tm, a.Window)
		tm.Pos, tm.Found = -1, 0
		best := float32(-1e9)
		for _, h := range tm.Hits {
			u := h.Unit
			if u < a.Window.First || u >= a.Window.Last {
				continue
			}
			distance := float32(0)
			if next >= 0 {
				distance = float32(h.Tok) - (next + float32(tm.Tok-before))
				if distance < 0 {
					distance = -distance * 1.2
				}
			}
			if fit := h.Strength*20 - min(distance, 18); fit > best {
				best, tm.Pos, tm.Found = fit, h.Tok, h.Strength
			}
		}
		if tm.Pos >= 0 {
			next, before = float32(tm.Pos), tm.Tok
		}
	}
}

// WholeFrom is how many words a short text must have to carry a claim as a whole, in one sentence.
const WholeFrom = 25

// IsPage reports a text against which each word of a claim counts: a long one, or one that is cited as a
// whole. A passage may call a thing something else, and leave the rest to its page.
func (a *Alignment) IsPage() bool {
	return a.Source.IsArticle() || a.Question.Whole && len(a.Source.Toks) >= WholeFrom
}

// InWindow reports a unit of the best window.
func (a *Alignment) InWindow(unit int32) bool { return unit >= a.Window.First && unit < a.Window.Last }

// WindowOf is the window of one unit.
func WindowOf(unit int32) Window { return Window{First: unit, Last: unit + 1} }

// Share is a part of a whole, all of nothing.
func Share(part, whole float64) float64 {
	if whole <= 0 {
		return 1
	}
	return part / whole
}

// A Question is one claim and one text to judge it by.
type Question struct {
	Claim   string
	Text    string   // Markdown or plain text, a sentence or a whole page
	Context []string // breadcrumb and title of the text: they may name the subject that its sentences leave out
	About   []string // the text's frontmatter: it may name what the text need not say again, and no value
	Lead    []string // what stands over the claim in its note, from the outside in: title, headings, lead-in, heads of its columns; no evidence
	Whole   bool     // the claim's author cites all of Text, and no place in it
	From    int      // hinted range of bytes in Text, the first place to look; 0, 0 for none
	To      int
	Written string // language of the claim's note, which a short claim may not tell; "" for not known
}

// Conditioning words make what is said hang on something.
var Conditioning = text.WordSet(`if unless whether when where until except but however although though only were would should
	false untrue myth said says claimed claims argued argues wenn falls aber si sauf mais pero cuando`)

// TermFrom is the first term that is a token or stands behind it.
func (a *Alignment) TermFrom(tok int32) int {
	i, _ := slices.BinarySearchFunc(a.Terms, tok, func(tm Term, tok int32) int { return cmp.Compare(tm.Tok, tok) })
	return i
}

// TermAt is the term of a token of the claim, or nil.
func (a *Alignment) TermAt(i int32) *Term {
	if at := a.TermFrom(i); at < len(a.Terms) && a.Terms[at].Tok == i {
		return &a.Terms[at]
	}
	return nil
}

// BestUnit is the one unit that has most of the claim.
func (a *Alignment) BestUnit() int32 {
	if a.Window.Last-a.Window.First == 1 {
		return a.Window.First
	}
	return a.Single.First
}
