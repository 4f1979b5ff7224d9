package markdown

import (
	"bytes"
	"html"
	"sort"
	"unicode"
	"unicode/utf8"

	"assay/vault"
)

// scanEnv is what the text of a block depends on besides its own bytes.
type scanEnv struct {
	file  []byte                            // the whole file, for comments and formulas that leave the block
	ref   func(label []byte) ([]byte, bool) // link reference definitions
	skip  *int                              // file offset up to which all is comment or formula
	plain bool                              // headings: nothing is a citation

	numbered map[int][]Cite // the entries of the note's numbered list of references
}

// scanner reads the inline structure of one block in one pass.
type scanner struct {
	*prose
	env      scanEnv
	i        int
	open     []openLink
	noTicks  uint64 // lengths of backtick runs with no closing run ahead
	noMath   bool   // no closing dollar ahead
	noTag    int    // no '>' before this offset
	drop     int    // next of drops
	wordsTo  int
	citeTo   int // links before this offset are citations
	plainTo  int // links before this offset are not
	noWiki   int // no "]]" before this offset
	markMade bool
}

// openLink is a link whose text is being read.
type openLink struct {
	close, end int
	atom       int
}

var special = func() (t [256]bool) {
	for _, c := range "\\`$%<[]!^*_~=&(:#{\n\r" {
		t[c] = true
	}
	return t
}()

// scan reads src, which lies in the file as p.places says, and appends to p.
func (p *prose) scan(src []byte, env scanEnv) {
	p.src = src
	p.pairs, p.drops = map[int]int{}, p.drops[:0]
	s := scanner{prose: p, env: env, wordsTo: len(p.text)}
	if env.file == nil {
		s.env.file = src
		s.env.skip = new(int)
	}
	firstAtom := len(p.atoms)
	s.prescan()
	if skip := *s.env.skip; len(src) > 0 && skip > p.file(0) {
		s.i = s.indexOf(skip)
	}
	s.lines = append(s.lines, len(s.text))
	for s.i < len(src) {
		i := s.i
		for s.i < len(src) && !s.mayMark(s.i) {
			s.i++
		}
		if s.i > i {
			s.emit(i, s.i)
			continue
		}
		s.markMade = false
		s.step(src[i])
		if s.markMade && s.i < len(src) {
			s.closeUp()
		}
	}
	p.count(s.wordsTo, firstAtom)
}

// mayMark reports a byte that may begin markup.
func (s *scanner) mayMark(i int) bool {
	c := s.src[i]
	return special[c] || c == 0xe3 && bytes.HasPrefix(s.src[i:], []byte("【")) || c == 0xef && bytes.HasPrefix(s.src[i:], []byte("（"))
}

func (s *scanner) putByte() {
	s.emit(s.i, s.i+1)
	s.i++
}

// closeUp removes the space that a removed citation leaves before a full stop.
func (s *scanner) closeUp() {
	c := s.src[s.i]
	if c == '.' || c == ',' || c == ';' || c == '!' || c == '?' || c == ')' || bytes.HasPrefix(s.src[s.i:], []byte("。")) || bytes.HasPrefix(s.src[s.i:], []byte("，")) {
		s.trimSpace()
	}
}

// indexOf is the offset in src of the first byte at or after place in the file.
func (s *scanner) indexOf(place int) int {
	return sort.Search(len(s.src), func(i int) bool { return s.file(i) >= place })
}

func (s *scanner) step(c byte) {
	src, i := s.src, s.i
	switch c {
	case '{':
		if !s.template() {
			s.putByte()
		}
	case '\\':
		if s.command() {
			return
		}
		if i+1 < len(src) && punct(src[i+1]) {
			s.emit(i+1, i+2)
			s.i += 2
			return
		}
		if i+1 < len(src) && (src[i+1] == '\n' || src[i+1] == '\r') {
			s.i++
			return
		}
		s.putByte()
	case '`':
		s.code()
	case '$':
		s.math()
	case '%':
		s.comment()
	case '<':
		s.tag()
	case '[':
		s.bracket(false)
	case '!':
		if i+1 < len(src) && src[i+1] == '[' && s.bracket(true) {
			return
		}
		if s.i == i {
			s.putByte()
		}
	case ']':
		if n := len(s.open); n > 0 && s.open[n-1].close == i {
			o := s.open[n-1]
			s.open = s.open[:n-1]
			s.finish(o)
			return
		}
		s.putByte()
	case '^':
		if i+1 < len(src) && src[i+1] == '[' {
			s.caret()
			return
		}
		s.putByte()
	case '*', '_', '~', '=':
		for s.drop < len(s.drops) && s.drops[s.drop].to <= i {
			s.drop++
		}
		if s.drop < len(s.drops) && s.drops[s.drop].from <= i {
			s.i = s.drops[s.drop].to
			return
		}
		s.putByte()
	case '&':
		s.entity()
	case '(':
		s.paren("(", ")")
	case 0xe3:
		s.paren("【", "】")
	case 0xef:
		s.paren("（", "）")
	case ':':
		if !s.address() {
			s.putByte()
		}
	case '#':
		s.hashtag()
	case '\n', '\r':
		for s.i < len(src) && (src[s.i] == '\n' || src[s.i] == '\r') {
			s.i++
		}
		s.lineEnd(i)
	default:
		s.putByte()
	}
}

// lineEnd puts a space for a line end, and none between ideographs.
func (s *scanner) lineEnd(i int) {
	s.trimSpace()
	for s.i < len(s.src) && (s.src[s.i] == ' ' || s.src[s.i] == '\t') {
		s.i++
	}
	if i > 0 && (s.src[i-1] == '\\' || i > 1 && s.src[i-1] == ' ' && s.src[i-2] == ' ') && s.breaks() {
		s.cuts = append(s.cuts, -len(s.text))
	}
	if s.i < len(s.src) {
		s.emitAs(" ", i)
		s.lines = append(s.lines, len(s.text))
	}
}

// breaks reports whether a line that its author ended on purpose also ends what it
// says: it has no comma at its end and what follows does not go on in lower case.
func (s *scanner) breaks() bool {
	last, _ := utf8.DecodeLastRune(s.text)
	next, _ := utf8.DecodeRune(s.src[s.i:])
	return last != ',' && last != '，' && last != '、' && last != ';' && last != '；' && (unicode.IsUpper(next) || unicode.IsDigit(next) || ideograph(next) || next == '[')
}

func (s *scanner) code() {
	n := inARow(s.src, s.i)
	end := s.closeTicks(s.i, n)
	if end < 0 {
		s.emit(s.i, s.i+n)
		s.i += n
		return
	}
	from, to := s.i+n, end-n
	if to-from > 2 && s.src[from] == ' ' && s.src[to-1] == ' ' {
		from, to = from+1, to-1
	}
	s.atomOf(atomCode, s.i, end, from, to)
	s.i = end
}

// closeTicks returns the offset after the run of n backticks that closes the one
// at i, or -1. It remembers lengths that have none, which keeps the scan linear.
func (s *scanner) closeTicks(i, n int) int {
	bit := uint64(1) << min(n, 63)
	if n >= 63 || s.noTicks&bit != 0 {
		return -1
	}
	for j := i + n; j < len(s.src); {
		k := bytes.IndexByte(s.src[j:], '`')
		if k < 0 {
			break
		}
		j += k
		m := inARow(s.src, j)
		if m == n {
			return j + m
		}
		j += m
	}
	s.noTicks |= bit
	return -1
}

// atomOf emits src[from:to] as one uncuttable piece whose markup is src[i:end].
func (s *scanner) atomOf(kind atomKind, i, end, from, to int) {
	at := len(s.text)
	for from < to {
		k := bytes.IndexAny(s.src[from:to], "\r\n")
		if k < 0 {
			s.emit(from, to)
			break
		}
		s.emit(from, from+k)
		s.emitAs(" ", from+k)
		from += k
		for from < to && (s.src[from] == '\n' || s.src[from] == '\r') {
			from++
		}
	}
	s.atoms = append(s.atoms, atom{at, len(s.text), s.file(i), s.fileEnd(end), kind})
}

func (s *scanner) math() {
	src, i := s.src, s.i
	if i+1 < len(src) && src[i+1] == '$' {
		if k := bytes.Index(src[i+2:], []byte("$$")); k >= 0 {
			s.atomOf(atomMath, i, i+2+k+2, i+2, i+2+k)
			s.i = i + 2 + k + 2
			return
		}
		at := s.file(i)
		if lineStart(s.env.file, at) {
			if k := bytes.Index(s.env.file[at+2:], []byte("$$")); k >= 0 {
				*s.env.skip = at + 2 + k + 2
				s.i = len(src)
				return
			}
		}
		s.emit(i, i+2)
		s.i += 2
		return
	}
	if s.noMath || i+1 >= len(src) || src[i+1] == ' ' || src[i+1] == '\t' || src[i+1] == '\n' {
		s.putByte()
		return
	}
	for j := i + 1; j < len(src); {
		k := bytes.IndexByte(src[j:], '$')
		if k < 0 {
			break
		}
		j += k
		if c := src[j-1]; j > i+1 && c != ' ' && c != '\t' && c != '\n' && c != '\\' && (j+1 == len(src) || src[j+1] < '0' || src[j+1] > '9') {
			s.atomOf(atomMath, i, j+1, i+1, j)
			s.i = j + 1
			return
		}
		j++
	}
	s.noMath = true
	s.putByte()
}

// lineStart reports whether only blanks and quote marks stand before at on its line.
func lineStart(b []byte, at int) bool {
	for at > 0 {
		at--
		switch b[at] {
		case ' ', '\t', '>':
		case '\n', '\r':
			return true
		default:
			return at+1 == len(vault.BOM) && bytes.HasPrefix(b, []byte(vault.BOM))
		}
	}
	return true
}

func (s *scanner) comment() {
	if s.i+1 >= len(s.src) || s.src[s.i+1] != '%' {
		s.putByte()
		return
	}
	at := s.file(s.i)
	k := -1
	if at+2 <= len(s.env.file) {
		k = bytes.Index(s.env.file[at+2:], []byte("%%"))
	}
	if k < 0 {
		if !lineStart(s.env.file, at) {
			s.emit(s.i, s.i+2)
			s.i += 2
			return
		}
		s.problems = append(s.problems, vault.Problem{Kind: "comment-unclosed", Start: at, End: at + 2, Text: "a %% comment runs to the end of the file"})
		*s.env.skip = len(s.env.file)
		s.i = len(s.src)
		return
	}
	s.noted(s.env.file[at+2:at+2+k], at, at+2+k+2)
	s.skipTo(at + 2 + k + 2)
}

// skipTo goes on at a place in the file, in this block or a later one.
func (s *scanner) skipTo(place int) {
	*s.env.skip = place
	i := s.i
	s.i = max(i+1, s.indexOf(place))
	for len(s.open) > 0 && s.open[len(s.open)-1].close < s.i {
		o := s.open[len(s.open)-1]
		s.open = s.open[:len(s.open)-1]
		end := s.i
		s.finish(o)
		s.i = max(end, o.end)
	}
}

func (s *scanner) entity() {
	end := min(len(s.src), s.i+32)
	k := bytes.IndexByte(s.src[s.i:end], ';')
	if k < 2 {
		s.putByte()
		return
	}
	raw := string(s.src[s.i : s.i+k+1])
	text := html.UnescapeString(raw)
	if text == raw {
		s.putByte()
		return
	}
	s.emitAs(text, s.i)
	s.i += k + 1
}

func (s *scanner) addLink(l Link) {
	s.links = append(s.links, l)
}

// addMark puts a citation or inference marker where the text stands.
func (s *scanner) addMark(m mark) {
	if s.env.plain {
		return
	}
	m.at = len(s.text)
	s.marks = append(s.marks, m)
	s.markMade = true
}

func alnum(c byte) bool { return letter(c) || c-'0' < 10 }

func letter(c byte) bool { return c|0x20-'a' < 26 }

func punct(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}

// scheme is how an address begins.
var scheme = lazily(`^([A-Za-z][A-Za-z0-9+.-]+):`)
