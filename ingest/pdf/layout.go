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
		left, edge := s.extent()
		for i, l := range s.lines {
			if i == 0 && len(groups) > 0 && m.runsOn(groups[len(groups)-1], l) {
				groups[len(groups)-1] = append(groups[len(groups)-1], l)
				continue
			}
			widest := max(edge, l.to)
			right := m.rightEdge(s.lines, i, min(left, l.x), widest)
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

// extent is where the lines of a page begin and end that have no gaps.
func (s sheet) extent() (left, right float64) {
	left, right = math.Inf(1), math.Inf(-1)
	for _, l := range s.lines {
		if len(l.cells) == 1 {
			left, right = min(left, l.x), max(right, l.to)
		}
	}
	return left, right
}

// rightEdge is how far the lines around the i-th go that are of its block: set below
// one another at its distance. Where they all are short they are no column of text,
// and the page's own edge, widest, counts.
func (m measure) rightEdge(lines []line, i int, left, widest float64) float64 {
	l := lines[i]
	right := l.to
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
		return widest
	}
	return right
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
