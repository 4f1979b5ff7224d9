package web

import (
	"strings"
	"testing"
)

func TestLookAtText(t *testing.T) {
	long := strings.Repeat("Green tea is steeped at eighty degrees for two minutes. ", 40)
	for _, c := range []struct {
		name, title, heading, text string
		want                       Verdict
	}{
		{"content", "Green tea", "Green tea", "Green tea is steeped at 80 degrees.", Fetched},
		{"soft 404", "Page not found", "Oops", "The page you are looking for does not exist.", Soft404},
		{"soft 404 by its heading", "Example docs", "404 – Not Found", "We couldn't find it. Try the search.", Soft404},
		{"soft 404 in German", "Seite nicht gefunden", "", "Die Seite wurde nicht gefunden.", Soft404},
		{"soft 404 in Japanese", "ページが見つかりません", "", "お探しのページは見つかりません。", Soft404},
		{"an article about the status", "404 Not Found", "404 Not Found", "The status 404 says that a page was not found. " + long, Fetched},
		{"a page about files", "File handling", "When a file is missing", "A file that is not found raises an error.", Fetched},
		{"consent wall", "Before you continue", "", "We use cookies and data. Accept all. Reject all. More options.", ConsentWall},
		{"consent wall in German", "Datenschutz-Einstellungen", "", "Wir und our partners nutzen Cookies. Alle akzeptieren oder zustimmen.", ConsentWall},
		{"a policy on cookies", "Cookie policy", "", "Our site uses cookies. Our partners have a legitimate interest. Accept all. " + long, Fetched},
		{"a page that mentions cookies", "Sessions", "", "The server uses cookies to tell sessions apart.", Fetched},
		{"login wall", "Sign in to continue", "", "Email address Password Forgot your password?", LoginWall},
		{"login wall with the site's name", "Log in – Example", "", "User name, password. Create an account.", LoginWall},
		{"documentation of logging in", "Login classes", "", "A login class sets limits. The password is checked first.", Fetched},
		{"guarded", "Just a moment...", "", "Checking your browser before accessing example.org. Ray ID: 1", Failed},
		{"documentation of a refusal", "Access denied errors", "", "The server answers 403 when a user lacks a role.", Fetched},
		{"shell", "App", "", "You need to enable JavaScript to run this app.", Shell},
		{"documentation of scripts", "Browsers", "", "The console requires JavaScript. " + long, Fetched},
		{"nothing", "", "", "", Fetched},
	} {
		if got, why := LookAtText(c.title, c.heading, c.text); got != c.want || (got == Fetched) != (why == "") {
			t.Errorf("%s: %s (%s), want %s", c.name, got, why, c.want)
		}
	}
}
