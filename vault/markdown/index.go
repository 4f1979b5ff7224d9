package markdown

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A column of an index tells about the pages that its rows link to, and not about what
// these are of.
var indexHeads = set("file", "page", "link", "note", "name", "title", "type", "kind", "category", "source", "sources", "source count", "# sources", "no. of sources", "#", "no", "no.", "count", "mentions", "pages", "notes", "tags", "tag",
	"date", "date added", "added", "created", "updated", "last updated", "modified", "last modified", "status", "author", "slug", "path", "id", "words", "links", "entity", "concept", "topic",
	"seite", "titel", "typ", "quellen", "datum", "stand", "titre", "página", "título", "tipo", "fuentes", "fecha",
	"文件", "页面", "頁面", "标题", "標題", "名称", "类型", "类别", "分类", "标签", "来源数", "来源", "数量", "日期", "收录日期", "更新", "更新日期", "状态", "作者", "链接", "路径", "序号",
	"ファイル", "ページ", "タイトル", "名前", "種類", "種別", "タグ", "ソース", "ソース数", "件数", "日付", "更新日", "状態", "リンク",
	"파일", "페이지", "제목", "이름", "유형", "종류", "분류", "저자", "수집일", "태그", "소스 수", "소스", "출처", "최종 수정", "수정일", "날짜", "상태", "링크")

// pageHeads are those of them that only pages have: a tool has a type and an author too.
var pageHeads = set("file", "page", "link", "note", "slug", "path", "sources", "source count", "# sources", "no. of sources", "mentions", "pages", "notes", "tags", "date added", "added", "updated", "last updated", "modified", "last modified", "links",
	"seite", "quellen", "página", "fuentes", "文件", "页面", "頁面", "标签", "来源数", "收录日期", "更新日期", "链接", "路径", "ファイル", "ページ", "タグ", "ソース数", "件数", "更新日", "リンク",
	"파일", "페이지", "수집일", "태그", "소스 수", "최종 수정", "수정일", "링크")

// indexed reports the head of a table that lists pages: each column but the first is one
// of an index, and one of them is of pages alone. Its rows are entries of that, if they
// begin with a link.
func indexed(heads []string) bool {
	pages := false
	for i, h := range heads {
		low := strings.ToLower(h)
		if i > 0 && !indexHeads[low] {
			return false
		}
		pages = pages || pageHeads[low]
	}
	return pages && len(heads) > 1
}

// linkFirst reports a row or item that begins with a link to another note.
func (p *prose) linkFirst() bool {
	return len(p.atoms) > 0 && p.atoms[0].kind == atomLink && len(p.links) > 0 && !p.links[0].URL &&
		len(bytes.Trim(p.text[:min(p.atoms[0].from, len(p.text))], " *_`")) == 0
}

// entry reports a list item that is an entry of an index: a link, and behind it no more
// than numbers, dates and the words for what is counted; among related pages, whatever is set
// off from the link and cites nothing of its own.
func (p *prose) entry(s [2]int, cited bool) bool {
	a := p.linkIn(s)
	if a < 0 || p.atoms[a].from != s[0] {
		return false
	}
	rest := p.text[min(s[1], p.atoms[a].to):s[1]]
	if p.related && !cited && labels(rest) {
		return true // it says what the page is about that it links to
	}
	if len(rest) > 64 {
		return false
	}
	for _, w := range bytes.FieldsFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' }) {
		if first, _ := utf8.DecodeRune(w); unicode.IsDigit(first) || first == '-' {
			continue
		}
		if low := bytes.ToLower(w); !indexHeads[string(low)] && !months[string(low)] {
			return false
		}
	}
	return true
}

var months = set("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december")

// catalogue reports a note that is named as an index and is one: most of its items and
// rows begin with a link.
func (r *reader) catalogue() bool {
	name := strings.ToLower(strings.TrimSuffix(path.Base(r.note.Path), path.Ext(r.note.Path)))
	switch name {
	case "index", "_index", "toc", "contents", "moc", "目录", "索引", "目次", "목차", "색인":
		return r.linkedItems*2 > r.items && r.linkedItems > 2
	}
	return false
}

// Instructs reports a file that tells agents what to do, or in which one of the wiki
// keeps its own log, by the names that tools have agreed on. A schema is one at the top.
func Instructs(file string) bool {
	return slices.Contains([]string{"log.md", "CLAUDE.md", "AGENTS.md", "AGENT.md", "GEMINI.md", "QWEN.md", "SKILL.md", "INSTRUCTIONS.md", "copilot-instructions.md", "SCHEMA.md"}, path.Base(file)) ||
		slices.Contains([]string{"schema.md", "qwen.md", "gemini.md", "conventions.md", "convention.md"}, strings.ToLower(file))
}
