package provenance

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"assay/vault"
)

// ParseSource reads a source.yaml. It never fails: what cannot be read is a problem
// at its place, and the rest is kept. Unknown keys are problems too, since the next
// printing would lose them.
func ParseSource(text []byte) (Source, []vault.Problem) {
	if s, ok := parsePrinted(string(text)); ok {
		return s, nil
	}
	p := sourceParser{text: text, lines: vault.NewLines(text)}
	p.read()
	return p.source, p.problems
}

// parsePrinted reads what [Source.Print] wrote, some fifty times as fast as a YAML
// parser: a source may have thousands of pages, and a check opens it every time.
// Anything else is not ok.
func parsePrinted(text string) (Source, bool) {
	var s Source
	at, indent := s.fields(), ""
	inPages, inList := false, false
	urls, keys := map[string]bool{}, map[string]bool{}
	for first := true; text != ""; first = false {
		line, rest, ended := strings.Cut(text, "\n")
		text = rest
		if !ended || first && line != "assay: "+sourceFormat {
			return Source{}, false
		}
		if !inPages && line == "pages:" {
			inPages = true
			continue
		}
		if !inPages && line == "boilerplate:" && len(s.Boilerplate) == 0 {
			inList = true
			continue
		}
		if item, ok := strings.CutPrefix(line, "  - "); ok && inList {
			var block string
			if json.Unmarshal([]byte(item), &block) != nil {
				return Source{}, false
			}
			s.Boilerplate = append(s.Boilerplate, block)
			continue
		}
		inList = false
		if inPages && strings.HasPrefix(line, `  "`) {
			var url string
			key, ok := strings.CutSuffix(line[2:], ":")
			if !ok || json.Unmarshal([]byte(key), &url) != nil || urls[url] {
				return Source{}, false
			}
			urls[url] = true
			clear(keys)
			s.Pages = append(s.Pages, Page{URL: url})
			at, indent = s.Pages[len(s.Pages)-1].fields(), "    "
			continue
		}
		if inPages && len(s.Pages) == 0 {
			return Source{}, false
		}
		key, value, ok := printedField(line, indent)
		if !ok || keys[key] {
			return Source{}, false
		}
		keys[key] = true
		if known, good := at.set(key, value); !known || !good {
			return Source{}, false
		}
	}
	return s, s.ID != ""
}

func printedField(line, indent string) (key, value string, ok bool) {
	line, ok = strings.CutPrefix(line, indent)
	if !ok || line == "" || line[0] == ' ' {
		return "", "", false
	}
	key, value, ok = strings.Cut(line, ": ")
	switch {
	case !ok:
		return "", "", false
	case key == "assay" && value == sourceFormat, key == "fixed" && value == "true":
		return key, value, true
	case len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"':
		return "", "", false
	case strings.IndexByte(value, '\\') < 0 && strings.IndexByte(value[1:len(value)-1], '"') < 0:
		return key, value[1 : len(value)-1], true
	}
	var s string
	if json.Unmarshal([]byte(value), &s) != nil {
		return "", "", false
	}
	return key, s, true
}

// sourceParser reads any other YAML, by hand-written or merged files.
type sourceParser struct {
	text     []byte
	lines    vault.Lines
	source   Source
	problems []vault.Problem
}

func (p *sourceParser) problem(line int, format string, args ...any) {
	start, end := p.lines.Range(max(line, 1))
	p.problems = append(p.problems, vault.Problem{Kind: "source-yaml", Start: start, End: end, Text: fmt.Sprintf(format, args...)})
}

func (p *sourceParser) read() {
	root, line, err := parseYAML(p.text)
	if err != nil {
		p.problem(line, "cannot be read as YAML: %v", err)
		return
	}
	if root == nil {
		p.problem(1, "describes no source")
		return
	}
	seen := map[string]bool{}
	for _, m := range mappingValues(root) {
		key, line := nodeText(m.Key), nodeLine(m.Key)
		if seen[key] {
			p.problem(line, "has the key %s twice", key)
			continue
		}
		seen[key] = true
		if key == "pages" {
			p.readPages(m.Value)
			continue
		}
		if list, ok := m.Value.(*ast.SequenceNode); ok && key == "boilerplate" {
			for _, item := range list.Values {
				p.source.Boilerplate = append(p.source.Boilerplate, nodeText(item))
			}
			continue
		}
		if _, scalar := m.Value.(ast.ScalarNode); !scalar {
			p.problem(line, "wants one value for %s", key)
			continue
		}
		p.report(key, line, nodeText(m.Value), p.source.fields())
	}
	if p.source.ID == "" {
		p.problem(1, "has no id")
	}
}

func (p *sourceParser) readPages(n ast.Node) {
	if _, null := n.(*ast.NullNode); null {
		return
	}
	values := mappingValues(n)
	if values == nil {
		p.problem(nodeLine(n), "wants pages to be a mapping from URL to page")
		return
	}
	seen := map[string]bool{}
	for _, m := range values {
		page := Page{URL: nodeText(m.Key)}
		if seen[page.URL] {
			p.problem(nodeLine(m.Key), "has the page %s twice", page.URL)
			continue
		}
		seen[page.URL] = true
		fields := mappingValues(m.Value)
		if fields == nil {
			p.problem(nodeLine(m.Key), "says nothing of the page %s", page.URL)
			continue
		}
		for _, f := range fields {
			p.report(nodeText(f.Key), nodeLine(f.Key), nodeText(f.Value), page.fields())
		}
		p.source.Pages = append(p.source.Pages, page)
	}
}

func (p *sourceParser) report(key string, line int, value string, of fields) {
	if value == "" {
		return
	}
	switch known, good := of.set(key, value); {
	case !known:
		p.problem(line, "has the key %s, which means nothing here", key)
	case !good:
		p.problem(line, "has a value of %s that cannot be read: %s", key, value)
	}
}

// parseYAML gives the document's root, or the line of what is wrong with it. The
// parser is not ours and its input may be hostile: a panic in it is a syntax error.
func parseYAML(text []byte) (root ast.Node, line int, err error) {
	defer func() {
		if recover() != nil {
			root, line, err = nil, 1, errors.New("broken syntax")
		}
	}()
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		if y, ok := errors.AsType[yaml.Error](err); ok {
			if t := y.GetToken(); t != nil && t.Position != nil {
				line = t.Position.Line
			}
			return nil, line, errors.New(y.GetMessage())
		}
		return nil, 1, err
	}
	for _, doc := range file.Docs {
		if doc.Body != nil {
			return doc.Body, 0, nil
		}
	}
	return nil, 0, nil
}

func mappingValues(n ast.Node) []*ast.MappingValueNode {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	}
	return nil
}

func nodeText(n ast.Node) string {
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return ""
	case *ast.StringNode:
		return n.Value
	case *ast.LiteralNode:
		return strings.TrimSpace(n.Value.Value)
	case *ast.MappingKeyNode:
		return nodeText(n.Value)
	case *ast.TagNode:
		return nodeText(n.Value)
	case ast.ScalarNode:
		if t := n.GetToken(); t != nil {
			return t.Value
		}
	}
	return ""
}

func nodeLine(n ast.Node) int {
	if n == nil {
		return 1
	}
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line
	}
	return 1
}
