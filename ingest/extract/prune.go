package extract

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// prune marks, within the article, blocks that are links, and what stands before the
// first and after the last paragraph and is no text.
func (a *articlePage) prune(root *html.Node) {
	descend(root, func(c *html.Node) bool {
		if !a.drop[c] && (a.linky(c) || c.DataAtom == atom.H1) {
			a.drop[c] = true
		}
		return !a.drop[c]
	})
	a.tail(root)
}

// tail marks what follows a label such as "Related stories" or "More from us" up to
// the next paragraph of prose.
func (a *articlePage) tail(root *html.Node) {
	var units []*html.Node // blocks without blocks, in order
	descend(root, func(c *html.Node) bool {
		unit := !a.drop[c] && blocks[c.DataAtom] && !hasBlock(c)
		if unit {
			units = append(units, c)
		}
		return !a.drop[c] && !unit
	})
	for i := 0; i < len(units); i++ {
		text := strings.TrimSpace(textOf(units[i]))
		if text == "" || runes(text) > 60 || !label().MatchString(text) {
			continue
		}
		a.drop[units[i]] = true
		for i+1 < len(units) {
			n := units[i+1]
			e := a.size[n]
			if n.DataAtom != atom.Li && (e.text-e.link >= 100 && e.link*4 < e.text) {
				break
			}
			a.drop[n] = true
			i++
		}
	}
}

func heading(n *html.Node) bool {
	return len(n.Data) == 2 && n.Data[0] == 'h' && n.Data[1] >= '1' && n.Data[1] <= '6'
}

// label matches the words that stand over what does not belong to the text.
var label = lazily(`(?i)^\W*(?:more (?:from|on|great|stories|news|about|articles)\b|related\b|read (?:more|next|also|this)\b|also read\b|see also\b|see more\b|you (?:may|might) (?:also )?(?:like|be interested)|recommended|don't miss|most (?:read|popular)|popular (?:posts|articles)|trending|latest (?:news|posts|articles)|share (?:this|on)\b|follow us|subscribe\b|sign up\b|newsletter|tags?:|filed under|leggi anche|potrebbe(?:ro)? interessarti|lesen sie (?:auch|mehr)|mehr zum thema|das könnte|auch interessant|lire aussi|à lire (?:aussi|également)|voir aussi|sur le même (?:sujet|thème)|lea también|te puede interesar|leia (?:também|mais)|veja (?:também|mais)|você pode gostar|lees ook|läs också|czytaj (?:też|także)|zobacz też|читайте также|相关阅读|相关文章|関連記事|おすすめ)`)

// linky reports whether a block is a list of links rather than text with links.
func (a *articlePage) linky(n *html.Node) bool {
	e := a.size[n]
	switch n.DataAtom {
	case atom.Ul, atom.Ol, atom.Dl, atom.Div, atom.Section, atom.P, atom.Table, atom.Li, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
	default:
		return false
	}
	if e.text == 0 || e.prose >= 400 {
		return false
	}
	return e.link*10 >= e.text*8 && e.text < 600 || e.link*10 >= e.text*6 && n.DataAtom != atom.P
}
