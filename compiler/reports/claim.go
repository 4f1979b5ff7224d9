package reports

import (
	"cmp"

	"assay/gates"
	"assay/vault/markdown"
)

// A ClaimRow is a claim of a graded note with its grade, for programs that read every one
// of them.
type ClaimRow struct {
	ID markdown.ClaimID `json:"id"`
	ClaimPlace
	Text      string        `json:"text"`
	Tier      string        `json:"tier"`
	Rule      string        `json:"rule"`                 // the line of the table of tiers
	JudgeRule string        `json:"judge_rule,omitempty"` // what decided for the judge
	Code      gates.Code    `json:"code,omitempty"`       // of the diagnostic that tells of the grade
	Severity  string        `json:"severity,omitempty"`   // likewise
	Score     float64       `json:"score"`
	Cited     []string      `json:"cited"` // files, and what leads to none as it is written
	Quote     string        `json:"quote,omitempty"`
	Source    string        `json:"source,omitempty"` // the file that has the quote
	URL       string        `json:"url,omitempty"`
	Values    *ReviewValues `json:"values,omitempty"`
	Missing   []string      `json:"missing"` // values that the source does not have
	Absent    []string      `json:"absent"`  // words that the source never uses
}

// A ClaimPlace is where a claim stands.
type ClaimPlace struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
	Start     int    `json:"-"` // bytes of the file
	End       int    `json:"-"`
}

// Decided is the rule that decided: the judge's, where it was asked.
func (r ClaimRow) Decided() string { return cmp.Or(r.JudgeRule, r.Rule) }

// ReviewValues are the two values of a mismatch with a source, or with the existing
// claim of a conflict.
type ReviewValues struct {
	Kind   string `json:"kind"`
	Claim  string `json:"claim"`
	Source string `json:"source"`
}
