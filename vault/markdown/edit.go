package markdown

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
)

// ErrUnsafeEdit says that a frontmatter cannot be changed without risk to what its
// author wrote. The error around it says why.
var ErrUnsafeEdit = errors.New("the frontmatter cannot be edited safely")

// A MetaValue is what a frontmatter key is set to: a text, a list of texts, or a
// piece of YAML.
type MetaValue struct {
	Text string
	List []string // if not nil, a list
	Raw  string   // if not "", written as it is: one line of YAML such as true or 12
}

// SetMeta sets a key of a note's frontmatter, which it makes if there is none. Only
// the lines of that key change; order, comments, quoting, line ends and byte order
// mark of everything else stay. A value that is there already leaves text as it is.
//
// The result is read back as YAML and compared: if any other key would change its
// meaning, or if the frontmatter cannot be read to begin with, the error is
// [ErrUnsafeEdit] and nothing is returned.
func SetMeta(text []byte, key string, value MetaValue) ([]byte, error) {
	out, err := setMeta(text, key, value)
	if err != nil {
		return nil, fmt.Errorf("set %s: %w", key, err)
	}
	return out, nil
}

// RemoveMeta removes a key with its value. A frontmatter that holds nothing else
// goes with it, so that it undoes [SetMeta] to the byte.
func RemoveMeta(text []byte, key string) ([]byte, error) {
	out, err := removeMeta(text, key)
	if err != nil {
		return nil, fmt.Errorf("remove %s: %w", key, err)
	}
	return out, nil
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

func setMeta(text []byte, key string, value MetaValue) ([]byte, error) {
	if !plainKey(key) {
		return nil, fmt.Errorf("%q is not a name for a key", key)
	}
	if err := value.check(); err != nil {
		return nil, err
	}
	f, err := editable(text)
	if err != nil {
		return nil, err
	}
	eol := lineEnd(text)
	if !f.present {
		head := "---" + eol + key + ": " + value.flow() + eol + "---" + eol
		return slices.Concat(text[:f.open], []byte(head), text[f.open:]), nil
	}
	e, err := f.find(key)
	if err != nil {
		return nil, err
	}
	var out []byte
	if e.end == 0 {
		line := key + ": " + value.flow() + eol
		if f.blank() {
			// Marks that the frontmatter was there before us: see removeMeta.
			line = eol + line
		}
		out = slices.Concat(text[:f.close], []byte(line), text[f.close:])
	} else {
		if same, err := f.holds(key, value); err != nil || same {
			return text, err
		}
		repl, err := e.replace(text, key, value, eol)
		if err != nil {
			return nil, err
		}
		out = slices.Concat(text[:e.start], []byte(repl), text[e.end:])
	}
	if err := f.compare(out, key, &value); err != nil {
		return nil, err
	}
	return out, nil
}

// editable is [frontOf] without those in which some lines end in CR alone and others do
// not: a line put after such an end would join it to a CRLF.
func editable(text []byte) (front, error) {
	f, err := frontOf(text)
	if err != nil || !f.present {
		return f, err
	}
	block := text[f.open:f.close]
	lone := bytes.Count(block, []byte("\r")) - bytes.Count(block, []byte("\r\n"))
	if lone > 0 && (bytes.IndexByte(block, '\n') >= 0 || lineEnd(text) != "\r") {
		return f, fmt.Errorf("%w: its lines end in different ways", ErrUnsafeEdit)
	}
	return f, nil
}

func removeMeta(text []byte, key string) ([]byte, error) {
	f, err := editable(text)
	if err != nil {
		return nil, err
	}
	if !f.present {
		return text, nil
	}
	e, err := f.find(key)
	if err != nil || e.end == 0 {
		return text, err
	}
	out := slices.Concat(text[:e.start], text[e.end:])
	left, err := frontOf(out)
	if err != nil {
		return nil, err
	}
	if left.present && left.blank() {
		// SetMeta puts an empty line before its key when it finds a frontmatter
		// without any: one less means that the frontmatter was not ours.
		if left.first == left.close {
			return slices.Concat(out[:left.open], out[left.end:]), nil
		}
		last := left.first
		for at := last; at < left.close; _, at = cutLine(out, at) {
			last = at
		}
		return slices.Concat(out[:last], out[left.close:]), nil
	}
	if err := f.compare(out, key, nil); err != nil {
		return nil, err
	}
	return out, nil
}

// plainKey says whether a name can be a YAML key without quotes.
func plainKey(key string) bool {
	for i, c := range key {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return !slices.Contains([]string{"", "true", "false", "null", "yes", "no", "on", "off", "y", "n"}, strings.ToLower(key))
}

func (v MetaValue) check() error {
	for _, s := range append([]string{v.Text, v.Raw}, v.List...) {
		if !utf8.ValidString(s) {
			return errors.New("the value is not valid UTF-8")
		}
	}
	if strings.ContainsAny(v.Raw, "\r\n") {
		return errors.New("the value has more than one line")
	}
	return nil
}

// flow writes the value on one line.
func (v MetaValue) flow() string {
	switch {
	case v.Raw != "":
		return v.Raw
	case v.List == nil:
		return quote(v.Text)
	}
	items := make([]string, len(v.List))
	for i, s := range v.List {
		items[i] = quote(s)
	}
	return "[" + strings.Join(items, ", ") + "]"
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

// decodeFront reads a frontmatter's lines, keys in order.
func decodeFront(src []byte) (m yaml.MapSlice, err error) {
	defer func() {
		// The text is anybody's, and a parser that gives up must not take a build
		// down with it.
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: it cannot be read as YAML", ErrUnsafeEdit)
		}
	}()
	src = bytes.ReplaceAll(bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	if err := yaml.Unmarshal(src, &m); err != nil {
		line, _, _ := strings.Cut(err.Error(), "\n")
		return nil, fmt.Errorf("%w: it cannot be read as YAML: %s", ErrUnsafeEdit, line)
	}
	return m, nil
}

// compare makes sure that edited text says the same as f for all keys but one, and
// for that one what it should; nil means that the key is gone.
func (f front) compare(edited []byte, key string, value *MetaValue) error {
	g, err := frontOf(edited)
	if err != nil {
		return err
	}
	before, err := decodeFront(f.text[f.first:f.close])
	if err != nil {
		return err
	}
	after, err := decodeFront(edited[g.first:g.close])
	if err != nil {
		return err
	}
	is := func(item yaml.MapItem) bool { return item.Key == any(key) }
	at := slices.IndexFunc(after, is)
	if (at >= 0) != (value != nil) || at >= 0 && !value.equals(after[at].Value) {
		return fmt.Errorf("%w: the new value would be read as something else", ErrUnsafeEdit)
	}
	before, after = slices.DeleteFunc(before, is), slices.DeleteFunc(after, is)
	if len(before) != len(after) || len(before) > 0 && !reflect.DeepEqual(before, after) {
		return fmt.Errorf("%w: other keys would change their meaning", ErrUnsafeEdit)
	}
	return nil
}

// holds says whether the frontmatter has this value already.
func (f front) holds(key string, value MetaValue) (bool, error) {
	m, err := decodeFront(f.text[f.first:f.close])
	if err != nil {
		return false, err
	}
	for _, item := range m {
		if item.Key == any(key) {
			return value.equals(item.Value), nil
		}
	}
	return false, fmt.Errorf("%w: the key is not read as one", ErrUnsafeEdit)
}

// equals compares the value with what YAML reads.
func (v MetaValue) equals(read any) bool {
	switch {
	case v.Raw != "":
		m, err := decodeFront([]byte("raw: " + v.Raw))
		return err == nil && len(m) == 1 && reflect.DeepEqual(m[0].Value, read)
	case v.List == nil:
		return read == any(v.Text)
	}
	items, ok := read.([]any)
	return ok && slices.EqualFunc(items, v.List, func(a any, b string) bool { return a == any(b) })
}
