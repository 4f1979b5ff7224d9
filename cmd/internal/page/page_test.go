package page

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"assay/compiler/reports"
	"assay/gates"
	"assay/vault"
)

type oneText string

func (t oneText) Read(string) ([]byte, error) { return []byte(t), nil }

// Invariant (the screen): Whatever a note says, a page has no script, no address that a browser
// would load or follow, no handler, and no control character.
func TestPageIsSafe(t *testing.T) {
	bit := rapid.SampledFrom([]string{"<script>x</script>", "</style><script>", "<img src=x onerror=y>", "\" onload=\"x", "'", "javascript:x", "{{.Name}}", "-->", "<!--", "</title>", "</details>", "\x1b[2J", "\u202e", "\x00", "汽笛", "word ", "&lt;", "&#60;"})
	said := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(bit, 0, 8).Draw(t, "bits"), "") })
	attributes := []string{"lang", "charset", "http-equiv", "content", "name", "class", "style", "id", "aria-labelledby", "aria-hidden", "open", "dir", "scope"}
	rapid.Check(t, func(t *rapid.T) {
		text := said.Draw(t, "text")
		d := gates.Diagnostic{Code: gates.ValueMismatch, Severity: gates.Error, Graded: true, Message: said.Draw(t, "message"), Hint: said.Draw(t, "hint"),
			Span:    vault.Span{File: said.Draw(t, "folder") + "/" + said.Draw(t, "file"), End: len(text)},
			Related: []gates.Related{{Span: vault.Span{File: said.Draw(t, "source")}, Message: said.Draw(t, "quote")}, {Span: vault.Span{File: said.Draw(t, "other")}, Message: gates.AlsoHere}}}
		s := reports.Summary{Cited: 4, Hold: 1, DoNot: 2, Weak: 1, NotHeld: 1}
		r := &reports.CheckReport{Diagnostics: []gates.Diagnostic{d}, Files: 1, Summary: s, Folders: []reports.FolderRow{{Folder: said.Draw(t, "row"), Summary: s}}}
		var page bytes.Buffer
		if _, err := Write(&page, Page{Name: said.Draw(t, "name"), Answer: said.Draw(t, "answer"), Cites: said.Draw(t, "cites"), Texts: oneText(text).Read, CheckReport: r}); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(page.String(), "\x1b\x00\u202e") {
			t.Fatalf("a control character:\n%q", page.String())
		}
		styles := 0
		z := html.NewTokenizer(&page)
		for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
			token := z.Token()
			if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
				continue
			}
			if slices.Contains([]string{"script", "img", "a", "link", "iframe", "object", "form", "svg"}, token.Data) {
				t.Fatalf("a tag %s", token.Data)
			}
			if token.Data == "style" {
				styles++
			}
			for _, a := range token.Attr {
				if !slices.Contains(attributes, a.Key) {
					t.Fatalf("an attribute %s of %s", a.Key, token.Data)
				}
			}
		}
		if styles != 1 {
			t.Fatalf("%d styles", styles)
		}
	})
}

// What is left out of a long list is none of the worst, and the page says how many.
func TestPageIsBounded(t *testing.T) {
	ds := make([]gates.Diagnostic, Most+7)
	for i := range ds {
		ds[i] = gates.Diagnostic{Code: gates.PageCitation, Span: vault.Span{File: "wiki/a.md"}}
	}
	ds[Most+3] = gates.Diagnostic{Code: gates.Contradicted, Severity: gates.Error, Message: "the worst", Span: vault.Span{File: "wiki/b.md"}}
	var page bytes.Buffer
	left, err := Write(&page, Page{Texts: oneText("").Read, CheckReport: &reports.CheckReport{Diagnostics: ds}})
	if err != nil || left != 7 || !strings.Contains(page.String(), "the worst") || !strings.Contains(page.String(), "7 more, none of them worse") {
		t.Errorf("%d left out: %v", left, err)
	}
}

// Who opens a folder sees a page of findings and not thousands: where it has many, they are by note.
func TestPageFoldsByNote(t *testing.T) {
	var ds []gates.Diagnostic
	for i := range mostOpened + 1 {
		ds = append(ds, gates.Diagnostic{Code: gates.WeakEvidence, Severity: gates.Warning, Span: vault.Span{File: []string{"wiki/a.md", "wiki/b.md"}[i%2]}})
	}
	ds = append(ds, gates.Diagnostic{Code: gates.WeakEvidence, Severity: gates.Warning, Span: vault.Span{File: "few/c.md"}})
	p := &Page{Texts: oneText("").Read, CheckReport: &reports.CheckReport{Diagnostics: ds}}
	var groups []string
	for _, f := range p.codes(ds)[0].Folders {
		groups = append(groups, f.Folder)
	}
	if want := []string{"few", "wiki/a.md", "wiki/b.md"}; !slices.Equal(groups, want) {
		t.Errorf("folded by %v, want %v", groups, want)
	}
}
