// Package plain makes text from elsewhere safe to show. It takes out the commands of a terminal, and
// escapes what would be Markdown by accident.
package plain

import (
	"strings"
	"unicode"

	"assay/text"
)

// ansi is what a terminal takes for a command: CSI and OSC sequences and short escapes.
var ansi = text.Pattern(`\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[ -/]*[0-~]|\x{9b}[0-?]*[ -/]*[@-~]`)

// Text gives text as UTF-8 with line ends LF, without terminal commands and control
// characters, marks that turn the direction of text included.
func Text(b []byte) string {
	s := strings.ToValidUTF8(string(b), "\uFFFD")
	if strings.ContainsAny(s, "\x1b\u009b") {
		s = ansi().ReplaceAllString(s, "")
	}
	if strings.Contains(s, "\r") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == '\uFEFF':
			return -1
		}
		return r
	}, s)
}

// Line is plain text in one line.
func Line(s string) string { return strings.Join(strings.Fields(Text([]byte(s))), " ") }

var markup = text.Pattern("[\\\\`*_\\[\\]<>#|]")

// Escaped keeps a line of plain text from being Markdown.
func Escaped(s string) string { return markup().ReplaceAllString(Line(s), `\$0`) }
