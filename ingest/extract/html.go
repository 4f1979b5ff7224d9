package extract

import (
	"cmp"
	"context"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"assay/ingest"
)

// fromHTML finds the main content of a page and writes it as Markdown.
func fromHTML(ctx context.Context, text []byte, o Options) (ingest.Document, error) {
	doc, trimmed := parse(text)
	if err := ctx.Err(); err != nil {
		return ingest.Document{}, err
	}
	d, said := metadata(doc, o)
	if trimmed {
		d.Warnings = append(d.Warnings, "too deep or too large: structure simplified or cut off")
	}
	base := baseURL(doc, o, d)
	scripted := find(doc, func(n *html.Node) bool { return n.DataAtom == atom.Script }) != nil
	clean(doc)
	if err := ctx.Err(); err != nil {
		return ingest.Document{}, err
	}
	body := cmp.Or(find(doc, func(n *html.Node) bool { return n.DataAtom == atom.Body }), doc)
	notices(body, said, &d)
	if isDocs(said, body) {
		w := &writer{base: base, images: true, drop: map[*html.Node]bool{}}
		d.Markdown = w.markdown(docsRoot(body, w.drop))
	} else {
		w := &writer{base: base}
		declared := plainBody(said.body)
		root, drop := article(body)
		w.drop = drop
		d.Markdown = w.markdown(root)
		if len(declared) > 300 && covered(d.Markdown, declared) < 0.4 {
			// The text is only in the page's data; a script would have shown it.
			w = &writer{base: base}
			d.Markdown = fromText([]byte(declared)).Markdown
		}
	}
	if scripted && runes(d.Markdown) < 60 {
		d.Warnings = append(d.Warnings, "empty shell: the page has no text without script")
	}
	return d, nil
}

// plainBody gives the text of an articleBody, which some pages fill with HTML.
func plainBody(s string) string {
	if !strings.Contains(s, "<") && !strings.Contains(s, "&") {
		return s
	}
	doc, _ := parse([]byte(s))
	clean(doc)
	var b strings.Builder
	for n := range doc.Descendants() {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
		case blocks[n.DataAtom] || n.DataAtom == atom.Br:
			b.WriteString("\n\n")
		}
	}
	return strings.TrimSpace(b.String())
}

// covered is the share of declared's sentences, by their first words, that text has.
func covered(text, declared string) float64 {
	words := strings.Fields(strings.ToLower(declared))
	have := map[string]bool{}
	for i, f := 0, strings.Fields(strings.ToLower(text)); i+3 <= len(f); i++ {
		have[f[i]+" "+f[i+1]+" "+f[i+2]] = true
	}
	hits, all := 0, 0
	for i := 0; i+3 <= len(words); i += 3 {
		all++
		if have[words[i]+" "+words[i+1]+" "+words[i+2]] {
			hits++
		}
	}
	if all == 0 {
		return 1
	}
	return float64(hits) / float64(all)
}

// baseURL is what relative links are resolved against: <base>, else the address the
// page came from, else the one it gives itself. Only web addresses serve, since a
// path on somebody's disk must not be written into a vault.
func baseURL(doc *html.Node, o Options, d ingest.Document) *url.URL {
	page := cmp.Or(webURL(o.URL), webURL(d.Canonical))
	b := find(doc, func(n *html.Node) bool { return n.DataAtom == atom.Base && attr(n, "href") != "" })
	if b == nil {
		return page
	}
	href := strings.TrimSpace(attr(b, "href"))
	if page != nil {
		if u, err := page.Parse(href); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
			return u
		}
		return page
	}
	return webURL(href)
}

func webURL(s string) *url.URL {
	u, err := url.Parse(strings.TrimSpace(s))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil
	}
	return u
}
