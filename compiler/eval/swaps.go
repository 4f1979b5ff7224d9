package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"assay/gates/judge"
	"assay/provenance"
)

// SwapsOptions say how a set is made of questions with answers, and graded.
type SwapsOptions struct {
	ClaimsOptions
	Split    string // only the queries of one split; "" takes all
	PerClaim int    // false claims made of one true one at most; 0 for 6
}

const swapsPerClaim = 6

// A SwapsReport is how a judge grades claims in a language of which no labelled set is
// at hand: sentences that answer a question, as they stand or shortened, and the same
// with another answer, another value or a denial.
type SwapsReport struct {
	ClaimsReport
	// Made says for each way in which a claim was made how many there are of it, and how
	// many passed: it should be all of the true ones and none of the others.
	Made map[string]SwapCount    `json:"made"`
	Sets map[string]*SwapsReport `json:"sets,omitempty"`
	rows []claimRow
	ways []string
}

// A SwapCount counts claims made in one way.
type SwapCount struct {
	Label  string `json:"label"`
	Claims int    `json:"claims"`
	Passed int    `json:"passed"` // graded T5
}

// Ways in which a claim is made, besides the kinds of package mutate.
const (
	wayAsIs   = "sentence" // true: as it stands
	wayShort  = "shorter"  // true: without what stands in brackets, or up to a semicolon
	wayAnswer = "answer"   // false: with the answer to another question
)

// Swaps makes a labelled set of a folder with corpus.jsonl[.gz], queries.jsonl whose
// rows have answers, and qrels.tsv, or of each such folder in it, and grades it.
func Swaps(ctx context.Context, dir string, j judge.Judge, o SwapsOptions) (*SwapsReport, error) {
	if o.PerClaim <= 0 {
		o.PerClaim = swapsPerClaim
	}
	if o.Threshold == 0 {
		o.Threshold = provenance.DefaultThreshold
	}
	if o.RejectBelow == 0 {
		o.RejectBelow = defaultRejectBelow
	}
	if _, err := os.Stat(filepath.Join(dir, "queries.jsonl")); err == nil {
		return swapOne(ctx, dir, j, o)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("make claims by swaps: %w", err)
	}
	all := &SwapsReport{Sets: map[string]*SwapsReport{}, Made: map[string]SwapCount{}}
	for _, e := range entries {
		sub := filepath.Join(dir, e.Name())
		if _, err := os.Stat(filepath.Join(sub, "queries.jsonl")); err != nil {
			continue
		}
		r, err := swapOne(ctx, sub, j, o)
		if err != nil {
			return nil, err
		}
		all.Sets[e.Name()] = r
	}
	if len(all.Sets) == 0 {
		return nil, fmt.Errorf("make claims by swaps: %s has no queries.jsonl, nor has a folder in it", dir)
	}
	return all, nil
}

// swapOne makes and grades the set of one collection.
func swapOne(ctx context.Context, dir string, j judge.Judge, o SwapsOptions) (*SwapsReport, error) {
	rows, ways, err := swapRows(dir, o)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	verdicts, err := gradeRows(ctx, rows, j, o.ClaimsOptions)
	if err != nil {
		return nil, fmt.Errorf("judge %s: %w", dir, err)
	}
	r := &SwapsReport{Made: map[string]SwapCount{}, rows: rows, ways: ways}
	r.Judge, r.Rows, r.Threshold = j.Model(), len(rows), o.Threshold
	if s := time.Since(start).Seconds(); s > 0 {
		r.RowsPerS = float64(len(rows)) / s
	}
	r.score(rows, verdicts)
	for i := range rows {
		c := r.Made[ways[i]]
		c.Label = rows[i].Label
		c.Claims++
		if verdicts[i].Tier == provenance.T5 {
			c.Passed++
		}
		r.Made[ways[i]] = c
	}
	return r, nil
}

// WriteRows writes the claims that were made, as `eval claims` reads them.
func (r *SwapsReport) WriteRows(path string) error {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	write := func(r *SwapsReport) error {
		for i := range r.rows {
			if err := enc.Encode(struct {
				claimRow
				Way string `json:"way"`
			}{r.rows[i], r.ways[i]}); err != nil {
				return err
			}
		}
		return nil
	}
	err := write(r)
	for _, name := range slices.Sorted(maps.Keys(r.Sets)) {
		err = errors.Join(err, write(r.Sets[name]))
	}
	if err == nil {
		err = os.WriteFile(path, out.Bytes(), 0o644)
	}
	if err != nil {
		return fmt.Errorf("write claims made by swaps: %w", err)
	}
	return nil
}
