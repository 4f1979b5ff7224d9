// Fit fits the weights of the lexical judge to labelled rows and writes them.
//
//	go run ./internal/lab/fit -o gates/judge/weights.json set.jsonl.gz …
//
// A row is {"claim","evidence","label"}, evidence a text or a list of sentences;
// label supported counts as supported, refuted and nei as not. Only sets whose
// licence allows it belong here. -report lists sets that are scored and not fitted.
// -leave-out writes no weights and prints what the judge makes of each set when it was
// fitted without that set. -without fits without a group of features, to see its worth.
//
// The model is boosted trees under monotone constraints, so that more evidence
// never lowers a score. The knots of its calibration are set on scores that each
// row got from trees that never saw its claim nor its evidence.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"assay/compiler/eval"
	"assay/gates/judge"
	"assay/provenance"
)

// A sample is a row as the model sees it.
type sample struct {
	set   string
	group uint64 // rows that share a claim or a text
	x     []float64
	bins  []uint8
	free  bool // no check decides, so that the score does
	y     float64
	w     float64
	fold  int
	cv    float64 // margin from trees that never saw the group
	fit   bool
	claim string
	text  string
	// answer of the whole judge, its trees grown without the fold.
	answer provenance.Judgement
}

func main() {
	out := flag.String("o", "", "file to write the weights to")
	version := flag.String("version", "9", "version of the weights")
	report := flag.String("report", "", "comma-separated sets that are scored only")
	leave := flag.Bool("leave-out", false, "leave each fitted set out in turn and score it; write nothing")
	without := flag.String("without", "", "group of features that no tree may ask")
	flag.Parse()
	if err := run(*out, *version, flag.Args(), strings.FieldsFunc(*report, func(r rune) bool { return r == ',' }),
		boosting{trees: 300, depth: 3, rate: 0.06, minLeaf: 20, lambda: 4}, *leave, *without); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(out, version string, paths, reported []string, b boosting, leave bool, without string) error {
	const seed = 1
	var samples []*sample
	for i, path := range append(append([]string{}, paths...), reported...) {
		rows, err := load(path)
		if err != nil {
			return err
		}
		for _, s := range rows {
			s.fit = i < len(paths)
		}
		samples = append(samples, rows...)
		if i < len(paths) {
			samples = append(samples, measure(corrupt(rows, seed))...)
			samples = append(samples, measure(lengthen(rows, seed))...)
		}
	}
	if len(samples) == 0 {
		return fmt.Errorf("fit: no rows")
	}
	weigh(samples)
	var names, groups []string
	for _, f := range judge.Features() {
		names, groups, b.signs = append(names, f.Name), append(groups, f.Group), append(b.signs, f.Sign)
	}
	if without != "" {
		if !slices.Contains(groups, without) {
			return fmt.Errorf("fit: no group of features is called %q", without)
		}
		b.off = make([]bool, len(groups))
		for i, group := range groups {
			b.off[i] = group == without
		}
	}
	fitted, models := fit(samples, b, seed)
	askFolds(samples, models)
	if leave {
		table(os.Stdout, samples, leaveOut(samples, b, seed))
		return nil
	}
	fitted.Version, fitted.Features = version, names
	table(os.Stdout, samples, nil)
	if out == "" {
		return nil
	}
	data, err := json.Marshal(fitted)
	if err != nil {
		return fmt.Errorf("print weights: %w", err)
	}
	if err := os.WriteFile(out, append(data, '\n'), 0o644); err != nil {
		return fmt.Errorf("write weights: %w", err)
	}
	return nil
}

// leaveOut puts the rows of a set to a judge that was fitted without the set and all that was made
// from it. How far it falls behind is how far the judge is tuned to the set.
func leaveOut(samples []*sample, b boosting, seed uint64) func(set string, rows []*sample) {
	own := func(set string) string { return strings.TrimRight(set, "+~") }
	var left string
	var without *judge.Lexical
	var weights *judge.Weights
	return func(set string, rows []*sample) {
		if own(set) != left { // the rows of a set stand together with those made from it
			left = own(set)
			weights, _ = fit(where(samples, func(s *sample) bool { return own(s.set) != left }), b, seed)
			without = judge.NewFitted(weights)
		}
		for _, s := range rows {
			s.cv = weights.Margin(s.x)
			s.ask(without)
		}
	}
}

// fit grows the trees and sets the knots, and returns the models of the folds as well,
// each of which never saw its fold.
func fit(samples []*sample, b boosting, seed uint64) (*judge.Weights, []*judge.Weights) {
	bins := cut(samples)
	const folds = 5
	assign(samples, folds, seed)
	models := crossValidate(samples, b, bins, folds)
	fitted := &judge.Weights{}
	fitted.Bias, fitted.Trees = b.grow(where(samples, func(s *sample) bool { return s.fit && s.free }), bins)
	for _, kind := range [...]string{judge.KindPassage, judge.KindCJK, judge.KindArticle, judge.KindPage} {
		knots := calibrate(samples, kind)
		if knots == nil { // no set of this kind
			knots = fitted.Knots
		}
		for _, m := range append(models, fitted) {
			m.SetKnots(kind, knots)
		}
	}
	return fitted, models
}

// where are the samples of which something holds.
func where(samples []*sample, holds func(*sample) bool) []*sample {
	return slices.DeleteFunc(slices.Clone(samples), func(s *sample) bool { return !holds(s) })
}

// weigh gives each set the same say, whatever its size, within a factor: volume
// counts for its root. Within a set both answers weigh the same, or the model would
// learn how often a set says yes instead of why.
func weigh(samples []*sample) {
	type key struct {
		set string
		y   float64
	}
	count, size := map[key]float64{}, map[string]float64{}
	for _, s := range samples {
		count[key{s.set, s.y}]++
		size[s.set]++
	}
	for _, s := range samples {
		if s.made() {
			s.w = madeWeight * 15 / math.Sqrt(size[s.set])
			continue
		}
		s.w = 15 * math.Sqrt(size[s.set]) / count[key{s.set, s.y}]
	}
}

// madeWeight is the say of made rows beside that of real ones. With more, claims that
// copy their source well are distrusted on all sets; with none, summaries spliced
// from several sentences pass (false T5 on qags .24 instead of .14, cross-validated).
const madeWeight = 0.02

// load reads a set and measures its rows.
func load(path string) ([]*sample, error) {
	rows, err := eval.ReadClaims(path)
	if err != nil {
		return nil, err
	}
	set := filepath.Base(filepath.Dir(path))
	var samples []*sample
	for _, r := range rows {
		if r.Label != "supported" && r.Label != "refuted" && r.Label != "nei" {
			continue
		}
		s := &sample{set: set, claim: r.Claim, text: string(r.Evidence)}
		if r.Label == "supported" {
			s.y = 1
		}
		samples = append(samples, s)
	}
	group(samples)
	return measure(samples), nil
}

// measure asks the judge for the features of each sample, on all cores.
func measure(samples []*sample) []*sample {
	lexical := judge.NewFitted(&judge.Weights{Version: "unfitted"})
	var wg sync.WaitGroup
	n := runtime.GOMAXPROCS(0)
	for k := range n {
		wg.Go(func() {
			for i := k; i < len(samples); i += n {
				samples[i].x, samples[i].free = lexical.Features(judge.Question{Claim: samples[i].claim, Text: samples[i].text})
			}
		})
	}
	wg.Wait()
	return samples
}

// group joins rows that share a claim or a text, so that no fold sees half of one.
func group(samples []*sample) {
	parent := make([]int, len(samples))
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	first := map[string]int{}
	for i := range samples {
		parent[i] = i
		for _, key := range [...]string{"c" + samples[i].claim, "t" + samples[i].text} {
			if j, ok := first[key]; ok {
				parent[find(i)] = find(j)
			} else {
				first[key] = i
			}
		}
	}
	for i := range samples {
		samples[i].group = uint64(find(i))
	}
}
