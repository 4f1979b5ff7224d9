package main

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"sync"

	"assay/compiler/eval"
	"assay/gates/judge"
	"assay/provenance"
)

// assign deals groups to folds by a hash, set by set.
func assign(samples []*sample, folds int, seed uint64) {
	for _, s := range samples {
		h := fnv.New64a()
		fmt.Fprintf(h, "%s %d %d", s.set, s.group, seed)
		s.fold = int(h.Sum64() % uint64(folds))
	}
}

// crossValidate gives each sample the margin of trees grown without its fold, and
// returns the model of each fold, its knots still to be set.
func crossValidate(samples []*sample, b boosting, bins [][]float64, folds int) []*judge.Weights {
	models := make([]*judge.Weights, folds)
	var wg sync.WaitGroup
	for fold := range folds {
		wg.Go(func() {
			bias, forest := b.grow(where(samples, func(s *sample) bool { return s.fit && s.free && s.fold != fold }), bins)
			models[fold] = &judge.Weights{Bias: bias, Trees: forest}
			for _, s := range samples {
				if s.fold != fold {
					continue
				}
				s.cv = models[fold].Margin(s.x)
			}
		})
	}
	wg.Wait()
	return models
}

// askFolds puts each row to the whole judge, with the model that never saw its fold,
// as a vault would: checks, clauses and all.
func askFolds(samples []*sample, models []*judge.Weights) {
	var wg sync.WaitGroup
	for fold, w := range models {
		wg.Go(func() {
			l := judge.NewFitted(w)
			for _, s := range samples {
				if s.fold == fold {
					s.ask(l)
				}
			}
		})
	}
	wg.Wait()
}

// made reports a row that was made wrong.
func (s *sample) made() bool { return strings.HasSuffix(s.set, "+") }

// ask puts a row to the whole judge; of rows made wrong only the trees are asked.
func (s *sample) ask(l *judge.Lexical) {
	if !s.made() {
		s.answer, _ = l.Judge(context.Background(), judge.Question{Claim: s.claim, Text: s.text})
	}
}

// What the calibration promises at the two lines that policy draws.
const (
	passLine   = 0.78
	rejectLine = 0.20
	precision  = 0.95  // of the rows that pass, all fitted sets together
	falseFail  = 0.010 // of the supported rows, all sets together
)

// falsePass is the share of unsupported rows that may pass, the mean over the fitted
// sets. There is one set in a script without spaces. What passes on a page has found its
// words together among many.
var falsePass = map[string]float64{judge.KindPassage: 0.008, judge.KindCJK: 0.0095, judge.KindArticle: 0.004, judge.KindPage: 0.05}

// calibrate sets the knots of one kind of evidence. The pass line is where the share of
// unsupported rows that pass, a mean over the sets and no quota of any one, is what was
// promised, and precision holds; the reject line is where falseFail of the supported
// rows lie below. Between and beyond, the score follows the margin. No supported row, no
// knots.
func calibrate(samples []*sample, kind string) []judge.Knot {
	unsupported := map[string][]float64{}
	var supported, all []float64
	for _, s := range samples {
		if judge.Kind(s.x) != kind {
			continue
		}
		all = append(all, s.cv)
		if !s.fit || s.made() {
			continue
		}
		if s.y == 0 {
			m := math.Inf(-1)
			if s.free {
				m = s.cv
			}
			unsupported[s.set] = append(unsupported[s.set], m)
		} else if s.free {
			supported = append(supported, s.cv)
		}
	}
	if len(supported) == 0 {
		return nil
	}
	pass := passAt(unsupported, falsePass[kind])
	if kind == judge.KindPassage || kind == judge.KindCJK { // where a single row of the few that pass would decide
		pass = max(pass, preciseAbove(samples, kind))
	}
	fmt.Fprintf(os.Stderr, "%s: pass line %.3f\n", kind, pass)
	slices.Sort(supported)
	reject := supported[int(falseFail*float64(len(supported)))]
	slices.Sort(all)
	highest := max(all[len(all)-1], pass+1)
	lowest := min(all[0], reject-1)
	reject = min(reject, pass-0.5)
	round := func(x float64) float64 { return math.Round(x*1e4) / 1e4 }
	return []judge.Knot{
		{Margin: round(lowest), Score: 0.01},
		{Margin: round(reject), Score: rejectLine},
		{Margin: round((reject + pass) / 2), Score: 0.45},
		{Margin: round(pass), Score: passLine},
		{Margin: round((pass + highest) / 2), Score: 0.95},
		{Margin: round(highest), Score: 0.99},
	}
}

// minSet is how many unsupported rows a set must have to be counted.
const minSet = 50

// passAt is the lowest margin at which the mean share of unsupported rows that pass is
// at most what was promised. Each set counts alike, whatever its size.
func passAt(unsupported map[string][]float64, promised float64) float64 {
	type step struct{ margin, share float64 }
	var steps []step
	maps.DeleteFunc(unsupported, func(_ string, margins []float64) bool { return len(margins) < minSet })
	for _, margins := range unsupported {
		for _, m := range margins {
			steps = append(steps, step{m, 1 / float64(len(unsupported)) / float64(len(margins))})
		}
	}
	slices.SortFunc(steps, func(a, b step) int { return cmp.Compare(b.margin, a.margin) })
	passed := 0.0
	for _, s := range steps {
		if passed += s.share; passed > promised {
			return s.margin + 1e-6
		}
	}
	return math.Inf(-1)
}

// preciseAbove is the lowest margin from which up precision holds.
func preciseAbove(samples []*sample, kind string) float64 {
	counted := where(samples, func(s *sample) bool {
		return s.fit && s.free && judge.Kind(s.x) == kind && !s.made()
	})
	slices.SortStableFunc(counted, func(a, b *sample) int { return cmp.Compare(b.cv, a.cv) })
	line, yes := math.Inf(1), 0.0
	for i, s := range counted {
		yes += s.y
		if yes >= precision*float64(i+1) {
			line = s.cv
		}
	}
	if math.IsInf(line, 1) {
		return math.Inf(-1)
	}
	return line
}

// table prints, of each set, what the whole judge makes of it, and how well the trees alone
// tell its rows apart. again puts the rows of a fitted set once more, to models that never saw it.
func table(w io.Writer, samples []*sample, again func(set string, rows []*sample)) {
	sets, figures := map[string][]*sample{}, map[string]string{}
	var names []string
	for _, s := range samples {
		if sets[s.set] == nil {
			names = append(names, s.set)
		}
		sets[s.set] = append(sets[s.set], s)
	}
	figuresOf := func(rows []*sample) string {
		falseT5, recall, falseT0 := outcome(rows)
		return fmt.Sprintf(" %.3f | %.3f | %.3f | %.3f |", falseT5, recall, falseT0, auc(rows))
	}
	for _, name := range names {
		figures[name] = figuresOf(sets[name])
	}
	fmt.Fprintln(w, "| set | rows | false T5 | recall | false T0 | AUC | without it: false T5 | recall | false T0 | AUC |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|---|")
	for _, name := range names {
		rows, without := sets[name], " | | | |"
		if again != nil && rows[0].fit && !rows[0].made() {
			again(name, rows)
			without = figuresOf(rows)
		}
		fmt.Fprintf(w, "| %s | %d |%s%s\n", name, len(rows), figures[name], without)
	}
}

// outcome is what the whole judge's answers come to: the shares of unsupported rows that
// pass, of supported rows that pass, and of supported rows that are called wrong.
func outcome(samples []*sample) (falseT5, recall, falseT0 float64) {
	var yes, passNo, passYes, refuted int
	for _, s := range samples {
		yes += int(s.y)
		switch carried := s.passes(); {
		case carried && s.y == 1:
			passYes++
		case carried:
			passNo++
		case s.y == 1 && (s.answer.Stance == provenance.Contradicts || s.answer.Score < rejectLine):
			refuted++
		}
	}
	return ratio(passNo, len(samples)-yes), ratio(passYes, yes), ratio(refuted, yes)
}

func ratio(a, b int) float64 {
	if b == 0 {
		return math.NaN()
	}
	return float64(a) / float64(b)
}

// auc is the chance that a supported row outranks one that is not.
func auc(samples []*sample) float64 {
	var margins [2][]float64
	for _, s := range samples {
		m := s.cv
		if !s.free {
			m -= 100
		}
		margins[int(s.y)] = append(margins[int(s.y)], m)
	}
	return eval.AreaUnderCurve(margins[1], margins[0])
}

// passes reports a row that the whole judge would grade T5.
func (s *sample) passes() bool {
	return s.answer.Stance == provenance.Supports && s.answer.Score >= passLine && len(s.answer.Missing) == 0
}
