package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// isDayBefore reports the dot of "17. Dezember", which ends no sentence.
func isDayBefore(head, rest string) bool {
	head = strings.TrimRight(head, ".")
	day := head[strings.LastIndexAny(head, " \n(")+1:]
	if _, ok := DayOf(day); !ok {
		return false
	}
	word, _, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
	return Months[strings.ToLower(strings.TrimRight(word, ".,;)"))] != 0
}

// cutUnits walks the lines of Markdown and cuts each block into units.
func (t *Document) cutUnits() {
	raw := t.Raw
	fenced := false
	above, lead, header := int32(-1), int32(-1), int32(-1)
	block := int32(0)
	top := 0                          // level of the first heading
	paragraph := -1                   // start of the open paragraph or item
	kind := Prose                     // of it
	keyed := false                    // the line before was a key with its value
	comment, remarked := false, false // within /* and */; the line before was a comment
	flush := func(end int) {
		if paragraph < 0 {
			return
		}
		n, over := len(t.Units), above
		if kind == Item && lead >= 0 {
			over = lead
		}
		t.cutSentences(paragraph, end, kind, over, block)
		if kind == Prose && len(t.Units) > n {
			lead = -1
			if body := strings.TrimRight(raw[paragraph:end], " \n\r*_"); strings.HasSuffix(body, ":") || strings.HasSuffix(body, "：") {
				lead = int32(len(t.Units) - 1)
			}
		}
		paragraph, kind = -1, Prose
		block++
	}
	for start := 0; start < len(raw); {
		end := strings.IndexByte(raw[start:], '\n')
		if end < 0 {
			end = len(raw)
		} else {
			end += start
		}
		line := strings.TrimSpace(raw[start:end])
		indent := start + len(raw[start:end]) - len(strings.TrimLeft(raw[start:end], " \t"))
		comment = comment && line != "" // "/*" may be a pattern of paths: no more than its paragraph is lost
		remark := remarkIn(line, comment)
		if strings.HasPrefix(line+" ", numberSign) && (remarked || strings.HasPrefix(lineAt(raw, end+1), numberSign)) {
			remark = min(len(line), len(numberSign)) // two headings of a page do not follow each other so
		}
		if remark >= 0 && !fenced {
			comment = strings.HasPrefix(line, "/*") || comment
			if comment = comment && !strings.Contains(line, "*/"); !remarked {
				flush(start)
			}
			remarked = true
			indent += remark
			line = line[remark:]
		} else if remarked {
			flush(start)
			remarked = false
		}
		switch {
		case strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~"):
			flush(start)
			fenced = !fenced
			block++
		case fenced:
			if line != "" {
				t.addUnit(indent, end, Code, above, block)
			}
		case line == "":
			flush(start)
			header = -1
		case line[0] == '#' && len(line) <= maxHeading:
			flush(start)
			if level := HeadingLevel(line); len(t.Units) == 0 {
				t.Titled, top = true, level
			} else if level <= top {
				t.Titled = false // passages side by side, each with a heading of its own
			}
			t.addUnit(indent, end, Heading, -1, block)
			above, lead, header = int32(len(t.Units)-1), -1, -1
			block++
		case line[0] == '|', paragraph < 0 && t.isRow(header, start, end):
			flush(start)
			if strings.Trim(line, "|-=_─: \t") == "" {
				break
			}
			over := header
			if over < 0 {
				over = above
			}
			t.addUnit(indent, end, Row, over, block)
			if header < 0 {
				header = int32(len(t.Units) - 1)
			}
			block++
		case isItem(line), inColumns(raw, start, end):
			flush(start)
			paragraph, kind = indent, Item
		case line == "---" && paragraph < 0:
		case paragraph >= 0 && kind == Prose && start-paragraph >= captionsTogether && Timed(line):
			flush(start)
			block-- // what is said goes on
			paragraph = indent
		case IsSection(line) && isKeyLine(lineAt(raw, end+1)), isKeyLine(line) && (keyed || isKeyLine(lineAt(raw, end+1)) || paragraph < 0 && isLoneKey(line, lineAt(raw, end+1))):
			flush(start)
			t.addUnit(indent, end, Item, above, block)
			block++
			keyed = true
			start = end + 1
			continue
		default:
			if paragraph < 0 {
				paragraph = indent
			}
		}
		keyed = false
		start = end + 1
	}
	flush(len(raw))
}

// captionsTogether is how many bytes of captions are one unit: what is written down as it is said
// has no full stops.
const captionsTogether = 160

// Timed reports a line of captions, which begins with the time at which it is said: [0:03], 00:01:04.
func Timed(line string) bool {
	rest := strings.TrimLeft(line, "[(*")
	n := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	return n > 0 && n <= 3 && len(rest) > n+2 && rest[n] == ':' && IsDigitByte(rest[n+1]) && IsDigitByte(rest[n+2])
}

// numberSign begins a comment in code, and the title of a page.
const numberSign = "# "

// remarkIn is where the words of a comment in code begin in a line, -1 where it is none.
func remarkIn(line string, inside bool) int {
	for _, mark := range [...]string{"/**", "/*", "//", "*/", "*"} {
		if strings.HasPrefix(line, mark) && (inside || mark[0] == '/') {
			return len(line) - len(strings.TrimLeft(line[len(mark):], " \t"))
		}
	}
	if inside {
		return 0
	}
	return -1
}

// maxHeading is how long a heading may be: extraction that lost its line ends leaves a
// whole page behind the first '#'.
const maxHeading = 400

func (t *Document) addUnit(start, end int, kind UnitKind, above, block int32) {
	const blank = " \n\r\t"
	end = start + len(strings.TrimRight(t.Raw[start:end], blank))
	start = end - len(strings.TrimLeft(t.Raw[start:end], blank))
	if end > start {
		if above >= 0 {
			t.Units[above].Over = true
		}
		t.Units = append(t.Units, Unit{Start: int32(start), End: int32(end), Kind: kind, Above: above, Block: block})
	}
}

// abbreviations end in a dot that ends no sentence.
var abbreviations = WordSet(`mr mrs ms dr prof st jr sr vs etc e.g i.e eg ie cf al fig no vol pp ca approx inc ltd co corp dept est
	jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k bzw z.b usw nr mrd mio`)

// cutSentences cuts a block at the ends of sentences. It may cut too little: a
// window then holds one sentence more.
func (t *Document) cutSentences(start, end int, kind UnitKind, above, block int32) {
	raw := t.Raw
	from := start
	for i := start; i < end; {
		r, n := rune(raw[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(raw[i:end])
		}
		i += n
		if !IsSentenceEnd(r) && r != '；' {
			continue
		}
		for i < end { // closing quotes and brackets belong to the sentence
			q, m := utf8.DecodeRuneInString(raw[i:end])
			if !IsClosingQuote(q) && q != ')' && q != '）' && q != '*' && !IsSentenceEnd(q) && q != '\'' {
				break
			}
			i += m
		}
		if r < utf8.RuneSelf {
			if i >= end || raw[i] != ' ' && raw[i] != '\n' && raw[i] != '\t' && raw[i] != '[' {
				continue
			}
			if r == '.' && (endsInAbbreviation(raw[from:i]) || isDayBefore(raw[from:i], raw[i:end])) {
				continue
			}
			next := strings.TrimLeft(raw[i:end], " \n\t*_\"'(")
			if f, _ := utf8.DecodeRuneInString(next); unicode.IsLower(f) && r == '.' && !strings.HasSuffix(raw[from:i], " .") {
				continue
			}
		}
		t.addUnit(from, i, kind, above, block)
		from = i
	}
	t.addUnit(from, end, kind, above, block)
}

func endsInAbbreviation(s string) bool {
	s = strings.TrimRight(s, ".")
	word := s[strings.LastIndexAny(s, " \n(")+1:]
	if len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' {
		return true
	}
	return len(word) <= 6 && abbreviations.Has(strings.ToLower(word))
}
