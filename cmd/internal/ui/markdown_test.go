package ui

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	nethtml "golang.org/x/net/html"
	"pgregory.net/rapid"

	"assay/compiler/reports"
	"assay/gates"
	"assay/vault"
)

// Invariant (the screen): Whatever a note says, a report in Markdown has no tag, link, list or
// mention that assay did not write.
func TestMarkdownIsNoMarkup(t *testing.T) {
	bit := rapid.SampledFrom([]string{"<script>x</script>", "<img src=x onerror=y>", "`", "``", "|", "[a](b)", "![a](b)", "https://evil.example/", "www.evil.example", "@ada", "*", "_", "# h", "- x", "1. x",
		"\n", "\n\n", "    code", "~~x~~", "&lt;", "\\", "word", "汽笛", "<!--", "-->", "\x1b[2J", ">", "$x$", "e@mail.example"})
	said := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(bit, 0, 12).Draw(t, "bits"), "") })
	tags := []string{"h2", "h3", "p", "ul", "li", "strong", "code", "a", "table", "thead", "tbody", "tr", "th", "td"}
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	rapid.Check(t, func(t *rapid.T) {
		text := said.Draw(t, "text")
		d := gates.Diagnostic{Code: gates.ValueMismatch, Severity: gates.Error, Message: said.Draw(t, "message"), Span: vault.Span{File: "a/" + said.Draw(t, "file"), End: len(text)},
			Related: []gates.Related{{Span: vault.Span{File: "raw/" + said.Draw(t, "source")}, Message: said.Draw(t, "quote")}}}
		r := &reports.CheckReport{Diagnostics: []gates.Diagnostic{d}, Files: 1, Folders: []reports.FolderRow{{Folder: said.Draw(t, "folder"), Summary: reports.Summary{Cited: 1}}}}
		var out, page bytes.Buffer
		(&Out{Stdout: &out, Texts: oneText(text).Read, Blob: "https://github.example/"}).CheckMarkdown(r)
		if err := md.Convert(out.Bytes(), &page); err != nil {
			t.Fatal(err)
		}
		z, outside := nethtml.NewTokenizer(&page), true
		for kind := z.Next(); kind != nethtml.ErrorToken; kind = z.Next() {
			token := z.Token()
			switch kind {
			case nethtml.StartTagToken, nethtml.SelfClosingTagToken:
				if !slices.Contains(tags, token.Data) {
					t.Fatalf("a tag %s:\n%s\n%s", token.Data, out.String(), page.String())
				}
				for _, a := range token.Attr {
					if a.Key == "href" && !strings.HasPrefix(a.Val, "https://github.example/") {
						t.Fatalf("a link to %s:\n%s", a.Val, out.String())
					}
				}
				outside = outside && token.Data != "code"
			case nethtml.EndTagToken:
				outside = outside || token.Data == "code"
			case nethtml.TextToken:
				if outside && strings.Contains(token.Data, "@ada") {
					t.Fatalf("a mention:\n%s", out.String())
				}
			}
		}
	})
}
