package markdown

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"assay/vault"
)

// setting is what a block inherits from the blocks around it.
type setting struct {
	kind  ClaimKind
	lead  []string // see Claim.Lead
	cites []Cite   // of the sentence that leads in a list or table: for what there cites nothing itself
	quiet bool     // nothing in it is a claim: an opinion, a question
	apart bool     // it is set apart as a quotation: of that only what stands in quotation marks, with its source, is a claim
	item  bool     // the first block of a list item, where a task box may stand
}

func (r *reader) children(n ast.Node, c setting) {
	for b := n.FirstChild(); b != nil; b = b.NextSibling() {
		r.block(b, c)
		c.item = false
	}
}

func (r *reader) block(n ast.Node, c setting) {
	switch n.Kind() {
	case ast.KindHeading:
		r.headingBlock(n.(*ast.Heading))
	case kindLeaf, ast.KindParagraph, ast.KindTextBlock:
		r.paragraph(n, c)
	case ast.KindBlockquote:
		r.quote(n, r.ledIn(n, c))
	case ast.KindList:
		c = r.ledIn(n, c)
		if c.kind == Sentence {
			c.kind = ListItem
		}
		r.children(n, c)
	case ast.KindListItem:
		c.item = true
		r.children(n, c)
	case extast.KindTable:
		r.table(n, c)
	case ast.KindCodeBlock, ast.KindFencedCodeBlock:
		r.lastBlock = len(r.note.Claims)
		r.unclosed(n)
	case ast.KindHTMLBlock, ast.KindThematicBreak:
		r.lastBlock = len(r.note.Claims)
		if n.Kind() == ast.KindHTMLBlock {
			r.prose.reset()
			src := r.read(n.Lines())
			r.thought(src)
			r.unparsed(src)
		}
	case kindDefinition:
	default:
		r.children(n, c)
	}
}

// unclosed notes a fence that runs to the end of the file.
func (r *reader) unclosed(n ast.Node) {
	f, ok := n.(*ast.FencedCodeBlock)
	if !ok || n.NextSibling() != nil || n.Parent().Kind() != ast.KindDocument {
		return
	}
	start := r.note.BodyStart + max(f.Pos(), 0)
	tail := bytes.TrimRight(r.file, " \t\r\n")
	last := bytes.LastIndexAny(tail, "\r\n") + 1
	line := bytes.TrimLeft(tail[last:], " ")
	if last > start && (bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~"))) {
		return
	}
	r.problem("fence-unclosed", start, min(len(r.file), start+3), "the code fence is not closed")
}

func (r *reader) headingBlock(h *ast.Heading) {
	p := &r.prose
	p.reset()
	src := r.read(h.Lines())
	if len(src) == 0 && (h.Pos() < 0 || r.note.BodyStart+h.Pos() < r.skip) {
		return
	}
	start := min(r.note.BodyStart+max(h.Pos(), 0), len(r.file))
	end := start
	if len(src) > 0 {
		end = p.fileEnd(len(bytes.TrimRight(src, " \t\r\n")))
		start = headingStart(r.file, p.file(0))
	}
	if start < r.skip {
		return
	}
	src = r.anchor(src)
	end = max(end, lineEndAt(r.file, start, end))
	r.note.Headings = append(r.note.Headings, Heading{h.Level, foldSpace(strings.ToValidUTF8(string(src), "\uFFFD")), start, end})
	r.heading = len(r.note.Headings) - 1
	env := r.env
	env.plain = true
	p.scan(src, env)
	r.keep()
	if bytes.Contains(src, []byte("[^")) || bytes.Contains(src, []byte("^[")) { // no marker is read there
		r.note.Ungraded.Titles++
	}
	plain := foldText(p.text)
	if h.Level == 1 && r.h1 == "" {
		r.h1 = plain
	}
	r.enter(h.Level, plain)
	r.section = len(r.note.Claims)
	r.lastBlock = len(r.note.Claims)
}

// headingStart goes back from a heading's text over its number signs, if it has any;
// goldmark's own position is off where a tab stands before them.
func headingStart(file []byte, text int) int {
	before := bytes.TrimRight(file[:text], " \t")
	if signs := bytes.TrimRight(before, "#"); len(signs) < len(before) {
		return len(signs)
	}
	return text
}

// lineEndAt is the end of the text of the line or lines of a heading, so that
// closing number signs belong to it.
func lineEndAt(file []byte, start, end int) int {
	end, _ = cutLine(file, end)
	return start + len(bytes.TrimRight(file[start:end], " \t"))
}

// enter opens the section of a heading.
func (r *reader) enter(level int, text string) {
	if r.exempt > 0 && level <= r.exempt {
		r.exempt = 0
	}
	if r.sources > 0 && level <= r.sources {
		r.sources = 0
	}
	name := strings.ToLower(strings.TrimSpace(strings.Trim(text, " :：*_#")))
	r.referring = referenceLists[name]
	r.prose.related = slices.ContainsFunc(relatedWords[:], func(w string) bool { return strings.HasPrefix(name, w) })
	if citationLists[name] {
		if r.sources == 0 {
			r.sources = level
		}
	} else if level <= r.listLevel && !endMatter(name) {
		r.pointers = nil // the list did not close the note
	}
	if r.exempt > 0 {
		return
	}
	if citationLists[name] || pagesUpdated().MatchString(name) {
		r.exempt = level
		return
	}
	folded := strings.ToLower(vault.FoldName(name))
	for _, e := range r.options.ExemptSections {
		e = strings.ToLower(vault.FoldName(strings.TrimSpace(e)))
		if rest, ok := strings.CutPrefix(folded, e); ok && (rest == "" || strings.Contains(e, " ") && addition().MatchString(rest)) {
			r.exempt = level
			return
		}
	}
}

// pagesUpdated are headings of what became of other pages as this one was written.
var pagesUpdated = lazily(`\bpages? (?:(?:that )?this )?(?:created|updated|touched|changed)\b|\bwhat this (?:source )?updated?s?\b|^(?:updated|created|touched|changed) (?:pages|notes)\b|\bwiki (?:pages )?updates?$|^更新的?页面`)

// addition is what may stand behind the name of a section that is exempt, if that has more than one
// word: "Open questions / to clarify". "References and borrowing" is a subject of its own.
var addition = lazily(`^ *[/&:(,–—-]|^ (?:and|or) `)

// endMatter reports a heading that may follow a closing list of sources.
func endMatter(name string) bool {
	return slices.ContainsFunc(endWords, func(w string) bool { return strings.HasPrefix(name, w) })
}

var endWords = []string{"see also", "related", "link", "backlink", "reference", "further reading", "external", "note", "footnote", "bibliograph", "citation", "source", "change", "history", "open question", "question", "gap", "todo", "metadata", "tags",
	"参见", "另见", "相关", "参考", "引用", "延伸", "脚注", "注释", "链接", "反向链接", "更新", "問題", "问题", "関連", "参照", "脚注", "注", "リンク", "更新履歴"}

// relatedWords begin headings of lists of other pages.
var relatedWords = [...]string{"related", "see also", "cross-reference", "cross reference", "相关", "相關", "关联", "交叉引用", "参见", "另见", "関連", "관련",
	"verwandte", "siehe auch", "voir aussi", "pages liées", "articles liés", "articoli correlati", "pagine correlate", "vedi anche", "véase también", "páginas relacionadas", "artículos relacionados", "notas relacionadas", "veja também", "ver também", "см. также", "связанные"}

// citationLists are headings of lists that say what the page rests on.
var citationLists = set("citations", "sources", "source", "source files", "relevant source files", "source material", "raw sources", "来源", "资料来源", "引用来源", "参考来源", "参考资料", "出典", "情報源",
	"출처", "출처 목록", "quellen", "fuentes", "fonti", "fontes", "bronnen", "kilder", "källor", "lähteet", "źródła", "zdroje", "kaynaklar", "nguồn", "nguồn tham khảo", "tài liệu tham khảo", "sumber", "источники", "материалы и источники", "источники и материалы", "джерела", "πηγές", "المصادر", "מקורות")

// anchor takes the block id off the end of a block's bytes.
func (r *reader) anchor(src []byte) []byte {
	p := &r.prose
	text := bytes.TrimRight(src, " \t\r\n")
	end, i := len(text), len(bytes.TrimRight(text, asciiLetters+asciiDigits+"-"))-1
	if i < 0 || i+1 == end || src[i] != '^' || i > 0 && src[i-1] != ' ' && src[i-1] != '\t' && src[i-1] != '\n' {
		return src
	}
	p.blockID = BlockID{string(src[i+1 : end]), p.file(i), p.fileEnd(end)}
	if p.blockID.Start < r.skip {
		p.blockID = BlockID{}
		return src
	}
	r.note.Blocks = append(r.note.Blocks, p.blockID)
	return src[:i]
}

// keep moves what the scan found into the note.
func (r *reader) keep() {
	p := &r.prose
	n := r.note
	n.Links = append(n.Links, p.links...)
	n.Meta.Tags = append(n.Meta.Tags, p.tags...)
	for _, q := range p.problems {
		r.problem(q.Kind, q.Start, q.End, q.Text)
	}
}

// thought passes over what a language model wrote for itself before it wrote the page, between tags
// that its tool left in.
func (r *reader) thought(src []byte) {
	if m := thinking().FindSubmatch(src); m != nil {
		at := r.prose.file(0)
		if end := bytes.Index(r.file[at:], append(append([]byte("</"), m[1]...), '>')); end >= 0 {
			r.skip = max(r.skip, at+end+len(m[1])+3)
		}
	}
}

var thinking = lazily(`^\s*<(think|thinking|scratchpad)>`)

func (r *reader) paragraph(n ast.Node, c setting) {
	p := &r.prose
	p.reset()
	src := r.read(n.Lines())
	if len(src) == 0 {
		return
	}
	r.thought(src)
	if p.fileEnd(len(src)) <= r.skip {
		return
	}
	task := false
	if c.item {
		src, task = r.task(src)
	}
	src = r.anchor(src)
	first := len(r.note.Claims)
	p.scan(src, r.env)
	r.keep()
	r.note.Words += p.words
	if len(bytes.TrimSpace(p.text)) == 0 && len(p.marks) == 0 && p.blockID.ID != "" && len(p.links) == 0 {
		r.anchorAbove(p.blockID.ID)
		return
	}
	if task || r.referring && len(r.env.numbered) > 0 { // an entry that the text cites by its number
		c.quiet = true
	}
	r.spans = r.spans[:0]
	r.headed = n.NextSibling() != nil
	r.cut(c)
	r.lastBlock = first
}

// anchorAbove gives an anchor that stands alone to the block before it.
func (r *reader) anchorAbove(id string) {
	for i := r.lastBlock; i < len(r.note.Claims); i++ {
		if r.note.Claims[i].BlockID == "" {
			r.note.Claims[i].BlockID = id
		}
	}
}

var taskBox = lazily(`^\[(?s:[^\]])\](?:[ \t\n]|$)`)

// task takes a task's box off its text; one marked '?' is a question.
func (r *reader) task(src []byte) ([]byte, bool) {
	box := taskBox().Find(src)
	if box == nil {
		return src, false
	}
	k := bytes.IndexByte(box, ']')
	p := &r.prose
	if src[1] == '?' {
		text := bytes.TrimSpace(src[k+1:])
		start := p.file(0)
		r.note.Questions = append(r.note.Questions, Question{NormalizeClaim(string(text)), start, p.fileEnd(len(bytes.TrimRight(src, " \t\r\n")))})
	}
	p.places = p.places[k+1:]
	return src[k+1:], true
}

func (r *reader) table(n ast.Node, c setting) {
	c = r.ledIn(n, c)
	c.kind = TableRow
	r.lastBlock = len(r.note.Claims)
	t := tableHead{}
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		p := &r.prose
		p.reset()
		cells, column := 0, -1
		t.begin(row.Kind() == extast.KindTableHeader)
		var anchor string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			column++
			src := r.read(cell.Lines())
			if len(src) == 0 {
				continue
			}
			if p.fileEnd(len(src)) <= r.skip {
				continue
			}
			if row.Kind() != extast.KindTableHeader && cells == 0 && len(src) > 1 && src[0] == '^' {
				if rest := r.anchor(src); len(rest) == 0 { // GFM reads the line below a table as its row
					anchor = p.blockID.ID
					continue
				}
			}
			before := *p
			if cells > 0 && len(p.text) > 0 {
				sep := "; "
				if cells == 1 {
					sep = ": "
				}
				if stop, _ := terminator(bytes.TrimRight(p.text, " ")); stop != 0 {
					sep = " "
				}
				p.trimSpace()
				p.emitAs(sep, 0)
			}
			from := len(p.text)
			p.scan(src, r.env)
			if t.sourceColumn(column) && t.cites(p, from, before) {
				t.cited++
				continue
			}
			t.cell(column, p, from)
			cells++
		}
		r.keep()
		r.note.Words += p.words
		if anchor != "" {
			r.anchorAbove(anchor)
			continue
		}
		if row.Kind() == extast.KindTableHeader {
			r.titled()
			continue
		}
		r.row(t.over(p, c))
	}
}

func (r *reader) quote(n ast.Node, c setting) {
	first := n.FirstChild()
	if first == nil {
		return
	}
	kind := ""
	if first.Kind() == kindLeaf && first.Lines().Len() > 0 {
		l := first.Lines().At(0)
		kind = calloutKind(r.file[r.note.BodyStart+l.Start : r.note.BodyStart+l.Stop])
	}
	start := len(r.note.Claims)
	if kind == "" {
		c.apart = true
		r.children(n, c)
		r.lastBlock = start
		return
	}
	c.kind = Callout
	switch kind {
	case "question", "todo", "help", "faq":
		c.quiet = true
		r.question(n)
	case "opinion", "quote", "cite":
		c.quiet = true
	}
	lines := first.Lines()
	r.calloutTitle(lines.At(0).Start, lines.At(0).Stop)
	if lines.Len() > 1 {
		lines.SetSliced(1, lines.Len())
		r.block(first, c)
	}
	for b := first.NextSibling(); b != nil; b = b.NextSibling() {
		r.block(b, c)
	}
	r.lastBlock = start
}

// calloutKind is the type of a callout from the first line of its quote, or "".
func calloutKind(line []byte) string {
	m := calloutHead().FindSubmatch(line)
	if m == nil {
		return ""
	}
	return strings.ToLower(string(bytes.TrimSpace(m[1])))
}

var calloutHead = lazily(`^[ \t]*\[!([^\]|]+)[^\]]*\]`)

// calloutTitle reads the links of a callout's first line, which is no claim.
func (r *reader) calloutTitle(start, stop int) {
	base := r.note.BodyStart
	line := r.file[base+start : base+stop]
	k := bytes.IndexByte(line, ']')
	if k < 0 || base+start < r.skip {
		return
	}
	k++
	if k < len(line) && (line[k] == '+' || line[k] == '-') {
		k++
	}
	p := r.scanAt(base+start+k, line[k:], r.env)
	r.spans = r.spans[:0]
	r.keep()
	r.titled()
	r.note.Words += p.words
}

// question records a callout that asks.
func (r *reader) question(n ast.Node) {
	base := r.note.BodyStart
	start, end := -1, -1
	var text []byte
	ast.Walk(n, func(b ast.Node, entering bool) (ast.WalkStatus, error) { // it never fails
		if !entering || b.Type() != ast.TypeBlock || b.Lines() == nil {
			return ast.WalkContinue, nil
		}
		for _, l := range b.Lines().Sliced(0, b.Lines().Len()) {
			if start < 0 {
				start = base + l.Start
			}
			end = max(end, base+l.Stop)
			line := r.file[base+l.Start : base+l.Stop]
			if len(text) == 0 {
				if k := bytes.IndexByte(line, ']'); k >= 0 {
					line = bytes.TrimLeft(line[k+1:], "+-")
				}
			}
			text = append(append(text, bytes.TrimSpace(line)...), ' ')
		}
		return ast.WalkContinue, nil
	})
	if start < r.skip {
		return
	}
	end = start + len(bytes.TrimRight(r.file[start:end], "\r\n"))
	r.note.Questions = append(r.note.Questions, Question{NormalizeClaim(string(text)), start, end})
}
