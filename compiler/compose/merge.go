package compose

import (
	"cmp"
	"slices"

	"assay/templates"
)

const (
	leadSentences = 3 // what the subject is, where no page is about it
	draftSections = 5 // headings
	perSection    = 4 // sentences under one heading
	gathered      = 3 // single sentences of several places, under one heading
)

// merge adds what other pages say, which comes in the order of the sources, under their
// headings. Where nothing is about the subject, what says best what it is comes first.
func (s subject) merge(d *templates.Draft, chosen []sentence) {
	if len(d.Lead)+len(d.Sections) == 0 {
		d.Lead, chosen = s.lead(chosen)
	}
	var sections, alone []group
	for _, g := range grouped(chosen) {
		if len(g.lines) == 1 && g.lines[0].place == elsewhere {
			alone = append(alone, g)
		} else {
			sections = append(sections, g)
		}
	}
	if len(alone) == 1 {
		sections, alone = append(sections, alone...), nil
	}
	for _, g := range best(sections, draftSections, group.worth) {
		d.Sections = append(d.Sections, templates.Section{Heading: g.heading, Lines: cited(best(g.lines, perSection, scoreOf))})
	}
	var single []sentence
	for _, g := range alone {
		single = append(single, g.lines...)
	}
	if len(single) > 0 {
		heading := "Elsewhere"
		if CountCJK(s.name) > 0 {
			heading = "其他"
		}
		d.Sections = append(d.Sections, templates.Section{Heading: heading, Lines: cited(best(single, gathered, scoreOf))})
	}
}

// lead is the sentence that says best what the subject is, and up to two of the same
// passage that go on from there. The rest comes back in order.
func (s subject) lead(chosen []sentence) (lead []templates.Cited, rest []sentence) {
	at := 0
	for i, c := range chosen {
		if opening(c) > opening(chosen[at]) {
			at = i
		}
	}
	for i, c := range chosen {
		if i >= at && c.passage == chosen[at].passage && len(lead) < leadSentences {
			lead = append(lead, cited(chosen[i:i+1])...)
		} else {
			rest = append(rest, c)
		}
	}
	return lead, rest
}

// opening is how well a sentence begins a note.
func opening(c sentence) float64 {
	score := 2*float64(c.bearing.strength) + c.score
	if c.bearing.early {
		score++
	}
	return score
}

// A group is what goes under one heading.
type group struct {
	heading string
	lines   []sentence
}

func scoreOf(c sentence) float64 { return c.score }

func (g group) worth() float64 {
	sum := 0.0
	for _, c := range g.lines {
		sum += c.score
	}
	return sum
}

// grouped gathers sentences by heading, in the order of their first.
func grouped(rest []sentence) (groups []group) {
	index := map[string]int{}
	for _, c := range rest {
		i, ok := index[c.heading]
		if !ok {
			i = len(groups)
			index[c.heading] = i
			groups = append(groups, group{heading: c.heading})
		}
		groups[i].lines = append(groups[i].lines, c)
	}
	return groups
}

// best keeps the n of some items that are worth most, in their order.
func best[T any](items []T, n int, worth func(T) float64) []T {
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(worth(items[b]), worth(items[a])) })
	order = order[:min(n, len(order))]
	slices.Sort(order)
	out := make([]T, len(order))
	for i, at := range order {
		out[i] = items[at]
	}
	return out
}

func cited(lines []sentence) []templates.Cited {
	out := make([]templates.Cited, len(lines))
	for i, c := range lines {
		out[i] = templates.Cited{Text: c.text, Chunk: c.chunk}
	}
	return out
}
