package provenance

import (
	"strings"

	"assay/text"
)

// A Trail follows the headings of a text from its beginning: the breadcrumb of a
// place is the page's title and the headings that stand over it.
type Trail struct {
	levels []int
	texts  []string
}

// Add enters a heading.
func (t *Trail) Add(level int, heading string) {
	n := len(t.levels)
	for n > 0 && t.levels[n-1] >= level {
		n--
	}
	t.levels = append(t.levels[:n:n], level)
	t.texts = append(t.texts[:n:n], HeadingText(heading[:text.RuneFloor(heading, maxTrail)]))
}

// maxTrail is the most bytes of a heading that a breadcrumb repeats with every
// passage below it.
const maxTrail = 300

// Under is the breadcrumb here. A page whose first heading repeats its title names
// it once.
func (t *Trail) Under(title string) []string {
	title = strings.TrimSpace(title)
	texts := t.texts
	if title != "" && len(texts) > 0 && strings.EqualFold(texts[0], title) {
		texts = texts[1:]
	}
	trail := make([]string, 0, len(texts)+1)
	if title != "" {
		trail = append(trail, title)
	}
	return append(trail, texts...)
}

// Read enters the headings of a piece of Markdown.
func (t *Trail) Read(text string) {
	var scan CodeScanner
	last := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if scan.next(line) != textLine {
			last = ""
			continue
		}
		if level, title := ATXHeading(line); level > 0 {
			t.Add(level, title)
			last = ""
			continue
		}
		if level := SetextLevel(line); level > 0 && last != "" {
			t.Add(level, last)
			last = ""
			continue
		}
		if last != "" {
			last += " " + strings.TrimSpace(line)
		} else if !breaksSegment(line) {
			last = strings.TrimSpace(line)
		}
		if len(last) > maxHeading {
			last = "" // too long for a heading: the line below is a rule
		}
	}
}

// A setext heading of more bytes than this is a paragraph over a rule.
const maxHeading = 1000

// ATXHeading reads a line such as "## Title ##": level 0 if it is none.
func ATXHeading(line string) (level int, title string) {
	t := strings.TrimLeft(line, " ")
	if len(line)-len(t) > 3 || !startsHeading(t) {
		return 0, ""
	}
	rest := strings.TrimLeft(t, "#")
	level = len(t) - len(rest)
	rest = strings.TrimSpace(rest)
	if closed := strings.TrimRight(rest, "#"); closed == "" || strings.HasSuffix(closed, " ") {
		rest = strings.TrimSpace(closed)
	}
	return level, rest
}

// SetextLevel is the level of the heading that a line of '=' or '-' makes of the
// paragraph above it, 0 if the line is no such line.
func SetextLevel(line string) int {
	t := strings.TrimLeft(line, " ")
	if len(line)-len(t) > 3 {
		return 0
	}
	t = strings.TrimRight(t, " \t")
	switch {
	case t == "":
		return 0
	case strings.Trim(t, "=") == "":
		return 1
	case strings.Trim(t, "-") == "":
		return 2
	}
	return 0
}

// HeadingText is a heading's text as one reads it: links, emphasis and code marks
// removed.
func HeadingText(s string) string {
	if !strings.ContainsAny(s, "*`[&\\") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && isPunct(s[i+1]):
			i++
			b.WriteByte(s[i])
		case c == '*' || c == '`':
		case c == '[':
			label, n := linkLabel(s[i:])
			if n == 0 {
				b.WriteByte(c)
				continue
			}
			b.WriteString(strings.NewReplacer("*", "", "`", "").Replace(label))
			i += n - 1
		default:
			b.WriteByte(c)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// linkLabel reads "[label](target)" and gives its label and length.
func linkLabel(s string) (label string, n int) {
	end := strings.Index(s, "](")
	if end < 0 || strings.ContainsAny(s[1:end], "[\n") {
		return "", 0
	}
	stop := strings.IndexByte(s[end:], ')')
	if stop < 0 {
		return "", 0
	}
	return s[1:end], end + stop + 1
}
