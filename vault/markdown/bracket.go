package markdown

import (
	"bytes"
	"net/url"
	"path"
	"strings"
	"unicode/utf8"
)

// A bracketed is what a square bracket turned out to open.
type bracketed struct {
	link     Link
	from, to int // its text in src
	end      int // after the whole of it
	wiki     bool
}

// bracket reads what begins with '[' at s.i, or with "![" where image is set. It
// reports false, having read nothing, where "!" is only an exclamation mark.
func (s *scanner) bracket(image bool) bool {
	src, i := s.src, s.i
	b := i
	if image {
		b++
	}
	if !image && b+1 < len(src) {
		switch src[b+1] {
		case '^':
			if s.footnote() {
				return true
			}
		case '@', '-', 's', 'S', 'c':
			if s.key() {
				return true
			}
		}
	}
	found, ok := s.linkAt(b)
	if !ok {
		if image {
			return false
		}
		if !s.plainBracket() {
			s.putByte()
		}
		return true
	}
	l := found.link
	l.Start, l.Embed = s.file(i), image
	found.link = l // with its place
	if !image && len(s.open) == 0 && s.citing(i, found) {
		if !navigates(l) && citable(l) {
			s.trimSpace()
			s.addLink(l)
			s.addMark(mark{start: l.Start, end: l.End, cites: []Cite{linkCite(l)}})
			s.i = found.end
			if rest := bytes.TrimLeft(src[s.i:], " ,;"); s.i < s.citeTo && bytes.HasPrefix(rest, []byte("[[")) {
				s.i = len(src) - len(rest)
			}
			return true
		}
		s.cuts = append(s.cuts, len(s.text)) // it leads on, and is no part of the sentence
		if l.Wiki && l.Anchor == "" {
			s.mention(linkCite(l), len(s.text)-1, l.Start, l.End)
		}
	} else if !image && s.labelled(found) {
		if !l.Wiki {
			s.addLink(l)
		}
		return s.cite([]Cite{linkCite(l)}, found.end)
	}
	if !found.wiki && found.from >= found.to { // it has no text
		l.Text = ""
	}
	s.addLink(l)
	if image { // its label is no text, but may have links
		if !found.wiki {
			s.noteLinks(found.from, found.to)
		}
		s.i = found.end
		return true
	}
	if found.wiki {
		s.atomOf(atomLink, i, found.end, found.from, found.to)
		s.i = found.end
		return true
	}
	s.atoms = append(s.atoms, atom{len(s.text), len(s.text), l.Start, l.End, atomLink})
	s.open = append(s.open, openLink{found.to, found.end, len(s.atoms) - 1})
	s.i = found.from
	return true
}

func (s *scanner) finish(o openLink) {
	s.atoms[o.atom].to = len(s.text)
	s.i = o.end
}

// linkAt reads the link whose '[' is at b: [[…]], [text](dest), [text][ref], [ref].
func (s *scanner) linkAt(b int) (bracketed, bool) {
	src := s.src
	if b+1 < len(src) && src[b+1] == '[' {
		if f, ok := s.wikiAt(b); ok && !(f.end < len(src) && src[f.end] == '(' && strings.Trim(f.link.Target, "0123456789") == "") {
			return f, true // but [[1]](a.md) is a link whose text is [1]
		}
	}
	close := s.closing(b)
	if close < 0 {
		return bracketed{}, false
	}
	f := bracketed{from: b + 1, to: close}
	var dest []byte
	next := close + 1
	ok := false
	if next < len(src) && src[next] == '(' {
		dest, f.end, ok = destination(src, next)
	} else if next < len(src) && src[next] == '[' && s.env.ref != nil {
		if c2 := s.closing(next); c2 >= 0 {
			label := src[next+1 : c2]
			if len(bytes.TrimSpace(label)) == 0 {
				label = src[f.from:f.to]
			}
			dest, ok = s.env.ref(label)
			f.end = c2 + 1
		}
	}
	if !ok && s.env.ref != nil && close-b < 1000 {
		dest, ok = s.env.ref(src[f.from:f.to])
		f.end = close + 1
	}
	if !ok {
		return f, false
	}
	f.link = markdownLink(string(dest))
	f.link.Text = foldSpace(string(src[f.from:f.to]))
	f.link.End = s.fileEnd(f.end)
	return f, true
}

func (s *scanner) closing(open int) int {
	if k, ok := s.pairs[open]; ok {
		return k
	}
	return -1
}

// wikiAt reads [[target#anchor|alias]], which lies on one line.
func (s *scanner) wikiAt(b int) (bracketed, bool) {
	src := s.src
	if b < s.noWiki {
		return bracketed{}, false
	}
	k := bytes.Index(src[b+2:], []byte("]]"))
	if k < 0 {
		s.noWiki = len(src)
		return bracketed{}, false
	}
	body := src[b+2 : b+2+k]
	if n := bytes.IndexByte(body, '\n'); n >= 0 {
		s.noWiki = b + 2 + n
		return bracketed{}, false
	}
	if n := bytes.LastIndex(body, []byte("[[")); n >= 0 {
		s.noWiki = b + 2 + n
		return bracketed{}, false
	}
	f := bracketed{from: b + 2, to: b + 2 + k, end: b + 2 + k + 2, wiki: true}
	target := body
	alias := false
	if n := bytes.IndexByte(body, '|'); n >= 0 {
		target = bytes.TrimSuffix(body[:n], []byte(`\`))
		f.from += n + 1
		alias = true
	}
	f.link = wikiTarget(string(target))
	if f.link.Target == "" && f.link.Anchor == "" {
		return bracketed{}, false
	}
	f.link.End = s.fileEnd(f.end)
	if alias {
		f.link.Text = foldSpace(string(src[f.from:f.to]))
	}
	return f, true
}

// wikiTarget splits what stands in [[…]] before the alias.
func wikiTarget(t string) Link {
	l := Link{Wiki: true}
	l.Target, l.Anchor, _ = strings.Cut(t, "#")
	l.Target, l.Anchor = strings.TrimSpace(l.Target), strings.TrimSpace(l.Anchor)
	return l
}

// markdownLink reads the destination of a Markdown link.
func markdownLink(dest string) Link {
	dest = unescape(dest)
	target, anchor, _ := strings.Cut(dest, "#")
	if scheme().MatchString(dest) || strings.HasPrefix(dest, "//") {
		return Link{URL: true, Target: target, Anchor: anchor}
	}
	return Link{Target: decode(target), Anchor: decode(anchor)}
}

// decode undoes %20 and its like; what is not an escape stays.
func decode(s string) string {
	if d, err := url.PathUnescape(s); err == nil && utf8.ValidString(d) {
		return d
	}
	return strings.ReplaceAll(s, "%20", " ")
}

// unescape drops the backslash before punctuation.
func unescape(s string) string {
	return escaped().ReplaceAllString(s, "$1")
}

var escaped = lazily(`\\([[:punct:]])`)

// destination reads (dest "title") from its opening parenthesis. Obsidian also
// takes a destination with spaces; so do we where the parenthesis closes on the
// same line and the target looks like a file.
func destination(src []byte, open int) (dest []byte, end int, ok bool) {
	i := skipBlank(src, open+1)
	if i >= len(src) {
		return nil, 0, false
	}
	if src[i] == ')' {
		return nil, i + 1, true
	}
	if src[i] == '<' {
		for j := i + 1; j < len(src) && src[j] != '\n'; j++ {
			if src[j] == '\\' {
				j++
				continue
			}
			if src[j] == '>' {
				end, ok := title(src, j+1)
				return src[i+1 : j], end, ok
			}
		}
		return nil, 0, false
	}
	depth, j := 0, i
	for ; j < len(src); j++ {
		c := src[j]
		if c == '\\' && j+1 < len(src) && punct(src[j+1]) {
			j++
			continue
		}
		if c == '(' {
			depth++
		} else if c == ')' {
			if depth == 0 {
				break
			}
			depth--
		} else if c <= ' ' {
			break
		}
	}
	if end, ok := title(src, j); ok && j > i {
		return src[i:j], end, true
	}
	for depth = 0; j < len(src) && src[j] != '\n' && j-i < 1024; j++ {
		if src[j] == '(' {
			depth++
		} else if src[j] == ')' {
			if depth == 0 {
				d := bytes.TrimSpace(src[i:j])
				if fileLike(string(d)) {
					return d, j + 1, true
				}
				return nil, 0, false
			}
			depth--
		}
	}
	return nil, 0, false
}

// title reads an optional title and the closing parenthesis.
func title(src []byte, i int) (end int, ok bool) {
	j := skipBlank(src, i)
	if j >= len(src) {
		return 0, false
	}
	if src[j] == ')' {
		return j + 1, true
	}
	if j == i {
		return 0, false
	}
	var close byte
	switch src[j] {
	case '"', '\'':
		close = src[j]
	case '(':
		close = ')'
	default:
		return 0, false
	}
	limit := min(len(src), j+2048)
	for k := j + 1; k < limit; k++ {
		if src[k] == '\\' {
			k++
			continue
		}
		if src[k] == close {
			k = skipBlank(src, k+1)
			return k + 1, k < len(src) && src[k] == ')'
		}
	}
	return 0, false
}

func skipBlank(src []byte, i int) int {
	return len(src) - len(bytes.TrimLeft(src[i:], " \t\r\n"))
}

// fileLike reports whether s looks like a path and not like words: an extension of
// one to eight letters or digits, an address, or folders.
func fileLike(s string) bool {
	s, _, _ = strings.Cut(s, "#")
	if s == "" || len(s) > 1024 || strings.ContainsAny(s, "\n") {
		return false
	}
	if strings.Contains(s, "://") {
		return !strings.Contains(s, " ")
	}
	if ending(s) != "" {
		return true
	}
	return strings.Contains(s, "/") && !strings.Contains(s, " ")
}

// ending of a path, without its dot, where it looks like one.
func ending(s string) string {
	ext := strings.TrimPrefix(path.Ext(s), ".")
	if len(ext) > 8 || len(ext)+1 == len(s) || strings.Trim(ext, asciiDigits+asciiLetters) != "" || strings.Trim(ext, asciiDigits) == "" {
		return ""
	}
	return ext
}

const (
	asciiDigits  = "0123456789"
	asciiLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
)
