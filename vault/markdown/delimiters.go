package markdown

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// prescan pairs the brackets and the emphasis delimiters of src, leaving code
// spans and escapes alone, so that the pass that follows never has to look back.
func (s *scanner) prescan() {
	src := s.src
	var stack []int
	var open [4][]stretch // waiting for their partners
	for i, to := 0, 0; i < len(src); i = to {
		to = i + 1
		switch c := src[i]; c {
		case '\\':
			to = i + 2
		case '`':
			n := inARow(src, i)
			if to = s.closeTicks(i, n); to < 0 {
				to = i + n
			}
		case '[':
			stack = append(stack, i)
		case ']':
			if n := len(stack); n > 0 {
				s.pairs[stack[n-1]] = i
				stack = stack[:n-1]
			}
		case '*', '_', '~', '=':
			to = s.delimit(&open, i, c)
		}
	}
	s.noTicks = 0
	slices.SortFunc(s.drops, func(a, b stretch) int { return a.from - b.from })
}

func (s *scanner) delimit(open *[4][]stretch, i int, c byte) int {
	src := s.src
	end := i + inARow(src, i)
	kind := strings.IndexByte("*_~=", c)
	if kind >= 2 && end-i != 2 {
		return end
	}
	before, after := ' ', ' '
	if i > 0 {
		before, _ = utf8.DecodeLastRune(src[:i])
	}
	if end < len(src) {
		after, _ = utf8.DecodeRune(src[end:])
	}
	opens, closes := !unicode.IsSpace(after), !unicode.IsSpace(before)
	if kind == 1 {
		opens = opens && !wordRune(before)
		closes = closes && !wordRune(after)
	}
	from := i
	if closes {
		for from < end && len(open[kind]) > 0 {
			o := &open[kind][len(open[kind])-1]
			n := min(o.to-o.from, end-from)
			s.drops = append(s.drops, stretch{o.to - n, o.to}, stretch{from, from + n})
			o.to -= n
			from += n
			if o.from == o.to {
				open[kind] = open[kind][:len(open[kind])-1]
			}
		}
	}
	if opens && from < end {
		open[kind] = append(open[kind], stretch{from, end})
	}
	return end
}

// inARow is how often the byte at i stands there, one after the other.
func inARow(src []byte, i int) int {
	n := 1
	for i+n < len(src) && src[i+n] == src[i] {
		n++
	}
	return n
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
