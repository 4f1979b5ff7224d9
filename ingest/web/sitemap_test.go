package web

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func zipped(s string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(s))
	z.Close()
	return b.Bytes()
}

func TestParseSitemap(t *testing.T) {
	set := `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="x">
<url><loc> https://example.org/a?x=1&amp;y=2 </loc><lastmod>2026-01-02</lastmod><image:image><image:loc>https://example.org/i.png</image:loc></image:image></url>
<url><loc><![CDATA[https://example.org/b]]></loc></url></urlset>`
	want := []SitemapURL{{"https://example.org/a?x=1&y=2", "2026-01-02"}, {"https://example.org/b", ""}}
	for name, raw := range map[string][]byte{"plain": []byte(set), "gzip": zipped(set), "BOM": []byte("\ufeff" + set)} {
		if s := ParseSitemap(raw); !slices.Equal(s.URLs, want) || s.Cut {
			t.Errorf("%s: %+v", name, s)
		}
	}
	index := ParseSitemap([]byte(`<sitemapindex><sitemap><loc>https://example.org/1.xml.gz</loc></sitemap><sitemap><loc>https://example.org/2.xml</loc></sitemap></sitemapindex>`))
	if len(index.Files) != 2 || len(index.URLs) != 0 {
		t.Errorf("index: %+v", index)
	}
	if s := ParseSitemap([]byte("https://example.org/a\n# no\nhttps://example.org/b\n")); len(s.URLs) != 2 {
		t.Errorf("text: %+v", s)
	}
	if s := ParseSitemap([]byte(set[:len(set)/2])); !s.Cut {
		t.Errorf("a torn file is not told: %+v", s)
	}
	var many strings.Builder
	many.WriteString("<urlset>")
	for i := range maxSitemapURLs + 5 {
		fmt.Fprintf(&many, "<url><loc>https://example.org/%d</loc></url>", i)
	}
	if s := ParseSitemap([]byte(many.String())); len(s.URLs) != maxSitemapURLs || !s.Cut {
		t.Errorf("%d addresses, cut %v", len(s.URLs), s.Cut)
	}
	if s := ParseSitemap(zipped("<urlset>" + strings.Repeat(" ", maxSitemapBytes) + "</urlset>")); !s.Cut {
		t.Error("a bomb is not told")
	}
}

func TestParseFeed(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"rss":  {`<rss><channel><link>https://example.org/</link><item><title>A</title><link>https://example.org/a</link></item><item><link> https://example.org/b </link></item></channel></rss>`, "https://example.org/a https://example.org/b"},
		"atom": {`<feed xmlns="http://www.w3.org/2005/Atom"><link href="/"/><entry><link rel="edit" href="/e"/><link href="/a"/></entry></feed>`, "/a"},
		"rdf":  {`<rdf:RDF xmlns:rdf="r"><item><link>https://example.org/a</link></item></rdf:RDF>`, "https://example.org/a"},
		"html": {`<html><body><a href="/x">x</a>`, ""},
	} {
		if got := strings.Join(ParseFeed([]byte(c.file)), " "); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func FuzzSitemap(f *testing.F) {
	f.Add([]byte("<urlset><url><loc>http://a/</loc></url>"))
	f.Add(zipped("<a>"))
	f.Fuzz(func(t *testing.T, raw []byte) { ParseSitemap(raw); ParseFeed(raw) })
}
