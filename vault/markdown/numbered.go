package markdown

import (
	"bytes"
	"strings"
)

// referenceLists are headings of lists whose entries the text cites by their numbers. They
// may say what else there is to read, so that they are no list of sources of the whole note.
var referenceLists = set("references", "reference", "reference list", "bibliography", "works cited", "notes", "footnotes", "endnotes", "evidence",
	"参考文献", "参考资料", "参考", "注释", "脚注", "참고 문헌", "참고문헌", "각주", "literatur", "quellenverzeichnis", "referencias", "referências", "références", "riferimenti", "literatuur", "литература", "kaynakça")

// numberedList finds the entries below such a heading, or one of sources, that name a file or an
// address: "1. raw/a.md", "[1] [Title](raw/a.md)".
func numberedList(body []byte) (entries map[int][]Cite) {
	within := false
	for at := 0; at < len(body); {
		end, next := cutLine(body, at)
		line := bytes.TrimSpace(body[at:end])
		switch {
		case len(line) == 0:
		case line[0] == '#' || bytes.HasPrefix(line, []byte("**")) && bytes.HasSuffix(bytes.TrimRight(line, ":"), []byte("**")):
			name := strings.ToLower(strings.Trim(string(line), " :：*_#"))
			within = citationLists[name] || referenceLists[name]
		case within:
			if m := entryNumber().FindSubmatch(line); m != nil {
				n, _ := lineNumbers(string(m[1])+string(m[2]), "")
				if cites := entryCites(string(m[3])); n > 0 && len(cites) > 0 {
					if entries == nil {
						entries = map[int][]Cite{}
					}
					if entries[n] == nil {
						entries[n] = cites
					}
				}
			}
		}
		at = next
	}
	if len(entries) > 0 && !citesNumbers().Match(body) {
		return nil
	}
	return entries
}

// citesNumbers is [1] or <sup>, which few texts have anywhere.
var citesNumbers = lazily(`\[[0-9]|<sup>`)

var entryNumber = lazily(`^(?:\[(\d{1,3})\]:?|(\d{1,3})[.)])\s+(.+)$`)

// entryCites are what an entry names: its first link, path or address.
func entryCites(text string) []Cite {
	for i := 0; i < len(text); i++ {
		var target string
		switch rest := text[i:]; {
		case strings.HasPrefix(rest, "[["):
			if k := strings.Index(rest, "]]"); k > 0 {
				target = rest[:k+2]
			}
		case strings.HasPrefix(rest, "["):
			if k := strings.Index(rest, "]("); k > 0 {
				if _, end, ok := destination([]byte(rest), k+1); ok {
					target = rest[:end]
				}
			}
		case strings.HasPrefix(rest, "http://"), strings.HasPrefix(rest, "https://"):
			target, _, _ = strings.Cut(rest, " ")
			target = strings.TrimRight(target, ".,;)>")
		case i == 0 || strings.ContainsRune(" `*(<", rune(text[i-1])):
			word := rest
			if k := strings.IndexAny(word, " `*)>,;"); k >= 0 {
				word = word[:k]
			}
			if word = strings.TrimRight(word, ".:"); isPath(word) {
				target = word
			}
		}
		if target == "" {
			continue
		}
		if c := ReadTarget(target); c.Target != "" && citablePath(c.Target) {
			if c.Form = CiteLink; strings.HasPrefix(target, "[[") {
				c.Form = CiteBlock
			}
			return []Cite{c}
		}
	}
	return nil
}
