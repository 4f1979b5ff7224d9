package web

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"

	"assay/text"
)

// Few words make a page suspect; a page that has more is content whatever its title
// says. An article about the status 404 has some hundred words, a page that reports
// it seldom sixty besides its navigation.
const (
	fewWords     = 120
	wallWords    = 250 // consent texts are wordy
	minSignsOf   = 2
	shellWords   = 40 // what a script fills says little before: "Loading…", "enable JavaScript"
	shellEmpty   = 5
	maxLookBytes = 512 << 10 // behind it stands no title, and no wall is as long
)

var (
	notFoundTitle = text.Pattern(`(?i)^\W*(error\W*)?404\b|\b404\W*(error|not found|page)|\b(page|file|document|content|article|site|url)( was| is|\x{2019}s|'s)? (not|could(n.t| not) be|cannot be|can.t be) found\b|^\W*(page )?not found\b|\b(this|that|the) page (does ?n.?[o']t|no longer) exist|` +
		`seite (wurde )?nicht gefunden|page (non trouvée|introuvable)|página no (encontrada|existe)|página não encontrada|pagina non trovata|pagina niet gevonden|страница не найдена|ページが見つかりません|页面不存在|找不到(页面|頁面|网页|網頁)`)
	notFoundText = text.Pattern(`(?i)\b(the (page|file|document) you|page (you|not found)|not found|does ?n.t exist|no longer (exists|available)|couldn.t find|404)\b|nicht gefunden|introuvable|no encontrada|não encontrada|не найдена|見つかりません|不存在|找不到`)
	notFoundPath = text.Pattern(`(?i)/(404|not-?found|page-?not-?found|error/404|errors?/not-?found)(\.\w+)?/?$`)

	loginTitle = text.Pattern(`(?i)\b(log ?in|sign ?in|login|signin|authentication required|member access)\b|anmelden|einloggen|connexion|iniciar sesión|accedi|войти|вход|ログイン|登录|登入`)
	loginPath  = text.Pattern(`(?i)/(log-?in|sign-?in|sso|saml2?|oauth2?|auth|authorize|wp-login\.php|users/sign_in|accounts?/login|session/new)(/|\.\w+$|$)`)

	consentPath  = text.Pattern(`(?i)^https?://(consent|cookies?|guce|privacy|cmp)\.|/(consent|cookie-?consent|cookie-?wall|privacy-?wall|gdpr)(/|$|\?)`)
	consentTitle = text.Pattern(`(?i)before you continue|cookie (consent|settings|preferences|wall)|we value your privacy|your (privacy|consent)|consent (required|needed)|datenschutz-?einstellungen|zustimmung`)
)

var needsScript = text.Pattern(`(?i)(enable|turn on|requires?|needs?|activate|without) java ?script|java ?script (is )?(disabled|required|not enabled)|aktivieren sie javascript|activer javascript|habilit[ae] javascript|включите javascript|启用 ?javascript|有効にしてください`)

// roots are the ids that frameworks give to the element which they fill.
var roots = map[string]bool{"root": true, "app": true, "__next": true, "__nuxt": true, "app-root": true, "___gatsby": true, "svelte": true, "q-app": true, "ember-application": true}

// consentSigns are looked for in the visible text of a short page.
var consentSigns = []string{
	"accept all", "accept cookies", "i agree", "agree and continue", "reject all", "manage choices", "manage preferences", "our partners",
	"legitimate interest", "before you continue", "we value your privacy", "personalised ads", "personalized ads", "uses cookies",
	"use cookies", "alle akzeptieren", "zustimmen", "tout accepter", "aceptar todo", "accetta tutto", "同意する",
}

// look tells pages that only look like content from content, in the state of a page
// that was fetched. It is made to err on the side of content: a wall that is taken
// for a page shows in the text, a page that is taken for a wall is lost silently.
func (p *Page) look(rendered bool) {
	if len(p.Body) == 0 {
		p.drop(Soft404, "the answer is empty")
		return
	}
	media := mediaType(p.Header.ContentType)
	if sniffed := http.DetectContentType(p.Body); binary(sniffed) && !(media == "application/pdf" && strings.HasPrefix(sniffed, "application/pdf")) {
		if !strings.HasPrefix(sniffed, "application/pdf") {
			says := cmp.Or(media, "nothing")
			p.drop(Type, "the server says "+text.Clip(says, maxShown)+", the bytes are "+sniffed)
			return
		}
	}
	if !isHTML(media, p.Body) {
		return
	}
	p.judge(sight(p.Body, p.Header.ContentType), rendered)
}

// judge drops a page that shows itself to be a wall, a notice or a shell. Where the
// scripts ran, few words are all that the page has.
func (p *Page) judge(s seen, rendered bool) {
	redirected := p.Final != p.URL
	switch {
	case redirected && notFoundPath().MatchString(p.Final) && !notFoundPath().MatchString(p.URL) && s.words < wallWords:
		p.drop(Soft404, "redirects to "+p.Final)
	case s.words < fewWords && notFoundTitle().MatchString(s.title) && (s.words < 12 || notFoundText().MatchString(s.text)):
		p.drop(Soft404, "its title is "+quote(s.title))
	case s.words < fewWords && notFoundTitle().MatchString(s.heading) && notFoundText().MatchString(s.text):
		p.drop(Soft404, "its heading is "+quote(s.heading))
	case redirected && consentPath().MatchString(p.Final) && !consentPath().MatchString(p.URL):
		p.drop(ConsentWall, "redirects to "+p.Final)
	case s.words < wallWords && s.controls > 0 && s.signs() >= minSignsOf+bit(!consentTitle().MatchString(s.title+" "+s.heading)):
		p.drop(ConsentWall, "a short page that asks for consent")
	case redirected && loginPath().MatchString(pathOf(p.Final)) && !loginPath().MatchString(pathOf(p.URL)) && (s.password || s.words < wallWords):
		p.drop(LoginWall, "redirects to "+p.Final)
	case s.password && !s.bare && s.words < fewWords && loginTitle().MatchString(s.title+" "+s.heading),
		s.password && s.bare && s.words < loginWords && (loginOnly().MatchString(s.title) || loginOnly().MatchString(s.heading)):
		p.drop(LoginWall, "a short page that asks for a password")
	case s.bare && s.words < guardWords && guardTitle().MatchString(s.title+"\n"+s.heading) && guardText().MatchString(s.text):
		p.drop(Failed, "a short page that keeps programs out")
		p.Class = ClassForbidden
	case rendered && (s.words < shellEmpty || s.words < shellWords && needsScript().MatchString(s.text)):
		p.drop(Shell, "it is still empty after its script ran")
	case !rendered && s.scripts > 0 && s.words < shellWords && (s.root || s.words < shellEmpty || needsScript().MatchString(s.text)):
		p.drop(Shell, "its text appears only where its script runs")
	}
}

func (p *Page) drop(v Verdict, reason string) { p.Verdict, p.Reason, p.Body = v, reason, nil }

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func quote(s string) string { return "“" + text.Clip(s, maxShown) + "”" }

// binary reports whether sniffed bytes are surely no text.
func binary(sniffed string) bool {
	m := mediaType(sniffed)
	return m != "application/octet-stream" && !strings.HasPrefix(m, "text/")
}

func isHTML(media string, body []byte) bool {
	switch media {
	case "text/html", "application/xhtml+xml":
		return true
	case "", "application/octet-stream":
		return strings.HasPrefix(http.DetectContentType(body), "text/html")
	}
	return false
}

// signs counts the different phrases of consent in the text.
func (s seen) signs() int {
	n, text := 0, strings.ToLower(s.text)
	for _, sign := range consentSigns {
		if strings.Contains(text, sign) {
			n++
		}
	}
	return n
}

// asset reports whether a URL names a file that is surely no text, so that it is
// not worth a request.
func asset(canonical string) bool {
	u, err := url.Parse(canonical)
	if err != nil {
		return false
	}
	p := strings.ToLower(u.Path)
	dot := strings.LastIndexByte(p, '.')
	return dot > strings.LastIndexByte(p, '/') && assets[p[dot+1:]] && !thing(u)
}

// thing reports whether an address ends, on a site that is known for it, in the name of
// a repository, a package or an article: next.js is no script there.
func thing(u *url.URL) bool {
	segments := strings.Split(strings.Trim(u.Path, "/"), "/")
	host := strings.TrimPrefix(u.Host, "www.")
	switch host {
	case "github.com", "gitlab.com", "codeberg.org", "bitbucket.org", "gitee.com":
		return len(segments) <= 2
	case "npmjs.com":
		return segments[0] == "package"
	}
	return strings.HasSuffix(host, ".wikipedia.org") && len(segments) == 2 && segments[0] == "wiki" && !strings.Contains(segments[1], ":")
}

var assets = map[string]bool{
	"png": true, "jpg": true, "jpeg": true, "gif": true, "webp": true, "avif": true, "svg": true, "ico": true, "bmp": true, "tif": true, "tiff": true,
	"css": true, "js": true, "mjs": true, "map": true, "wasm": true, "woff": true, "woff2": true, "ttf": true, "otf": true, "eot": true,
	"zip": true, "gz": true, "tgz": true, "bz2": true, "xz": true, "zst": true, "7z": true, "rar": true, "tar": true, "jar": true, "war": true, "whl": true,
	"exe": true, "msi": true, "dmg": true, "pkg": true, "deb": true, "rpm": true, "apk": true, "iso": true, "bin": true, "so": true, "dll": true,
	"mp3": true, "mp4": true, "m4a": true, "m4v": true, "mov": true, "avi": true, "mkv": true, "webm": true, "ogg": true, "ogv": true, "wav": true, "flac": true,
	"doc": true, "docx": true, "xls": true, "xlsx": true, "ppt": true, "pptx": true, "odt": true, "ods": true, "odp": true, "epub": true, "mobi": true,
	"ics": true, "sqlite": true, "db": true, "parquet": true, "sig": true, "asc": true, "sha256": true,
}
