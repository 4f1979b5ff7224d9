package github

import (
	"cmp"
	"fmt"
	"strings"

	"assay/ingest/plain"
	"assay/ingest/thread"
	"assay/ingest/tool"
	"assay/text"
)

// written is a thread as Markdown: what was said, in order of time, each below its own
// heading.
func written(a address, t *thread.Thread) []byte {
	title := fmt.Sprintf("%s (%s/%s#%s)", plain.Line(t.Title), a.owner, a.name, a.id)
	state := t.State
	switch {
	case t.Type == "github_discussion":
		title = fmt.Sprintf("%s (%s/%s discussion %s)", plain.Line(t.Title), a.owner, a.name, a.id)
		state = ""
	case t.Metadata.Merged != "":
		state += " " + day(t.Metadata.Merged)
	case t.Metadata.Reason != "":
		state += " (" + t.Metadata.Reason + ")"
	}
	var w tool.Writer
	fmt.Fprintf(&w, "# %s\n\n", plain.Escaped(title))
	w.Facts("State", state, "Category", t.Metadata.Category, "Labels", strings.Join(t.Labels, ", "))
	w.Part(who(t.Metadata.Author)+", "+day(t.Metadata.Created), t.Body)
	for _, c := range t.Comments {
		head, body := who(c.Author)+", "+day(c.Date), c.Body
		if c.Note != "" {
			head += ", " + c.Note
		}
		if c.Diff != "" {
			body = tool.Fenced("diff", plain.Text([]byte(c.Diff))) + "\n\n" + body
		}
		w.Part(head, body)
	}
	if t.More {
		w.WriteString("\n## More\n\nThe thread goes on: not all of its comments are kept.\n")
	}
	return tool.WithMeta(w.String(), tool.Field{Key: "title", Value: title}, tool.Field{Key: "author", Value: who(t.Metadata.Author)},
		tool.Field{Key: "published", Value: day(t.Metadata.Created)}, tool.Field{Key: "url", Value: a.url()})
}

// who wrote something; GitHub calls those who left a ghost.
func who(login string) string { return plain.Line(cmp.Or(login, "ghost")) }

func day(at string) string {
	d, _, _ := strings.Cut(plain.Line(at), "T")
	return text.Clip(d, 20)
}
