package markdown

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// An Entry is an item of a list in frontmatter that is a mapping, its keys in order: all texts.
type Entry [][2]string

// SetEntries puts entries at the end of a list in the frontmatter, in place of those that mine
// says are its own, and makes the list or the frontmatter where there is none. Every other byte
// stays. What it made is read back as YAML and compared; where that cannot be, the error is
// [ErrUnsafeEdit].
func SetEntries(text []byte, key string, mine func(map[string]any) bool, entries []Entry) ([]byte, error) {
	out, err := setEntries(text, key, mine, entries)
	if err != nil {
		return nil, fmt.Errorf("set %s: %w", key, err)
	}
	return out, nil
}

func setEntries(text []byte, key string, mine func(map[string]any) bool, entries []Entry) ([]byte, error) {
	f, err := editable(text)
	if err != nil {
		return nil, err
	}
	eol := lineEnd(text)
	if !f.present {
		if len(entries) == 0 {
			return text, nil
		}
		return slices.Concat(text[:f.open], []byte("---"+eol+key+":"+eol+writeEntries(entries, "  ", eol)+"---"+eol), text[f.open:]), nil
	}
	e, err := f.find(key)
	if err != nil {
		return nil, err
	}
	var out []byte
	switch value := strings.TrimSpace(string(text[e.value:e.lineEnd])); {
	case e.end == 0 && len(entries) == 0:
		return text, nil
	case e.end == 0:
		out = slices.Concat(text[:f.close], []byte(key+":"+eol+writeEntries(entries, "  ", eol)), text[f.close:])
	case value == "[]" || value == "" && !e.several:
		out = slices.Concat(text[:e.start], []byte(key+":"+eol+writeEntries(entries, "  ", eol)), text[e.end:])
	case value != "" || e.items < 0:
		return nil, fmt.Errorf("%w: it is no list with an item a line", ErrUnsafeEdit)
	default:
		items, err := f.othersItems(e, mine)
		if err != nil {
			return nil, err
		}
		if items = append(items, writeEntries(entries, strings.Repeat(" ", e.items), eol)...); len(items) == 0 {
			return removeMeta(text, key)
		}
		_, first := cutLine(text, e.start)
		out = slices.Concat(text[:first], items, text[e.end:])
	}
	return out, f.compareEntries(out, key, mine, entries)
}

// othersItems are the lines of a list without those of items that are mine.
func (f front) othersItems(e entry, mine func(map[string]any) bool) (kept []byte, err error) {
	dash := []byte(strings.Repeat(" ", e.items) + "-")
	_, at := cutLine(f.text, e.start)
	for at < e.end {
		_, end := cutLine(f.text, at)
		for end < e.end && !bytes.HasPrefix(f.text[end:], dash) {
			_, end = cutLine(f.text, end)
		}
		var items []map[string]any
		if bytes.HasPrefix(f.text[at:], dash) {
			if err := yaml.Unmarshal(bytes.ReplaceAll(f.text[at:end], []byte("\r\n"), []byte("\n")), &items); err != nil {
				return nil, fmt.Errorf("%w: an item of it is no mapping", ErrUnsafeEdit)
			}
		}
		if len(items) != 1 || !mine(items[0]) {
			kept = append(kept, f.text[at:end]...)
		}
		at = end
	}
	return kept, nil
}

func writeEntries(entries []Entry, indent, eol string) string {
	var b strings.Builder
	for _, e := range entries {
		for i, pair := range e {
			mark := "  "
			if i == 0 {
				mark = "- "
			}
			value := pair[1]
			if strings.Trim(value, plainValue) != "" || value == "" || strings.ContainsAny(value[:1], "-:") || strings.HasSuffix(value, ":") {
				value = quote(value)
			}
			b.WriteString(indent + mark + pair[0] + ": " + value + eol)
		}
	}
	return b.String()
}

// plainValue are the characters of values that need no quotes.
const plainValue = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:+-"

// compareEntries makes sure that edited text has what others put into the list, and then the
// entries, and says the same as f for all other keys.
func (f front) compareEntries(edited []byte, key string, mine func(map[string]any) bool, entries []Entry) error {
	g, err := frontOf(edited)
	if err != nil {
		return err
	}
	read := func(src []byte) (list []any, rest yaml.MapSlice, err error) {
		all, err := decodeFront(src)
		for _, item := range all {
			if item.Key != any(key) {
				rest = append(rest, item)
			} else if items, ok := item.Value.([]any); ok {
				list = items
			}
		}
		return list, rest, err
	}
	list, rest, err := read(f.text[f.first:f.close])
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(item any) bool { m, ok := item.(map[string]any); return ok && mine(m) })
	now, others, err := read(edited[g.first:g.close])
	switch {
	case err != nil:
		return err
	case !reflect.DeepEqual(rest, others):
		return fmt.Errorf("%w: other keys would change their meaning", ErrUnsafeEdit)
	case len(now) != len(list)+len(entries) || len(list) > 0 && !reflect.DeepEqual(now[:len(list)], list):
		return fmt.Errorf("%w: what others put there would change its meaning", ErrUnsafeEdit)
	}
	for i, e := range entries {
		m, _ := now[len(list)+i].(map[string]any)
		for _, pair := range e {
			if m[pair[0]] != any(pair[1]) {
				return fmt.Errorf("%w: %s would be read as something else", ErrUnsafeEdit, pair[0])
			}
		}
	}
	return nil
}
