package extract

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A line gathers inline content: white space folded as a browser folds it, text
// escaped, emphasis only where Markdown will see it.
type line struct {
	b     []byte
	space bool // white space is due before the next character
	plain bool // no emphasis: inside a bold term, a heading
	link  bool // inside a link's text
	depth int  // nesting of emphasis
	lead  bool // white space came before the first character
	open  int  // where the emphasis that ends the line began
	mark  string
}

func (l *line) empty() bool { return len(l.b) == 0 }

// put writes markup or escaped text that begins with the visible rune first.
func (l *line) put(s string, first rune) {
	if s == "" {
		return
	}
	if len(l.b) == 0 {
		l.lead = l.space
	} else if l.space && l.b[len(l.b)-1] != '\n' {
		l.b = append(l.b, ' ')
	} else if l.mark != "" && wordy(first) {
		// The emphasis just closed ends in punctuation and a word follows at once:
		// CommonMark would not close it there.
		l.unmark()
	}
	l.space, l.mark = false, ""
	l.b = append(l.b, s...)
}

func (l *line) unmark() {
	n := len(l.mark)
	l.b = l.b[:len(l.b)-n]
	l.b = append(l.b[:l.open], l.b[l.open+n:]...)
	l.mark = ""
}

func (l *line) text(s string) {
	for s != "" {
		i := strings.IndexFunc(s, foldable)
		if i < 0 {
			i = len(s)
		}
		if i > 0 {
			// A word and the words after it up to odd space go as one run, so that
			// escaping sees its neighbours.
			run, rest := s[:i], s[i:]
			for rest != "" && rest[0] == ' ' {
				j := strings.IndexFunc(rest[1:], foldable)
				if j < 0 {
					j = len(rest) - 1
				}
				if j == 0 {
					break
				}
				i += j + 1
				run, rest = s[:i], s[i:]
			}
			first, _ := utf8.DecodeRuneInString(run)
			l.put(escapeText(run, l.link), first)
			s = rest
			continue
		}
		r, n := utf8.DecodeRuneInString(s)
		if unicode.IsSpace(r) {
			l.space = true
		}
		s = s[n:]
	}
}

// foldable is white space, and what is invisible and would split words for a reader
// of bytes: soft hyphen, zero width space, byte order mark.
func foldable(r rune) bool {
	return unicode.IsSpace(r) || r == 0x00ad || r == 0x200b || r == 0xfeff || r == 0x2060 || r < ' ' || r == 0x7f
}

func (l *line) lineBreak() {
	l.space = false
	l.mark = ""
	l.b = append(l.b, '\n')
}

// wrap writes what fill writes between two marks, where Markdown allows it there.
func (l *line) wrap(mark string, fill func(*line)) {
	if l.plain || l.depth > 4 {
		fill(l)
		return
	}
	sub := &line{link: l.link, depth: l.depth + 1}
	fill(sub)
	body := string(sub.b)
	trimmed := strings.Trim(body, "\n")
	if trimmed == "" || strings.Contains(trimmed, "\n\n") {
		l.splice(sub)
		return
	}
	first, _ := utf8.DecodeRuneInString(trimmed)
	last, _ := utf8.DecodeLastRuneInString(trimmed)
	before := ' '
	if !l.space && len(l.b) > 0 {
		before, _ = utf8.DecodeLastRune(l.b)
		if n := len(l.b) - len(mark); n > 0 && string(l.b[n:]) == mark && l.b[n-1] != '\\' && !sub.lead && l.mark == "" {
			// Two neighbours of one kind are one, for they would not parse as two.
			l.b = append(append(l.b[:n], trimmed...), mark...)
			l.space = sub.space
			return
		}
	}
	l.space = l.space || sub.lead
	if !l.space && wordy(before) && !wordy(first) {
		l.splice(sub)
		return
	}
	l.put(mark, 0)
	l.open = len(l.b) - len(mark)
	l.b = append(l.b, trimmed...)
	l.b = append(l.b, mark...)
	l.space = sub.space
	l.mark = ""
	if !wordy(last) && !l.space {
		l.mark = mark
	}
}

// splice appends what another line holds without marking it.
func (l *line) splice(sub *line) {
	l.space = l.space || sub.lead
	if len(sub.b) > 0 {
		first, _ := utf8.DecodeRune(sub.b)
		l.put(string(sub.b), first)
	}
	l.space = l.space || sub.space
}

func (l *line) code(s string) {
	s = strings.Join(strings.Fields(s), " ")
	if s == "" {
		return
	}
	tick := strings.Repeat("`", longestRun(s, '`')+1)
	if s[0] == '`' || s[len(s)-1] == '`' {
		s = " " + s + " "
	}
	// Two code spans that touch would read as one longer delimiter.
	if !l.space && len(l.b) > 0 && l.b[len(l.b)-1] == '`' {
		l.space = true
	}
	l.put(tick+s+tick, '`')
}

func longestRun(s string, c byte) int {
	best, run := 0, 0
	for i := 0; i < len(s); i++ {
		if s[i] != c {
			run = 0
			continue
		}
		run++
		best = max(best, run)
	}
	return best
}

// inline writes n, an inline node, to l.
func (w *writer) inline(l *line, n *html.Node) {
	switch n.Type {
	case html.TextNode:
		l.text(n.Data)
		return
	case html.ElementNode:
	default:
		return
	}
	if w.drop[n] {
		return
	}
	children := func(l *line) { w.inlines(l, n) }
	switch n.DataAtom {
	case atom.Br:
		l.lineBreak()
	case atom.Wbr:
	case atom.Strong, atom.B:
		l.wrap("**", children)
	case atom.Em, atom.I, atom.Var, atom.Cite, atom.Dfn:
		l.wrap("*", children)
	case atom.Del, atom.S, atom.Strike:
		l.wrap("~~", children)
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		if a := onlyLink(n); a != nil {
			w.link(l, a, func(l *line) { l.code(textOf(n)) })
			return
		}
		l.code(textOf(n))
	case atom.A:
		if permalink(n) {
			return
		}
		w.link(l, n, children)
	case atom.Img:
		w.image(l, n)
	case atom.Q:
		l.text("“")
		children(l)
		l.text("”")
	case atom.Sup:
		w.superscript(l, n, children)
	case atom.Math:
		w.math(l, n)
	case atom.Rt, atom.Rp: // readings of ruby text would split its words
	default:
		if blocks[n.DataAtom] {
			l.space = true
			children(l)
			l.space = true
			return
		}
		children(l)
	}
}

// inlines writes the children of n, inline nodes, to l.
func (w *writer) inlines(l *line, n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.inline(l, c)
	}
}

// bracket writes a link, which an exclamation mark before it must not turn into an
// image.
func (l *line) bracket(s string) {
	if n := len(l.b); n > 0 && l.b[n-1] == '!' && !l.space {
		l.b = append(l.b[:n-1], `\!`...)
	}
	l.put(s, '[')
}

// superscript keeps a power a power: ten to the sixth must not become 106.
func (w *writer) superscript(l *line, n *html.Node, children func(*line)) {
	s := strings.TrimSpace(textOf(n))
	if len(l.b) > 0 && !l.space && s != "" && len(s) <= 6 && unicode.IsDigit(rune(l.b[len(l.b)-1])) && strings.Trim(s, "0123456789+-−n") == "" &&
		find(n, func(d *html.Node) bool { return d.DataAtom == atom.A }) == nil {
		l.b = append(l.b, '^')
	}
	children(l)
}

func (w *writer) math(l *line, n *html.Node) {
	tex := find(n, func(d *html.Node) bool {
		return d.Data == "annotation" && strings.Contains(attr(d, "encoding"), "tex")
	})
	s := attr(n, "alttext")
	if tex != nil {
		s = textOf(tex)
	}
	s = strings.Join(strings.Fields(s), " ")
	if s != "" && !strings.ContainsAny(s, "$") {
		l.put("$"+s+"$", '$')
		return
	}
	l.text(textOf(n))
}

// link writes [text](target), or the text alone where the target is none that a
// stored page may carry.
func (w *writer) link(l *line, n *html.Node, fill func(*line)) {
	target := w.target(attr(n, "href"))
	if target == "" || l.link {
		fill(l)
		return
	}
	sub := &line{link: true, plain: l.plain, depth: l.depth}
	fill(sub)
	text := strings.Join(strings.Fields(string(sub.b)), " ")
	if text == "" {
		l.space = l.space || sub.space
		return
	}
	l.space = l.space || sub.lead
	l.bracket("[" + text + "](" + target + ")")
	l.space = sub.space
}

// target makes a link absolute. Only addresses that one can open from anywhere are
// kept: a relative one would point into the vault, and a script or data one is no
// address at all.
func (w *writer) target(href string) string {
	href = strings.TrimSpace(href)
	if href == "" || len(href) > 2000 {
		return ""
	}
	u, err := url.Parse(href)
	if err != nil {
		return ""
	}
	if w.base != nil {
		u = w.base.ResolveReference(u)
	}
	switch u.Scheme {
	case "http", "https", "ftp":
		if u.Host == "" {
			return ""
		}
	case "mailto":
	default:
		return ""
	}
	return linkEscaper.Replace(u.String())
}

var linkEscaper = strings.NewReplacer("(", "%28", ")", "%29", " ", "%20", "<", "%3C", ">", "%3E", "\n", "", "\r", "", "|", "%7C", "\\", "%5C", "[", "%5B", "]", "%5D", "`", "%60")

// image writes an image as a link that its description names: it is told, not
// loaded.
func (w *writer) image(l *line, n *html.Node) {
	if !w.images {
		return
	}
	alt := strings.Join(strings.Fields(attr(n, "alt")), " ")
	if alt == "" || len(alt) > 500 {
		return
	}
	target := w.target(attr(n, "src"))
	if target == "" || l.link {
		l.text(alt)
		return
	}
	l.bracket("[" + escapeText(alt, true) + "](" + target + ")")
}

// permalink tells the anchors that documentation generators put behind headings.
func permalink(n *html.Node) bool {
	href := attr(n, "href")
	if hasClass(n, "headerlink", "anchor", "anchorjs-link", "hash-link", "anchor-link", "heading-anchor", "permalink", "header-anchor", "heading-link", "direct-link") {
		return (href == "" || strings.Contains(href, "#")) && len(strings.TrimSpace(textOf(n))) <= 4
	}
	s := strings.TrimSpace(textOf(n))
	return (s == "¶" || s == "#" || s == "§" || s == "🔗") && strings.Contains(href, "#")
}

// onlyLink returns the link that holds all the text of n.
func onlyLink(n *html.Node) *html.Node {
	a := find(n, func(d *html.Node) bool { return d.DataAtom == atom.A })
	if a == nil || attr(a, "href") == "" || strings.TrimSpace(textOf(a)) != strings.TrimSpace(textOf(n)) {
		return nil
	}
	return a
}
