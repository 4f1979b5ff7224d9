package markdown

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// boilerplate reports a sentence that says nothing of what the note is about: a caption,
// whose a picture is, who said the quotation above, whose the sentence before is, a chapter with its time, where more is to be found, what
// is still to be written, what the page says of itself, or the bytes of a picture.
func (p *prose) boilerplate(s [2]int) bool {
	text := p.text[s[0]:s[1]]
	head := bytes.TrimLeftFunc(text, opening)
	return attributes(text) || text[0] == '(' && sourceNamed().Match(text) || bytes.IndexByte(text, ':') > 0 && chapter(text) || caption().Match(head) || unwritten().Match(head) || credit().Match(text) ||
		ofItself(head) || relatedPages().Match(head) && p.linkIn(s) >= 0 || drawn(head) || p.navigation(s) || p.pointer(s)
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
	if m := timeFirst().FindSubmatch(head); m != nil {
		rest := bytes.TrimLeft(head[len(m[1]):], " ")
		r, _ := utf8.DecodeRune(rest)
		return len(rest) == 0 || strings.ContainsRune(")]-–—:|", r) || head[0] == '0' || len(head) < len(text)
	}
	return timeLast().Match(text)
}

// timeCode is a time such as 1:18:24, or two such as 12:03–14:40.
const timeCode = `\d{1,3}(?::\d\d){1,2}(?:(?:[–—-]| [–—-] )\d{1,3}(?::\d\d){1,2})?`

var (
	timeFirst = lazily(`^(` + timeCode + `)(?:[^\d:]|$)`)
	timeLast  = lazily(`(?s:.)[(\[]` + timeCode + `[)\]][ *_\x60]*$`)

	// caption is "Figure 3: …", which names a picture.
	caption = lazily(`^(?i:figure|fig|table|listing|exhibit|abbildung|abb|tabelle|figura|tabla|tableau|图表|图|圖|図|表|그림|표)` +
		`[ .]*[\d-](?:[\d.-]*\.[^\d.-]|[\d.-]*[ )）]*[:：—–|])`)

	// credit says whose a picture is and who may use it.
	credit = lazily(`(?i)^\W*(?:\(c\)|©|copyright|photo|image|credit).{0,160}(?:rights reserved|\bCC[ -]?(?:BY|0)\b|public domain)`)

	// sourceNamed is a source behind a stop, by its kind and name or number: (Card: "Kilns"), (Lessons 3, 8).
	sourceNamed = lazily(`^\((?:\p{L}+: ["“][^"”]+["”]|\p{Lu}\p{L}+ \d[\d, ]*(?: [\p{L}&]+)?)\)\.?$`)

	// unwritten is a place kept free for what is to be written; in brackets, one that says nothing before them
	// but a label.
	unwritten = lazily(`^(?:(?:TODO|FIXME|TBD|TBA|WIP|XXX)(?:\PL|$)|Worth (?:cross-)?(?:checking|verifying|confirming|exploring|reading|watching)\b|待补充|待補充|待完善|待办|待更新|未記入|執筆中|작성 예정|미작성)` +
		`|^(?:[^:：|]{1,80}[:：|] *)?[(（](?i:TBD|TBA|to be (?:defined|determined|decided|confirmed|written)|a (?:definir|decidir|confirmar|preencher)|por (?:definir|decidir|confirmar|rellenar)|à (?:définir|confirmer|compléter)|da (?:definire|decidere|confermare|compilare)|noch (?:offen|zu klären|zu ergänzen)|待定|待确认|未定|미정)(?:\PL|$)`)
)

// ofItself reports a sentence about the page that it stands on, about the wiki, or about a diagram of the note's own.
func ofItself(head []byte) bool {
	return wideSelf().Match(head) || sourced().Match(head) || selfBegins().Match(head) && self().MatchString(strings.Join(firstWords(head[:min(len(head), 64)], 5), " "))
}

var (
	wideSelf = lazily(`^(?i:本页|本頁|此页|本笔记|本筆記|本条目|本词条|本知识库|本wiki|本 wiki|本维基|このページ|本ページ|` +
		`当ページ|このノートは|このノートで|本ノートは|このwiki|この wiki|当wiki|このウィキ|이 페이지|본 페이지|이 문서|본 문서|이 위키|본 위키|이 노트|본 노트|이 종합|본 종합|이 요약|본 요약|(?:이|위|아래|다음) (?:다이어그램|흐름도))`)

	// relatedPages leads to other pages: "Related concepts include [[Glaze]] and [[Clay]]."
	relatedPages = lazily(`^(?i:(?:other |closely )?related (?:concepts|pages|notes|topics|entries|entities) (?:include|are) )`)

	// sourced says where a page has what it says.
	sourced = lazily(`^(?i:(?:all |the |these )?(?:claims|statements|facts|figures|information|content|details)(?: below| above| here| (?:on|in) this [\w]+)? (?:is|are|was|were) (?:sourced|taken|drawn|derived|cited|adapted) from )|^以下(?:内容|信息|事实)(?:均|都)?(?:来自|来源于|摘自)`)

	selfBegins = lazily(`^(?i:this |generated |auto|last )`)

	// self is how such a sentence begins, word for word and in lower case.
	self = lazily(`^(?:this (?:wiki |(?:page|note|section|summary|overview|synthesis|wiki|index|glossary|guide|comparison|catalogue|catalog|summary page) (?:(?:also|is|was|only) )?` +
		`(?:summarises|summarizes|describes|lists|covers|collects|documents|explains|compares|tracks|gathers|outlines|presents|catalogues|` +
		`catalogs|aggregates|synthesises|synthesizes|maps|captures|introduces|generated|auto-generated|compiled|maintained|organized|organised|focuses|answers|links|about|draws|pulls|brings|walks)(?: |$)|(?:diagram|flowchart) (?:shows|illustrates|depicts|visualizes|visualises) |` +
		`(?:file|document) (?:(?:also|is|was|only) )?(?:generated|auto-generated|automatically)(?: |$))|` +
		`(?:auto-?)?generated (?:by|from|on) |last (?:updated|modified|generated|edited) |automatically generated )`)
)

// navigation reports a way back or on: "← Back to [[Home]]", "Home / [[Guides]] / Setup",
// "📖 Full text: [[Text]]", "Next: [[Doors]] · Hub: [[Houses]]".
func (p *prose) navigation(s [2]int) bool {
	a, text := p.linkIn(s), p.text[s[0]:s[1]]
	if stop, _ := terminator(text); stop != 0 || a < 0 {
		return false
	}
	for _, sign := range [...]string{"🔗", "📖", "📚", "📄", "📎", "🔖", "👉"} {
		label := bytes.TrimRight(text[:max(0, p.atoms[a].from-s[0])], " \t")
		if bytes.HasPrefix(text, []byte(sign)) && (bytes.HasSuffix(label, []byte(":")) || bytes.HasSuffix(label, []byte("："))) && p.endsInLink(s) {
			return true
		}
	}
	words, _ := p.content(s)
	dots := bytes.Count(text, []byte(" · "))
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
		words <= 2 && bytes.Contains(text, []byte(" / ")) || dots > 0 && words <= dots+1 || bytes.Contains(text, []byte(" > "))
}
