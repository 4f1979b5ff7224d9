package extract

import (
	"cmp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"assay/ingest"
	"assay/text"
)

// A page that says it was withdrawn must not be evidence, and one that is wrongly
// taken for such is evidence lost. So only forms that publishers use of the page
// itself are read: the capitals before a title, and a sentence about "this paper"
// that opens a paragraph near the beginning.
var (
	withdrawnTitle = lazily(`^(?:(?:RETRACTED|WITHDRAWN)(?: (?:ARTICLE|PAPER|CHAPTER|PREPRINT))?\s*(?::|[-–—] |$)|(?i:(?:retracted|withdrawn) (?:article|paper|chapter))\s*(?::|[-–—] |$)|(?i:[\[(](?:retracted|withdrawn)(?: (?:article|paper|chapter))?[\])]))|(?i:[\[(](?:retracted|withdrawn)(?: (?:article|paper))?[\])])$`)
	withdrawnWords = lazily(`^(?i:(?:(?:note|notice|important|warning|comments?)\s*[:.!]\s*)?(?:this (?:version|paper|article|submission|document|preprint|manuscript|standard|draft|internet-draft|specification|recommendation|guidance|publication|report|page|study|rfc)(?: of th(?:is|e) [a-z]+)?(?: [“"(][^”")]{1,80}[”")])? (?:has been|was|is) (?:formally |officially |now |since been )?(?:withdrawn|retracted)\b|(?:paper|article|submission|manuscript) (?:has been )?withdrawn by (?:the )?(?:authors?|arxiv|editors?|publisher)\b))`)
	withdrawnMeta  = lazily(`^(?i:withdrawn|retracted)\b`)
	oldSentence    = lazily(`^(?i:(?:(?:note|notice|important|warning|status)\s*[:.!]\s*)?(?:this|the present) (?:version|document|page|article|specification|standard|rfc|recommendation|guidance|publication|report|draft|edition|policy|manual|documentation)(?: of th(?:is|e) [a-z]+)? (?:has been|is|was) (?:now |since been )?(?:superseded|obsoleted|made obsolete|replaced) by\b)[^.]{0,120}$`)
	oldLabel       = lazily(`^(?i:(?:obsoleted|superseded) by)\s*:?\s*(?:(?i:rfc)\s*)?$`)
)

// noticeHead bounds how far into a page, in bytes of text, a notice is looked for.
const noticeHead = 4000

// notices reads whether a page says that it was withdrawn, or what took its place.
func notices(body *html.Node, f facts, d *ingest.Document) {
	for _, s := range []string{f.first("citation_title", "dc.title", "og:title"), f.title, f.h1, d.Title} {
		if d.Withdrawn == "" && withdrawnTitle().MatchString(strings.TrimSpace(s)) {
			d.Withdrawn = clip(s)
		}
	}
	if s := f.first("status", "document-status", "dc.status", "citation_status", "publication_status"); d.Withdrawn == "" && withdrawnMeta().MatchString(s) {
		d.Withdrawn = clip(s)
	}
	page := cmp.Or(webURL(d.URL), webURL(d.Canonical))
	other := func(href string) string {
		u := webURL(href)
		if page != nil {
			if r, err := page.Parse(href); err == nil {
				u = webURL(r.String())
			}
		}
		if u == nil || href == "" || page != nil && u.Host == page.Host && strings.Trim(u.Path, "/") == strings.Trim(page.Path, "/") && u.RawQuery == page.RawQuery {
			return "" // the page itself supersedes nothing
		}
		return u.String()
	}
	d.SupersededBy = other(f.first("link:successor-version"))
	seen := 0
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil && seen < noticeHead; c = c.NextSibling {
			switch {
			case c.Type == html.TextNode:
				seen += len(strings.TrimSpace(c.Data))
			case c.Type != html.ElementNode || never[c.DataAtom] || hidden(c):
			case c.DataAtom == atom.Nav || c.DataAtom == atom.Footer || c.DataAtom == atom.Blockquote || c.DataAtom == atom.Ul && d.Title != "" && noticeList(c):
			default:
				if blocks[c.DataAtom] || c.DataAtom == atom.Td || c.DataAtom == atom.Span {
					readNotice(c, d, other)
				}
				walk(c)
			}
		}
	}
	walk(body)
}

// noticeList tells lists of links, as a journal's contents are.
func noticeList(n *html.Node) bool {
	links := 0
	for c := range n.Descendants() {
		if c.DataAtom == atom.A {
			links++
		}
	}
	return links > 3
}

func readNotice(n *html.Node, d *ingest.Document, other func(string) string) {
	var b strings.Builder // the text up to the first link
	var link *html.Node
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil && link == nil && b.Len() < 600; c = c.NextSibling {
			switch {
			case c.Type == html.TextNode:
				b.WriteString(c.Data)
			case c.DataAtom == atom.A && attr(c, "href") != "":
				link = c
			case c != n.FirstChild && blocks[c.DataAtom] && strings.TrimSpace(b.String()) != "":
				return
			default:
				walk(c)
			}
		}
	}
	walk(n)
	s := strings.Join(strings.Fields(b.String()), " ")
	if d.Withdrawn == "" && withdrawnWords().MatchString(s) {
		d.Withdrawn = clip(s)
	}
	if d.SupersededBy == "" && link != nil && (oldLabel().MatchString(s) || oldSentence().MatchString(s)) {
		d.SupersededBy = other(attr(link, "href"))
	}
}

// clip keeps the sentence that says so.
func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if i := strings.Index(s, ". "); i > 0 {
		s = s[:i+1]
	}
	return s[:text.RuneFloor(s, 300)]
}

// withdrawnIn reads the same of a text that is no page: of its title and of the
// paragraphs at its beginning.
func withdrawnIn(title, markdown string) string {
	if withdrawnTitle().MatchString(title) {
		return clip(title)
	}
	head := markdown[:text.RuneFloor(markdown, noticeHead)]
	for p := range strings.SplitSeq(head, "\n\n") {
		p = strings.Trim(strings.Join(strings.Fields(p), " "), "*_#> ")
		if withdrawnWords().MatchString(p) {
			return clip(p)
		}
	}
	return ""
}
