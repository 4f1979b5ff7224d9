package judge

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/provenance"
	"assay/text"
)

// Two dates in brackets behind the name of a person say when they were born and when they died, and
// no word says so: "Ada Lovelace (10 December 1815 – 27 November 1852) was a mathematician".
var lifespan = regexp.MustCompile(`\((?:[^()]{1,99}; )?\s*(` + day + `)\s*(?:--|[-–—])\s*(` + day + `)\s*\)`)

// fullName is the name before them.
var fullName = regexp.MustCompile(`(?:\p{Lu}[\p{L}.'’-]* )+$`)

const day = `(?:\d{1,2} \p{Lu}\p{L}+|\p{Lu}\p{L}+ \d{1,2} ?,) \d{4}`

// shortestLife is how many years must lie between the two; two days nearer together may be
// those of a war.
const shortestLife = 10

// A life is a place of a text with such dates.
type life struct {
	added      int // where the sentences begin that stand for it, behind the text
	start, end int // of the name and the dates
}

// withLives reads a text with sentences behind it in place of such dates. All else stands where
// it stood.
func withLives(raw string, stems *text.Stems) *reading {
	if !strings.Contains(raw, "(") {
		return analyse(raw, stems)
	}
	var lives []life
	var more strings.Builder
	blank := []byte(raw)
	for _, m := range lifespan.FindAllStringSubmatchIndex(raw, -1) {
		line := raw[strings.LastIndexByte(raw[:m[0]], '\n')+1 : m[0]]
		name, born, died := fullName.FindString(line), raw[m[2]:m[3]], raw[m[4]:m[5]]
		from, _ := strconv.Atoi(born[len(born)-4:])
		to, _ := strconv.Atoi(died[len(died)-4:])
		if name == "" || to-from < shortestLife {
			continue
		}
		lives = append(lives, life{len(raw) + more.Len(), m[0] - len(name), m[1]})
		more.WriteString("\n\n" + name + "was born on " + born + ". " + name + "died on " + died + ".")
		copy(blank[m[2]:], strings.Repeat(" ", m[5]-m[2]))
	}
	t := analyse(string(blank)+more.String(), stems)
	t.lives = lives
	return t
}

// quoteLives quotes the dates where a judgement quotes the sentences that stand for them.
func (t *reading) quoteLives(j *provenance.Judgement) {
	for _, l := range slices.Backward(t.lives) {
		if j.QuoteEnd > l.added {
			j.QuoteStart, j.QuoteEnd = min(j.QuoteStart, l.start), l.end
			return
		}
	}
}
