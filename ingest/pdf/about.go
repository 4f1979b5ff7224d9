package pdf

import (
	"cmp"
	"html"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// about reads what the file says of itself: its information dictionary, then its
// XMP packet, which alone can tell a licence.
func (f *file) about(out *File) {
	info := f.dict(f.trailer["Info"])
	get := func(k name) string {
		t, _ := f.resolve(info[k]).(text)
		return characters(t)
	}
	out.Title, out.Author = title(get("Title")), get("Author")
	out.Created = cmp.Or(date(get("CreationDate")), date(get("ModDate")))
	root := f.dict(f.trailer["Root"])
	if t, ok := f.resolve(root["Lang"]).(text); ok {
		out.Language = characters(t)
	}
	s, ok := f.resolve(root["Metadata"]).(stream)
	if !ok {
		return
	}
	b, err := f.unpack(s)
	if err != nil || len(b) > 1<<20 || !utf8.Valid(b) {
		return
	}
	for _, x := range []struct {
		to   *string
		name string
	}{{&out.Title, "dc:title"}, {&out.Author, "dc:creator"}, {&out.Rights, "xmpRights:WebStatement"}, {&out.Rights, "cc:license"}, {&out.Rights, "dc:rights"}, {&out.Language, "dc:language"}, {&out.Created, "dc:date"}, {&out.Created, "xmp:CreateDate"}} {
		if *x.to != "" {
			continue
		}
		v := packet(string(b), x.name)
		switch x.to {
		case &out.Created:
			v = date(v)
		case &out.Title:
			v = title(v)
		}
		*x.to = v
	}
}

var (
	tags     = lazily(`<[^<>]*>`)
	resource = lazily(`rdf:resource\s*=\s*["']([^"']{1,500})["']`)
	pdfDate  = lazily(`^(?:D:)?(\d{4})-?(\d\d)?-?(\d\d)?`)
	fileName = lazily(`(?i)^\S+\.(?:docx?|dvi|tex|odt|rtf|indd|xlsx?|pptx?|html?|pdf|qxd|ps)$|^(?:untitled|about:blank|document ?\d*|microsoft word - .*|\(anonymous\)|unspecified)$`)
)

// packet gives the text of an element of an XMP packet, whose form is fixed enough
// that names suffice.
func packet(s, name string) string {
	if _, v, ok := strings.Cut(s, " "+name+"=\""); ok { // as an attribute
		if v, _, ok = strings.Cut(v, `"`); ok {
			return tidy(html.UnescapeString(v))
		}
	}
	_, rest, ok := strings.Cut(s, "<"+name)
	if !ok || rest == "" || rest[0] != '>' && rest[0] != ' ' && rest[0] != '\n' && rest[0] != '/' {
		return ""
	}
	head, body, _ := strings.Cut(rest, ">")
	if m := resource().FindStringSubmatch(head); m != nil {
		return m[1]
	}
	body, _, ok = strings.Cut(body, "</"+name+">")
	if !ok || len(body) > 4000 {
		return ""
	}
	var parts []string
	for p := range strings.SplitSeq(tags().ReplaceAllString(body, "\x00"), "\x00") {
		if p = tidy(html.UnescapeString(p)); p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}

// characters reads a text string: UTF-16 or UTF-8 where a mark says so, else a set
// that is Latin-1 where it matters.
func characters(t text) string {
	s := string(t)
	switch {
	case strings.HasPrefix(s, "\xfe\xff"):
		s, _ = unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder().String(s[:min(len(s), 4002)&^1])
	case strings.HasPrefix(s, "\xef\xbb\xbf"):
		s = strings.ToValidUTF8(s[3:], "\uFFFD")
	default:
		s, _ = charmap.Windows1252.NewDecoder().String(s)
	}
	s = tidy(s)
	if len(s) > 1000 {
		return ""
	}
	return s
}

func tidy(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f || r == 0xa0 }), " ")
}

// title leaves out titles that programs write for themselves.
func title(s string) string {
	if fileName().MatchString(s) {
		return ""
	}
	return s
}

func date(s string) string {
	m := pdfDate().FindStringSubmatch(s)
	if m == nil {
		return ""
	}
	if t, err := time.Parse(time.DateOnly, m[1]+"-"+cmp.Or(m[2], "01")+"-"+cmp.Or(m[3], "01")); err == nil && t.Year() > 1980 {
		return t.Format(time.DateOnly)
	}
	return ""
}
