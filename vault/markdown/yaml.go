package markdown

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/adrg/frontmatter"
)

// fromYAML reads the frontmatter with the YAML library and gives its values the
// places that the plain reader found. Where YAML refuses, what that reader could
// make out stands.
func (r *fieldReader) fromYAML() {
	doc := map[string]any{}
	if err := r.readYAML(&doc); err != nil {
		start, end, text := r.yamlPlace(strings.TrimPrefix(err.Error(), "yaml: "))
		r.problem("frontmatter-syntax", start, end, "the frontmatter is not valid YAML: "+foldSpace(text))
		return
	}
	for i := range r.fields {
		if v, ok := doc[r.fields[i].key]; ok { // not a key below an empty one
			r.fromValue(&r.fields[i], v)
		}
	}
	r.fields = append(r.fields, r.nestedSources(doc)...)
}

// fromValue gives a field what YAML reads of it.
func (r *fieldReader) fromValue(f *field, v any) {
	texts, list, good := flatten(v)
	var named []string
	if m, ok := v.(map[any]any); ok && m["by"] != nil { // generated: {by, at} of OKF
		f.values = nil
		return
	} else if ok {
		texts, named, good = filesByName(m, texts)
		list = good || list
	}
	if !good {
		if knownMeta[metaKey(f.key)] && !complained(r.problems, f) {
			r.problem("frontmatter-shape", f.start, f.end, "the key "+f.key+" should hold a string or a list of strings")
		}
		if len(texts) == 0 {
			f.values = nil
			return
		}
	}
	at, ids := f.start, idsOf(v, len(texts))
	if named != nil {
		ids = named
	}
	f.list, f.values = list, nil
	for i, t := range texts {
		v := value{t, ids[i], f.start, f.end}
		if k := bytes.Index(r.file[at:r.at.close], []byte(t)); k >= 0 && t != "" {
			v.start, v.end = at+k, at+k+len(t)
			at = v.end
		}
		f.values = append(f.values, v)
	}
}

// filesByName are the values of a mapping that holds files: one that says where a file is, or
// names for several (a: raw/a.md).
func filesByName(m map[any]any, otherwise []string) (texts, ids []string, ok bool) {
	if text, ok := joinPair(m); ok && fileLike(text) && !strings.Contains(text, ": ") {
		return []string{text}, []string{""}, true
	}
	for _, key := range slices.SortedFunc(maps.Keys(m), func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }) {
		text, isText := m[key].(string)
		if !isText || !fileLike(text) {
			return otherwise, nil, false
		}
		texts, ids = append(texts, clean([]byte(text))), append(ids, fmt.Sprint(key))
	}
	return texts, ids, len(texts) > 0
}

// idsOf are those of the items of a list that are mappings.
func idsOf(v any, n int) []string {
	ids := make([]string, n)
	if items, ok := v.([]any); ok && len(items) == n {
		for i, item := range items {
			if m, ok := item.(map[any]any); ok && m["id"] != nil {
				ids[i] = fmt.Sprint(m["id"])
			}
		}
	}
	return ids
}

// nestedKey is what the key of [nestedSources] is called, which no frontmatter has.
const nestedKey = "sources below"

// nestedSources are the sources that a tool keeps below a key of its own.
func (r *fieldReader) nestedSources(doc map[string]any) []field {
	for _, key := range slices.Sorted(maps.Keys(doc)) {
		below, _ := doc[key].(map[any]any)
		texts, list, ok := flatten(below["sources"])
		if len(texts) == 0 {
			texts, list, ok = flatten(below["source"])
		}
		if ok && len(texts) > 0 {
			f := field{key: nestedKey, start: r.at.first, end: r.at.close, list: list}
			for _, t := range texts {
				f.values = append(f.values, value{text: t, start: f.start, end: f.end})
			}
			return []field{f}
		}
	}
	return nil
}

// yamlPlace takes the line out of what the YAML library says, which counts from the
// first line of the frontmatter, and finds that line in the file. It says "character
// that cannot start any token" of a tab, and of little else.
func (r *fieldReader) yamlPlace(text string) (start, end int, said string) {
	var line int
	from, to := r.at.first, r.at.close
	if _, err := fmt.Sscanf(text, "line %d:", &line); err != nil || line < 1 {
		return from, to, text
	}
	_, said, _ = strings.Cut(text, ": ")
	start = from
	for end = from; ; {
		next := bytes.IndexByte(r.file[end:to], '\n')
		if line--; line == 0 || next < 0 {
			if next >= 0 {
				to = end + next
			}
			break
		}
		start = end + next + 1
		end = start
	}
	indent := bytes.TrimLeft(r.file[start:to], " \t\r\n")
	if bytes.IndexByte(r.file[start:to-len(indent)], '\t') >= 0 {
		said = "a line is indented with a tab, which YAML does not allow"
	}
	return start, to, said
}

// readYAML decodes frontmatter and turns a panic of the decoder into an error.
func (r *fieldReader) readYAML(into *map[string]any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("decode: %v", p)
		}
	}()
	if r.at.close-r.at.first > maxFrontmatter {
		return fmt.Errorf("longer than %d bytes", maxFrontmatter)
	}
	_, err = frontmatter.Parse(bytes.NewReader(r.file[r.at.open:r.at.end]), into)
	return err
}

// maxFrontmatter bounds what is given to a YAML decoder, whose aliases can blow up.
const maxFrontmatter = 1 << 20

// joinPair is the text of an item that is a mapping: what it says is the file, or, where
// nothing but a colon in a name made it one, the name as it was written.
func joinPair(item any) (string, bool) {
	pairs := map[string]string{}
	m, _ := item.(map[any]any)
	for k, v := range m {
		pairs[fmt.Sprint(k)] = fmt.Sprint(v)
	}
	for _, key := range [...]string{"path", "file", "raw", "source", "resource", "url", "link", "href"} {
		if v := strings.TrimPrefix(pairs[key], "repo://"); fileLike(v) || strings.HasPrefix(v, "[[") { // repo:// is the vault's own repository
			return clean([]byte(v)), true
		}
	}
	if v := pairs["name"]; v != "" { // of a person
		return clean([]byte(v)), true
	}
	for k, v := range pairs {
		return clean([]byte(k + ": " + v)), len(pairs) == 1
	}
	return "", false
}

// cutName reports a list in a list that is a name with commas in it, and no files.
func cutName(item any) bool {
	parts, ok := item.([]any)
	for ok && len(parts) == 1 {
		parts, ok = parts[0].([]any)
	}
	return ok && !slices.ContainsFunc(parts, func(part any) bool {
		name, isText := part.(string)
		return !isText || fileLike(name)
	})
}

// flatten turns a YAML value into strings.
func flatten(v any) (texts []string, list, ok bool) {
	switch v := v.(type) {
	case nil:
		return nil, false, true
	case []any:
		ok = true
		for _, item := range v {
			t, deeper, good := flatten(item)
			if pair, is := joinPair(item); is { // - Title: subtitle.md
				t, good = []string{pair}, true
			}
			if deeper && len(t) > 1 && cutName(item) { // [[X, Y and Z]] likewise
				t = []string{strings.Join(t, ", ")}
			}
			if deeper && len(t) == 1 { // - [[X]] unquoted is a list in a list
				if inner, is := item.([]any); is && len(inner) == 1 {
					if _, is := inner[0].([]any); is {
						t[0] = "[[" + t[0] + "]]"
					}
				}
			}
			ok = ok && good
			texts = append(texts, t...)
		}
		return texts, true, ok
	case map[any]any:
		if name, ok := v["name"].(string); ok {
			return []string{clean([]byte(name))}, false, false
		}
		return nil, false, false
	case string:
		return []string{clean([]byte(v))}, false, true
	default:
		return []string{fmt.Sprint(v)}, false, true
	}
}
