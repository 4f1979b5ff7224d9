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
func SetEntries(text []byte, key string, mine func(map[string]any) bool, entries []Entry) (out []byte, err error) {
	defer failed("set", key, &out, &err)
	f, e, err := find(text, key)
	if err != nil {
		return nil, err
	}
	if e.end == 0 && len(entries) == 0 {
		return text, nil
	}
	list := key + ":" + f.eol + writeEntries(entries, "  ", f.eol)
	switch value := strings.TrimSpace(string(text[e.value:e.lineEnd])); {
	case !f.present:
		return f.begin(list), nil
	case e.end == 0:
		out = splice(text, f.close, f.close, list)
	case value == "[]" || value == "" && !e.several:
		out = splice(text, e.start, e.end, list)
	case value != "" || e.items < 0:
		return nil, fmt.Errorf("%w: it is no list with an item a line", ErrUnsafeEdit)
	default:
		kept, err := f.othersItems(e, mine)
		if err != nil {
			return nil, err
		}
		items := string(kept) + writeEntries(entries, strings.Repeat(" ", e.items), f.eol)
		if items == "" {
			return f.without(e, key)
		}
		_, first := cutLine(text, e.start)
		out = splice(text, first, e.end, items)
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
	was, is, err := f.compare(edited, key)
	if err != nil {
		return err
	}
	list, now := items(was), items(is)
	list = slices.DeleteFunc(list, func(item any) bool { m, ok := item.(map[string]any); return ok && mine(m) })
	if len(now) != len(list)+len(entries) || len(list) > 0 && !reflect.DeepEqual(now[:len(list)], list) {
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

// items are those of a key's value that is a list.
func items(value []any) []any {
	if len(value) == 0 {
		return nil
	}
	list, _ := value[0].([]any)
	return list
}
