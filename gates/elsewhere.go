package gates

import (
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// Found is a place that a claim does not cite and that has most of its words.
type Found struct {
	Span  vault.Span
	Chunk provenance.ChunkID // of a stored passage; "" where it is a file
	Quote string
	Lacks []string // words of the claim that are not there
}

// offer names the stored passage that says what an uncited claim says, to be cited.
func offer(d *Diagnostic, e Found) {
	d.Hint = "read the quote; if it says so, cite it: put [^" + e.Chunk.Anchor() + "] after the sentence"
	if len(e.Lacks) > 0 {
		d.Hint = "read the quote, which has not " + list(telling(e.Lacks), 4, quote) + "; if it says so all the same, put [^" + e.Chunk.Anchor() + "] after the sentence"
	}
	d.Related = []Related{{Span: e.Span, Quote: e.Quote, Message: quote(clip(e.Quote, 200))}}
}

// foundElsewhere offers it. The claim may have the wrong file, or the other file may
// tell it differently; a reader sees which.
func foundElsewhere(path string, c markdown.Claim, v provenance.Verdict, e Found) Diagnostic {
	has := " has its words"
	if len(e.Lacks) > 0 {
		has = " has its words, all but " + list(telling(e.Lacks), 4, quote)
	}
	not := "not in what the claim cites; "
	if v.Tier == provenance.Unchecked {
		not = "what the claim cites could not be read; "
	}
	return Diagnostic{
		Code: FoundElsewhere, Severity: Note, Claim: c.ID, Graded: true, Tier: v.Tier,
		Span:    vault.Span{File: path, Start: c.Start, End: c.End},
		Message: not + e.Span.File + has,
		Hint:    "read the quote; if it says so, cite " + e.Span.File,
		Related: []Related{{Span: e.Span, Quote: e.Quote, Message: quote(clip(e.Quote, 200))}},
	}
}
