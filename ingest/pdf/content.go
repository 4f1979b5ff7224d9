package pdf

import (
	"math"
	"reflect"
	"unicode/utf8"
)

// A run is text that one operator shows, in the page's space.
type run struct {
	text       string
	x, y, to   float64 // where it starts, its base line, where it ends
	size       float64
	bold, mono bool
}

type state struct {
	ctm                     matrix
	font                    *font
	size, char, word, scale float64
	leading, rise           float64
	hidden                  bool
}

// A painter follows a page's operators and keeps what they write.
type painter struct {
	f       *file
	fonts   map[any]*font
	runs    []run
	unknown int
	shown   int
	depth   int
	skip    int // nesting of marked content that is decoration
	upwards int // characters of lines that run up the page
	marks   []mark
}

const (
	maxRuns = 200_000 // of one page
	maxForm = 8       // forms within forms

	// maxKern is how far letters of a word stand apart, of the font's size: TeX's thin
	// space, as in "5 km", is 0.167, its spaces in tight lines 0.22.
	maxKern = 0.15
)

func (p *painter) paint(content []byte, resources dict, ctm matrix) {
	s := state{ctm: ctm, scale: 1}
	var saved []state
	tm, lm := unit, unit
	var args array
	l := &lexer{b: content, spent: &p.f.spent}
	num := func(i int) float64 {
		if i < len(args) {
			n, _ := args[i].(float64)
			return n
		}
		return 0
	}
	newLine := func(x, y float64) {
		lm = matrix{1, 0, 0, 1, x, y}.then(lm)
		tm = lm
	}
	for ops := 0; ; {
		switch v := l.next(0).(type) {
		case end:
			return
		case closer:
			continue
		case word:
			if ops++; ops&1023 == 0 && p.f.ctx.Err() != nil || len(p.runs) > maxRuns {
				return
			}
			switch v {
			case "q":
				if len(saved) < 256 {
					saved = append(saved, s)
				}
			case "Q":
				if n := len(saved); n > 0 {
					s, saved = saved[n-1], saved[:n-1]
				}
			case "cm":
				s.ctm = matrix{num(0), num(1), num(2), num(3), num(4), num(5)}.then(s.ctm)
			case "BT":
				tm, lm = unit, unit
			case "Tf":
				if len(args) >= 2 {
					n, _ := args[0].(name)
					s.font, s.size = p.font(p.f.dict(resources["Font"])[n]), num(1)
				}
			case "Tc":
				s.char = num(0)
			case "Tw":
				s.word = num(0)
			case "Tz":
				s.scale = num(0) / 100
			case "TL":
				s.leading = num(0)
			case "Ts":
				s.rise = num(0)
			case "Tr":
				s.hidden = num(0) == 7
			case "Td":
				newLine(num(0), num(1))
			case "TD":
				s.leading = -num(1)
				newLine(num(0), num(1))
			case "Tm":
				lm = matrix{num(0), num(1), num(2), num(3), num(4), num(5)}
				tm = lm
			case "T*":
				newLine(0, -s.leading)
			case "Tj", "'", `"`:
				if v == `"` {
					s.word, s.char = num(0), num(1)
				}
				if v != "Tj" {
					newLine(0, -s.leading)
				}
				if len(args) > 0 {
					p.show(&s, &tm, args[len(args)-1:])
				}
			case "TJ":
				if len(args) > 0 {
					list, _ := args[0].(array)
					p.show(&s, &tm, list)
				}
			case "Do":
				if n, ok := first(args).(name); ok {
					p.form(p.f.dict(resources["XObject"])[n], resources, s.ctm)
				}
			case "BDC", "BMC":
				p.open(args, resources)
			case "EMC":
				p.close()
			case "ID":
				l.inlineImage()
			}
			args = args[:0]
		default:
			if len(args) < 1<<12 {
				args = append(args, v)
			}
		}
	}
}

func first(a array) any {
	if len(a) == 0 {
		return nil
	}
	return a[0]
}

// inlineImage skips a picture's bytes: up to an EI that stands alone.
func (l *lexer) inlineImage() {
	for i := l.at; i+3 < len(l.b); i++ {
		if white(l.b[i]) && l.b[i+1] == 'E' && l.b[i+2] == 'I' && white(l.b[i+3]) {
			l.at = i + 3
			return
		}
	}
	l.at = len(l.b)
}

// font reads a font once: a page may set it with every word. One that has no number is
// known by the dictionary that it is, which is read once itself.
func (p *painter) font(v any) *font {
	var id any
	switch v := v.(type) {
	case ref:
		id = v
	case dict:
		id = reflect.ValueOf(v).Pointer()
	}
	if t, ok := p.fonts[id]; ok {
		return t
	}
	if len(p.fonts) >= maxFonts {
		return nil
	}
	t := p.f.font(v)
	p.fonts[id] = t
	return t
}

// across counts the characters of lines that run across the page.
func (p *painter) across() (n int) {
	for _, r := range p.runs {
		n += utf8.RuneCountInString(r.text)
	}
	return n
}

// form paints what a page or another form refers to.
func (p *painter) form(v any, outer dict, ctm matrix) {
	s, ok := p.f.resolve(v).(stream)
	if !ok || p.depth >= maxForm || p.f.name(s.dict["Subtype"]) != "Form" {
		return
	}
	b, err := p.f.unpack(s)
	if err != nil {
		return
	}
	m := unit
	if a := p.f.array(s.dict["Matrix"]); len(a) == 6 {
		for i := range m {
			m[i] = p.f.number(a[i])
		}
	}
	resources := p.f.dict(s.dict["Resources"])
	if resources == nil {
		resources = outer
	}
	p.depth++
	marks, skip := p.marks, p.skip
	p.marks = nil
	p.paint(b, resources, m.then(ctm))
	p.marks, p.skip = marks, skip
	p.depth--
}

// show keeps the text of one Tj or TJ. A move within it that is as wide as a space
// ends a word, since many programs write no spaces.
func (p *painter) show(s *state, tm *matrix, list array) {
	if s.font == nil {
		return
	}
	var r run
	var b []byte
	flush := func() {
		if len(b) > 0 && p.skip == 0 && !s.hidden {
			r.text = string(b)
			p.runs = append(p.runs, r)
		}
		b = b[:0]
	}
	advance := func(d float64) { *tm = matrix{1, 0, 0, 1, d, 0}.then(*tm) }
	for _, v := range list {
		switch v := v.(type) {
		case float64:
			d := -v / 1000 * s.size * s.scale
			if math.Abs(v) > 2000 {
				flush() // a jump to another column
			} else if -v > maxKern*1000 && len(b) > 0 && b[len(b)-1] != ' ' {
				b = append(b, ' ')
			}
			advance(d)
		case text:
			shown := s.font.glyphs(v, &p.unknown)
			for i, g := range shown {
				p.shown++
				// Of a few letters set as wide apart as words, the gaps are spaces; of
				// many they are a manner of setting titles.
				if i > 0 && len(shown) <= 4 && s.char > 0.17*s.size && len(b) > 0 {
					b = append(b, ' ')
				}
				at := matrix{1, 0, 0, 1, 0, s.rise}.then(*tm).then(s.ctm)
				if len(b) == 0 {
					if math.Abs(at[1]) > math.Abs(at[0])*0.3 || !finite(at) {
						if at[1] > math.Abs(at[0]) {
							p.upwards += len(shown)
						}
						return // turned text: a stamp on the margin, a label of an axis
					}
					r = run{x: at[4], y: at[5], size: math.Abs(s.size) * math.Hypot(at[2], at[3]), bold: s.font.bold, mono: s.font.mono}
				}
				if g.text == "" && len(p.marks) > 0 && p.marks[len(p.marks)-1].actual {
					g.text = "\ufffd" // its place is taken when the mark closes
				}
				b = append(b, g.text...)
				d := g.width*s.size + s.char
				if g.space {
					d += s.word
				}
				advance(d * s.scale)
				r.to = matrix{1, 0, 0, 1, 0, 0}.then(*tm).then(s.ctm)[4]
			}
		}
	}
	flush()
}
