package rank

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// Clustering has the numbers by which hits are told to be of one story.
type Clustering struct {
	Shapes     []Shape           `yaml:"shapes"`
	First      map[Shape]float64 `yaml:"first"`
	FirstOther float64           `yaml:"first_other"`
	Merge      float64           `yaml:"merge"`
	Lambda     float64           `yaml:"lambda"`
	Thin       float64           `yaml:"thin"`
	Apart      []string          `yaml:"apart"`
}

// A Cluster is several hits of one story, the representative one first.
type Cluster struct {
	Members []int    `json:"members"` // indexes into the ranked list
	Best    float64  `json:"best"`
	Sources []string `json:"sources"`
	Marks   []string `json:"marks,omitempty"` // single-source, thin-evidence
}

// Cluster groups ranked hits, for questions of a shape that has stories; of others each hit
// stands alone and nil is the answer.
func (w *Weights) Cluster(shape Shape, hits []Candidate) []Cluster {
	c := w.Clusters
	if !slices.Contains(c.Shapes, shape) || len(hits) == 0 {
		return nil
	}
	bar := valueOr(c.First, shape, c.FirstOther)
	words := make([]map[string]bool, len(hits))
	for i, h := range hits {
		words[i] = Terms(h.Title + "\n" + h.Text)
	}
	var groups [][]int
	for i := range hits { // greedily, by the first member
		at := slices.IndexFunc(groups, func(g []int) bool {
			return c.meet(hits[g[0]], hits[i]) && Dice(words[g[0]], words[i]) >= bar
		})
		if at < 0 {
			groups = append(groups, []int{i})
		} else {
			groups[at] = append(groups[at], i)
		}
	}
	groups = c.merged(groups, hits)
	out := make([]Cluster, 0, len(groups))
	for _, g := range groups {
		out = append(out, c.told(g, hits, words))
	}
	slices.SortStableFunc(out, func(a, b Cluster) int { return cmp.Compare(b.Best, a.Best) })
	return out
}

// meet reports whether hits of these sources may be of one story at all.
func (c *Clustering) meet(a, b Candidate) bool {
	apart := func(x Candidate) bool { return slices.Contains(c.Apart, x.Source) }
	return apart(a) == apart(b) && (!apart(a) || a.Source == b.Source)
}

// Dice is the coefficient of that name of two sets of words: 2·|A∩B| / (|A|+|B|).
func Dice(a, b map[string]bool) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	return 2 * float64(Shared(a, b)) / float64(len(a)+len(b))
}

// Shared is how many words are in both.
func Shared(a, b map[string]bool) int {
	n := 0
	for w := range a {
		if b[w] {
			n++
		}
	}
	return n
}

// merged joins groups that name the same things and come from different sources.
func (c *Clustering) merged(groups [][]int, hits []Candidate) [][]int {
	entities := make([]map[string]bool, len(groups))
	for i, g := range groups {
		entities[i] = map[string]bool{}
		for _, m := range g {
			for _, word := range strings.FieldsFunc(hits[m].Title+" "+hits[m].Text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' }) {
				if word = strings.Trim(word, "."); len(word) > 1 && named(word) {
					entities[i][strings.ToLower(word)] = true
				}
			}
		}
	}
	var out [][]int
	var names []map[string]bool
	for i, g := range groups {
		at := 0
		for ; at < len(out); at++ {
			least := min(len(names[at]), len(entities[i]))
			if least > 0 && c.meet(hits[out[at][0]], hits[g[0]]) && !slices.Equal(sourcesOf(out[at], hits), sourcesOf(g, hits)) &&
				float64(Shared(names[at], entities[i]))/float64(least) >= c.Merge {
				break
			}
		}
		if at == len(out) {
			out, names = append(out, slices.Clone(g)), append(names, entities[i])
			continue
		}
		out[at] = append(out[at], g...)
		maps.Copy(names[at], entities[i])
	}
	return out
}

func sourcesOf(group []int, hits []Candidate) []string {
	var out []string
	for _, i := range group {
		out = append(out, hits[i].Sources...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// told orders a cluster's members so that each says something new: maximal marginal
// relevance, with likeness on the scale of final scores.
func (c *Clustering) told(group []int, hits []Candidate, words []map[string]bool) Cluster {
	out := Cluster{Sources: sourcesOf(group, hits)}
	left := slices.Clone(group)
	slices.Sort(left)
	for len(left) > 0 {
		best, bestScore := 0, 0.0
		for i, m := range left {
			like := 0.0
			for _, taken := range out.Members {
				like = max(like, Dice(words[m], words[taken]))
			}
			score := c.Lambda*hits[m].Final - (1-c.Lambda)*100*like
			if i == 0 || score > bestScore {
				best, bestScore = i, score
			}
		}
		out.Members = append(out.Members, left[best])
		out.Best = max(out.Best, hits[left[best]].Final)
		left = slices.Delete(left, best, best+1)
	}
	if len(out.Sources) == 1 {
		out.Marks = append(out.Marks, "single-source")
	}
	if out.Best < c.Thin {
		out.Marks = append(out.Marks, "thin-evidence")
	}
	return out
}
