package pdf

import (
	"bytes"
	"math"
	"strconv"
)

// maxDepth bounds arrays and dictionaries within one another.
const maxDepth = 48

// A lexer reads objects from bytes. It never fails: what is no object is skipped.
type lexer struct {
	b     []byte
	at    int
	spent *int // objects read so far, of all lexers of a file
}

// end is what next gives at the end of the bytes.
type end struct{}

// closer is a bracket that closes something.
type closer string

func white(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0
}

func delimiter(c byte) bool {
	return bytes.IndexByte([]byte("()<>[]{}/%"), c) >= 0
}

func (l *lexer) space() {
	for l.at < len(l.b) {
		switch c := l.b[l.at]; {
		case white(c):
			l.at++
		case c == '%':
			for l.at < len(l.b) && l.b[l.at] != '\n' && l.b[l.at] != '\r' {
				l.at++
			}
		default:
			return
		}
	}
}

// next reads one object; arrays and dictionaries whole.
func (l *lexer) next(depth int) any {
	l.space()
	if *l.spent++; *l.spent > maxObjects || l.at >= len(l.b) {
		l.at = len(l.b)
		return end{}
	}
	switch c := l.b[l.at]; c {
	case '/':
		l.at++
		return l.name()
	case '(':
		l.at++
		return l.literal()
	case '[':
		l.at++
		if depth >= maxDepth { // not read into: the goroutine's stack is not the file's to spend
			return closer(c)
		}
		return l.array(depth)
	case '<':
		if l.at+1 < len(l.b) && l.b[l.at+1] == '<' {
			l.at += 2
			if depth >= maxDepth {
				return closer("<<")
			}
			return l.dict(depth)
		}
		l.at++
		return l.hex()
	case ']', '{', '}', ')':
		l.at++
		return closer(c)
	case '>':
		if l.at+1 < len(l.b) && l.b[l.at+1] == '>' {
			l.at += 2
			return closer(">>")
		}
		l.at++
		return closer(c)
	}
	from := l.at
	for l.at < len(l.b) && !white(l.b[l.at]) && !delimiter(l.b[l.at]) {
		l.at++
	}
	return atom(l.b[from:l.at])
}

func atom(b []byte) any {
	if c := b[0]; c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' {
		if len(b) < 40 {
			if n, err := strconv.ParseFloat(string(b), 64); err == nil && !math.IsInf(n, 0) && !math.IsNaN(n) {
				return n
			}
		}
		return float64(0)
	}
	switch string(b) {
	case "true":
		return true
	case "false":
		return false
	case "null":
		return nil
	}
	if len(b) > 64 {
		b = b[:64]
	}
	return word(b)
}

func (l *lexer) array(depth int) any {
	var out array
	for {
		v := l.next(depth + 1)
		switch v := v.(type) {
		case end:
			return out
		case closer:
			if v == "]" {
				return out
			}
			continue
		case word:
			out = reference(out, v)
			continue
		}
		out = append(out, v)
	}
}

// reference folds the two numbers before an R into one reference.
func reference(out array, w word) array {
	if n := len(out); w == "R" && n >= 2 {
		if num, ok := out[n-2].(float64); ok && num >= 0 && num < maxObjects {
			return append(out[:n-2], ref(num))
		}
	}
	return out
}

func (l *lexer) dict(depth int) any {
	var flat array
	for {
		v := l.next(depth + 1)
		switch x := v.(type) {
		case end:
			return pairs(flat)
		case closer:
			if x == ">>" {
				return pairs(flat)
			}
			continue
		case word:
			if x == "endobj" || x == "stream" {
				l.at -= len(x)
				return pairs(flat)
			}
			flat = reference(flat, x)
			continue
		}
		flat = append(flat, v)
	}
}

func pairs(flat array) dict {
	d := dict{}
	for i := 0; i+1 < len(flat); i++ {
		if key, ok := flat[i].(name); ok {
			d[key] = flat[i+1]
			i++
		}
	}
	return d
}
