package gates

import (
	"strings"
	"testing"

	"assay/provenance"
	"assay/vault/markdown"
)

// byPage are a page's claims that rest on its list of two sources, with their verdicts.
func byPage() (*markdown.Note, []provenance.Verdict) {
	cite := func(target string) markdown.Cite {
		return markdown.Cite{Form: markdown.CiteMeta, Scope: markdown.ScopeNote, Target: target}
	}
	n := claimIn("wiki/a.md", markdown.Claim{Cites: []markdown.Cite{cite("tea.md"), cite("oolong.md")}})
	best := judged(provenance.Judgement{Stance: provenance.Supports, Score: 0.9})
	best.Cite, best.Evidence.Span.File = cite("oolong.md"), "raw/oolong.md"
	return n, []provenance.Verdict{{Tier: provenance.T5, Rule: provenance.RuleSupported, Cited: true, Best: best}}
}

func TestPageCitation(t *testing.T) {
	n, vs := byPage()
	facts := Facts{Notes: []*markdown.Note{n}, Verdicts: map[string][]provenance.Verdict{n.Path: vs}}
	ds := Check(facts, Guest())
	if len(ds) != 1 || ds[0].Code != PageCitation || !strings.Contains(ds[0].Message, "1 in raw/oolong.md") {
		t.Errorf("which of two sources carries the claim is not said: %+v", ds)
	}
	n.Claims[0].Cites = n.Claims[0].Cites[1:]
	if ds := Check(facts, Guest()); len(ds) != 0 {
		t.Errorf("a page with one source is told which it is: %+v", ds)
	}
}

func TestRangeFix(t *testing.T) {
	for _, tt := range []struct {
		marker string
		cite   markdown.Cite
		mended string
	}{
		{marker: "^[tea.md:3-5]", cite: markdown.Cite{Target: "tea.md", FromLine: 3, ToLine: 5}, mended: "^[tea.md:12]"},
		{marker: "^[tea.md:3]", cite: markdown.Cite{Target: "tea.md", FromLine: 3, ToLine: 3}, mended: "^[tea.md:12]"},
		{marker: "^[tea.md#L3-L5]", cite: markdown.Cite{Target: "tea.md", FromLine: 3, ToLine: 5}, mended: "^[tea.md#L12]"},
		{marker: "^[tea.md:3-5, oolong.md]", cite: markdown.Cite{Target: "tea.md", FromLine: 3, ToLine: 5}},
	} {
		file := "Tea is old. " + tt.marker
		tt.cite.Form, tt.cite.Start, tt.cite.End = markdown.CiteCaretFile, len("Tea is old. "), len(file)
		f := renumber("a.md", tt.cite, 12)
		got := ""
		if f != nil {
			e := f.Edits[0]
			got = (file[:e.Span.Start] + e.Text + file[e.Span.End:])[len("Tea is old. "):]
		}
		if got != tt.mended {
			t.Errorf("%s becomes %q, want %q", tt.marker, got, tt.mended)
		}
	}
}

// A claim that cites one file by two ranges is not told that the other one is off.
func TestTwoRanges(t *testing.T) {
	off, in := judged(provenance.Judgement{Score: 0.9}), judged(provenance.Judgement{Score: 0.9})
	off.Cite, off.OffRange = markdown.Cite{FromLine: 3, ToLine: 5}, 10
	in.Cite = markdown.Cite{FromLine: 9, ToLine: 12}
	v := provenance.Verdict{Tier: provenance.T5, Cited: true, Best: off, Passages: []provenance.Judged{*off, *in}}
	if ds := rangeOff("a.md", markdown.Claim{}, v); len(ds) != 0 {
		t.Errorf("%+v", ds)
	}
}
