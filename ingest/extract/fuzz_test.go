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
		sound(t, d.Markdown)
	})
}

// sound holds what no stored text may break.
func sound(t *testing.T, markdown string) {
	t.Helper()
	if !utf8.ValidString(markdown) || strings.Contains(markdown, "\r") {
		t.Fatalf("not clean text: %q", markdown)
	}
	source := []byte(markdown)
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
}

// fuzzFormat holds the same of what is read as one format.
func fuzzFormat(f *testing.F, kind string, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) > 1<<16 {
			return
		}
		o := Options{URL: "https://example.org/p", ContentType: kind}
		d, err := Extract(context.Background(), raw, o)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := Extract(context.Background(), raw, o); again.Markdown != d.Markdown {
			t.Fatal("two runs differ")
		}
		sound(t, d.Markdown)
	})
}

func FuzzJSON(f *testing.F) {
	fuzzFormat(f, "application/json", `{"a":[{"b":1,"c":"<p>x</p>"},{"b":2.50,"c":"y|z"}],"d":{"e":null}}`, `[[1],["# x\n\n<i>"]]`, "{\"a\":1}\n[2]",
		`{"version":"https://jsonfeed.org/version/1","items":[{"url":"javascript:x","content_html":"<a href=x>y</a>","title":"<b>"}]}`)
}

func FuzzFeed(f *testing.F) {
	fuzzFormat(f, "application/rss+xml", `<rss><channel><title>t</title><item><title>&lt;b&gt;x</title><link>javascript:x</link><description>&lt;img src=x onerror=y&gt; a &amp;amp; b</description></item></channel></rss>`,
		`<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><entry><title>x</title><link href="data:x"/><content type="xhtml"><div><script>x</script><p>y<svg/></p></div></content></entry></feed>`,
		`<rdf:RDF><channel><title>t</title></channel><item><link>https://a/b c</link><description>`+"`"+`</description></item></rdf:RDF>`)
}

func FuzzXML(f *testing.F) {
	fuzzFormat(f, "application/xml", `<article><title>t</title><para>x <literal>`+"`"+`</literal><ulink url="javascript:x">y</ulink></para><table><tgroup><tbody><row><entry>a|b</entry></row></tbody></tgroup></table></article>`,
		`<a b="1"><c>x</c><c>y</c><d>m<e>n</e></d><![CDATA[<script>]]></a>`, `<!DOCTYPE a [<!ENTITY x "y">]><a>&x;&lt;b&gt;</a>`)
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
