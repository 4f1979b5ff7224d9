package grade

import "assay/provenance"

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

// misquoted keeps a passage from carrying a claim whose citation quotes words that the
// passage does not have.
func misquoted(q *provenance.Judged) {
	j := &q.Judgement
	if !quotes(q.Evidence, q.Cite.Quote) || j.Stance == provenance.Contradicts || j.Mismatch != nil {
		return
	}
	if _, ok := provenance.FindQuote(q.Evidence.Text, q.Cite.Quote); ok {
		return
	}
	j.Rule, j.Mismatch = "quotation", &provenance.Mismatch{Kind: "quotation", Claim: q.Cite.Quote}
	if j.Stance == provenance.Supports {
		j.Missing = append(j.Missing[:len(j.Missing):len(j.Missing)], q.Cite.Quote)
	}
}
