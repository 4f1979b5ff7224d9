package gates

import (
	"net/url"
	"strings"
)

// Ours is the entry of vault.published that an address falls under, "" if none: what
// stands there was written here.
func (p Policy) Ours(rawURL string) string {
	if len(p.Vault.Published) == 0 || HostOf(rawURL) == "" {
		return ""
	}
	u, err := url.Parse(rawURL)
	if err != nil {
		return ""
	}
	at := plainAddress(HostOf(rawURL) + u.EscapedPath())
	for _, entry := range p.Vault.Published {
		if prefix := plainAddress(entry); prefix != "" && (at == prefix || strings.HasPrefix(at, prefix+"/")) {
			return entry
		}
	}
	return ""
}

// NamesOurs is the entry of vault.published that a text links to or names, "" if none.
func (p Policy) NamesOurs(text string) string {
	if len(p.Vault.Published) == 0 {
		return ""
	}
	text = strings.ToLower(text)
	for _, entry := range p.Vault.Published {
		address := plainAddress(entry)
		for from := 0; address != ""; {
			i := strings.Index(text[from:], address)
			if i < 0 {
				break
			}
			i += from
			from = i + len(address)
			if ends(text[:i], text[from:]) {
				return entry
			}
		}
	}
	return ""
}

// ends reports whether an address stands alone between two texts, and is no part of
// another: notmine.example.org, mine.example.organic.
func ends(before, after string) bool {
	before = strings.TrimSuffix(before, "www.")
	if before != "" && (hostByte(before[len(before)-1]) || before[len(before)-1] == '.') {
		return false
	}
	if rest, dot := strings.CutPrefix(after, "."); dot {
		after = rest // a full stop, unless a name goes on
	}
	return after == "" || !hostByte(after[0])
}

func hostByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '-' || b == '_'
}

// plainAddress is an address without what its spellings differ in.
func plainAddress(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	if _, rest, ok := strings.Cut(s, "://"); ok {
		s = rest
	}
	return strings.TrimRight(strings.TrimPrefix(s, "www."), "/")
}
