package index

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"assay/ingest"
	words "assay/text"
)

// What a page is called says what it is about, and a passage that is a list of names says
// nothing of any. Both move a passage from where words and meaning alone put it.
const (
	nameDepth   = 60  // passages looked at
	nameWorth   = 1.2 // of a title or heading that is the query, as a share of a passage's score
	defineWorth = 0.6 // of saying what an abbreviation stands for
	listWorth   = 0.4 // what is left to a list of names
)

// named puts hits in order once more, by what their pages and sections are called, unless
// the query is a question of many words, which is no name.
func named(query string, hits []ingest.Hit) []ingest.Hit {
	asked := newAsked(query, hits)
	brief := 1 - long(queryTerms(query))
	for i := range hits {
		h := &hits[i]
		best := 0.0
		for _, name := range append([]string{h.Title}, h.Heading...) {
			best = max(best, asked.in(name))
		}
		worth := 1 + nameWorth*brief*best
		if asked.short != "" && words.LongForm(h.Text, asked.short) != "" {
			worth += defineWorth
		}
		if listsNames(h.Text) {
			worth *= 1 - (1-listWorth)*brief
		}
		h.Score *= worth
	}
	slices.SortStableFunc(hits, func(a, b ingest.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Chunk, b.Chunk))
	})
	return hits
}

// asked is a query as names are held against it: its words, and those with an abbreviation
// spelt out as the passages found do.
type asked struct {
	ways  []map[string]bool
	short string
}

func newAsked(query string, hits []ingest.Hit) asked {
	a := asked{ways: []map[string]bool{termsOf(query)}}
	for _, w := range strings.Fields(query) {
		if words.IsAbbreviation(w) {
			a.short = w
			break
		}
	}
	if a.short == "" {
		return a
	}
	said := map[string]int{}
	long := ""
	for _, h := range hits {
		if l := strings.ToLower(words.LongForm(h.Title+"\n"+strings.Join(h.Heading, "\n")+"\n"+h.Text, a.short)); l != "" {
			if said[l]++; said[l] > said[long] {
				long = l
			}
		}
	}
	if long != "" {
		a.ways = append(a.ways, termsOf(strings.Replace(query, a.short, long, 1)))
	}
	return a
}

// in is how much of the query a name has, and how little else: from 0 to 1.
func (a asked) in(name string) float64 {
	have := termsOf(name)
	if len(have) == 0 {
		return 0
	}
	best := 0.0
	for i, want := range a.ways {
		both, own, says := 0, len(have), 1.0
		for t := range want {
			if have[t] {
				both++
			}
		}
		if i > 0 && have[strings.ToLower(a.short)] {
			own--
			says = 1.5 // "Write-Ahead Logging (WAL)" says what it is
		}
		share := float64(both) / float64(max(1, len(want)))
		best = max(best, says*share*share*float64(both)/float64(max(1, own)))
	}
	return best
}

// termsOf are the words of a query or name. The numbers of chapters are none, nor is what
// stands in a compound counted again.
func termsOf(s string) map[string]bool {
	out := map[string]bool{}
	for _, c := range queryTerms(strings.NewReplacer("-", " ", "/", " ", "_", " ").Replace(s)) {
		if strings.ContainsFunc(c.Term, unicode.IsLetter) {
			out[c.Term] = true
		}
	}
	return out
}

// listsNames reports a passage of lines that are no sentences: a table of contents, an
// index, links.
func listsNames(md string) bool {
	lines, sentences := 0, 0
	for line := range strings.Lines(md) {
		line = strings.Trim(line, " \n*_)]")
		switch {
		case line == "" || line[0] == '#':
			continue
		case strings.HasPrefix(line, "```") || line[0] == '|':
			return false
		}
		lines++
		if len(strings.Fields(line)) > 14 || strings.ContainsAny(line[len(line)-1:], ".:;?!") || strings.HasSuffix(line, "。") {
			sentences++
		}
	}
	return lines >= 5 && 6*sentences < lines
}
