package extract

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// FuzzExtract holds what no page may break: valid UTF-8, one line end, no raw HTML
// and no link that a reader's click would execute; the same bytes, the same text.
func FuzzExtract(f *testing.F) {
	for _, s := range []string{
		docs(`<h1>T</h1><p>a <b>b</b><i>c</i> <a href="javascript:x">d</a></p><pre>x</pre><ul><li>y<ul><li>z</ul></ul>`),
		docs(`<dl><dt>a<dd>b<dt>c<dd><p>d<p>e</dl><table><tr><td colspan=3>x|<td rowspan=2>y<tr><td>z</table>`),
		docs("<p>&lt;script&gt;alert(1)&lt;/script&gt; <code>`</code> [x]( javascript:a) </p><blockquote><pre>a\n\n```</pre></blockquote>"),
		`<p>` + paragraph + `<img src=x onerror=alert(1)>` + paragraph,
		"<svg><style><img src=x></style></svg><math><mtext><table><mglyph><style><img onerror=x>", "\xff\xfe<\x00", "<p>\xe9",
	} {
		f.Add([]byte(s), true)
		f.Add([]byte(s), false)
	}
	f.Fuzz(func(t *testing.T, raw []byte, manual bool) {
		if len(raw) > 1<<16 {
			return
		}
		if manual {
			raw = []byte(docs(string(raw)))
		}
		o := Options{URL: "https://example.org/p", ContentType: "text/html"}
		d, err := Extract(context.Background(), raw, o)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := Extract(context.Background(), raw, o)
		if again.Markdown != d.Markdown {
			t.Fatal("two runs differ")
		}
		if !utf8.ValidString(d.Markdown) || strings.Contains(d.Markdown, "\r") {
			t.Fatalf("not clean text: %q", d.Markdown)
		}
		source := []byte(d.Markdown)
		tree := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
		_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			switch n := n.(type) {
			case *ast.RawHTML, *ast.HTMLBlock:
				t.Errorf("raw HTML in %q", source)
				return ast.WalkStop, nil
			case *ast.Link:
				target := strings.ToLower(string(n.Destination))
				if !strings.HasPrefix(target, "http") && !strings.HasPrefix(target, "mailto:") && !strings.HasPrefix(target, "ftp:") {
					t.Errorf("link to %q in %q", target, source)
				}
			case *ast.Image:
				t.Errorf("an image that would be loaded in %q", source)
			}
			return ast.WalkContinue, nil
		})
	})
}

// FuzzText holds that text and Markdown inputs never fail.
func FuzzText(f *testing.F) {
	f.Add("---\na: b\n---\ntext", "a.md")
	f.Add("a\r\n\r\n    b\n", "a.txt")
	f.Fuzz(func(t *testing.T, s, name string) {
		d, err := Extract(context.Background(), []byte(s), Options{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(d.Markdown, "\r") && d.Title == "" {
			t.Fatalf("line ends: %q", d.Markdown)
		}
	})
}
