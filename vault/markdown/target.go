package markdown

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

var (
	lineSuffix   = lazily(`^(.*?\.[A-Za-z0-9]{1,8}):L?(\d+)(?:[-–]L?(\d+))?$`)
	lineAnchorRE = lazily(`^L(\d+)(?:[-–]L?(\d+))?$`)
	bareRange    = lazily(`^:?L?(\d+)(?:[-–]L?(\d+))?$`)
)

func lineAnchor(anchor string) (from, to int) {
	m := lineAnchorRE().FindStringSubmatch(anchor)
	if m == nil {
		return 0, 0
	}
	return lineNumbers(m[1], m[2])
}

func lineNumbers(from, to string) (int, int) {
	a, err := strconv.Atoi(from)
	if err != nil || a <= 0 {
		return 0, 0
	}
	b, err := strconv.Atoi(to)
	if err != nil || b < a {
		b = a
	}
	return a, b
}

// ReadTarget reads one target as people write it in ^[…], (source: …) and sources:
// a path or base name, a URL, a wikilink or a Markdown link, with an optional range.
func ReadTarget(s string) Cite {
	s = strings.TrimPrefix(strings.TrimSpace(strings.Trim(strings.TrimSpace(s), "`")), "repo://") // the vault's own repository
	var c Cite
	if strings.HasPrefix(s, "[[") {
		inner, _, _ := strings.Cut(s[2:], "]]")
		inner, _, _ = strings.Cut(inner, "|")
		l := wikiTarget(inner)
		return Cite{Target: l.Target, Anchor: l.Anchor}
	}
	if strings.HasPrefix(s, "[") {
		if k := strings.Index(s, "]("); k > 0 {
			if dest, _, ok := destination([]byte(s), k+1); ok {
				l := markdownLink(string(dest))
				l.Text = s[1:k]
				return linkCite(l)
			}
		}
	}
	s = strings.TrimSuffix(strings.TrimPrefix(s, "<"), ">")
	if m := lineSuffix().FindStringSubmatch(s); m != nil && !strings.Contains(m[1], "://") {
		c.Target = m[1]
		c.FromLine, c.ToLine = lineNumbers(m[2], m[3])
		return c
	}
	s, place := cutPlace(s)
	c.Target, c.Anchor, _ = strings.Cut(s, "#")
	if from, to := lineAnchor(c.Anchor); from > 0 {
		c.FromLine, c.ToLine, c.Anchor = from, to, ""
	}
	if strings.Contains(c.Target, "%20") {
		c.Target = decode(c.Target)
	}
	if m := lineMark().FindStringSubmatch(place); m != nil {
		c.FromLine, c.ToLine = lineNumbers(m[1], m[2])
	} else if k := strings.LastIndexAny(place, "§>"); k >= 0 { // raw/a.md § Kilns > Doors
		_, n := utf8.DecodeRuneInString(place[k:])
		c.Anchor = strings.Trim(place[k+n:], " \"“”「」:")
	}
	return c
}

// cutPlace cuts the place in a file off its name: "raw/a.md § Kilns", "raw/a.pdf p. 12", "talk § 3".
func cutPlace(s string) (file, place string) {
	if strings.Contains(s, "://") {
		return s, ""
	}
	for i := strings.LastIndexByte(s, '.'); i > 0; i = strings.LastIndexByte(s[:i], '.') {
		end := i + 1
		for end < len(s) && alnum(s[end]) {
			end++
		}
		if !textFiles[strings.ToLower(s[i+1:end])] {
			continue
		}
		if next, _ := utf8.DecodeRuneInString(s[end:]); end < len(s) && strings.ContainsRune(" \t§:>@[(（—–第", next) {
			return s[:end], s[end:]
		}
		return s, ""
	}
	if k := strings.Index(s, " §"); k > 0 {
		return s[:k], s[k:]
	}
	return s, ""
}

// splitTargets cuts a list of targets at commas and semicolons, but not within
// brackets, quotes or parentheses.
func splitTargets(s string) []string {
	var out []string
	take := func(t string) {
		if t = strings.TrimSpace(t); t != "" {
			out = append(out, t)
		}
	}
	depth, start := 0, 0
	tick := false
	for i, r := range s {
		switch r {
		case '`':
			tick = !tick
		case '[', '(', '<':
			depth++
		case ']', ')', '>':
			depth--
		case ',', ';', '，', '；', '、':
			if depth <= 0 && !tick {
				take(s[start:i])
				start = i + utf8.RuneLen(r)
			}
		}
	}
	take(s[start:])
	return out
}
