package deepwiki

import (
	"path"
	"strings"
	"unicode"

	"assay/ingest/plain"
	"assay/ingest/web"
	"assay/text"
)

const maxPages = 10_000

// structure reads the list of topics, "- 1.2 Title" a line, and gives the pages as
// their addresses name them: "1.2-title". That form is nowhere promised, so that where
// there is no list, numbered lines and headings are read for one.
func structure(text string) []string {
	if pages := pageNames(text, bulleted); len(pages) > 0 {
		return pages
	}
	return pageNames(text, counted)
}

func pageNames(text string, listed func(string) (string, bool)) []string {
	var pages []string
	for line := range strings.Lines(text) {
		item, ok := listed(strings.TrimSpace(line))
		if !ok || len(pages) >= maxPages {
			continue
		}
		number, title := numbered(unmarked(item))
		s := slug(title)
		if s == "" {
			continue
		}
		if number != "" {
			s = number + "-" + s
		}
		pages = append(pages, s)
	}
	return pages
}

// bulleted gives what stands behind a bullet.
func bulleted(line string) (string, bool) {
	for _, bullet := range []string{"- ", "* ", "+ "} {
		if item, ok := strings.CutPrefix(line, bullet); ok {
			return strings.TrimSpace(item), true
		}
	}
	return "", false
}

// counted gives a line or heading that begins with a number as pages have it: "1.2 Title"
// and "3. Title", and not "404 Not Found".
func counted(line string) (string, bool) {
	item := strings.TrimSpace(strings.TrimLeft(line, "#"))
	first, _, _ := strings.Cut(unmarked(item), " ")
	number, _ := numbered(unmarked(item))
	for _, part := range strings.Split(number, ".") {
		if part == "" || len(part) > 2 {
			return "", false
		}
	}
	return item, item != line || strings.ContainsAny(first, ".)")
}

// unmarked takes the marks of a link and of emphasis from around an item.
func unmarked(item string) string {
	if rest, ok := strings.CutPrefix(item, "["); ok {
		if name, _, ok := strings.Cut(rest, "]("); ok {
			item = name
		}
	}
	return strings.TrimSpace(strings.Trim(item, "*_`"))
}

// numbered cuts the number of a page from its title: "1.2 Title", "1.2. Title".
func numbered(item string) (number, title string) {
	number, title, _ = strings.Cut(item, " ")
	if number = strings.TrimRight(number, ".):"); !isNumber(number) || strings.TrimSpace(title) == "" {
		return "", item
	}
	return number, unmarked(strings.TrimSpace(title))
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

// contents cuts the wiki into its pages: each begins with a line "# Page: Title", or,
// where there is none, with a heading of the first level.
func contents(text string) []page {
	if pages := cut(text, "# Page: "); len(pages) > 0 {
		return pages
	}
	return cut(text, "# ")
}

// cut gives the pages that begin with a mark and their title.
func cut(text, mark string) []page {
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
// A title counts with its number and without.
func match(nodes []web.Node, pages []page) map[string]string {
	by := map[string][]string{}
	add := func(title, body string) {
		if at, ok := segment(slug(title)); ok {
			by[at] = append(by[at], body)
		}
	}
	for _, p := range pages {
		add(p.title, p.body)
	}
	for _, p := range pages {
		if number, title := numbered(p.title); number != "" {
			add(title, p.body)
		}
	}
	found := map[string]string{}
	for _, n := range nodes {
		name := path.Base(n.URL)
		if number, rest, ok := strings.Cut(name, "-"); ok && isNumber(number) {
			name = rest
		}
		at, _ := segment(name)
		if bodies := by[at]; len(bodies) > 0 {
			found[n.URL] = bodies[0]
			if len(bodies) > 1 {
				by[at] = bodies[1:]
			}
		}
	}
	return found
}

// segment is a part of a path as canonical addresses spell it.
func segment(s string) (string, bool) {
	at, err := web.Canonical("https://h/" + s)
	return strings.TrimPrefix(at, "https://h/"), err == nil && s != ""
}

// nothing says what it means that a server sent no page: what it says instead decides
// whether there is none, or nobody knows.
func nothing(answer string) error {
	said := text.Clip(plain.Line(answer), 200)
	low := strings.ToLower(said)
	if said == "" || strings.Contains(low, "not found") || strings.Contains(low, "not indexed") || strings.Contains(low, "no wiki") {
		return &web.Failure{Verdict: web.Gone, Reason: strings.TrimSuffix("the server has no wiki of the repository: "+said, ": ")}
	}
	if strings.Contains(low, "rate limit") || strings.Contains(low, "too many requests") {
		return &web.Failure{Verdict: web.Failed, Class: web.ClassThrottled, Reason: "the server says: " + said}
	}
	return &web.Failure{Verdict: web.Failed, Class: web.ClassTool, Reason: "the server sent no page: " + said}
}
