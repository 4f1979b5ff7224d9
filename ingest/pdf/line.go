package pdf

import (
	"math"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A line is what stands on one base line, as the page wrote it one after the other.
type line struct {
	cells      []cell // parts with wide gaps between them
	x, y, to   float64
	size       float64
	bold, mono bool
}

type cell struct {
	text  string
	x, to float64
}

// A sheet is a page as lines.
type sheet struct {
	height float64
	lines  []line
}

func (l line) text() string {
	parts := make([]string, len(l.cells))
	for i, c := range l.cells {
		parts[i] = c.text
	}
	return strings.Join(parts, " ")
}

// lines puts runs together in the order in which the page wrote them: programs that
// set type write in reading order, column by column, and geometry alone would read
// across columns.
func lines(runs []run) []line {
	var out []line
	var cur *builder
	flush := func() {
		if cur != nil {
			if l, ok := cur.line(); ok {
				out = append(out, l)
			}
		}
		cur = nil
	}
	for _, r := range runs {
		if r.size <= 0.5 {
			continue
		}
		r.text = strings.Map(printable, r.text)
		if strings.TrimSpace(r.text) == "" {
			if cur != nil && cur.near(r) {
				cur.space = true
			}
			continue
		}
		if cur == nil || !cur.near(r) {
			flush()
			cur = &builder{}
		}
		cur.add(r)
	}
	flush()
	return out
}

// printable spells ligatures out, makes spaces of one kind and leaves out what no
// text has.
func printable(r rune) rune {
	switch {
	case r == '\t' || r == '\n' || r == '\r' || unicode.Is(unicode.Zs, r):
		return ' '
	case r == utf8.RuneError, r == '\u200b', r == '\u200c', r == '\ufeff', unicode.IsControl(r), unicode.Is(unicode.Co, r):
		return -1
	}
	return r
}

// A builder is a line in the making.
type builder struct {
	cells         []cell
	part          strings.Builder
	partX         float64
	x, y, to      float64
	size          float64
	bold, mono, n int // characters
	space         bool
}

// near reports whether a run goes on with the line: on its base line or, as small
// print, a little off it, and not back to where something stands already.
func (b *builder) near(r run) bool {
	small := min(b.size, r.size)
	off := math.Abs(r.y - b.y)
	if off > 0.25*small && (off > 0.6*max(b.size, r.size) || small > 0.85*max(b.size, r.size)) {
		return false
	}
	return r.x > b.to-1.2*b.size
}

func (b *builder) add(r run) {
	if b.n == 0 {
		if in := len(r.text) - len(strings.TrimLeft(r.text, " ")); in > 0 { // an indent that is written as spaces
			r.x += float64(in) * (r.to - r.x) / float64(utf8.RuneCountInString(r.text))
		}
		b.x, b.y, b.size, b.partX = r.x, r.y, r.size, r.x
	} else {
		gap := r.x - b.to
		switch {
		case gap > 2*max(b.size, r.size):
			b.cut()
			b.partX = r.x
		case b.space || gap > maxKern*min(b.size, r.size):
			b.part.WriteByte(' ')
		}
		if r.size > b.size*1.15 { // began with small print
			b.y, b.size = r.y, r.size
		}
	}
	b.space = false
	b.part.WriteString(r.text)
	b.to = max(b.to, r.to)
	k := 0
	for _, c := range r.text {
		if c != ' ' {
			k++
		}
	}
	b.n += k
	if r.bold {
		b.bold += k
	}
	if r.mono {
		b.mono += k
	}
}

func (b *builder) cut() {
	s := strings.TrimSpace(b.part.String())
	if b.mono < b.n { // in a listing, spaces are columns
		s = strings.Join(strings.Fields(s), " ")
	}
	if s = ligatures.Replace(s); s != "" {
		b.cells = append(b.cells, cell{s, b.partX, b.to})
	}
	b.part.Reset()
}

// lazily compiles a pattern when it is first used: most commands read no PDF.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

var ligatures = strings.NewReplacer("\ufb00", "ff", "\ufb01", "fi", "\ufb02", "fl", "\ufb03", "ffi", "\ufb04", "ffl", "\ufb05", "ft", "\ufb06", "st")

func (b *builder) line() (line, bool) {
	b.cut()
	if len(b.cells) == 0 {
		return line{}, false
	}
	return line{b.cells, b.x, b.y, b.to, b.size, b.bold*10 >= b.n*9, b.mono*10 >= b.n*9}, true
}
