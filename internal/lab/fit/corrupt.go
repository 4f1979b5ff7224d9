package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
)

// corrupt makes claims from the texts of a set, in the manner of what wikis written
// by models get wrong: spliced from two sentences, with a tail that belongs
// elsewhere, with a word exchanged. None holds. English and its like only: the cuts go by spaces.
func corrupt(rows []*sample, seed uint64) []*sample {
	r := rand.New(rand.NewPCG(seed, uint64(len(rows))))
	var sentences [][]string
	for _, row := range rows {
		sentences = append(sentences, cutPlain(row.text))
	}
	var made []*sample
	add := func(row *sample, claim string) {
		made = append(made, &sample{set: row.set + "+", group: row.group, claim: claim, text: row.text, fit: true})
	}
	seen := map[string]bool{}
	for i, row := range rows {
		if seen[row.text] || len(sentences[i]) == 0 {
			continue
		}
		seen[row.text] = true
		own := sentences[i]
		elsewhere := sentences[r.IntN(len(rows))]
		s := own[r.IntN(len(own))]
		if short := shorten(s); short != "" {
			if len(elsewhere) > 0 {
				if tail := ending(r, elsewhere[r.IntN(len(elsewhere))]); tail != "" {
					add(row, short+[...]string{" and ", ", which ", " because ", ", so "}[r.IntN(4)]+tail)
				}
			}
		}
		if len(own) > 1 {
			other := own[r.IntN(len(own))]
			if claim := splice(r, s, other); claim != "" {
				add(row, claim)
			}
		}
		if row.y == 1 && len(elsewhere) > 0 {
			if claim := exchange(r, row.claim, elsewhere[r.IntN(len(elsewhere))]); claim != "" {
				add(row, claim)
			}
		}
	}
	return made
}

// cutPlain cuts a text into sentences of eight to forty words.
func cutPlain(text string) []string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		for s := range strings.SplitSeq(line, ". ") {
			if n := len(strings.Fields(s)); n >= 8 && n <= 40 {
				out = append(out, strings.TrimRight(strings.TrimSpace(s), " ."))
			}
		}
	}
	return out
}

var clauseStarts = []string{", which ", ", who ", ", where ", ", while ", ", but ", ", and ", "; ", " , which ", " , who ", " , and ", " , but ", " because "}

// shorten keeps a sentence's first clause, where it has six words at least and stays
// a sentence: it must not open with a word that leans on what follows.
func shorten(s string) string {
	leans := []string{"When ", "While ", "If ", "Although ", "After ", "Before ", "As ", "Because ", "In ", "On ", "Despite ", "Since "}
	if slices.ContainsFunc(leans, func(lean string) bool { return strings.HasPrefix(s, lean) }) {
		return ""
	}
	best := -1
	for _, c := range clauseStarts {
		if at := strings.Index(s, c); at > 0 && (best < 0 || at < best) {
			best = at
		}
	}
	if best < 0 || len(strings.Fields(s[:best])) < 6 {
		return ""
	}
	return strings.TrimSpace(s[:best])
}

// ending is the last four to nine words of a sentence.
func ending(r *rand.Rand, s string) string {
	words := strings.Fields(s)
	n := 4 + r.IntN(6)
	if len(words) < n+3 {
		return ""
	}
	return strings.Join(words[len(words)-n:], " ") + "."
}

// splice joins the head of one sentence to the end of another.
func splice(r *rand.Rand, a, b string) string {
	x, y := strings.Fields(a), strings.Fields(b)
	if a == b || len(x) < 8 || len(y) < 8 {
		return ""
	}
	head, tail := x[:3+r.IntN(len(x)-6)], y[3+r.IntN(len(y)-6):]
	return strings.Join(head, " ") + " " + strings.Join(tail, " ") + "."
}

// exchange puts a word of another text in the place of one of the claim.
func exchange(r *rand.Rand, claim, other string) string {
	words := strings.Fields(claim)
	var places []int
	for i, w := range words {
		if i > 0 && plainWord(w) {
			places = append(places, i)
		}
	}
	var choices []string
	for i, w := range strings.Fields(other) {
		if i > 0 && plainWord(w) && !strings.Contains(claim, w) {
			choices = append(choices, w)
		}
	}
	if len(places) == 0 || len(choices) == 0 {
		return ""
	}
	words[places[r.IntN(len(places))]] = choices[r.IntN(len(choices))]
	return strings.Join(words, " ")
}

func plainWord(w string) bool {
	return len(w) >= 5 && !strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLower(r) })
}
