package markdown

import (
	"strings"
	"unicode/utf8"
)

// citable reports whether a link can be a citation at all: the address of a place
// in an application, such as zotero:// or obsidian://, holds nothing to check.
func citable(l Link) bool { return !l.URL || citableAddress(l.Target) }

func citableAddress(s string) bool {
	k := strings.IndexByte(s, ':')
	if k <= 1 || !schemeLike([]byte(s[:k])) {
		return true
	}
	switch strings.ToLower(s[:k]) {
	case "http", "https", "file", "ftp", "doi":
		return true
	case "obsidian": // a file of a vault
		return strings.Contains(s, "file=")
	}
	return false
}

// citablePath is citableAddress for what people write by hand, where a colon may
// belong to a title.
func citablePath(s string) bool {
	return !strings.Contains(s, "://") || citableAddress(s)
}

// navigates reports a wikilink that leads to another note and to no place in it: only
// where it is set apart from the text, as in parentheses, does it cite.
func navigates(l Link) bool {
	return l.Wiki && !strings.HasPrefix(l.Anchor, "^") && !inSources(l.Target)
}

// inSources reports a path with a folder where wikis keep what they rest on.
func inSources(path string) bool {
	for {
		folder, rest, ok := strings.Cut(path, "/")
		if !ok {
			return false
		}
		folder = strings.ToLower(strings.TrimLeft(folder, "0123456789_-. "))
		if sourceFolders[folder] {
			return true
		}
		path = rest
	}
}

// sourceName reports a name as files and works have it, smith-2019 or RFC 9111, and
// not the title of a note: "Notes should be atomic". Vaults of linked thoughts put
// such titles in parentheses to say "more there".
func sourceName(name string) bool {
	if strings.HasPrefix(name, "@") || ending(name) != "" {
		return true
	}
	word, digit := true, false
	for _, c := range name {
		digit = digit || c >= '0' && c <= '9'
		word = word && c < utf8.RuneSelf && (letter(byte(c)) || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.' || c == '/')
	}
	return word || digit
}

var sourceFolders = set("raw", "source", "sources", "reference", "references", "refs", "evidence", "citations", "transcripts", "clippings", "originals")
