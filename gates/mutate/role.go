package mutate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pivots are verbs that mean another thing with their sides changed. What holds both
// ways (equals, resembles, interacts with) is not among them.
var pivots = set(`uses calls replaces contains includes extends supports requires precedes follows reads writes creates references overrides invokes returns
	raises imports wraps sends receives stores manages controls triggers causes implements provides blocks owns generates produces updates deletes
	converts inherits depends consists beats succeeds acquires governs defines describes affects prevents exceeds enables disables locks waits`)

// passives stand between "is" and "by": done to the one by the other.
var passives = set(`used called replaced contained extended supported required created referenced overridden invoked returned raised imported wrapped sent
	received stored managed controlled triggered caused implemented provided blocked owned held generated produced updated deleted governed defined affected followed preceded written read`)

var particles = set("from on of for to by in with")

// ends are words at which a subject or object ends.
var ends = set(`and or but when if where while because since that which who as than for to in on at by with from of into until after before unless so then like
	is are was were can may must will not no`)

var pronouns = set("it they this that these those he she we you there which what one each everything nothing both all others such same i anyone someone everyone nobody people")

// roles changes the sides of a verb or comparison, or what leads from and to.
func (m *maker) roles() {
	m.directions()
	for i := 1; i < len(m.words)-1; i++ {
		j := m.pivot(i)
		if j == 0 {
			continue
		}
		a, b := i, m.objectEnd(j)
		if a > 4 || b == j || m.pausesIn(0, a) || !m.noun(0, a) || !m.noun(j, b) || m.deniedIn(0, j) {
			continue
		}
		left, mid, right := m.span(0, a), m.text[m.words[a-1].end:m.words[j].start], m.span(j, b)
		if strings.EqualFold(left, right) || plural(m.words[a-1].low) != plural(m.words[b-1].low) || m.words[0].opened {
			continue
		}
		m.change(m.words[0].start, m.words[b-1].end, capital(right, m.words[0].text)+mid+m.uncapital(left, 0))
		return
	}
}

// pivot gives the word behind the verb that begins at word i, or 0.
func (m *maker) pivot(i int) int {
	w := m.words[i]
	if w.pause {
		return 0
	}
	switch {
	case pivots[w.low]:
		if particles[m.at(i+1)] && !m.words[i+1].pause {
			return i + 2
		}
		return i + 1
	case (w.low == "is" || w.low == "are") && i+3 < len(m.words):
		next, after := m.at(i+1), m.at(i+2)
		switch {
		case passives[next] && after == "by" && !m.words[i+1].pause:
			return i + 3
		case after == "than" && (opposites[next] != "" || strings.HasSuffix(next, "er")):
			return i + 3
		case next == "part" && after == "of", next == "based" && after == "on", next == "derived" && after == "from":
			return i + 3
		case (next == "more" || next == "less") && m.at(i+3) == "than" && i+4 < len(m.words):
			return i + 4
		}
	}
	return 0
}

// objectEnd is where the words that begin at j stop to be one thing: at punctuation, a
// preposition or a clause, four words on at most.
func (m *maker) objectEnd(j int) int {
	for k := j; k < len(m.words); k++ {
		if k-j == 4 || ends[m.words[k].low] {
			// What is cut in the middle is no object.
			if k-j == 4 && !ends[m.words[k].low] || m.words[k].low == "of" || m.words[k].low == "and" || m.words[k].low == "or" || m.words[k].low == "that" || m.words[k].low == "which" || m.words[k].low == "from" || m.words[k].low == "than" {
				return j
			}
			return k
		}
		if m.words[k].pause {
			if following := m.text[m.words[k].end:]; strings.HasPrefix(following, ",") || strings.HasPrefix(following, " (") || k > j && m.words[k].opened {
				return j // a list may go on
			}
			return k + 1
		}
	}
	return len(m.words)
}

// noun reports that words from i up to j can name a thing of their own.
func (m *maker) noun(i, j int) bool {
	if i >= j || pronouns[m.words[i].low] || pronouns[m.words[j-1].low] || m.words[j-1].low == "the" || m.valueIn(i) || m.words[i].opened {
		return false
	}
	for _, w := range m.words[i:j] {
		if ends[w.low] || strings.HasSuffix(w.low, "ly") || strings.HasSuffix(w.low, "ing") || denies[w.low] {
			return false
		}
	}
	return true
}

func (m *maker) pausesIn(i, j int) bool {
	return slices.ContainsFunc(m.words[i:j], func(w word) bool { return w.pause })
}

func (m *maker) deniedIn(i, j int) bool {
	return slices.ContainsFunc(m.words[i:j], func(w word) bool { return denies[w.low] })
}

func (m *maker) span(i, j int) string { return m.text[m.words[i].start:m.words[j-1].end] }

func plural(w string) bool { return strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") }

func capital(s, first string) string {
	if strings.ContainsAny(strings.Fields(s)[0], "_.()") { // code keeps its letters
		return s
	}
	return like(first, s)
}

// uncapital writes what opened the sentence as it is written within one.
func (m *maker) uncapital(s string, i int) string {
	w := m.words[i]
	if shapeOf(w, true) != noName || len(w.text) < 2 && w.low != "a" {
		return s
	}
	// A name that opens a sentence looks like any word; in the middle it is known.
	if strings.Contains(m.about.Evidence, " "+w.text+" ") && !strings.Contains(m.about.Evidence, " "+w.low+" ") {
		return s
	}
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[size:]
}

// directions changes from and to, where each has one name or word.
func (m *maker) directions() {
	for i := 0; i+3 < len(m.words); i++ {
		if m.at(i) != "from" || m.at(i+2) != "to" && m.at(i+2) != "into" || m.pausesIn(i, i+3) || m.words[i+1].opened || m.words[i+3].opened {
			continue
		}
		a, b := m.words[i+1], m.words[i+3]
		// The second must be whole: at its end the sentence pauses, ends or goes on.
		if !b.pause && i+4 < len(m.words) && !ends[m.at(i+4)] || m.at(i+4) == "of" || ends[a.low] || ends[b.low] || notSubjects[a.low] || notSubjects[b.low] || m.valueIn(i+1) || m.valueIn(i+3) || a.low == b.low || a.low == "time" {
			continue
		}
		m.change(a.start, b.end, b.text+m.text[a.end:b.start]+a.text)
	}
}
