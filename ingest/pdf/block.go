package pdf

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// blocks says of each group of lines what it is.
func (m measure) blocks(groups [][]line) []Block {
	levels := m.levels(groups)
	var out []Block
	for i, g := range groups {
		text := m.join(g)
		switch {
		case text == "":
		case m.code(g[0]):
			out = append(out, Block{Kind: Code, Text: listing(g)})
		case len(g) >= 2 && len(g[0].cells) > 1:
			out = append(out, tabular(g)...)
		case m.heading(g, text) && (m.large(g[0]) || i+1 < len(groups)):
			level := len(levels) + 1
			if k := slices.Index(levels, round(g[0].size)); k >= 0 && m.large(g[0]) {
				level = k + 1
			}
			out = append(out, Block{Kind: Heading, Level: min(6, level), Text: text})
		case bullet().MatchString(text):
			out = append(out, Block{Kind: Item, Text: bullet().ReplaceAllString(text, "")})
		case listed().MatchString(text):
			mark := listed().FindStringSubmatch(text)[1]
			out = append(out, Block{Kind: Item, Mark: mark, Text: strings.TrimSpace(text[len(mark):])})
		default:
			out = append(out, Block{Kind: Paragraph, Text: text})
		}
	}
	return out
}

// levels are the sizes of headings, largest first.
func (m measure) levels(groups [][]line) []float64 {
	var out []float64
	for _, g := range groups {
		if s := round(g[0].size); m.large(g[0]) && m.heading(g, m.join(g)) && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out[:min(len(out), 5)]
}

func (m measure) heading(g []line, text string) bool {
	n, letters := 0, 0
	for _, r := range text {
		n++
		if unicode.IsLetter(r) {
			letters++
		}
	}
	if letters < 2 || len(g[0].cells) > 1 && !m.large(g[0]) || leaders().MatchString(text) || len(g) > 4 || n > 250 {
		return false
	}
	return m.large(g[0]) || g[0].bold && len(g) <= 2 && n <= 120 && !strings.ContainsAny(text[len(text)-1:], ".,;:") && !bullet().MatchString(text) && g[0].size >= 0.9*m.size
}

// join makes one line of a group. A hyphen at a line's end goes where the file has
// the word without it, and stays where it has the word with it.
func (m measure) join(g []line) string {
	var out []byte
	for i, l := range g {
		t := strings.Join(strings.Fields(l.text()), " ")
		if i > 0 {
			s := string(out[max(0, len(out)-maxWord):]) // a group may have very many lines
			next, _ := utf8.DecodeRuneInString(t)
			prev, _ := utf8.DecodeLastRuneInString(s)
			switch {
			case hyphen(s):
				_, k := utf8.DecodeLastRuneInString(s)
				head, tail := s[strings.LastIndexByte(s, ' ')+1:len(s)-k], t
				if j := strings.IndexByte(t, ' '); j > 0 {
					tail = t[:j]
				}
				if m.splits(head, tail, next) {
					out = out[:len(out)-k]
				}
			case unicode.In(prev, unicode.Han, unicode.Hiragana, unicode.Katakana) && unicode.In(next, unicode.Han, unicode.Hiragana, unicode.Katakana):
			default:
				out = append(out, ' ')
			}
		}
		out = append(out, t...)
	}
	return strings.TrimSpace(strings.ReplaceAll(string(out), "\u00ad", ""))
}

// maxWord bounds what is looked at of a word that is split.
const maxWord = 256

// splits reports whether the hyphen between head and tail only split a word.
func (m measure) splits(head, tail string, next rune) bool {
	if !unicode.IsLower(next) || head == "" || strings.Contains(head, "-") {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(head)
	if !unicode.IsLetter(last) {
		return false
	}
	word := func(s string) string { return strings.ToLower(strings.TrimFunc(s, unicode.IsPunct)) }
	return m.words[word(head+tail)] || !m.words[word(head+"-"+tail)]
}

// listing keeps lines and their indents, counted in widths of a letter.
func listing(g []line) string {
	left, step := g[0].x, math.Inf(1)
	for i, l := range g {
		left = min(left, l.x)
		if i > 0 && g[i-1].y-l.y > 0.8*l.size {
			step = min(step, g[i-1].y-l.y)
		}
	}
	var b strings.Builder
	for i, l := range g {
		if i > 0 {
			b.WriteByte('\n')
			if d := g[i-1].y - l.y; d > 1.6*step && d < 6*l.size {
				b.WriteByte('\n')
			}
		}
		at := left
		for _, c := range l.cells {
			n := int(math.Round((c.x - at) / (0.6 * l.size)))
			b.WriteString(strings.Repeat(" ", max(0, min(n, 120))))
			b.WriteString(c.text)
			at = c.to
		}
	}
	return b.String()
}

// tabular makes a table of rows whose cells stand below one another, and lines of
// those that only have gaps.
func tabular(g []line) []Block {
	aligned := true
	for c := range g[0].cells {
		lefts, rights := []float64{}, []float64{}
		for _, l := range g {
			lefts, rights = append(lefts, l.cells[c].x), append(rights, l.cells[c].to)
		}
		tight := 1.2 * g[0].size
		mids := make([]float64, len(lefts))
		for i := range lefts {
			mids[i] = (lefts[i] + rights[i]) / 2
		}
		spread := func(v []float64) float64 { return slices.Max(v) - slices.Min(v) }
		if spread(lefts) > tight && spread(rights) > tight && spread(mids) > tight {
			aligned = false
		}
	}
	if !aligned {
		var out []Block
		for _, l := range g {
			out = append(out, Block{Kind: Paragraph, Text: l.text()})
		}
		return out
	}
	b := Block{Kind: Table}
	for _, l := range g {
		var row []string
		for _, c := range l.cells {
			row = append(row, c.text)
		}
		b.Rows = append(b.Rows, row)
	}
	return []Block{b}
}
