package markdown

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"assay/vault"
)

// linkCite is a link that stands where a citation stands.
func linkCite(l Link) Cite {
	if word, name, ok := strings.Cut(l.Target, ":"); l.Wiki && ok && sourceWords[strings.ToLower(word)] { // [[source:a]]
		l.Target = strings.TrimSpace(name)
	}
	if address, file, ok := strings.Cut(l.Target, "file="); ok && strings.HasPrefix(address, "obsidian://open?") {
		file, _, _ = strings.Cut(file, "&")
		l.Target = decode(file)
	}
	c := Cite{Form: CiteLink, Target: l.Target, Anchor: l.Anchor, Start: l.Start, End: l.End}
	if l.Wiki {
		c.Form = CiteBlock
	}
	if l.URL && l.Anchor != "" {
		c.FromLine, c.ToLine = lineAnchor(l.Anchor)
	} else if from, to := lineAnchor(l.Anchor); from > 0 {
		c.FromLine, c.ToLine, c.Anchor = from, to, ""
	}
	if m := lineSuffix().FindStringSubmatch(l.Text); m != nil && c.FromLine == 0 { // [file.md:12-18](file://…)
		c.FromLine, c.ToLine = lineNumbers(m[2], m[3])
	}
	return c
}

// caret reads ^[…]: D1's citations, the inference marker, or an inline footnote.
func (s *scanner) caret() {
	src, i := s.src, s.i
	close := s.closing(i + 1)
	eol := len(src)
	if k := bytes.IndexByte(src[i:], '\n'); k >= 0 {
		eol = i + k
	}
	start := s.file(i)
	end, next := close, close+1
	if close < 0 || close > eol {
		end, next = eol, eol
		for end > i+2 && (src[end-1] == '\r' || src[end-1] == ' ') {
			end--
		}
		s.problems = append(s.problems, vault.Problem{Kind: "citation-unclosed", Start: start, End: s.fileEnd(end), Text: "the citation ^[… is not closed on its line"})
	}
	body := string(src[i+2 : end])
	s.trimSpace()
	cites, inferred := caretCites(body)
	m := newMark(start, s.fileEnd(max(next, i+2)), cites)
	m.inferred = inferred
	if strings.Contains(body, "[[") || strings.Contains(body, "](") {
		s.noteLinks(i+2, end)
	}
	if len(m.cites) > 0 || m.inferred {
		s.addMark(m)
	}
	s.i = next
}

// noteLinks records the links of src[from:to], whose text is not prose.
func (s *scanner) noteLinks(from, to int) {
	for i := from; i < to; i++ {
		if s.src[i] != '[' {
			continue
		}
		if f, ok := s.linkAt(i); ok && f.end <= to {
			f.link.Start = s.file(i)
			s.addLink(f.link)
			i = f.end - 1
		}
	}
}

// caretCites reads the inside of ^[…].
func caretCites(body string) (cites []Cite, inferred bool) {
	text := strings.TrimSpace(body)
	switch strings.ToLower(text) {
	case "inferred", "inference", "derived":
		return nil, true
	case "":
		return nil, false
	}
	if k := strings.IndexByte(text, ':'); k > 0 && sourceWords[strings.ToLower(strings.TrimSpace(text[:k]))] {
		text = text[k+1:]
	}
	last := ""
	for _, part := range splitTargets(text) {
		part = strings.TrimSuffix(part, ".")
		if m := bareRange().FindStringSubmatch(part); m != nil && last != "" {
			c := Cite{Form: CiteCaretFile, Target: last}
			c.FromLine, c.ToLine = lineNumbers(m[1], m[2])
			cites = append(cites, c)
			continue
		}
		c := ReadTarget(part)
		if !citablePath(c.Target) {
			continue
		}
		c.Form = CiteCaretFile
		if !strings.HasPrefix(part, "[") && !fileLike(c.Target) || placeholder(part) {
			c = Cite{Form: CiteUndefined, Target: part}
		}
		last = c.Target
		cites = append(cites, c)
	}
	// An inline footnote in plain words explains and does not cite.
	if len(cites) == 0 || explains(text, cites) {
		return nil, false
	}
	return cites, false
}

// explains reports an inline footnote that is a sentence and names no file.
func explains(text string, cites []Cite) bool {
	if slices.ContainsFunc(cites, func(c Cite) bool { return c.Form != CiteUndefined || placeholder(c.Target) }) {
		return false
	}
	n := utf8.RuneCountInString(text)
	stop, _ := terminator([]byte(text))
	return len(strings.Fields(text)) > 6 || stop != 0 && n > 12 || n > 60
}

var promptMarkers = []string{":START", "#START", "LSTART", "START-END", "filename.md", "source-file.md"}

// placeholder reports a marker copied from a prompt, as in file.md:START-END.
func placeholder(s string) bool {
	return slices.ContainsFunc(promptMarkers, func(m string) bool { return strings.Contains(s, m) }) ||
		strings.Trim(s, "….") == "" || strings.HasPrefix(s, "…") || strings.HasSuffix(s, "…")
}

// footnote reads [^label].
func (s *scanner) footnote() bool {
	src, i := s.src, s.i
	m := footnoteLabel().FindSubmatch(src[i:])
	if m == nil {
		return false
	}
	label, end := string(m[1]), i+len(m[0])
	if strings.HasSuffix(label, "^") && strings.Trim(label, "0123456789^") == "" {
		s.i = end // [^12^] is the number that a text generator gives its search results
		return true
	}
	s.addMark(mark{start: s.file(i), end: s.fileEnd(end), label: label})
	s.i = end
	return true
}

var footnoteLabel = lazily(`^\[\^([^\[\]\n]*[^\[\]\s][^\[\]\n]*)\]`)

var keyRE = lazily(`^(?:(?:see|cf\.?|e\.g\.,?)\s+)?-?@([\p{L}\p{N}_][\p{L}\p{N}_:.#$%&+?~/-]*)`)

// key reads [@key; @other, p. 3].
func (s *scanner) key() bool {
	src, i := s.src, s.i
	close := s.closing(i)
	if close < 0 || close-i > 1000 || bytes.IndexByte(src[i:close], '@') < 0 || close+1 < len(src) && (src[close+1] == '(' || src[close+1] == '[') {
		return false
	}
	var cites []Cite
	for _, part := range strings.Split(string(src[i+1:close]), ";") {
		m := keyRE().FindStringSubmatch(strings.TrimSpace(part))
		if m == nil {
			return false
		}
		cites = append(cites, Cite{Form: CiteKey, Target: strings.TrimRight(m[1], ".:,")})
	}
	s.addMark(newMark(s.file(i), s.fileEnd(close+1), cites))
	s.i = close + 1
	return true
}

// sentenceEndsAt reports whether nothing of the sentence is left at i.
func (s *scanner) sentenceEndsAt(i int) bool {
	rest := bytes.TrimLeft(s.src[i:], " \t")
	if len(rest) == 0 || rest[0] == '\n' || rest[0] == '\r' {
		stop, _ := terminator(bytes.TrimRight(s.text, " \t"))
		return len(rest) == 0 || stop != 0
	}
	r, n := utf8.DecodeRune(rest)
	if stop, _ := terminator(bytes.TrimRight(s.text, " \t")); stop != 0 {
		return true
	}
	switch r {
	case '。', '！', '？':
		return true
	case '.', '!', '?':
		return n == len(rest) || rest[n] <= ' '
	}
	return false
}

// citing reports whether the link at i stands where citations stand: after the end
// of a sentence with nothing but other citations up to the line end, or, where it leads
// to an original, up to the next sentence; for a block of a page, at the end of its line.
func (s *scanner) citing(i int, f bracketed) bool {
	if s.env.plain || i < s.plainTo {
		return false
	}
	if i < s.citeTo {
		return true
	}
	text := bytes.TrimRight(s.text, " \t")
	stop, _ := terminator(text)
	block := strings.HasPrefix(f.link.Anchor, "^")
	if len(text) == 0 || stop == 0 && !block {
		return s.closes(f)
	}
	if block && stop != 0 {
		return true
	}
	src, j := s.src, f.end
	for j < len(src) {
		switch c := src[j]; {
		case c == ' ' || c == ',' || c == ';' || c == '\t' || c == '|':
			j++
			continue
		case c == '\n' || c == '\r':
			s.citeTo = j
			return true
		case c == '[' && j+1 < len(src):
			if src[j+1] == '^' || src[j+1] == '@' {
				if k := bytes.IndexByte(src[j:min(len(src), j+200)], ']'); k > 0 {
					j += k + 1
					continue
				}
			}
			if g, ok := s.linkAt(j); ok {
				j = g.end
				continue
			}
		case c == '<':
			if k := bytes.IndexByte(src[j:min(len(src), j+40)], '>'); k > 0 { // </sup>
				j += k + 1
				continue
			}
		case c == '^' && j+1 < len(src) && src[j+1] == '[':
			if k := s.closing(j + 1); k > 0 {
				j = k + 1
				continue
			}
		}
		if f.wiki && inSources(f.link.Target) && s.behindStop(i, f.end, j) {
			break
		}
		s.plainTo = j
		return false
	}
	s.citeTo = j
	return true
}

// behindStop reports a path of an original with a sentence behind it, at next: one that begins as
// sentences do, or in a text without spaces a path that no space sets off, or one in a line that ends so
// or has many.
func (s *scanner) behindStop(start, end, next int) bool {
	glued := start > 0 && s.src[start-1] > ' '
	if next > end {
		return opensSentence(s.src[next:]) || glued && unicode.Is(unicode.Lo, firstSign(s.src[next:]))
	}
	const many, far = 3, 4000 // bytes of a line that are looked at
	line, rest, _ := bytes.Cut(s.src[next:min(len(s.src), next+far)], newline)
	before := s.src[max(0, start-far):next]
	before = before[bytes.LastIndexByte(before, '\n')+1:]
	ends := (len(rest) > 0 || len(line) < far) && bytes.HasSuffix(bytes.TrimRight(line, " |\r"), []byte("]]"))
	return glued && (ends || bytes.Count(before, glue)+bytes.Count(line, glue) >= many)
}

var glue = []byte("。[[")

// closes reports a path of an original between the last word of a sentence and its stop, as in
// "… in Victoria [[raw/a]]." and "… in Victoria [[raw/a|Reed et al. (2013)]].": the sentence ends
// without it, but for "… in [[raw/a]].".
func (s *scanner) closes(f bracketed) bool {
	if !s.namesSource(f) {
		return false
	}
	const far = 100 // bytes in which the last words before it stand
	words := bytes.Fields(s.text[max(0, len(s.text)-far):])
	if len(words) == 0 {
		return false
	}
	lastWord := words[len(words)-1]
	last, _ := utf8.DecodeLastRune(lastWord)
	end := f.end
	for {
		rest := bytes.TrimLeft(s.src[end:], " ,;")
		if !bytes.HasPrefix(rest, []byte("[[")) {
			break
		}
		g, ok := s.linkAt(len(s.src) - len(rest))
		if !ok || !s.namesSource(g) {
			break
		}
		end = g.end
	}
	if len(words) < 2 && !ideograph(last) || end == len(s.src) || s.src[end] <= ' ' || !s.sentenceEndsAt(end) ||
		leadsOn[strings.ToLower(string(lastWord))] || strings.ContainsRune(particles, last) {
		s.plainTo = end
		return false
	}
	s.citeTo = end
	return true
}

// namesSource reports a link to an original that is no word of its sentence: one without a text of its
// own, or with authors and a year for it.
func (s *scanner) namesSource(f bracketed) bool {
	return inSources(f.link.Target) && (f.wiki && f.link.Text == "" || authorYear().MatchString(f.link.Text))
}

var authorYear = lazily(`^\p{Lu}.{0,80}[ ,(](?:1[89]|20)\d\d[a-z]?\)?$`)

// leadsOn are words after which a link is the next word of its sentence.
var leadsOn = set("a", "an", "and", "as", "at", "by", "compare", "file", "for", "from", "in", "into", "is", "like", "of", "on", "or", "page", "per", "see", "than", "via", "following", "after", "before", "through", "using", "against", "between", "source", "the", "to", "under", "with",
	"aus", "bei", "der", "die", "siehe", "und", "von", "de", "del", "dans", "en", "et", "la", "le", "ver", "voir", "y")

// particles are signs of Japanese and Chinese after which a link is the next word of its sentence.
const particles = "はのがをにでとへも、，：見见是在为為由与和的看"

// opensSentence reports text that begins as a sentence does: "… in Victoria. [[raw/a]] Its lake".
func opensSentence(rest []byte) bool {
	r := firstSign(bytes.TrimLeft(rest, emphasis))
	return unicode.IsUpper(r) || unicode.IsDigit(r)
}

// lazily compiles an expression when it is first asked for: most commands need few.
func lazily(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// citable reports whether a link can be a citation at all: the address of a place
// in an application, such as zotero:// or obsidian://, holds nothing to check.
func citable(l Link) bool { return !l.URL || citableAddress(l.Target) }

func citableAddress(s string) bool {
	m := scheme().FindStringSubmatch(s)
	if m == nil {
		return true
	}
	switch strings.ToLower(m[1]) {
	case "http", "https", "file", "ftp", "doi":
		return true
	case "obsidian": // a file of a vault
		return strings.Contains(s, "file=")
	}
	return false
}

// citablePath is citableAddress for what people write by hand, where a colon may
// belong to a title.
func citablePath(s string) bool {
	return !strings.Contains(s, "://") || citableAddress(s)
}

// navigates reports a wikilink that leads to another note and to no place in it: only
// where it is set apart from the text, as in parentheses, does it cite.
func navigates(l Link) bool {
	return l.Wiki && !strings.HasPrefix(l.Anchor, "^") && !inSources(l.Target)
}

// inSources reports a path with a folder where wikis keep what they rest on.
func inSources(path string) bool {
	for {
		folder, rest, ok := strings.Cut(path, "/")
		if !ok {
			return false
		}
		folder = strings.ToLower(strings.TrimLeft(folder, "0123456789_-. "))
		if sourceFolders[folder] || OriginalFolders[folder] {
			return true
		}
		path = rest
	}
}

// sourceName reports a name as files and works have it, smith-2019 or RFC 9111, and
// not the title of a note: "Notes should be atomic". Vaults of linked thoughts put
// such titles in parentheses to say "more there".
func sourceName(name string) bool {
	if strings.HasPrefix(name, "@") || ending(name) != "" {
		return true
	}
	word, digit := true, false
	for _, c := range name {
		digit = digit || c >= '0' && c <= '9'
		word = word && c < utf8.RuneSelf && (letter(byte(c)) || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.' || c == '/')
	}
	return word || digit
}

var sourceFolders = set("raw", "source", "sources", "reference", "references", "refs", "evidence", "citations", "transcripts", "interviews", "clippings", "originals")

// OriginalFolders are what folders of originals are called in other languages than English.
var OriginalFolders = set("原始素材", "原始资料", "原始資料", "原始文件", "原始文档", "原始材料", "原文", "源文件", "剪藏", "素材", "素材库", "原典", "元資料", "元記事", "クリップ", "원본", "원문", "원자료", "스크랩",
	"rohdaten", "rohmaterial", "originale", "originaux", "originales", "originais", "originali", "recortes")
