package markdown

import (
	"bytes"
	"slices"
	"strings"

	"assay/vault"
)

// fences is where the parts of a frontmatter stand in a text.
type fences struct {
	present  bool
	unclosed bool // it begins and does not end, so it is none
	open     int  // the opening fence, or where one would go
	first    int  // the first line after it
	close    int  // the closing fence
	end      int  // what follows it
	lines    int  // both fences included
}

// findFences finds the frontmatter that a text begins with.
func findFences(text []byte) (f fences) {
	if bytes.HasPrefix(text, []byte(vault.BOM)) {
		f.open = len(vault.BOM)
	}
	if !bytes.HasPrefix(text[f.open:], []byte("---")) {
		return f
	}
	end, next := cutLine(text, f.open)
	if !isFence(text[f.open:end], "---") {
		return f
	}
	f.first = next
	for at, lines := next, 2; at < len(text); lines++ {
		end, after := cutLine(text, at)
		if line := text[at:end]; isFence(line, "---") || isFence(line, "...") {
			f.present, f.close, f.end, f.lines = true, at, after, lines
			return f
		}
		at = after
	}
	f.unclosed = true
	return f
}

func isFence(line []byte, fence string) bool { return string(bytes.TrimRight(line, " \t")) == fence }

// cutLine returns the end of the line at pos and the start of the next.
func cutLine(b []byte, pos int) (end, next int) {
	for end = pos; end < len(b); end++ {
		if b[end] == '\n' {
			return end, end + 1
		}
		if b[end] == '\r' {
			if end+1 < len(b) && b[end+1] == '\n' {
				return end, end + 2
			}
			return end, end + 1
		}
	}
	return end, end
}

// A Front is what a frontmatter says, key by key. Where it is no valid YAML it says what
// can be made out line by line.
type Front struct {
	Lines int // of the frontmatter, its fences included; 0 without one
	Body  int // where the text begins: after it, or after the byte order mark

	fieldReader // of the frontmatter alone
}

// ReadFront reads the frontmatter that a text begins with. It never fails.
func ReadFront(text []byte) Front {
	at := findFences(text)
	if !at.present {
		return Front{Body: at.open}
	}
	file := bytes.Clone(text[at.open:at.end])
	return Front{Lines: at.lines, Body: at.end, fieldReader: readFields(file, findFences(file))}
}

// Check says why a frontmatter is no valid YAML.
func (f Front) Check() error {
	if f.simple || f.Lines == 0 {
		return nil
	}
	return f.readYAML(&map[string]any{})
}

// field is the first field of a key, compared without regard to case; an empty one for none.
func (f Front) field(key string) field {
	if i := slices.IndexFunc(f.fields, func(f field) bool { return strings.EqualFold(f.key, key) }); i >= 0 {
		return f.fields[i]
	}
	return field{}
}

// Has reports whether there is a key.
func (f Front) Has(key string) bool { return f.field(key).key != "" }

// Keys are all keys, as they are written.
func (f Front) Keys() (keys []string) {
	for _, field := range f.fields {
		keys = append(keys, field.key)
	}
	return keys
}

// Text is the value of the first of some keys that has one on its line. A list is given as
// it is written there.
func (f Front) Text(keys ...string) string {
	for _, key := range keys {
		field := f.field(key)
		v := field.one()
		if field.list {
			end, _ := cutLine(f.file, field.start)
			line := f.file[field.start:end]
			v = clean(line[keyEnd(line)+1:])
		}
		if v != "" {
			return v
		}
	}
	return ""
}

// Values are those of the first of some keys that has any.
func (f Front) Values(keys ...string) []string {
	for _, key := range keys {
		field := f.field(key)
		if values := field.many(false); len(values) > 0 {
			return values
		}
	}
	return nil
}

// frontAgain finds a second frontmatter: lines between two fences --- in the body that
// are keys, their values and lists, as exports leave it below their own. It is no text.
// What it links to are links of the note all the same.
func (r *reader) frontAgain(body []byte) []byte {
	for from := 0; ; {
		k := bytes.Index(body[from:], []byte("---"))
		if k < 0 {
			return body
		}
		at := from + k
		end, next := cutLine(body, at)
		from = end
		if !opensLine(body, at) || len(bytes.TrimRight(body[at:end], " \t\r")) != 3 {
			continue
		}
		rest := secondFront().Find(body[next:])
		if rest == nil {
			continue
		}
		stop := next + len(rest)
		for i := at; i < stop; i++ {
			if body[i] != '\n' && body[i] != '\r' {
				body[i] = ' '
			}
		}
		start := r.note.BodyStart + at
		env := r.env
		env.plain = true
		p := r.scanAt(start, r.file[start:r.note.BodyStart+stop], env)
		p.tags, p.problems = p.tags[:0], p.problems[:0]
		r.keep()
		from = stop
	}
}

// opensLine reports a place at the beginning of a line with an empty one above it.
func opensLine(body []byte, at int) bool {
	if at > 0 && body[at-1] != '\n' {
		return false
	}
	above := bytes.TrimRight(body[:at], " \t\r\n")
	return len(above) == 0 || bytes.Count(body[len(above):at], []byte("\n")) > 1
}

// secondFront is the rest of a frontmatter after its opening fence: two keys at least, as
// programs write them, what belongs to them, and no empty line.
var secondFront = lazily(`^` + frontKey + `(?:` + frontMore + `)*` + frontKey + `(?:` + frontKey + `|` + frontMore + `)*---[ \t\r]*(?:\n|$)`)

const (
	frontKey  = `(?:[a-z][A-Za-z0-9_-]*|[A-Z][A-Za-z0-9-]*_[A-Za-z0-9_-]*):(?: [^\n]*|[ \t\r]*)\n`
	frontMore = `(?:#[^\n]*|(?:[ \t]|- )[^\n]*[^ \t\r\n][^\n]*)\n`
)
