package markdown

import (
	"bytes"
	"fmt"
	"strings"
)

// front is a text with the places of its frontmatter, to be edited.
type front struct {
	text []byte
	eol  string // how its lines end
	fences
}

// frontOf finds the frontmatter, by the rules of [Parse].
func frontOf(text []byte) (front, error) {
	f := front{text, lineEnd(text), findFences(text)}
	if f.unclosed {
		return f, fmt.Errorf("%w: it has no closing ---", ErrUnsafeEdit)
	}
	return f, nil
}

// content are the lines between the fences.
func (f front) content() []byte { return f.text[f.first:f.close] }

// blank says whether there is nothing in the frontmatter but empty lines.
func (f front) blank() bool { return len(bytes.TrimSpace(f.content())) == 0 }

// begin is the text with a frontmatter of some lines, where it had none.
func (f front) begin(lines string) []byte {
	return splice(f.text, f.open, f.open, "---"+f.eol+lines+"---"+f.eol)
}

// without is the text without a key, and without a frontmatter that has nothing else.
func (f front) without(e entry, key string) ([]byte, error) {
	out := splice(f.text, e.start, e.end, "")
	left, err := frontOf(out)
	if err != nil {
		return nil, err
	}
	if left.present && left.blank() {
		// SetMeta puts an empty line before its key when it finds a frontmatter
		// without any: one less means that the frontmatter was not ours.
		if left.first == left.close {
			return splice(out, left.open, left.end, ""), nil
		}
		last := left.first
		for at := last; at < left.close; _, at = cutLine(out, at) {
			last = at
		}
		return splice(out, last, left.close, ""), nil
	}
	_, is, err := f.compare(out, key)
	if err == nil && len(is) > 0 {
		err = fmt.Errorf("%w: the key would still be there", ErrUnsafeEdit)
	}
	return out, err
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

// find looks for a key at the top level of a frontmatter. It refuses one in which some lines end
// in CR alone and others do not: a line put after such an end would join it to a CRLF.
func find(text []byte, key string) (f front, found entry, err error) {
	if f, err = frontOf(text); err != nil || !f.present {
		return f, found, err
	}
	block := text[f.open:f.close]
	lone := bytes.Count(block, []byte("\r")) - bytes.Count(block, []byte("\r\n"))
	if lone > 0 && (bytes.IndexByte(block, '\n') >= 0 || f.eol != "\r") {
		return f, found, fmt.Errorf("%w: its lines end in different ways", ErrUnsafeEdit)
	}
	for at := f.first; at < f.close; {
		end, next := cutLine(text, at)
		value, ok := keyOf(text[at:end], key)
		if !ok {
			at = next
			continue
		}
		if found.end != 0 {
			return f, found, fmt.Errorf("%w: the key stands there twice", ErrUnsafeEdit)
		}
		found = f.extent(entry{start: at, end: next, value: at + value, lineEnd: end, items: -1})
		at = found.end
	}
	return f, found, nil
}

// keyOf says whether a line begins with a key, bare or in quotes, and where the
// value begins.
func keyOf(line []byte, key string) (value int, ok bool) {
	rest := line
	for _, form := range [...]string{key, `"` + key + `"`, `'` + key + `'`} {
		if after, is := bytes.CutPrefix(line, []byte(form)); is {
			rest = bytes.TrimLeft(after, " \t")
		}
	}
	ok = len(rest) < len(line) && keyEnd(rest) == 0
	return len(line) - len(rest) + 1, ok
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
func (e entry) replace(f front, value string) (string, error) {
	if e.remarks {
		return "", fmt.Errorf("%w: comments stand between the lines of its value", ErrUnsafeEdit)
	}
	rest := string(f.text[e.value:e.lineEnd])
	old := strings.TrimLeft(rest, " \t")
	gap := rest[:len(rest)-len(old)]
	if gap == "" || old == "" {
		gap = " "
	}
	comment := ""
	if !e.several || e.items >= 0 {
		comment = trailing(old)
	}
	if strings.HasPrefix(comment, "#") {
		comment = " " + comment
	}
	return string(f.text[e.start:e.value]) + gap + value + comment + f.eol, nil
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
