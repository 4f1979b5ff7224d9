package pdf

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
		if s[i] == '#' && i+2 < len(s) && unhex(s[i+1]) >= 0 && unhex(s[i+2]) >= 0 {
			out = append(out, byte(unhex(s[i+1])<<4|unhex(s[i+2])))
			i += 2
			continue
		}
		out = append(out, s[i])
	}
	return name(out)
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

func (l *lexer) hex() text {
	var out []byte
	high := -1
	for ; l.at < len(l.b) && l.b[l.at] != '>'; l.at++ {
		n := unhex(l.b[l.at])
		switch {
		case n < 0:
		case high < 0:
			high = n
		default:
			out = append(out, byte(high<<4|n))
			high = -1
		}
	}
	l.at++
	if high >= 0 {
		out = append(out, byte(high<<4))
	}
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
			case 'n':
				c = '\n'
			case 'r':
				c = '\r'
			case 't':
				c = '\t'
			case 'b':
				c = '\b'
			case 'f':
				c = '\f'
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
