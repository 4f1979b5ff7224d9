// Package eval measures judges, search and extraction on labelled sets, and whole wikis with
// labelled lines.
package eval

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"assay/gates/judge"
	"assay/provenance"
	"assay/vault/markdown"
)

// A ClaimsReport tells what a judge makes of labelled claims, each with its
// evidence. Rows are supported, refuted or nei (not enough information); rows with
// another label are counted by tier and not scored.
type ClaimsReport struct {
	Judge     string                    `json:"judge"`
	Rows      int                       `json:"rows"`      // all of them, scored or not
	Threshold float64                   `json:"threshold"` // support that carries a claim
	Tiers     map[string]map[string]int `json:"tiers"`     // label, then T0 to T5
	FalseT5   float64                   `json:"false_t5"`  // share of rows that are not supported graded T5
	FalseT0   float64                   `json:"false_t0"`  // share of supported rows graded T0
	Recall    float64                   `json:"t5_recall"` // share of supported rows graded T5
	Precision float64                   `json:"t5_precision"`
	AUC       float64                   `json:"auc"`        // chance that a supported row scores above one that is not
	MacroF1   float64                   `json:"macro_f1"`   // mean over Classes
	RowsPerS  float64                   `json:"rows_per_s"` // judged and graded, on all cores; reading left out
	// Classes are the labels that the set has. T5 answers supported; T0 answers
	// refuted and all else nei. In a set without a refuted row, nei is all but T5.
	Classes map[string]ClassScore `json:"classes"`
	// Rules counts what decided the judgements, by label.
	Rules map[string]map[string]int `json:"rules"`
	// Cost is there of a judge that is asked: what it took besides time.
	Cost *Cost `json:"cost,omitempty"`
	// Calibrated is there of such a judge too: without a calibration it passes nothing.
	Calibrated *bool `json:"calibrated,omitempty"`
	// Missing says of such a judge why rows had no answer of it, where some had none.
	Missing string `json:"missing,omitempty"`
}

// A Comparison puts several judges beside each other on the same rows.
type Comparison struct {
	Judges []ClaimsReport `json:"judges"`
}

// A ClassScore is how well one label was found.
type ClassScore struct {
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
}

// ClaimsOptions are what grades depend on besides the rows.
type ClaimsOptions struct {
	Threshold   float64 // 0 for provenance.DefaultThreshold
	RejectBelow float64 // 0 for 0.20, the default policy's
	Jobs        int     // rows judged at once; 0 for all cores
	Progress    func(done, total int)
}

// The labels that are scored.
const (
	labelSupported = "supported"
	labelRefuted   = "refuted"
	labelNEI       = "nei"
)

var labels = [...]string{labelSupported, labelRefuted, labelNEI}

const defaultRejectBelow = 0.20

// A ClaimRow is a labelled claim with its evidence.
type ClaimRow struct {
	ID       string       `json:"id"`
	Claim    string       `json:"claim"`
	Evidence EvidenceText `json:"evidence"`
	Label    string       `json:"label"`
}

// An EvidenceText is a text, or a list of sentences that are put a line each.
type EvidenceText string

// UnmarshalJSON accepts both forms.
func (e *EvidenceText) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		var list []string
		if err := json.Unmarshal(data, &list); err != nil {
			return err
		}
		*e = EvidenceText(strings.Join(list, "\n"))
		return nil
	}
	return json.Unmarshal(data, (*string)(e))
}

// Claims reads rows {"id","claim","evidence","label"} from .jsonl or .jsonl.gz files and
// grades them.
func Claims(ctx context.Context, files []string, j judge.Judge, o ClaimsOptions) (ClaimsReport, error) {
	var rows []ClaimRow
	for _, file := range files {
		more, err := ReadClaims(file)
		if err != nil {
			return ClaimsReport{}, err
		}
		rows = append(rows, more...)
	}
	r, err := Grade(ctx, rows, j, o)
	if err != nil {
		return ClaimsReport{}, fmt.Errorf("judge %s: %w", strings.Join(files, ", "), err)
	}
	return r, nil
}

// Grade grades each row through [provenance.Grade], its evidence being the one passage that it
// cites.
func Grade(ctx context.Context, rows []ClaimRow, j judge.Judge, o ClaimsOptions) (ClaimsReport, error) {
	o.Threshold = cmp.Or(o.Threshold, provenance.DefaultThreshold)
	o.RejectBelow = cmp.Or(o.RejectBelow, defaultRejectBelow)
	start := time.Now()
	verdicts := make([]provenance.Verdict, len(rows))
	err := eachRow(ctx, len(rows), o.Jobs, o.Progress, func(i int) (err error) {
		verdicts[i], err = gradeRow(ctx, &rows[i], j, o)
		return err
	})
	if err != nil {
		return ClaimsReport{}, err
	}
	r := ClaimsReport{Judge: j.Model(), Rows: len(rows), Threshold: o.Threshold, RowsPerS: float64(len(rows)) / time.Since(start).Seconds()}
	r.score(rows, verdicts)
	if s, ok := j.(*Second); ok {
		cost, why := s.Cost()
		calibrated := s.Calibration != nil
		r.Cost, r.Calibrated, r.Missing = &cost, &calibrated, why
	}
	return r, nil
}

// ReadClaims reads rows of labelled claims from a file that may be packed.
func ReadClaims(file string) ([]ClaimRow, error) {
	data, err := ReadPacked(filepath.Split(file))
	if err != nil {
		return nil, fmt.Errorf("read claims: %w", err)
	}
	rows, err := rowsOf(data, func(row *ClaimRow) error {
		if row.Claim == "" || row.Label == "" {
			return errors.New("claim or label is missing")
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("read claims %s: %w", file, err)
	case len(rows) == 0:
		return nil, fmt.Errorf("read claims %s: no rows", file)
	}
	return rows, nil
}

// eachRow does something for each of n rows, so many at once (0: on all CPUs), up to the first
// error.
func eachRow(ctx context.Context, n, jobs int, progress func(done, total int), do func(i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(cmp.Or(max(jobs, 0), runtime.GOMAXPROCS(0)))
	var done atomic.Int64
	for i := range n {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := do(i); err != nil {
				return err
			}
			if done := done.Add(1); progress != nil {
				progress(int(done), n)
			}
			return nil
		})
	}
	return group.Wait()
}

func gradeRow(ctx context.Context, row *ClaimRow, j judge.Judge, o ClaimsOptions) (provenance.Verdict, error) {
	answer, err := j.Judge(ctx, judge.Question{Claim: row.Claim, Text: string(row.Evidence)})
	if err != nil {
		return provenance.Verdict{}, fmt.Errorf("row %s: %w", row.ID, err)
	}
	cite := markdown.Cite{Form: markdown.CiteLink, Target: row.ID}
	return provenance.Grade(provenance.Grading{
		Claim:       markdown.Claim{Text: row.Claim, Cites: []markdown.Cite{cite}},
		Passages:    []provenance.Judged{{Cite: cite, Evidence: provenance.Evidence{Text: string(row.Evidence)}, Judgement: answer}},
		Threshold:   o.Threshold,
		RejectBelow: o.RejectBelow,
	}), nil
}

// score counts tiers and computes what the report promises.
func (r *ClaimsReport) score(rows []ClaimRow, verdicts []provenance.Verdict) {
	r.Tiers, r.Rules = map[string]map[string]int{}, map[string]map[string]int{}
	truth := map[string]int{}
	answered := map[string]int{}
	right := map[string]int{}
	var supported, other []float64
	hasRefuted := slices.ContainsFunc(rows, func(row ClaimRow) bool { return row.Label == labelRefuted })
	for i := range rows {
		label, v := rows[i].Label, &verdicts[i]
		judgement := v.Passages[0].Judgement
		tally(r.Tiers, label, v.Tier.String())
		tally(r.Rules, label, judgement.Rule)
		answer := labelNEI
		switch {
		case v.Tier == provenance.T5:
			answer = labelSupported
		case v.Tier == provenance.T0 && hasRefuted:
			answer = labelRefuted
		}
		switch label {
		case labelSupported:
			supported = append(supported, judgement.Score)
		case labelRefuted, labelNEI:
			other = append(other, judgement.Score)
		default:
			continue
		}
		truth[label]++
		answered[answer]++
		if answer == label {
			right[label]++
		}
	}
	for _, byTier := range r.Tiers {
		for tier := provenance.T0; tier <= provenance.T5; tier++ {
			byTier[tier.String()] += 0 // so that each is shown
		}
	}
	passed := r.Tiers[labelRefuted]["T5"] + r.Tiers[labelNEI]["T5"]
	r.FalseT5 = ratio(passed, len(other))
	r.FalseT0 = ratio(r.Tiers[labelSupported]["T0"], len(supported))
	r.Recall = ratio(right[labelSupported], len(supported))
	r.Precision = ratio(right[labelSupported], right[labelSupported]+passed)
	r.AUC = AreaUnderCurve(supported, other)
	r.Classes = map[string]ClassScore{}
	for _, label := range labels {
		n := truth[label]
		if n == 0 {
			continue
		}
		c := ClassScore{Precision: ratio(right[label], answered[label]), Recall: ratio(right[label], n)}
		if c.Precision+c.Recall > 0 {
			c.F1 = 2 * c.Precision * c.Recall / (c.Precision + c.Recall)
		}
		r.Classes[label] = c
		r.MacroF1 += c.F1 / float64(len(truth))
	}
}

func tally(table map[string]map[string]int, row, column string) {
	if table[row] == nil {
		table[row] = map[string]int{}
	}
	table[row][column]++
}

// AreaUnderCurve is the chance that one of yes is above one of no, ties counting
// half (the Mann–Whitney statistic); 0 where either is empty.
func AreaUnderCurve(yes, no []float64) float64 {
	if len(yes) == 0 || len(no) == 0 {
		return 0
	}
	sort.Float64s(no)
	sum := 0.0
	for _, y := range yes {
		below := sort.SearchFloat64s(no, y)
		upTo := sort.Search(len(no), func(i int) bool { return no[i] > y })
		sum += float64(below) + float64(upTo-below)/2
	}
	return sum / float64(len(yes)) / float64(len(no))
}
