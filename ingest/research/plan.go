// Package research answers a question with what many sources say of it: a brief whose
// every sentence names its sources, and a table of who was asked and what came of it.
//
// Read [Compile], [Run] and [Result] first. The stages are plan, resolve, retrieve,
// normalize, fuse, rerank, cluster and render. [Compile] makes the plan, which asks nobody
// and is part of the answer; [Run] asks (ingest/discover) and ranks (ingest/rank). What
// hits say is a lead: only what a crawl stores is evidence.
package research

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/ingest/discover"
	"assay/ingest/rank"
)

// Options are one question's.
type Options struct {
	Queries     []string // the question, and what else to ask
	Mode        string   // fast, deep, answer
	Depth       string   // quick, default, deep
	Intent      string   // one of the seven, "none", or "" to tell from the question
	Freshness   string   // pd, pw, pm, py; "" for what the intent wants
	Boost       []string
	Sources     []string // these and no others
	Num         int      // hits of a source and query; what the depth says where 0
	Competitors []string // the same question about each of these too
	Refs        bool     // read what hits refer to
}

// A Plan is what will be asked of whom, and why.
type Plan struct {
	Stages    []string        `json:"stages"`
	Source    string          `json:"plan_source"` // deterministic
	Intent    rank.Intent     `json:"intent"`
	Shape     rank.Shape      `json:"shape"`
	Entity    string          `json:"primary_entity"`
	Mode      string          `json:"mode"`
	Depth     string          `json:"depth"`
	Window    string          `json:"freshness,omitempty"`
	Since     string          `json:"since,omitempty"`
	Queries   []rank.Subquery `json:"queries"`
	Asked     []Asked         `json:"sources"`
	PerStream int             `json:"per_stream"`
	Boost     []string        `json:"domain_boost,omitempty"`
	Refs      string          `json:"extract_refs,omitempty"` // threads (of GitHub, as the intent wants), all
	Warnings  []string        `json:"warnings,omitempty"`

	only  bool // these sources and nothing else
	plain bool // no scores: the order of the sources
	now   time.Time
	depth rank.Depth
}

// Asked is a source of a plan, or one that is left out and why.
type Asked struct {
	Name string `json:"name"`
	Why  string `json:"why"`
	Skip bool   `json:"skip,omitempty"`
}

var stages = []string{"plan", "resolve", "retrieve", "normalize", "fuse", "rerank", "cluster", "render"}

// Modes and Depths there are.
func Modes() []string { return []string{"fast", "deep", "answer"} }

// Depths there are.
func Depths() []string { return []string{"quick", "default", "deep"} }

// Compile makes the plan of a question.
func Compile(o Options, e *discover.Engine, w *rank.Weights, now time.Time) (Plan, error) {
	if len(o.Queries) == 0 || strings.TrimSpace(o.Queries[0]) == "" {
		return Plan{}, fmt.Errorf("plan: there is no question")
	}
	question := o.Queries[0]
	p := Plan{
		Stages: stages, Source: "deterministic", Mode: cmp.Or(o.Mode, "deep"), Depth: cmp.Or(o.Depth, "default"),
		Boost: o.Boost, only: len(o.Sources) > 0, now: now.UTC(),
	}
	if !slices.Contains(Modes(), p.Mode) || !slices.Contains(Depths(), p.Depth) {
		return Plan{}, fmt.Errorf("plan: mode is one of %s, depth one of %s", strings.Join(Modes(), ", "), strings.Join(Depths(), ", "))
	}
	switch told := rank.Intent(o.Intent); {
	case o.Intent == "none":
		p.plain, p.Intent = true, w.Intent(question)
	case o.Intent == "":
		p.Intent = w.Intent(question)
	case !told.Valid():
		return Plan{}, fmt.Errorf("plan: there is no intent %q", o.Intent)
	default:
		p.Intent = told
	}
	p.Shape = w.Shape(question, p.Intent)
	p.Entity = w.Entity(question, p.Intent)
	p.depth = w.Planning.Depths[p.Depth]
	p.PerStream = cmp.Or(max(o.Num, 0), p.depth.Stream)
	p.Window = w.Window(question, p.Intent)
	if o.Freshness != "" {
		if rank.Days(o.Freshness) == 0 {
			return Plan{}, fmt.Errorf("plan: freshness is pd, pw, pm or py, and not %q", o.Freshness)
		}
		p.Window = o.Freshness
	} else if p.plain {
		p.Window = ""
	}
	if d := rank.Days(p.Window); d > 0 {
		p.Since = p.now.AddDate(0, 0, -d).Format(time.DateOnly)
	}
	switch {
	case o.Refs:
		p.Refs = "all"
	case !p.plain && (p.Intent == "status" || p.Intent == "exploratory"):
		p.Refs = "threads"
	}
	if slices.Equal(o.Boost, []string{"recommended"}) {
		p.Boost = w.Planning.Boosts[p.Intent]
	}
	p.Queries = queries(o, p, w)
	p.Asked = choose(o, p, e, w)
	ready := ready(e)
	expects := w.Planning.Expects[p.Mode]
	if len(o.Sources) == 0 && len(expects) > 0 && !slices.ContainsFunc(expects, ready) {
		p.Warnings = append(p.Warnings, fmt.Sprintf("mode %s goes on without %s, which cannot be asked here",
			p.Mode, strings.Join(expects, " and ")))
	}
	if !slices.ContainsFunc(p.Asked, func(a Asked) bool { return !a.Skip }) {
		return Plan{}, fmt.Errorf("plan: none of the sources can be asked: `assay research --list` says what each wants")
	}
	return p, nil
}

// maxCompetitors is how many others a question is asked about at most.
const maxCompetitors = 6

// queries are those that were given, or what the question becomes; and the question about
// each competitor.
func queries(o Options, p Plan, w *rank.Weights) []rank.Subquery {
	var out []rank.Subquery
	if len(o.Queries) > 1 {
		for _, q := range o.Queries {
			out = append(out, rank.Subquery{Text: q, Weight: 1})
		}
	} else if p.plain {
		out = []rank.Subquery{{Text: o.Queries[0], Weight: 1}}
	} else {
		out = w.Queries(o.Queries[0], p.Intent, p.Shape, p.depth.Queries, p.now.Year())
	}
	topic := w.Topic(o.Queries[0], p.Intent)
	for _, c := range o.Competitors[:min(len(o.Competitors), maxCompetitors)] {
		text := c + " " + topic
		if p.Entity != "" && strings.Contains(o.Queries[0], p.Entity) {
			text = strings.Replace(o.Queries[0], p.Entity, c, 1)
		}
		out = append(out, rank.Subquery{Text: text, Weight: w.Planning.ExpansionWeight})
	}
	return out
}

// choose says which sources are asked: those that were named, else those of the classes
// that the intent wants and the web searches of the mode, as far as they are configured.
func choose(o Options, p Plan, e *discover.Engine, w *rank.Weights) []Asked {
	var out []Asked
	searches := w.Planning.Searches(p.Mode, ready(e))
	for _, s := range e.Skills {
		a := Asked{Name: s.Name}
		engine := slices.Contains(w.Planning.Modes["deep"], s.Name) // a web search with modes
		why := e.Ready(s)
		named := slices.Contains(o.Sources, s.Name)
		switch {
		case len(o.Sources) > 0 && !named:
			continue
		case named:
			a.Why = "named"
		case s.Use == "named":
			continue
		case engine && slices.Contains(searches, s.Name):
			a.Why = "a web search of mode " + p.Mode
		case engine:
			continue
		case slices.Contains(w.Planning.Classes[p.Intent], s.Class):
			a.Why = "class " + s.Class + ", for intent " + string(p.Intent)
		default:
			continue
		}
		if why != "" {
			a.Skip, a.Why = true, why
		}
		out = append(out, a)
	}
	return out
}

// ready says whether a source of a name can be asked here.
func ready(e *discover.Engine) func(name string) bool {
	return func(name string) bool {
		s := e.Skill(name)
		return s != nil && e.Ready(s) == ""
	}
}
