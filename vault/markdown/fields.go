package markdown

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"assay/vault"
)

// field is one key of the frontmatter with its values and where they stand.
type field struct {
	key        string
	start, end int
	values     []value
	list       bool
}

type value struct {
	text       string
	id         string // of an item that is a mapping and has one
	start, end int
}

func (f *field) one() string {
	if len(f.values) == 0 {
		return ""
	}
	return f.values[0].text
}

// many are the field's values; a single string is a list of one, or with commas
// set what stands between its commas.
func (f *field) many(commas bool) []string {
	var out []string
	for _, v := range f.values {
		if !f.list && commas && strings.Contains(v.text, ",") {
			for _, t := range strings.Split(v.text, ",") {
				if t = strings.TrimSpace(t); t != "" {
					out = append(out, t)
				}
			}
			continue
		}
		if v.text != "" {
			out = append(out, v.text)
		}
	}
	return out
}

// A fieldReader reads frontmatter line by line and gives values with their places. It
// reads what YAML refuses, and is some ten times as fast.
type fieldReader struct {
	file     []byte
	at       fences
	fields   []field
	simple   bool // YAML reads it the same way
	problems []vault.Problem
}

// readFields reads the frontmatter of a file. What cannot be read line by line is given to the
// YAML library.
func readFields(file []byte, at fences) fieldReader {
	r := fieldReader{file: file, at: at}
	if r.lines(); !r.simple {
		r.fromYAML()
	}
	return r
}

func (r *fieldReader) problem(kind string, start, end int, text string) {
	r.problems = append(r.problems, vault.Problem{Kind: kind, Start: start, End: end, Text: text})
}

// complained reports whether something was said of a field already.
func complained(problems []vault.Problem, f *field) bool {
	return slices.ContainsFunc(problems, func(p vault.Problem) bool { return p.Start == f.start && strings.HasPrefix(p.Kind, "frontmatter") })
}

// lines reads lines of "key: value", "key: [a, b]" and "key:" with "- item" lines
// below it.
func (r *fieldReader) lines() {
	r.simple = true
	var cur *field
	nested, dash := false, 0 // the indent of the last item
	for at := r.at.first; at < r.at.close; {
		end, next := cutLine(r.file, at)
		line := r.file[at:end]
		trimmed := bytes.TrimSpace(line)
		indent := len(line) - len(bytes.TrimLeft(line, " \t"))
		if bytes.IndexByte(line[:indent], '\t') >= 0 {
			r.simple = false
		}
		switch {
		case len(trimmed) == 0 || trimmed[0] == '#':
		case isItem(trimmed):
			if cur == nil {
				r.simple = false
				break
			}
			if len(cur.values) > 0 && (!cur.list || indent != dash) {
				r.simple = false
			}
			dash = indent
			cur.list = true
			item := bytes.TrimSpace(trimmed[1:])
			s := end - (len(line) - len(bytes.TrimRight(line, " \t"))) - len(item)
			v, ok := scalar(item, s)
			if !ok || isItem(item) || mapItem(item) {
				r.simple = false
			}
			cur.values = append(cur.values, v)
			cur.end = end
		default:
			k := keyEnd(trimmed)
			if k < 0 {
				r.simple = false
				if cur != nil && len(cur.values) == 1 && !cur.list { // a folded plain scalar
					cur.values[0].text = foldSpace(cur.values[0].text + " " + clean(trimmed))
					cur.values[0].end = end
				}
				break
			}
			if indent > 0 {
				r.simple = false
				if cur != nil && !nested && len(cur.values) == 0 && knownMeta[metaKey(cur.key)] && knownMeta[metaKey(string(trimmed[:k]))] {
					r.problem("frontmatter-nested", cur.start, cur.end, "the key "+cur.key+" has no value of its own and takes the keys below it")
					nested = true
				}
				if !nested {
					break
				}
			} else {
				nested = false
			}
			r.fields = append(r.fields, field{key: strings.Trim(clean(trimmed[:k]), `"'`), start: at + indent, end: end})
			cur = &r.fields[len(r.fields)-1]
			rest := bytes.TrimSpace(trimmed[k+1:])
			if len(rest) == 0 || rest[0] == '#' && k+1 < len(trimmed) && trimmed[k+1] != '#' {
				break
			}
			s := at + indent + k + 1 + (len(trimmed[k+1:]) - len(bytes.TrimLeft(trimmed[k+1:], " \t")))
			if rest[0] == '[' && !bytes.HasPrefix(rest, []byte("[[")) {
				var ok bool
				cur.list = true
				cur.values, ok = flow(rest, s)
				r.simple = r.simple && ok
				break
			}
			v, ok := scalar(rest, s)
			r.simple = r.simple && ok
			if rest[0] == '|' || rest[0] == '>' {
				break
			}
			if v.text != "" || ok {
				cur.values = append(cur.values, v)
			}
		}
		at = next
	}
}

// keyEnd is the place of the colon that ends a key, or -1.
func keyEnd(line []byte) int {
	if len(line) > 0 && (line[0] == '"' || line[0] == '\'') {
		k := bytes.IndexByte(line[1:], line[0])
		if k >= 0 && k+2 < len(line) && line[k+2] == ':' {
			return k + 2
		}
		return -1
	}
	for i := 0; i < len(line); i++ {
		if line[i] == ':' && (i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t') {
			return i
		}
	}
	return -1
}

// isItem reports a line that is an item of a list.
func isItem(line []byte) bool {
	return len(line) > 0 && line[0] == '-' && (len(line) == 1 || line[1] == ' ' || line[1] == '\t')
}

func mapItem(item []byte) bool {
	return len(item) > 0 && item[0] != '"' && item[0] != '\'' && item[0] != '[' && keyEnd(item) >= 0
}

// scalar reads one value, and whether YAML reads it the same way.
func scalar(b []byte, start int) (value, bool) {
	v := value{start: start, end: start + len(b)}
	if len(b) == 0 {
		return v, true
	}
	if b[0] == '"' || b[0] == '\'' {
		return quoted(b, v)
	}
	if k := bytes.Index(b, []byte(" #")); k >= 0 {
		b = bytes.TrimRight(b[:k], " \t")
		v.end = start + len(b)
	}
	v.text = clean(b)
	ok := bytes.IndexByte([]byte("&*!|>%@`{}[],?#"), b[0]) < 0 && !bytes.Contains(b, []byte(": ")) && b[len(b)-1] != ':'
	if v.text == "~" || v.text == "null" {
		v.text = ""
	}
	return v, ok
}

// quoted is scalar for a value in quotes.
func quoted(b []byte, v value) (value, bool) {
	k := closingQuote(b)
	if k < 0 {
		v.text = clean(b[1:])
		return v, false
	}
	if tail := bytes.TrimSpace(b[k+1:]); len(tail) > 0 && tail[0] != '#' { // "a"b.md", 'it's.md'
		v.text = strings.Trim(clean(b), string(b[:1]))
		return v, false
	}
	v.start, v.end = v.start+1, v.start+k
	v.text = clean(b[1:k])
	if b[0] == '\'' {
		v.text = strings.ReplaceAll(v.text, "''", "'")
		return v, true
	}
	if bytes.IndexByte(b[1:k], '\\') < 0 {
		return v, true
	}
	var text string // a string of JSON is one of YAML
	if json.Unmarshal(b[:k+1], &text) != nil {
		return v, false
	}
	v.text = clean([]byte(text))
	return v, true
}

// closingQuote is where a text ends that begins with a quote, or -1.
func closingQuote(b []byte) int { return len(quotedText().Find(b)) - 1 }

var quotedText = lazily(`(?s)^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')`)

// flow reads [a, "b", c] on one line, as forgivingly as it can.
func flow(b []byte, start int) (out []value, ok bool) {
	end := bytes.LastIndexByte(b, ']')
	tail := bytes.TrimSpace(b[end+1:])
	if ok = end > 0 && (len(tail) == 0 || tail[0] == '#'); end < 0 {
		end = len(b)
	}
	for i := 1; i < end; {
		for i < end && (b[i] == ' ' || b[i] == '\t' || b[i] == ',') {
			i++
		}
		if i >= end {
			break
		}
		j := i
		if b[i] == '"' || b[i] == '\'' {
			if k := closingQuote(b[i:end]); k > 0 {
				j = i + k + 1
			}
		}
		depth := 0
		for j < end && (b[j] != ',' || depth > 0) {
			if b[j] == '[' {
				depth++
				ok = false
			} else if b[j] == ']' {
				depth--
			} else if b[j] == '{' || b[j] == '#' && j > 0 && b[j-1] == ' ' {
				ok = false
			}
			j++
		}
		item := bytes.TrimRight(b[i:j], " \t")
		v, good := scalar(item, start+i)
		ok = ok && good
		out = append(out, v)
		i = j
	}
	return out, ok
}

func clean(b []byte) string {
	return strings.ToValidUTF8(string(bytes.TrimSpace(b)), "\uFFFD")
}
