// Package compose writes a draft on a topic from passages that a search found: it cuts
// them into sentences, keeps those that stand alone and say something of the topic, and
// arranges them under headings, each with what it was taken from. Nothing is rephrased.
// Begin with [Draft].
package compose

import (
	"cmp"
	"slices"
	"strings"

	"assay/ingest"
	"assay/provenance"
	"assay/templates"
	"assay/text"
)

// Extractive synthesis: a draft is the best attributed sentences that the evidence
// has on a topic, word for word, each with its chunk. It needs no model and says
// nothing that a source does not; what it lacks in flow a person adds.

const (
	draftSentences = 14   // more than this is no longer a note but a copy
	draftFewest    = 3    // fewer are a quotation
	enoughAtHome   = 5    // sentences on pages about the topic that make a note by themselves
	sameSentence   = 0.6  // Jaccard similarity at which a sentence repeats another
	sameWithin     = 0.75 // share of a sentence's words that another has, likewise
	leastScore     = 1.5  // what a sentence must be worth
)

// A sentence of a passage that may stand in a draft.
type sentence struct {
	text    string
	words   int
	terms   map[string]bool
	chunk   provenance.ChunkID
	heading string
	title   string
	page    int // its place among the pages found
	passage int // among the passages, which come page by page and in the page's order
	order   int // within its passage
	place   nearness
	bearing bearing
	score   float64
}

// Draft writes down what hits say about a topic: first what pages and sections about it
// say, in their words and order, then what others add. Hits of a page come together and in
// its order. It reports false when the evidence says too little for a note: fewer than
// three sentences, or than least words, or none that has the topic for its subject.
func Draft(name string, least int, hits []ingest.Hit) (templates.Draft, bool) {
	s := newSubject(name, hits)
	if len(s.want) == 0 {
		return templates.Draft{}, false
	}
	own, others := s.parts(hits)
	d, said, left := s.outline(own)
	chosen := s.choose(s.pool(others), said)
	rows := len(chosen) // sentences, and the rows of tables
	for _, c := range said {
		rows += 1 + strings.Count(c.text, "\n")
	}
	total, leads, most := 0, len(said) > 0, 0
	for _, c := range append(said, chosen...) {
		total += c.words
		leads = leads || c.bearing.strength > 0 || c.bearing.early
		most = max(most, c.bearing.strength)
	}
	if rows < draftFewest || total < least || !leads {
		return templates.Draft{}, false
	}
	s.merge(&d, chosen)
	if s.short != "" {
		d.Aliases = []string{s.short}
	}
	d.Missing = missing(len(said) > 0, left, most >= defines)
	return d, true
}

// pool is every sentence of the passages that could stand in the draft, with its worth.
func (s subject) pool(hits []ingest.Hit) []sentence {
	var out []sentence
	page, last := -1, ""
	reference := false
	for i, h := range hits {
		if at := addressOf(h); page < 0 || at != last {
			page, last = page+1, at
			reference = isReference(hits[i:])
		}
		for _, c := range s.candidates(h, page, i) {
			if !reference || c.bearing.strength > 0 {
				out = append(out, c)
			}
		}
	}
	return out
}

func addressOf(h ingest.Hit) string { return string(h.Source) + "\x00" + h.URL }

// isReference reports whether the page that hits begin with explains settings, options
// or columns one by one: what it says is about those.
func isReference(hits []ingest.Hit) bool {
	terms, paragraphs := 0, 0
	for _, h := range hits {
		if addressOf(h) != addressOf(hits[0]) {
			break
		}
		n, of := listsParameters(h.Text)
		terms, paragraphs = terms+n, paragraphs+of
	}
	return terms >= 4 && 5*terms >= paragraphs
}

var (
	advice  = text.Pattern(`(?i)\b(?:you|your|yourself)\b`)
	advises = text.Pattern(`(?i)^(?:\S+ ){0,3}you\b`)
)

// candidates are the sentences of one passage that can stand alone and are about the
// subject.
func (s subject) candidates(h ingest.Hit, page, passage int) []sentence {
	at := s.placeOf(h)
	heading := headingOf(s.name, h)
	var out []sentence
	for order, l := range proseLines(h.Text) {
		plain := PlainText(l.text)
		terms := words(plain)
		c := sentence{text: l.text, chunk: h.Chunk, heading: heading, title: h.Title, page: page, passage: passage, order: order, place: at,
			bearing: s.bearingOf(l.text, plain, terms)}
		n, first := s.parameters(l.text)
		if first || advises().MatchString(plain) || !s.admits(c, l.term, plain) || !standsAlone(l.text) {
			continue
		}
		c.words = CountWords(plain)
		c.terms = Stems(plain)
		c.score = worth(c, n, plain)
		out = append(out, c)
	}
	return out
}

// admits reports whether a sentence is about the subject, where it stands.
func (s subject) admits(c sentence, term, plain string) bool {
	b := c.bearing
	if term != "" && !isGeneric(PlainHeading(term)) {
		// What stands under a term is about the term.
		if term != unknownTerm && s.covers(term) < home {
			return b.strength > 0
		}
		return b.named
	}
	if c.place == near {
		return b.mentions && (b.named || len(s.want) < 3)
	}
	return b.named && !opens(plain, c.heading)
}

// opens reports whether a sentence begins with its section's heading, so that this is
// what it is about.
func opens(plain, heading string) bool {
	name, text := sequence(heading), words(plain)
	for len(text) > 0 && articles[text[0].raw] {
		text = text[1:]
	}
	return matches(text, name) > 0
}

// worth orders the sentences of a pool.
func worth(c sentence, parameters int, plain string) float64 {
	b := c.bearing
	score := 0.7*float64(b.strength) + 0.5*float64(c.place)
	switch {
	case b.named:
		score += 1.5
	case b.mentions:
		score++
	}
	if b.early {
		score += 0.5
	}
	if b.marked {
		score += 0.7
	}
	score += 1/float64(1+c.page) + 0.3/float64(1+c.order)
	score -= 0.6 * float64(min(parameters, 4))
	if advice().MatchString(plain) {
		score-- // to a reader of the source
	}
	if IsCommand(c.title) {
		score -= 1.2
	}
	if c.words > 40 {
		score -= 0.5
	}
	return score
}

// command reports whether a title is a command's, as manuals write them: ALTER TABLE.
func IsCommand(title string) bool {
	return strings.Contains(title, " ") && strings.ToUpper(title) == title && strings.ToLower(title) != title
}

// choose takes the best sentences that repeat neither each other nor what was said. Where
// pages or sections are about the topic, what others say in passing only dilutes it.
func (s subject) choose(pool, said []sentence) []sentence {
	slices.SortStableFunc(pool, func(a, b sentence) int { return cmp.Compare(b.score, a.score) })
	var chosen []sentence
	for _, c := range pool {
		if len(chosen) == max(gathered, draftSentences-len(said)/2) {
			break
		}
		passing := c.place < beside && c.bearing.strength == 0 || len(said) > 0 && IsCommand(c.title)
		if c.score < leastScore || len(said) >= enoughAtHome && passing || repeats(c, said) || repeats(c, chosen) {
			continue
		}
		chosen = append(chosen, c)
	}
	slices.SortStableFunc(chosen, inOrder)
	return chosen
}

// inOrder compares by the order of the sources.
func inOrder(a, b sentence) int {
	return cmp.Or(cmp.Compare(a.passage, b.passage), cmp.Compare(a.order, b.order))
}

func repeats(s sentence, chosen []sentence) bool {
	for _, c := range chosen {
		both := 0
		for t := range s.terms {
			if c.terms[t] {
				both++
			}
		}
		all := len(s.terms) + len(c.terms) - both
		fewer := min(len(s.terms), len(c.terms))
		if all > 0 && float64(both)/float64(all) >= sameSentence || fewer > 3 && float64(both)/float64(fewer) >= sameWithin {
			return true
		}
	}
	return false
}

// headingOf is the nearest heading of a passage that means something in a note of
// its own.
func headingOf(topic string, h ingest.Hit) string {
	for i := len(h.Heading) - 1; i >= 0; i-- {
		if name := PlainHeading(h.Heading[i]); !isGeneric(name) {
			return name
		}
	}
	if name := PlainHeading(h.Title); strings.TrimSpace(name) != "" {
		return name
	}
	return topic
}
