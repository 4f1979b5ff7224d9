package reading

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/text"
)

// Two dates in brackets behind the name of a person say when they were born and when they died, and
// no word says so: "Ada Lovelace (10 December 1815 – 27 November 1852) was a mathematician".
var (
	lifespan = regexp.MustCompile(`^(?:.+; )?\s*(` + day + `)\s*(?:--|[-–—])\s*(` + day + `)\s*$`)
	fullName = regexp.MustCompile(`(?:\p{Lu}[\p{L}.'’-]* )+$`)
)

const (
	day          = `(?:\d{1,2} \p{Lu}\p{L}+|\p{Lu}\p{L}+ \d{1,2} ?,) \d{4}`
	bracketBytes = 160 // at most, with how the name is said
	shortestLife = 10  // years; two days nearer together may be those of a war
)

// A life is a place of a text with such dates.
type life struct {
	start, end       int // of name and brackets
	from, to         int // of the dates
	name, born, died string
	added            int // where the sentences begin that stand for it, behind the text
}

// LivesIn finds such dates.
func LivesIn(raw string) (lives []life) {
	for at := 0; ; at++ {
		open := strings.IndexByte(raw[at:], '(')
		if open < 0 {
			return lives
		}
		at += open
		in, _, closed := strings.Cut(raw[at+1:min(len(raw), at+bracketBytes)], ")")
		if in = strings.TrimRight(in, " "); !closed || in == "" || !text.IsDigitByte(in[len(in)-1]) {
			continue
		}
		name := fullName.FindString(raw[max(0, at-bracketBytes):at])
		m := lifespan.FindStringSubmatchIndex(in)
		if m == nil || name == "" {
			continue
		}
		l := life{start: at - len(name), end: at + 1 + strings.IndexByte(raw[at:], ')'), from: at + 1 + m[2], to: at + 1 + m[5], name: name, born: in[m[2]:m[3]], died: in[m[4]:m[5]]}
		from, _ := strconv.Atoi(l.born[len(l.born)-4:])
		to, _ := strconv.Atoi(l.died[len(l.died)-4:])
		if to-from >= shortestLife {
			lives = append(lives, l)
		}
	}
}

// WithLives reads a text with sentences behind it in place of such dates. All else stands where
// it stood.
func WithLives(raw string, stems *text.Stems) *Text {
	lives := LivesIn(raw)
	if len(lives) == 0 {
		return Analyse(raw, stems)
	}
	all := []byte(raw)
	for i := range lives {
		l := &lives[i]
		copy(all[l.from:], strings.Repeat(" ", l.to-l.from))
		l.added = len(all)
		all = append(all, "\n\n"+l.name+"was born on "+l.born+". "+l.name+"died on "+l.died+"."...)
	}
	t := Analyse(string(all), stems)
	t.lives = lives
	return t
}

// QuoteLives gives the dates in place of the sentences that stand for them, where a quotation is of those.
func (t *Text) QuoteLives(from, to int) (int, int) {
	for _, l := range slices.Backward(t.lives) {
		if to > l.added {
			return min(from, l.start), l.end
		}
	}
	return from, to
}
