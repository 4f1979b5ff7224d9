package grade

import (
	"cmp"
	"hash/maphash"
	"slices"

	"assay/compiler/view"
	"assay/provenance"
	"assay/text"
	"assay/vault"
	"assay/vault/markdown"
)

// A page often names all its sources at its end, for each of its claims. Reading thirty texts for
// each of a hundred claims costs minutes, and the text that carries a claim has most of its words.

const (
	mostAsked = 8    // texts that a judge reads for one claim
	mostTexts = 4096 // whose words and hash are kept
)

// A textAt is a text of one edition of a file.
type textAt struct {
	file       string
	hash       vault.Hash
	start, end int
	size       int
}

// A textFacts is what is asked of a text for each claim that cites it.
type textFacts struct {
	sum   string  // its hash
	deep  string  // why no judge reads it, whatever the claim; "" where one does
	words wordSet // nil until asked for
}

// textOf gives the facts of a cited text. The words of a quotation are the author's and stand in
// no file, so they have no place to be known by.
func (gr *Grader) textOf(e provenance.Evidence, quote string) *textFacts {
	made := func() *textFacts { return &textFacts{sum: view.HashOf(e.Text), deep: view.TooLarge("", e.Text)} }
	if quote != "" && quote == e.Text {
		return made()
	}
	f, _ := gr.Snap.File(e.Span.File)
	at := textAt{file: e.Span.File, hash: f.Hash, start: e.Span.Start, end: e.Span.End, size: len(e.Text)}
	t := gr.Memo.texts[at]
	if t == nil {
		if len(gr.Memo.texts) >= mostTexts {
			clear(gr.Memo.texts)
		}
		t = made()
		gr.Memo.texts[at] = t
	}
	return t
}

// A wordSet is the words of a text that bear meaning, as hashes in order.
type wordSet []uint64

var wordSeed = maphash.MakeSeed()

func wordsOf(x *originalWords, s string) wordSet {
	var set wordSet
	x.each(s, func(stem string, _, _ int) { set = append(set, maphash.String(wordSeed, stem)) })
	slices.Sort(set)
	return slices.Clip(slices.Compact(set))
}

// common is how many words two texts share.
func (w wordSet) common(of wordSet) (n int) {
	for _, word := range of {
		if _, has := slices.BinarySearch(w, word); has {
			n++
		}
	}
	return n
}

// lessLikely are the texts cited for a claim that no judge is asked about, where there are many:
// those that have fewest of its words. A text is asked about whose place is cited, or that the
// author cited for this very claim, before any that stands in a list of the page.
func (gr *Grader) lessLikely(c markdown.Claim, e Basis) map[int]bool {
	if len(e.Questions) <= mostAsked {
		return nil
	}
	x := &originalWords{stems: text.NewStems()}
	claim := wordsOf(x, c.Text)
	score := make([]int, len(e.Questions))
	order := make([]int, len(e.Questions))
	for i, p := range e.Grading.Passages {
		order[i] = i
		t := gr.textOf(p.Evidence, p.Cite.Quote)
		if t.words == nil {
			t.words = wordsOf(x, p.Evidence.Text)
		}
		score[i] = t.words.common(claim)
		if q := e.Questions[i]; q.To > 0 || e.Instead[i] || p.Cite.Scope == markdown.ScopeSentence || p.Cite.Scope == markdown.ScopeBlock {
			score[i] += len(claim) + 1
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	skip := map[int]bool{}
	for _, i := range order[mostAsked:] {
		skip[i] = true
	}
	return skip
}
