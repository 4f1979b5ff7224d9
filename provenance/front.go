package provenance

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
)

// front is the frontmatter of a stored file, as far as it says where the text came
// from: the scalars at the top level. Nested values are passed over.
type front struct {
	fields map[string]string
	lines  int // of the frontmatter, its two rules included
	body   int // where the text begins
}

var utf8BOM = []byte("\xef\xbb\xbf")

// readFront never fails: without frontmatter the text begins at its beginning, or
// after the byte order mark.
func readFront(text []byte) front {
	f := front{}
	pos := 0
	if bytes.HasPrefix(text, utf8BOM) {
		pos = len(utf8BOM)
	}
	f.body = pos
	line, next := cutLine(text, pos)
	if strings.TrimRight(line, " \t") != "---" || next == pos {
		return f
	}
	fields := map[string]string{}
	lines := 1
	for pos = next; pos < len(text); pos = next {
		line, next = cutLine(text, pos)
		lines++
		if t := strings.TrimRight(line, " \t"); t == "---" || t == "..." {
			return front{fields, lines, next}
		}
		if key, value, ok := frontField(line); ok {
			if _, twice := fields[key]; !twice {
				fields[key] = value
			}
		}
	}
	return f // never closed: not frontmatter
}

func cutLine(text []byte, pos int) (line string, next int) {
	next = len(text)
	if i := bytes.IndexByte(text[pos:], '\n'); i >= 0 {
		next = pos + i + 1
	}
	return string(bytes.TrimRight(text[pos:next], "\r\n")), next
}

func frontField(line string) (key, value string, ok bool) {
	if line == "" || line[0] == ' ' || line[0] == '\t' || line[0] == '#' || line[0] == '-' {
		return "", "", false
	}
	key, value, ok = strings.Cut(line, ":")
	if !ok || value != "" && value[0] != ' ' && value[0] != '\t' {
		return "", "", false
	}
	return strings.ToLower(strings.Trim(strings.TrimSpace(key), `"'`)), scalar(strings.TrimSpace(value)), true
}

// scalar reads a YAML scalar on one line.
func scalar(s string) string {
	switch {
	case s == "":
		return ""
	case s[0] == '"':
		var v string
		if end := strings.LastIndexByte(s, '"'); end > 0 && json.Unmarshal([]byte(s[:end+1]), &v) == nil {
			return v
		}
		return strings.Trim(s, `"`)
	case s[0] == '\'':
		if end := strings.LastIndexByte(s, '\''); end > 0 {
			return strings.ReplaceAll(s[1:end], "''", "'")
		}
		return s[1:]
	}
	if i := strings.Index(s, " #"); i >= 0 {
		s = strings.TrimSpace(s[:i])
	}
	return s
}

// first is the value of the first key that has one.
func (f front) first(keys ...string) string {
	for _, k := range keys {
		if v := f.fields[k]; v != "" {
			return v
		}
	}
	return ""
}

// retrieved is when the text was taken from where it came from.
func (f front) retrieved() time.Time {
	return ParseTime(f.first("retrieved", "ingestedat", "ingested_at", "ingested", "accessed", "fetched", "fetched_at"))
}

// url is where the text came from.
func (f front) url() string {
	for _, k := range [...]string{"url", "source_url", "original_url", "canonical", "source", "link"} {
		if v := f.fields[k]; strings.HasPrefix(v, "http://") || strings.HasPrefix(v, "https://") {
			return v
		}
	}
	return ""
}

// ParseTime reads a moment or a day as people write them; the zero time if it
// cannot. A day without a zone is UTC.
func ParseTime(s string) time.Time {
	for _, layout := range [...]string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05Z07:00",
		"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02", "2006/01/02", "2006.01.02", "2 January 2006", "January 2, 2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

// quoted is s as a YAML scalar in double quotes, on one line. JSON's strings are
// YAML's.
func quoted(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return `""` // a string always encodes
	}
	return strings.TrimSuffix(b.String(), "\n")
}
