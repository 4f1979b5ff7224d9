package web

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/text"
)

// Text that is left of a page has lost its forms and scripts, so a page must be
// shorter here than in [Page.look] to be no content, or say more.
const (
	loginWords = 60
	guardWords = 80
)

// Compiled when a page is first suspect: most commands look at none.
var (
	// A title that is nothing but the wish to log in: "Sign in to continue", and not "Login
	// classes" or "Sign-in frequency".
	loginOnly = text.Pattern(`(?i)^\W*(please )?(log ?in|sign ?in|member login|anmelden|einloggen|connexion|se connecter|iniciar sesión|accedi|войти|вход|ログイン|登录|登入)( (to|in|required|with|for|or|und|zu)\b.{0,40}|\W*[|–—·-].{0,60})?\W*$`)
	password  = text.Pattern(`(?i)password|passwort|mot de passe|contraseña|parola|пароль|パスワード|密码|密碼`)

	guardTitle = text.Pattern(`(?i)just a moment|attention required|access (to this page )?(is |has been )?denied|checking your browser|are you (a )?(human|robot)|verify(ing)? you are|security (check|verification)|robot check|pardon our interruption|request blocked`)
	guardText  = text.Pattern(`(?i)checking (your browser|if the site connection is secure)|(verify|confirm|prove|checking)( that)? you('re|’re| are)( a)?( not a)? (human|robot|bot)|captcha|ray id|unusual traffic|enable (javascript and )?cookies|don.t have permission|blocked`)
)

// LookAtText tells text that only looks like content from content: what was stored of
// a page before anybody knew, or was saved by hand. The verdict of content is
// [Fetched]. Like [Page.look] it errs on the side of content.
func LookAtText(title, heading, text string) (Verdict, string) {
	p := Page{Verdict: Fetched}
	p.judge(textSight(title, heading, text), false)
	return p.Verdict, p.Reason
}

// textSight is what the text of a page shows. Forms and scripts are gone in it, so that words
// stand in for them.
func textSight(title, heading, text string) seen {
	s := seen{title: title, heading: heading, text: text, bare: true, controls: 1}
	var n tally
	for w := range strings.FieldsSeq(text) {
		if n.add(w); n.all() >= wallWords {
			s.words = n.all()
			return s // enough to be content
		}
	}
	s.words, s.password = n.all(), password().MatchString(text)
	s.scripts = bit(needsScript().MatchString(text))
	return s
}

// A tally counts words, of which ideographs count two for three.
type tally struct{ words, ideographs int }

func (n *tally) add(word string) {
	if r, _ := utf8.DecodeRuneInString(word); unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
		n.ideographs += utf8.RuneCountInString(word)
	} else {
		n.words++
	}
}

func (n tally) all() int { return n.words + n.ideographs*2/3 }
