package markdown

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestPlainText holds look to its word: what it lets pass needs no folding and says
// nothing of its author.
func TestPlainText(t *testing.T) {
	part := rapid.SampledFrom([]string{"I", "we", "We", "us", "ours", "use", "my", "My", "myself", "mine", "me", "it's", "I'm", "we've", "don’t", "  ", "é", "我", ".", "-", "/", "(", ")", "_", "4", "cache", "warm.", "`we`", "[me](x)", "[[A]]", "\t", "\n", "\x00", "&amp;"})
	rapid.Check(t, func(t *rapid.T) {
		src := []byte(strings.Join(rapid.SliceOf(part).Draw(t, "parts"), rapid.SampledFrom([]string{"", " "}).Draw(t, "join")))
		var p prose
		p.reset()
		p.scan(src, nil, scanEnv{})
		if text := bytes.TrimSpace(p.text); p.plain && (foldText(text) != string(text) || firstPerson(text)) {
			t.Fatalf("%q passes as plain", text)
		}
	})
}
