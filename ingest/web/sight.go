package web

import (
	"bytes"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"

	"assay/text"
)

// maxToken bounds one tag or stretch of text, in bytes; the search for links ends at
// a longer one, which no page written for readers has.
const maxToken = 1 << 20

// maxLinks is how many links of one page are taken.
const maxLinks = 10_000

// refresh finds the target of <meta http-equiv=refresh>.
var refresh = text.Pattern(`(?i)url\s*=\s*(.*)`)

// seen is what a page shows at first sight.
type seen struct {
	title, heading string // heading: the first h1
	text           string // visible, white space folded
	words          int    // as [tally] counts them
	controls       int    // forms, buttons, inputs
	password       bool
	scripts        int
	root           bool // an element that scripts of an application fill
	bare           bool // text alone, see [textSight]
}

// sight reads an HTML page as a reader would, without building a tree.
func sight(body []byte, contentType string) seen {
	if len(body) > maxLookBytes {
		body = body[:maxLookBytes]
	}
	var s seen
	var text strings.Builder
	var within *string
	var n tally
	hidden := 0
	z := html.NewTokenizer(bytes.NewReader(toUTF8(body, contentType)))
	for {
		kind := z.Next()
		switch kind {
		case html.ErrorToken:
			s.text, s.words = text.String(), n.all()
			s.title, s.heading = fold(s.title), fold(s.heading)
			return s
		case html.TextToken:
			if hidden > 0 {
				continue
			}
			if s.words = n.all(); s.words >= wallWords { // enough to be content, whatever comes
				return s
			}
			t := string(z.Text())
			if within != nil && len(*within) < 300 {
				*within += t
			}
			if within == &s.title {
				continue
			}
			for _, w := range strings.Fields(t) {
				n.add(w)
				text.WriteString(html.UnescapeString(w))
				text.WriteByte(' ')
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			switch atom.Lookup(name) {
			case atom.Script, atom.Style, atom.Template, atom.Svg:
				hidden += bit(kind == html.StartTagToken)
				s.scripts += bit(atom.Lookup(name) == atom.Script)
			case atom.Div, atom.Main, atom.Section:
				s.root = s.root || roots[attributes(z, more)["id"]]
			case atom.Title:
				if s.title == "" {
					within = &s.title
				}
			case atom.H1:
				if s.heading == "" {
					within = &s.heading
				}
			case atom.Form, atom.Button:
				s.controls++
			case atom.Input:
				s.controls++
				s.password = s.password || strings.EqualFold(attributes(z, more)["type"], "password")
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			switch atom.Lookup(name) {
			case atom.Script, atom.Style, atom.Template, atom.Svg:
				hidden = max(0, hidden-1)
			case atom.Title, atom.H1:
				within = nil
			}
		}
	}
}

// fold makes a line of text.
func fold(s string) string { return strings.Join(strings.Fields(html.UnescapeString(s)), " ") }

// toUTF8 decodes what is not UTF-8 already. Damage is no matter here: the text is
// only looked at.
func toUTF8(body []byte, contentType string) []byte {
	if utf8.Valid(body) && !bytes.HasPrefix(body, []byte("\xfe\xff")) && !bytes.HasPrefix(body, []byte("\xff\xfe")) && bytes.IndexByte(body, 0) < 0 {
		return body
	}
	e, _, _ := charset.DetermineEncoding(body, contentType)
	out, err := e.NewDecoder().Bytes(body)
	if err != nil {
		return body
	}
	return out
}

// links is what a page refers to.
type links struct {
	pages []string // canonical, in order, each once
	feeds []string // RSS and Atom that the page names
}

// linksOf gives the links of an HTML page at its final address. Links that the page
// itself asks not to follow (rel or meta robots nofollow, X-Robots-Tag) are left.
func linksOf(p *Page) links {
	var l links
	if p.Refs != nil {
		l.pages = resolveAll(p.Final, p.Refs)
		return l
	}
	if !isHTML(mediaType(p.Header.ContentType), p.Body) {
		return l
	}
	base, err := url.Parse(p.Final)
	if err != nil {
		return l
	}
	had, refs := map[string]bool{}, map[string]bool{}
	add := func(list *[]string, ref string) {
		ref, _, _ = strings.Cut(strings.TrimSpace(ref), "#")
		if ref == "" || refs[ref] || len(had) >= maxLinks {
			return
		}
		refs[ref] = true
		if u, err := resolve(base, ref); err == nil && !had[u] {
			had[u] = true
			*list = append(*list, u)
		}
	}
	nofollow := strings.Contains(strings.ToLower(p.Header.Robots), "nofollow") || strings.Contains(strings.ToLower(p.Header.Robots), "none")
	based := false
	z := html.NewTokenizer(bytes.NewReader(toUTF8(p.Body, p.Header.ContentType)))
	z.SetMaxBuf(maxToken)
	for {
		switch z.Next() {
		case html.ErrorToken:
			if nofollow {
				l.pages = nil
			}
			return l
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			tag := atom.Lookup(name)
			switch tag {
			case atom.A, atom.Area, atom.Link, atom.Iframe, atom.Frame, atom.Base, atom.Meta:
			default:
				continue
			}
			at := attributes(z, more)
			rel := " " + strings.ToLower(at["rel"]) + " "
			switch {
			case tag == atom.Base && !based && at["href"] != "":
				if b, err := base.Parse(at["href"]); err == nil {
					clear(refs)
					base, based = b, true
				}
			case tag == atom.Meta && strings.EqualFold(at["name"], "robots"):
				content := strings.ToLower(at["content"])
				nofollow = nofollow || strings.Contains(content, "nofollow") || strings.TrimSpace(content) == "none"
			case tag == atom.Meta && strings.EqualFold(at["http-equiv"], "refresh"):
				if m := refresh().FindStringSubmatch(at["content"]); m != nil {
					add(&l.pages, strings.Trim(m[1], `"' `))
				}
			case tag == atom.Iframe, tag == atom.Frame:
				add(&l.pages, at["src"])
			case tag == atom.Link && strings.Contains(rel, " alternate ") && isFeedType(at["type"]):
				add(&l.feeds, at["href"])
			case tag == atom.Link && (strings.Contains(rel, " next ") || strings.Contains(rel, " prev ") || strings.Contains(rel, " canonical ") || strings.Contains(rel, " contents ")):
				add(&l.pages, at["href"])
			case (tag == atom.A || tag == atom.Area) && !strings.Contains(rel, " nofollow "):
				add(&l.pages, at["href"])
			}
		}
	}
}

func attributes(z *html.Tokenizer, more bool) map[string]string {
	at := map[string]string{}
	for more {
		var k, v []byte
		k, v, more = z.TagAttr()
		if _, ok := at[string(k)]; !ok { // the first of a name counts
			at[string(k)] = string(v)
		}
	}
	return at
}

func isFeedType(t string) bool {
	return slices.Contains([]string{"application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json"}, mediaType(t))
}
