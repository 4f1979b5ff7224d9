package pdf

import (
	"bytes"
	"encoding/hex"
	"strings"
)

func (l *lexer) name() name {
	from, escaped := l.at, false
	for l.at < len(l.b) && !white(l.b[l.at]) && !delimiter(l.b[l.at]) {
		escaped = escaped || l.b[l.at] == '#'
		l.at++
	}
	s := l.b[from:l.at]
	if len(s) > 256 {
		s = s[:256]
	}
	if !escaped {
		return name(s)
	}
	var out []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '#' && i+2 < len(s) {
			if b, err := hex.AppendDecode(out, s[i+1:i+3]); err == nil {
				out = b
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return name(out)
}

// hex reads a string of digits, of which one that lacks its second has a 0. What is no
// digit is skipped.
func (l *lexer) hex() text {
	n := bytes.IndexByte(l.b[l.at:], '>')
	if n < 0 {
		n = len(l.b) - l.at
	}
	var digits []byte
	for _, c := range l.b[l.at : l.at+n] {
		if c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' {
			digits = append(digits, c)
		}
	}
	if len(digits)%2 == 1 {
		digits = append(digits, '0')
	}
	l.at += n + 1
	out, _ := hex.AppendDecode(nil, digits)
	return text(out)
}

func (l *lexer) literal() text {
	var out []byte
	for open := 1; l.at < len(l.b); l.at++ {
		c := l.b[l.at]
		switch c {
		case '(':
			open++
		case ')':
			if open--; open == 0 {
				l.at++
				return text(out)
			}
		case '\r':
			c = '\n'
			if l.at+1 < len(l.b) && l.b[l.at+1] == '\n' {
				l.at++
			}
		case '\\':
			if l.at++; l.at >= len(l.b) {
				return text(out)
			}
			switch c = l.b[l.at]; c {
			case 'n', 'r', 't', 'b', 'f':
				c = "\n\r\t\b\f"[strings.IndexByte("nrtbf", c)]
			case '\r':
				if l.at+1 < len(l.b) && l.b[l.at+1] == '\n' {
					l.at++
				}
				continue
			case '\n':
				continue
			case '0', '1', '2', '3', '4', '5', '6', '7':
				n := int(c - '0')
				for k := 0; k < 2 && l.at+1 < len(l.b) && l.b[l.at+1] >= '0' && l.b[l.at+1] <= '7'; k++ {
					l.at++
					n = n<<3 | int(l.b[l.at]-'0')
				}
				c = byte(n)
			}
		}
		out = append(out, c)
	}
	return text(out)
}
