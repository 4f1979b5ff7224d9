package research

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/clipperhouse/uax29/v2/sentences"

	"assay/ingest/rank"
)

// A Statement is a sentence of a brief with the hits that say it, counted from 1.
type Statement struct {
	Text  string `json:"text"`
	Cites []int  `json:"cites"`
	How   string `json:"confidence"` // agreed, single, differing
}

// statements is how many sentences a brief begins with.
const statements = 4

// fresh is how new one of those that agree has to be, of 100.
const fresh = 30

// Statements are the sentences that answer best, each from a hit that has it word for word.
// A sentence that pages of several hosts have the like of is agreed, where one of them is
// fresh: one page that several searches found is one voice. Two that have the same words and
// other numbers differ, and both are shown.
func (r *Result) Statements() []Statement {
	type line struct {
		text  string
		words map[string]bool
		hit   int
		score float64
	}
	var lines []line
	want := wordsOf(r.Plan.Queries[0].Text)
	for i, h := range r.Hits[:min(len(r.Hits), 15)] {
		seg := sentences.FromString(h.Text)
		for n := 0; seg.Next() && n < 6; n++ {
			s := strings.Join(strings.Fields(seg.Value()), " ")
			words := wordsOf(s)
			if len(words) < 4 || len(s) > 400 || strings.HasSuffix(s, "…") || strings.HasSuffix(s, "?") {
				continue
			}
			overlap := float64(rank.Shared(want, words))
			if overlap == 0 && r.Plan.Entity == "" {
				continue
			}
			lines = append(lines, line{s, words, i, overlap/float64(max(1, len(want)))*60 + h.Final*0.4})
		}
	}
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(b.score, a.score) })
	out := []Statement{}
	var kept []line
	for _, l := range lines {
		at := slices.IndexFunc(kept, func(k line) bool { return rank.Dice(k.words, l.words) >= .6 })
		if at >= 0 {
			s := &out[at]
			if slices.Contains(s.Cites, l.hit+1) {
				continue
			}
			switch {
			case differ(kept[at].text, l.text):
				if s.How != "differing" && len(s.Cites) == 1 {
					s.How = "differing"
					s.Text += " — " + l.text
					s.Cites = append(s.Cites, l.hit+1)
				}
			case hostOf(r.Hits[kept[at].hit].URL) != hostOf(r.Hits[l.hit].URL) && s.How != "differing":
				s.Cites = append(s.Cites, l.hit+1)
				if max(r.Hits[kept[at].hit].Recency, r.Hits[l.hit].Recency) >= fresh {
					s.How = "agreed"
				}
			}
			continue
		}
		if len(out) < statements {
			out = append(out, Statement{l.text, []int{l.hit + 1}, "single"})
			kept = append(kept, l)
		}
	}
	// What more than one of them speaks of goes first.
	slices.SortStableFunc(out, func(a, b Statement) int { return cmp.Compare(min(2, len(b.Cites)), min(2, len(a.Cites))) })
	return out
}

func wordsOf(s string) map[string]bool {
	words := rank.Terms(s)
	maps.DeleteFunc(words, func(w string, _ bool) bool { return strings.Trim(w, "0123456789.,") == "" })
	return words
}

var number = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

// differ reports whether two sentences have numbers, and none in common.
func differ(a, b string) bool {
	x, y := number.FindAllString(a, -1), number.FindAllString(b, -1)
	return len(x) > 0 && len(y) > 0 && !slices.ContainsFunc(x, func(n string) bool { return slices.Contains(y, n) })
}
