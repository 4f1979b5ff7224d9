package web

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// The limits of sitemaps.org: 50,000 addresses and 50 MiB a file, decompressed.
// maxSitemaps bounds how many files of one site are read; an index may name 50,000.
const (
	maxSitemapURLs  = 50_000
	maxSitemapBytes = 50 << 20
	maxSitemaps     = 100
)

// A Sitemap is one file of a site's own list of pages: addresses, or further files.
type Sitemap struct {
	URLs  []SitemapURL
	Files []string
	Cut   bool // a limit was reached, or the file breaks off
}

// SitemapURL is one address, as the file has it.
type SitemapURL struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod"` // W3C date and time, "" where not given
}

// ParseSitemap reads a sitemap, a sitemap index or a list of one address a line,
// plain or as gzip. It never fails: what is damaged is cut off.
func ParseSitemap(raw []byte) Sitemap {
	text, cut := gunzip(raw)
	s := Sitemap{Cut: cut}
	if trimmed := bytes.TrimLeft(text, " \t\r\n\ufeff"); len(trimmed) > 0 && trimmed[0] != '<' {
		s.lines(trimmed)
		return s
	}
	d := newXML(text)
	for {
		token, err := d.Token()
		if err != nil {
			s.Cut = s.Cut || err != io.EOF
			return s
		}
		t, ok := token.(xml.StartElement)
		if !ok || t.Name.Local != "url" && t.Name.Local != "sitemap" {
			continue
		}
		var entry SitemapURL
		err = d.DecodeElement(&entry, &t)
		entry = SitemapURL{strings.TrimSpace(entry.Loc), strings.TrimSpace(entry.LastMod)}
		switch {
		case err != nil || len(s.URLs)+len(s.Files) >= maxSitemapURLs:
			s.Cut = true
			return s
		case entry.Loc == "":
		case t.Name.Local == "url":
			s.URLs = append(s.URLs, entry)
		default:
			s.Files = append(s.Files, entry.Loc)
		}
	}
}

func (s *Sitemap) lines(text []byte) {
	sc := bufio.NewScanner(bytes.NewReader(text))
	for sc.Scan() {
		line := strings.TrimSpace(sc.Text())
		if !strings.HasPrefix(line, "http://") && !strings.HasPrefix(line, "https://") {
			continue
		}
		if len(s.URLs) >= maxSitemapURLs {
			s.Cut = true
			return
		}
		s.URLs = append(s.URLs, SitemapURL{Loc: line})
	}
	s.Cut = s.Cut || sc.Err() != nil
}

// gunzip takes off gzip that is part of the file (not of the transfer), up to the limit.
func gunzip(raw []byte) (text []byte, cut bool) {
	if !bytes.HasPrefix(raw, []byte{0x1f, 0x8b}) {
		return raw, false
	}
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, true
	}
	text, err = io.ReadAll(io.LimitReader(z, maxSitemapBytes+1))
	switch {
	case len(text) > ratioFrom && len(text) > maxRatio*len(raw):
		return nil, true // a bomb, and not worth reading
	case len(text) > maxSitemapBytes:
		return text[:maxSitemapBytes], true
	}
	return text, err != nil
}

// ParseFeed gives the addresses of the entries of an RSS, RDF or Atom feed, as the
// feed has them. It never fails.
func ParseFeed(raw []byte) []string {
	d := newXML(raw)
	var urls []string
	for len(urls) < maxSitemapURLs {
		token, err := d.Token()
		if err != nil {
			return urls
		}
		t, ok := token.(xml.StartElement)
		if !ok || t.Name.Local != "item" && t.Name.Local != "entry" {
			continue
		}
		var entry struct {
			Links []struct {
				Href string `xml:"href,attr"`
				Rel  string `xml:"rel,attr"`
				Text string `xml:",chardata"`
			} `xml:"link"`
		}
		if d.DecodeElement(&entry, &t) != nil {
			return urls
		}
		for _, l := range entry.Links {
			if href := strings.TrimSpace(l.Href); href != "" && (l.Rel == "" || l.Rel == "alternate") {
				urls = append(urls, href)
			} else if text := strings.TrimSpace(l.Text); text != "" {
				urls = append(urls, text)
			}
		}
	}
	return urls
}

// newXML reads XML as it is found: entities of HTML, wrong nesting, any charset. The
// decoder of the standard library expands no entities that a file declares, so
// that none can grow.
func newXML(text []byte) *xml.Decoder {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), " \t\r\n")
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Strict, d.Entity = false, xml.HTMLEntity
	d.CharsetReader = charset.NewReaderLabel
	if utf8.Valid(text) {
		d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	}
	return d
}
