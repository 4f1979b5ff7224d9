package markdown

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"assay/vault"
)

// Parse reads one Markdown file. It never fails: what is odd becomes a [vault.Problem].
//
// goldmark finds the blocks. The inline structure is read in one pass of our own,
// because claims and citations need exact byte ranges, which goldmark does not
// keep, and because formulas and comments may run across blocks.
func Parse(path string, file []byte, o Options) *Note {
	n := &Note{Path: path}
	r := reader{note: n, file: file, options: o}
	if len(file) > math.MaxInt32 {
		n.Problems = append(n.Problems, vault.Problem{Kind: "too-large", Text: "the file is larger than 2 GiB; only its beginning was read"})
		file = file[:math.MaxInt32]
		r.file = file
	}
	r.frontmatter()
	r.body()
	n.Title = r.title()
	r.finish()
	r.encoding()
	return n
}

// encoding says where the file is not UTF-8. Such bytes are kept and read as they
// stand; a name or a quotation with one in it is found nowhere else.
func (r *reader) encoding() {
	if utf8.Valid(r.file) {
		return
	}
	first, count := -1, 0
	for at, c := range string(r.file) {
		if c == utf8.RuneError && !bytes.HasPrefix(r.file[at:], []byte("\uFFFD")) {
			if count++; first < 0 {
				first = at
			}
		}
	}
	text := "a byte is not UTF-8"
	if count > 1 {
		text = fmt.Sprintf("%d bytes are not UTF-8, from here on", count)
	}
	r.problem("invalid-utf8", first, first+1, text)
}

// reader holds what is known while one file is read.
type reader struct {
	note    *Note
	file    []byte
	options Options
	prose   prose
	env     scanEnv
	skip    int // all before it is comment, formula or done with

	heading   int               // index of the nearest heading, or -1
	exempt    int               // level of the heading that exempts what follows, 0 for none
	sources   int               // level of the heading of a list of citations, 0 for none
	referring bool              // the heading is one of references
	notes     map[string][]Cite // what the definitions of footnotes cite; nothing where one explains
	endLinks  []Link            // of the footnotes' definitions
	section   int               // first claim that a marker standing alone may cover
	covers    int               // markers that stood alone
	cited     bool              // a marker stood in the text
	noteCites []Cite            // of the frontmatter
	byID      map[string]Cite   // its sources that have ids
	listCites []Cite            // of a header line or a closing list
	origins   []Cite            // of other keys of the frontmatter
	mentioned map[int][]Cite    // what a claim mentions, by its number
	governed  map[int][]Cite    // what is named right below a heading, by its number
	led       map[int][]Cite    // what the sentence cites that leads in the list of a claim, by its number
	pointers  []pointer
	listLevel int // level of the heading above the pointers
	h1        string
	spans     [][2]int // of the sentences of the block, used again
	lastBlock int      // first claim of the block before, for an anchor standing alone

	headed             bool // something follows the paragraph within the block that holds it
	instructs          bool // the note tells agents what to do: it holds no claims
	items, linkedItems int  // list items and table rows; those that begin with a link
}

// blocks is goldmark with the block structure that Obsidian knows and no inline
// parsers. It is safe for concurrent use.
var blocks = parser.NewParser(
	parser.WithBlockParsers(
		util.Prioritized(parser.NewSetextHeadingParser(), 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(parser.NewHTMLBlockParser(), 900),
		util.Prioritized(definitionParser{}, 999),
		util.Prioritized(paragraphParser{parser.NewParagraphParser()}, 1000),
	),
	parser.WithParagraphTransformers(
		util.Prioritized(parser.LinkReferenceParagraphTransformer, 100),
		util.Prioritized(extension.NewTableParagraphTransformer(), 200),
		util.Prioritized(leafTransformer{}, 999),
	),
)

// body reads what follows the frontmatter.
func (r *reader) body() {
	r.env = scanEnv{file: r.file, skip: &r.skip}
	src := r.frontAgain(r.guard(r.file[r.note.BodyStart:]))
	r.env.numbered = numberedList(src)
	pc := parser.NewContext()
	root := blocks.Parse(text.NewReader(src), parser.WithContext(pc))
	r.heading = -1
	if len(pc.References()) > 0 {
		r.env.ref = func(label []byte) ([]byte, bool) {
			if len(label) == 0 || label[0] == '^' {
				return nil, false
			}
			ref, ok := pc.Reference(util.ToLinkReference(label))
			if !ok {
				return nil, false
			}
			return ref.Destination(), true
		}
	}
	if bytes.Contains(src[:min(len(src), 2048)], []byte("<!-- assay:generated")) {
		r.note.Meta.Generated = true
	}
	if defs, ok := pc.Get(definitionsKey).([]*definitionNode); ok {
		r.definitions(defs)
	}
	r.instructs = Instructs(r.note.Path)
	r.children(root, setting{})
}

// guard returns a copy of the body as goldmark can read it in linear time, with the same
// offsets: lone CR becomes LF, and quote and list markers beyond any sane depth
// become blanks.
func (r *reader) guard(body []byte) []byte {
	body = bytes.Clone(body)
	for i, c := range body {
		if c == '\r' && (i+1 == len(body) || body[i+1] != '\n') {
			body[i] = '\n'
		}
	}
	for start := 0; start < len(body); {
		end, next := cutLine(body, start)
		if end-start > maxNesting {
			depth := 0
			for i := start; i < end; i++ {
				c := body[i]
				if c == ' ' || c == '\t' {
					if depth == 0 && i-start > maxIndent {
						depth = maxNesting + 1
					}
					continue
				}
				if c >= '0' && c <= '9' {
					continue
				}
				bullet := c == '>' || (c == '-' || c == '+' || c == '*') && i+1 < end && (body[i+1] == ' ' || body[i+1] == '\t')
				number := (c == '.' || c == ')') && i > start && body[i-1] >= '0' && body[i-1] <= '9' && i+1 < end && body[i+1] == ' '
				if !bullet && !number {
					break
				}
				if depth++; depth > maxNesting {
					body[i] = ' '
				}
			}
			if depth > maxNesting {
				at := r.note.BodyStart + start
				r.problem("too-deep", at, at+1, "quotes or lists are nested too deep; the innermost are read as text")
			}
		}
		start = next
	}
	return body
}

const (
	maxNesting = 64  // levels of quotes and lists; people stay below ten
	maxIndent  = 512 // columns; goldmark walks every open level at every line
)

func (r *reader) problem(kind string, start, end int, text string) {
	if len(r.note.Problems) < maxProblems {
		r.note.Problems = append(r.note.Problems, vault.Problem{Kind: kind, Start: start, End: end, Text: text})
	}
}

// maxProblems keeps a hostile file from filling memory with complaints.
const maxProblems = 1000

func (r *reader) title() string {
	base := path.Base(r.note.Path)
	return cmp.Or(r.note.Meta.Title, r.h1, strings.TrimSuffix(base, path.Ext(base)))
}

func (r *reader) finish() {
	n := r.note
	n.Meta.Tags = unique(n.Meta.Tags)
	// Footnotes are read first, and goldmark can put a table before the heading
	// above it.
	n.Links = append(n.Links, r.endLinks...)
	slices.SortStableFunc(n.Links, func(a, b Link) int { return a.Start - b.Start })
	r.citeClaims()
	slices.SortStableFunc(n.Claims, func(a, b Claim) int { return a.Start - b.Start })
}

func unique(list []string) []string {
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(list, func(s string) bool {
		again := seen[s]
		seen[s] = true
		return again
	})
}

// read gives the bytes of a block's lines, to be scanned.
func (r *reader) read(lines *text.Segments) []byte {
	p := &r.prose
	p.places, p.buf = p.places[:0], p.buf[:0]
	for _, l := range lines.Sliced(0, lines.Len()) {
		start := r.note.BodyStart + l.Start
		line := r.file[start:max(start, r.note.BodyStart+l.Stop)]
		p.lie(start, len(line))
		p.buf = append(p.buf, line...)
	}
	return p.buf
}

// scanAt reads bytes that stand in the file in one piece, at start.
func (r *reader) scanAt(start int, src []byte, env scanEnv) *prose {
	p := &r.prose
	p.reset()
	p.lie(start, len(src))
	p.scan(src, env)
	return p
}

// leaf is a finished paragraph. It is raw to goldmark, which therefore leaves the
// text inside it alone: reading that is our work, and doing it twice would cost as
// much as everything else.
type leaf struct{ ast.BaseBlock }

var kindLeaf = ast.NewNodeKind("AssayLeaf")

func (n *leaf) Kind() ast.NodeKind            { return kindLeaf }
func (n *leaf) IsRaw() bool                   { return true }
func (n *leaf) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// paragraphParser is goldmark's, and remembers a paragraph that is closed before
// the transformers see it: the text of a heading underlined on its next line, which
// must stay a paragraph for goldmark to find.
type paragraphParser struct{ parser.BlockParser }

var underlinedKey = parser.NewContextKey()

func (p paragraphParser) Close(node ast.Node, reader text.Reader, pc parser.Context) {
	p.BlockParser.Close(node, reader, pc)
	pc.Set(underlinedKey, node)
}

// leafTransformer runs after those that take definitions and tables out of a
// paragraph, and turns what is left into a leaf.
type leafTransformer struct{}

func (leafTransformer) Transform(node *ast.Paragraph, _ text.Reader, pc parser.Context) {
	if pc.Get(underlinedKey) == ast.Node(node) {
		pc.Set(underlinedKey, nil)
		return
	}
	n := &leaf{}
	n.SetLines(node.Lines())
	n.SetPos(node.Pos())
	n.SetBlankPreviousLines(node.HasBlankPreviousLines())
	node.Parent().ReplaceChild(node.Parent(), node, n)
}
