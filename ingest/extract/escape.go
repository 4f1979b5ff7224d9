package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// escapeText writes a run of text so that Markdown shows these characters and
// nothing else. Only what could be read as markup is escaped, so that stored text
// stays pleasant: `snake_case`, `a * b` and `x[1]` are left alone.
func escapeText(s string, inLink bool) string {
	if !strings.ContainsAny(s, "\\`*_[]<~&") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	for i := 0; i < len(s); i++ {
		c := s[i]
		if needsEscape(s, i, inLink) {
			if c == '&' {
				b.WriteString("&amp;")
				continue
			}
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

func needsEscape(s string, i int, inLink bool) bool {
	next := byte(' ')
	if i+1 < len(s) {
		next = s[i+1]
	}
	switch s[i] {
	case '\\':
		return i+1 == len(s) || isPunct(next)
	case '`':
		return true
	case '*':
		return !(i > 0 && s[i-1] == ' ' && next == ' ')
	case '_':
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+1:])
		return !(wordy(before) && wordy(after))
	case '~':
		return next == '~' || i > 0 && s[i-1] == '~'
	case '<': // at the end, what comes next is another element's text
		return i+1 == len(s) || next >= 'a' && next <= 'z' || next >= 'A' && next <= 'Z' || next == '/' || next == '!' || next == '?'
	case ']':
		return inLink
	case '[':
		if inLink || i+1 == len(s) || next == '[' || next == '^' || next == '!' {
			return true
		}
		// The bracket closes within reach, and nothing makes a link of it.
		end := strings.IndexByte(s[i:min(len(s), i+200)], ']')
		if end < 0 {
			return true
		}
		rest := s[i+end+1:]
		return rest == "" || rest[0] == '(' || rest[0] == '[' || rest[0] == ':' || i == 0 && end == 2 && strings.IndexByte(" xX?", next) >= 0
	case '&':
		return i+1 == len(s) || entity().MatchString(s[i:min(len(s), i+34)])
	}
	return false
}

var (
	entity    = lazily(`^&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});`)
	lineStart = lazily(`^(?:#{1,6}(?:\s|$)|[-+*](?:\s|$)|>|~~~|(?:-{2,}|={2,}|-|=)\s*$|(?:[-_*]\s*){3,}$)`)
	numbered  = lazily(`^(\d{1,9})([.)])(\s|$)`)
)

// escapeLineStart keeps a line of text from opening a heading, list, quote, fence or
// rule.
func escapeLineStart(line string) string {
	if line == "" {
		return line
	}
	switch c := line[0]; {
	case c >= '0' && c <= '9':
		return numbered().ReplaceAllString(line, `$1\$2$3`)
	case strings.IndexByte("#-+*>~=_", c) >= 0 && lineStart().MatchString(line):
		return `\` + line
	}
	return line
}

func isPunct(c byte) bool {
	return c > ' ' && c < 0x7f && !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
}

func wordy(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
