package vault

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/adrg/frontmatter"
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
	start, end int
}

// frontmatter finds the frontmatter and reads what means something to us.
func (r *reader) frontmatter() {
	src := r.file
	pos := 0
	if bytes.HasPrefix(src, bom) {
		pos = len(bom)
	}
	r.note.BodyStart = pos
	if !bytes.HasPrefix(src[pos:], []byte("---")) {
		return
	}
	first, next := cutLine(src, pos)
	if string(bytes.TrimRight(src[pos:first], " \t")) != "---" {
		return
	}
	for at := next; at < len(src); {
		end, after := cutLine(src, at)
		if line := string(bytes.TrimRight(src[at:end], " \t")); line == "---" || line == "..." {
			r.note.BodyStart = after
			r.meta(pos, next, at, after)
			return
		}
		at = after
	}
	r.problem("frontmatter-unclosed", pos, first, "the frontmatter has no closing ---")
}

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

// meta reads the lines between from and to. A plain reader of our own gives values
// with their places and reads what YAML refuses; where the lines are more than
// keys with strings and lists of strings, the YAML library's values count.
func (r *reader) meta(open, from, to, after int) {
	fields, simple := r.fields(from, to)
	if !simple {
		fields = r.fromYAML(fields, open, from, to, after)
	}
	seen := make(map[string]bool, len(fields))
	for i := range fields {
		f := &fields[i]
		key := metaKey(f.key)
		name := strings.ToLower(f.key)
		if seen[name] && knownMeta[key] {
			r.problem("frontmatter-duplicate", f.start, f.end, fmt.Sprintf("the key %q stands twice; the first counts", f.key))
			continue
		}
		seen[name] = true
		r.field(key, f)
		for _, v := range f.values {
			r.metaLinks(v)
		}
	}
}

func metaKey(key string) string {
	key = strings.ToLower(strings.TrimSpace(key))
	switch key {
	case "alias":
		return "aliases"
	case "tag":
		return "tags"
	case "source_url", "source-url":
		return "url"
	case "licence":
		return "license"
	case "ingestedat", "ingested_at":
		return "retrieved"
	case "sources_wanted":
		return "gaps"
	}
	return key
}

var knownMeta = set("title", "aliases", "tags", "sources", "gaps", "retrieved", "url", "license", "author", "generated", "provenance_source_ids", "provenance_chunk_ids", "provenance_retrieved", "provenance_agent")

func (r *reader) field(key string, f *field) {
	m := &r.note.Meta
	switch key {
	case "title":
		m.Title = f.one()
	case "aliases":
		m.Aliases = append(m.Aliases, f.many(true)...)
	case "tags":
		for _, t := range f.many(true) {
			for _, t := range strings.Fields(t) {
				if t = strings.TrimPrefix(t, "#"); t != "" {
					m.Tags = append(m.Tags, t)
				}
			}
		}
	case "sources":
		r.sourcesField(f)
	case "gaps":
		m.Gaps = append(m.Gaps, f.many(false)...)
	case "retrieved":
		m.Retrieved = f.one()
	case "url":
		m.URL = f.one()
	case "license":
		m.Licence = f.one()
	case "author":
		m.Author = strings.Join(f.many(false), ", ")
	case "generated":
		v := strings.ToLower(f.one())
		m.Generated = v == "true" || v == "yes"
	case "provenance_source_ids":
		m.Stamp.Present = true
		m.Stamp.SourceIDs = f.many(false)
		for _, v := range f.values {
			r.metaCite(Cite{Target: v.text}, v)
		}
	case "provenance_chunk_ids":
		m.Stamp.Present = true
		m.Stamp.ChunkIDs = f.many(false)
	case "provenance_retrieved":
		m.Stamp.Present = true
		m.Stamp.Retrieved = f.one()
	case "provenance_agent":
		m.Stamp.Present = true
		m.Stamp.Agent = f.one()
	}
}

func (r *reader) metaCite(c Cite, v value) {
	c.Form, c.Scope, c.Start, c.End = CiteMeta, ScopeNote, v.start, v.end
	r.noteCites = append(r.noteCites, c)
}

func (r *reader) sourcesField(f *field) {
	for i, v := range f.values {
		if v.text == "" {
			continue
		}
		r.note.Meta.Sources = append(r.note.Meta.Sources, v.text)
		r.metaCite(fileCite(v.text), v)
		// "[Smith, J. - talk.md]" comes out of YAML as two items.
		if f.list && i+1 < len(f.values) && !fileLike(v.text) && !strings.ContainsAny(v.text, "[]") && fileLike(f.values[i+1].text) &&
			v.end < f.values[i+1].start && bytes.Contains(r.file[v.end:f.values[i+1].start], []byte(",")) && !strings.ContainsAny(string(r.file[v.end:f.values[i+1].start]), "\"'") {
			r.problem("frontmatter-list-split", v.start, f.values[i+1].end, "a comma in a file name splits this list of sources; quote the name")
		}
	}
	if len(f.values) == 0 {
		r.problem("frontmatter-empty", f.start, f.end, "the key "+f.key+" has no value")
	}
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

// metaLinks finds [[X]] and [t](x) in a value of the frontmatter.
func (r *reader) metaLinks(v value) {
	if !strings.Contains(v.text, "[") || v.start >= v.end {
		return
	}
	raw := r.file[v.start:v.end]
	p := &r.prose
	p.reset()
	p.runs = append(p.runs, run{0, v.start})
	skip := 0
	p.scan(raw, p.runs, scanEnv{file: r.file, skip: &skip, plain: true})
	for _, l := range p.links {
		if l.URL && !strings.Contains(string(raw), "](") {
			continue
		}
		l.Meta = true
		r.note.Links = append(r.note.Links, l)
	}
}

// fields reads lines of "key: value", "key: [a, b]" and "key:" with "- item" lines
// below it, and says whether that was all there is.
func (r *reader) fields(from, to int) (out []field, simple bool) {
	simple = true
	var cur *field
	nested := false
	for at := from; at < to; {
		end, next := cutLine(r.file, at)
		line := r.file[at:end]
		trimmed := bytes.TrimSpace(line)
		indent := len(line) - len(bytes.TrimLeft(line, " \t"))
		if bytes.IndexByte(line[:indent], '\t') >= 0 {
			simple = false
		}
		switch {
		case len(trimmed) == 0 || trimmed[0] == '#':
		case trimmed[0] == '-' && (len(trimmed) == 1 || trimmed[1] == ' ' || trimmed[1] == '\t'):
			if cur == nil {
				simple = false
				break
			}
			if len(cur.values) > 0 && !cur.list {
				simple = false
			}
			cur.list = true
			item := bytes.TrimSpace(trimmed[1:])
			s := end - (len(line) - len(bytes.TrimRight(line, " \t"))) - len(item)
			v, ok := scalar(item, s)
			if !ok || bytes.HasPrefix(item, []byte("- ")) || mapItem(item) {
				simple = false
			}
			cur.values = append(cur.values, v)
			cur.end = end
		default:
			k := keyEnd(trimmed)
			if k < 0 {
				simple = false
				if cur != nil && len(cur.values) == 1 && !cur.list { // a folded plain scalar
					cur.values[0].text = foldSpace(cur.values[0].text + " " + clean(trimmed))
					cur.values[0].end = end
				}
				break
			}
			if indent > 0 {
				simple = false
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
			out = append(out, field{key: clean(trimmed[:k]), start: at + indent, end: end})
			cur = &out[len(out)-1]
			rest := bytes.TrimSpace(trimmed[k+1:])
			if len(rest) == 0 {
				break
			}
			s := at + indent + k + 1 + (len(trimmed[k+1:]) - len(bytes.TrimLeft(trimmed[k+1:], " \t")))
			if rest[0] == '[' && !bytes.HasPrefix(rest, []byte("[[")) {
				var ok bool
				cur.list = true
				cur.values, ok = flow(rest, s)
				simple = simple && ok
				break
			}
			v, ok := scalar(rest, s)
			simple = simple && ok
			if rest[0] == '|' || rest[0] == '>' {
				break
			}
			if v.text != "" || ok {
				cur.values = append(cur.values, v)
			}
		}
		at = next
	}
	return out, simple
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

func mapItem(item []byte) bool {
	return item != nil && len(item) > 0 && item[0] != '"' && item[0] != '\'' && item[0] != '[' && keyEnd(item) >= 0
}

// scalar reads one value, and whether YAML reads it the same way.
func scalar(b []byte, start int) (value, bool) {
	v := value{start: start, end: start + len(b)}
	if len(b) == 0 {
		return v, true
	}
	switch b[0] {
	case '"':
		k := closingQuote(b, '"')
		if k < 0 {
			v.text = clean(b[1:])
			return v, false
		}
		inner := b[1:k]
		tail := bytes.TrimSpace(b[k+1:])
		if len(tail) > 0 && tail[0] != '#' { // "a"b.md"
			v.text = strings.Trim(clean(b), `"`)
			return v, false
		}
		v.start, v.end = start+1, start+k
		v.text = clean(inner)
		return v, bytes.IndexByte(inner, '\\') < 0
	case '\'':
		k := closingQuote(b, '\'')
		if k < 0 {
			v.text = clean(b[1:])
			return v, false
		}
		if tail := bytes.TrimSpace(b[k+1:]); len(tail) > 0 && tail[0] != '#' { // 'it's.md'
			v.text = strings.Trim(clean(b), "'")
			return v, false
		}
		v.start, v.end = start+1, start+k
		v.text = strings.ReplaceAll(clean(b[1:k]), "''", "'")
		return v, true
	}
	if k := bytes.Index(b, []byte(" #")); k >= 0 {
		b = bytes.TrimRight(b[:k], " \t")
		v.end = start + len(b)
	}
	v.text = clean(b)
	ok := bytes.IndexByte([]byte("&*!|>%@`{}[],?"), b[0]) < 0 && !bytes.Contains(b, []byte(": ")) && b[len(b)-1] != ':'
	if v.text == "~" || v.text == "null" {
		v.text = ""
	}
	return v, ok
}

func closingQuote(b []byte, q byte) int {
	for i := 1; i < len(b); i++ {
		if q == '"' && b[i] == '\\' {
			i++
			continue
		}
		if b[i] == q {
			if q == '\'' && i+1 < len(b) && b[i+1] == '\'' {
				i++
				continue
			}
			return i
		}
	}
	return -1
}

// flow reads [a, "b", c] on one line, as forgivingly as it can.
func flow(b []byte, start int) (out []value, ok bool) {
	ok = true
	end := len(b)
	if k := bytes.LastIndexByte(b, ']'); k > 0 {
		end = k
		if tail := bytes.TrimSpace(b[k+1:]); len(tail) > 0 && tail[0] != '#' {
			ok = false
		}
	} else {
		ok = false
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
			if k := closingQuote(b[i:end], b[i]); k > 0 {
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
	s := string(bytes.TrimSpace(b))
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return s
}

// fromYAML reads the frontmatter with the YAML library and gives its values the
// places that the plain reader found. Where YAML refuses, what that reader could
// make out stands.
func (r *reader) fromYAML(plain []field, open, from, to, after int) []field {
	doc := map[string]any{}
	err := readYAML(r.file[open:after], r.file[from:to], &doc)
	if err != nil {
		text := err.Error()
		text = strings.TrimPrefix(text, "yaml: ")
		r.problem("frontmatter-syntax", from, to, "the frontmatter is not valid YAML: "+foldSpace(text))
		return plain
	}
	out := make([]field, 0, len(plain))
	for _, f := range plain {
		v, ok := doc[f.key]
		if !ok {
			out = append(out, f) // a key below an empty one
			continue
		}
		texts, list, good := flatten(v)
		if !good {
			if knownMeta[metaKey(f.key)] {
				r.problem("frontmatter-shape", f.start, f.end, "the key "+f.key+" should hold a string or a list of strings")
			}
			if len(texts) == 0 {
				f.values = nil
				out = append(out, f)
				continue
			}
		}
		g := field{key: f.key, start: f.start, end: f.end, list: list}
		at := f.start
		for _, t := range texts {
			v := value{text: t}
			if k := bytes.Index(r.file[at:to], []byte(t)); k >= 0 && t != "" {
				v.start, v.end = at+k, at+k+len(t)
				at = v.end
			} else {
				v.start, v.end = f.start, f.end
			}
			g.values = append(g.values, v)
		}
		out = append(out, g)
	}
	return out
}

// readYAML decodes frontmatter and turns a panic of the decoder into an error.
func readYAML(whole, lines []byte, into *map[string]any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("decode: %v", p)
		}
	}()
	if len(lines) > maxFrontmatter {
		return fmt.Errorf("longer than %d bytes", maxFrontmatter)
	}
	_, err = frontmatter.Parse(bytes.NewReader(whole), into)
	return err
}

// maxFrontmatter bounds what is given to a YAML decoder, whose aliases can blow up.
const maxFrontmatter = 1 << 20

// flatten turns a YAML value into strings.
func flatten(v any) (texts []string, list, ok bool) {
	switch v := v.(type) {
	case nil:
		return nil, false, true
	case []any:
		ok = true
		for _, item := range v {
			t, deeper, good := flatten(item)
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
	case map[any]any, map[string]any:
		return nil, false, false
	case string:
		return []string{clean([]byte(v))}, false, true
	default:
		return []string{fmt.Sprint(v)}, false, true
	}
}
