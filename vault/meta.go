package vault

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

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
	for i := 0; i < len(f.values); i++ {
		v := f.values[i]
		if v.text == "" {
			continue
		}
		r.note.Meta.Sources = append(r.note.Meta.Sources, v.text)
		if n := r.cutByComma(f, i); n > 0 {
			last := f.values[i+n]
			r.problem("frontmatter-list-split", v.start, last.end, "a comma in a file name splits this list of sources; quote the name")
			for _, more := range f.values[i+1 : i+n+1] {
				r.note.Meta.Sources = append(r.note.Meta.Sources, more.text)
			}
			v.end, v.text = last.end, clean(r.file[v.start:last.end])
			i += n
		}
		if c := fileCite(v.text); citablePath(c.Target) {
			r.metaCite(c, v)
		}
	}
	if len(f.values) == 0 && !r.complained(f) {
		r.problem("frontmatter-empty", f.start, f.end, "the key "+f.key+" has no value")
	}
}

// cutByComma counts the items after the i-th that belong to its name: "[Smith, J. -
// talk.md]" comes out of YAML as two items. The reader of the list tries both.
func (r *reader) cutByComma(f *field, i int) int {
	for k := i; f.list && k+1 < len(f.values); k++ {
		v, next := f.values[k], f.values[k+1]
		if fileLike(v.text) || strings.ContainsAny(v.text, "[]") || v.end >= next.start ||
			string(bytes.TrimSpace(r.file[v.end:next.start])) != "," {
			return 0
		}
		if fileLike(next.text) {
			return k + 1 - i
		}
	}
	return 0
}

// complained reports whether something was said of a field already.
func (r *reader) complained(f *field) bool {
	return slices.ContainsFunc(r.note.Problems, func(p Problem) bool { return p.Start == f.start && strings.HasPrefix(p.Kind, "frontmatter") })
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

// fromYAML reads the frontmatter with the YAML library and gives its values the
// places that the plain reader found. Where YAML refuses, what that reader could
// make out stands.
func (r *reader) fromYAML(plain []field, open, from, to, after int) []field {
	doc := map[string]any{}
	err := readYAML(r.file[open:after], r.file[from:to], &doc)
	if err != nil {
		start, end, text := r.yamlPlace(strings.TrimPrefix(err.Error(), "yaml: "), from, to)
		r.problem("frontmatter-syntax", start, end, "the frontmatter is not valid YAML: "+foldSpace(text))
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
			if knownMeta[metaKey(f.key)] && !r.complained(&f) {
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

// yamlPlace takes the line out of what the YAML library says, which counts from the
// first line of the frontmatter, and finds that line in the file. It says "character
// that cannot start any token" of a tab, and of little else.
func (r *reader) yamlPlace(text string, from, to int) (start, end int, said string) {
	var line int
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

// ReadFront decodes the frontmatter that a text begins with, and gives what follows it.
func ReadFront(text []byte) (fields map[string]any, body []byte, err error) {
	f, err := readFront(text)
	if err != nil || !f.present {
		return nil, text, err
	}
	err = readYAML(text[f.open:f.end], text[f.first:f.close], &fields)
	return fields, text[f.end:], err
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

// joinPair is the text of an item that is a mapping: what it says is the file, or, where
// nothing but a colon in a name made it one, the name as it was written.
func joinPair(item any) (string, bool) {
	pairs := map[string]string{}
	switch m := item.(type) {
	case map[any]any:
		for k, v := range m {
			pairs[fmt.Sprint(k)] = fmt.Sprint(v)
		}
	case map[string]any:
		for k, v := range m {
			pairs[k] = fmt.Sprint(v)
		}
	}
	for _, key := range [...]string{"path", "file", "raw", "source", "url", "link", "href"} {
		if v := pairs[key]; fileLike(v) {
			return clean([]byte(v)), true
		}
	}
	for k, v := range pairs {
		return clean([]byte(k + ": " + v)), len(pairs) == 1
	}
	return "", false
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
