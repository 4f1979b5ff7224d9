package markdown

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// metaLines finds lines such as "**Status**: draft" or "key:: value". Each is cut
// off from its neighbours and is no claim.
func (r *reader) metaLines() (cuts []int, lines [][2]int) {
	p := &r.prose
	var fields [][2]int // what is like metadata, beside a line that is
	for from, to := range p.eachLine {
		switch line := p.text[from:to]; {
		case r.metaLine(line) || p.labelsFile(from, to):
			lines = append(lines, [2]int{from, to})
		case fieldLine(line) && r.above():
			fields = append(fields, [2]int{from, to})
		}
	}
	if len(lines) > 0 {
		lines = append(lines, fields...)
		slices.SortFunc(lines, func(a, b [2]int) int { return a[0] - b[0] })
	}
	for _, l := range lines {
		cuts = append(cuts, l[0], l[1])
	}
	return cuts, lines
}

// fieldLine reports a label with a value of a few words, that is no sentence.
func fieldLine(line []byte) bool {
	k := colon(line)
	if k <= 0 || len(bytes.Fields(line[:k])) > 3 {
		return false
	}
	value := bytes.TrimRight(line[k:], " \t*_")
	stop, _ := terminator(value)
	return stop == 0 && len(bytes.Fields(value)) <= 12
}

// metaLine reports a line with a label of metadata. Some labels are that only at the head of a note,
// above its sections: further down a "type" or a "date" is that of the note's subject.
func (r *reader) metaLine(line []byte) bool {
	k := colon(line)
	if k <= 0 {
		return false
	}
	if bytes.HasPrefix(line[k:], []byte("::")) && bytes.IndexByte(line[:k], '.') < 0 {
		return true
	}
	label := strings.ToLower(string(bytes.Trim(line[:k], " \t([")))
	if metaKeys[label] || headKeys[label] && r.above() || kindsOfSource().MatchString(label) {
		return true
	}
	file, _ := cutPlace(valueAfter(line, k))
	return sourceWords[label] && isPath(file)
}

// sourceLabel reports a label that says what a page rests on, also by its kind: "Source lectures".
func sourceLabel(label string) bool {
	return sourceWords[label] || kindsOfSource().MatchString(label)
}

var kindsOfSource = lazily(`^(?:(?:primary|key|main|original|raw) sources|(?:(?:primary|key|main) )?sources? (?:lectures?|slides|decks?|papers?|documents?|docs|notes?|pages?|texts?|articles?|transcripts?|videos?|books?|chapters?|posts?|interviews?|reports?|summar(?:y|ies)|materials?|urls?|links?))$`)

// above reports that nothing above is a heading of a section.
func (r *reader) above() bool {
	return !slices.ContainsFunc(r.note.Headings, func(h Heading) bool { return h.Level > 1 })
}

// labelsFile reports a line that is a label and a file, whatever the label says: the
// path of an original, or links into where originals are kept.
func (p *prose) labelsFile(from, to int) bool {
	rest, ok := p.behindFiles(from, to)
	return ok && len(rest) == 0
}

// behindFiles is what a line goes on with behind its label and the files of that.
func (p *prose) behindFiles(from, to int) (rest []byte, ok bool) {
	k := colon(p.text[from:to])
	if k <= 0 {
		return nil, false
	}
	_, w := utf8.DecodeRune(p.text[from+k:])
	at, files := from+k+w, 0
	for a := p.firstAtom(at); a < len(p.atoms) && p.atoms[a].from < to; a++ {
		t := &p.atoms[a]
		if len(bytes.Trim(p.text[min(at, t.from):t.from], " *_,、，|·・")) > 0 {
			return nil, false
		}
		switch t.kind {
		case atomLink:
			if l, _ := p.linkOf(*t); !inSources(l.Target) {
				return nil, false
			}
		case atomCode:
			if !namesFile(string(p.text[t.from:t.to])) {
				return nil, false
			}
		case atomMath:
			return nil, false
		}
		at, files = t.to, files+1
	}
	rest = bytes.Trim(p.text[min(at, to):to], " *_")
	switch {
	case files == 0:
		return nil, namesFile(string(rest))
	case remarked().Match(rest), len(bytes.Trim(rest, ".。")) == 0: // `raw/a.md` (in Portuguese)
		rest = nil
	}
	return rest, true
}

var remarked = lazily(`^[(（][^()（）]{1,48}[)）]$`)

// namesFile reports the path of a file, with its folder and an ending that texts have: a
// slash alone stands between alternatives too.
func namesFile(s string) bool {
	return strings.Contains(s, "/") && isPath(s) && textFiles[strings.ToLower(ending(s))]
}

// valueAfter is what follows the colon at k.
func valueAfter(line []byte, k int) string {
	_, w := utf8.DecodeRune(line[k:])
	return strings.Trim(string(line[k+w:]), " \t*_")
}

// colon is the place of the first colon near the beginning of a line, or -1.
func colon(line []byte) int { return bytes.IndexAny(line[:min(len(line), 48)], ":：") }

var metaKeys = set("source", "sources", "status", "date", "author", "authors", "tag", "tags", "created", "updated", "last updated", "modified", "url", "link", "links", "related", "type", "category",
	"categories", "topic", "topics", "license", "licence", "isbn", "doi", "published", "publisher", "reference", "references", "see also", "related pages", "related notes", "related topics", "related concepts", "related reading", "keywords", "aliases", "alias", "up", "parent", "next", "previous", "prev",
	"version", "confidence", "language", "title", "aka", "website", "homepage", "repo", "repository", "github", "wikipedia", "read more", "further reading", "id", "stage", "owner", "reviewed", "last reviewed", "raw", "file", "files", "path",
	"来源", "作者", "标签", "日期", "链接", "状态", "上级", "关键词", "出典", "相关", "相关笔记", "相关页面", "関連ページ", "参考", "创建时间", "更新时间", "时间", "原文", "原文链接", "标题", "分类", "关联", "作成日", "更新日", "タグ", "参考文献", "著者", "リンク")

var headKeys = set("speaker", "speakers", "duration", "venue", "recorded", "retrieved", "ingested", "collected", "original", "original title", "format", "word count", "reading time", "last edited", "summary by", "compiled", "compiled by",
	"类型", "页面类型", "文档类型", "领域", "置信度", "发布日期", "发布时间", "采集日期", "收录日期", "抓取日期", "原始文章", "原始文件", "原始链接", "源文件", "资料来源", "摘要日期", "語言", "语言",
	"原典", "種別", "種類", "分類", "取得日", "日付", "作成", "更新", "状態", "ステータス", "ソース", "元記事", "公開日",
	"출처", "원본", "원문", "저자", "작성자", "작성일", "수집일", "발행일", "날짜", "유형", "분류", "태그", "상태", "링크", "업데이트", "생성일", "최종 수정", "수정일",
	"quelle", "quellen", "autor", "datum", "stand", "typ", "schlagwörter", "auteur", "type de page", "étiquettes", "fuente", "fuentes", "fecha", "tipo", "etiquetas", "siehe auch", "verwandte seiten", "voir aussi", "pages liées", "véase también", "páginas relacionadas", "vedi anche", "pagine correlate")

// sourceLine reads a block such as "**Sources**: `raw/a.md`, [b](raw/b.md)": before
// the first claim it holds for the page, later for what stands before it.
func (r *reader) sourceLine(meta [][2]int) bool {
	p := &r.prose
	var cites []Cite
	for _, m := range meta {
		line := p.text[m[0]:m[1]]
		k := colon(line)
		key := strings.ToLower(string(bytes.Trim(line[:max(k, 0)], " ([")))
		if k < 0 {
			continue
		}
		if rest, ok := p.behindFiles(m[0], m[1]); !sourceLabel(key) && !(fileWords[key] && ok && (len(rest) == 0 || rest[0] == '.')) {
			continue
		}
		_, w := utf8.DecodeRune(line[k:])
		found := false
		words, _ := p.content([2]int{m[0] + k + w, m[1]})
		for _, l := range p.links {
			if p.at(m[0]) <= l.Start && l.Start <= p.at(m[1]-1) && citable(l) && !(words > fewWords && navigates(l)) {
				cites = append(cites, linkCite(l))
				found = true
			}
		}
		for _, a := range p.atoms {
			if a.kind == atomCode && a.from >= m[0] && a.to <= m[1] && mayCite(p.text[a.from:a.to]) {
				cites = append(cites, metaCite(string(p.text[a.from:a.to]), a.start, a.end))
				found = true
			}
		}
		if !found {
			for _, part := range splitTargets(string(bytes.TrimLeft(line[k+w:], ": "))) {
				if m := entryNumber().FindStringSubmatch(part); m != nil { // [1] raw/a.md
					part = m[3]
				}
				if file, _ := cutPlace(part); isPath(file) {
					cites = append(cites, metaCite(part, p.at(m[0]), p.at(m[1]-1)+1))
				}
			}
		}
	}
	if len(cites) == 0 {
		return false
	}
	governs := r.governs(cites)
	switch {
	case len(r.note.Claims) == 0 || r.sources > 0 || r.referring || r.heads():
		r.listCites = append(r.listCites, withScope(cites, ScopeNote)...)
	case !governs:
		r.cover(cites)
	}
	return len(meta) == len(p.lines)
}

// mayCite reports code that may be the name of something, as no formula or version is.
func mayCite(code []byte) bool {
	return bytes.ContainsFunc(code, unicode.IsLetter) && !bytes.ContainsAny(code, "=&{}<>|$")
}

// governs takes sources that are named right below the heading of a section: they are for what
// follows in it. The note's own stand beside them.
func (r *reader) governs(cites []Cite) bool {
	n := len(r.note.Claims)
	if r.heading < 0 || r.note.Headings[r.heading].Level < 2 || r.sources > 0 || r.referring || r.section != n || n > 0 && r.note.Claims[n-1].Heading == r.heading {
		return false
	}
	if r.governed == nil {
		r.governed = map[int][]Cite{}
	}
	cites = withScope(cites, ScopeSection)
	if slices.ContainsFunc(cites, func(c Cite) bool { return inSources(c.Target) && !strings.Contains(c.Target, "://") }) { // the page, and what is kept of it
		cites = slices.DeleteFunc(cites, func(c Cite) bool { return strings.Contains(c.Target, "://") })
	}
	r.governed[r.heading] = append(r.governed[r.heading], cites...)
	return true
}

// over are the sources of the section that a claim stands in, or of the nearest that holds it.
func (r *reader) over(c *Claim) []Cite {
	level := 7
	for h := c.Heading; h >= 0 && len(r.governed) > 0; h-- {
		if at := r.note.Headings[h].Level; at < level {
			if level = at; r.governed[h] != nil {
				return r.governed[h]
			}
		}
	}
	return nil
}

// heads reports whether a line of sources stands at the head of the note: nothing but
// its title and a sentence or two, as a summary, is above.
func (r *reader) heads() bool {
	return len(r.note.Claims) <= 2 && !r.cited && r.above()
}
