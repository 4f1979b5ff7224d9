package mutate

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A found value is one of the evidence.
type found struct {
	text, sort string
	piece      int
	subject    bool // words of its own stand before it
}

// sortOf says which values may stand for each other: those of one unit, counts of one
// thing, years, versions, and bare ones of rows.
func (m *maker) sortOf(v *value, row bool) string {
	switch next, size := utf8.DecodeRuneInString(m.text[v.end:]); {
	case v.date && v.isYear():
		return "year"
	case v.date:
		return ""
	case v.version:
		return "version"
	case v.unit != "":
		return "unit " + strings.TrimSuffix(strings.ToLower(v.unit), "s")
	case size > 0 && unicode.In(next, unicode.Han, unicode.Hiragana, unicode.Katakana):
		return "counts " + string(next)
	case m.counts(v):
		return "counts " + m.at(v.word+1)
	case row:
		return "bare"
	}
	return ""
}

// evidenceValues are those of the evidence.
func (m *maker) evidenceValues() (out []found) {
	for i, p := range m.pieces() {
		e := read(p.text, p.low)
		for _, v := range e.values {
			if sort := e.sortOf(&v, p.row); sort != "" {
				out = append(out, found{v.text, sort, i, len(tokens(p.text[:v.start])) > 0})
			}
		}
	}
	return out
}

// neighbours puts in place of a value another one of its sort that the evidence gives for
// something else: in a piece that lacks a word which the claim shares with the value's own.
func (m *maker) neighbours() {
	own := m.values
	if len(own) == 0 || m.about.Evidence == "" {
		return
	}
	all, about := m.evidenceValues(), tokens(m.text)
	pieces := m.pieces()
	for i, v := range own {
		sort := m.sortOf(&v, true)
		var to []string
		for _, f := range all {
			if f.sort != sort || amount(f.text) == amount(v.text) && !v.version || hasWord(m.low, f.text) {
				continue
			}
			if side := m.side(v.word); side != 0 && cmp.Compare(amount(f.text), amount(v.text)) != side {
				continue
			}
			if m.isOthers(f, v.text, sort, all, pieces, about) {
				to = append(to, f.text)
			}
		}
		if sort != "" && len(to) > 0 {
			m.change(v.start, v.end, to[m.pick(len(to), i)])
		}
	}
}

// isOthers reports that a value is not the claim's in any piece that has it.
func (m *maker) isOthers(f found, own, sort string, all []found, pieces []piece, about []string) bool {
	stands := false
	for _, o := range all {
		if o.sort != sort || o.text != own {
			continue
		}
		stands = true
		for _, x := range all {
			if x.sort != sort || x.text != f.text {
				continue
			}
			a, b := pieces[o.piece], pieces[x.piece]
			if x.piece == o.piece || a.sentence == b.sentence && !x.subject || !tells(about, a.low, b.low) {
				return false
			}
		}
	}
	return stands
}

// rowSwaps puts in place of a cell what the same column has in another row, or the same
// row in another column.
func (m *maker) rowSwaps() {
	for n, t := range m.tables() {
		own, c := m.rowOf(&t)
		if own == nil {
			continue
		}
		var to []string
		for _, row := range t.body() {
			if m.notOf(row[0]) && m.mayStand(row[c], own[c]) {
				to = append(to, row[c])
			}
		}
		if head := t.rows[0]; t.head && hasWord(m.low, strings.ToLower(head[c])) {
			for k := 1; k < len(head); k++ {
				if k != c && m.notOf(head[k]) && m.mayStand(own[k], own[c]) && unvalued(own[k]) == unvalued(own[c]) {
					to = append(to, own[k])
				}
			}
		}
		if at, ok := m.only(own[c]); ok && len(to) > 0 {
			m.change(at, at+len(own[c]), to[m.pick(len(to), n)])
		}
	}
}

// notOf reports the name of a row or column that the claim is not about.
func (m *maker) notOf(s string) bool { return s != "" && !strings.Contains(m.low, strings.ToLower(s)) }

// mayStand reports a cell that says something else than the claim's, and is a value where
// that is one.
func (m *maker) mayStand(to, from string) bool {
	if !strings.ContainsFunc(to, isWordSign) || len(to) > 40 || hasWord(m.low, strings.ToLower(to)) {
		return false
	}
	a, b := unvalued(to), unvalued(from)
	if a == to && b == from {
		return !akin(strings.ToLower(to), strings.ToLower(from))
	}
	return a != to && b != from && to != from
}

func isWordSign(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// unvalued is a cell without its figures.
func unvalued(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '.' || r == ',' {
			return -1
		}
		return r
	}, s)
}

// rowOf finds the one row that the claim repeats, by its name, and the cell; nil where it
// tells of none or of several.
func (m *maker) rowOf(t *table) (own []string, c int) {
	for _, row := range t.body() {
		if _, has := m.only(row[0]); !has {
			continue
		}
		for k := 1; k < len(row); k++ {
			if _, has := m.only(row[k]); !has || strings.EqualFold(row[k], row[0]) {
				continue
			}
			if own != nil {
				return nil, 0
			}
			own, c = row, k
		}
	}
	return own, c
}

// subjects says of another thing what is said of one: of another row, or of the subject
// of another sentence that says nothing of the kind.
func (m *maker) subjects() {
	for n, t := range m.tables() {
		own, c := m.rowOf(&t)
		if own == nil {
			continue
		}
		var to []string
		for _, row := range t.body() {
			if m.notOf(row[0]) && len(row[0]) <= 40 && !akin(strings.ToLower(row[0]), strings.ToLower(own[0])) && !strings.EqualFold(row[c], own[c]) {
				to = append(to, row[0])
			}
		}
		if at, ok := m.only(own[0]); ok && len(to) > 0 {
			m.change(at, at+len(own[0]), like(m.text[at:], to[m.pick(len(to), n)]))
		}
	}
	end := m.subjectEnd()
	if !m.english || end == 0 {
		return
	}
	own, predicate := m.words[:end], tokens(m.text[m.words[end-1].end:])
	var to []string
	known := false
	for _, p := range m.pieces() {
		if p.row {
			continue
		}
		e := read(p.text, p.low)
		k := e.subjectEnd()
		if k == 0 {
			continue
		}
		s := e.span(0, k)
		switch last := e.words[k-1].low; {
		case strings.EqualFold(s, m.span(0, end)):
			known = true
		case articles[e.words[0].low] == articles[own[0].low] && plural(last) == plural(own[end-1].low) && !akin(last, own[end-1].low) && !strings.Contains(m.low, last) && !m.saidOf(last, predicate):
			to = append(to, s)
		}
	}
	if known && len(to) > 0 {
		s := to[m.pick(len(to), 0)]
		m.change(own[0].start, own[end-1].end, capital(s, own[0].text))
	}
}

var articles = set("the a an each every all any no")

// subjectEnd is where the subject ends that a sentence begins with: at its first verb,
// four words on at most. 0 where that cannot be told.
func (m *maker) subjectEnd() int {
	for i := 1; i < min(5, len(m.words)-1); i++ {
		if m.words[i-1].pause || noSubject[m.words[i-1].low] {
			return 0
		}
		low := m.words[i].low
		if _, verb := verbs[low]; verb || pivots[low] || auxiliaries[low] {
			if !m.noun(0, i) || low == "cannot" || low == "do" || low == "did" || m.at(i+1) == "it" {
				return 0
			}
			return i
		}
	}
	return 0
}

// noSubject are words that no subject has: of a question, a clause, or a verb denied.
var noSubject = set("how why what when where whether if because as we you i don't doesn't can't won't isn't aren't")

// saidOf reports that the evidence may say of a thing what the claim says: no word of it
// is missing where the thing is named, and in the piece that follows.
func (m *maker) saidOf(thing string, predicate []string) bool {
	var said strings.Builder
	pieces := m.pieces()
	for i, p := range pieces {
		if hasWord(p.low, thing) {
			said.WriteString(p.low + "\n")
			if i+1 < len(pieces) {
				said.WriteString(pieces[i+1].low + "\n")
			}
		}
	}
	for _, t := range predicate {
		if !strings.Contains(said.String(), t) {
			return false
		}
	}
	return true
}
