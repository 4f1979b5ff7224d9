package markdown

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// attributions finds what stands at the end of a line and says where it is from. Each becomes a marker,
// and what it was written with no part of a sentence.
func (p *prose) attributions() [][2]int {
	spans := append(append(p.tails(), p.dashes()...), p.quotations()...)
	if len(spans) > 0 {
		slices.SortStableFunc(p.marks, func(a, b mark) int { return a.at - b.at })
	}
	return spans
}

// dashes finds lines that end in a dash and a source, as quotations do: "… — *raw/a.md*".
func (p *prose) dashes() (spans [][2]int) {
	if bytes.IndexByte(p.text, 0xe2) < 0 && !bytes.Contains(p.text, []byte("--")) { // no dash
		return nil
	}
	for from, to := range p.eachLine {
		at, n := lastDash(p.text[from:to])
		if at < 0 {
			continue
		}
		before := bytes.TrimRight(p.text[:from+at], " ")
		if stop, _ := terminator(before); stop == 0 && len(before) > 0 && !labelled(p.text[from+at+n:to]) {
			continue
		}
		cites := p.attributed(from+at+n, to)
		if len(cites) == 0 {
			continue
		}
		m := newMark(p.at(from+at), p.at(to-1)+1, cites)
		m.at = len(before)
		p.marks = append(p.marks, m)
		spans = append(spans, [2]int{from + at, to})
	}
	return spans
}

// quotations finds what stands behind a dash after a quotation within a line: `"…" — [[raw/a]]; "…" — [[b]].`
// What leads to no original is whom it quotes.
func (p *prose) quotations() (spans [][2]int) {
	for _, t := range p.atoms {
		l, ok := p.linkOf(t)
		if !ok || !citable(l) {
			continue
		}
		near := max(0, t.from-8)
		dash := dashBefore().FindIndex(p.text[near:t.from])
		if dash == nil {
			continue
		}
		at := near + dash[0]
		before := bytes.TrimRight(p.text[:at], " ")
		to := t.to + len(endOfSaying().Find(p.text[t.to:]))
		if !quoteEnd().Match(before[max(0, len(before)-utf8.UTFMax):]) || to == t.to && to < len(p.text) {
			continue
		}
		if navigates(l) {
			p.mention(linkCite(l), len(before)-1, l.Start, l.End)
		} else {
			m := newMark(l.Start, l.End, []Cite{linkCite(l)})
			m.at = len(before)
			p.marks = append(p.marks, m)
		}
		spans = append(spans, [2]int{at, to})
	}
	return spans
}

var (
	quoteEnd    = lazily("[\"”»」』]$")
	dashBefore  = lazily(`(?:—|–|--) ?$`)
	endOfSaying = lazily(`^[).]*(?:[;,.\n]| *$)`)
)

// quoted are the quotations of a block that was read, which may run over several sentences.
func (p *prose) quoted() [][]int {
	if p.quotes == nil {
		p.quotes = [][]int{}
		if bytes.IndexByte(p.text, '"') >= 0 || bytes.ContainsAny(p.text, "“«„「") {
			p.quotes = append(p.quotes, quotation().FindAllIndex(p.text, -1)...)
		}
	}
	return p.quotes
}

var quotation = lazily(`"[^"]*"|“[^”]*”|«[^»]*»|„[^“”]*[“”]|「[^」]*」`)

// wholeQuotation is a quotation in marks, of more than a few words, that is all of its block but for whose
// it is; or several, one behind the other.
func (p *prose) wholeQuotation() []int {
	all := p.quoted()
	if len(all) == 0 {
		return nil
	}
	whole, at := []int{all[0][0], 0}, 0
	for _, q := range all {
		if len(bytes.Trim(p.text[at:q[0]], " *_,;")) > 0 {
			break
		}
		at = q[1]
	}
	if whole[1] = at; at == 0 {
		return nil
	}
	if words, links := p.content([2]int{whole[0], whole[1]}); words+links < fewQuoted {
		return nil
	}
	rest := bytes.Clone(p.text)
	for _, a := range p.atoms {
		clear(rest[a.from:a.to])
	}
	if rest = bytes.Trim(rest[at:], "\x00 *_.,;()[]"); len(rest) > longestName || len(rest) > 0 && !speaker().Match(rest) {
		return nil
	}
	return whole
}

const longestName = 100

// speaker says behind a quotation whose it is.
var speaker = lazily(`^(?:—|–|--?|~)`)

const fewQuoted = 5

// omission is what a quotation leaves out.
var omission = lazily(`\[?(?:…|\.{3})\]?`)

// unquoted is what of a stretch stands in no quotation.
func (p *prose) unquoted(s [2]int) (own []byte) {
	at, all := s[0], p.quoted()
	first := sort.Search(len(all), func(i int) bool { return all[i][1] > at })
	for _, q := range all[first:] {
		if q[0] >= s[1] {
			break
		}
		own = append(own, p.text[at:max(at, q[0])]...)
		at = q[1]
	}
	return append(own, p.text[min(at, s[1]):s[1]]...)
}

// tails finds what stands behind the last sentence of a line and says where it is from, or how sure
// it is: "Source: `raw/a.md`." is a marker, "confidence: 1 source, last confirmed 2026-05-17." is not.
func (p *prose) tails() (spans [][2]int) {
	if bytes.IndexByte(p.text, ':') < 0 && !bytes.Contains(p.text, []byte("：")) {
		return nil
	}
	done := 0
	for from, to := range p.eachLine {
		if from < done {
			continue
		}
		at, near := to, max(from, to-longestTail)
		if m := sureness().FindSubmatchIndex(p.text[near:to]); m != nil {
			at = near + m[2]
		}
		label := -1
		for _, m := range tailLabel().FindAllSubmatchIndex(p.text[near:at], -1) {
			if sourceWords[lower(p.text[near+m[2]:near+m[3]])] {
				label = near + m[2]
			}
		}
		var cites []Cite
		if label >= 0 {
			if cites = p.attributed(label, label+len(bytes.TrimRight(p.text[label:at], " ,;"))); at == to {
				cites, to = p.wrapped(label, to, cites)
			}
			if len(cites) > 0 {
				at = label
			}
		}
		if at == to {
			continue
		}
		end := len(bytes.TrimRight(p.text[:at], " "))
		for i := range p.marks {
			if m := &p.marks[i]; m.at > end && m.at <= to {
				m.at = end
			}
		}
		if len(cites) > 0 {
			m := newMark(p.at(at), p.at(to-1)+1, cites)
			m.at = end
			p.marks = append(p.marks, m)
		}
		spans = append(spans, [2]int{at, to})
		done = to
	}
	return spans
}

// wrapped are the citations of a tail that goes on in the lines below: what its first line has
// is given.
func (p *prose) wrapped(label, to int, cites []Cite) ([]Cite, int) {
	const most = 16 // lines of links
	k, _ := slices.BinarySearch(p.lines, to)
	for last := min(k+most, len(p.lines)); k < last; k++ {
		from, below := p.lines[k], len(p.text)
		if k+1 < len(p.lines) {
			below = min(below, p.lines[k+1])
		}
		if from >= below {
			break
		}
		more := p.attributed(label, from+len(bytes.TrimRight(p.text[from:below], " ,;")))
		if len(more) <= len(cites) {
			break
		}
		cites, to = more, below
	}
	return cites, to
}

// longestTail is how many bytes of the end of a line are looked at.
const longestTail = 1000

var (
	sureness  = lazily("(?i)[.!?。！？)\\]\"”`] +(confidence *[:：=].{0,160})$")
	tailLabel = lazily(`[.!?。！？)\]"”] *(\pL{2,12}) *[:：]`)
)

// lastDash is where the last dash of a line stands that is set off, and its length; -1 for none.
func lastDash(line []byte) (at, n int) {
	at = -1
	for _, dash := range [...]string{"—", "–", "--"} {
		if k := bytes.LastIndex(line, []byte(dash)); k > at && (k == 0 || line[k-1] == ' ' || line[k-1] >= utf8.RuneSelf) {
			at, n = k, len(dash)
		}
	}
	return at, n
}

// labelled reports words that a word for source leads in.
func labelled(words []byte) bool {
	k := colon(words)
	return k > 0 && sourceWords[strings.ToLower(string(bytes.TrimSpace(words[:k])))]
}

// attributed are the citations that text[from:to] consists of.
func (p *prose) attributed(from, to int) (cites []Cite) {
	rest := p.text[from:to]
	said := labelled(rest)
	if said {
		k := colon(rest)
		_, w := utf8.DecodeRune(rest[k:])
		from += k + w
	}
	at := from
	for a := p.firstAtom(from); a < len(p.atoms) && p.atoms[a].from < to; a++ {
		t := &p.atoms[a]
		if len(bytes.Trim(p.text[min(at, t.from):t.from], " ,;()")) > 0 {
			return nil
		}
		at = t.to
		if t.kind != atomLink {
			continue
		}
		l, ok := p.linkOf(*t)
		if !ok || !citable(l) || !said && navigates(l) && !sourceName(l.Target) {
			return nil
		}
		cites = append(cites, linkCite(l))
	}
	if len(cites) > 0 {
		if len(bytes.Trim(p.text[at:to], " .()")) > 0 {
			return nil
		}
		return cites
	}
	text := strings.TrimSuffix(string(bytes.Trim(p.text[from:to], " ()")), ".")
	if cites = bareTargets(text); cites == nil && isPath(text) && !strings.Contains(text, " ") && textFiles[strings.ToLower(ending(text))] {
		cites = []Cite{ReadTarget(text)}
	}
	return form(cites, CiteParen)
}
