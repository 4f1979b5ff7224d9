package tool

import (
	"fmt"
	"strings"

	"assay/ingest/web"
)

// A Writer puts a thread together, each post below a heading of its own.
type Writer struct{ strings.Builder }

// Part is what one person said, below its heading; nothing where it is empty.
func (w *Writer) Part(heading, body string) {
	body = Nest(Plain([]byte(body)), 2)
	if body == "" {
		return
	}
	fmt.Fprintf(w, "\n## %s\n\n%s\n", Escaped(heading), body)
}

// Text is a text below the first heading; nothing where it is empty.
func (w *Writer) Text(body string) {
	if body = Nest(Plain([]byte(body)), 1); body != "" {
		w.WriteString("\n" + body + "\n")
	}
}

// Facts lists names and values, those that there are.
func (w *Writer) Facts(pairs ...string) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			fmt.Fprintf(w, "- %s: %s\n", pairs[i], Escaped(pairs[i+1]))
		}
	}
}

// snippet writes an excerpt with the address where it comes from.
func (w *Writer) snippet(title, from, body string) {
	if body == "" {
		return
	}
	if title = Escaped(title); title == "" {
		title = "Excerpt"
	}
	fmt.Fprintf(w, "\n## %s\n\n%s\n", title, body)
	if at, err := web.Canonical(from); err == nil {
		fmt.Fprintf(w, "\nFrom <%s>\n", at)
	}
}
