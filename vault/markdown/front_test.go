package markdown

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestReadFront(t *testing.T) {
	for _, tt := range []struct{ name, text, field, want, values string }{
		{"plain", "---\ntitle: A b # c\n---\n", "title", "A b", "A b"},
		{"keys in any case, quoted", "---\n\"Title\": A\n---\n", "title", "A", "A"},
		{"escapes", "---\ntitle: \"a \\\"b\\\" \\u00e9\"\n---\n", "title", `a "b" é`, `a "b" é`},
		{"single quotes", "---\ntitle: 'it''s'\n---\n", "title", "it's", "it's"},
		{"CRLF", "---\r\ntitle: A\r\n---\r\n", "title", "A", "A"},
		{"CR", "---\rtitle: A\r---\r", "title", "A", "A"},
		{"byte order mark", "\ufeff---\ntitle: A\n...\n", "title", "A", "A"},
		{"folded", "---\ntitle: >\n  A\n  b\nurl: x\n---\n", "title", "A b", "A b"},
		{"a list on its line", "---\ntitle: [a, \"b c\"]\n---\n", "title", `[a, "b c"]`, "a|b c"},
		{"a link that is a list", "---\ntitle: [[a b]]\n---\n", "title", "[[a b]]", "a b"},
		{"links that are lists, with commas", "---\ntitle: [[a, b and c], [d]]\n---\n", "title", "[[a, b and c], [d]]", "a, b and c|d"},
		{"a link with a comma below", "---\ntitle:\n  - [[a, b]]\n---\n", "title", "", "[[a, b]]"},
		{"files in lists", "---\ntitle: [[a.md, b.md]]\n---\n", "title", "[[a.md, b.md]]", "a.md|b.md"},
		{"a list below", "---\ntitle:\n  - a\n  - b: c.md\n---\n", "title", "", "a|b: c.md"},
		{"a person", "---\ntitle:\n  name: A\n  at: b\n---\n", "title", "A", "A"},
		{"persons", "---\ntitle: [{name: A, at: b}, C]\n---\n", "title", "[{name: A, at: b}, C]", "A|C"},
		{"the first of two", "---\ntitle: A\ntitle: B\n---\n", "title", "A", "A"},
		{"not below another key", "---\nx:\n  title: A\n---\n", "title", "", ""},
		{"no YAML", "---\ntitle: A: b\nurl: [x\n---\n", "title", "A: b", "A: b"},
		{"never closed", "---\ntitle: A\n", "title", "", ""},
	} {
		f := ReadFront([]byte(tt.text + "Body.\n"))
		if got := f.Text("none", tt.field); got != tt.want {
			t.Errorf("%s: text %q, want %q", tt.name, got, tt.want)
		}
		if got := strings.Join(f.Values("none", tt.field), "|"); got != tt.values {
			t.Errorf("%s: values %q, want %q", tt.name, got, tt.values)
		}
		if rest := tt.text[min(f.Body, len(tt.text)):]; (rest != "") != (tt.name == "never closed") {
			t.Errorf("%s: the text begins with %q", tt.name, rest)
		}
		if (f.Check() != nil) != (tt.name == "no YAML") {
			t.Errorf("%s: %v", tt.name, f.Check())
		}
	}
	if f := ReadFront([]byte("---\ngenerated: {by: a, at: b}\n---\n")); !f.Has("Generated") || f.Has("by") {
		t.Error("a mapping of who made it is a key like others")
	}
	if f := ReadFront([]byte("---\r\na: b\r\n\r\n---\r\n")); f.Lines != 4 {
		t.Errorf("%d lines", f.Lines)
	}
}

// What is read line by line without a doubt is what YAML reads.
func TestFieldsAreThoseOfYAML(t *testing.T) {
	part := rapid.SampledFrom([]string{"a", "b c", "é", " ", "  ", "\"", "'", "''", "\\\"", "\\n", ":", ": ", "#", " #", "[", "]", "[[", "]]", ",", ", ", "-", "- ", "\n", "\n- ", "\n  - ", "\n  "})
	rapid.Check(t, func(t *rapid.T) {
		value := strings.Join(rapid.SliceOfN(part, 0, 8).Draw(t, "value"), "")
		file := []byte("---\nk: " + value + "\nz: end\n---\n")
		r := fieldReader{file: file, at: findFences(file)}
		if r.lines(); !r.simple || r.readYAML(&map[string]any{}) != nil {
			return
		}
		texts := func(fields []field) (out []string) {
			for _, f := range fields {
				out = append(append(out, f.key+"="), f.many(false)...)
			}
			return out
		}
		plain := texts(r.fields)
		r.fromYAML()
		if d := cmp.Diff(texts(r.fields), plain); d != "" {
			t.Fatalf("%q: YAML (-) and we (+)\n%s", r.file, d)
		}
	})
}
