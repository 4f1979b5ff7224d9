package stats

import (
	"fmt"
	"math"
	"slices"
	"time"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/runs"
	"assay/ingest/rank"
)

// RunsOptions say which runs to look at.
type RunsOptions struct {
	Most  int       // the latest so many; 20 if zero
	Since time.Time // none before; zero: all
}

// RunsReport is how runs did over time.
type RunsReport struct {
	Vault   string         `json:"vault"`
	Total   int            `json:"total"`  // runs on record since then
	Broken  int            `json:"broken"` // lines of the record that could not be read
	Runs    []runs.Trace   `json:"runs"`   // the latest first
	Figures []RunFigure    `json:"figures"`
	Intents []IntentFigure `json:"intents"`

	Researched int `json:"researched"`  // questions of `assay research` on record
	LastResort int `json:"last_resort"` // of these, those that came to the last resort: an agent that searches the web itself
}

// A RunFigure is one axis or metric over the builds shown.
type RunFigure struct {
	Name   string     `json:"name"`
	Role   string     `json:"role,omitempty"` // librarian, engineer, chronicler; "" for an axis
	Latest *float64   `json:"latest"`         // the last that is known
	Change *float64   `json:"change"`         // since the first that is known
	Mean   *float64   `json:"mean"`           // of those that are known
	Known  int        `json:"known"`          // builds of which it is known
	Over   []*float64 `json:"over"`           // the oldest first
	// Of the last build: what could be counted neither way, and why nothing is known.
	Unknown int    `json:"unknown,omitempty"`
	Why     string `json:"why,omitempty"`
}

// An IntentFigure says how the answers to one sort of question did.
type IntentFigure struct {
	Intent       rank.Intent `json:"intent"`
	Queries      int         `json:"queries"`
	LicenceClear *float64    `json:"licence_clear"`
	Coverage     *float64    `json:"coverage"`
	Freshness    *float64    `json:"freshness"`
}

// Runs tells how runs did. It reads the record and nothing of the vault.
func Runs(c *compiler.Compiler, o RunsOptions) (*RunsReport, error) {
	all, broken, err := tracesSince(c, o.Since)
	if err != nil {
		return nil, err
	}
	if o.Most <= 0 {
		o.Most = 20
	}
	r := &RunsReport{Vault: c.Root, Total: len(all), Broken: broken, Runs: append([]runs.Trace{}, all[max(0, len(all)-o.Most):]...), Figures: []RunFigure{}, Intents: []IntentFigure{}}
	var builds []runs.Trace
	byIntent := map[rank.Intent][]reports.Axes{}
	for _, t := range r.Runs {
		switch {
		case t.Query != nil:
			byIntent[t.Query.Intent] = append(byIntent[t.Query.Intent], t.Axes)
		case t.Asked == nil:
			builds = append(builds, t)
		}
	}
	if len(builds) > 0 {
		r.Figures = Figures(builds)
	}
	for _, i := range rank.Intents() {
		if list := byIntent[i]; len(list) > 0 {
			r.Intents = append(r.Intents, IntentFigure{Intent: i, Queries: len(list),
				LicenceClear: meanOf(list, func(a reports.Axes) reports.Measure { return a.LicenceClear }),
				Coverage:     meanOf(list, func(a reports.Axes) reports.Measure { return a.Coverage }),
				Freshness:    meanOf(list, func(a reports.Axes) reports.Measure { return a.Freshness })})
		}
	}
	r.LastResort, r.Researched = resortedIn(all)
	slices.Reverse(r.Runs)
	return r, nil
}

// tracesSince are the runs on record, by time. Clocks go back and branches of work
// end in any order, so the order of lines is not that of time.
func tracesSince(c *compiler.Compiler, since time.Time) ([]runs.Trace, int, error) {
	all, broken, err := runs.Open(c.Root).Read()
	if err != nil {
		return nil, 0, fmt.Errorf("read runs: %w", err)
	}
	all = slices.DeleteFunc(all, func(t runs.Trace) bool { return t.Time.Before(since) })
	slices.SortStableFunc(all, func(a, b runs.Trace) int { return a.Time.Compare(b.Time) })
	return all, broken, nil
}

// Figures are the axes and metrics of some builds, in the order in which they are shown.
func Figures(builds []runs.Trace) []RunFigure {
	out := []RunFigure{
		{Name: "artefact_builds"}, {Name: "licence_clear"}, {Name: "human_rewrite"}, {Name: "coverage"}, {Name: "freshness"},
		{Name: "gap_to_crawl_ratio", Role: "librarian"}, {Name: "index_accuracy", Role: "librarian"},
		{Name: "uptime", Role: "engineer"}, {Name: "policy_compliance", Role: "engineer"}, {Name: "audit_integrity", Role: "engineer"},
		{Name: "evidence_coverage", Role: "chronicler"}, {Name: "claim_to_evidence_ratio", Role: "chronicler"},
	}
	for i := range out {
		f := &out[i]
		sum, first := 0.0, 0.0
		for _, b := range builds {
			m := reports.Unknown("this run did not measure it")
			if list := b.Axes.List(); i < len(list) {
				m = *list[i]
			} else if b.Metrics != nil {
				m = *b.Metrics.List()[i-len(list)]
			}
			f.Over = append(f.Over, m.Score)
			f.Why, f.Unknown = m.Why, m.Unknown
			if m.Score == nil {
				continue
			}
			if f.Known == 0 {
				first = *m.Score
			}
			f.Known++
			sum += *m.Score
			f.Latest = m.Score
		}
		if f.Known > 0 {
			f.Mean = four(sum / float64(f.Known))
			f.Change = four(*f.Latest - first)
		}
	}
	return out
}

func meanOf(list []reports.Axes, of func(reports.Axes) reports.Measure) *float64 {
	sum, n := 0.0, 0
	for _, a := range list {
		if s := of(a).Score; s != nil {
			sum, n = sum+*s, n+1
		}
	}
	if n == 0 {
		return nil
	}
	return four(sum / float64(n))
}

// four rounds to four places.
func four(x float64) *float64 {
	x = math.Round(x*1e4) / 1e4
	return &x
}
