package provenance

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// FindQuote is where a text has the words of a quotation. Nothing but letters and digits
// counts, since whoever quotes leaves markup out: emphasis, the targets of links, tags,
// references, templates. What stands on both sides of an ellipsis is looked for in order.
func FindQuote(text, quote string) (Range, bool) {
	for _, markup := range [...]bool{false, true} { // without the source's markup, then with it
		words := readWords(text, !markup)
		whole, from, ok := Range{}, 0, true
		for _, part := range ellipsis(quote) {
			want := readWords(part, false).letters
			if want == "" {
				continue
			}
			i := strings.Index(words.letters[from:], want)
			if ok = i >= 0; !ok {
				break
			}
			start, end := from+i, from+i+len(want)
			if whole.IsEmpty() {
				whole.Start = int(words.at[start])
			}
			whole.End = words.after(end, text)
			from = end
		}
		if ok && !whole.IsEmpty() {
			return whole, true
		}
	}
	return Range{}, false
}

// SameWords reports whether two texts have the same letters and digits in one order.
func SameWords(a, b string) bool {
	return readWords(a, false).letters == readWords(b, false).letters
}

func ellipsis(quote string) []string {
	for _, sign := range [...]string{"[…]", "[...]", "...", "……"} {
		quote = strings.ReplaceAll(quote, sign, "…")
	}
	return strings.Split(quote, "…")
}

// quotedWords are the letters and digits of a text in lower case, and where each byte of
// them comes from.
type quotedWords struct {
	letters string
	at      []int32
}

// after is the place in the text right behind letter i-1.
func (w quotedWords) after(i int, text string) int {
	last := int(w.at[i-1])
	_, n := utf8.DecodeRuneInString(text[last:])
	return last + n
}

func readWords(text string, strip bool) quotedWords {
	var b strings.Builder
	b.Grow(len(text))
	w := quotedWords{at: make([]int32, 0, len(text))}
	for i := 0; i < len(text); {
		if strip {
			if n := markupAt(text[i:]); n > 0 {
				i += n
				continue
			}
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) {
			k, _ := b.WriteRune(unicode.ToLower(r))
			for range k {
				w.at = append(w.at, int32(i))
			}
		}
		i += n
	}
	w.letters = b.String()
	return w
}

// maxMarkup bounds a piece of markup that no reader of the page sees.
const maxMarkup = 2000

// markupAt is the length of what stands at the beginning of s and is not shown: a
// reference, a tag, a comment, a template, the target of a link.
func markupAt(s string) int {
	closed := func(by string) int {
		if i := strings.Index(s[:min(len(s), maxMarkup)], by); i >= 0 {
			return i + len(by)
		}
		return 0
	}
	switch s[0] {
	case '<':
		switch {
		case strings.HasPrefix(s, "<!--"):
			return closed("-->")
		case strings.HasPrefix(s, "<ref"):
			if tag := closed(">"); tag > 1 && s[tag-2] == '/' {
				return tag
			}
			return closed("</ref>")
		case len(s) > 1 && (s[1] == '/' || unicode.IsLetter(rune(s[1]))):
			return closed(">")
		}
	case '{':
		if strings.HasPrefix(s, "{{") {
			return closed("}}")
		}
	case '[':
		if strings.HasPrefix(s, "[[") {
			if end := closed("]]"); end > 0 {
				if bar := strings.IndexByte(s[:end], '|'); bar > 0 {
					return bar + 1
				}
			}
			return 0
		}
		if strings.HasPrefix(s, "[http") { // [https://… words]
			if i := strings.IndexAny(s[:min(len(s), maxMarkup)], " ]\n"); i > 0 && s[i] == ' ' {
				return i
			}
		}
	case ']':
		if strings.HasPrefix(s, "](") {
			return closed(")")
		}
	}
	return 0
}
