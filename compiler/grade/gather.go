package grade

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"assay/compiler/view"
	"assay/gates/judge"
	"assay/provenance"
	"assay/text"
	"assay/vault"
	"assay/vault/markdown"
)

// Basis is all that a claim is judged by, before a judge has said anything.
type Basis struct {
	Grading   provenance.Grading    // its passages not judged yet
	Questions []judge.Question      // parallel to them
	Lead      []string              // what stands over the claim
	Written   string                // the language of its note
	Premises  []string              // the words of claims that a derived one rests on
	Skip      map[int]bool          // passages that no judge is asked about: others are likelier
	Instead   map[int]bool          // passages that a page has now in place of the one cited
	Held      []provenance.Evidence // all that it cites and that is held; a person's word is bound to it
}

// Silent reports that there is nothing to ask a judge about.
func (e Basis) Silent() bool { return len(e.Grading.Passages) == 0 && len(e.Premises) == 0 }

// Gather looks up what a claim cites.
func (gr *Grader) Gather(n *markdown.Note, c markdown.Claim, rec *NoteVerdicts) Basis {
	held := gr.Held().Asking(&rec.asked)
	c.Cites = held.Settled(n, c, func(at provenance.Located) { rec.depend(gr, at) })
	g := provenance.Grading{
		Claim: c, CitesAtWill: gr.Policy.CitesAtWill(n.Path), Draft: gr.IsDraft(n.Path), Now: gr.Now,
		Threshold: gr.Policy.Synthesis.MinSimilarityThreshold, RejectBelow: gr.Policy.Synthesis.RejectBelow,
	}
	e := Basis{Lead: n.Over(c), Written: gr.Spoken(n), Instead: map[int]bool{}}
	ask := func(q provenance.Judged, hint provenance.Range) bool {
		switch no := gr.admission(q.Evidence.Span.File); no.Status {
		case provenance.Held:
		case provenance.Unadmitted: // it may still show that the claim is wrong
			q.Evidence.Barred = no.Why
		default:
			q.Evidence.Text = ""
			g.Problems = append(g.Problems, provenance.Located{Cite: q.Cite, Status: no.Status, Evidence: q.Evidence, Reason: no.Why})
			return false
		}
		e.Held = append(e.Held, q.Evidence)
		if why := gr.Circular(n, c, q.Evidence, rec); why != "" {
			q.Evidence.Text = "" // nobody is going to judge it
			g.Problems = append(g.Problems, provenance.Located{Cite: q.Cite, Status: provenance.Circular, Evidence: q.Evidence, Reason: why})
			return false
		}
		g.Passages = append(g.Passages, q)
		e.Questions = append(e.Questions, judge.Question{Claim: c.Text, Text: q.Evidence.Text, Context: q.Evidence.Heading, About: q.Evidence.About, Lead: e.Lead, Written: e.Written, Whole: q.Evidence.Chunk == "" && hint.End == 0 && q.Cite.Quote == "", From: hint.Start, To: hint.End})
		return true
	}
	for _, cite := range c.Cites {
		if premises, words, ok := gr.premises(n, c, cite, rec); ok {
			g.Premises = append(g.Premises, premises...)
			e.Premises = append(e.Premises, words...)
			continue
		}
		at := held.Locate(n, cite)
		rec.depend(gr, at)
		if at.Status == provenance.Dangling && cite.Form == markdown.CiteChunk && len(gr.Index.Pages()) == 0 {
			at.Status, at.Reason = provenance.NotHeld, "no source is stored here yet; `assay build` stores those that are approved"
		}
		if at.Status != provenance.Held {
			g.Problems = append(g.Problems, at)
			continue
		}
		if gr.Policy.Denied(at.Evidence.URL) != nil {
			at.Status, at.Reason = provenance.NotHeld, "its domain is denied by the policy"
			g.Problems = append(g.Problems, at)
			continue
		}
		if why := cmp.Or(tooLarge(c.Text, ""), gr.textOf(at.Evidence, cite.Quote).deep); why != "" {
			at.Status, at.Reason, at.Evidence.Text = provenance.TooLarge, why, ""
			g.Problems = append(g.Problems, at)
			continue
		}
		ask(provenance.Judged{Cite: cite, Evidence: at.Evidence}, gr.hint(at))
		if e, ok := gr.quoted(at); ok {
			ask(provenance.Judged{Cite: cite, Evidence: e}, provenance.Range{})
		}
		for _, also := range at.Also {
			rec.dependFile(gr, also.Span.File)
			if ask(provenance.Judged{Cite: cite, Evidence: also}, provenance.Range{}) {
				e.Instead[len(g.Passages)-1] = at.Evidence.Superseded
			}
		}
	}
	e.Grading = g
	e.Skip = gr.lessLikely(c, e)
	return e
}

func NameOf(e provenance.Evidence) string {
	if e.Chunk != "" {
		return string(e.Chunk)
	}
	return e.Span.File
}

// premises are the verdicts of the claims that a citation of a derived claim names:
// the block of another note, or of its own.
func (gr *Grader) premises(n *markdown.Note, c markdown.Claim, cite markdown.Cite, rec *NoteVerdicts) (verdicts []provenance.Verdict, words []string, ok bool) {
	if !c.Inferred || cite.Form != markdown.CiteBlock && cite.Form != markdown.CiteLink || !strings.HasPrefix(cite.Anchor, "^") {
		return nil, nil, false
	}
	to := gr.Links().Resolve(n.Path, markdown.Link{Target: cite.Target, Anchor: cite.Anchor, Wiki: cite.Form == markdown.CiteBlock})
	from := gr.Note(to.Path)
	if from == nil || !gr.Graded(from) {
		return nil, nil, false
	}
	rec.premises = append(rec.premises, from.Path)
	for i, premise := range gr.Whole(from).Claims {
		if premise.BlockID == strings.TrimPrefix(cite.Anchor, "^") && premise.ID != c.ID {
			if vs := gr.VerdictsOf(from); i < len(vs) {
				verdicts = append(verdicts, vs[i])
			} else {
				verdicts = append(verdicts, provenance.Verdict{Claim: premise.ID})
			}
			words = append(words, premise.Text)
		}
	}
	return verdicts, words, len(verdicts) > 0
}

// HasPremises reports whether a note has claims derived from others.
func HasPremises(n *markdown.Note) bool {
	for _, c := range n.Claims {
		if !c.Inferred {
			continue
		}
		for _, cite := range c.Cites {
			if (cite.Form == markdown.CiteBlock || cite.Form == markdown.CiteLink) && strings.HasPrefix(cite.Anchor, "^") {
				return true
			}
		}
	}
	return false
}

// A footnote of other tools may quote what it cites. Whether the words are there needs
// no judge. Those of a passage stored here are written by the compiler and say nothing.
func quotes(e provenance.Evidence, quote string) bool { return quote != "" && e.Chunk == "" }

// hint is where in the cited text a judge looks first: the words that the citation
// quotes, else the lines or section that it names.
func (gr *Grader) hint(at provenance.Located) provenance.Range {
	if quotes(at.Evidence, at.Cite.Quote) {
		if r, ok := provenance.FindQuote(at.Evidence.Text, at.Cite.Quote); ok {
			return r
		}
	}
	return at.Hint
}

// quoted is the quotation as a passage of its own, where the source has its words among
// markup that a judge would stumble over.
func (gr *Grader) quoted(at provenance.Located) (provenance.Evidence, bool) {
	e := at.Evidence
	if !quotes(e, at.Cite.Quote) {
		return e, false
	}
	r, ok := provenance.FindQuote(e.Text, at.Cite.Quote)
	if !ok || provenance.SameWords(e.Text[r.Start:r.End], at.Cite.Quote) {
		return e, false
	}
	e.Span = gr.Held().Place(e, r.Start, r.End)
	e.Text = at.Cite.Quote
	return e, true
}

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
	made := func() *textFacts { return &textFacts{sum: view.HashOf(e.Text), deep: tooLarge("", e.Text)} }
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

func wordsOf(x *text.Stems, s string) wordSet {
	var set wordSet
	x.Each(s, func(stem string, _, _ int) { set = append(set, maphash.String(wordSeed, stem)) })
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
	x := text.NewStems()
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

// What a judge reads at most. It compares each value of a claim with each of the passage,
// so its time is their product; beyond these bounds one claim would take seconds.
const (
	maxClaim   = 8 << 10
	maxPassage = 4 << 20
	maxNesting = 1000
)

// tooLarge says why a claim is not held against a passage; "" where it is.
func tooLarge(claim, passage string) string {
	switch {
	case len(claim) > maxClaim:
		return fmt.Sprintf("the sentence has %d KB, and a judge reads %d", len(claim)>>10, maxClaim>>10)
	case len(passage) > maxPassage:
		return fmt.Sprintf("the text has %d MB, and a judge reads %d", len(passage)>>20, maxPassage>>20)
	case nesting(passage) > maxNesting:
		return fmt.Sprintf("the text is nested deeper than %d", maxNesting)
	}
	return ""
}

// nesting is how deep the brackets of a text are nested.
func nesting(text string) (deepest int) {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '[', '{', '(':
			depth++
			deepest = max(deepest, depth)
		case ']', '}', ')':
			depth = max(0, depth-1)
		}
	}
	return deepest
}
