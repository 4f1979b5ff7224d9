package extract

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html/atom"

	"assay/ingest"
)

// fromJSON writes data so that a person can read it and a claim can be held against
// it: numbers as they are written, members in the order of the file.
func fromJSON(text []byte, o Options) ingest.Document {
	d := ingest.Document{URL: o.URL}
	r := &jsonReader{d: json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))}
	r.d.UseNumber()
	var all value
	all.kind = list
	for {
		v, err := r.value(0)
		if errors.Is(err, io.EOF) && len(all.members) > 0 {
			break
		}
		if err == nil || v.kind != scalar || v.text != "" {
			all.members = append(all.members, member{value: v})
		}
		if err != nil && !errors.Is(err, errCut) {
			d.Warnings = append(d.Warnings, "damaged: the JSON ends or breaks before its end")
			break
		}
		if r.cut && err != nil {
			break
		}
	}
	if r.cut {
		d.Warnings = append(d.Warnings, "too deep or too large: structure simplified or cut off")
	}
	v := all
	if len(all.members) == 1 {
		v = all.members[0].value
	}
	if len(all.members) == 0 {
		return d
	}
	if strings.Contains(v.get("version").said(), "jsonfeed.org/version") {
		return feedDocument(jsonFeed(v), d, o)
	}
	aboutData(v, &d)
	w := &writer{base: webURL(o.URL)}
	d.Markdown = w.markdown(tag(atom.Div, v.tree(0)))
	return d
}

// aboutData reads what data says of itself, at its top or where OpenAPI has it.
func aboutData(v value, d *ingest.Document) {
	for _, at := range []value{v, v.get("info")} {
		set := func(to *string, s string) {
			if *to == "" && len(s) <= maxMeta {
				*to = s
			}
		}
		set(&d.Title, at.get("title", "headline", "name").said())
		set(&d.Author, at.get("author", "authors", "creator").said())
		set(&d.Published, dateOnly(at.get("datePublished", "published", "date", "dateCreated", "created", "issued").said()))
		set(&d.Licence, at.get("license", "licence", "rights").said())
		set(&d.Language, languageTag(at.get("inLanguage", "language", "lang").said()))
	}
}

// errCut ends the reading of what is too large.
var errCut = errors.New("too many values")

type jsonReader struct {
	d   *json.Decoder
	n   int
	cut bool
}

// value reads one value; at an error, what was read of it.
func (r *jsonReader) value(depth int) (value, error) {
	t, err := r.d.Token()
	if err != nil {
		return value{}, err
	}
	return r.from(t, depth)
}

func (r *jsonReader) from(t json.Token, depth int) (value, error) {
	if r.n++; r.n > maxValues {
		r.cut = true
		return value{}, errCut
	}
	switch t := t.(type) {
	case json.Delim:
		v := value{kind: list}
		if t == '{' {
			v.kind = object
		}
		if depth >= maxValueDepth {
			r.cut = true
			return v, r.skip()
		}
		for {
			t, err := r.d.Token()
			if err != nil {
				return v, unexpected(err)
			}
			if d, ok := t.(json.Delim); ok && (d == '}' || d == ']') {
				return v, nil
			}
			m := member{}
			if v.kind == object {
				m.key, _ = t.(string)
				m.value, err = r.value(depth + 1)
			} else {
				m.value, err = r.from(t, depth+1)
			}
			v.members = append(v.members, m)
			if err != nil {
				return v, unexpected(err)
			}
		}
	case string:
		return value{kind: str, text: t}, nil
	case json.Number:
		return value{text: t.String()}, nil
	case bool:
		if t {
			return value{text: "true"}, nil
		}
		return value{text: "false"}, nil
	}
	return value{text: "null"}, nil
}

// skip reads to the end of the list or object that is open.
func (r *jsonReader) skip() error {
	for open := 1; open > 0; {
		t, err := r.d.Token()
		if err != nil {
			return unexpected(err)
		}
		if d, ok := t.(json.Delim); ok {
			if d == '{' || d == '[' {
				open++
			} else {
				open--
			}
		}
	}
	return nil
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
