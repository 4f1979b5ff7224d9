package firecrawl

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"assay/ingest/tool"
	"assay/ingest/web"
	"assay/vault"
)

const (
	maxField = 1000     // of a value of the frontmatter, in bytes
	maxRefs  = 10_000   // links of a page
	maxLinks = 96 << 10 // bytes of all links of a page: the journal bounds what stands before a body
)

// A document is a page as the service gives it.
type document struct {
	Markdown string   `json:"markdown"`
	Links    links    `json:"links"`
	Metadata metadata `json:"metadata"`
}

// links are addresses, as strings or as objects that have one.
type links []string

func (l *links) UnmarshalJSON(raw []byte) error {
	var all []any
	if err := json.Unmarshal(raw, &all); err != nil {
		return err
	}
	for _, one := range all {
		if o, ok := one.(map[string]any); ok {
			one = o["url"]
		}
		if s, ok := one.(string); ok && s != "" {
			*l = append(*l, s)
		}
	}
	return nil
}

// metadata is what a page says of itself and what the service says of the page. A
// value is a string, a number or a list of strings, whatever the page has.
type metadata map[string]any

// text is the first value that is there, as one line.
func (m metadata) text(keys ...string) string {
	for _, k := range keys {
		s := ""
		switch v := m[k].(type) {
		case string:
			s = v
		case []any:
			var parts []string
			for _, one := range v {
				if t, ok := one.(string); ok && t != "" && len(parts) < 20 {
					parts = append(parts, t)
				}
			}
			s = strings.Join(parts, ", ")
		}
		if s = strings.Join(strings.Fields(s), " "); s != "" {
			if len(s) > maxField {
				s = strings.ToValidUTF8(s[:maxField], "")
			}
			return s
		}
	}
	return ""
}

// first is the first of a list, for what a page has one of.
func (m metadata) first(keys ...string) string {
	for _, k := range keys {
		if v, ok := m[k].([]any); ok && len(v) > 0 {
			return metadata{"": v[0]}.text("")
		}
		if s := m.text(k); s != "" {
			return s
		}
	}
	return ""
}

func (m metadata) number(key string) int {
	n, ok := m[key].(float64)
	if !ok || math.IsNaN(n) || n < 0 || n > 1e9 {
		return 0
	}
	return int(n)
}

// credits is what a page cost: one, and more for the pages of a PDF.
func (m metadata) credits() int { return min(max(m.number("creditsUsed"), 1), 10_000) }

// read makes a page of a document: what became of p.URL.
func (e *Envelope) read(p *web.Page, d document, prefixes []string) {
	m := d.Metadata
	p.Retrieved, p.Requests, p.Bytes = e.now(), 1, int64(len(d.Markdown))
	p.Header = web.Header{ContentType: "text/markdown; charset=utf-8"}
	p.Final = cmp.Or(m.first("url", "sourceURL"), p.URL)
	said := e.clean(m.text("error"))
	p.Status = m.number("statusCode")
	switch {
	case p.Status == 0 && (said != "" || strings.TrimSpace(d.Markdown) == ""):
		p.Verdict, p.Class, p.Reason = web.Failed, web.ClassServer, "the service gives no status: "+said
		return
	case p.Status == 0:
		p.Status = 200
	}
	if int64(len(d.Markdown)) > e.web.MaxBody {
		p.Verdict, p.Class, p.Reason = web.Failed, web.ClassTooLarge, fmt.Sprintf("larger than the limit of %d bytes", e.web.MaxBody)
		return
	}
	p.Body = []byte(d.Markdown)
	e.o.Client.JudgeMarkdown(p, prefixes, m.first("title", "ogTitle"))
	if p.Verdict != web.Fetched {
		if said != "" && p.Status >= 400 {
			p.Reason += ": " + said
		}
		return
	}
	p.Body = append(frontmatter(m), p.Body...)
	p.Hash = vault.HashText(p.Body)
	p.Refs = refs(p.Final, d.Links, prefixes)
	if read, all := m.number("numPages"), m.number("totalPages"); read > 0 && read < all {
		p.Reason = fmt.Sprintf("%d of %d pages of the PDF were read", read, all)
	}
}

// frontmatter says in YAML what the page says of itself. It stands there even where
// there is nothing to say: else a page that begins with "---" would write its own.
// The address is left out, so that equal pages are equal bytes.
func frontmatter(m metadata) []byte {
	var b bytes.Buffer
	b.WriteString("---\n")
	for _, field := range []struct{ name, value string }{
		{"title", m.first("title", "ogTitle", "og:title")},
		{"author", m.text("author", "article:author", "citation_author", "dc.creator", "dcCreator")},
		{"published", m.first("publishedTime", "article:published_time", "citation_publication_date", "dcDate", "dc.date", "dcDateCreated", "dcTermsCreated")},
		{"modified", m.first("modifiedTime", "article:modified_time")},
		{"language", m.first("language", "ogLocale")},
		{"licence", m.first("license", "licence", "dcterms.license", "dc.rights")},
		{"description", m.first("description", "ogDescription")},
	} {
		if field.value == "" && field.name != "title" {
			continue
		}
		b.WriteString(field.name + ": " + tool.Quoted(field.value) + "\n")
	}
	b.WriteString("---\n\n")
	return b.Bytes()
}

// refs are the links of a page, canonical, each once, those within the bounds first:
// where there are too many, the others are what is left out.
func refs(base string, all []string, prefixes []string) []string {
	var in, out []string
	had, size := map[string]bool{}, 0
	for _, ref := range all {
		u, err := web.Resolve(base, ref)
		if err != nil || had[u] || len(had) >= 2*maxRefs {
			continue
		}
		had[u] = true
		if prefixes == nil || web.WithinAny(prefixes, u) {
			in = append(in, u)
		} else {
			out = append(out, u)
		}
	}
	kept := []string{}
	for _, u := range append(in, out...) {
		if size += len(u) + 3; size > maxLinks || len(kept) >= maxRefs {
			break
		}
		kept = append(kept, u)
	}
	return kept
}
