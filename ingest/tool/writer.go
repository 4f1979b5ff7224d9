package tool

import (
	"fmt"
	"strings"

	"assay/ingest/web"
)

// A writer puts a thread together, each post below a heading of its own.
type writer struct{ strings.Builder }

func (w *writer) part(heading, body string) {
	body = nest(Plain([]byte(body)), 2)
	if body == "" {
		return
	}
	fmt.Fprintf(w, "\n## %s\n\n%s\n", escaped(heading), body)
}

func (w *writer) facts(pairs ...string) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			fmt.Fprintf(w, "- %s: %s\n", pairs[i], escaped(pairs[i+1]))
		}
	}
}

// snippet writes an excerpt with the address where it comes from.
func (w *writer) snippet(title, from, body string) {
	if body == "" {
		return
	}
	if title = escaped(title); title == "" {
		title = "Excerpt"
	}
	fmt.Fprintf(w, "\n## %s\n\n%s\n", title, body)
	if at, err := web.Canonical(from); err == nil {
		fmt.Fprintf(w, "\nFrom <%s>\n", at)
	}
}
