package extract

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"assay/text"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// TestDocumentationSite counts what of a documentation site's structure arrives in
// Markdown: for each <pre>, heading, <dd> and table of data in the pages' content,
// whether its words do, and for the text that navigation repeats, whether it is
// gone. It runs on the folder of HTML files that ASSAY_EXTRACT_SITE names.
func TestDocumentationSite(t *testing.T) {
	dir := os.Getenv("ASSAY_EXTRACT_SITE")
	if dir == "" {
		t.Skip("ASSAY_EXTRACT_SITE names no folder")
	}
	var c census
	var spent time.Duration
	pages := 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".html" {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		pages++
		start := time.Now()
		d, err := Extract(context.Background(), raw, Options{URL: "https://example.org/docs/" + filepath.Base(path), ContentType: "text/html"})
		spent += time.Since(start)
		if err != nil {
			return err
		}
		if dump := os.Getenv("ASSAY_EXTRACT_DUMP"); dump != "" {
			os.WriteFile(filepath.Join(dump, filepath.Base(path)+".md"), []byte(d.Markdown), 0o644)
		}
		c.count(t, filepath.Base(path), raw, d.Markdown)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d pages, %.0f pages/s on one core", pages, float64(pages)/spent.Seconds())
	c.report(t, "pre", c.pre, 0.99)
	c.report(t, "headings", c.head, 0.99)
	c.report(t, "dd", c.dd, 0.99)
	c.report(t, "tables", c.table, 0.98)
	c.report(t, "navigation gone", c.nav, 0.95)
}

type tally struct{ got, all int }

type census struct{ pre, head, dd, table, nav tally }

func (c *census) report(t *testing.T, what string, n tally, bar float64) {
	if n.all == 0 {
		return
	}
	share := float64(n.got) / float64(n.all)
	t.Logf("%-16s %6d of %6d = %.4f", what, n.got, n.all, share)
	if share < bar {
		t.Errorf("%s: %.4f, want at least %.2f", what, share, bar)
	}
}

func (c *census) count(t *testing.T, name string, raw []byte, md string) {
	doc, _ := parse(raw)
	body := find(doc, func(n *html.Node) bool { return n.DataAtom == atom.Body })
	text := letters(fenceLine.ReplaceAllString(md, ""))
	fences, headings, tables := fenced(md), headed(md), piped(md)
	verbose := testing.Verbose() && os.Getenv("ASSAY_EXTRACT_LOST") != ""
	add := func(n *tally, ok bool, what, s string) {
		n.all++
		if ok {
			n.got++
		} else if verbose {
			t.Logf("lost %s in %s: %.120q", what, name, s)
		}
	}
	var walk func(n *html.Node, nav bool)
	walk = func(n *html.Node, nav bool) {
		for k := n.FirstChild; k != nil; k = k.NextSibling {
			in := nav || isNav(k)
			if in && !nav && len(letters(textOf(k))) > 20 {
				add(&c.nav, !strings.Contains(text, letters(visible(k))), "navigation (kept)", textOf(k))
			}
			if !in {
				s := visible(k)
				switch {
				case letters(s) == "":
				case k.DataAtom == atom.Pre:
					add(&c.pre, strings.Contains(fences, letters(s)), "pre", s)
				case heading(k):
					add(&c.head, strings.Contains(headings, "\n"+letters(s)+"\n"), "heading", s)
				case k.DataAtom == atom.Dd && find(k, func(d *html.Node) bool { return d.DataAtom == atom.Dd }) == nil:
					add(&c.dd, strings.Contains(text, firstLetters(k)), "dd", s)
				case k.DataAtom == atom.Table && dataTable(k):
					add(&c.table, tables[firstCell(k)], "table", s)
				}
			}
			walk(k, in)
		}
	}
	walk(body, false)
}

// fenceLine is the mark that opens or closes code; its language is no text.
var fenceLine = regexp.MustCompile("(?m)^[ >]*(?:[-0-9.]+ )?```+[a-z0-9+#._-]*$")

// isNav knows the navigation of Sphinx and DocBook, told from the pages by a person
// and not by the extractor's own lists.
func isNav(n *html.Node) bool {
	class := " " + attr(n, "class") + " "
	for _, c := range []string{"navheader", "navfooter", "related", "sphinxsidebar", "mobile-nav", "footer", "menu-wrapper"} {
		if strings.Contains(class, " "+c+" ") {
			return true
		}
	}
	return n.DataAtom == atom.Nav && !strings.Contains(class, "contents")
}

func dataTable(n *html.Node) bool {
	rows, columns := 0, 0
	for d := range n.Descendants() {
		switch d.DataAtom {
		case atom.Table, atom.Pre:
			return false
		case atom.Tr:
			rows++
			columns = max(columns, len(cells(d)))
		}
	}
	return rows >= 2 && columns >= 2
}

// visible is the text of n without permalinks, line numbers and what scripts use.
func visible(n *html.Node) string {
	var b strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type == html.TextNode:
				b.WriteString(c.Data)
			case never[c.DataAtom] || c.DataAtom == atom.A && permalink(c) || lineNumber(c):
			default:
				walk(c)
			}
		}
	}
	walk(n)
	return b.String()
}

// letters leaves what no markup changes: letters and digits.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if wordy(r) {
			return r
		}
		return -1
	}, dropTargets(s))
}

// dropTargets takes the targets out of Markdown links.
func dropTargets(s string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, "](http")
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		j := strings.IndexByte(s[i:], ')')
		if j < 0 {
			return b.String()
		}
		s = s[i+j+1:]
	}
}

func fenced(md string) string {
	var b strings.Builder
	in := ""
	for _, l := range strings.Split(md, "\n") {
		s := strings.TrimLeft(l, " >0123456789.-")
		if in == "" && strings.HasPrefix(s, "```") {
			in = s[:len(s)-len(strings.TrimLeft(s, "`"))]
			b.WriteByte('\n')
			continue
		}
		if in != "" && strings.TrimSpace(s) == in {
			in = ""
			continue
		}
		if in != "" {
			b.WriteString(l)
		}
	}
	return letters(b.String())
}

func headed(md string) string {
	var b strings.Builder
	b.WriteByte('\n')
	for _, l := range strings.Split(md, "\n") {
		l = strings.TrimLeft(l, " >-")
		if h := strings.TrimLeft(l, "#"); h != l && strings.HasPrefix(h, " ") {
			b.WriteString(letters(h) + "\n")
		}
	}
	return b.String()
}

// piped lists the words of all first cells of pipe tables.
func piped(md string) map[string]bool {
	m := map[string]bool{}
	for _, l := range strings.Split(md, "\n") {
		l = strings.TrimLeft(l, " >-0123456789.")
		if strings.HasPrefix(l, "|") {
			for _, cell := range strings.Split(strings.ReplaceAll(l, `\|`, ""), "|") {
				m[letters(cell)] = true
			}
		}
	}
	return m
}

// firstCell gives the words of the last row's first cell that has some.
func firstCell(n *html.Node) string {
	s := ""
	for d := range n.Descendants() {
		if d.DataAtom == atom.Td || d.DataAtom == atom.Th {
			if x := letters(visible(d)); x != "" {
				s = x
			}
		}
	}
	return s
}

// firstLetters gives the words of the first piece of text of n, long enough to be
// found.
func firstLetters(n *html.Node) string {
	s := letters(visible(n))
	return s[:text.RuneFloor(s, 60)]
}
