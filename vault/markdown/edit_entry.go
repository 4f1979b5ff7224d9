package markdown

import (
	"bytes"
	"fmt"
	"strings"
)

// front is a text with the places of its frontmatter, to be edited.
type front struct {
	text []byte
	fences
}

// frontOf finds the frontmatter, by the rules of [Parse].
func frontOf(text []byte) (front, error) {
	f := front{text, findFences(text)}
	if f.unclosed {
		return f, fmt.Errorf("%w: it has no closing ---", ErrUnsafeEdit)
	}
	return f, nil
}

// blank says whether there is nothing in the frontmatter but empty lines.
func (f front) blank() bool {
	return len(bytes.TrimSpace(f.text[f.first:f.close])) == 0
}

// An entry is a key of the frontmatter with its value.
type entry struct {
	start, end int  // its lines, the last line end included; end is 0 for none
	value      int  // what follows the colon
	lineEnd    int  // end of the first line, without its line end
	several    bool // the value has further lines
	items      int  // indent of a block list's items, or -1
	remarks    bool // comments stand between the value's lines
}

// find looks for a key at the top level.
func (f front) find(key string) (entry, error) {
	var found entry
	for at := f.first; at < f.close; {
		end, next := cutLine(f.text, at)
		value, ok := keyOf(f.text[at:end], key)
		if !ok {
			at = next
			continue
		}
		if found.end != 0 {
			return entry{}, fmt.Errorf("%w: the key stands there twice", ErrUnsafeEdit)
		}
		found = f.extent(entry{start: at, end: next, value: at + value, lineEnd: end, items: -1})
		at = found.end
	}
	return found, nil
}

// keyOf says whether a line begins with a key, bare or in quotes, and where the
// value begins.
func keyOf(line []byte, key string) (value int, ok bool) {
	for _, form := range [3]string{key, `"` + key + `"`, `'` + key + `'`} {
		if !bytes.HasPrefix(line, []byte(form)) {
			continue
		}
		rest := bytes.TrimLeft(line[len(form):], " \t")
		if len(rest) > 0 && rest[0] == ':' && (len(rest) == 1 || rest[1] == ' ' || rest[1] == '\t') {
			return len(line) - len(rest) + 1, true
		}
	}
	return 0, false
}

// extent adds the lines that continue the value: those that are indented, items of
// a list that is not, and a closing bracket. Empty lines and comments belong to it
// only between such lines.
func (f front) extent(e entry) entry {
	first := strings.TrimSpace(string(f.text[e.value:e.lineEnd]))
	literal := strings.HasPrefix(first, "|") || strings.HasPrefix(first, ">")
	empty := first == "" || first[0] == '#'
	remarks := false
	for at := e.end; at < f.close; {
		end, next := cutLine(f.text, at)
		line := string(f.text[at:end])
		body := strings.TrimLeft(line, " \t")
		indented := len(body) < len(line)
		item := body == "-" || strings.HasPrefix(body, "- ")
		switch {
		case body == "":
		case body[0] == '#' && !(literal && indented):
			remarks = true
		case indented, empty && item, body[0] == ']' || body[0] == '}':
			if empty && item && e.items < 0 && !e.several {
				e.items = len(line) - len(body)
			}
			e.end, e.several = next, true
			e.remarks = e.remarks || remarks
		default:
			return e
		}
		at = next
	}
	return e
}

// replace is what the entry's lines become.
func (e entry) replace(text []byte, key string, value MetaValue, eol string) (string, error) {
	if e.remarks {
		return "", fmt.Errorf("%w: comments stand between the lines of its value", ErrUnsafeEdit)
	}
	head := string(text[e.start:e.value])
	rest := string(text[e.value:e.lineEnd])
	old := strings.TrimLeft(rest, " \t")
	gap := rest[:len(rest)-len(old)]
	if gap == "" || old == "" {
		gap = " "
	}
	comment := ""
	if !e.several || e.items >= 0 {
		comment = trailing(old)
	}
	if e.items >= 0 && len(value.List) > 0 && value.Raw == "" {
		// A list keeps the form that its author gave it.
		out := head
		if comment != "" {
			out += " " + strings.TrimLeft(comment, " \t")
		}
		for _, item := range value.List {
			out += eol + strings.Repeat(" ", e.items) + "- " + quote(item)
		}
		return out + eol, nil
	}
	if comment != "" && comment[0] == '#' {
		comment = " " + comment
	}
	return head + gap + value.flow() + comment + eol, nil
}

// trailing is the comment at the end of a value's line, with the white space before
// it.
func trailing(line string) string {
	if strings.HasPrefix(line, "#") {
		return line
	}
	var in byte
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case in == '"' && c == '\\':
			i++
		case in != 0:
			if c == in {
				in = 0
			}
		case (c == '"' || c == '\'') && (i == 0 || strings.IndexByte(" \t[{,:", line[i-1]) >= 0):
			in = c
		case c == '#' && i > 0 && (line[i-1] == ' ' || line[i-1] == '\t'):
			return line[len(strings.TrimRight(line[:i], " \t")):]
		}
	}
	return ""
}
