package provenance

import "strings"

// lineKind says how a line of Markdown is to be read when looking for markup.
type lineKind uint8

const (
	textLine  lineKind = iota
	blankLine          // outside code
	fenceLine          // a fence's delimiters and all between them
	indentedLine
)

// A CodeScanner tells code from text, line by line, without parsing Markdown. It
// looks only at how lines begin, so that escaping within a line cannot change what
// it says: the printer and the reader of a page file see the same code. The zero
// value stands at the beginning of a text.
type CodeScanner struct {
	marker byte // '`' or '~' while in a fence
	length int
	quote  int // depth of the block quote that holds the fence
	indent int // columns that a list item's fence must keep
	list   bool
	code   bool // in an indented block
	text   bool // the last line was text, so that an indented one continues it
}

// InFence reports whether the scanner stands inside a fence.
func (s *CodeScanner) InFence() bool { return s.marker != 0 }

// Code reads the next line, without its line end, and reports whether it is code:
// a line of a fence, its delimiters included, or of an indented block.
func (s *CodeScanner) Code(line string) bool {
	k := s.next(line)
	return k == fenceLine || k == indentedLine
}

func (s *CodeScanner) next(line string) lineKind {
	if s.marker != 0 {
		depth, rest := stripQuote(line)
		if depth >= s.quote && (s.indent == 0 || strings.TrimSpace(rest) == "" || columns(rest) >= s.indent) {
			if closesFence(rest, s.marker, s.length) {
				s.marker, s.text = 0, false
			}
			return fenceLine
		}
		s.marker = 0 // its container has ended
	}
	if strings.TrimLeft(line, " \t") == "" {
		s.text = false
		return blankLine
	}
	cols := columns(line)
	if cols >= 4 && !s.list && (s.code || !s.text) {
		s.code = true
		return indentedLine
	}
	s.code = false
	depth, rest := stripQuote(line)
	marker, offset := listMarker(rest)
	switch {
	case marker:
		s.list = true
	case cols < 2 && !s.text:
		s.list = false
	}
	body, indent := rest, 0
	for marker {
		indent += offset
		body = body[offset:]
		marker, offset = listMarker(body)
	}
	if c, n := opensFence(body); n > 0 {
		s.marker, s.length, s.quote, s.indent, s.text = c, n, depth, indent, false
		return fenceLine
	}
	s.text = !startsHeading(rest)
	return textLine
}

// closing is the line that would end the fence the scanner stands in, or "".
func (s *CodeScanner) closing() string {
	if s.marker == 0 || s.quote > 0 {
		return ""
	}
	return strings.Repeat(" ", s.indent) + strings.Repeat(string(s.marker), s.length)
}

func opensFence(line string) (marker byte, length int) {
	line = strings.TrimLeft(line, " \t")
	if len(line) < 3 || line[0] != '`' && line[0] != '~' {
		return 0, 0
	}
	n := len(line) - len(strings.TrimLeft(line, line[:1]))
	if n < 3 || line[0] == '`' && strings.IndexByte(line[n:], '`') >= 0 {
		return 0, 0
	}
	return line[0], n
}

func closesFence(line string, marker byte, length int) bool {
	line = strings.Trim(line, " \t")
	return len(line) >= length && strings.Trim(line, string(marker)) == ""
}

// stripQuote removes the '>' marks a line begins with and counts them.
func stripQuote(line string) (depth int, rest string) {
	for {
		t := strings.TrimLeft(line, " ")
		if len(line)-len(t) > 3 || t == "" || t[0] != '>' {
			return depth, line
		}
		depth, line = depth+1, strings.TrimPrefix(t[1:], " ")
	}
}

// listMarker reports whether a line begins with a list marker, and how many bytes
// the marker and the space about it take.
func listMarker(line string) (ok bool, offset int) {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	start := i
	for i < len(line) && i-start < 9 && line[i] >= '0' && line[i] <= '9' {
		i++
	}
	switch {
	case i == len(line):
		return false, 0
	case i > start && line[i] != '.' && line[i] != ')':
		return false, 0
	case i == start && line[i] != '-' && line[i] != '*' && line[i] != '+':
		return false, 0
	}
	i++
	if i == len(line) {
		return true, i
	}
	if line[i] != ' ' && line[i] != '\t' {
		return false, 0
	}
	for n := 0; i < len(line) && n < 4 && line[i] == ' '; n++ {
		i++
	}
	return true, i
}

func startsHeading(line string) bool {
	t := strings.TrimLeft(line, " ")
	n := len(t) - len(strings.TrimLeft(t, "#"))
	return n >= 1 && n <= 6 && (len(t) == n || t[n] == ' ' || t[n] == '\t')
}

func columns(line string) int {
	n := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			n++
		case '\t':
			n += 4 - n%4
		default:
			return n
		}
	}
	return n
}
