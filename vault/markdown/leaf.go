package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

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

// referenceTransformer is goldmark's reader of link reference definitions, kept
// from paragraphs that cannot hold any.
type referenceTransformer struct{ parser.ParagraphTransformer }

func (t referenceTransformer) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, src := node.Lines(), reader.Source()
	if lines.Len() == 0 {
		return
	}
	first := bytes.TrimLeft(src[lines.At(0).Start:lines.At(0).Stop], " \t")
	if len(first) == 0 || first[0] != '[' {
		return
	}
	for i := 0; i < lines.Len(); i++ {
		if l := lines.At(i); bytes.Contains(src[l.Start:l.Stop], labelEnd) {
			t.ParagraphTransformer.Transform(node, reader, pc)
			return
		}
	}
}

var labelEnd = []byte("]:")
