package extract

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"assay/ingest"
)

var (
	consentWords = lazily(`(?i)\b(?:accept (?:all )?cookies|we use cookies|cookie (?:settings|preferences|policy)|before you continue|we value your privacy|your privacy choices|consent to the use|alle cookies akzeptieren|wir verwenden cookies|accepter (?:tous )?les cookies|aceptar cookies|manage consent)\b`)
	missingWords = lazily(`(?i)\b(?:(?:error )?404|page not found|not found|page (?:you(?:'re| are) looking for|cannot be found|does not exist|doesn't exist|no longer exists)|seite nicht gefunden|page introuvable|página no encontrada|页面不存在|ページが見つかりません)`)
	loginWords   = lazily(`(?i)\b(?:(?:please )?(?:log|sign) in to (?:continue|read|view|access)|subscribe to (?:continue|read)|subscribers only|create a free account to)\b`)
	scriptWords  = lazily(`(?i)\b(?:enable javascript|javascript is (?:disabled|required)|requires javascript|activate javascript|turn on javascript)\b`)
)

// scripted reports whether a page brings the signs of one that script fills.
func scripted(doc *html.Node) bool {
	scripts := 0
	for n := range doc.Descendants() {
		if n.DataAtom == atom.Script {
			scripts++
		}
		if id := attr(n, "id"); n.DataAtom == atom.Div && (id == "root" || id == "app" || id == "__next" || id == "___gatsby") && n.FirstChild == nil {
			return true
		}
	}
	return scripts > 0
}

// pageWarnings tells pages that answer without content. Only short pages are
// suspected: a long article may well speak of cookies.
func pageWarnings(d ingest.Document, body *html.Node, scripted bool) []string {
	var out []string
	text := d.Markdown
	n := runes(text)
	if n > 1500 {
		return nil
	}
	whole := textOf(body)
	if len(whole) > 1<<16 {
		whole = whole[:1<<16]
	}
	switch {
	case n < 60 && (scripted || scriptWords().MatchString(whole)):
		out = append(out, "empty shell: the page has no text without script")
	case n < 20:
		out = append(out, "empty page: no main content found")
	}
	if n < 1000 && consentWords().MatchString(text) {
		out = append(out, "consent wall: the text is about cookies")
	}
	if n < 1000 && (missingWords().MatchString(d.Title) || n < 500 && missingWords().MatchString(text)) {
		out = append(out, "looks like a page that says it was not found")
	}
	if loginWords().MatchString(text) {
		out = append(out, "login wall: the page asks to sign in")
	}
	return out
}

// textWarnings tells damage in the text itself.
func textWarnings(d ingest.Document) []string {
	var out []string
	if bad := strings.Count(d.Markdown, "\uFFFD"); bad > 0 {
		if n := utf8.RuneCountInString(d.Markdown); bad*1000 > n {
			out = append(out, fmt.Sprintf("encoding damage: %d of %d characters could not be read", bad, n))
		}
	}
	if strings.TrimSpace(d.Markdown) == "" && len(d.Warnings) == 0 {
		out = append(out, "empty page: no main content found")
	}
	return out
}
