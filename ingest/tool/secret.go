package tool

import (
	"bytes"
	"strings"
)

// minSecret is how long a key is at least. A shorter value is none, and would be found
// in text that has nothing to do with it.
const minSecret = 8

// hidden takes the keys that a program was given out of what it wrote, so that none is
// ever stored.
func hidden(b []byte, env []string) []byte {
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		if (strings.HasSuffix(name, "TOKEN") || strings.HasSuffix(name, "KEY")) && len(value) >= minSecret {
			b = bytes.ReplaceAll(b, []byte(value), []byte("…"))
		}
	}
	return b
}

var (
	// userinfo stands before the host of an address; the password of a door is one.
	userinfo = pattern(`(https?://)[^/?#\s@]+@`)
	// tokens are keys by their form: a source may quote one.
	tokens = pattern(`\b(?:gh[a-z]_\w{20,}|github_pat_\w{20,}|ctx7sk[\w-]{10,})`)
)

// redacted takes what looks like a key out of a message. The text of a source stays as
// it is: what stands there is its author's affair.
func redacted(b []byte) []byte {
	return tokens().ReplaceAll(userinfo().ReplaceAll(b, []byte("${1}…@")), []byte("…"))
}
