package deepwiki

import (
	"path"
	"strings"
	"unicode"

	"assay/ingest/tool"
	"assay/ingest/web"
)

const maxPages = 10_000

// structure reads the list of topics, "- 1.2 Title" a line, and gives the pages as
// their addresses name them: "1.2-title".
func structure(text string) []string {
	var pages []string
	for line := range strings.Lines(text) {
		item, ok := strings.CutPrefix(strings.TrimSpace(line), "- ")
		if !ok {
			if item, ok = strings.CutPrefix(strings.TrimSpace(line), "* "); !ok {
				continue
			}
		}
		number, title, _ := strings.Cut(strings.TrimSpace(item), " ")
		number = strings.TrimRight(number, ".)")
		if !isNumber(number) {
			number, title = "", item
		}
		s := slug(title)
		if s == "" || len(pages) >= maxPages {
			continue
		}
		if number != "" {
			s = number + "-" + s
		}
		pages = append(pages, s)
	}
	return pages
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789.") == "" && s[0] != '.' && !strings.Contains(s, "..")
}

// slug is a title in an address: letters and digits in lower case, all else a hyphen.
func slug(title string) string {
	var b strings.Builder
	for _, r := range title {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r):
			b.WriteRune(unicode.ToLower(r))
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() > 150 {
			break
		}
	}
	return strings.Trim(b.String(), "-")
}

// A page is one of the wiki.
type page struct{ title, body string }

// contents cuts the wiki into its pages: each begins with a line "# Page: Title". A
// server that writes none gives one page.
func contents(text string) []page {
	const mark = "# Page: "
	var pages []page
	var b strings.Builder
	title, open, fence := "", false, ""
	flush := func() {
		if body := strings.TrimSpace(b.String()); open && body != "" && len(pages) < maxPages {
			if !strings.HasPrefix(body, "# ") {
				body = "# " + title + "\n\n" + body
			}
			pages = append(pages, page{title, body + "\n"})
		}
		b.Reset()
	}
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		// A wiki about wikis may show the mark in code. A fence that is never closed
		// would hide the rest, so a mark at the beginning of a line closes it.
		switch {
		case fence == "" && (strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~")):
			fence = trimmed[:3]
		case fence != "" && strings.Trim(trimmed, fence[:1]) == "" && strings.HasPrefix(trimmed, fence):
			fence = ""
		}
		if name, ok := strings.CutPrefix(line, mark); ok && (fence == "" || !closes(text, fence)) {
			flush()
			title, open, fence = strings.TrimSpace(name), true, ""
			continue
		}
		b.WriteString(line)
	}
	flush()
	return pages
}

// closes reports whether fences of a kind come in pairs.
func closes(text, fence string) bool { return strings.Count(text, "\n"+fence)%2 == 0 }

// match finds the page of each node by its title; of several with one title, in order.
func match(nodes []web.Node, pages []page) map[string]string {
	by := map[string][]string{}
	for _, p := range pages {
		by[slug(p.title)] = append(by[slug(p.title)], p.body)
	}
	found := map[string]string{}
	for _, n := range nodes {
		name := path.Base(n.URL)
		if number, rest, ok := strings.Cut(name, "-"); ok && isNumber(number) {
			name = rest
		}
		if c, err := web.Canonical("https://h/" + name); err == nil {
			name = strings.TrimPrefix(c, "https://h/")
		}
		for s, bodies := range by {
			at, err := web.Canonical("https://h/" + s)
			if err == nil && strings.TrimPrefix(at, "https://h/") == name && len(bodies) > 0 {
				found[n.URL] = bodies[0]
				if len(bodies) > 1 {
					by[s] = bodies[1:]
				}
				break
			}
		}
	}
	return found
}

// nothing says what it means that a server sent no page: what it says instead decides
// whether there is none, or nobody knows.
func nothing(text string) error {
	said := strings.Join(strings.Fields(text), " ")
	if r := []rune(said); len(r) > 200 {
		said = string(r[:200]) + "…"
	}
	low := strings.ToLower(said)
	if said == "" || strings.Contains(low, "not found") || strings.Contains(low, "not indexed") || strings.Contains(low, "no wiki") {
		return &tool.Failure{Verdict: web.Gone, Reason: strings.TrimSuffix("the server has no wiki of the repository: "+said, ": ")}
	}
	if strings.Contains(low, "rate limit") || strings.Contains(low, "too many requests") {
		return &tool.Failure{Verdict: web.Failed, Class: web.ClassThrottled, Reason: "the server says: " + said}
	}
	return &tool.Failure{Verdict: web.Failed, Class: web.ClassTool, Reason: "the server sent no page: " + said}
}
