package review

import (
	"context"
	"strings"
	"time"

	"assay/compiler"
	"assay/compiler/grade"
	"assay/compiler/view"
	"assay/gates/judge"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// examine looks at a claim once more with its passages whole: verdicts keep only the
// words that are shown. The evidence is what a person's word on the claim is bound to.
func examine(ctx context.Context, p *compiler.Plan, j judge.Judge, n *markdown.Note, c markdown.Claim) (provenance.Grading, []provenance.Evidence, error) {
	e := p.Grade.Gather(n, c, &grade.NoteVerdicts{})
	if e.Silent() {
		return e.Grading, e.Held, nil
	}
	answers, ok := p.Grade.Judge(n, c, e)
	if !ok {
		var err error
		if answers, err = grade.AskJudge(ctx, j, c.Text, e, p.Policy.Synthesis.MinSimilarityThreshold); err != nil {
			return e.Grading, e.Held, err
		}
	}
	return p.Grade.Settle(c, e, answers), e.Held, nil
}

// claimDigest names a claim with its evidence as both are, for a decision to be bound
// to what was shown.
func claimDigest(c markdown.Claim, evidence []provenance.Evidence) string {
	return view.HashOf("claim", provenance.ClaimHash(c).String(), provenance.EvidenceHash(evidence).String())
}

// A Passage is evidence with its decisive words in their surroundings, and what
// the judge said of it.
type Passage struct {
	Source     provenance.SourceID `json:"source,omitempty"`
	Cite       string              `json:"cite,omitempty"` // what a note writes behind a sentence to cite it
	File       string              `json:"file"`
	Line       int                 `json:"line"` // of the quote
	Column     int                 `json:"column"`
	EndLine    int                 `json:"end_line"`
	EndColumn  int                 `json:"end_column"`
	Title      string              `json:"title,omitempty"`
	Heading    []string            `json:"heading"`
	URL        string              `json:"url,omitempty"`
	Retrieved  string              `json:"retrieved,omitempty"` // RFC 3339
	Before     string              `json:"before,omitempty"`    // a few lines of the source
	Quote      string              `json:"quote"`
	After      string              `json:"after,omitempty"`
	Stance     string              `json:"stance"` // supports, contradicts, silent
	Score      float64             `json:"score"`
	Similarity float64             `json:"similarity"`
	Rule       string              `json:"rule"`
	Judge      string              `json:"judge"`
}

// passage shows evidence around its decisive words.
func passage(p *compiler.Plan, q provenance.Judged) Passage {
	e, j := q.Evidence, q.Judgement
	from, to := j.QuoteStart, j.QuoteEnd
	if from < 0 || to > len(e.Text) || from >= to {
		from, to = 0, len(firstRunes(e.Text, mostQuoted))
	}
	out := Passage{Source: e.Source, File: e.Span.File, Title: e.Title, Heading: append([]string{}, e.Heading...), URL: e.URL, Quote: e.Text[from:to],
		Stance: j.Stance.String(), Score: j.Score, Similarity: j.Similarity, Rule: j.Rule, Judge: j.Judge}
	if !e.Retrieved.IsZero() {
		out.Retrieved = e.Retrieved.UTC().Format(time.RFC3339)
	}
	before, after := e.Text[:from], e.Text[to:]
	if e.Chunk != "" {
		out.Cite = "[^" + e.Chunk.Anchor() + "]"
		was, next := beside(p, e)
		before, after = was+before, after+next
	}
	out.Before, out.After = lastOf(before), firstOf(after)
	if text, err := p.Snap.Read(e.Span.File); err == nil {
		start, end := quotePlace(string(text), e, from, to)
		lines := vault.NewLines(text)
		at, until := lines.Position(start), lines.Position(end)
		out.Line, out.Column, out.EndLine, out.EndColumn = at.Line, at.Column, until.Line, until.Column
	}
	return out
}

// beside is the text of the passages that stand before and after one in its page.
func beside(p *compiler.Plan, e provenance.Evidence) (before, after string) {
	chunks := p.Index.ReadPage(e.Span.File).Chunks
	for i, c := range chunks {
		if c.ID != e.Chunk {
			continue
		}
		if i > 0 {
			before = chunks[i-1].Text + "\n\n"
		}
		if i+1 < len(chunks) {
			after = "\n\n" + chunks[i+1].Text
		}
	}
	return before, after
}

// quotePlace finds where a quote stands in its file. The judged text is the stored one
// with anchors and escapes undone; where not even its first words stand there, the passage
// is the place.
func quotePlace(file string, e provenance.Evidence, from, to int) (start, end int) {
	lo := max(0, min(e.Span.Start, len(file)))
	hi := max(lo, min(e.Span.End, len(file)))
	quote := e.Text[from:to]
	if lo+to <= len(file) && file[lo+from:lo+to] == quote {
		return lo + from, lo + to
	}
	if start, end, ok := FindQuote(file[lo:hi], quote); ok {
		return lo + start, lo + end
	}
	return lo, hi
}

// FindQuote finds where a quote stands in a stored text, as it is or by its first words.
func FindQuote(within, quote string) (start, end int, ok bool) {
	if i := strings.Index(within, quote); i >= 0 {
		return i, i + len(quote), true
	}
	words := strings.Fields(quote)
	for n := min(len(words), 8); n >= 2; n-- {
		if i := strings.Index(within, strings.Join(words[:n], " ")); i >= 0 {
			return i, min(i+len(quote), len(within)), true
		}
	}
	return 0, 0, false
}

// How much of a source is shown around a quote: enough to see what it speaks of.
const (
	aroundLines = 3
	aroundRunes = 320
	mostQuoted  = 200
)

// lastOf is the end of a text, a few lines of it.
func lastOf(text string) string {
	lines, n := strings.Split(strings.TrimRight(text, " \t\r\n"), "\n"), 0
	from := len(lines)
	for from > 0 && n < aroundLines {
		from--
		if strings.TrimSpace(lines[from]) != "" {
			n++
		}
	}
	text = strings.Trim(strings.Join(lines[from:], "\n"), "\r\n")
	if r := []rune(text); len(r) > aroundRunes {
		text = string(r[len(r)-aroundRunes:])
		if i := strings.IndexByte(text, ' '); i >= 0 && i < len(text)/4 {
			text = text[i+1:]
		}
		text = "…" + text
	}
	return text
}

// firstOf is the beginning of a text, a few lines of it.
func firstOf(text string) string {
	lines, n := strings.Split(text, "\n"), 0
	to := 0
	for to < len(lines) && n < aroundLines {
		if strings.TrimSpace(lines[to]) != "" {
			n++
		}
		to++
	}
	text = strings.TrimRight(strings.Trim(strings.Join(lines[:to], "\n"), "\r\n"), " \t\r\n")
	if short := firstRunes(text, aroundRunes); short != text {
		text = short
		if i := strings.LastIndexByte(text, ' '); i > len(text)*3/4 {
			text = text[:i]
		}
		text += "…"
	}
	return text
}

// firstRunes is a text's beginning, at most so many characters.
func firstRunes(text string, most int) string {
	n := 0
	for i := range text {
		if n == most {
			return text[:i]
		}
		n++
	}
	return text
}
