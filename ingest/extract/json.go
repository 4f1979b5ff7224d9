package extract

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"
	"golang.org/x/net/html/atom"

	"assay/ingest"
)

// fromJSON writes data so that a person can read it and a claim can be held against
// it: numbers as they are written, members in the order of the file. Of what is damaged,
// what stands before.
func fromJSON(text []byte, o Options) ingest.Document {
	d := ingest.Document{URL: o.URL}
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	r, whole := jsonReader{}, json.Valid(text)
	all := value{kind: list}
	if whole {
		all.members = []member{{value: r.value(gjson.ParseBytes(text), 0)}}
	} else { // a value a line, perhaps
		whole = true
		gjson.ForEachLine(string(text), func(line gjson.Result) bool {
			whole = whole && json.Valid([]byte(line.Raw))
			if line.Exists() && (line.Type != gjson.Null || line.Raw == "null") {
				all.members = append(all.members, member{value: r.value(line, 0)})
			}
			r.cut = r.cut || r.n >= maxValues
			return whole && !r.cut
		})
	}
	if !whole || len(all.members) == 0 {
		d.Warnings = append(d.Warnings, "damaged: the JSON ends or breaks before its end")
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
		setOnce(&d.Title, at.get("title", "headline", "name").said())
		setOnce(&d.Author, at.get("author", "authors", "creator").said())
		setOnce(&d.Published, dateOnly(at.get("datePublished", "published", "date", "dateCreated", "created", "issued").said()))
		setOnce(&d.Licence, at.get("license", "licence", "rights").said())
		setOnce(&d.Language, languageTag(at.get("inLanguage", "language", "lang").said()))
	}
}

// setOnce fills in what nobody said yet, but for what is too long to be that.
func setOnce(to *string, s string) {
	if *to == "" && len(s) <= maxMeta {
		*to = s
	}
}

// A jsonReader counts the values that it reads.
type jsonReader struct {
	n   int
	cut bool
}

func (r *jsonReader) value(j gjson.Result, depth int) value {
	r.n++
	switch {
	case j.Type == gjson.String:
		return value{kind: str, text: j.Str}
	case !j.IsObject() && !j.IsArray():
		return value{text: j.Raw}
	}
	v := value{kind: list}
	if j.IsObject() {
		v.kind = object
	}
	if depth >= maxValueDepth {
		r.cut = true
		return v
	}
	j.ForEach(func(key, of gjson.Result) bool {
		if r.n >= maxValues {
			r.cut = true
			return false
		}
		v.members = append(v.members, member{key.Str, r.value(of, depth+1)})
		return true
	})
	return v
}
