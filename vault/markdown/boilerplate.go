package markdown

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// boilerplate reports a sentence that says nothing of what the note is about: a caption,
// who said the quotation above, a chapter with its time, where more is to be found, what
// is still to be written, what the page says of itself, or the bytes of a picture.
func (p *prose) boilerplate(s [2]int) bool {
	text := p.text[s[0]:s[1]]
	head := bytes.TrimLeftFunc(text, opening)
	return attributes(text) || bytes.IndexByte(text, ':') > 0 && chapter(text) || caption(head) || unwritten(head) ||
		ofItself(head) || drawn(head) || p.navigation(s) || p.pointer(s)
}

// drawn reports an image whose bytes stand in the text, with blanks so that Markdown reads no image.
func drawn(head []byte) bool {
	label, _, found := bytes.Cut(head, []byte("](data:"))
	return found && !bytes.ContainsAny(label, "].") && len(label) < len(head)/2
}

// attributes reports the line below a quotation that says whose it is: "— Ada Lovelace, 1843".
func attributes(text []byte) bool {
	r, n := utf8.DecodeRune(text)
	if r != '—' && r != '―' && r != '–' && !bytes.HasPrefix(text, []byte("-- ")) {
		return false
	}
	first, _ := utf8.DecodeRune(bytes.TrimLeftFunc(text[n:], opening))
	stop, _ := terminator(text)
	return stop == 0 && !unicode.IsLower(first) && len(bytes.Fields(text)) <= 12
}

// chapter reports an entry of a list of chapters: a name with the time at which it
// begins, in brackets behind it or before it.
func chapter(text []byte) bool {
	if stop, _ := terminator(text); stop != 0 || len(bytes.Fields(text)) > 14 {
		return false
	}
	head := bytes.TrimLeft(text, "([*_` ")
	if n := timeCode(head); n > 0 {
		rest := bytes.TrimLeft(head[n:], " ")
		if len(rest) == 0 {
			return true
		}
		r, _ := utf8.DecodeRune(rest)
		return strings.ContainsRune(")]-–—:|", r) || head[0] == '0' || len(head) < len(text)
	}
	tail := bytes.TrimRight(text, " *_`")
	if k := bytes.LastIndexAny(tail, "(["); k > 0 && (tail[len(tail)-1] == ')' || tail[len(tail)-1] == ']') {
		return timeCode(tail[k+1:]) == len(tail)-k-2
	}
	return false
}

// timeCode is how many bytes a time such as 1:18:24 or 12:03–14:40 takes at the beginning of
// a text, 0 for none.
func timeCode(text []byte) int {
	i := clock(text)
	if i == 0 {
		return 0
	}
	for _, dash := range [...]string{"–", "-", "—", " – ", " - ", " — "} {
		if rest, ok := bytes.CutPrefix(text[i:], []byte(dash)); ok {
			if n := clock(rest); n > 0 {
				return i + len(dash) + n
			}
		}
	}
	return i
}

func clock(text []byte) int {
	i, colons := 0, 0
	for {
		n := digits(text[i:])
		if n == 0 || n > 3 || colons > 0 && n != 2 {
			return 0
		}
		i += n
		if i == len(text) || text[i] != ':' || colons == 2 {
			break
		}
		colons++
		i++
	}
	if colons == 0 {
		return 0
	}
	return i
}

// caption reports "Figure 3: …", which names a picture.
func caption(head []byte) bool {
	r, _ := utf8.DecodeRune(head)
	if !captionBegins[r] {
		return false
	}
	for _, word := range captionWords {
		if !startsWith(head, word) {
			continue
		}
		rest := bytes.TrimLeft(head[len(word):], " .")
		n := bytes.IndexFunc(rest, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != '-' })
		if n <= 0 {
			return false
		}
		sign, _ := utf8.DecodeRune(bytes.TrimLeft(rest[n:], " )）"))
		return rest[n-1] == '.' || strings.ContainsRune(":：—–|", sign)
	}
	return false
}

var (
	captionWords  = []string{"figure", "fig", "table", "listing", "exhibit", "abbildung", "abb", "tabelle", "figura", "tabla", "tableau", "图表", "图", "圖", "図", "表", "그림", "표"}
	captionBegins = beginnings(captionWords)
)

// startsWith compares without case.
func startsWith(text []byte, word string) bool {
	return len(text) >= len(word) && (text[0]|0x20 == word[0]|0x20) && strings.EqualFold(string(text[:len(word)]), word)
}

// beginnings are the first characters of words, in both cases.
func beginnings(words []string) map[rune]bool {
	m := map[rune]bool{}
	for _, w := range words {
		r, _ := utf8.DecodeRuneInString(w)
		m[unicode.ToLower(r)], m[unicode.ToUpper(r)] = true, true
	}
	return m
}

// unwritten reports a place kept free for what is to be written.
func unwritten(head []byte) bool {
	if len(head) == 0 || head[0] < utf8.RuneSelf && head[0] != 'T' && head[0] != 'F' && head[0] != 'W' && head[0] != 'X' {
		return false
	}
	if r, _ := utf8.DecodeRune(head); !unwrittenBegins[r] {
		return false
	}
	for _, w := range unwrittenWords {
		if rest, ok := bytes.CutPrefix(head, []byte(w)); ok {
			r, _ := utf8.DecodeRune(rest)
			return len(rest) == 0 || !unicode.IsLetter(r) || head[0] >= utf8.RuneSelf
		}
	}
	return false
}

var (
	unwrittenWords  = []string{"TODO", "FIXME", "TBD", "TBA", "WIP", "XXX", "待补充", "待補充", "待完善", "待办", "待更新", "未記入", "執筆中", "작성 예정", "미작성"}
	unwrittenBegins = beginnings(unwrittenWords)
)

// ofItself reports a sentence about the page that it stands on, or about the wiki.
func ofItself(head []byte) bool {
	if len(head) == 0 {
		return false
	}
	if head[0] >= utf8.RuneSelf {
		if r, _ := utf8.DecodeRune(head); !selfBegins[r] {
			return false
		}
		return slices.ContainsFunc(wideSelf, func(w string) bool { return startsWith(head, w) })
	}
	if !startsWith(head, "this ") && !startsWith(head, "generated ") && !startsWith(head, "auto") && !startsWith(head, "last ") {
		return false
	}
	w := firstWords(head[:min(len(head), 64)], 5)
	if len(w) < 3 {
		return false
	}
	switch w[0] {
	case "this":
	case "generated", "auto-generated", "autogenerated":
		return slices.Contains([]string{"by", "from", "on"}, w[1])
	case "last":
		return slices.Contains([]string{"updated", "modified", "generated", "edited"}, w[1])
	default:
		return w[0] == "automatically" && w[1] == "generated"
	}
	noun, rest := w[1], w[2:]
	if noun == "wiki" && rest[0] == "page" || noun == "source" && (rest[0] == "page" || rest[0] == "note") || noun == "summary" && rest[0] == "page" {
		rest = rest[1:]
	}
	if len(rest) > 1 && (rest[0] == "also" || rest[0] == "is" || rest[0] == "was" || rest[0] == "only") {
		rest = rest[1:]
	}
	return len(rest) > 0 && (noun == "wiki" || selfNouns[noun] && selfVerbs[rest[0]] || (noun == "file" || noun == "document") && (rest[0] == "generated" || rest[0] == "auto-generated" || rest[0] == "automatically"))
}

var (
	wideSelf = []string{"本页", "本頁", "此页", "本笔记", "本筆記", "本条目", "本词条", "本知识库", "本wiki", "本 wiki", "本维基", "このページ", "本ページ", "当ページ", "このノートは", "このノートで", "本ノートは", "このwiki", "この wiki", "当wiki", "このウィキ",
		"이 페이지", "본 페이지", "이 문서", "본 문서", "이 위키", "본 위키", "이 노트", "본 노트", "이 종합", "본 종합", "이 요약", "본 요약"}
	selfBegins = beginnings(wideSelf)
	selfNouns  = set("page", "note", "section", "summary", "overview", "synthesis", "wiki", "index", "glossary", "guide", "comparison", "catalogue", "catalog")
	selfVerbs  = set("summarises", "summarizes", "describes", "lists", "covers", "collects", "documents", "explains", "compares", "tracks", "gathers", "outlines", "presents", "catalogues", "catalogs", "aggregates", "synthesises",
		"synthesizes", "maps", "captures", "introduces", "generated", "auto-generated", "compiled", "maintained", "organized", "organised", "focuses", "answers", "links", "about", "draws", "pulls", "brings", "walks")
)

// navigation reports a way back or on: "← Back to [[Home]]", "Home / [[Guides]] / Setup",
// "📖 Full text: [[Text]]".
func (p *prose) navigation(s [2]int) bool {
	a := p.firstAtom(s[0])
	if a == len(p.atoms) || p.atoms[a].from >= s[1] || p.atoms[a].kind != atomLink {
		return false
	}
	text := p.text[s[0]:s[1]]
	if stop, _ := terminator(text); stop != 0 {
		return false
	}
	for _, sign := range [...]string{"🔗", "📖", "📚", "📄", "📎", "🔖", "👉"} {
		label := bytes.TrimRight(text[:max(0, p.atoms[a].from-s[0])], " \t")
		if bytes.HasPrefix(text, []byte(sign)) && (bytes.HasSuffix(label, []byte(":")) || bytes.HasSuffix(label, []byte("："))) && p.endsInLink(s) {
			return true
		}
	}
	words, _ := p.content(s)
	if words > 3 {
		return false
	}
	for _, sign := range [...]string{"←", "→", "↑", "«", "»", "›", "⬅", "➡", "🔙"} {
		if bytes.HasPrefix(text, []byte(sign)) || bytes.HasSuffix(text, []byte(sign)) || sign == "›" && bytes.Contains(text, []byte(sign)) {
			return true
		}
	}
	before := strings.ToLower(string(bytes.TrimSpace(text[:max(0, p.atoms[a].from-s[0])])))
	return slices.Contains([]string{"back to", "back to the", "return to", "up to", "go to", "返回", "回到", "戻る", "뒤로"}, before) ||
		words <= 2 && bytes.Contains(text, []byte(" / ")) || bytes.Contains(text, []byte(" > "))
}
