package gates

import (
	"fmt"
	"strings"

	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// rangeOff tells of a claim that holds, but not by the lines that its citation names.
// Line numbers are mostly off in wikis that have them; that is no reason to doubt the
// claim.
func rangeOff(path string, c markdown.Claim, v provenance.Verdict) (ds []Diagnostic) {
	b := v.Best
	if b == nil || b.OffRange == 0 {
		return nil
	}
	for _, q := range v.Passages { // the same file, cited by two ranges
		if q.Cite.FromLine > 0 && q.OffRange == 0 && q.Evidence.Span.File == b.Evidence.Span.File && q.Judgement.Score >= b.Judgement.Score {
			return nil
		}
	}
	return []Diagnostic{{
		Code: RangeOff, Severity: Note, Claim: c.ID, Graded: true, Tier: v.Tier,
		Span:    vault.Span{File: path, Start: b.Cite.Start, End: b.Cite.End},
		Message: fmt.Sprintf("the claim holds, but its evidence is at line %d of %s, not at line %s", b.OffRange, b.Evidence.Span.File, lineRange(b.Cite)),
		Hint:    "correct the line numbers",
		Related: quoted(*b),
		Fix:     renumber(path, b.Cite, b.OffRange),
	}}
}

// renumber puts the right line into a marker that holds one file and its lines and
// nothing else: ^[file.md:3-5], ^[file.md#L3-L5]. How it is written is told by how
// long it is.
func renumber(path string, c markdown.Cite, line int) *Fix {
	if c.Form != markdown.CiteCaretFile || c.FromLine == 0 {
		return nil
	}
	for _, form := range [...]struct{ lines, now string }{
		{fmt.Sprintf(":%d-%d", c.FromLine, c.ToLine), fmt.Sprintf(":%d", line)},
		{fmt.Sprintf(":%d", c.FromLine), fmt.Sprintf(":%d", line)},
		{fmt.Sprintf("#L%d-L%d", c.FromLine, c.ToLine), fmt.Sprintf("#L%d", line)},
		{fmt.Sprintf("#L%d", c.FromLine), fmt.Sprintf("#L%d", line)},
	} {
		if len("^["+c.Target+form.lines+"]") != c.End-c.Start || strings.Contains(c.Target, "%") {
			continue
		}
		end := c.End - len("]")
		return &Fix{Title: fmt.Sprintf("cite line %d", line), Edits: []Edit{{Span: vault.Span{File: path, Start: end - len(form.lines), End: end}, Text: form.now}}}
	}
	return nil
}
