package mutate

import (
	"slices"
	"strings"
	"unicode"
)

// shape is how a name is written. One is only put in place of another of its shape.
type shape uint8

const (
	noName  shape = iota
	proper        // Ceylon, Unix
	mixed         // PostgreSQL, ThreadPool
	acronym       // WAL, SELECT
	camel         // isOpen
	code          // max_connections
	dotted        // os.path
	called        // len()
)

// notNames are capitals that name nothing, or that hold a sentence together.
var notNames = set(`i a an the and or not if is in on of to by no yes ok only all some but it its this that these those when while with
	monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december
	see note however also for from as at each any both there then thus true false none null english`)

func shapeOf(w word, first bool) shape {
	if len(w.text) < 2 || notNames[w.low] || strings.Contains(w.text, "://") {
		return noName
	}
	upper, lower, inner, marks := 0, 0, 0, 0
	for i, r := range w.text {
		switch {
		case unicode.IsUpper(r):
			upper++
			if i > 0 {
				inner++
			}
		case unicode.IsLower(r):
			lower++
		case r == '_' || r == '.' || r == '(' || r == ')':
			marks++
		default:
			return noName // digits, dashes, slashes: a version, a path, a compound
		}
	}
	switch {
	case marks > 0:
		return codeShape(w.text, upper+lower)
	case upper > 1 && lower == 0:
		return acronym
	case upper > 0 && lower > 0 && inner > 0 && !unicode.IsUpper(rune(w.text[0])):
		return camel
	case upper > 0 && lower > 1 && inner > 0:
		return mixed
	case upper > 0 && lower > 1 && !first:
		return proper
	}
	return noName
}

func codeShape(s string, letters int) shape {
	bare, isCall := strings.CutSuffix(s, "()")
	switch {
	case letters < 3 || s[0] == '_' || strings.ContainsAny(bare, "()") || isAbbreviation(s):
		return noName
	case isCall:
		return called
	case strings.Contains(s, "."):
		return dotted
	}
	return code
}

// isAbbreviation tells e.g and U.S from os.path: no part is longer than two.
func isAbbreviation(s string) bool {
	return !slices.ContainsFunc(strings.Split(s, "."), func(part string) bool { return len(part) > 2 })
}

// Names are the names in an English text, as they may be put in place of others. The
// first word of a sentence is none, unless it is written as only names are.
func Names(claim string) []string {
	ws := words(claim)
	if !isEnglish(ws) {
		return nil
	}
	var out []string
	for i, w := range ws {
		if shapeOf(w, opens(ws, i)) != noName && !joined(ws, i) {
			out = append(out, w.text)
		}
	}
	return out
}

// opens reports the first word of a sentence, or of what follows a colon or dash.
func opens(ws []word, i int) bool { return i == 0 || ws[i-1].pause || ws[i].opened }

// joined reports a name of which only a part would be changed: New York, Tim Peters,
// ALTER TABLE.
func joined(ws []word, i int) bool {
	near := func(j, k int) bool {
		if j < 0 || k >= len(ws) || ws[j].pause || ws[k].opened {
			return false
		}
		s := shapeOf(ws[j], false)
		return (s == proper || s == acronym) && shapeOf(ws[k], false) == s
	}
	return near(i-1, i) || near(i, i+1)
}

// names puts another name of the vault in place of each of the claim's. One that the
// evidence has as well might be as true, and one that begins alike might be the same.
func (m *maker) names() {
	done := map[string]bool{}
	for i, w := range m.words {
		s := shapeOf(w, opens(m.words, i))
		if s == noName || joined(m.words, i) || done[w.low] || strings.Count(m.low, w.low) > 1 || m.besideValue(i) || len(m.about.Names) == 0 {
			continue // named twice, it would be a sentence about both
		}
		done[w.low] = true
		n := len(m.about.Names)
		from := m.pick(n, i)
		for try := range min(n, 100) {
			to := m.about.Names[(from+try)%n]
			if shapeOf(word{text: to, low: strings.ToLower(to)}, false) == s && !m.held(to) && !akin(w.low, strings.ToLower(to)) && !m.shortFor(to) {
				m.change(w.start, w.end, to)
				break
			}
		}
	}
}

// besideValue reports a unit, or what a number goes with: 2 GB, RFC 7159.
func (m *maker) besideValue(i int) bool {
	digit := func(j int) bool {
		return j >= 0 && j < len(m.words) && strings.ContainsAny(m.words[j].text, "0123456789")
	}
	return otherUnits[m.words[i].text] != "" || digit(i-1) && !m.words[i-1].pause || digit(i+1) && !m.words[i].pause
}

// akin reports forms of one name: Postgres, PostgreSQL; row, rows.
func akin(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n >= 4 || n == min(len(a), len(b)) || strings.HasSuffix(a, b) || strings.HasSuffix(b, a)
}

// shortFor reports that a name's letters begin words that the evidence has beside each
// other: WAL for write-ahead log.
func (m *maker) shortFor(name string) bool {
	if len(name) < 3 || len(name) > 6 || strings.ToUpper(name) != name {
		return false
	}
	if m.initials == "" {
		var b strings.Builder
		for _, f := range strings.FieldsFunc(m.evidence, func(r rune) bool { return !unicode.IsLetter(r) }) {
			b.WriteByte(f[0])
		}
		m.initials = b.String() + "."
	}
	return strings.Contains(m.initials, strings.ToLower(name))
}
