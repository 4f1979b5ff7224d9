package markdown

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// asserts decides whether a sentence says something that can be right or wrong. One that is sourced
// has a citation, or names an original.
func (r *reader) asserts(s [2]int, kind ClaimKind, cited, sourced bool) bool {
	p := &r.prose
	text := p.text[s[0]:s[1]]
	switch lastSign(text) {
	case '?', '？', '؟', ':', '：':
		return false
	}
	words, links := p.content(s)
	if words == 0 { // only links, code or formulas
		return false
	}
	if links > 0 && words < enoughWords && p.connects(s) {
		return false
	}
	stop, _ := terminator(text)
	if words+links < 2 {
		return false
	}
	if enough := words + links; !cited && kind != TableRow && (enough < 3 || stop == 0 && enough < 4) {
		return false
	}
	if links > 0 && words <= 1 && stop == 0 {
		return false
	}
	if stop == 0 && kind != TableRow && contrasts(text) {
		return false
	}
	own := text
	if sourced { // what is quoted of another is said in that one's person
		own = p.unquoted(s)
	}
	if kind == TableRow {
		return !firstPerson(own)
	}
	return !p.boilerplate(s) && !(kind == ListItem && stop == 0 && p.entry(s, cited)) && (p.codeFirst(s) || !imperative(text)) && !firstPerson(own)
}

// codeFirst reports a sentence that begins with code, which is a name: `Turn` returns.
func (p *prose) codeFirst(s [2]int) bool {
	a := p.firstAtom(s[0])
	return a < len(p.atoms) && p.atoms[a].kind == atomCode && p.atoms[a].from == s[0]
}

// lastSign is the last character of a sentence before closing quotes and brackets.
func lastSign(text []byte) rune {
	if text = bytes.TrimRight(text, " \t\"'”’)]」』）】*_"); len(text) == 0 {
		return 0
	}
	r, _ := utf8.DecodeLastRune(text)
	return r
}

// enoughWords settles that a sentence has words of its own.
const enoughWords = 6

// content counts the words of a sentence outside its links and code, up to enoughWords, and those
// inside or in code. Function words count as words; an ideograph counts half, since
// most Chinese and Japanese words have two.
func (p *prose) content(s [2]int) (words, links int) {
	a := p.firstAtom(s[0])
	wides := 0
	in := false
	inLink := func(i int) bool {
		for a < len(p.atoms) && p.atoms[a].to <= i {
			a++
		}
		return a < len(p.atoms) && p.atoms[a].from <= i
	}
	wideLinks := 0
	for i := s[0]; i < s[1]; {
		r, n := utf8.DecodeRune(p.text[i:])
		switch {
		case ideograph(r):
			in = false
			if inLink(i) {
				wideLinks++
			} else {
				wides++
			}
		case r == '#' && (i == s[0] || p.text[i-1] == ' '): // a tag is no word
			for i < s[1] && p.text[i] != ' ' {
				i++
			}
			in = false
			continue
		case inWord(r):
			if !in {
				if inLink(i) {
					links++
				} else if words++; words == enoughWords {
					return words, links
				}
			}
			in = true
		case r == '\'' || r == '’' || r == '-':
		default:
			in = false
		}
		i += n
	}
	return words + (wides+1)/2, links + (wideLinks+1)/2
}

// connects reports whether nothing but words that join stand between the links of a
// sentence: "And [[A]], [[B]] and [[C]]."
func (p *prose) connects(s [2]int) bool {
	from := s[0]
	for a := p.firstAtom(s[0]); from < s[1]; a++ {
		to, next := s[1], s[1]
		if a < len(p.atoms) && p.atoms[a].from < s[1] {
			to, next = max(from, p.atoms[a].from), p.atoms[a].to
		}
		for _, w := range bytes.FieldsFunc(p.text[from:to], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if len(w) > 12 || !connectives[string(bytes.ToLower(w))] {
				return false
			}
		}
		from = max(next, to)
	}
	return true
}

var connectives = set("and", "or", "also", "plus", "the", "a", "an", "both", "then", "as", "well", "with", "to", "see", "etc", "und", "oder", "et", "ou", "y", "o",
	"和", "与", "與", "及", "以及", "或", "或者", "还有", "跟", "等", "等等", "到", "と", "や", "も", "および", "または", "など")

// contrasts reports a pair of names with an arrow or two hyphens between them, as
// in "phone -- player": a fragment that says nothing by itself.
func contrasts(text []byte) bool {
	for _, sign := range pairSigns {
		if left, right, ok := bytes.Cut(text, sign); ok {
			return name(left) && name(right)
		}
	}
	return false
}

var pairSigns = [][]byte{[]byte(" -- "), []byte(" -> "), []byte(" => "), []byte("→"), []byte(" <-> "), []byte(" vs ")}

// name reports one or two words, or ideographs as short, without a stop or comma.
func name(text []byte) bool {
	words, wides := 0, 0
	for word := range bytes.FieldsFuncSeq(text, func(r rune) bool {
		if ideograph(r) {
			wides++
		}
		return r == ' ' || ideograph(r)
	}) {
		if bytes.ContainsFunc(word, inWord) {
			words++
		}
	}
	return words <= 2 && wides <= 8 && !bytes.ContainsAny(text, "，、,;：:")
}

func (p *prose) firstAtom(from int) int {
	return sort.Search(len(p.atoms), func(k int) bool { return p.atoms[k].to > from })
}

// firstWords returns the first n words of a sentence in lower case.
func firstWords(text []byte, n int) []string {
	var out []string
	for len(text) > 0 && len(out) < n {
		var word []byte
		if word, text = nextWord(text); len(word) > 0 {
			out = append(out, lower(word))
		}
	}
	return out
}

// nextWord cuts the next word off a text.
func nextWord(text []byte) (word, rest []byte) {
	text = bytes.TrimLeftFunc(text, func(r rune) bool { return !inWord(r) })
	n := bytes.IndexFunc(text, func(r rune) bool { return !inWord(r) && r != '\'' && r != '’' && r != '-' })
	if n < 0 {
		n = len(text)
	}
	return text[:n], text[n:]
}

// lower is a word in lower case, with straight apostrophes.
func lower(word []byte) string {
	return strings.ToLower(strings.ReplaceAll(string(word), "’", "'"))
}

// imperative reports an instruction or a pointer ("see X").
func imperative(text []byte) bool {
	head := bytes.TrimLeftFunc(text, opening)
	if r, _ := utf8.DecodeRune(head); ideograph(r) {
		tail := bytes.TrimRight(head, " 。！.!」』）)")
		return slices.ContainsFunc(wideImperatives, func(w string) bool { return bytes.HasPrefix(head, []byte(w)) }) ||
			slices.ContainsFunc(wideRequests, func(w string) bool { return bytes.HasSuffix(tail, []byte(w)) })
	}
	if len(head) == 0 || !letter(head[0]) {
		return false
	}
	word, _ := nextWord(head)
	switch first := lower(word); {
	case first == "please" || first == "don't" || first == "let's" || first == "cf" || first == "have":
		return true
	case first == "never" || first == "always":
		w := firstWords(head, 2)
		return len(w) > 1 && commands[w[1]]
	case commands[first]:
		w := firstWords(head, 6)
		return len(w) < 2 || first == "do" && w[1] == "not" || !names(first, w[1:])
	}
	return false
}

// names reports whether a word that could be a command is a noun all the same, as
// in "Use of X is …", "Test suites are …" and "Check valves prevent …". What
// follows tells: a finite verb, with no object of the command before it.
func names(first string, rest []string) bool {
	switch first {
	case "see", "remember", "consider", "ensure":
		return false
	}
	switch rest[0] {
	case "of", "is", "are", "was", "were", "has", "have", "had", "can", "may", "might", "must", "will", "would", "should", "does", "did", "case":
		return true
	case "and", "or": // "Read and write speeds differ"
		if len(rest) < 3 {
			return false
		}
		rest = rest[1:]
	}
	if objectWords[rest[0]] {
		return false
	}
	for i, v := range rest {
		switch v {
		case "is", "are", "was", "were", "has", "had", "can", "may", "must", "will", "does":
			return i < 3
		}
		if objectWords[v] || clauseWords[v] {
			return false
		}
		if i > 0 && (finite[v] && strings.HasSuffix(rest[i-1], "s") || len(v) > 3 && v[len(v)-1] == 's' && !pluralNouns[v] && finite[v[:len(v)-1]] && !strings.HasSuffix(rest[i-1], "s")) {
			return true
		}
	}
	return false
}

// clauseWords begin something that no longer decides what the first word is.
var clauseWords = set("and", "or", "but", "of", "which", "who", "where", "while", "because", "so", "than", "as", "by", "via", "into", "onto", "over", "under", "between", "through", "after", "before", "until", "without", "instead", "then")

// finite are verbs that often follow a plural subject.
var finite = set("allow", "appear", "apply", "become", "begin", "block", "break", "bring", "carry", "cause", "change", "come", "compile", "connect", "consist", "contain", "control", "cost", "cover", "decide", "define", "depend",
	"describe", "determine", "differ", "drive", "enable", "end", "ensure", "exist", "expire", "fail", "fall", "flow", "follow", "form", "generate", "give", "go", "grow", "handle", "have", "help", "hide", "hold", "include", "increase", "indicate",
	"keep", "know", "lead", "let", "lie", "limit", "link", "live", "look", "make", "matter", "mean", "measure", "move", "need", "occur", "offer", "open", "pass", "point", "prevent", "produce", "protect", "prove", "provide", "range", "reach", "receive",
	"reduce", "refer", "remain", "represent", "require", "return", "rise", "run", "serve", "show", "shrink", "speed", "start", "stay", "stop", "store", "suffer", "support", "take", "tell", "tend", "transmit", "travel", "turn", "use", "vary", "wait", "work")

// pluralNouns are verbs with an -s that are as often nouns.
var pluralNouns = set("blocks", "breaks", "causes", "changes", "controls", "costs", "covers", "drives", "ends", "falls", "flows", "forms", "increases", "leads", "lies", "limits", "links", "lives", "looks", "matters", "measures", "moves", "needs", "offers", "passes", "points",
	"ranges", "reaches", "returns", "rises", "runs", "shows", "speeds", "starts", "stays", "stops", "stores", "supports", "turns", "uses")

func opening(r rune) bool {
	return strings.ContainsRune(" \"'“‘(*_>-–—「『（", r)
}

// objectWords follow a verb and not a noun in front of its own verb.
var objectWords = set("the", "a", "an", "this", "that", "these", "those", "your", "its", "it", "them", "all", "any", "each", "every", "both", "up", "out", "to", "from", "with", "for", "in", "on", "at", "if", "when", "only", "not", "sure", "what", "how", "whether")

var commands = set("see", "use", "run", "add", "make", "check", "try", "avoid", "remember", "consider", "ensure", "let", "keep", "read", "write", "open", "close", "click", "press", "select", "choose", "pick", "set", "create",
	"delete", "remove", "install", "go", "start", "stop", "put", "take", "get", "give", "find", "look", "look at", "ask", "tell", "think", "imagine", "suppose", "assume", "note", "watch", "listen", "compare", "review", "update",
	"call", "send", "visit", "follow", "copy", "paste", "enter", "type", "save", "test", "verify", "refer", "learn", "focus", "apply", "move", "pay", "build", "define", "configure", "enable", "disable", "download", "upload",
	"export", "import", "turn", "wait", "repeat", "replace", "identify", "list", "break", "prefer", "treat", "store", "show", "explain", "describe", "discuss", "do", "be", "stay", "limit", "measure", "plan", "record", "track", "wrap",
	"specify", "pass", "provide", "allow", "leave", "switch", "resist", "beware", "investigate", "implement", "fix", "rename", "merge", "commit", "push", "pull", "deploy", "clone", "checkout", "revisit", "explore")

var wideImperatives = []string{"请", "請", "不要", "别", "記得", "记得", "务必", "参见", "參見", "详见", "見", "见上", "见下", "参考", "参照", "注意", "切记", "试着", "试试", "尝试", "想象一下", "想一想"}
var wideRequests = []string{"ください", "下さい", "しましょう", "ましょう", "なさい", "参照", "を見よ", "せよ", "してね", "吧"}

var selfish = []byte("ImMwWoOu") // begin a word that selfWord knows

// firstPerson reports a sentence about its author.
func firstPerson(text []byte) bool {
	for i, c := range text {
		if bytes.IndexByte(selfish, c) >= 0 && (i == 0 || !letter(text[i-1])) && selfWord(text, i) {
			return true
		}
	}
	return wideFirst(text)
}

// selfWord reports I, my, me, we and their contractions, but not the numeral or
// letter I ("World War I", "I/O", "type I") or a name such as my.cnf.
func selfWord(text []byte, i int) bool {
	if before := bytes.TrimRight(text[:i], "0123456789'_"); len(before) > 0 && letter(before[len(before)-1]) {
		return false // amid a word
	}
	j := i + 1
	for j < len(text) && (alnum(text[j]) || text[j] == '\'' || text[j] == '_') {
		j++
	}
	if i > 0 {
		if c := text[i-1]; c == '-' || c == '/' || c == '.' || c == '&' || c >= utf8.RuneSelf {
			return false
		}
	}
	switch w := string(text[i:j]); w {
	case "I":
		return pronounI(text, i, j)
	case "I'm", "I've", "I'd", "I'll", "my", "My", "myself", "mine", "me":
		return !(j+1 < len(text) && (text[j] == '.' || text[j] == '/' || text[j] == '-') && letter(text[j+1]))
	case "we", "our", "us", "we're", "we've", "we'll":
		return true
	case "We", "We're", "We've", "We'll", "Our":
		return !bytes.ContainsFunc(text[:i], func(r rune) bool { return r >= utf8.RuneSelf || letter(byte(r)) })
	}
	return false
}

func wideFirst(text []byte) bool {
	if n := bytes.Count(text, []byte("我")); n > 0 {
		return n > bytes.Count(text, []byte("自我"))
	}
	return slices.ContainsFunc(japaneseFirst, func(w string) bool { return bytes.Contains(text, []byte(w)) })
}

var japaneseFirst = []string{"私は", "私が", "私の", "私たち", "僕は", "僕の", "俺は", "自分は"}

// pronounI tells the pronoun from the numeral by the words around it.
func pronounI(text []byte, i, j int) bool {
	if j < len(text) && (text[j] == '/' || text[j] == '-' || text[j] == '.' || text[j] == ')' || text[j] == ',' && i > 0) {
		return false
	}
	before := bytes.TrimRight(text[:i], " ")
	if len(before) == 0 {
		return j < len(text) && text[j] == ' '
	}
	k := bytes.LastIndexByte(before, ' ') + 1
	r, _ := utf8.DecodeRune(before[k:])
	if unicode.IsUpper(r) && k > 0 || classNames[strings.ToLower(string(before[k:]))] {
		return false
	}
	return len(firstWords(text[j:], 1)) > 0
}
