package judge

import (
	"assay/text"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// A unit is the smallest thing that is quoted: a sentence, a list item, a table
// row, a line of code, a heading.
type unit struct {
	start, end  int32 // bytes
	first, last int32 // tokens, last exclusive
	kind        unitKind
	over        bool  // some unit stands under it
	above       int32 // the heading, table header or lead-in that the unit stands under, or -1
	block       int32 // units of one block may be read together
}

type unitKind uint8

const (
	prose unitKind = iota
	item
	row
	code
	heading
)

// A text is what is known of a text before any claim is put to it.
type reading struct {
	raw     string
	lang    string // one of stopwords, "zh", "ja", "ko", or "" where unknown
	toks    []text.Token
	units   []unit
	titled  bool // the first unit is a heading, and all others stand under it
	index   index
	parts   map[string][]int32 // parts of identifiers to tokens
	prefix  map[string][]int32 // first five bytes of a stem to one token of each such stem
	initial map[string]int32   // initials of a run of names to its first token
	defined map[string][]int32 // abbreviations to the tokens of the words that the text says they are short for
	values  []value
	as      written
	reading sync.Once
	laid    *layout                // its statements, once they are asked for
	trees   []atomic.Pointer[tree] // one for each unit, read when it is first asked for: few of a page ever are
	parsed  *sentences             // of the cache that it lies in, nil for none
	cutting sync.Once
	lives   []life
	states  []*reading // its clauses, once it is compared with another statement; see statesOf
}

// written are ways in which a text is looked through for words as they are written, each made when it
// is first asked for.
type written struct {
	quotable func() string // its letters and digits, to look quotations up in
	low      func() string // in lower case
	tight    func() string // likewise, without spaces and marks of Markdown
}

const prefixLen = 5

// analyse cuts and indexes raw.
func analyse(raw string, cache *text.Stems) *reading {
	return analyseIn(raw, text.Language(raw), cache)
}

// analyseIn reads raw in a language.
func analyseIn(raw, lang string, cache *text.Stems) *reading {
	t := &reading{raw: raw, lang: lang, as: written{
		quotable: sync.OnceValue(func() string { return foldForQuote(raw, lang) }),
		low:      sync.OnceValue(func() string { return strings.ToLower(raw) }),
		tight:    sync.OnceValue(func() string { return strings.ToLower(tightened.Replace(raw)) }),
	}}
	t.cutUnits()
	s := text.Scanner{Text: raw, Lang: t.wordLang(), Stems: cache, Toks: make([]text.Token, 0, len(raw)/5+4)}
	for i := range t.units {
		u := &t.units[i]
		s.Unit = int32(i)
		u.first = int32(len(s.Toks))
		s.Scan(int(u.start), int(u.end))
		u.last = int32(len(s.Toks))
	}
	t.toks, t.trees = s.Toks, make([]atomic.Pointer[tree], len(t.units))
	t.findValues()
	for i := range t.units {
		t.markScopes(&t.units[i])
	}
	t.buildIndex(cache)
	return t
}

// wordLang is the language that words in Latin letters are stemmed by.
func (t *reading) wordLang() string {
	switch t.lang {
	case "", "zh", "ja", "ko":
		return "en"
	}
	return t.lang
}

// cutUnits walks the lines of Markdown and cuts each block into units.
func (t *reading) cutUnits() {
	raw := t.raw
	fenced := false
	above, lead, header := int32(-1), int32(-1), int32(-1)
	block := int32(0)
	top := 0                          // level of the first heading
	paragraph := -1                   // start of the open paragraph or item
	kind := prose                     // of it
	keyed := false                    // the line before was a key with its value
	comment, remarked := false, false // within /* and */; the line before was a comment
	flush := func(end int) {
		if paragraph < 0 {
			return
		}
		n, over := len(t.units), above
		if kind == item && lead >= 0 {
			over = lead
		}
		t.cutSentences(paragraph, end, kind, over, block)
		if kind == prose && len(t.units) > n {
			lead = -1
			if body := strings.TrimRight(raw[paragraph:end], " \n\r*_"); strings.HasSuffix(body, ":") || strings.HasSuffix(body, "：") {
				lead = int32(len(t.units) - 1)
			}
		}
		paragraph, kind = -1, prose
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
				t.addUnit(indent, end, code, above, block)
			}
		case line == "":
			flush(start)
			header = -1
		case line[0] == '#' && len(line) <= maxHeading:
			flush(start)
			if level := headingLevel(line); len(t.units) == 0 {
				t.titled, top = true, level
			} else if level <= top {
				t.titled = false // passages side by side, each with a heading of its own
			}
			t.addUnit(indent, end, heading, -1, block)
			above, lead, header = int32(len(t.units)-1), -1, -1
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
			t.addUnit(indent, end, row, over, block)
			if header < 0 {
				header = int32(len(t.units) - 1)
			}
			block++
		case isItem(line), inColumns(raw, start, end):
			flush(start)
			paragraph, kind = indent, item
		case line == "---" && paragraph < 0:
		case isSection(line) && isKeyLine(lineAt(raw, end+1)), isKeyLine(line) && (keyed || isKeyLine(lineAt(raw, end+1)) || paragraph < 0 && isLoneKey(line, lineAt(raw, end+1))):
			flush(start)
			t.addUnit(indent, end, item, above, block)
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

func (t *reading) addUnit(start, end int, kind unitKind, above, block int32) {
	const blank = " \n\r\t"
	end = start + len(strings.TrimRight(t.raw[start:end], blank))
	start = end - len(strings.TrimLeft(t.raw[start:end], blank))
	if end > start {
		if above >= 0 {
			t.units[above].over = true
		}
		t.units = append(t.units, unit{start: int32(start), end: int32(end), kind: kind, above: above, block: block})
	}
}

// abbreviations end in a dot that ends no sentence.
var abbreviations = text.WordSet(`mr mrs ms dr prof st jr sr vs etc e.g i.e eg ie cf al fig no vol pp ca approx inc ltd co corp dept est
	jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k bzw z.b usw nr mrd mio`)

// cutSentences cuts a block at the ends of sentences. It may cut too little: a
// window then holds one sentence more.
func (t *reading) cutSentences(start, end int, kind unitKind, above, block int32) {
	raw := t.raw
	from := start
	for i := start; i < end; {
		r, n := rune(raw[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(raw[i:end])
		}
		i += n
		if !text.IsSentenceEnd(r) && r != '；' {
			continue
		}
		for i < end { // closing quotes and brackets belong to the sentence
			q, m := utf8.DecodeRuneInString(raw[i:end])
			if !text.IsClosingQuote(q) && q != ')' && q != '）' && q != '*' && !text.IsSentenceEnd(q) && q != '\'' {
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

// An index has the places of each stem in order, those of all stems one behind the other.
type index struct {
	ids    map[string]int32 // of stems
	from   []int32          // where the places of a stem begin, and behind those of the last one where they end
	places []int32
}

// placesOf are the tokens of a stem.
func (t *reading) placesOf(stem string) []int32 {
	id, ok := t.index.ids[stem]
	if !ok {
		return nil
	}
	return t.index.places[t.index.from[id]:t.index.from[id+1]]
}

// buildIndex maps stems to places.
func (t *reading) buildIndex(stems *text.Stems) {
	n := len(t.toks)
	t.index = index{ids: make(map[string]int32, n/3+1), from: make([]int32, 2, n/2+2)}
	t.prefix = make(map[string][]int32, n/4+1)
	found := make([][2]int32, 0, n) // stem and place
	add := func(stem string, place int) (isNew bool) {
		id, ok := t.index.ids[stem]
		if !ok {
			id = int32(len(t.index.ids))
			t.index.ids[stem] = id
			t.index.from = append(t.index.from, 0)
		}
		t.index.from[id+2]++
		found = append(found, [2]int32{id, int32(place)})
		return !ok
	}
	for i := range t.toks {
		tok := &t.toks[i]
		if tok.Is(text.MarkNumber) {
			continue
		}
		if add(tok.Stem, i) && tok.Content() && len(tok.Stem) >= prefixLen && !tok.Is(text.MarkCJK) {
			t.prefix[tok.Stem[:prefixLen]] = append(t.prefix[tok.Stem[:prefixLen]], int32(i))
		}
		if tok.Is(text.MarkCode) {
			t.indexParts(i, tok)
		}
		if word := t.brokenWord(int32(i)); word != "" {
			add(stems.Stem(word, t.wordLang()), i)
		}
	}
	for id := 2; id < len(t.index.from); id++ {
		t.index.from[id] += t.index.from[id-1]
	}
	t.index.places = make([]int32, len(found))
	for _, f := range found {
		t.index.places[t.index.from[f[0]+1]] = f[1]
		t.index.from[f[0]+1]++
	}
	t.indexInitials()
	t.indexDefined()
}

// brokenWord is a word that the end of a line breaks behind a token, without its hyphen, "" for none.
func (t *reading) brokenWord(i int32) string {
	if int(i)+1 >= len(t.toks) || t.toks[i+1].Unit != t.toks[i].Unit {
		return ""
	}
	gap, next := t.gap(i), &t.toks[i+1]
	if c := t.raw[next.Start]; len(gap) < 2 || c < 'a' || c > 'z' || !brokenLine.MatchString(gap) {
		return ""
	}
	return t.toks[i].Low + next.Low
}

var brokenLine = regexp.MustCompile(`^[-‐][ \t]*\r?\n\s*$`)

// indexParts makes the words within an identifier findable.
func (t *reading) indexParts(i int, tok *text.Token) {
	raw := t.raw[tok.Start:tok.End]
	from := 0
	add := func(to int) {
		if to-from >= 3 {
			if t.parts == nil {
				t.parts = map[string][]int32{}
			}
			w := strings.ToLower(raw[from:to])
			t.parts[w] = append(t.parts[w], int32(i))
		}
	}
	for j := 1; j < len(raw); j++ {
		c, before := raw[j], raw[j-1]
		switch {
		case c == '_' || c == '.':
			add(j)
			from = j + 1
		case c >= 'A' && c <= 'Z' && before >= 'a' && before <= 'z', text.IsDigitByte(c) && !text.IsDigitByte(before) && before != '_' && before != '.':
			if from < j {
				add(j)
			}
			from = j
		}
	}
	if from < len(raw) && from > 0 {
		add(len(raw))
	}
}

// indexInitials notes the initials of runs of names, so that NATO finds the North
// Atlantic Treaty Organization.
func (t *reading) indexInitials() {
	for i := 0; i < len(t.toks); i++ {
		if !t.capital(i) {
			continue
		}
		var letters [8]byte
		n, last := 0, i
		for j := i; j < len(t.toks) && n < len(letters); j++ {
			tok := &t.toks[j]
			if tok.Unit != t.toks[i].Unit || j > i && tok.Is(text.MarkBreak) {
				break
			}
			if t.capital(j) {
				letters[n] = t.raw[tok.Start] | 0x20 // in lower case
				n, last = n+1, j
			} else if !tok.Is(text.MarkStop) || j-last > 2 {
				break
			}
		}
		if n >= 2 {
			if t.initial == nil {
				t.initial = map[string]int32{}
			}
			for k := 2; k <= n; k++ {
				if t.initial[string(letters[:k])] == 0 {
					t.initial[string(letters[:k])] = int32(i) + 1
				}
			}
			i = last
		}
	}
}

func (t *reading) capital(i int) bool {
	c := t.raw[t.toks[i].Start]
	return c >= 'A' && c <= 'Z'
}
