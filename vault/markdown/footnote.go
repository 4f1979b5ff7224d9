package markdown

import (
	"bytes"
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// definitionNode is [^label]: text in goldmark's tree. goldmark's own extension
// drops definitions that nothing refers to and keeps no positions.
type definitionNode struct {
	ast.BaseBlock
	label string
	text  int // where its text begins, in the body
}

var kindDefinition = ast.NewNodeKind("AssayFootnoteDefinition")

func (n *definitionNode) Kind() ast.NodeKind            { return kindDefinition }
func (n *definitionNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

var definitionsKey = parser.NewContextKey()

type definitionParser struct{}

func (definitionParser) Trigger() []byte { return []byte{'['} }

func (definitionParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	pos := pc.BlockOffset()
	if pos < 0 {
		return nil, parser.NoChildren
	}
	m := footnoteLabel().FindSubmatch(line[pos:])
	if m == nil || !bytes.HasPrefix(line[pos+len(m[0]):], []byte(":")) {
		return nil, parser.NoChildren
	}
	next := pos + len(m[0]) + 1
	n := &definitionNode{label: string(m[1]), text: segment.Start + next - segment.Padding}
	list, _ := pc.Get(definitionsKey).([]*definitionNode)
	pc.Set(definitionsKey, append(list, n))
	reader.AdvanceAndSetPadding(next-segment.Padding, 0)
	return n, parser.HasChildren
}

func (definitionParser) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	line, _ := reader.PeekLine()
	if util.IsBlank(line) {
		return parser.Continue | parser.HasChildren
	}
	pos, padding := util.IndentPosition(line, reader.LineOffset(), 4)
	if pos < 0 {
		return parser.Close
	}
	reader.AdvanceAndSetPadding(pos, padding)
	return parser.Continue | parser.HasChildren
}

func (definitionParser) Close(ast.Node, text.Reader, parser.Context) {}
func (definitionParser) CanInterruptParagraph() bool                 { return true }
func (definitionParser) CanAcceptIndentedLine() bool                 { return false }

// definitions reads the footnotes before the text that refers to them.
func (r *reader) definitions(defs []*definitionNode) {
	r.notes = make(map[string][]Cite, len(defs))
	links := r.note.Links
	r.note.Links = nil
	for _, d := range defs {
		base := r.note.BodyStart
		start := base + max(d.Pos(), 0)
		text := min(base+d.text, len(r.file))
		end := max(r.lastLine(d), text)
		if k := bytes.IndexByte(r.file[end-1:], '\n'); k >= 0 {
			end += k
		} else {
			end = len(r.file)
		}
		body := r.file[text:max(text, end)]
		f := Footnote{d.label, strings.ToValidUTF8(string(bytes.TrimSpace(body)), "\uFFFD"), start, end}
		r.note.Footnotes = append(r.note.Footnotes, f)
		env := r.env
		env.plain, env.skip = true, new(int)
		p := r.scanAt(text, body, env)
		r.keep()
		key := footnoteKey(d.label)
		if _, ok := r.notes[key]; ok {
			r.problem("footnote-duplicate", start, end, "the footnote ["+"^"+d.label+"] is defined twice; the first counts")
			continue
		}
		r.notes[key] = r.defined(f, p)
	}
	r.endLinks, r.note.Links = r.note.Links, links // most often they stand at the end of the note
}

func footnoteKey(label string) string { return strings.ToLower(foldSpace(label)) }

// lastLine is the end of the last line in a block's tree.
func (r *reader) lastLine(n ast.Node) int {
	end := 0
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		end = max(end, r.lastLine(c))
	}
	if n.Type() == ast.TypeBlock && n.Lines() != nil && n.Lines().Len() > 0 {
		end = max(end, r.note.BodyStart+n.Lines().At(n.Lines().Len()-1).Stop)
	}
	return end
}

var (
	sectionMark = lazily(`§\s*(?:["“「]([^"”」\n]+)["”」]|([^\s,;—–]+))`)
	lineMark    = lazily(`(?:^|[\s,;(])(?:L|lines? |ll?\. ?)(\d+)(?:\s*[-–]\s*L?(\d+))?`)
)

// defined is what a definition cites.
func (r *reader) defined(f Footnote, p *prose) []Cite {
	text := f.Text
	if strings.HasPrefix(strings.ToLower(f.Label), "chk-") {
		c := Cite{Form: CiteChunk, Target: strings.ToLower(f.Label), Label: f.Label, Quote: quoteOf(text)}
		for _, l := range p.links {
			if !l.URL && !l.Embed {
				c.Anchor = l.Target
				break
			}
		}
		return []Cite{c}
	}
	section := ""
	rest := text
	if m := sectionMark().FindStringSubmatchIndex(text); m != nil {
		for g := 2; g <= 4; g += 2 {
			if m[g] >= 0 {
				section = strings.TrimSpace(text[m[g]:m[g+1]])
			}
		}
		rest = text[:m[0]] + text[m[1]:]
	}
	from, to := 0, 0
	if m := lineMark().FindStringSubmatch(rest); m != nil {
		from, to = lineNumbers(m[1], m[2])
	}
	quote := quoteOf(rest)
	var cites []Cite
	add := func(c Cite) {
		c.Form, c.Label = CiteFootnote, f.Label
		c.Anchor = cmp.Or(c.Anchor, section)
		if c.FromLine == 0 {
			c.FromLine, c.ToLine = from, to
		}
		c.Quote = quote
		cites = append(cites, c)
	}
	// A definition that is prose may link to other notes of the wiki in passing.
	passing := p.words > fewWords && !(len(p.atoms) > 0 && p.atoms[0].from <= firstLetter(p.text))
	for _, l := range p.links {
		if !l.URL && !l.Embed && !(passing && navigates(l)) {
			add(linkCite(l))
		}
	}
	if len(cites) == 0 {
		for _, l := range p.links {
			if l.URL && citable(l) {
				add(linkCite(l))
			}
		}
	}
	if len(cites) == 0 {
		for _, path := range pathsOf(text) {
			if c := ReadTarget(path); citablePath(c.Target) {
				add(c)
			}
		}
	}
	if len(cites) == 0 { // a path further back, into a folder of originals
		p.mentions()
		for _, m := range p.maybe {
			add(m.cite)
		}
	}
	return cites
}

// fewWords around a link say what it is, as in "Source: [[page]], 2019", and no more.
const fewWords = 4

// firstLetter is where the first letter or digit of text stands.
func firstLetter(text []byte) int {
	if i := bytes.IndexFunc(text, inWord); i >= 0 {
		return i
	}
	return len(text)
}

// quoteOf is the longest quotation of three words or more in s.
func quoteOf(s string) string {
	best, from := "", -1 // where a quotation begins
	for i, r := range s {
		switch r {
		case '"', '“', '”', '「', '」':
		default:
			continue
		}
		switch {
		case from >= 0 && r != '“' && r != '「' && utf8.RuneCountInString(s[from:i]) >= 8:
			if q := foldSpace(s[from:i]); len(q) > len(best) && (strings.Count(q, " ") >= 2 || utf8.RuneCountInString(q) < len(q)) {
				best = q
			}
			from = -1
		case r == '”' || r == '」':
			from = -1
		default:
			from = i + utf8.RuneLen(r)
		}
	}
	return best
}

// pathsOf finds file paths at the head of a definition, bare or in backticks.
func pathsOf(s string) []string {
	head := s
	if k := strings.IndexAny(head, "§—–\n"); k >= 0 {
		head = head[:k]
	}
	if k := strings.IndexByte(head, ':'); k > 0 && sourceWords[strings.ToLower(strings.TrimSpace(head[:k]))] {
		head = head[k+1:]
	}
	var out []string
	for _, part := range splitTargets(head) {
		if strings.HasPrefix(part, "`") {
			if k := strings.IndexByte(part[1:], '`'); k > 0 && fileLike(part[1:1+k]) {
				out = append(out, part[1:1+k])
				continue
			}
		}
		if isPath(part) {
			out = append(out, part)
			continue
		}
		if w, _, _ := strings.Cut(part, " "); isPath(w) {
			out = append(out, w)
		}
	}
	return out
}

// isPath is fileLike, for words that stand in prose: "e.g" and "v1.x" are none.
func isPath(s string) bool {
	s = strings.TrimRight(s, ".,;")
	if m := lineSuffix().FindStringSubmatch(s); m != nil {
		s = m[1]
	}
	if !fileLike(s) {
		return false
	}
	if strings.Contains(s, "/") {
		return !strings.Contains(s, " ") || ending(s) != ""
	}
	return textFiles[strings.ToLower(ending(s))] && strings.Count(s, " ") < 8
}

var textFiles = set("md", "markdown", "txt", "html", "htm", "pdf", "wiki", "org", "rst", "tex", "adoc", "csv", "tsv", "json", "jsonl", "yaml", "yml", "toml", "xml", "epub", "docx",
	"go", "py", "js", "ts", "rs", "c", "h", "cc", "cpp", "java", "rb", "sh", "sql", "proto", "vtt", "srt", "ipynb")
