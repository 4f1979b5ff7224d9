package extract

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A boiler says how surely an element is not part of an article's text.
type boiler int

const (
	likelyBoiler boiler = 1 + iota // names of layout, which wrappers carry too
	sureBoiler                     // names that only such parts carry
	surelyNot                      // elements that are made for such parts
)

// boilerplate judges an element by its class names and id. Names are read word by
// word ("post-related_links" is three), so that "header" does not match in
// "subheading", and a word behind "with" or "no" ("content-with-sidebar") is not
// one.
func boilerplate(n *html.Node) boiler {
	switch n.DataAtom {
	case atom.Div, atom.Section, atom.Ul, atom.Ol, atom.Dl, atom.P, atom.Span, atom.Li, atom.Table, atom.Td, atom.Tr,
		atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.A, atom.Small, atom.Em, atom.Strong, atom.I, atom.B:
	default:
		if strings.Contains(n.Data, "-") { // custom elements
			return judgeName(n.Data)
		}
		return 0
	}
	return max(judgeName(attr(n, "class")), judgeName(attr(n, "id")))
}

func judgeName(s string) boiler {
	if s == "" {
		return 0
	}
	if len(s) > 500 {
		s = s[:500]
	}
	var words [64]string
	n, start := 0, 0
	emit := func(end int) {
		if end > start && n < len(words) {
			words[n] = strings.ToLower(s[start:end])
			n++
		}
		start = end
	}
	prev := rune(0)
	for i, r := range s {
		switch {
		case r == '-' || r == '_' || unicode.IsSpace(r) || r == ':' || r == '/' || r == '.':
			emit(i)
			start = i + 1
		case unicode.IsUpper(r) && unicode.IsLower(prev):
			emit(i)
		}
		prev = r
	}
	emit(len(s))
	worst := boiler(0)
	for i := range n {
		if i > 0 && negators[words[i-1]] || i+1 < n && (words[i+1] == "enabled" || words[i+1] == "first") {
			continue
		}
		worst = max(worst, boilerWords[words[i]])
		if i+1 < n {
			worst = max(worst, boilerWords[words[i]+" "+words[i+1]])
		}
	}
	return worst
}

var negators = map[string]bool{"with": true, "has": true, "w": true, "no": true, "not": true, "without": true, "label": true, "one": true, "two": true, "have": true}

var boilerWords = func() map[string]boiler {
	m := map[string]boiler{}
	for _, w := range strings.Fields(`
		comment comments commentlist disqus respond reply replies
		share sharing shares sharedaddy social sociable socials addthis sharethis
		related relatedposts recommended recommendations recommendation recirc recirculation outbrain taboola trending teaser teasers promo promos
		newsletter subscribe signup
		advert advertisement adsense adslot sponsored
		byline dateline breadcrumb breadcrumbs crumbs
		caption captions subnav navbar copyright disclaimer noprint
		`) {
		m[w] = sureBoiler
	}
	for _, w := range strings.Fields(`
		nav navigation menu submenu pagination pager paging
		footer foot sidebar aside widget widgets popular promotion subscription paywall
		ad ads sponsor banner dfp
		author authors bio timestamp published metadata postmeta entrymeta
		credit credits cookie consent gdpr modal popup overlay rollover tooltip lightbox
		tags tag taglist tagcloud keywords categories
		hidden print login toolbar topbar skip toc jp rating ratings feedback carousel slideshow slider gallery
		`) {
		m[w] = likelyBoiler
	}
	for _, w := range strings.Split(`read more|see also|also read|more stories|most read|post meta|entry meta|article meta|meta data|post date|entry date|article info|article infos|post info|hide print|screen reader|sr only|visually hidden|next post|prev post|post nav|article tools|story tools|call action|user info|user profile|entry footer|entry utility|pull quote|site header|page header|fact box`, "|") {
		m[w] = likelyBoiler
	}
	return m
}()
