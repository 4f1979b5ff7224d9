package audit

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"assay/compiler/compose"
	"assay/compiler/reports"
	"assay/ingest/web"
)

// A flaw is why a page's text is no content.
type flaw uint8

// The flaws. empty is apart from the others: such a page says nothing, and so
// nothing wrong.
const (
	sound      flaw = iota
	empty           // hardly a word
	damaged         // read in a wrong encoding
	signs           // mostly signs and no words
	wall            // what stands in front of content, or in its place
	navigation      // lines that every page has
)

const (
	auditMinWords  = 5     // a page with fewer words is an empty shell
	auditDamage    = 0.005 // share of damaged characters: English loses 1.2 % where only its apostrophes are read wrongly, French 2.5 %
	auditDamages   = 3     // and not fewer places: a page may show what damage looks like
	auditLetters   = 0.4   // least share of letters and digits in what is not space; code has 0.6 and more
	auditNavWords  = 20    // a page with fewer words may well be nothing but headings
	auditNavShare  = 0.9   // share of a page's words in repeated lines that leaves nothing of its own
	auditWallWords = 400   // what web looks at is shorter by all its measures
)

// flawOf judges a page's text by itself.
func flawOf(title, text string, words int) (flaw, string) {
	if words < auditMinWords {
		return empty, fmt.Sprintf("only %s of text", reports.Count(words, "word"))
	}
	d := damage(text)
	switch {
	case d.places >= auditDamages && float64(d.runes) > auditDamage*float64(d.all):
		return damaged, fmt.Sprintf("%d of %d characters are damaged, such as %q", d.runes, d.all, d.sample)
	case float64(d.letters) < auditLetters*float64(d.all):
		return signs, fmt.Sprintf("mostly signs and no words: %d of %d characters are letters", d.letters, d.all)
	}
	if words < auditWallWords {
		if v, why := web.LookAtText(title, firstHeading(text), text); v != web.Fetched {
			return wall, fmt.Sprintf("%s: %s", v, why)
		}
	}
	return sound, ""
}

func firstHeading(text string) string {
	for line := range strings.Lines(text) {
		if rest := strings.TrimLeft(line, "#"); rest != line && strings.HasPrefix(rest, " ") {
			return compose.PlainText(compose.PlainLinks(strings.TrimSpace(rest)))
		}
	}
	return ""
}

// damages counts what a text says of its encoding.
type damages struct {
	all     int // characters that are not space
	letters int // with marks and digits
	runes   int // that are damaged
	places  int
	sample  string
}

// damage counts replacement characters, control characters, and UTF-8 that was read
// as Windows-1252 or Latin-1 ("Ã©" for "é"). The last is not looked for in inline
// code: a page about encodings shows it there.
func damage(text string) damages {
	var d damages
	code := false
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			i++
			switch {
			case c == '`':
				code = !code
			case c == '\n':
				code = false
			}
			switch {
			case c == ' ' || c >= '\t' && c <= '\r':
				continue
			case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9':
				d.letters++
			case c < ' ' || c == 0x7f:
				d.add(1, fmt.Sprintf("\\x%02x", c))
			}
			d.all++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if !code {
			if size, runes := mojibake(text[i:], r, n); size > 0 {
				d.add(runes, text[i:i+size])
				d.all += runes
				i += size
				continue
			}
		}
		i += n
		switch {
		case unicode.IsSpace(r):
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			d.letters++
		case r == utf8.RuneError || unicode.IsControl(r) || r&0xfffe == 0xfffe:
			d.add(1, string(r))
		}
		d.all++
	}
	return d
}

func (d *damages) add(runes int, sample string) {
	d.runes += runes
	d.places++
	d.sample = cmp.Or(d.sample, sample)
}

// mojibake measures a character whose UTF-8 bytes were taken for characters each, as
// bytes and characters of the text. first begins it and is n bytes long. Only lead
// bytes that common scripts use are believed: capital É or Ö before a quotation mark
// could be such a pair, and so could a small letter before a space and a mark, as
// French has it.
func mojibake(text string, first rune, n int) (size, runes int) {
	more := 0
	switch {
	case first >= 0xC2 && first <= 0xC5, first == 0xCE, first == 0xCF, first == 0xD0, first == 0xD1, first == 0xD7, first == 0xD8, first == 0xD9:
		more = 1
	case first >= 0xE2 && first <= 0xEF:
		more = 2
	case first == 0xF0:
		more = 3
	default:
		return 0, 0
	}
	size = n
	for range more {
		r, k := utf8.DecodeRuneInString(text[size:])
		b, ok := byteOf(r)
		if !ok || b < 0x80 || b > 0xBF || more > 1 && b == 0xA0 {
			return 0, 0
		}
		if first == 0xD7 && (b < 0x90 || b > 0xAA) { // × before a sign is a product, not a Hebrew letter
			return 0, 0
		}
		size += k
	}
	return size, 1 + more
}

// byteOf is the byte that Windows-1252, or Latin-1 where that has none, writes for a
// character.
func byteOf(r rune) (byte, bool) {
	if r >= 0x80 && r <= 0xFF {
		return byte(r), true
	}
	return charmap.Windows1252.EncodeRune(r)
}
