package compose

import (
	"slices"
	"strings"

	"assay/ingest"
	"assay/templates"
)

const (
	leadWords    = 150 // what the subject is, in the words of the page about it
	sectionWords = 80  // of each part of that page
	pageWords    = 300 // where it has no parts
	draftWords   = 500 // of the page in all: more is no longer a note but a copy
	ownSections  = 6
)

// A part is what a page about the subject says under one heading, or of one term.
type part struct {
	heading string // "" for what it says of the subject as a whole
	page    int
	hits    []ingest.Hit
	units   []unit
}

// parts are those of pages and sections about the subject, in their order, and the hits that
// are about something else.
func (s subject) parts(hits []ingest.Hit) (own []part, others []ingest.Hit) {
	page, last := -1, ""
	for _, h := range hits {
		if at := addressOf(h); page < 0 || at != last {
			page, last = page+1, at
		}
		place := s.placeOf(h)
		if place != home && place != inside {
			others = append(others, h)
			continue
		}
		heading := ""
		if place == inside {
			heading = headingOf(s.name, h)
		}
		if n := len(own) - 1; n < 0 || own[n].page != page || own[n].heading != heading && !boxed(h) {
			own = append(own, part{heading: heading, page: page})
		}
		n := len(own) - 1
		own[n].hits = append(own[n].hits, h)
	}
	return explained(own), others
}

// apparatus are the parts of a page that say nothing of its subject.
var apparatus = map[string]bool{"author": true, "authors": true, "bibliography": true, "references": true, "further reading": true, "see also": true,
	"acknowledgements": true, "acknowledgments": true, "external links": true, "参考文献": true, "参见": true, "外部链接": true}

// boxed reports a passage below a heading such as "Note", which belongs to what stands
// before it.
func boxed(h ingest.Hit) bool {
	return len(h.Heading) > 0 && isGeneric(PlainHeading(h.Heading[len(h.Heading)-1]))
}

// explained are parts with a part of its own for each term.
func explained(own []part) (out []part) {
	for _, p := range own {
		out = append(out, part{heading: p.heading, page: p.page})
		for _, u := range unitsOf(p.hits) {
			if n := len(out) - 1; u.term != "" && u.term != out[n].heading {
				out = append(out, part{heading: u.term, page: p.page})
			}
			n := len(out) - 1
			out[n].units = append(out[n].units, u)
		}
	}
	return out
}

// outline writes down what pages about the subject say of it: what the subject is, then
// part for part. A second page adds what the first does not say. It tells what was said,
// and which parts had to be left out.
func (s subject) outline(own []part) (d templates.Draft, said []sentence, left []string) {
	d.Title = s.name
	words := 0
	for _, p := range own {
		if apparatus[strings.ToLower(p.heading)] {
			continue
		}
		lines, n := s.part(p, own[0].page, len(own) == 1, said)
		switch {
		case len(lines) == 0:
			continue
		case words+n > draftWords+leadWords || len(d.Sections) == ownSections:
			if p.heading != "" {
				left = append(left, p.heading)
			}
			continue
		}
		words += n
		said = append(said, s.said(lines)...)
		if p.heading == "" && len(d.Lead)+len(d.Sections) == 0 {
			d.Lead = lines
		} else {
			d.Sections = append(d.Sections, templates.Section{Heading: p.heading, Lines: lines})
		}
	}
	return d, said, left
}

// part is what a draft takes of a part, and how many words that is.
func (s subject) part(p part, first int, alone bool, said []sentence) ([]templates.Cited, int) {
	runs := runsOf(p.units)
	if p.page > first {
		runs = slices.DeleteFunc(runs, func(r run) bool { return r[0].kind != prose || r.repeats(said) })
	}
	switch {
	case p.heading != "":
		return setRuns(runs, sectionWords)
	case alone:
		return setRuns(s.definitionFirst(runs), pageWords)
	}
	return setRuns(s.definitionFirst(runs), leadWords)
}

// repeats reports a run whose every sentence was said.
func (r run) repeats(said []sentence) bool {
	return !slices.ContainsFunc(r, func(u unit) bool { return u.kind != prose || !repeats(sentence{terms: Stems(u.text())}, said) })
}

// definitionFirst puts the run that says what the subject is before the others, which stay
// in order. None of them leans on another.
func (s subject) definitionFirst(runs []run) []run {
	best, most := 0, 0
	for i, r := range runs {
		plain := PlainText(r[0].text())
		if b := s.bearingOf(r[0].text(), plain, words(plain)); r[0].kind == prose && b.strength > most && (i == 0 || b.strength >= introduces) {
			best, most = i, b.strength
		}
	}
	if best == 0 {
		return runs
	}
	return append([]run{runs[best]}, slices.Concat(runs[:best], runs[best+1:])...)
}

// setRuns sets runs one after the other as long as there is room for them. The first may
// take more.
func setRuns(runs []run, limit int) (lines []templates.Cited, words int) {
	para := 0
	listed := false
	for _, r := range runs {
		if words >= limit {
			break
		}
		for i, u := range r {
			if words >= limit && i > 0 && u.kind == prose {
				break
			}
			first := len(lines)
			lines = append(lines, u.lines...)
			if u.kind == prose && first > 0 && (u.para != para || listed) {
				lines[first].Form = templates.Paragraph
			}
			para, listed = u.para, u.kind == list
			words += u.words
		}
	}
	return lines, words
}

// said are lines as sentences, to be compared with others.
func (s subject) said(lines []templates.Cited) (out []sentence) {
	for _, l := range lines {
		plain := PlainText(l.Text)
		out = append(out, sentence{text: l.Text, words: CountWords(plain), terms: Stems(plain), bearing: s.bearingOf(l.Text, plain, words(plain))})
	}
	return out
}

// missing says what a draft lacks, as far as that can be told.
func missing(home bool, left []string, defined bool) (out []string) {
	if !home {
		out = append(out, "No page or section that is held is about this; what stands here others say in passing.")
	}
	if !home && !defined {
		out = append(out, "No sentence says what it is.")
	}
	if len(left) > 0 {
		out = append(out, "Left in the source: "+strings.Join(left, "; ")+".")
	}
	return out
}
