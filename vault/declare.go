package vault

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// asserts decides whether a sentence says something that can be right or wrong.
func (r *reader) asserts(s [2]int, kind ClaimKind, cited, whole bool) bool {
	p := &r.prose
	text := p.text[s[0]:s[1]]
	switch lastSign(text) {
	case '?', '？', '؟':
		return false
	case ':', '：':
		return false
	}
	words, links, code := p.content(s)
	if words == 0 { // only links, code or formulas
		return false
	}
	_ = code
	stop, _ := terminator(text)
	if words+links < 2 {
		return false
	}
	if !cited {
		enough := words + links
		switch {
		case kind == TableRow:
			if enough < 2 {
				return false
			}
		case stop == 0 && enough < 4:
			return false
		case enough < 3:
			return false
		}
	}
	if links > 0 && words <= 1 && stop == 0 {
		return false
	}
	return (kind == TableRow || !imperative(text)) && !firstPerson(text)
}

// lastSign is the last character of a sentence before closing quotes and brackets.
func lastSign(text []byte) rune {
	for len(text) > 0 {
		r, n := rune(text[len(text)-1]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeLastRune(text)
		}
		switch r {
		case ' ', '\t', '"', '\'', '”', '’', ')', ']', '」', '』', '）', '】', '*', '_':
			text = text[:len(text)-n]
			continue
		}
		return r
	}
	return 0
}

// enoughWords settles that a sentence has words of its own.
const enoughWords = 6

// content counts the words of a sentence outside its links, up to enoughWords, those
// inside, and its pieces of code. Function words count as words; an ideograph counts half, since
// most Chinese and Japanese words have two.
func (p *prose) content(s [2]int) (words, links, code int) {
	wides := 0
	in := false
	a := p.firstAtom(s[0])
	inLink := func(i int) bool {
		for a < len(p.atoms) && p.atoms[a].to <= i {
			a++
		}
		return a < len(p.atoms) && p.atoms[a].from <= i
	}
	wideLinks := 0
	for i := s[0]; i < s[1]; {
		r, n := rune(p.text[i]), 1
		if r < utf8.RuneSelf {
			if in && classes[r] == classWord || classes[r] == classInner && r != '_' {
				i++
				continue
			}
			if r == ' ' || classes[r] == classBreak && r != '#' {
				in = false
				i++
				continue
			}
		} else {
			r, n = utf8.DecodeRune(p.text[i:])
		}
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
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if !in {
				if inLink(i) {
					if p.atoms[a].kind == atomCode || p.atoms[a].kind == atomMath {
						code++
						links++
					} else {
						links++
					}
				} else if words++; words == enoughWords {
					return words, links, code
				}
			}
			in = true
		case r == '\'' || r == '’' || r == '-':
		default:
			in = false
		}
		i += n
	}
	return words + (wides+1)/2, links + (wideLinks+1)/2, code
}

func (p *prose) firstAtom(from int) int {
	lo, hi := 0, len(p.atoms)
	for lo < hi {
		m := (lo + hi) / 2
		if p.atoms[m].to <= from {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// firstWords returns the first n words of a sentence in lower case.
func firstWords(text []byte, n int) []string {
	var out []string
	for len(text) > 0 && len(out) < n {
		i := 0
		for i < len(text) {
			r, w := utf8.DecodeRune(text[i:])
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				break
			}
			i += w
		}
		j := i
		for j < len(text) {
			r, w := utf8.DecodeRune(text[j:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’' && r != '-' {
				break
			}
			j += w
		}
		if j > i {
			out = append(out, strings.ToLower(strings.ReplaceAll(string(text[i:j]), "’", "'")))
		}
		text = text[j:]
	}
	return out
}

// imperative reports an instruction or a pointer ("see X").
func imperative(text []byte) bool {
	head := text
	var r rune
	for len(head) > 0 {
		var n int
		if r, n = utf8.DecodeRune(head); !opening(r) {
			break
		}
		head = head[n:]
	}
	if ideograph(r) {
		for _, w := range wideImperatives {
			if bytes.HasPrefix(head, []byte(w)) {
				return true
			}
		}
		tail := bytes.TrimRight(head, " 。！.!」』）)")
		for _, w := range wideRequests {
			if bytes.HasSuffix(tail, []byte(w)) {
				return true
			}
		}
		return false
	}
	if !mayCommand(head) {
		return false
	}
	w := firstWords(head, 4)
	if len(w) == 0 {
		return false
	}
	first := w[0]
	if first == "please" || first == "don't" || first == "let's" || first == "cf" || first == "do" && len(w) > 1 && w[1] == "not" || first == "never" && len(w) > 1 && commands[w[1]] ||
		first == "always" && len(w) > 1 && commands[w[1]] {
		return true
	}
	if !commands[first] {
		return false
	}
	// "Use of X is …", "Test suites run …": a noun. What follows tells.
	if len(w) < 2 {
		return true
	}
	if first == "see" || first == "remember" || first == "consider" || first == "ensure" {
		return true
	}
	switch w[1] {
	case "of", "is", "are", "was", "were", "has", "have", "had", "can", "may", "might", "must", "will", "would", "should", "does", "did", "and", "or", "cases", "case":
		return w[1] == "and" || w[1] == "or" && false
	}
	for _, v := range w[1:] {
		switch v {
		case "is", "are", "was", "were", "has", "had", "can", "may", "must", "will", "does":
			return objectWords[w[1]]
		}
	}
	return true
}

func opening(r rune) bool {
	switch r {
	case ' ', '"', '\'', '“', '‘', '(', '*', '_', '>', '-', '–', '—', '「', '『', '（':
		return true
	}
	return false
}

// mayCommand looks at the first word alone, without allocating.
func mayCommand(head []byte) bool {
	var room [16]byte
	word := room[:0]
	for _, c := range head {
		if !letter(c) && c != '\'' {
			if c >= utf8.RuneSelf && len(word) > 0 { // don’t
				return true
			}
			break
		}
		if len(word) == cap(word) {
			return false
		}
		if c != '\'' {
			c |= 0x20
		}
		word = append(word, c)
	}
	switch string(word) {
	case "please", "don't", "let's", "cf", "do", "never", "always":
		return true
	}
	return commands[string(word)]
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

// firstPerson reports a sentence about its author.
func firstPerson(text []byte) bool {
	start, wides := true, false
	for i := 0; i < len(text); {
		c := text[i]
		if c >= utf8.RuneSelf {
			wides = wides || c >= 0xe3
			start = false
			i++
			continue
		}
		if !letter(c) {
			i++
			continue
		}
		j := i + 1
		for j < len(text) && text[j] < utf8.RuneSelf && (classes[text[j]] == classWord || text[j] == '\'' || text[j] == '_') {
			j++
		}
		if j-i <= 6 && firstLetters[c] && selfWord(text, i, j, start) {
			return true
		}
		start = false
		i = j
	}
	return wides && wideFirst(text)
}

// firstLetters begin the words that selfWord knows.
var firstLetters = [128]bool{'I': true, 'm': true, 'M': true, 'w': true, 'W': true, 'o': true, 'O': true, 'u': true}

// selfWord reports I, my, me, we and their contractions, but not the numeral or
// letter I ("World War I", "I/O", "type I") or a name such as my.cnf.
func selfWord(text []byte, i, j int, start bool) bool {
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
		return start
	}
	return false
}

func wideFirst(text []byte) bool {
	if n := bytes.Count(text, []byte("我")); n > 0 {
		return n > bytes.Count(text, []byte("自我"))
	}
	for _, w := range japaneseFirst {
		if bytes.Contains(text, []byte(w)) {
			return true
		}
	}
	return false
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
	rest := firstWords(text[j:], 1)
	return len(rest) > 0
}
