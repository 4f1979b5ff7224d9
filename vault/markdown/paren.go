package markdown

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

func (s *scanner) paren(open, shut string) {
	if s.env.plain || !s.inParens(open, shut) {
		s.putByte()
	}
}

// inParens reads what citations and markers stand in parentheses: (Derived),
// (source: path), ([Title](path)), 【path】.
func (s *scanner) inParens(open, shut string) bool {
	src, i := s.src, s.i
	from := i + len(open)
	if from >= len(src) {
		return false
	}
	if src[from] == '[' {
		return s.parenLinks(from, open, shut)
	}
	head := src[from:min(len(src), from+24)]
	if k := bytes.IndexByte(head[:min(len(head), 10)], '['); k > 0 { // (via [[a]])
		if word := strings.ToLower(string(bytes.TrimSpace(head[:k]))); slices.Contains(leadWords[:], word) {
			return s.parenLinks(from+k, open, shut)
		}
	}
	if len(head) >= 7 && bytes.EqualFold(head[:7], []byte("derived")) && bytes.HasPrefix(src[from+7:], []byte(shut)) {
		s.trimSpace()
		end := from + 7 + len(shut)
		s.addMark(mark{start: s.file(i), end: s.fileEnd(end), inferred: true})
		s.i = end
		return true
	}
	inside, _, ok := bytes.Cut(src[from:min(len(src), from+500)], []byte(shut))
	if !ok || !bytes.ContainsAny(inside, ".:：") {
		return false // neither a file nor a word that says that it is one
	}
	end := closeParen(src, from, shut)
	if end < 0 {
		return false
	}
	return s.cite(s.marker(from, end), end+len(shut)) || open == "(" && s.fileAlone(end, end+1)
}

// placeIn reads a part of a marker that is no source but a place in the one before it,
// as in (source: talk.md, lines 3-5) and (source: talk.md, section 2).
func placeIn(part string, c *Cite) bool {
	if fileLike(part) {
		return false
	}
	m := placeWord().FindStringSubmatch(part)
	if m == nil {
		return false
	}
	if lines := bareRange().FindStringSubmatch(strings.TrimSpace(m[2] + m[4])); lines != nil && m[1]+m[3] != "" && c.FromLine == 0 {
		c.FromLine, c.ToLine = lineNumbers(lines[1], lines[2])
	}
	return true
}

var placeWord = lazily(`(?is)^(?:(?:(lines?)|sections?|chapters?|pages?|paragraphs?|tables?|figures?|slides?|appendix|kapitel|abschnitt|seiten?|chapitre|sección|seção|capítulo|página)([^a-z].*)|` +
	`(?:(l\.)|sec\.|§|ch\.|pp?\.|par\.|fig\.|tab\.|s\.|第|表|图|図|@)(.+)|["“「].+["”」]|(?:\d{1,2}:)?\d{1,2}:\d{2}(?:\s*[-–].*)?|abstract|introduction|conclusions?|appendix|discussion|results|methods)$`)

// closeParen finds the parenthesis that closes, on the same line or the next few.
func closeParen(src []byte, i int, shut string) int {
	depth := 0
	limit := min(len(src), i+2000)
	for ; i < limit; i++ {
		if bytes.HasPrefix(src[i:], []byte(shut)) {
			if depth == 0 {
				return i
			}
			depth--
		}
		if src[i] == '(' {
			depth++
		}
	}
	return -1
}

// linkPlace is where in what a link leads to: "([[talk]] @ 0:25, @ 0:55)", "([[talk]] § Kilns)", "([a](raw/a.pdf), p. 3)".
var linkPlace = lazily(`^(?:,? *(?:(?:[@§]|pp?\.|ll?\.|s\.|ch\.|sec\.|lines? |slides? |pages? ) ?[^,;()\[\]\n]{1,60}|L?\d+(?:[-–]L?\d+)?|(?:\d{1,2}:)?\d{1,2}:\d{2}))+`)

// parenLinks reads a parenthesis that holds links and nothing else. Web and file
// links cite wherever it stands; wikilinks only at the end of the sentence.
func (s *scanner) parenLinks(from int, open, shut string) bool {
	src := s.src
	var links []Link
	wiki := false
	i := from
	for i < len(src) {
		if src[i] == '[' && i+1 < len(src) && src[i+1] != '^' && src[i+1] != '@' {
			f, ok := s.linkAt(i)
			if !ok {
				return false
			}
			f.link.Start = s.file(i)
			if navigates(f.link) && !sourceName(f.link.Target) {
				return false
			}
			wiki = wiki || f.wiki && !strings.HasPrefix(f.link.Anchor, "^")
			links = append(links, f.link)
			i = f.end
			i += len(linkPlace().Find(src[i:]))
			continue
		}
		if bytes.HasPrefix(src[i:], []byte(shut)) {
			i += len(shut)
			break
		}
		r, n := utf8.DecodeRune(src[i:])
		if !strings.ContainsRune(" ,;\n、，；", r) {
			return false
		}
		i += n
	}
	if len(links) == 0 || wiki && !s.sentenceEndsAt(i) || len(bytes.TrimSpace(s.text)) == 0 && wiki {
		return false
	}
	m := mark{start: s.file(s.i), end: s.fileEnd(i)}
	for _, l := range links {
		if citable(l) {
			m.cites = append(m.cites, linkCite(l))
		}
	}
	if len(m.cites) == 0 {
		return false
	}
	s.links = append(s.links, links...)
	s.trimSpace()
	s.addMark(m)
	s.i = i
	return true
}
