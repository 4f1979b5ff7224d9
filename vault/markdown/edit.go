package markdown

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// ErrUnsafeEdit says that a frontmatter cannot be changed without risk to what its
// author wrote. The error around it says why.
var ErrUnsafeEdit = errors.New("the frontmatter cannot be edited safely")

// SetMeta sets a key of a note's frontmatter, which it makes if there is none. The key is one
// that YAML takes without quotes, the value one line of YAML. Only the lines of that key change; order, comments, quoting, line ends and byte
// order mark of everything else stay. A value that is there already leaves text as it is.
//
// The result is read back as YAML and compared: if any other key would change its
// meaning, or if the frontmatter cannot be read to begin with, the error is
// [ErrUnsafeEdit] and nothing is returned.
func SetMeta(text []byte, key, value string) (out []byte, err error) {
	defer failed("set", key, &out, &err)
	f, e, err := find(text, key)
	if err != nil {
		return nil, err
	}
	line := key + ": " + value + f.eol
	if !f.present {
		return f.begin(line), nil
	}
	if e.end == 0 {
		if f.blank() {
			// Marks that the frontmatter was there before us: see RemoveMeta.
			line = f.eol + line
		}
		out = splice(text, f.close, f.close, line)
	} else {
		was, _, err := decodeFront(f.content(), key)
		if err == nil && len(was) == 0 {
			err = fmt.Errorf("%w: the key is not read as one", ErrUnsafeEdit)
		}
		if err != nil || reads(value, was) {
			return text, err
		}
		if line, err = e.replace(f, value); err != nil {
			return nil, err
		}
		out = splice(text, e.start, e.end, line)
	}
	_, is, err := f.compare(out, key)
	if err == nil && !reads(value, is) {
		err = fmt.Errorf("%w: the new value would be read as something else", ErrUnsafeEdit)
	}
	return out, err
}

// RemoveMeta removes a key with its value. A frontmatter that holds nothing else
// goes with it, so that it undoes [SetMeta] to the byte.
func RemoveMeta(text []byte, key string) (out []byte, err error) {
	defer failed("remove", key, &out, &err)
	f, e, err := find(text, key)
	if err != nil || e.end == 0 {
		return text, err
	}
	return f.without(e, key)
}

// failed names the key in an error, with which nothing is returned.
func failed(doing, key string, out *[]byte, err *error) {
	if *err != nil {
		*out, *err = nil, fmt.Errorf("%s %s: %w", doing, key, *err)
	}
}

// Splice replaces a range of text; line ends of the replacement become those of
// the text.
func Splice(text []byte, start, end int, repl string) []byte {
	start = max(0, min(start, len(text)))
	end = max(start, min(end, len(text)))
	repl = strings.ReplaceAll(repl, "\r\n", "\n")
	if eol := lineEnd(text); eol != "\n" {
		repl = strings.ReplaceAll(repl, "\n", eol)
	}
	return splice(text, start, end, repl)
}

func splice(text []byte, start, end int, repl string) []byte {
	return slices.Concat(text[:start], []byte(repl), text[end:])
}

// lineEnd is how the lines of a text end: as its first does.
func lineEnd(text []byte) string {
	i := bytes.IndexAny(text, "\r\n")
	switch {
	case i < 0 || text[i] == '\n':
		return "\n"
	case i+1 < len(text) && text[i+1] == '\n':
		return "\r\n"
	default:
		return "\r"
	}
}

// quote writes a YAML double-quoted scalar (YAML 1.2, 7.3.1).
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' || r == '\ufeff' || r == '\ufffe' || r == '\uffff':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// decodeFront reads a frontmatter's lines: the value of a key, none or one, and the other keys
// in order.
func decodeFront(src []byte, key string) (value []any, others yaml.MapSlice, err error) {
	defer func() {
		// The text is anybody's, and a parser that gives up must not take a build
		// down with it.
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: it cannot be read as YAML", ErrUnsafeEdit)
		}
	}()
	src = bytes.ReplaceAll(bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	if err := yaml.Unmarshal(src, &others); err != nil {
		line, _, _ := strings.Cut(err.Error(), "\n")
		return nil, nil, fmt.Errorf("%w: it cannot be read as YAML: %s", ErrUnsafeEdit, line)
	}
	others = slices.DeleteFunc(others, func(item yaml.MapItem) bool {
		if item.Key == any(key) {
			value = append(value, item.Value)
		}
		return item.Key == any(key)
	})
	return value, others, nil
}

// compare makes sure that edited text says the same as f for all keys but one. Of that it
// returns what it was and what it is.
func (f front) compare(edited []byte, key string) (was, is []any, err error) {
	g, err := frontOf(edited)
	if err != nil {
		return nil, nil, err
	}
	was, before, err := decodeFront(f.content(), key)
	if err != nil {
		return nil, nil, err
	}
	is, after, err := decodeFront(g.content(), key)
	if err == nil && (len(before) != len(after) || len(before) > 0 && !reflect.DeepEqual(before, after)) {
		err = fmt.Errorf("%w: other keys would change their meaning", ErrUnsafeEdit)
	}
	return was, is, err
}

// reads reports whether a value is what YAML reads of it.
func reads(value string, read []any) bool {
	want, _, err := decodeFront([]byte("raw: "+value), "raw")
	return err == nil && len(want) == 1 && reflect.DeepEqual(want, read)
}
