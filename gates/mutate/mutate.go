// Package mutate corrupts claims: it changes one thing in a sentence that was true.
//
// It does so in a way that a writer might. A gate that is worth something lets none of it pass.
//
// Read Mutant first; Mutants makes them. The package knows nothing of how claims are
// judged and shares no word list with the judge, which it is there to test. It asks
// nobody and keeps nothing: the same claim gives the same mutants.
package mutate

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
)

// A Kind says what a mutant corrupts.
type Kind string

// The kinds, in the order of reports. Source is not made here: it takes a claim as
// it stands, and another passage.
const (
	Number      Kind = "number"      // another value of the same size
	Date        Kind = "date"        // another day, month or year
	Unit        Kind = "unit"        // another unit of the same kind
	Name        Kind = "name"        // another name of the same vault
	Negation    Kind = "negation"    // denied, or no longer denied
	Quantifier  Kind = "quantifier"  // all, none, always, never
	Comparative Kind = "comparative" // the other direction
	Roles       Kind = "roles"       // who did it and to whom
	Source      Kind = "source"      // a passage that is there and says something else
	Hedge       Kind = "hedge"       // what may be, is
	Boundary    Kind = "boundary"    // after 3.2, from 3.2
	Order       Kind = "order"       // before, after
	Neighbour   Kind = "neighbour"   // the value that the evidence gives for something else
	Row         Kind = "row"         // the cell of another row or column
	Subject     Kind = "subject"     // said of another thing of the evidence
	Ordinal     Kind = "ordinal"     // the first, for the fourth
	Tail        Kind = "tail"        // and something more, of which the evidence says nothing
)

// Kinds are all kinds, in the order of reports.
func Kinds() []Kind {
	return []Kind{Number, Date, Unit, Name, Negation, Quantifier, Comparative, Roles, Source, Hedge, Boundary, Order, Neighbour, Row, Subject, Ordinal, Tail}
}

// A Mutant is a claim with one thing changed. Text is the claim with To in place of
// From, which stands at Start.
type Mutant struct {
	Kind  Kind
	Text  string
	Start int
	From  string
	To    string
}

// About is what a claim's mutants depend on besides its words.
type About struct {
	Seed     string   // the claim's id: which of several values is taken hangs on it alone
	Evidence string   // all that the claim may rest on: a value or name that stands there may be true as well
	Names    []string // of the vault, to be put in place of the claim's own, in a fixed order
}

// A sentence has an end: what is longer is a table or a listing that lost its lines.
const (
	longest  = 4000 // bytes of a claim
	mostEach = 32   // mutants of a kind
)

// Mutants are the corruptions of a claim, by kind and then by place. There are none
// of a kind that finds nothing to change. Words are changed in English alone; numbers,
// dates and units in any language, and a verb is denied in some.
func Mutants(claim string, about About, kinds []Kind) []Mutant {
	if len(claim) > longest {
		return nil
	}
	m := read(claim, strings.ToLower(claim))
	m.about, m.evidence, m.english = about, strings.ToLower(about.Evidence), isEnglish(m.words)
	makers := []struct {
		kind    Kind
		english bool
		make    func(*maker)
	}{
		{Number, false, (*maker).numbers}, {Date, false, (*maker).dates}, {Unit, false, (*maker).units},
		{Name, true, (*maker).names}, {Negation, false, (*maker).denials}, {Quantifier, true, (*maker).quantifiers},
		{Comparative, true, (*maker).comparatives}, {Roles, true, (*maker).roles}, {Hedge, true, (*maker).hedges},
		{Boundary, true, (*maker).boundaries}, {Order, true, (*maker).orders},
		{Neighbour, false, (*maker).neighbours}, {Row, false, (*maker).rowSwaps}, {Subject, false, (*maker).subjects},
		{Ordinal, false, (*maker).ordinals}, {Tail, false, (*maker).inventions},
	}
	for _, k := range makers {
		if (len(kinds) == 0 || slices.Contains(kinds, k.kind)) && (m.english || !k.english) {
			m.kind, m.made = k.kind, 0
			k.make(m)
		}
	}
	return m.out
}

type maker struct {
	text     string
	words    []word
	values   []value
	about    About
	low      string  // the claim in lower case
	evidence string  // likewise
	cut      []piece // the evidence, once it was asked for
	initials string  // of the evidence's words, read when first asked for
	english  bool
	kind     Kind
	made     int // of the kind
	out      []Mutant
}

// change adds the mutant with other words from start to end, unless it is the claim
// itself or one that is there already.
func (m *maker) change(start, end int, to string) {
	from := m.text[start:end]
	if m.made++; strings.EqualFold(from, to) || m.made > mostEach {
		return
	}
	text := m.text[:start] + to + m.text[end:]
	if slices.ContainsFunc(m.out, func(o Mutant) bool { return o.Text == text }) {
		return
	}
	m.out = append(m.out, Mutant{Kind: m.kind, Text: text, Start: start, From: from, To: to})
}

// pick is a number below n that hangs on the seed, the kind and a place.
func (m *maker) pick(n, at int) int { return Pick(n, m.about.Seed, string(m.kind), strconv.Itoa(at)) }

// Pick is a number below n that hangs on the keys and on nothing else.
func Pick(n int, keys ...string) int {
	h := fnv.New64a()
	for _, k := range keys {
		h.Write([]byte(k))
		h.Write([]byte{0})
	}
	x := h.Sum64() // the low bits of FNV follow the last byte closely
	x ^= x >> 29
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 32
	return int(x % uint64(n))
}

// Few keeps n mutants, of as many kinds as there are, in their order. 0 keeps all.
func Few(all []Mutant, n int) []Mutant {
	if n <= 0 || len(all) <= n {
		return all
	}
	keep := map[int]bool{}
	for round := 0; len(keep) < n; round++ {
		seen := map[Kind]int{}
		for i, m := range all {
			if seen[m.Kind] == round && len(keep) < n {
				keep[i] = true
			}
			seen[m.Kind]++
		}
	}
	var out []Mutant
	for i, m := range all {
		if keep[i] {
			out = append(out, m)
		}
	}
	return out
}
