package markdown

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/vault"
)

// sourceWords say that what follows them and a colon is cited.
var sourceWords = set("source", "sources", "src", "ref", "refs", "cite", "cited", "citation", "来源", "出处", "资料来源", "引用", "出典", "参考来源", "출처", "인용", "参照",
	"quelle", "quellen", "fuente", "fuentes", "fonte", "fonti", "fontes", "bron", "bronnen", "kilde", "kilder", "källa", "källor", "lähde", "lähteet", "źródło", "źródła", "zdroj", "zdroje",
	"kaynak", "kaynaklar", "nguồn", "sumber", "источник", "источники", "джерело", "джерела", "πηγή", "πηγές", "المصدر", "المصادر", "מקור", "מקורות")

// fileWords say it where what follows is a file.
var fileWords = set("file", "files", "raw", "path", "original", "original file", "source file", "source path", "raw file", "raw path", "raw text", "raw excerpt", "excerpt", "full text", "transcript", "reference", "references", "evidence", "original source", "source document", "raw source",
	"arquivo", "arquivo fonte", "arquivo raw", "arquivo original", "archivo", "archivo fuente", "archivo raw", "archivo original", "fichier", "fichier source", "fichier raw", "fichier original", "datei", "quelldatei", "originaldatei",
	"rohdatei", "file originale", "file sorgente", "bestand", "bronbestand", "plik", "файл", "исходный файл", "оригинал", "원본 파일", "원본 자막", "자막 원본", "字幕", "逐字稿",
	"原典", "原文", "原文件", "原始文件", "原始文章", "源文件", "元ファイル", "元記事", "ソース", "원본", "원문", "参考", "参考文献")

// leadWords stand before what is cited without a colon: (via [[a]]), (see raw/a.md).
var leadWords = [...]string{"via", "see", "from", "per", "cf.", "见", "參見", "参见"}

// marker reads what cites by its words, in brackets of any kind: (source: a.md),
// [Source: a.md:3], 【raw/a.md】, (`raw/a.md:3`), [a.md:12-18].
func (s *scanner) marker(from, end int) []Cite {
	body := string(s.src[from:end])
	head := body[:min(len(body), 24)]
	var cites []Cite
	label := ""
	if k := strings.IndexAny(head, ":：\n"); k > 0 && head[k] != '\n' {
		_, w := utf8.DecodeRuneInString(body[k:])
		label, head = strings.ToLower(strings.TrimSpace(head[:k])), strings.TrimLeft(body[k+w:], ": ") // (source:: a.md) of Dataview
	}
	switch {
	case sourceWords[label] && isNumber(head) || label == "oaicite":
		s.unread(from, end, "the number of a search result")
	case sourceWords[label]:
		cites = namedTargets(head)
	case fileWords[label] && isPath(head):
		cites = namedTargets(head)
	default:
		if cites = placed(body); cites == nil {
			cites = bareTargets(body)
		}
	}
	return form(cites, CiteParen)
}

func isNumber(s string) bool {
	return strings.Trim(s, "0123456789,-– ") == "" && strings.Trim(s, ",-– ") != ""
}

// unread tells of a marker that looks like a citation of which nothing can be made.
func (s *scanner) unread(from, end int, what string) {
	if !s.env.plain {
		s.problems = append(s.problems, vault.Problem{Kind: UnreadCitation, Start: s.file(from), End: s.fileEnd(end), Text: what})
	}
}

// UnreadCitation is the kind of problem that [scanner.unread] tells of. Its text says what form
// the marker has.
const UnreadCitation = "citation-unread"

// namedTargets are what a marker names that says by a word that it cites.
func namedTargets(body string) (cites []Cite) {
	for _, part := range splitTargets(body) {
		if n := len(cites); n > 0 && placeIn(part, &cites[n-1]) {
			continue
		}
		if c := ReadTarget(dagger(part)); c.Target != "" && citablePath(c.Target) {
			cites = append(cites, c)
		}
	}
	return cites
}

// bareTargets are the files of a list that has nothing else: each lies where originals do, or
// is named with its lines. Other files are mentioned, and not cited.
func bareTargets(body string) (cites []Cite) {
	for _, word := range leadWords {
		if len(body) > len(word) && strings.EqualFold(body[:len(word)], word) && (body[len(word)] == ' ' || word[0] >= utf8.RuneSelf) {
			body = body[len(word):]
			break
		}
	}
	for _, part := range splitTargets(body) {
		if n := len(cites); n > 0 && placeIn(part, &cites[n-1]) {
			continue
		}
		marked := strings.Contains(part, "†")
		part = dagger(part)
		c := ReadTarget(part)
		if marked && fileLike(c.Target) {
			return append(cites, c)
		}
		if strings.HasPrefix(part, "[") || strings.Contains(c.Target, "://") || strings.Contains(c.Target, " ") || !textFiles[strings.ToLower(ending(c.Target))] {
			return nil
		}
		cites = append(cites, c)
	}
	if slices.ContainsFunc(cites, func(c Cite) bool { return c.FromLine == 0 && !inSources(c.Target) }) {
		return nil
	}
	return cites
}

// placed reads an original with a place in it or its words: raw/a.md L1-L3, raw/a.md: "its words".
func placed(body string) []Cite {
	k := strings.IndexAny(body, " :")
	if k <= 0 || k+1 >= len(body) || body[k] == ':' && body[k+1] != ' ' {
		return nil
	}
	c := ReadTarget(body[:k])
	if !namesFile(c.Target) || !inSources(c.Target) || strings.ContainsAny(body, ",;，；、") && !strings.Contains(body, `"`) {
		return nil
	}
	if m := lineMark().FindStringSubmatch(body[k:]); m != nil {
		c.FromLine, c.ToLine = lineNumbers(m[1], m[2])
	}
	if c.Quote = quoteOf(body[k:]); c.Quote == "" && c.FromLine == 0 && !strings.Contains(body, "§") {
		return nil
	}
	return []Cite{c}
}

// dagger reads the file and the lines of F:a.md†L3-L5, as models are taught to write them.
func dagger(part string) string {
	file, lines, ok := strings.Cut(strings.TrimPrefix(part, "F:"), "†")
	switch {
	case !ok:
		return part
	case !fileLike(file): // 4:0†a.md
		return lines
	case bareRange().MatchString(lines):
		return file + "#" + lines
	}
	return file
}

// plainBracket reads a pair of square brackets that is no link: a marker, or the number of an
// entry in the note's list of references.
func (s *scanner) plainBracket() bool {
	end := s.closing(s.i)
	if end < 0 || end-s.i > 500 || s.env.plain {
		return false
	}
	cites := s.numbers(string(s.src[s.i+1 : end]))
	if cites == nil {
		if next := end + 1; next < len(s.src) && (s.src[next] == '(' || s.src[next] == ':') {
			return false
		}
		cites = s.marker(s.i+1, end)
	}
	if role := []byte("footnote:"); len(cites) > 0 && bytes.HasSuffix(s.text, role) { // of AsciiDoc
		s.text = s.text[:len(s.text)-len(role)]
	}
	return s.cite(cites, end+1) || s.fileAlone(end, end+1)
}

// cite puts citations where a marker ends that begins at s.i.
func (s *scanner) cite(cites []Cite, end int) bool {
	if len(cites) == 0 {
		return false
	}
	m := newMark(s.file(s.i), s.fileEnd(end), cites)
	s.trimSpace()
	s.noteLinks(s.i+1, end)
	s.addMark(m)
	s.i = end
	return true
}

// numbers are the citations of [1], [1, 3] and [2-4] in a note with a numbered list of references.
func (s *scanner) numbers(body string) (cites []Cite) {
	if len(s.env.numbered) == 0 || len(body) > 40 || strings.Trim(body, "0123456789,;-– ") != "" {
		return nil
	}
	for _, part := range splitTargets(body) {
		m := bareRange().FindStringSubmatch(part)
		if m == nil {
			return nil
		}
		from, to := lineNumbers(m[1], m[2])
		for n := from; n > 0 && n <= to && n <= from+20; n++ {
			found, ok := s.env.numbered[n]
			if !ok {
				return nil
			}
			cites = append(cites, found...)
		}
	}
	return cites
}

// anchorElement reads <a href="a.md">1</a> where citations stand: its text is a number.
func (s *scanner) anchorElement(tag []byte, end int) bool {
	_, rest, ok := bytes.Cut(tag, []byte("href="))
	if !ok || len(rest) < 2 || rest[0] != '"' && rest[0] != '\'' {
		return false
	}
	dest, _, ok := bytes.Cut(rest[1:], rest[:1])
	shut := bytes.Index(s.src[end:min(len(s.src), end+40)], []byte("</a>"))
	if !ok || shut < 0 || len(bytes.Trim(s.src[end:end+shut], "0123456789[]* ")) > 0 {
		return false
	}
	l := markdownLink(string(dest))
	if l.Target == "" || !citable(l) {
		return false
	}
	return s.cite([]Cite{linkCite(l)}, end+shut+len("</a>"))
}

// noted reads a comment that cites: <!-- source: a.md -->, %%source: a.md%%.
func (s *scanner) noted(body []byte, start, end int) {
	var cites []Cite
	if k := bytes.IndexAny(body[:min(len(body), 24)], ":="); k > 0 && sourceWords[strings.ToLower(string(bytes.TrimSpace(body[:k])))] {
		cites = namedTargets(strings.Trim(string(body[k+1:]), ` "'`))
	} else if len(body) < 300 && bytes.IndexByte(body, '/') > 0 {
		cites = bareTargets(strings.TrimSpace(string(body)))
	}
	if len(cites) > 0 {
		s.trimSpace()
		s.addMark(newMark(start, end, form(cites, CiteParen)))
	}
}
