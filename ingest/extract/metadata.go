package extract

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/tidwall/gjson"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"assay/ingest"
)

// maxMeta bounds a metadata value: what is longer is no title, name or address.
const maxMeta = 1000

// metadata reads what a page says about itself. Several places may say it; the
// order is from the one written for machines and one page (JSON-LD, Open Graph,
// Dublin Core) to the one that is shown.
func metadata(doc *html.Node, o Options) (ingest.Document, facts) {
	f := facts{meta: map[string]string{}}
	f.read(doc)
	d := ingest.Document{URL: o.URL}
	for _, m := range urlDate().FindAllStringSubmatch(o.URL, 4) {
		f.set("url:date", m[1]+"-"+m[2]+"-"+m[3])
	}
	d.Title = f.pageTitle(siteName(f.first("og:site_name", "application-name"), o.URL))
	d.Author = f.author()
	d.Published = dateOnly(f.first("article:published_time", "ld:datePublished", "datepublished", "dc.date.issued", "dcterms.created", "citation_publication_date", "citation_date", "dc.date", "dcterms.date", "date", "sailthru.date", "parsely-pub-date", "pubdate", "publishdate", "publish-date", "publication_date", "og:published_time", "dcterms.issued", "ld:dateCreated", "url:date", "time", "article:modified_time", "last-modified"))
	d.Modified = dateOnly(f.first("article:modified_time", "ld:dateModified", "datemodified", "dcterms.modified", "dc.date.modified", "og:updated_time", "last-modified"))
	d.Language = languageTag(f.first("html:lang", "content-language", "og:locale", "dc.language", "ld:inLanguage"))
	d.Licence = f.first("link:license", "dc.rights", "dc.rights.license", "dcterms.license", "dcterms.rights", "ld:license", "item:license", "a:license", "license", "licence")
	if u := webURL(o.URL); u != nil && (strings.HasPrefix(d.Licence, "/") || strings.HasPrefix(d.Licence, "./") || strings.HasPrefix(d.Licence, "../")) {
		if l, err := u.Parse(d.Licence); err == nil {
			d.Licence = l.String()
		}
	}
	if u := webURL(o.URL); u != nil {
		if c, err := u.Parse(f.first("link:canonical", "og:url")); err == nil && webURL(c.String()) != nil {
			d.Canonical = c.String()
		}
	} else if c := webURL(f.first("link:canonical", "og:url")); c != nil {
		d.Canonical = c.String()
	}
	return d, f
}

// facts are the values a page gives, by the name it gives them under.
type facts struct {
	meta  map[string]string
	title string // <title>
	h1    string
	body  string // JSON-LD articleBody

	generators []string // in lower case
}

func (f *facts) set(key, value string) {
	value = strings.Join(strings.Fields(value), " ")
	if value == "" || len(value) > maxMeta {
		return
	}
	key = strings.ToLower(key)
	if f.meta[key] == "" {
		f.meta[key] = value
	}
}

func (f *facts) first(keys ...string) string {
	for _, k := range keys {
		if v := f.meta[strings.ToLower(k)]; v != "" {
			return v
		}
	}
	return ""
}

func (f *facts) read(doc *html.Node) {
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.DataAtom {
		case atom.Html:
			f.set("html:lang", attr(n, "lang"))
			f.set("html:lang", attr(n, "xml:lang"))
		case atom.Title:
			if f.title == "" && (n.Parent == nil || n.Parent.DataAtom == atom.Head || n.Parent.DataAtom == atom.Body) {
				f.title = strings.Join(strings.Fields(textOf(n)), " ")
			}
		case atom.Meta:
			if strings.EqualFold(attr(n, "name"), "generator") {
				f.generators = append(f.generators, strings.ToLower(attr(n, "content")))
			}
			for _, key := range []string{"property", "name", "itemprop", "http-equiv"} {
				if k := attr(n, key); k != "" {
					f.set(k, attr(n, "content"))
				}
			}
		case atom.Link:
			for _, rel := range strings.Fields(strings.ToLower(attr(n, "rel"))) {
				f.set("link:"+rel, attr(n, "href"))
			}
		case atom.Script:
			if strings.EqualFold(strings.TrimSpace(attr(n, "type")), "application/ld+json") {
				f.jsonLD(textOf(n))
			}
		case atom.H1:
			if f.h1 == "" {
				f.h1 = strings.Trim(strings.Join(strings.Fields(textOf(n)), " "), " ¶#")
			}
		case atom.Time:
			if v := attr(n, "datetime"); v != "" && f.meta["time"] == "" && dateOnly(v) != "" {
				f.set("time", v)
			}
		case atom.A:
			rel := " " + strings.ToLower(attr(n, "rel")) + " "
			switch {
			case strings.Contains(rel, " license "):
				f.set("a:license", attr(n, "href"))
			case strings.Contains(rel, " author "):
				f.set("a:author", textOf(n))
			case licenceURL().MatchString(attr(n, "href")):
				f.set("a:license", attr(n, "href"))
			}
		}
		if p := attr(n, "itemprop"); p != "" && n.DataAtom != atom.Meta {
			switch p {
			case "author":
				name := cmp.Or(find(n, func(d *html.Node) bool { return attr(d, "itemprop") == "name" }), n)
				if v := attr(name, "content"); v != "" {
					f.set("item:author", v)
				} else if s := textOf(name); len(s) < 200 {
					f.set("item:author", s)
				}
			case "license":
				f.set("item:license", attr(n, "href"))
			case "dateModified":
				f.set("datemodified", attr(n, "datetime"))
			case "datePublished":
				f.set("datepublished", cmp.Or(attr(n, "datetime"), attr(n, "content")))
			}
		}
		if n.DataAtom == atom.A || n.DataAtom == atom.Span || n.DataAtom == atom.Div || n.DataAtom == atom.P || n.DataAtom == atom.Address {
			f.byline(n)
		}
	}
}

var (
	licenceURL  = lazily(`^https?://(?:www\.)?(?:creativecommons\.org/(?:licenses|publicdomain)/|opensource\.org/licenses/)`)
	bylineWords = lazily(`(?i)^(?:by|von|par|por|di|door|av|af|author|autor|auteur)[:\s]+`)
)

// byline reads a visible author line where class names mark one.
func (f *facts) byline(n *html.Node) {
	if f.meta["byline"] != "" {
		return
	}
	for _, c := range strings.Fields(strings.ToLower(attr(n, "class"))) {
		switch c {
		case "author", "byline", "author-name", "authorname", "fn", "byline-name", "article-author", "post-author", "entry-author", "article__author", "byline__name", "author__name", "p-author", "post-author-name":
			s := strings.Join(strings.Fields(textOf(n)), " ")
			s = bylineWords().ReplaceAllString(s, "")
			if s != "" && len(s) < 80 && strings.Count(s, " ") < 8 {
				f.set("byline", s)
			}
			return
		}
	}
}

func (f *facts) author() string {
	for _, k := range []string{"ld:author", "citation_author", "dc.creator", "dcterms.creator", "author", "article:author", "item:author", "parsely-author", "sailthru.author", "a:author", "byline"} {
		v := bylineWords().ReplaceAllString(f.meta[k], "")
		if v == "" || strings.Contains(v, "://") || strings.HasPrefix(v, "@") || len(v) > 200 {
			continue
		}
		return v
	}
	return ""
}

// urlDate is a day in an address: /2021/03/04/ or /2021-03-04-.
var urlDate = lazily(`[/_-]((?:19|20)\d\d)[/-]([01]\d)[/-]([0-3]\d)(?:[/_.-]|$)`)

// siteName gives the words by which a title's part is known as the site's name: what
// the page calls its site, and its host's name.
func siteName(said, address string) []string {
	var out []string
	if said = squash(said); said != "" {
		out = append(out, said)
	}
	if u := webURL(address); u != nil {
		host := strings.TrimPrefix(u.Hostname(), "www.")
		out = append(out, squash(host))
		if i := strings.LastIndexByte(host, '.'); i > 0 {
			host = host[:i]
		}
		out = append(out, squash(host))
	}
	return out
}

// squash leaves lower-case letters and digits.
func squash(s string) string {
	return strings.Map(func(r rune) rune {
		if wordy(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// pageTitle prefers the headline that the page itself shows, where <title> or Open
// Graph confirms it, since the others carry the site's name.
func (f *facts) pageTitle(site []string) string {
	shared := f.first("ld:headline", "og:title", "citation_title", "dc.title", "dcterms.title", "twitter:title", "title")
	if f.h1 != "" && len(f.h1) < 300 && !isSite(f.h1, site) && (contains(f.title, f.h1) || contains(shared, f.h1)) {
		return f.h1
	}
	if shared != "" {
		return withoutSite(shared, site)
	}
	if f.title == "" {
		return f.h1
	}
	return withoutSite(f.title, site)
}

func isSite(s string, site []string) bool {
	return slices.Contains(site, squash(s))
}

// withoutSite cuts the site's name off either end of "Page — Site"; where no part is
// known as the site's, a long enough first part is the page's.
func withoutSite(title string, site []string) string {
	for _, sep := range titleSeparators {
		if i := strings.LastIndex(title, sep); i > 0 && isSite(title[i+len(sep):], site) {
			return strings.TrimSpace(title[:i])
		}
		if head, rest, ok := strings.Cut(title, sep); ok && isSite(head, site) {
			return strings.TrimSpace(rest)
		}
	}
	for _, sep := range titleSeparators[:2] {
		if i := strings.LastIndex(title, sep); i > 10 {
			return strings.TrimSpace(title[:i])
		}
	}
	return title
}

var titleSeparators = []string{" | ", " » ", " — ", " – ", " - ", " · ", " :: ", " • ", " « ", ": "}

func contains(s, part string) bool {
	return s != "" && strings.Contains(strings.ToLower(s), strings.ToLower(part))
}

// jsonLD reads schema.org data about the page: of all objects, those that describe
// a written work.
func (f *facts) jsonLD(s string) {
	if s = strings.TrimSpace(s); len(s) <= 1<<20 && json.Valid([]byte(s)) {
		f.ldObject((&jsonReader{}).value(gjson.Parse(s), 0), 0)
	}
}

func (f *facts) ldObject(v value, depth int) {
	if depth > 6 {
		return
	}
	if v.kind == list {
		for _, m := range v.members {
			f.ldObject(m.value, depth+1)
		}
	}
	if v.kind != object {
		return
	}
	set := func(keys ...string) {
		for _, k := range keys {
			f.set("ld:"+k, html.UnescapeString(v.get(k).said()))
		}
	}
	kind := v.get("@type").said()
	if strings.Contains(kind, "Article") || strings.Contains(kind, "Posting") || strings.Contains(kind, "Report") || kind == "WebPage" || kind == "CreativeWork" || kind == "Recipe" {
		if kind != "WebPage" {
			set("author", "headline")
		}
		licence := v.get("license")
		f.set("ld:license", cmp.Or(licence.get("url").said(), licence.get("@id").said()))
		set("datePublished", "dateCreated", "dateModified", "inLanguage", "license")
		if body := v.get("articleBody"); body.kind == str && len(body.text) > len(f.body) {
			f.body = body.text
		}
	}
	for _, k := range []string{"@graph", "mainEntity", "mainEntityOfPage"} {
		f.ldObject(v.get(k), depth+1)
	}
}

var isoDate = lazily(`^\s*(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})`)

// dateOnly gives a date as 2006-01-02, "" for what is none.
func dateOnly(s string) string {
	s = strings.TrimSpace(s)
	if m := isoDate().FindStringSubmatch(s); m != nil {
		if t, err := time.Parse(time.DateOnly, m[1]+"-"+m[2]+"-"+m[3]); err == nil && t.Year() > 1900 {
			return t.Format(time.DateOnly)
		}
	}
	for _, layout := range []string{time.RFC1123, time.RFC1123Z, time.RFC850, "January 2, 2006", "Jan 2, 2006", "2 January 2006", "2 Jan 2006", "02.01.2006", "Mon, 2 Jan 2006", "Monday, January 2, 2006", "2006-1-2", "2006年1月2日"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	return ""
}

// languageTag gives the primary subtag of a language, "en" for "en_US".
func languageTag(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	s, _, _ = strings.Cut(s, ",")
	s, _, _ = strings.Cut(strings.ReplaceAll(s, "_", "-"), "-")
	if len(s) < 2 || len(s) > 3 || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") != "" {
		return ""
	}
	return s
}
