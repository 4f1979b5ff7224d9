// Package rank orders hits by what a question is after: what it is about, how new
// it has to be, and whose word counts. All its numbers lie in one file of weights,
// which a vault can change and a person can review; nothing else changes them.
//
// Read [Weights] first. [Weights.Intent] tells what a question is after,
// [Weights.Features] measures a hit, and [Mix.Score] adds up. The package asks
// nobody and keeps nothing.
package rank

import (
	"bytes"
	_ "embed"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// File is the name of a vault's own weights, in its root.
const File = "pipeline-weights.yaml"

//go:embed weights.yaml
var builtin []byte

// An Intent is what a question is after.
type Intent string

// Intents are all there are, the most specific first: where several fit, the first
// one is meant.
func Intents() []Intent {
	return []Intent{"resource", "news", "status", "comparison", "tutorial", "factual", "exploratory"}
}

// Valid reports whether there is such an intent.
func (i Intent) Valid() bool { return slices.Contains(Intents(), i) }

// A Mix says how much each of the three features counts; they add up to 1.
type Mix struct {
	Keyword   float64 `yaml:"keyword" json:"keyword"`
	Freshness float64 `yaml:"freshness" json:"freshness"`
	Authority float64 `yaml:"authority" json:"authority"`
}

// Weights are all numbers that ranking goes by.
type Weights struct {
	Version   int                 `yaml:"version"`
	Intents   map[Intent]Mix      `yaml:"intents"`
	Signals   map[Intent][]string `yaml:"signals"`
	Freshness *Freshness          `yaml:"freshness"`
	Authority *Authority          `yaml:"authority"`
	Planning  *Planning           `yaml:"planning"`
	Fusion    *Fusion             `yaml:"fusion"`
	Clusters  *Clustering         `yaml:"clusters"`

	own map[Intent][]string // signals of a vault, which decide before what is fitted
}

// Freshness scores a date.
type Freshness struct {
	Steps []struct {
		Days  float64 `yaml:"days"`
		Score float64 `yaml:"score"`
	} `yaml:"steps"`
	Older   float64 `yaml:"older"`
	Undated float64 `yaml:"undated"`
	Years   []struct {
		Ago   int     `yaml:"ago"`
		Score float64 `yaml:"score"`
	} `yaml:"years"`
	YearsOlder float64 `yaml:"years_older"`
}

// Authority scores a host.
type Authority struct {
	Domains map[string]float64 `yaml:"domains"`
	Tiers   []struct {
		Score   float64  `yaml:"score"`
		Domains []string `yaml:"domains"`
	} `yaml:"tiers"`
	Patterns []struct {
		Host  string  `yaml:"host"`
		Score float64 `yaml:"score"`
	} `yaml:"patterns"`
	Other float64 `yaml:"other"`
	Boost float64 `yaml:"boost"`
}

// Default weights: the reference.
func Default() *Weights {
	w, err := over("weights.yaml", builtin, &Weights{})
	if err != nil {
		panic(err) // the file is part of the program, and a test reads it
	}
	return w
}

// maxSize and maxBrackets keep a file that is no file of weights from costing
// anything: the YAML parser takes time with the square of nesting.
const (
	maxSize     = 64 << 10
	maxBrackets = 1000
)

// Parse reads a vault's weights over the default ones. The name is for messages.
// What an intent, the signals of one, `freshness` or `authority` says there takes
// the place of the whole default; `authority` with nothing but `domains` adds those.
func Parse(name string, text []byte) (*Weights, error) {
	w := Default()
	// Of planning, fusion and clusters a file names what it changes: it is read over them.
	own, err := over(name, text, &Weights{Planning: w.Planning, Fusion: w.Fusion, Clusters: w.Clusters})
	if err != nil {
		return nil, err
	}
	w.Planning, w.Fusion, w.Clusters = own.Planning, own.Fusion, own.Clusters
	maps.Copy(w.Intents, own.Intents)
	w.own = own.Signals
	maps.Copy(w.Signals, own.Signals)
	if own.Freshness != nil {
		w.Freshness = own.Freshness
	}
	if a := own.Authority; a != nil {
		if len(a.Tiers) == 0 && len(a.Patterns) == 0 && a.Other == 0 && a.Boost == 0 {
			w.Authority.Domains = a.Domains
		} else {
			w.Authority = a
		}
	}
	return w, nil
}

// over reads a file of weights over others.
func over(name string, text []byte, base *Weights) (w *Weights, err error) {
	if len(text) > maxSize || bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) > maxBrackets {
		return nil, fmt.Errorf("read weights %s: larger than any file of weights", name)
	}
	defer func() { // as with the policy: a panic of the YAML parser is a file we cannot read
		if v := recover(); v != nil {
			w, err = nil, fmt.Errorf("read weights %s: cannot be read as YAML: %v", name, v)
		}
	}()
	w = base
	if err := yaml.UnmarshalWithOptions(text, w, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("read weights %s: %s", name, strings.TrimSpace(yaml.FormatError(err, false, false)))
	}
	if err := w.sound(); err != nil {
		return nil, fmt.Errorf("read weights %s: %w", name, err)
	}
	return w, nil
}

// sound says what of a file cannot be meant.
func (w *Weights) sound() error {
	if w.Version != 1 {
		return fmt.Errorf("version %d: this assay reads version 1", w.Version)
	}
	for i, m := range w.Intents {
		switch {
		case !i.Valid():
			return fmt.Errorf("intents: no intent %q; there are %s", i, names())
		case !shares(m.Keyword, m.Freshness, m.Authority):
			return fmt.Errorf("intents: %s: each weight is from 0 to 1", i)
		case math.Abs(m.Keyword+m.Freshness+m.Authority-1) > 0.001:
			return fmt.Errorf("intents: %s: keyword, freshness and authority add up to %.3g and not to 1", i, m.Keyword+m.Freshness+m.Authority)
		}
	}
	for i := range w.Signals {
		if !i.Valid() {
			return fmt.Errorf("signals: no intent %q; there are %s", i, names())
		}
	}
	if p := w.Planning; p != nil {
		if err := p.sound(); err != nil {
			return err
		}
	}
	if f := w.Fusion; f != nil {
		if err := f.sound(); err != nil {
			return err
		}
	}
	if f := w.Freshness; f != nil {
		for _, s := range f.Steps {
			if !shares(s.Score) || s.Days < 0 {
				return fmt.Errorf("freshness: a score is from 0 to 1, days count from 0")
			}
		}
		for _, y := range f.Years {
			if !shares(y.Score) || y.Ago < 0 {
				return fmt.Errorf("freshness: a score is from 0 to 1, years count from 0")
			}
		}
		if !shares(f.Older, f.Undated, f.YearsOlder) {
			return fmt.Errorf("freshness: a score is from 0 to 1")
		}
	}
	if a := w.Authority; a != nil {
		scores := []float64{a.Other, a.Boost}
		for _, s := range a.Domains {
			scores = append(scores, s)
		}
		for _, t := range a.Tiers {
			scores = append(scores, t.Score)
		}
		for _, p := range a.Patterns {
			scores = append(scores, p.Score)
		}
		if !shares(scores...) {
			return fmt.Errorf("authority: a score is from 0 to 1")
		}
	}
	return nil
}

func shares(list ...float64) bool {
	return !slices.ContainsFunc(list, func(x float64) bool { return !(x >= 0 && x <= 1) }) // NaN is none
}

func names() string {
	var s []string
	for _, i := range Intents() {
		s = append(s, string(i))
	}
	return strings.Join(s, ", ")
}
