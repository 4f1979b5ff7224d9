package compose

import (
	"slices"
	"strings"

	"assay/ingest"
	"assay/text"
)

// A subject is what a draft is about, as its sentences are held against it.
type subject struct {
	name  string
	names [][]string      // word by word: the topic, and its other name where the evidence gives one
	want  map[string]bool // words that bear meaning
	rare  string          // the one that the evidence uses least
	short string          // its abbreviation, as written
}

// newSubject reads out of the passages which of the topic's words tells it apart, and
// how it is abbreviated.
func newSubject(topic string, hits []ingest.Hit) subject {
	s := subject{name: topic, want: Stems(topic)}
	s.names = append(s.names, sequence(topic))
	used := map[string]int{}
	other := map[string]int{}
	for _, h := range hits {
		have := Stems(h.Text)
		for w := range s.want {
			if have[w] {
				used[w]++
			}
		}
		if name := s.otherName(PlainText(h.Title + "\n" + h.Text)); name != "" {
			other[name]++
		}
	}
	for w := range s.want {
		// Of words used as often the longer is the rarer.
		if s.rare == "" || used[w] < used[s.rare] || used[w] == used[s.rare] &&
			(len(w) > len(s.rare) || len(w) == len(s.rare) && w < s.rare) {
			s.rare = w
		}
	}
	best := ""
	for name, n := range other {
		if best == "" || n > other[best] || n == other[best] && name < best {
			best = name
		}
	}
	if best != "" {
		s.names = append(s.names, sequence(best))
		if !text.IsAbbreviation(s.name) {
			s.short = best
		}
	}
	return s
}

func sequence(name string) []string {
	var out []string
	for _, w := range words(name) {
		out = append(out, w.stem)
	}
	return out
}

var abbreviated = text.Pattern(`\(([A-Z][A-Za-z0-9]{1,6})\)`)

// otherName finds the topic's abbreviation in "Write-Ahead Logging (WAL)", or what an
// abbreviation stands for.
func (s subject) otherName(said string) string {
	if text.IsAbbreviation(s.name) {
		return strings.ToLower(text.LongForm(said, s.name))
	}
	for _, m := range abbreviated().FindAllStringSubmatch(said, -1) {
		if short := m[1]; text.IsAbbreviation(short) && slices.Equal(sequence(text.LongForm(said, short)), s.names[0]) {
			return short
		}
	}
	return ""
}

// naming finds the subject's name among words: the first and the word after the last,
// or false. The topic's words may stand in another order.
func (s subject) naming(text []word) (from, to int, ok bool) {
	for i := range text {
		for _, name := range s.names {
			to := i + matches(text[i:], name)
			// "MVCC-compliant" does not speak of MVCC.
			if to > i && !(to < len(text) && text[to].joined && text[to].start == text[to-1].end+1) {
				return i, to, true
			}
		}
	}
	if len(s.want) < 2 {
		return 0, 0, false
	}
	reach := s.longest()
	for i := range text {
		if !s.want[text[i].stem] {
			continue
		}
		seen := map[string]bool{}
		for j := i; j < min(len(text), i+reach); j++ {
			if s.want[text[j].stem] {
				seen[text[j].stem] = true
			}
			if len(seen) == len(s.want) {
				return i, j + 1, true
			}
		}
	}
	return 0, 0, false
}

// longest is how many words the longer of the subject's names has.
func (s subject) longest() int {
	n := 0
	for _, name := range s.names {
		n = max(n, len(name))
	}
	return n
}

func matches(text []word, name []string) int {
	if len(name) == 0 || len(text) < len(name) {
		return 0
	}
	for i, w := range name {
		if text[i].stem != w {
			return 0
		}
	}
	return len(name)
}

// mentions reports whether words hold the one that tells the subject apart, or its
// other name.
func (s subject) mentions(text []word) bool {
	for _, w := range text {
		if w.stem == s.rare {
			return true
		}
	}
	_, _, ok := s.naming(text)
	return ok
}

// A nearness says how near a heading is to the subject.
type nearness int

const (
	elsewhere nearness = iota // about something else
	beside                    // a part of a page or section that names the subject among others
	inside                    // a part of a page or section about the subject
	near                      // names the subject among other words
	home                      // is the subject
)

// generic headings say nothing outside their page.
var generic = map[string]bool{"tip": true, "note": true, "notes": true, "description": true, "options": true, "overview": true,
	"caution": true, "warning": true, "important": true, "introduction": true, "examples": true, "example": true, "details": true,
	"summary": true, "background": true, "usage": true, "parameters": true, "return value": true, "synopsis": true, "general": true,
	"concepts": true, "definition": true, "basics": true, "about": true, "contents": true, "table of contents": true, "abstract": true,
	"注意": true, "说明": true, "概要": true, "概述": true, "简介": true, "定义": true}

func isGeneric(heading string) bool {
	return heading == "" || generic[strings.ToLower(strings.TrimRight(heading, ":"))]
}

// placeOf is how near a passage is to the subject, by the nearest heading that says
// anything, and those above it.
func (s subject) placeOf(h ingest.Hit) nearness {
	first := elsewhere
	found := false
	for i := len(h.Heading); i >= 0; i-- {
		name := h.Title
		if i > 0 {
			name = h.Heading[i-1]
		}
		if name = PlainHeading(name); isGeneric(name) {
			continue
		}
		at := s.covers(name)
		if !found && i > 0 && at < near && s.completes(name, h) {
			return home
		}
		if !found {
			first, found = at, true
		} else if at == home {
			return max(first, inside)
		} else if at == near {
			first = max(first, beside)
		}
	}
	return first
}

// completes reports whether a heading says what is left of the subject after those above
// it: "Steeping" on a page titled "Tea".
func (s subject) completes(heading string, h ingest.Hit) bool {
	have := Stems(heading)
	if len(have) == 0 || Share(have, s.want) < 1 {
		return false
	}
	return Share(s.want, Stems(PlainHeading(h.Title)+"\n"+strings.Join(h.Heading, "\n"))) == 1
}

// covers says how near one heading is.
func (s subject) covers(heading string) nearness {
	have := words(heading)
	bearing := 0
	for _, w := range have {
		if w.bears {
			bearing++
		}
	}
	best := elsewhere
	for _, name := range s.names {
		meant := 0
		for _, stem := range name {
			for _, w := range have {
				if w.stem == stem {
					meant++
					break
				}
			}
		}
		if meant < len(name) {
			continue
		}
		own := 0
		for _, stem := range name {
			if !text.Stopwords["en"].Has(stem) {
				own++
			}
		}
		extra := bearing - own
		for _, w := range have {
			if w.bears && extra > 0 && (generic[w.raw] || w.raw == strings.ToLower(s.short) && len(name) > 1) {
				extra--
			}
		}
		if extra <= 0 {
			return home
		}
		best = near
	}
	return best
}

// onTopic are the first passages found, and of the others those of sections about the
// topic, at most as many again.
func OnTopic(topic string, hits []ingest.Hit, first int) []ingest.Hit {
	s := subject{name: topic, names: [][]string{sequence(topic)}, want: Stems(topic)}
	var out []ingest.Hit
	for i, h := range hits {
		if i < first || len(out) < 2*first && s.placeOf(h) == home {
			out = append(out, h)
		}
	}
	return out
}
