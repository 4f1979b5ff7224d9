package markdown

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"
)

// Sentences cuts plain text into sentences and returns the byte range of each,
// without the white space around it. It follows Unicode Annex 29 and then corrects
// what the annex leaves to tailoring: abbreviations, initials, numbered markers,
// versions, addresses, quotations that go on, and lines that are merely wrapped.
func Sentences(text string) [][2]int {
	b := []byte(text)
	return cutSentences(b, nil, nil)
}

// cutSentences is Sentences with two things that only a parsed block knows: atoms
// (code, links, addresses) that no cut may enter, and forced cuts, both ascending.
func cutSentences(b []byte, atoms []atom, forced []int) (out [][2]int) {
	start, a, f := 0, 0, 0
	emit := func(end int) {
		s, e := trimRange(b, start, end)
		if s < e {
			out = append(out, [2]int{s, e})
		}
		start = end
	}
	for from, end := 0, 0; from < len(b); from = end {
		n, _, _ := sentences.SplitFunc(b[from:], true)
		end = from + n
		for f < len(forced) && forced[f] < end {
			if forced[f] > start {
				emit(forced[f])
			}
			f++
		}
		for at := max(from, start); ; {
			cut := extraCut(b, at, end)
			if cut < 0 {
				break
			}
			at = cut
			if cut > start && !insideAtom(atoms, &a, cut) {
				emit(cut)
			}
		}
		if f < len(forced) && forced[f] == end {
			f++
			emit(end)
			continue
		}
		if at := beforeItem(b, start, end); at >= 0 {
			emit(at)
			continue
		}
		cut := beforeOpening(b, start, end)
		if cut < len(b) && (insideAtom(atoms, &a, cut) || !stops(b, start, cut)) {
			continue
		}
		emit(cut)
	}
	emit(len(b))
	return out
}

// beforeOpening moves a cut in front of brackets and quotes that open: Unicode's
// rules take every bracket after a stop for a closing one.
func beforeOpening(b []byte, start, end int) int {
	cut := start + len(bytes.TrimRight(b[start:end], "（「『《【〈“‘([{"))
	if cut == end || cut == start {
		return end
	}
	if stop, _ := terminator(bytes.TrimRight(b[start:cut], " ")); stop == 0 {
		return end
	}
	return cut
}

// beforeItem is where the number of an item begins that ends b[start:end], of a list within a
// paragraph: "in two parts: 1. the gate 2. the wall". It is -1 for another number: no other item of
// the list stands beside it.
func beforeItem(b []byte, start, end int) int {
	s, e := trimRange(b, start, end)
	if e-s < 2 || b[e-1] != '.' || e == len(b) {
		return -1
	}
	word := lastWord(b[s:e])
	at := e - 1 - len(word)
	n, err := strconv.Atoi(string(word))
	if before := wordBefore(b[s:at]); err != nil || len(word) > 2 || ordinalBefore[before] || countedBefore[before] {
		return -1
	}
	has := func(in []byte, n int) bool {
		item := []byte(strconv.Itoa(n) + ". ")
		return bytes.HasPrefix(in, item) || bytes.Contains(in, append([]byte(" "), item...))
	}
	const far = 2000 // bytes that an item has at most
	if !has(b[max(0, at-far):at], n-1) && !has(bytes.TrimLeft(b[e:min(len(b), e+far)], " "), n+1) {
		return -1
	}
	return at
}

// pastItem is where a sentence begins behind the number of such an item.
func pastItem(b []byte, s [2]int) int {
	if n := s[0] + digits(b[s[0]:s[1]]) + 1; n > s[0]+1 && n < s[1] && b[n] == ' ' && beforeItem(b, s[0], n) == s[0] {
		return n + 1
	}
	return s[0]
}

func insideAtom(atoms []atom, next *int, at int) bool {
	for *next < len(atoms) && atoms[*next].to <= at {
		*next++
	}
	return *next < len(atoms) && atoms[*next].from < at
}

func trimRange(b []byte, start, end int) (int, int) {
	text := bytes.TrimLeftFunc(b[start:end], unicode.IsSpace)
	start = end - len(text)
	return start, start + len(bytes.TrimRightFunc(text, unicode.IsSpace))
}

// stops reports whether the sentence that began at start really ends before end,
// where Unicode's rules would break it.
func stops(b []byte, start, end int) bool {
	s, e := trimRange(b, start, end)
	if s == e {
		return false
	}
	tail := b[s:e]
	stop, closers := terminator(tail)
	rest := b[end:]
	if stop == 0 {
		// The break is a line end: text wraps, so only a blank line, a list
		// marker or a heading ends the sentence.
		return bytes.Count(b[e:end], newline) > 1 || lineBegins(rest, tail)
	}
	next := firstSign(rest)
	if e == end && closers == 0 && rest[0] < utf8.RuneSelf && rest[0] > ' ' && stop < utf8.RuneSelf {
		return rest[0] == '(' || rest[0] == '[' || rest[0] == '"' // "foo.Bar", "a?b=c"
	}
	switch stop {
	case '。', '！', '？', '!', '?', '｡':
		return !goesOn(rest, stop, closers)
	case '…':
		return !unicode.IsLower(next)
	}
	if stop != '.' {
		return true
	}
	word := lastWord(tail[:len(tail)-closers])
	if closers == 0 {
		low := lower(word)
		if abbreviations[low] && (low == "vs" || !afterNumber(tail, word)) && string(word) != "V" {
			return false
		}
		if mayEnd[low] {
			return startsSentence(rest)
		}
		if isOrdinal(tail, word, rest) || spaced().Match(tail[max(0, len(tail)-longestSpaced):]) || len(word) == 1 && unicode.IsLower(rune(word[0])) && letterNext().Match(rest) {
			return false
		}
		if numberBefore[low] && unicode.IsDigit(next) {
			return false
		}
		if initial().Match(word) && (s+len(word)+1 == e || initialContext(tail, word)) && !(len(word) == 1 && !letterNext().Match(rest) && startsSentence(rest)) {
			return false
		}
		if s+len(word)+1 == e && marker(word) { // "1." or "a)" opening an item
			return false
		}
	}
	return !unicode.IsLower(next) || bytes.Count(b[e:end], newline) > 1
}

// isOrdinal reports a number with the point of an ordinal, as German and its neighbours write
// them: "am 3. Oktober", "im 19. Jahrhundert".
func isOrdinal(tail, word, rest []byte) bool {
	if n := digits(word); n == 0 || n > 3 || n < len(word) {
		return false
	}
	next := bytes.TrimLeft(rest, " ")
	next = next[:len(next)-len(bytes.TrimLeftFunc(next, unicode.IsLetter))]
	return germanMonths[lower(next)] || ordinalBefore[wordBefore(tail[:len(tail)-1-len(word)])] && !openers[lower(next)]
}

// longestSpaced is how many bytes such letters have at most, and a letter more.
const longestSpaced = 12

// wordBefore is the last word of a text, in lower case.
func wordBefore(s []byte) string {
	s = bytes.TrimRight(s, " ")
	return lower(s[len(bytes.TrimRightFunc(s, unicode.IsLetter)):])
}

var (
	// spaced is an abbreviation of letters with spaces between: "z. B.", "d. h.".
	spaced     = lazily(`(?:^|[\s(])\p{Ll}\. ?\pL\.$`)
	letterNext = lazily(`^ ?\pL\.`)

	// ordinalBefore stand before an ordinal, in German.
	ordinalBefore = set("der", "die", "das", "dem", "den", "des", "am", "im", "vom", "zum", "zur", "beim", "ein", "eine", "einen", "einem", "einer", "eines", "jeder", "jede", "jeden", "jedem",
		"sein", "seine", "seinen", "seinem", "seiner", "ihr", "ihre", "ihren", "ihrem", "ihrer", "dieser", "diesem", "diesen", "vollendete", "vollendeten")

	// countedBefore stand before a number that is theirs, and no item of a list.
	countedBefore = set("satz", "nummer", "absatz", "artikel", "teil", "kapitel", "abschnitt", "seite", "stufe", "schritt", "phase", "tag", "klasse", "band", "version", "punkt")

	germanMonths = set("januar", "jänner", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november", "dezember")
)

// afterNumber tells the unit of "took 5 ms." from the title of "Ms. Smith".
func afterNumber(tail, word []byte) bool {
	before := bytes.TrimRight(tail[:len(tail)-1-len(word)], " \t")
	return len(before) > 0 && before[len(before)-1] >= '0' && before[len(before)-1] <= '9'
}

// firstSign is the first character of rest after spaces, quotes and brackets.
func firstSign(rest []byte) rune {
	r, _ := utf8.DecodeRune(bytes.TrimLeft(rest, " \t\r\n\"'“‘(["))
	return r
}

var newline = []byte("\n")

// terminator returns the sentence-ending character of s and how many bytes of
// closing quotes and brackets follow it; 0 where s ends otherwise.
func terminator(s []byte) (stop rune, closers int) {
	body := bytes.TrimRight(s, `"')]”’»」』）】〉》*_`)
	closers = len(s) - len(body)
	if bytes.HasSuffix(body, []byte("...")) {
		return '…', closers
	}
	if stop, _ = utf8.DecodeLastRune(body); strings.ContainsRune(".!?。！？…｡‼⁇⁈⁉।؟", stop) {
		return stop, closers
	}
	return 0, 0
}

// lineBegins reports whether the text after a line end starts something new.
func lineBegins(rest, before []byte) bool {
	if newBlock().Match(rest) {
		return true
	}
	// Chinese and Japanese text is not wrapped with a space: a line end between two
	// ideographs where the line has no comma is how people end a thought.
	last, _ := utf8.DecodeLastRune(before)
	next, _ := utf8.DecodeRune(bytes.TrimLeft(rest, " \t"))
	return ideograph(last) && ideograph(next) && endsThought(before)
}

// newBlock is the beginning of a line that starts a list item, a heading, a table or a quotation,
// or has nothing on it.
var newBlock = lazily(`^[ \t]*(?:$|[\n\r#|>]|[-*+] |\d{1,3}[.)] )`)

// endsThought guesses whether an unstopped line of ideographs is whole.
func endsThought(before []byte) bool {
	return utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) < 30 // a line wrapped by an editor is longer
}

// goesOn reports whether a sentence continues after a quoted one that ended:
// 「行く。」と言った。 "Really?" he asked.
func goesOn(rest []byte, stop rune, closers int) bool {
	if closers == 0 {
		return false
	}
	next, _ := utf8.DecodeRune(rest)
	if strings.ContainsRune("とっはをのがにでも的，、", next) {
		return true
	}
	if stop == '!' || stop == '?' {
		next, _ = utf8.DecodeRune(bytes.TrimLeft(rest, " \t\r\n"))
		return unicode.IsLower(next)
	}
	return false
}

// extraCut finds a cut in b[from:end] that Unicode's rules miss, or -1: a stop
// with no space after it between ideographs, or before a closing quote.
func extraCut(b []byte, from, end int) int {
	for i := from; i < end; {
		k := bytes.IndexByte(b[i:end], '.')
		if k < 0 {
			return -1
		}
		i += k + 1
		if i >= end || i < 2 {
			continue
		}
		// "…です.次の" or "。" typed as an ASCII full stop between ideographs.
		prev, _ := utf8.DecodeLastRune(b[:i-1])
		next, _ := utf8.DecodeRune(b[i:end])
		if ideograph(prev) && ideograph(next) {
			return i
		}
	}
	return -1
}

// startsSentence reports whether rest begins the way a sentence does, for stops
// that are also part of abbreviations: "in the U.S. The law" but "the U.S. Army".
func startsSentence(rest []byte) bool {
	rest = bytes.TrimLeft(rest, " \t\r\n\"'“‘(*_")
	r, _ := utf8.DecodeRune(rest)
	word := rest[:len(rest)-len(bytes.TrimLeftFunc(rest, func(r rune) bool { return r < utf8.RuneSelf && letter(byte(r)) }))]
	return ideograph(r) || 'A' <= r && r <= 'Z' && openers[string(bytes.ToLower(word))]
}

func lastWord(s []byte) []byte {
	s = s[:len(s)-1] // the stop
	return s[len(bytes.TrimRightFunc(s, func(r rune) bool {
		return !unicode.IsSpace(r) && !strings.ContainsRune(`(["“/—–`, r) && !ideograph(r)
	})):]
}

// initial is a single capital letter, "J", or several with dots, "J.R.R".
var initial = lazily(`^\p{Lu}(?:\.\p{Lu})*$`)

// initialContext tells the J of "John J. Smith" from the one of "vitamin C.": an
// initial stands after a capitalised word, another initial, or nothing.
func initialContext(tail, word []byte) bool {
	before := bytes.TrimRight(tail[:len(tail)-1-len(word)], " \t\n")
	if len(word) > 1 || len(before) == 0 {
		return true
	}
	i := bytes.LastIndexAny(before, " \t\n(") + 1
	r, _ := utf8.DecodeRune(before[i:])
	w := bytes.TrimRight(before[i:], ".,")
	if classNames[string(bytes.ToLower(w))] {
		return false
	}
	return unicode.IsUpper(r) || bytes.HasSuffix(before, []byte("&")) || besideNames[string(bytes.ToLower(w))]
}

var besideNames = set("and", "by", "with")

func marker(word []byte) bool {
	if len(word) == 0 || len(word) > 3 {
		return false
	}
	return digits(word) == len(word) || len(word) == 1
}

func digits(s []byte) int { return len(s) - len(bytes.TrimLeft(s, "0123456789")) }

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// abbreviations never end a sentence when more text follows: titles, and Latin
// ones that need a complement.
var abbreviations = set("e.g", "i.e", "eg", "ie", "cf", "vs", "v", "dr", "mr", "mrs", "ms", "prof", "st", "mt", "ft", "gen", "col", "sgt",
	"capt", "lt", "cmdr", "rev", "hon", "pres", "gov", "sen", "rep", "messrs", "mme", "mlle", "viz", "approx", "ca", "al", "ibid", "aka", "a.k.a",
	"incl", "resp", "esp", "ed", "eds", "trans", "op", "assn", "dept", "univ", "m.sc", "z.b", "d.h", "bzw", "usw", "u.a", "p.ex", "sr.a",
	"inkl", "exkl", "zzgl", "abzgl", "ggf", "ggfs", "evtl", "sog", "vgl", "hrsg", "bspw", "insb", "insbes", "fr", "sra", "dra", "ud", "uds", "aprox", "ej")

// mayEnd are abbreviations that also end sentences; what follows decides.
var mayEnd = set("etc", "jr", "sr", "inc", "ltd", "co", "corp", "llc", "bros", "u.s", "u.k", "u.n", "e.u", "u.s.a", "u.s.s.r", "a.m", "p.m", "b.c", "a.d",
	"b.c.e", "c.e", "d.c", "ph.d", "b.a", "m.a", "b.s", "m.d", "est", "no.s", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
	"ave", "blvd", "rd", "mio", "mrd", "tsd", "ff")

// numberBefore are abbreviations before a number.
var numberBefore = set("no", "nos", "fig", "figs", "eq", "eqs", "sec", "sect", "ch", "chap", "vol", "vols", "p", "pp", "art", "pt", "ref", "refs", "tab", "ex", "ver", "rev", "n", "l", "ll",
	"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "par", "para", "app", "ser", "nr",
	"arts", "abs", "ziff", "rn", "rz", "bd", "kap", "abb", "anl", "buchst", "aufl", "núm", "pág", "págs", "párr")

// classNames stand before a letter that names a thing and may end the sentence.
var classNames = set("vitamin", "type", "class", "grade", "plan", "appendix", "section", "group", "figure", "table", "option", "version", "part", "phase", "hepatitis", "point", "node", "step", "case", "chapter",
	"model", "team", "series", "sector", "level", "language", "exhibit", "category", "drive", "key", "variable", "set", "column")

// openers are words that begin sentences far more often than they go on a name.
var openers = set("the", "a", "an", "this", "that", "these", "those", "it", "its", "he", "she", "they", "we", "i", "you", "his", "her", "their", "our", "my", "in", "on", "at", "for", "from", "by", "with",
	"as", "if", "when", "while", "after", "before", "since", "although", "though", "because", "however", "but", "and", "or", "so", "then", "there", "here", "what", "who", "how", "why", "where", "which",
	"es", "er", "sie", "dies", "danach", "dann", "darauf", "dort", "hier", "auch", "wer", "wenn", "als", "da", "aber", "und", "wir", "ich", "man", "nach", "seit", "bei", "mit", "für", "das", "der", "die",
	"most", "many", "some", "all", "both", "each", "every", "no", "not", "one", "two", "other", "another", "such", "also", "to", "under", "during", "once", "until", "unlike", "like", "despite", "thus", "hence",
	"therefore", "moreover", "furthermore", "instead", "meanwhile", "later", "today", "now", "only", "see", "using", "use")
