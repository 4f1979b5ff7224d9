package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"assay/ingest/plain"
	"assay/ingest/web"
	"assay/text"
)

// A Field is a line of frontmatter.
type Field struct{ Key, Value string }

// WithMeta puts frontmatter before Markdown: the fields that have a value, and of a
// text with frontmatter of its own only those that it lacks.
func WithMeta(body string, fields ...Field) []byte {
	had := ""
	if rest, ok := strings.CutPrefix(body, "---\n"); ok {
		if head, tail, ok := strings.Cut(rest, "\n---\n"); ok {
			had, body = head+"\n", tail
		}
	}
	var b bytes.Buffer
	for _, f := range fields {
		v := plain.Line(f.Value)
		if v == "" || strings.Contains("\n"+had, "\n"+f.Key+":") {
			continue
		}
		if v != "true" {
			v = Quoted(text.Clip(v, 900))
		}
		b.WriteString(f.Key + ": " + v + "\n")
	}
	if b.Len() == 0 && had == "" {
		return []byte(body)
	}
	return []byte("---\n" + had + b.String() + "---\n\n" + strings.TrimLeft(body, "\n"))
}

// Quoted is a string as JSON has it, which YAML reads too.
func Quoted(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(s) != nil { // it fails for no string
		return `""`
	}
	return strings.TrimSpace(b.String())
}

// Nest lowers the headings of a text by some levels, so that it can stand below one.
// Fences are left alone; more than six levels there are not.
func Nest(md string, by int) string {
	var b strings.Builder
	fence := ""
	for l := range strings.Lines(md) {
		indent := len(l) - len(strings.TrimLeft(l, " "))
		t := l[indent:]
		switch {
		case indent > 3:
		case fence != "":
			if strings.HasPrefix(t, fence) && strings.Trim(t, fence[:1]+" \t\n") == "" {
				fence = ""
			}
		case strings.HasPrefix(t, "```"), strings.HasPrefix(t, "~~~"):
			fence = t[:len(t)-len(strings.TrimLeft(t, t[:1]))]
		case strings.HasPrefix(t, "#"):
			n := len(t) - len(strings.TrimLeft(t, "#"))
			if rest := t[n:]; n <= 6 && (rest == "" || strings.ContainsRune(" \t\n", rune(rest[0]))) {
				l = strings.Repeat("#", min(6, n+by)) + rest
			}
		}
		b.WriteString(l)
	}
	if fence != "" { // one that its author left open must not swallow what follows
		b.WriteString("\n" + fence + "\n")
	}
	return strings.TrimSpace(b.String())
}

// Fenced makes a code block that no line of the code can close.
func Fenced(lang, code string) string {
	ticks := "```"
	for strings.Contains(code, ticks) {
		ticks += "`"
	}
	if strings.ContainsFunc(lang, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("+-#._", r)
	}) {
		lang = ""
	}
	return ticks + lang + "\n" + strings.TrimRight(code, "\n") + "\n" + ticks
}

// A Writer puts a thread together, each post below a heading of its own.
type Writer struct{ strings.Builder }

// Part is what one person said, below its heading; nothing where it is empty.
func (w *Writer) Part(heading, body string) {
	body = Nest(plain.Text([]byte(body)), 2)
	if body == "" {
		return
	}
	fmt.Fprintf(w, "\n## %s\n\n%s\n", plain.Escaped(heading), body)
}

// Text is a text below the first heading; nothing where it is empty.
func (w *Writer) Text(body string) {
	if body = Nest(plain.Text([]byte(body)), 1); body != "" {
		w.WriteString("\n" + body + "\n")
	}
}

// Facts lists names and values, those that there are.
func (w *Writer) Facts(pairs ...string) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			fmt.Fprintf(w, "- %s: %s\n", pairs[i], plain.Escaped(pairs[i+1]))
		}
	}
}

// snippet writes an excerpt with the address where it comes from.
func (w *Writer) snippet(title, from, body string) {
	if body == "" {
		return
	}
	if title = plain.Escaped(title); title == "" {
		title = "Excerpt"
	}
	fmt.Fprintf(w, "\n## %s\n\n%s\n", title, body)
	if at, err := web.Canonical(from); err == nil {
		fmt.Fprintf(w, "\nFrom <%s>\n", at)
	}
}
