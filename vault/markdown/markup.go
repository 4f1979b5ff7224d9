package markdown

import (
	"bytes"
	"strings"
	"unicode"
)

// tag reads <https://…>, <!-- … --> and HTML tags.
func (s *scanner) tag() {
	src, i := s.src, s.i
	rest := src[i:]
	if bytes.HasPrefix(rest, []byte("<!--")) {
		at := s.file(i)
		if at+4 <= len(s.env.file) {
			if k := bytes.Index(s.env.file[at+4:], []byte("-->")); k >= 0 {
				s.noted(s.env.file[at+4:at+4+k], at, at+4+k+3)
				s.skipTo(at + 4 + k + 3)
				return
			}
		}
		s.emit(i, i+4)
		s.i += 4
		return
	}
	if len(rest) < 3 || i < s.noTag {
		s.putByte()
		return
	}
	c := rest[1]
	if c != '/' && !letter(c) {
		if k := bytes.Index(rest[:min(len(rest), 60)], []byte(">>")); c == '<' && k > 2 && letter(rest[2]) && !bytes.ContainsAny(rest[2:k], " <(") {
			s.unread(i, i+k+2, "a name in << and >>")
		}
		s.putByte()
		return
	}
	end := bytes.IndexByte(rest, '>')
	if end < 0 {
		s.noTag = len(src)
		s.putByte()
		return
	}
	body := rest[1:end]
	if len(scheme().Find(body)) > 0 && !bytes.ContainsAny(body, " \t\n<") {
		l := Link{Text: string(body), URL: true, Start: s.file(i), End: s.fileEnd(i + end + 1)}
		l.Target, l.Anchor, _ = strings.Cut(l.Text, "#")
		s.addLink(l)
		s.atomOf(atomURL, i, i+end+1, i+1, i+end)
		s.i = i + end + 1
		return
	}
	m := tagName().FindSubmatch(rest)
	if m == nil || !tagTail(rest[len(m[0]):end]) {
		s.putByte()
		return
	}
	name := strings.ToLower(string(m[1]))
	switch {
	case name == "a" && c != '/' && s.anchorElement(rest[:end], i+end+1):
		return
	case name == "sup" && c != '/':
		if shut := bytes.Index(rest[:min(len(rest), 60)], []byte("</sup>")); shut > end && s.cite(s.numbers(string(bytes.Trim(rest[end+1:shut], "[]"))), i+shut+len("</sup>")) {
			return
		}
	case (name == "ref" || name == "cite" || name == "small") && c != '/' && rest[end-1] != '/' && s.element(name, i+end+1):
		return
	case c != '/' && bytes.IndexByte(rest[:end], '=') > 0:
		if s.component(string(m[1]), rest[:end], i+end+1) {
			return
		}
		s.attributes(rest[:end], i+end+1)
	}
	if name == "br" || name == "p" || name == "div" || name == "li" || name == "td" {
		s.emitAs(" ", i)
	}
	s.i = i + end + 1
}

var tagName = lazily(`^</?([A-Za-z0-9-]+)`)

// tagTail reports whether b can be what follows a tag's name.
func tagTail(b []byte) bool {
	if len(b) == 0 || len(b) == 1 && b[0] == '/' {
		return true
	}
	if b[0] != ' ' && b[0] != '\t' && b[0] != '\n' {
		return false
	}
	b = bytes.TrimSpace(b)
	if len(b) == 0 || string(b) == "/" {
		return true
	}
	return letter(b[0]) && bytes.IndexByte(b, '<') < 0 && (bytes.IndexByte(b, '=') > 0 || bytes.IndexByte(b, ' ') < 0)
}

// address reads a bare URL whose scheme has just been emitted.
func (s *scanner) address() bool {
	src, i := s.src, s.i
	if i+3 >= len(src) || src[i+1] != '/' || src[i+2] != '/' || len(s.open) > 0 {
		return false
	}
	n := 0
	for n < 9 && n < len(s.text) && n < i && letter(s.text[len(s.text)-1-n]) {
		n++
	}
	if !knownSchemes[string(bytes.ToLower(s.text[len(s.text)-n:]))] {
		return false
	}
	depth := 0
	length := bytes.IndexFunc(src[i+3:], func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case '[':
			return depth == 0
		}
		return depth < 0 || r <= ' ' || strings.ContainsRune("]<>\"`|\\^’”", r) || wide(r) || unicode.IsSpace(r)
	})
	if length < 0 {
		length = len(src) - i - 3
	}
	end := i + 3 + len(bytes.TrimRight(src[i+3:i+3+length], ".,;:!?'*_~"))
	if end == i+3 {
		return false
	}
	from := len(s.text) - n
	start := s.at(from)
	s.emit(i, end)
	url := string(s.text[from:])
	l := Link{URL: true, Text: url, Start: start, End: s.fileEnd(end)}
	l.Target, l.Anchor, _ = strings.Cut(url, "#")
	s.addLink(l)
	s.atoms = append(s.atoms, atom{from, len(s.text), start, s.fileEnd(end), atomURL})
	s.i = end
	return true
}

var knownSchemes = set("http", "https", "ftp", "file", "obsidian", "zotero")

func (s *scanner) hashtag() {
	src, i := s.src, s.i
	if i > 0 && src[i-1] > ' ' {
		s.putByte()
		return
	}
	other := false
	length := bytes.IndexFunc(src[i+1:], func(r rune) bool {
		if r == '/' || r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsMark(r) || r > 0xffff || unicode.Is(unicode.So, r) {
			other = other || r != '/'
			return false
		}
		return !unicode.IsDigit(r)
	})
	j := i + 1 + length
	if length < 0 {
		j = len(src)
	}
	if !other {
		s.putByte()
		return
	}
	s.tags = append(s.tags, string(src[i+1:j]))
	s.emit(i, j)
	s.i = j
}
