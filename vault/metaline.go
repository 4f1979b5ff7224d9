package vault

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// metaLines finds lines such as "**Status**: draft" or "key:: value". Each is cut
// off from its neighbours and is no claim.
func (r *reader) metaLines() (cuts []int, lines [][2]int) {
	p := &r.prose
	for i, from := range p.lines {
		to := len(p.text)
		if i+1 < len(p.lines) {
			to = p.lines[i+1]
		}
		if from >= to || !metaLine(p.text[from:to]) {
			continue
		}
		cuts = append(cuts, from, to)
		lines = append(lines, [2]int{from, to})
	}
	return cuts, lines
}

func metaLine(line []byte) bool {
	k := colon(line)
	if k <= 0 {
		return false
	}
	if bytes.HasPrefix(line[k:], []byte("::")) && bytes.IndexByte(line[:k], '.') < 0 {
		return true
	}
	return metaKeys[strings.ToLower(string(bytes.Trim(line[:k], " \t([")))]
}

// colon is the place of the first colon near the beginning of a line, or -1.
func colon(line []byte) int {
	line = line[:min(len(line), 48)]
	k := bytes.IndexByte(line, ':')
	if k >= 0 {
		line = line[:k]
	}
	if w := bytes.IndexByte(line, 0xef); w >= 0 {
		if w := bytes.Index(line, []byte("：")); w >= 0 {
			return w
		}
	}
	return k
}

var metaKeys = set("source", "sources", "status", "date", "author", "authors", "tag", "tags", "created", "updated", "last updated", "modified", "url", "link", "links", "related", "type", "category",
	"categories", "topic", "topics", "license", "licence", "isbn", "doi", "published", "publisher", "reference", "references", "see also", "keywords", "aliases", "alias", "up", "parent", "next", "previous", "prev",
	"version", "confidence", "language", "title", "aka", "website", "homepage", "repo", "repository", "github", "wikipedia", "read more", "further reading", "id", "stage", "owner", "reviewed", "last reviewed", "raw", "file", "files", "path",
	"来源", "作者", "标签", "日期", "链接", "状态", "上级", "关键词", "出典", "相关", "相关笔记", "参考", "创建时间", "更新时间", "时间", "原文", "原文链接", "标题", "分类", "关联", "作成日", "更新日", "タグ", "参考文献", "著者", "リンク")

// sourceLine reads a block such as "**Sources**: `raw/a.md`, [b](raw/b.md)": before
// the first claim it holds for the page, later for what stands before it.
func (r *reader) sourceLine(meta [][2]int) bool {
	p := &r.prose
	var cites []Cite
	for _, m := range meta {
		line := p.text[m[0]:m[1]]
		k := colon(line)
		key := strings.ToLower(string(bytes.Trim(line[:max(k, 0)], " ([")))
		if k < 0 || !sourceWords[key] {
			continue
		}
		_, w := utf8.DecodeRune(line[k:])
		found := false
		words, _ := p.content([2]int{m[0] + k + w, m[1]})
		for _, l := range p.links {
			if p.at(m[0]) <= l.Start && l.Start <= p.at(m[1]-1) && citable(l) && !(words > fewWords && navigates(l)) {
				c := linkCite(l)
				cites = append(cites, c)
				found = true
			}
		}
		for _, a := range p.atoms {
			if a.kind == atomCode && a.from >= m[0] && a.to <= m[1] {
				c := fileCite(string(p.text[a.from:a.to]))
				c.Form, c.Start, c.End = CiteMeta, a.start, a.end
				cites = append(cites, c)
				found = true
			}
		}
		if !found {
			for _, part := range splitTargets(string(bytes.TrimLeft(line[k+w:], ": "))) {
				if isPath(part) {
					c := fileCite(part)
					c.Form, c.Start, c.End = CiteMeta, p.at(m[0]), p.at(m[1]-1)+1
					cites = append(cites, c)
				}
			}
		}
	}
	if len(cites) == 0 {
		return false
	}
	if len(r.taken) == 0 || r.heads() {
		r.listCites = append(r.listCites, withScope(cites, ScopeNote)...)
	} else {
		r.cover(cites)
	}
	return len(meta) == len(p.lines)
}

// heads reports whether a line of sources stands at the head of the note: nothing but
// its title and a sentence or two, as a summary, is above.
func (r *reader) heads() bool {
	if len(r.taken) > 2 || len(r.groups) > 0 {
		return false
	}
	for _, h := range r.note.Headings {
		if h.Level > 1 {
			return false
		}
	}
	return true
}
