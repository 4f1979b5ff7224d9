package extract

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// pre renders preformatted text as a fence, its white space untouched.
func (w *writer) pre(n *html.Node) []string {
	var b strings.Builder
	w.preText(&b, n)
	code := strings.ReplaceAll(b.String(), "\r", "")
	code = strings.TrimRight(trimBlankLines(code), " \t\n")
	if strings.TrimSpace(code) == "" {
		return nil
	}
	var out strings.Builder
	writeFence(&out, language(n), code)
	return []string{out.String()}
}

func trimBlankLines(s string) string {
	for {
		line, rest, ok := strings.Cut(s, "\n")
		if !ok || strings.TrimSpace(line) != "" {
			return s
		}
		s = rest
	}
}

func (w *writer) preText(b *strings.Builder, n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case w.drop[c]:
		case c.Type == html.TextNode:
			b.WriteString(c.Data)
		case c.DataAtom == atom.Br:
			b.WriteByte('\n')
		case c.Type == html.ElementNode && lineNumber(c):
		default:
			w.preText(b, c)
			// Some highlighters make each line a block.
			if (c.DataAtom == atom.Div || c.DataAtom == atom.P || c.DataAtom == atom.Li) && !strings.HasSuffix(b.String(), "\n") {
				b.WriteByte('\n')
			}
		}
	}
}

// lineNumber tells the numbers that highlighters put beside or into code.
func lineNumber(n *html.Node) bool {
	return hasClass(n, "linenos", "lineno", "linenodiv", "line-number", "line-numbers-rows", "hljs-ln-numbers", "blob-num", "gutter", "ln")
}

// writeFence writes code between marks longer than any run within.
func writeFence(b *strings.Builder, lang, code string) {
	fence := strings.Repeat("`", max(3, longestRun(code, '`')+1))
	b.WriteString(fence)
	b.WriteString(lang)
	b.WriteByte('\n')
	b.WriteString(code)
	b.WriteByte('\n')
	b.WriteString(fence)
}

// language reads the class names by which highlighters tell the language: on the
// block, on its <code>, or on what wraps it.
func language(n *html.Node) string {
	look := []*html.Node{n}
	if c := find(n, func(d *html.Node) bool { return d.DataAtom == atom.Code }); c != nil {
		look = append(look, c)
	}
	for p, i := n.Parent, 0; p != nil && i < 2; p, i = p.Parent, i+1 {
		look = append(look, p)
	}
	for _, e := range look {
		for _, key := range []string{"data-lang", "data-language"} {
			if s := languageName(attr(e, key)); s != "" {
				return s
			}
		}
		classes := strings.Fields(attr(e, "class"))
		for i, c := range classes {
			for _, prefix := range []string{"language-", "lang-", "highlight-source-", "highlight-", "brush:"} {
				if rest, ok := strings.CutPrefix(c, prefix); ok {
					if rest == "" && i+1 < len(classes) {
						rest = classes[i+1]
					}
					if s := languageName(strings.TrimSuffix(rest, ";")); s != "" {
						return s
					}
				}
			}
			if (c == "sourceCode" || c == "src") && i+1 < len(classes) {
				if s := languageName(strings.TrimPrefix(classes[i+1], "src-")); s != "" {
					return s
				}
			}
		}
	}
	return ""
}

func languageName(s string) string {
	s = strings.ToLower(s)
	if s == "" || len(s) > 20 || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789+#-_.") != "" {
		return ""
	}
	switch s {
	case "default", "none", "text", "plaintext", "notranslate", "plain", "wrapper", "wrap", "block":
		return ""
	case "python3", "pycon3", "ipython3":
		return "python"
	}
	return s
}
