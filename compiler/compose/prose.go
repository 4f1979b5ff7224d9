package compose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/text"
	"assay/vault/markdown"
)

// A line of prose is a sentence of a passage, and the term above it that it explains
// where the passage is a list of definitions.
type line struct {
	text string
	term string
}

// proseSentences cuts the paragraphs of a Markdown passage into sentences, leaving
// headings, tables, quotations and code aside, and links as their text.
func Sentences(md string) []string {
	lines := proseLines(md)
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l.text
	}
	return out
}

// unknownTerm stands for the term that a passage before this one ended with: its first
// sentences may explain it.
const unknownTerm = "\x00"

// proseLines are the sentences of a passage with the terms they explain.
func proseLines(md string) []line {
	var out []line
	fence, term := "", ""
	terms := strings.HasPrefix(strings.TrimSpace(md), "#") // a section begins here
	blocks := strings.Split(strings.ReplaceAll(md, "\r\n", "\n"), "\n\n")
	for i, block := range blocks {
		first := strings.TrimSpace(block)
		if fence != "" {
			if strings.Contains(block, fence) {
				fence = ""
			}
			continue
		}
		if strings.HasPrefix(first, "```") || strings.HasPrefix(first, "~~~") {
			if strings.Count(block, first[:3]) < 2 {
				fence = first[:3]
			}
			continue
		}
		if first == "" || strings.HasPrefix(block, "    ") || strings.ContainsAny(first[:1], "#|>:<!") {
			if strings.HasPrefix(first, "#") {
				term = ""
			}
			continue
		}
		if isListItem(first) {
			continue
		}
		text := PlainLinks(strings.Join(strings.Fields(first), " "))
		if t, ok := boldLine(text); ok && !(i+1 < len(blocks) && strings.HasPrefix(blocks[i+1], "|")) {
			if numbering().MatchString(t) {
				continue // of a table of contents, or a caption
			}
			if !terms {
				for k := range out {
					out[k].term = unknownTerm
				}
			}
			term, terms = t, true
			continue
		}
		for _, span := range markdown.Sentences(text) {
			for _, s := range beforeNames(text[span[0]:span[1]]) {
				out = append(out, line{s, term})
			}
		}
	}
	return out
}

// nameBegins finds a full stop before code or the name of a setting. Such a name is
// written small also where it begins a sentence.
var nameBegins = text.Pattern("[\\pL\\pN)”]\\. +(?:`|[a-z]+_)")

// beforeNames cuts a sentence once more where the next one begins with such a name.
func beforeNames(s string) []string {
	var out []string
	for {
		at := nameBegins().FindStringIndex(s)
		if at == nil || strings.Count(s[:at[0]], "`")%2 != 0 {
			return append(out, strings.TrimSpace(s))
		}
		stop := at[0] + strings.Index(s[at[0]:], ". ") + 1
		out, s = append(out, strings.TrimSpace(s[:stop])), s[stop:]
	}
}

// listsParameters counts the terms of a passage that are names of settings, options or
// columns, as a reference is made of, and its other paragraphs.
func listsParameters(md string) (n, of int) {
	for block := range strings.SplitSeq(md, "\n\n") {
		if block = strings.TrimSpace(block); block == "" || block[0] == '#' {
			continue
		}
		if _, bold := boldLine(block); bold && strings.ContainsAny(block, "`_") {
			n++
		} else if !bold {
			of++
		}
	}
	return n, of
}

// boldLine is a paragraph that is nothing but bold words or code: a term that the
// next paragraph explains.
func boldLine(text string) (string, bool) {
	if len(text) > 4 && strings.HasPrefix(text, "**") && strings.HasSuffix(text, "**") && !strings.Contains(text[2:len(text)-2], "**") {
		return PlainText(text), true
	}
	return "", false
}

func isListItem(s string) bool {
	if strings.HasPrefix(s, "- ") || strings.HasPrefix(s, "* ") || strings.HasPrefix(s, "+ ") {
		return true
	}
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i > 0 && i+1 < len(s) && (s[i] == '.' || s[i] == ')') && s[i+1] == ' '
}

// PlainLinks turns [text](target) and ![alt](target) into their text.
func PlainLinks(s string) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(s, '[')
		if open < 0 {
			return b.String() + s
		}
		mid := strings.Index(s[open:], "](")
		if mid < 0 {
			return b.String() + s
		}
		inner := s[open+1 : open+mid]
		rest := s[open+mid+2:]
		end := linkEnd(rest)
		if end < 0 || strings.ContainsAny(inner, "[") {
			b.WriteString(s[:open+1])
			s = s[open+1:]
			continue
		}
		b.WriteString(strings.TrimSuffix(s[:open], "!"))
		b.WriteString(inner)
		s = rest[end+1:]
	}
}

// linkEnd finds the ) that closes a link's target, which may hold pairs of its own.
func linkEnd(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}

// PlainText is a text without the marks of emphasis and code. An asterisk that stands
// alone multiplies and stays.
func PlainText(s string) string {
	if !strings.ContainsAny(s, "*`") {
		return strings.TrimSpace(s)
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && s[j] == s[i] && (s[i] == '*' || s[i] == '`') {
			j++
		}
		if j == i {
			b.WriteByte(s[i])
			i++
			continue
		}
		before, after := i == 0 || s[i-1] == ' ', j == len(s) || s[j] == ' '
		if s[i] == '*' && before && after {
			b.WriteString(s[i:j])
		}
		i = j
	}
	return strings.TrimSpace(b.String())
}

// numbering is what books put before their headings: "Chapter 30. ", "30.3. ", "F.35.5. ".
// A number without a dot belongs to the words ("3 ways to brew").
var numbering = text.Pattern(`^(?:(?i:chapter|appendix|part|section|annex|table|figure)\s+(?:[0-9]+(?:\.[0-9]+)*|[A-Z](?:\.[0-9]+)*|[IVXLC]+)(?:[.:]|\s+[-–—])?\s+|(?:[A-Z]\.)?[0-9]+(?:\.[0-9]+)*\.\s+|(?:[A-Z]\.)?[0-9]+(?:\.[0-9]+)+\s+)`)

// fileName tells a title that is only the name of a file: words joined by dashes.
var fileName = text.Pattern(`^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+$`)

// plainHeading is a heading or title as a note of its own would have it: without
// numbering, full stop or marks, and in words where it was a file's name.
func PlainHeading(h string) string {
	h = PlainText(PlainLinks(strings.Join(strings.Fields(strings.ReplaceAll(h, "\u00a0", " ")), " ")))
	if cut := numbering().FindString(h); cut != "" && len(cut) < len(h) {
		h = h[len(cut):]
	}
	if strings.ToLower(h) == h && strings.Count(h, "-") > 1 && fileName().MatchString(h) {
		h = strings.ReplaceAll(h, "-", " ")
		r, n := utf8.DecodeRuneInString(h)
		h = string(unicode.ToUpper(r)) + h[n:]
	}
	if n := len(h); n > 1 && h[n-1] == '.' && h[n-2] != '.' && !strings.Contains(h[:n-1], ".") {
		h = h[:n-1]
	}
	return h
}
