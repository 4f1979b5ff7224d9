package web

import "testing"

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
