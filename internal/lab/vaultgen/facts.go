package vaultgen

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// fact is a sentence of an original: "The attribute of Two words" and two to four
// clauses. No two originals tell of the same thing, or claims of different notes
// would contradict each other by accident.
func (v *vocabulary) fact(r *rand.Rand, topic, attribute string) string {
	kinds := r.Perm(clauseKinds)[:2+r.IntN(3)]
	parts := make([]string, len(kinds))
	for i, k := range kinds {
		parts[i] = v.clause(r, k)
	}
	return "The " + attribute + " of " + topic + " " + together(parts) + "."
}

func together(parts []string) string {
	switch n := len(parts); n {
	case 1:
		return parts[0]
	case 2:
		return parts[0] + " and " + parts[1]
	default:
		return strings.Join(parts[:n-1], ", ") + ", and " + parts[n-1]
	}
}

const clauseKinds = 9

func (v *vocabulary) clause(r *rand.Rand, kind int) string {
	pick := func(words ...string) string { return words[r.IntN(len(words))] }
	number := func(most int) string { return strconv.Itoa(2 + r.IntN(most)) }
	year := func() int { return 1700 + r.IntN(320) }
	switch kind {
	case 0:
		return "was " + pick("founded", "opened", "rebuilt", "measured", "sold", "enlarged", "described") + " in " + strconv.Itoa(year())
	case 1:
		return "holds " + number(9000) + " " + pick("tonnes", "metres", "litres", "kilograms", "kilometres") + " of " + v.word(r) + " " + v.word(r)
	case 2:
		return "is " + pick("older", "larger", "lower", "deeper", "warmer", "slower") + " than the " + v.word(r) + " of " + v.name(r)
	case 3:
		return "lies " + number(400) + " kilometres " + pick("north", "south", "east", "west") + " of " + v.name(r)
	case 4:
		return "costs " + number(900) + " dollars a " + v.word(r)
	case 5:
		return "was named after " + v.name(r) + " " + v.name(r)
	case 6:
		y := year()
		return "grew by " + number(97) + " percent between " + strconv.Itoa(y) + " and " + strconv.Itoa(y+3+r.IntN(40))
	case 7:
		return "consists of " + number(80) + " " + v.word(r) + "s and a " + v.word(r)
	default:
		return "uses " + v.word(r) + " " + v.word(r) + " instead of " + v.word(r)
	}
}

// claim makes one of a fact, true in nineteen cases of twenty: word for word, shortened, or
// with its halves turned around.
func (v *vocabulary) claim(r *rand.Rand, fact string) string {
	switch k := r.IntN(100); {
	case k < 35:
		return fact
	case k < 94:
		if parts, subject := clauses(fact); len(parts) > 1 {
			r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			return subject + " " + together(parts[:1+r.IntN(min(2, len(parts)))]) + "."
		}
		return fact
	case k < 98: // less than the source says, and more
		parts, subject := clauses(fact)
		return subject + " " + parts[0] + " in most of the " + v.word(r) + " " + v.word(r) + " of " + v.name(r) + "."
	}
	return wrong(r, fact)
}

// clauses takes a fact apart.
func clauses(fact string) (parts []string, subject string) {
	words := strings.Fields(strings.TrimSuffix(fact, "."))
	if len(words) < 6 { // The A of B c
		return []string{"is there"}, strings.TrimSuffix(fact, ".")
	}
	rest := strings.Join(words[5:], " ")
	rest = strings.ReplaceAll(rest, ", and ", ", ")
	return strings.Split(rest, ", "), strings.Join(words[:5], " ")
}

// wrong changes the first number of a fact, where it has one.
func wrong(r *rand.Rand, fact string) string {
	words := strings.Split(fact, " ")
	for i, w := range words {
		digits := strings.TrimRight(w, ",.")
		if n, err := strconv.Atoi(digits); err == nil {
			words[i] = strconv.Itoa(n+1+r.IntN(60)) + w[len(digits):]
			break
		}
	}
	return strings.Join(words, " ")
}
