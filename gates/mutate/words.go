package mutate

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A word is a run without white space, less the punctuation at its ends.
type word struct {
	text, low  string
	start, end int
	pause      bool // punctuation or a bracket stands behind it
	opened     bool // or before it
}

func words(s string) []word {
	var out []word
	for at := 0; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		if unicode.IsSpace(r) {
			at += size
			continue
		}
		end := at
		for end < len(s) {
			r, size := utf8.DecodeRuneInString(s[end:])
			if unicode.IsSpace(r) {
				break
			}
			end += size
		}
		run := s[at:end]
		core := strings.TrimLeftFunc(run, isEdge)
		start := at + len(run) - len(core)
		core = strings.TrimRightFunc(core, isEdge)
		// What is called is named with its brackets.
		if strings.HasPrefix(s[start+len(core):end], "()") {
			core = s[start : start+len(core)+2]
		}
		switch {
		case core != "":
			out = append(out, word{text: core, low: strings.ToLower(core), start: start, end: start + len(core),
				pause: start+len(core) < end, opened: start > at})
		case len(out) > 0:
			out[len(out)-1].pause = true // a dash alone
		}
		at = end
	}
	return out
}

// isEdge is punctuation that belongs to the sentence, not to the word. Signs of
// values do belong to it.
func isEdge(r rune) bool {
	switch r {
	case '_', '%', '-', '@', '#':
		return false
	}
	return unicode.IsPunct(r)
}

// Words that tell English: common in it and in no other language that is read.
var (
	surely = set("the and that with are by which from this when has must will not be can have was were")
	maybe  = set("is of to for in as on an a it its or at")
)

func isEnglish(ws []word) bool {
	sure, may, foreign := 0, 0, 0
	for _, w := range ws {
		if surely[w.low] {
			sure++
		} else if maybe[w.low] {
			may++
		}
		for _, r := range w.text {
			if r >= 0x80 && unicode.IsLetter(r) {
				foreign++
				break
			}
		}
	}
	return (sure > 0 || may > 1) && 4*foreign <= len(ws) && sure+may >= tellsOther(ws)
}

// tellsOther counts the small words of the other language that has most of them: "an",
// "in" and "was" are German as well.
func tellsOther(ws []word) int {
	most := 0
	for _, t := range tongues() {
		most = max(most, t.told(ws))
	}
	return most
}

func set(list string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(list) {
		out[w] = true
	}
	return out
}

// pairs reads "a b|c d" as what stands for what, both ways.
func pairs(list string) map[string]string {
	out := map[string]string{}
	for _, p := range strings.Split(list, "|") {
		f := strings.Fields(p)
		out[f[0]], out[f[1]] = f[1], f[0]
	}
	return out
}

// like gives a word the capital of the one it stands for.
func like(old, now string) string {
	r, _ := utf8.DecodeRuneInString(old)
	if !unicode.IsUpper(r) {
		return now
	}
	f, size := utf8.DecodeRuneInString(now)
	return string(unicode.ToUpper(f)) + now[size:]
}

// at is the i-th word in lower case, or "" where there is none.
func (m *maker) at(i int) string {
	if i < 0 || i >= len(m.words) {
		return ""
	}
	return m.words[i].low
}

// replace changes the words from i up to j.
func (m *maker) replace(i, j int, to string) {
	m.change(m.words[i].start, m.words[j-1].end, like(m.words[i].text, to))
}

// drop takes word i out, with the space behind it.
func (m *maker) drop(i int) {
	w := m.words[i]
	if i+1 >= len(m.words) || w.pause || w.opened {
		return
	}
	next := m.words[i+1]
	m.change(w.start, next.end, like(w.text, m.text[next.start:next.end]))
}
