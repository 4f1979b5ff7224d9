// Package lists reads claims with their evidence from YAML and JSON.
//
// A list becomes a note whose claims cite: the files of OpenWiki, and those of knowledge bases
// that people curate.
package lists

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"assay/vault"
	"assay/vault/markdown"
)

// Fields say under which keys a list has what. A mapping with a claim is one; its references are
// those that it has itself or in mappings within it, each with the snippet beside it.
type Fields struct{ Claim, Reference, Snippet string }

// Known are the fields of a list that a tool writes, which needs no setting.
func Known(name string) (Fields, bool) {
	if strings.Contains(name, ".claims/") && path.Ext(name) == ".json" { // of OpenWiki
		return Fields{Claim: "statement", Reference: "resource"}, true
	}
	return Fields{}, false
}

// IsData reports a file that may be a list.
func IsData(name string) bool {
	return slices.Contains([]string{".json", ".yaml", ".yml"}, strings.ToLower(path.Ext(name)))
}

// Parse reads a list as a note. It never fails: what is odd becomes a problem of the note.
func Parse(name string, text []byte, f Fields) *markdown.Note {
	r := reader{fields: f, lines: vault.NewLines(text), text: text,
		note: &markdown.Note{Path: name, Title: strings.TrimSuffix(path.Base(name), path.Ext(name))}}
	file, err := parse(text)
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		r.note.Problems = []vault.Problem{{Kind: "list-syntax", End: min(1, len(text)), Text: "the list cannot be read: " + first}}
		return r.note
	}
	for _, doc := range file.Docs {
		r.walk(doc.Body, nil, 0)
	}
	slices.SortStableFunc(r.note.Claims, func(a, b markdown.Claim) int { return a.Start - b.Start })
	return r.note
}

// maxList bounds what is given to a YAML decoder.
const maxList = 16 << 20

func parse(text []byte) (file *ast.File, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	if len(text) > maxList {
		return nil, fmt.Errorf("longer than %d bytes", maxList)
	}
	return parser.ParseBytes(text, 0)
}

type reader struct {
	note   *markdown.Note
	fields Fields
	text   []byte
	lines  vault.Lines
}

// walk finds the claims below a node. claim is the one that holds it.
func (r *reader) walk(n ast.Node, claim *markdown.Claim, depth int) {
	if depth > 100 {
		return
	}
	switch n := n.(type) {
	case *ast.SequenceNode:
		for _, item := range n.Values {
			r.walk(item, claim, depth+1)
		}
	case *ast.MappingNode:
		r.mapping(n.Values, claim, depth)
	case *ast.MappingValueNode:
		r.mapping([]*ast.MappingValueNode{n}, claim, depth)
	}
}

func (r *reader) mapping(values []*ast.MappingValueNode, claim *markdown.Claim, depth int) {
	own := find(values, r.fields.Claim)
	if text, ok := scalar(own); ok && strings.TrimSpace(text) != "" {
		claim = r.claim(text, own)
		defer func() { r.note.Claims = append(r.note.Claims, *claim) }()
	}
	if claim != nil {
		quote, _ := scalar(find(values, r.fields.Snippet))
		r.references(find(values, r.fields.Reference), claim, quote)
	}
	for _, v := range values {
		r.walk(v.Value, claim, depth+1)
	}
}

func (r *reader) claim(text string, at ast.Node) *markdown.Claim {
	c := &markdown.Claim{Text: markdown.NormalizeClaim(text), Heading: -1, Kind: markdown.ListItem}
	c.ID = markdown.NewClaimID(r.note.Path, c.Text)
	c.Start, c.End = r.span(at)
	r.note.Words += len(strings.Fields(c.Text))
	return c
}

// references are one, or several of a list.
func (r *reader) references(n ast.Node, claim *markdown.Claim, quote string) {
	if list, ok := n.(*ast.SequenceNode); ok {
		for _, item := range list.Values {
			r.references(item, claim, quote)
		}
		return
	}
	text, ok := scalar(n)
	if !ok {
		return
	}
	if c := markdown.ReadTarget(text); c.Target != "" {
		c.Form, c.Quote = markdown.CiteLink, strings.TrimSpace(quote)
		c.Start, c.End = r.span(n)
		claim.Cites = append(claim.Cites, c)
	}
}

func find(values []*ast.MappingValueNode, key string) ast.Node {
	for _, v := range values {
		if key != "" && v.Key.GetToken().Value == key {
			return v.Value
		}
	}
	return nil
}

func scalar(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// span is where a value stands: to its closing quote, or to the end of its line.
func (r *reader) span(n ast.Node) (start, end int) {
	at := n.GetToken().Position
	if at == nil || at.Line < 1 || at.Line > r.lines.Count() {
		return 0, 0
	}
	start, end = r.lines.Range(at.Line)
	end = start + len(bytes.TrimRight(r.text[start:end], " \t\r\n,"))
	for column := 1; column < at.Column && start < end; column++ {
		_, n := utf8.DecodeRune(r.text[start:])
		start += n
	}
	if start < end && r.text[start] == '"' {
		for i := start + 1; i < end; i++ {
			if r.text[i] == '\\' {
				i++
			} else if r.text[i] == '"' {
				return start, i + 1
			}
		}
	}
	return start, end
}
