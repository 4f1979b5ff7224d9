package web

import (
	"strings"
	"testing"
)

func TestAsset(t *testing.T) {
	for at, want := range map[string]bool{
		"https://github.com/vercel/next.js":               false,
		"https://github.com/vercel/next.js/":              false,
		"https://www.github.com/socketio/socket.io.js":    false,
		"https://gitlab.com/group.zip":                    false,
		"https://gitlab.com/g/three.js/-/raw/main/a.js":   true,
		"https://github.com/o/r/blob/main/logo.png":       true,
		"https://github.com/o/r/releases/download/1/a.gz": true,
		"https://www.npmjs.com/package/@scope/chart.js":   false,
		"https://www.npmjs.com/static/chart.js":           true,
		"https://en.wikipedia.org/wiki/Node.js":           false,
		"https://en.wikipedia.org/wiki/File:Logo.svg":     true,
		"https://example.org/vercel/next.js":              true,
		"https://notgithub.com/vercel/next.js":            true,
		"https://example.org/Manual.PDF":                  false,
		"https://example.org/a.js/guide":                  false,
		"https://example.org/":                            false,
	} {
		if asset(at) != want {
			t.Errorf("%s is an asset: %v", at, !want)
		}
	}
}

// TestLongPageIsNoShell has a page whose words are all ideographs, which are words too.
func TestLongPageIsNoShell(t *testing.T) {
	body := "<script>x</script><div id=__next>" + strings.Repeat("<p>緑茶は八十度の湯で二分間蒸らすとよい。</p>", 100) + "</div>"
	p := Page{URL: "http://a/", Final: "http://a/", Body: []byte(body), Verdict: Fetched, Header: Header{ContentType: "text/html"}}
	if p.look(false); p.Verdict != Fetched {
		t.Errorf("%s: %s", p.Verdict, p.Reason)
	}
}
