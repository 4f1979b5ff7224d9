package compose

import (
	"sort"

	"assay/templates"
)

const (
	leadSentences = 3 // what the subject is
	draftSections = 5 // headings
	perSection    = 4 // sentences under one heading
	gathered      = 3 // single sentences of several places, under one heading
)

// arrange puts chosen sentences, which come in the order of their sources, in reading
// order: what the subject is, then the rest of the sections about it, then other
// sections under their headings.
func (s subject) arrange(chosen []sentence) templates.Draft {
	d := templates.Draft{Title: s.name}
	lead, rest := s.lead(chosen)
	d.Lead = cited(lead)
	groups, own := grouped(s, rest)
	for _, g := range own { // below the lead, without a heading
		d.Sections = append(d.Sections, templates.Section{Lines: cited(g.lines)})
	}
	var alone, sections []group
	for _, g := range groups {
		if len(g.lines) == 1 && g.lines[0].place == elsewhere {
			alone = append(alone, g)
		} else {
			sections = append(sections, g)
		}
	}
	if len(alone) == 1 {
		sections, alone = append(sections, alone...), nil
	}
	if len(sections) > draftSections {
		sections = best(sections)
	}
	for _, g := range sections {
		d.Sections = append(d.Sections, templates.Section{Heading: g.heading, Lines: cited(g.lines)})
	}
	if len(alone) > 0 {
		var single []sentence
		for _, g := range alone {
			single = append(single, g.lines...)
		}
		d.Sections = append(d.Sections, templates.Section{Heading: elsewhereHeading(s.name), Lines: cited(fewest(single, gathered))})
	}
	return d
}

func elsewhereHeading(topic string) string {
	if CountCJK(topic) > 0 {
		return "其他"
	}
	return "Elsewhere"
}

// lead is the sentence that says best what the subject is, and up to two that go on
// from there. The rest comes back in order.
func (s subject) lead(chosen []sentence) (lead, rest []sentence) {
	at := 0
	for i, c := range chosen {
		if opening(c) > opening(chosen[at]) {
			at = i
		}
	}
	taken := map[int]bool{at: true}
	lead = append(lead, chosen[at])
	for i := at + 1; i < len(chosen) && len(lead) < leadSentences; i++ {
		if c := chosen[i]; c.passage == chosen[at].passage || c.place == home && c.page == chosen[at].page && chosen[at].place == home && c.bearing.strength > 0 {
			lead, taken[i] = append(lead, c), true
		}
	}
	for i, c := range chosen {
		if len(lead) < 2 && !taken[i] && c.bearing.strength >= acts && c.page == chosen[at].page {
			lead, taken[i] = append(lead, c), true
		}
	}
	for i, c := range chosen {
		if !taken[i] {
			rest = append(rest, c)
		}
	}
	return lead, rest
}

// opening is how well a sentence begins a note.
func opening(c sentence) float64 {
	score := 2*float64(c.bearing.strength) + c.score
	if c.silent() {
		score -= 4
	}
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

func (g group) worth() float64 {
	sum := 0.0
	for _, c := range g.lines {
		sum += c.score
	}
	return sum
}

// grouped gathers sentences by heading, in the order of their first; own are those of
// sections about the subject itself, a paragraph for each page.
func grouped(s subject, rest []sentence) (groups, own []group) {
	index := map[string]int{}
	ownOf := map[int]int{}
	for _, c := range rest {
		if c.place == home {
			i, ok := ownOf[c.page]
			if !ok {
				i = len(own)
				ownOf[c.page] = i
				own = append(own, group{})
			}
			own[i].lines = append(own[i].lines, c)
			continue
		}
		i, ok := index[c.heading]
		if !ok {
			i = len(groups)
			index[c.heading] = i
			groups = append(groups, group{heading: c.heading})
		}
		groups[i].lines = append(groups[i].lines, c)
	}
	for i := range groups {
		groups[i].lines = fewest(groups[i].lines, perSection)
	}
	for i := range own {
		own[i].lines = fewest(own[i].lines, 2*perSection)
	}
	return groups, own
}

// fewest keeps the n best of some sentences in their order.
func fewest(lines []sentence, n int) []sentence {
	if len(lines) <= n {
		return lines
	}
	byScore := append([]sentence(nil), lines...)
	sort.SliceStable(byScore, func(i, j int) bool { return byScore[i].score > byScore[j].score })
	byScore = byScore[:n]
	sort.SliceStable(byScore, func(i, j int) bool { return before(byScore[i], byScore[j]) })
	return supported(byScore)
}

// best keeps the sections that say most, in their order.
func best(sections []group) []group {
	order := make([]int, len(sections))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return sections[order[i]].worth() > sections[order[j]].worth() })
	order = order[:draftSections]
	sort.Ints(order)
	out := make([]group, len(order))
	for i, at := range order {
		out[i] = sections[at]
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
