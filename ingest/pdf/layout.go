package pdf

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A measure is what is usual in a file: how large its text is, how far its lines
// are apart, and which words it has.
type measure struct {
	size    float64
	leading float64 // of base lines, in sizes
	mono    bool    // all of it is in one width: that says nothing then
	words   map[string]bool
}

// layout makes blocks of the lines of all pages.
func layout(sheets []sheet) []Block {
	dropRepeated(sheets)
	m := measured(sheets)
	var groups [][]line
	for _, s := range sheets {
		for i, l := range s.lines {
			if i == 0 && len(groups) > 0 && m.runsOn(groups[len(groups)-1], l) {
				groups[len(groups)-1] = append(groups[len(groups)-1], l)
				continue
			}
			right, widest := m.rightEdge(s.lines, i)
			if i == 0 || m.breaks(groups[len(groups)-1], l, right, widest) {
				groups = append(groups, nil)
			}
			groups[len(groups)-1] = append(groups[len(groups)-1], l)
		}
	}
	return m.blocks(groups)
}

func round(f float64) float64 { return math.Round(f*2) / 2 }

func measured(sheets []sheet) measure {
	m := measure{size: 10, leading: 1.2, words: map[string]bool{}}
	sizes := map[float64]int{}
	var steps []float64
	mono, all := 0, 0
	for _, s := range sheets {
		for i, l := range s.lines {
			t := l.text()
			sizes[round(l.size)] += len(t)
			all += len(t)
			if l.mono {
				mono += len(t)
			}
			for _, w := range strings.Fields(t) {
				if len(m.words) < 200_000 {
					m.words[strings.ToLower(strings.TrimFunc(w, unicode.IsPunct))] = true
				}
			}
			if i > 0 && round(s.lines[i-1].size) == round(l.size) {
				if d := (s.lines[i-1].y - l.y) / l.size; d > 0.8 && d < 2.5 {
					steps = append(steps, d)
				}
			}
		}
	}
	best := 0
	for size, n := range sizes {
		if n > best || n == best && size < m.size {
			m.size, best = size, n
		}
	}
	if len(steps) > 0 {
		slices.Sort(steps)
		m.leading = steps[len(steps)*2/5]
	}
	m.mono = mono*2 > all
	return m
}

// rightEdge is how far the lines around the i-th go that are of its block: set below
// one another at its distance. Where they all are short they are no column of text,
// and the page's own edge, widest, counts.
func (m measure) rightEdge(lines []line, i int) (right, widest float64) {
	l := lines[i]
	right, widest = l.to, l.to
	left := l.x
	for _, o := range lines {
		if len(o.cells) == 1 {
			widest, left = max(widest, o.to), min(left, o.x)
		}
	}
	next := func(a, b line) bool {
		d := a.y - b.y
		return d > 0 && d <= 1.25*m.leading*l.size && math.Abs(a.x-b.x) < 3*l.size && len(a.cells) == 1
	}
	for k := i; k > 0 && k > i-8 && next(lines[k-1], lines[k]); k-- {
		right = max(right, lines[k-1].to)
	}
	for k := i; k+1 < len(lines) && k < i+8 && next(lines[k], lines[k+1]); k++ {
		right = max(right, lines[k+1].to)
	}
	if right-l.x < 0.3*(widest-left) {
		right = widest
	}
	return right, widest
}

var (
	bullet = lazily(`^(?:[•◦▪■□●○‣⁃∙·*]|[-–—])\s+`)
	listed = lazily(`^(\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s+\S`)
)

// leaders are the dots of a table of contents.
var leaders = lazily(`(?:[.:·…] ?){5,}\s*\w{0,6}$`)

func marked(s string) bool { return bullet().MatchString(s) || listed().MatchString(s) }

// breaks reports whether l begins another block than the one that group is.
func (m measure) breaks(group []line, l line, right, widest float64) bool {
	last, top := group[len(group)-1], group[0]
	if math.Abs(last.size-l.size) > 0.08*l.size || m.code(last) != m.code(l) {
		return true
	}
	if m.code(l) { // blank lines and indents are part of a listing
		return last.y-l.y > 4*l.size || last.y < l.y
	}
	if last.y < l.y-l.size {
		return !m.runsOn(group, l) // up to the next column
	}
	if len(l.cells) > 1 || len(last.cells) > 1 {
		return len(l.cells) != len(last.cells)
	}
	if last.y-l.y > 1.25*m.leading*l.size && last.y-l.y > 1.3*l.size {
		return true
	}
	if l.bold != last.bold {
		return l.bold && !last.bold && len(group) > 0 && short(l, right) || last.bold && !l.bold && len(group) == 1 && short(last, right)
	}
	if m.large(l) {
		return false
	}
	if marked(l.text()) || leaders().MatchString(last.text()) {
		return true
	}
	if l.x > last.x+0.8*l.size && !(len(group) == 1 && marked(top.text())) {
		return len(group) > 1 || ends(last.text())
	}
	if l.x < last.x-0.8*l.size && len(group) > 1 && math.Abs(l.x-top.x) < 0.5*l.size {
		return true
	}
	// The first word would have had room on the line before: its end was meant. Where
	// that line ends a sentence, the page's edge is asked, since no sentence is torn.
	w, _, _ := strings.Cut(l.text(), " ")
	to := last.to + 0.6*l.size*float64(utf8.RuneCountInString(w)+2)
	return !hyphen(last.text()) && (to < right || to < widest && ends(last.text()))
}

func short(l line, right float64) bool { return l.to < right-2*l.size }

// large tells the sizes of headings.
func (m measure) large(l line) bool { return l.size >= 1.12*m.size }

func (m measure) code(l line) bool { return l.mono && !m.mono && !m.large(l) }

// ends reports whether a text stops as sentences do.
func ends(s string) bool {
	s = strings.TrimRight(s, `"'”’)]`)
	r, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune(".?!:;。！？：", r)
}

// runsOn reports whether a line at the head of a page or column goes on with the
// paragraph that the one before broke off.
func (m measure) runsOn(group []line, l line) bool {
	last := group[len(group)-1]
	if math.Abs(last.size-l.size) > 0.08*l.size || m.large(l) || l.mono != last.mono || l.bold != last.bold || len(l.cells) > 1 || len(last.cells) > 1 {
		return m.code(l) && m.code(last)
	}
	t := l.text()
	if m.code(l) {
		return true
	}
	if marked(t) || ends(last.text()) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(t)
	return unicode.IsLower(r) || hyphen(last.text()) || !unicode.IsUpper(r) && unicode.Is(unicode.Han, r)
}

func hyphen(s string) bool {
	return strings.HasSuffix(s, "-") || strings.HasSuffix(s, "\u00ad") || strings.HasSuffix(s, "\u2010")
}

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
	if m.large(g[0]) {
		return true
	}
	return g[0].bold && len(g) <= 2 && n <= 120 && !strings.ContainsAny(text[len(text)-1:], ".,;:") && !bullet().MatchString(text) && g[0].size >= 0.9*m.size
}

// join makes one line of a group. A hyphen at a line's end goes where the file has
// the word without it, and stays where it has the word with it.
func (m measure) join(g []line) string {
	var b strings.Builder
	for i, l := range g {
		t := strings.Join(strings.Fields(l.text()), " ")
		if i > 0 {
			s := b.String()
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
					b.Reset()
					b.WriteString(s[:len(s)-k])
				}
			case unicode.In(prev, unicode.Han, unicode.Hiragana, unicode.Katakana) && unicode.In(next, unicode.Han, unicode.Hiragana, unicode.Katakana):
			default:
				b.WriteByte(' ')
			}
		}
		b.WriteString(t)
	}
	return strings.TrimSpace(strings.ReplaceAll(b.String(), "\u00ad", ""))
}

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
	if m.words[word(head+tail)] {
		return true
	}
	return !m.words[word(head+"-"+tail)]
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
