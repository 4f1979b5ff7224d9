package judge

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A unit is the smallest thing that is quoted: a sentence, a list item, a table
// row, a line of code, a heading.
type unit struct {
	start, end  int32 // bytes
	first, last int32 // tokens, last exclusive
	kind        unitKind
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
type text struct {
	raw     string
	lang    string // one of stopwords, "zh", "ja", "ko", or "" where unknown
	toks    []token
	units   []unit
	titled  bool               // the first unit is a heading, and all others stand under it
	index   map[string][]int32 // stem to tokens, in order
	parts   map[string][]int32 // parts of identifiers to tokens
	prefix  map[string][]int32 // first five bytes of a stem to one token of each such stem
	initial map[string]int32   // initials of a run of names to its first token
	defined map[string][]int32 // abbreviations to the tokens of the words that the text says they are short for
	values  []value
	seen    map[string]int32 // units that have the stem, in texts long enough for that to say something
	reading sync.Once
	laid    *layout // its statements, once they are asked for
	trees   grove   // one for each unit, read when it is first asked for
}

const prefixLen = 5

// analyse cuts and indexes raw.
func analyse(raw string, cache *stemCache) *text {
	return analyseIn(raw, language(raw), cache)
}

// analyseIn reads raw in a language.
func analyseIn(raw, lang string, cache *stemCache) *text {
	t := &text{raw: raw, lang: lang}
	t.cutUnits()
	s := scanner{text: raw, lang: t.lang, stems: cache, toks: make([]token, 0, len(raw)/5+4)}
	if s.lang == "" || s.lang == "zh" || s.lang == "ja" || s.lang == "ko" {
		s.lang = "en"
	}
	for i := range t.units {
		u := &t.units[i]
		s.unit = int32(i)
		u.first = int32(len(s.toks))
		s.scan(int(u.start), int(u.end))
		u.last = int32(len(s.toks))
	}
	t.toks, t.trees = s.toks, make(grove, len(t.units))
	t.findValues()
	for i := range t.units {
		t.markScopes(&t.units[i])
	}
	t.buildIndex()
	return t
}

// cutUnits walks the lines of Markdown and cuts each block into units.
func (t *text) cutUnits() {
	raw := t.raw
	fenced := false
	above, lead, header := int32(-1), int32(-1), int32(-1)
	block := int32(0)
	top := 0        // level of the first heading
	paragraph := -1 // start of the open paragraph
	keyed := false  // the line before was a key with its value
	flush := func(end int) {
		if paragraph >= 0 {
			n := len(t.units)
			t.cutSentences(paragraph, end, prose, above, block)
			if len(t.units) > n {
				lead = -1
				if body := strings.TrimRight(raw[paragraph:end], " \n\r*_"); strings.HasSuffix(body, ":") || strings.HasSuffix(body, "：") {
					lead = int32(len(t.units) - 1)
				}
			}
			paragraph = -1
			block++
		}
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
		case line[0] == '|':
			flush(start)
			if strings.Trim(line, "|-: \t") == "" {
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
		case isItem(line):
			flush(start)
			over := lead
			if over < 0 {
				over = above
			}
			t.cutSentences(indent, end, item, over, block)
			block++
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
				paragraph = start
			}
		}
		keyed = false
		start = end + 1
	}
	flush(len(raw))
}

// maxHeading is how long a heading may be: extraction that lost its line ends leaves a
// whole page behind the first '#'.
const maxHeading = 400

func (t *text) addUnit(start, end int, kind unitKind, above, block int32) {
	for end > start && (t.raw[end-1] == ' ' || t.raw[end-1] == '\n' || t.raw[end-1] == '\r' || t.raw[end-1] == '\t') {
		end--
	}
	for start < end && (t.raw[start] == ' ' || t.raw[start] == '\n' || t.raw[start] == '\r' || t.raw[start] == '\t') {
		start++
	}
	if end > start {
		t.units = append(t.units, unit{start: int32(start), end: int32(end), kind: kind, above: above, block: block})
	}
}

// abbreviations end in a dot that ends no sentence.
var abbreviations = wordSet(`mr mrs ms dr prof st jr sr vs etc e.g i.e eg ie cf al fig no vol pp ca approx inc ltd co corp dept est
	jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k bzw z.b usw nr mrd mio`)

// cutSentences cuts a block at the ends of sentences. It may cut too little: a
// window then holds one sentence more.
func (t *text) cutSentences(start, end int, kind unitKind, above, block int32) {
	raw := t.raw
	from := start
	for i := start; i < end; {
		r, n := rune(raw[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(raw[i:end])
		}
		i += n
		if !isSentenceEnd(r) && r != '；' {
			continue
		}
		for i < end { // closing quotes and brackets belong to the sentence
			q, m := utf8.DecodeRuneInString(raw[i:end])
			if !isClosingQuote(q) && q != ')' && q != '）' && q != '*' && !isSentenceEnd(q) && q != '\'' {
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
	return len(word) <= 6 && abbreviations.has(strings.ToLower(word))
}

// buildIndex maps stems to places, in an order that makes lookups cheap.
func (t *text) buildIndex() {
	t.index = make(map[string][]int32, len(t.toks)/2+1)
	t.prefix = make(map[string][]int32, len(t.toks)/2+1)
	for i := range t.toks {
		tok := &t.toks[i]
		if tok.is(markNumber) {
			continue
		}
		at := t.index[tok.stem]
		if len(at) == 0 && tok.content() && len(tok.stem) >= prefixLen && !tok.is(markCJK) {
			t.prefix[tok.stem[:prefixLen]] = append(t.prefix[tok.stem[:prefixLen]], int32(i))
		}
		t.index[tok.stem] = append(at, int32(i))
		if tok.is(markCode) {
			t.indexParts(i, tok)
		}
	}
	t.indexInitials()
	t.indexDefined()
	if len(t.units) >= 8 {
		t.seen = make(map[string]int32, len(t.index))
		for stem, at := range t.index {
			last, n := int32(-1), int32(0)
			for _, i := range at {
				if u := t.toks[i].unit; u != last {
					last, n = u, n+1
				}
			}
			t.seen[stem] = n
		}
	}
}

// indexParts makes the words within an identifier findable.
func (t *text) indexParts(i int, tok *token) {
	raw := t.raw[tok.start:tok.end]
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
		case c >= 'A' && c <= 'Z' && before >= 'a' && before <= 'z', isDigitByte(c) && !isDigitByte(before) && before != '_' && before != '.':
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
func (t *text) indexInitials() {
	for i := 0; i < len(t.toks); i++ {
		if !t.capital(i) {
			continue
		}
		var letters [8]byte
		n, last := 0, i
		for j := i; j < len(t.toks) && n < len(letters); j++ {
			tok := &t.toks[j]
			if tok.unit != t.toks[i].unit || j > i && tok.is(markBreak) {
				break
			}
			if t.capital(j) {
				letters[n] = t.raw[tok.start]
				n, last = n+1, j
			} else if !tok.is(markStop) || j-last > 2 {
				break
			}
		}
		if n >= 2 {
			if t.initial == nil {
				t.initial = map[string]int32{}
			}
			for k := 2; k <= n; k++ {
				if key := strings.ToLower(string(letters[:k])); t.initial[key] == 0 {
					t.initial[key] = int32(i) + 1
				}
			}
			i = last
		}
	}
}

func (t *text) capital(i int) bool {
	c := t.raw[t.toks[i].start]
	return c >= 'A' && c <= 'Z'
}

// language guesses a text's language by its script and its stop words.
func language(raw string) string {
	sample := raw
	if len(sample) > 2000 {
		sample = sample[:2000]
	}
	var latin, cyrillic, han, kana, hangul int
	for _, r := range sample {
		switch {
		case r < 0x80:
			if r >= 'A' {
				latin++
			}
		case r < 0x250:
			latin++
		case r >= 0x400 && r < 0x530:
			cyrillic++
		case isHiragana(r) || isKatakana(r):
			kana++
		case isHan(r):
			han++
		case isHangul(r):
			hangul++
		}
	}
	cjk := han + kana + hangul
	switch {
	case 3*cjk > latin && cjk > cyrillic && cjk > 0:
		if hangul > han+kana {
			return "ko"
		}
		if 12*kana > cjk {
			return "ja"
		}
		return "zh"
	case cyrillic > latin:
		return "ru"
	case latin == 0:
		return ""
	}
	return latinLanguage(sample)
}

// latinLanguages in the order that decides a tie.
var latinLanguages = []string{"en", "de", "fr", "es", "it", "pt", "nl", "sv"}

// A tell is which languages have a small word: a bit for each of latinLanguages, by
// itself, and shared with English.
type tell struct {
	own, shared uint8
	english     bool
}

// tells are the small words of all languages: "as", "do" and "die" are words of several.
var tells = sync.OnceValue(func() map[string]tell {
	all := map[string]tell{}
	for i, lang := range latinLanguages {
		for _, w := range strings.Fields(strings.Join(stopwords[lang].lists, " ")) {
			x := all[w]
			switch {
			case i == 0:
				x.english = true
			case len(w) == 1 || stopwords["en"].has(w) || commonEnglish.has(w):
				x.shared |= 1 << i
			default:
				x.own |= 1 << i
			}
			all[w] = x
		}
	}
	return all
})

func latinLanguage(sample string) string {
	var own, shared, english [8]int // english: words of English that the language has not
	words, accented := 0, false
	for w := range strings.FieldsFuncSeq(sample, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if words++; words > 150 {
			break
		}
		accented = accented || strings.ContainsFunc(w, func(r rune) bool { return r >= utf8.RuneSelf })
		x, ok := tells()[lowerWord(w, !hasUpper(w))]
		if !ok {
			x = tellOf(w)
		}
		for i := 1; i < len(latinLanguages); i++ {
			if x.own&(1<<i) != 0 {
				own[i]++
			}
			if x.shared&(1<<i) != 0 {
				shared[i]++
			} else if x.english {
				english[i]++
			}
		}
	}
	best := 0
	for i, n := range own {
		// Another language must win clearly: a short English sentence may hold few stop
		// words. Where it holds none at all, what is shared counts as well.
		clear := n >= english[i]+2 && 12*n > words || english[i] == 0 && (n > 0 || accented) && n+shared[i] >= 3 && 4*(n+shared[i]) >= words
		if i > 0 && clear && (best == 0 || n > own[best] || n == own[best] && shared[i] > shared[best]) {
			best = i
		}
	}
	return latinLanguages[best]
}

// tellOf is what the letters of a word tell. Of a capital one they tell nothing: an
// English text has names of everywhere.
func tellOf(w string) (x tell) {
	if r, _ := utf8.DecodeRuneInString(w); unicode.IsUpper(r) {
		return x
	}
	for _, r := range w {
		switch r {
		case 'ß', 'ü':
			x.own |= 1 << 1 // de
		case 'ä', 'ö':
			x.own |= 1<<1 | 1<<7 // de, sv
		case 'å':
			x.own |= 1 << 7
		case 'ñ':
			x.own |= 1 << 3 // es
		case 'ã', 'õ':
			x.own |= 1 << 5 // pt
		}
	}
	return x
}

// saysEnglish reports a word that English has and no other language here.
func saysEnglish(raw string) bool {
	for w := range strings.FieldsFuncSeq(raw, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if x := tells()[lowerWord(w, !hasUpper(w))]; x.english && x.own == 0 && x.shared == 0 {
			return true
		}
	}
	return false
}

func hasUpper(w string) bool {
	for i := 0; i < len(w); i++ {
		if w[i] >= 'A' && w[i] <= 'Z' || w[i] >= utf8.RuneSelf {
			return true
		}
	}
	return false
}
