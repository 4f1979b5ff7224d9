package provenance

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SupersededHeading opens the part of a page file that holds passages which notes
// still cite and the page no longer says.
const SupersededHeading = "## Superseded passages"

// escaped is how a page file has what extracted text must not contain as it stands, since
// Obsidian would read it as its own: the second bracket of a wikilink, a tag, the second
// sign of a comment, an HTML comment, a block id, and our own heading. Each is
// written as a character reference, which every renderer shows as the character:
// a backslash would not do, because converters to Markdown write many of their own
// and the reader could not tell them apart.
func escaped(c byte) string { return "&#" + strconv.Itoa(int(c)) + ";" }

// EscapeText writes text so that nothing in it but Markdown means anything. Code is
// left alone. [UnescapeText] undoes it exactly.
func EscapeText(text string) string {
	if !strings.ContainsAny(text, "[%#<^&") {
		return text
	}
	return mapText(text, escapeLine, escapeSegment)
}

// UnescapeText gives back the text that was escaped.
func UnescapeText(text string) string {
	if !strings.Contains(text, "&#") && !strings.Contains(text, "&amp;") {
		return text
	}
	return mapText(text, nil, unescapeSegment)
}

// mapText rewrites what is not code, a paragraph's worth at a time, since a code
// span may run over line ends but not out of its block.
func mapText(text string, line func(string) (string, bool), segment func(*strings.Builder, string)) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/32)
	var scan CodeScanner
	start := 0 // of the segment being gathered
	flush := func(end int) {
		if end > start {
			segment(&b, text[start:end])
		}
		start = end
	}
	pos := 0
	for whole := range strings.Lines(text) {
		end, body := pos+len(whole), strings.TrimRight(whole, "\r\n")
		switch scan.next(body) {
		case textLine:
			if breaksSegment(body) {
				flush(pos)
			}
			if line != nil {
				if repl, ok := line(body); ok {
					flush(pos)
					b.WriteString(repl)
					start = pos + len(body)
				}
			}
			if _, rest := stripQuote(body); startsHeading(rest) {
				flush(end)
			}
		default:
			flush(pos)
			b.WriteString(text[pos:end])
			start = end
		}
		pos = end
	}
	flush(len(text))
	return b.String()
}

// breaksSegment reports whether a code span cannot reach into the line from above.
func breaksSegment(line string) bool {
	_, rest := stripQuote(line)
	if ok, _ := listMarker(rest); ok {
		return true
	}
	rest = strings.TrimLeft(rest, " \t")
	return rest == "" || rest[0] == '|' || startsHeading(rest)
}

func escapeLine(line string) (string, bool) {
	if strings.TrimRight(line, " \t") != SupersededHeading {
		return "", false
	}
	return strings.Replace(line, "S", escaped('S'), 1), true
}

func escapeSegment(b *strings.Builder, s string) {
	var spans codeSpans
	bracket, percent := false, false // the character before was written as it is
	for i := 0; i < len(s); {
		c := s[i]
		wasBracket, wasPercent := bracket, percent
		bracket, percent = false, false
		escape := false
		switch c {
		case '`':
			end := spans.end(s, i)
			b.WriteString(s[i:end])
			i = end
			continue
		case '[':
			bracket, escape = !wasBracket, wasBracket
		case '%':
			percent, escape = !wasPercent, wasPercent
		case '<':
			escape = strings.HasPrefix(s[i:], "<!--") && !escapedAt(s, i)
		case '#':
			escape = isTag(s, i)
		case '^':
			escape = isBlockID(s, i)
		case '&':
			if _, n, _ := reference(s[i:]); n > 0 {
				b.WriteString("&amp;")
				b.WriteString(s[i+1 : i+n])
				i += n
				continue
			}
		}
		if escape {
			b.WriteString(escaped(c))
		} else {
			b.WriteByte(c)
		}
		i++
	}
}

func unescapeSegment(b *strings.Builder, s string) {
	var spans codeSpans
	for i := 0; i < len(s); {
		next := strings.IndexAny(s[i:], "`&")
		if next < 0 {
			b.WriteString(s[i:])
			return
		}
		b.WriteString(s[i : i+next])
		i += next
		if s[i] == '`' {
			end := spans.end(s, i)
			b.WriteString(s[i:end])
			i = end
			continue
		}
		char, n, amps := reference(s[i:])
		switch {
		case n == 0:
			b.WriteByte('&')
			i++
			continue
		case amps == 0:
			b.WriteByte(char)
		default:
			b.WriteByte('&')
			b.WriteString(s[i+len("&amp;") : i+n])
		}
		i += n
	}
}

// reference reads one of our character references, "&#91;", or a text's own that
// was made safe by "amp;", once or more. n is its length, 0 if there is none.
func reference(s string) (char byte, n, amps int) {
	n = 1
	for strings.HasPrefix(s[n:], "amp;") {
		n, amps = n+len("amp;"), amps+1
	}
	if len(s) < n+4 || s[n] != '#' || s[n+3] != ';' {
		return 0, 0, 0
	}
	code, err := strconv.Atoi(s[n+1 : n+3])
	if err != nil || strings.IndexByte("[#%<^S", byte(code)) < 0 { // of those above
		return 0, 0, 0
	}
	return byte(code), n + 4, amps
}

// codeSpans finds the ends of inline code in one segment.
type codeSpans struct {
	none map[int]bool // lengths of backtick runs that nothing closes any more
}

// end is where the inline code that opens at i ends, or the end of the run of
// backticks at i where it opens none.
func (c *codeSpans) end(s string, i int) int {
	n := 1
	for i+n < len(s) && s[i+n] == '`' {
		n++
	}
	if escapedAt(s, i) { // the first backtick is a character, the rest may open
		return i + 1
	}
	if c.none[n] {
		return i + n
	}
	for j := i + n; j < len(s); {
		k := strings.IndexByte(s[j:], '`')
		if k < 0 {
			break
		}
		j += k
		m := 1
		for j+m < len(s) && s[j+m] == '`' {
			m++
		}
		if m == n {
			return j + m
		}
		j += m
	}
	if c.none == nil {
		c.none = map[int]bool{}
	}
	c.none[n] = true
	return i + n
}

// escapedAt reports whether an odd number of backslashes stands before i.
func escapedAt(s string, i int) bool {
	n := 0
	for n < i && s[i-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// isTag reports whether Obsidian may read a tag at i: '#', not within a word or an
// address, then letters, digits, '_', '-', '/' or symbols, not digits alone.
func isTag(s string, i int) bool {
	if i > 0 {
		r, _ := utf8.DecodeLastRuneInString(s[:i])
		if r == '&' || r == '/' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || escapedAt(s, i) {
			return false
		}
	}
	for _, r := range s[i+1:] {
		switch {
		case r >= '0' && r <= '9':
		case r == '_' || r == '-' || r == '/' || unicode.IsLetter(r):
			return true
		case r < utf8.RuneSelf || unicode.IsSpace(r) || unicode.IsPunct(r):
			return false
		default:
			return true
		}
	}
	return false
}

// isBlockID reports whether a block id stands at i, at the end of its line.
func isBlockID(s string, i int) bool {
	if i > 0 {
		r, _ := utf8.DecodeLastRuneInString(s[:i])
		if !unicode.IsSpace(r) {
			return false
		}
	}
	j := i + 1
	for j < len(s) && isBlockIDByte(s[j]) {
		j++
	}
	if j == i+1 {
		return false
	}
	for j < len(s) && (s[j] == ' ' || s[j] == '\t' || s[j] == '\r') {
		j++
	}
	return j == len(s) || s[j] == '\n'
}

func isBlockIDByte(c byte) bool {
	return c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// InlineCode gives the byte ranges of the code spans in a paragraph, in order.
func InlineCode(paragraph string) [][2]int {
	var spans codeSpans
	var out [][2]int
	for i := 0; ; {
		k := strings.IndexByte(paragraph[i:], '`')
		if k < 0 {
			return out
		}
		i += k
		end := spans.end(paragraph, i)
		if paragraph[end-1] == '`' && strings.Trim(paragraph[i:end], "`") != "" {
			out = append(out, [2]int{i, end})
		}
		i = end
	}
}

// EscapedOffset is where the byte at offset of an unescaped text stands in the text
// as stored, which may have CRLF.
func EscapedOffset(stored, text string, offset int) int {
	i := 0
	for j := 0; i < len(stored) && j < min(offset, len(text)); {
		if stored[i] == text[j] {
			i, j = i+1, j+1
			continue
		}
		switch char, n, amps := reference(stored[i:]); {
		case stored[i] == '&' && n > 0 && amps == 0 && char == text[j]:
			i, j = i+n, j+1
		case strings.HasPrefix(stored[i:], "amp;"):
			i += len("amp;")
		default:
			i++ // a carriage return
		}
	}
	return i
}
