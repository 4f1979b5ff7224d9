package author

import (
	"context"
	"slices"
	"strings"

	"assay/agents"
	"assay/compiler/compose"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/ingest"
	"assay/provenance"
	"assay/templates/skills"
)

// How much the Librarian is told and listened to.
const (
	mostTitles  = 40
	mostQueries = 4
	maxQuery    = 80 // bytes
)

const planText = `{"type":"object","additionalProperties":false,"required":["queries"],"properties":{"queries":{"type":"array","items":{"type":"string"}}}}`

// Queries are what else the Librarian would search for, to have a topic written about. Where no
// answer is had it is nothing: the topic itself was searched for already.
func (au *Author) Queries(topic string, hits []ingest.Hit) ([]string, bool) {
	titles := titlesOf(hits)
	crew := au.Crew
	a := &view.Action{
		Kind: "plan", Target: topic, Net: true, Keep: true, Asked: true,
		Inputs: []view.Input{{Name: "skill", Hash: crew.Skills[skills.Plan].Hash}, {Name: "titles", Hash: view.HashOf(titles...)}, {Name: "agents", Hash: crew.who()}},
		Cost:   reports.Cost{Tokens: len(strings.Join(titles, "\n"))/4 + 200},
		Run: func(ctx context.Context, w view.World) (any, error) {
			list, err := w.Agents(provenance.RoleLibrarian)
			if err != nil {
				return []string{}, ctx.Err()
			}
			inputs := map[string]any{"domain": topic, "titles": titles, "schema": planText}
			got, _, err := first[struct{ Queries []string }](ctx, crew, w, list, skills.Plan, inputs, agents.Question{Schema: schemaOf("plan", planText)}, nil)
			if err != nil { // whoever fails, fails for the search alone; the draft tells of agents that fail
				return []string{}, ctx.Err()
			}
			return cleaned(got.Queries, topic), ctx.Err()
		},
	}
	return needed[[]string](au, a)
}

// titlesOf are the pages and sections that passages are of.
func titlesOf(hits []ingest.Hit) (out []string) {
	for _, h := range hits {
		title := clip(oneLine(strings.Join(append([]string{h.Title}, h.Heading...), " > ")))
		if len(out) < mostTitles && !slices.Contains(out, title) {
			out = append(out, title)
		}
	}
	return out
}

// cleaned are those of some queries that ask for something else than the topic.
func cleaned(list []string, topic string) []string {
	out, seen := []string{}, []map[string]bool{compose.Stems(topic)}
	for _, q := range list {
		q = oneLine(q)
		words := compose.Stems(q)
		same := slices.ContainsFunc(seen, func(other map[string]bool) bool {
			return len(other) == len(words) && compose.Share(other, words) == 1
		})
		if len(out) < mostQueries && len(words) > 0 && len(q) <= maxQuery && !same {
			out, seen = append(out, q), append(seen, words)
		}
	}
	return out
}
